/** A lease that a process keeps for as long as it lives, so that it can be short: a dead process is soon replaced. */
import type { Report } from '../outlook/ports.ts'
import type { Leases } from '../store/leases.ts'
import { repeat } from './repeating.ts'
import type { Pause } from './rounds.ts'

export interface KeptLease {
  /** Takes or prolongs it now; false while another process has it. */
  readonly hold: () => Promise<boolean>
  /** Lets it go at once, so that the next process need not wait. */
  readonly stop: () => Promise<void>
}

export interface LeaseKeeping {
  readonly leases: Leases
  readonly name: string
  /** Names this process among all; new at each start. */
  readonly holder: string
  /** How long the others wait for a process that died [ms]; it is prolonged, and by the others asked for, three times in this time. */
  readonly leaseMs: number
  readonly clock: () => number
  /** This process has taken it over after its start. */
  readonly onTakenOver: () => void
  readonly report: Report
  readonly pause: Pause
}

/** Begins at once. */
export function keepLease(keeping: LeaseKeeping): KeptLease {
  const { leases, name, holder, leaseMs, clock, onTakenOver, report, pause } = keeping
  let isMine: boolean | null = null
  const hold = async (): Promise<boolean> => {
    const now = clock()
    const wasOthers = isMine === false
    isMine = await leases.hold({ name, holder, now, until: now + leaseMs })
    if (isMine && wasOthers) onTakenOver()
    return isMine
  }
  const prolonging = repeat({
    name: `lease ${name}`,
    pauseMs: () => leaseMs / 3,
    work: async () => void (await hold()),
    report,
    pause
  })
  return {
    hold,
    async stop() {
      await prolonging.stop()
      await leases.release(name, holder)
    }
  }
}
