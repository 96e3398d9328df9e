/** A lease held while the process lives. It can be short, so that a dead process is soon replaced. */
import type { Report } from '../forecasts/ports.ts'
import type { Leases } from '../store/leases.ts'
import { type Pause, type RepeatingWork, repeat } from './repeating.ts'

export interface HeldLease {
  /** Takes or prolongs it now; false while another process has it. */
  readonly hold: () => Promise<boolean>
  /** Leaves work that fails here until others could take it; where none does, it stays. */
  readonly giveWay: () => Promise<void>
  /** Releases it at once, so that the next process need not wait. */
  readonly stop: () => Promise<void>
}

interface LeaseHolding {
  readonly leases: Leases
  readonly name: string
  /** Names this process among all; new at each start. */
  readonly holder: string
  /** How long others wait for a dead process [ms]; it is prolonged, and requested, three times in this time. */
  readonly leaseMs: number
  /** Work that has not held it for this long [ms] hangs: the lease is not prolonged. */
  readonly workWithinMs?: number
  readonly clock: () => number
  readonly onTaken?: () => void
  /** Called when another process has taken over, or may have. */
  readonly onLost?: () => void
  readonly report: Report
  readonly pause: Pause
  readonly ended?: RepeatingWork['ended']
}

export function holdLease(keeping: LeaseHolding): HeldLease {
  const { leases, name, holder, leaseMs, workWithinMs = Number.POSITIVE_INFINITY, clock } = keeping
  const { report, pause, ended } = keeping
  const owned = ownership(keeping)
  const { lose, isMine } = owned
  let taking: Promise<unknown> = Promise.resolve()
  const take = (): Promise<boolean> => {
    const taken = owned.take()
    taking = taken.catch(() => undefined)
    return taken
  }
  let workedAt = clock()
  let gaveWayAt = Number.NEGATIVE_INFINITY
  const isGivingWay = (): boolean => {
    const sinceMs = clock() - gaveWayAt
    // A clock that was set back ends it.
    return sinceMs >= 0 && sinceMs < leaseMs
  }
  const prolonging = repeat({
    name: `lease ${name}`,
    pauseMs: () => leaseMs / 3,
    work: async () => {
      if (isGivingWay()) return
      if (clock() - workedAt < workWithinMs) return void (await take())
      lose()
      throw new Error('the work it is for does not go on; another process may take over')
    },
    report,
    pause,
    ended
  })
  return {
    async hold() {
      workedAt = clock()
      return !isGivingWay() && (await take())
    },
    async giveWay() {
      if (!isMine()) return
      gaveWayAt = clock()
      // One that is under way would take it again.
      await taking
      await leases.release(name, holder)
    },
    async stop() {
      await prolonging.stop()
      await leases.release(name, holder)
    }
  }
}

function ownership({ leases, name, holder, leaseMs, clock, onTaken, onLost }: LeaseHolding) {
  let current: boolean | null = null
  const become = (mine: boolean): void => {
    const was = current
    current = mine
    if (mine && was === false) onTaken?.()
    if (!mine && was === true) onLost?.()
  }
  const take = async (): Promise<boolean> => {
    const now = clock()
    try {
      const isHeld = await leases.hold({ name, holder, now, until: now + leaseMs })
      become(isHeld)
      return isHeld
    } catch (error) {
      // A process that cannot renew its lease must assume that it was replaced.
      become(false)
      throw error
    }
  }
  return { take, lose: () => become(false), isMine: () => current === true }
}
