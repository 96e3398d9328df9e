/** Whether any process watches, for one that does not: shown by the lease that the watching process prolongs. */
import type { Report } from '../forecasts/ports.ts'
import type { Leases } from '../store/leases.ts'
import { watchLeaseName } from './alert-rounds.ts'
import type { Pause } from './pause.ts'
import { type Repeating, type RepeatingWork, repeat } from './repeating.ts'

export interface WorkerWatchDeps {
  readonly leases: Pick<Leases, 'until'>
  readonly report: Report
  readonly pause: Pause
  /** See `RepeatingWork`. */
  readonly ended: NonNullable<RepeatingWork['ended']>
}

/** A watching process prolongs its lease every ten seconds; another one takes over within forty. */
const lookEveryMs = 5000
const mostUnchangedLooks = 9

/**
 * Starts at once. The round fails while no process has prolonged the lease for as long as a takeover takes; that
 * it changes is what counts, because the clocks of two machines may differ.
 */
export function watchWorkers({ leases, ...usual }: WorkerWatchDeps): Pick<Repeating, 'stop'> {
  let lastUntil: number | null = null
  let unchanged = 0
  return repeat({
    name: 'workers',
    pauseMs: () => lookEveryMs,
    work: async () => {
      const until = await leases.until(watchLeaseName)
      unchanged = until === null || until === lastUntil ? unchanged + 1 : 0
      lastUntil = until
      if (unchanged > mostUnchangedLooks)
        throw new Error('no process watches and delivers: start one with ROLE=worker')
    },
    ...usual
  })
}
