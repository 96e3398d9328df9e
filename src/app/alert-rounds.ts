import { randomBytes } from 'node:crypto'
import type { Alerts } from '../alerts/alerts.ts'
import { conversationApi } from '../alerts/conversation.ts'
import { deliverDue } from '../alerts/dispatch/dispatch.ts'
import type { DeliverySettings } from '../alerts/dispatch/settings.ts'
import { openHeartbeat } from '../alerts/heartbeat.ts'
import type { Channel } from '../alerts/ports.ts'
import { endPreviews } from '../alerts/previews.ts'
import { escalateRound, watchRound } from '../alerts/round.ts'
import type { ShownStates } from '../alerts/shown-states.ts'
import type { watchPlaces } from '../alerts/watching/watched-places.ts'
import { minuteMs } from '../common/time.ts'
import type { Report } from '../forecasts/ports.ts'
import type { Leases } from '../store/leases.ts'
import { type HeldLease, holdLease } from './held-lease.ts'
import { type Pause, type Repeating, type RepeatingWork, repeat } from './repeating.ts'

export interface RoundDeps {
  readonly alerts: Alerts
  readonly delivery: DeliverySettings
  readonly watched: ReturnType<typeof watchPlaces>
  readonly states: Pick<ShownStates, 'taken' | 'wake' | 'stop'>
  readonly leases: Leases
  /** Resolves once it is known whether the service runs on synthetic data. */
  readonly settled: () => Promise<void>
  /** Fetches past forecasts of some watched places, after all else. */
  readonly backFill: (signal: AbortSignal) => Promise<void>
  /** One GET of HEARTBEAT_URL; null without one. */
  readonly ping: (() => Promise<unknown>) | null
  readonly clock: () => number
  /** 0 ≤ x < 1. */
  readonly random: () => number
  readonly report: Report
  readonly pause: Pause
  readonly ended: RepeatingWork['ended']
  readonly isUnavailable: (error: unknown) => boolean
  /** Whether no source can be asked, because each of them keeps failing: perhaps it is the network here. */
  readonly isCutOff: () => boolean
}

/** Intervals of the rounds: forecasts decide nothing within a minute, and no person notices a second's delay. */
const every = { watchMs: minuteMs, escalateMs: 15_000, deliverMs: 1000, talkMs: 15_000 } as const
export const watchLeaseName = 'alerts'
/** The work itself renews the lease, between batches and rounds: another process takes over from one that hangs. */
const watchLease = { name: watchLeaseName, leaseMs: 30_000, workWithinMs: 10 * minuteMs } as const
/** Rounds in a row that failed, or without an answer of a source, until another process may try. */
const maxFruitless = 3
const talkLeaseMs = minuteMs

export function startAlertRounds(deps: RoundDeps): Repeating {
  const holder = randomBytes(9).toString('base64url')
  const { report, pause, ended } = deps
  const usual = { report, pause, ended }
  const deliver = repeat({
    name: 'deliver',
    pauseMs: () => every.deliverMs,
    work: (signal) => deliverRound(deps, signal),
    ...usual
  })
  // Apart from watching, which may wait for a source; each step is taken once, whichever process takes it.
  const escalate = repeat({
    name: 'escalate',
    pauseMs: () => every.escalateMs,
    work: () => escalateOnce(deps),
    ...usual
  })
  const { watch, watching, isWatching } = startWatching(deps, { deliver, holder })
  const shows = (): void => void (isWatching() && deps.states.wake())
  const talks = [...deps.alerts.channels.values()].flatMap((channel) =>
    talk(deps, { holder, channel, shows })
  )
  const all = [watch, deliver, escalate, ...talks]
  return {
    wake() {
      deliver.wake()
      if (isWatching()) deps.states.wake()
    },
    async stop() {
      await Promise.all(all.map((one) => one.stop()))
      await deps.states.stop()
      await watching.stop()
    }
  }
}

function startWatching(deps: RoundDeps, { deliver, holder }: { deliver: Repeating; holder: string }) {
  const { report, pause, ended } = deps
  const usual = { report, pause, ended }
  const heartbeat = deps.ping === null ? null : openHeartbeat(deps.alerts, deps.ping)
  const watching = watchingLease(deps, holder, () => watch.wake())
  let fruitless = 0
  /** Whether the last round ended because the database did not answer for the lease. */
  let isUnanswered = false
  const holdNoting = async (): Promise<boolean> => {
    isUnanswered = true
    const isHeld = await watching.hold()
    isUnanswered = false
    return isHeld
  }
  let elsewhere = 0
  let hasWatched = false
  const watch = repeat({
    name: 'watch',
    pauseMs: () => every.watchMs * (0.9 + 0.2 * deps.random()),
    work: async (signal) => {
      let [isFruitless, watches] = [true, true]
      const wasUnanswered = isUnanswered
      try {
        watches = await watchOnce({ ...deps, hold: holdNoting, deliver, heartbeat }, signal)
        isFruitless = deps.isCutOff()
      } finally {
        hasWatched = true
        elsewhere = watches ? 0 : elsewhere + 1
        fruitless = isFruitless ? fruitless + 1 : 0
        // Once: where no process reaches a source, they would take turns for as long.
        if (fruitless === maxFruitless) await watching.giveWay()
      }
      // Well again once it watches, once the missed answer came, or once another process has watched long enough.
      return watches || wasUnanswered || elsewhere > maxFruitless ? undefined : 'idle'
    },
    ...usual
  })
  return { watch, watching, isWatching: () => hasWatched && elsewhere === 0 }
}

/** @param wake called when this process takes over */
function watchingLease(deps: RoundDeps, holder: string, wake: () => void): HeldLease {
  const { leases, clock, report, pause, ended } = deps
  return holdLease({
    ...watchLease,
    leases,
    holder,
    clock,
    report,
    pause,
    ended,
    onTaken: () => {
      report('watching_taken', {})
      deps.states.taken()
      wake()
    },
    onLost: () => {
      deps.watched.lost()
      // Another process reports on the places from now on.
      for (const work of ['evaluate', 'places', 'gaps']) ended?.(work, null)
    }
  })
}

async function deliverRound({ alerts, delivery, pause }: RoundDeps, stopping: AbortSignal): Promise<void> {
  const dueAt = await alerts.outbox.nextDueAt()
  if (dueAt === null || dueAt > alerts.now()) return
  const wait = (): Promise<void> =>
    stopping.aborted ? forever : pause(every.deliverMs, stopping, 'deliver, between two claims')
  await deliverDue(alerts, { ...delivery, wait })
}

async function escalateOnce({ alerts }: RoundDeps): Promise<void> {
  if (!alerts.isDemo()) await escalateRound(alerts)
}

/** While the app closes, no new work starts. */
const forever = new Promise<void>(() => undefined)

interface WatchDeps extends RoundDeps {
  readonly hold: HeldLease['hold']
  readonly deliver: Repeating
  readonly heartbeat: ReturnType<typeof openHeartbeat> | null
}

/** Watches, in one process at a time, as requesting twice would do harm. @returns whether it was this one */
async function watchOnce(deps: WatchDeps, signal: AbortSignal): Promise<boolean> {
  const { alerts, watched, hold, states, deliver, heartbeat, report } = deps
  await deps.settled()
  if (!(await hold())) return false
  // Previews end with the demo, whether or not a watched place has real data yet.
  if (!alerts.isDemo()) await endPreviews(alerts)
  // What has ended does not wait for the sources.
  states.wake()
  const [refreshed] = await Promise.allSettled([watched.refresh(signal, hold)])
  const pace = watched.pace()
  if (pace === null && refreshed.status === 'rejected') throw refreshed.reason
  if (signal.aborted || !(await hold())) return false
  // Reminders and gaps in the data do not wait for places that cannot be evaluated.
  states.wake()
  const unread = pace?.unread
  const { error } = await watchRound(alerts, unread, deps.isUnavailable)
  deps.ended?.('gaps', error)
  deliver.wake()
  if (refreshed.status === 'rejected') throw refreshed.reason
  const outcome = await heartbeat?.ping(unread?.union(pace?.beyond ?? new Set()))
  if (outcome !== undefined && outcome !== 'sent') report('heartbeat_not_sent', { reason: outcome })
  if (!alerts.isDemo() && !signal.aborted) await deps.backFill(signal)
  return true
}

/** A channel with a conversation; a lease lets one process run its bot. No bot runs on synthetic data. */
function talk(
  deps: RoundDeps,
  { holder, channel, shows }: { holder: string; channel: Channel; shows: () => void }
): readonly Repeating[] {
  const { converse } = channel
  if (converse === undefined || !channel.isConfigured) return []
  const { alerts, leases, clock, report, pause, ended } = deps
  const work = async (ending: AbortSignal): Promise<void> => {
    await deps.settled()
    if (alerts.isDemo() || ending.aborted) return
    const lost = new AbortController()
    const lease = holdLease({
      leases,
      name: `talk ${channel.id}`,
      holder,
      clock,
      report,
      pause,
      leaseMs: talkLeaseMs,
      onLost: () => lost.abort()
    })
    try {
      if (!(await lease.hold())) return
      const api = conversationApi(alerts, channel.id)
      const seenLast: typeof api.seenLast = (destination) => api.seenLast(destination).then(shows)
      await converse({ ...api, seenLast }, AbortSignal.any([ending, lost.signal]))
    } finally {
      await lease.stop()
    }
  }
  return [repeat({ name: `talk ${channel.id}`, pauseMs: () => every.talkMs, work, report, pause, ended })]
}
