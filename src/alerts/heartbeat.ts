/**
 * A ping for an external watchdog. It stops when alerts are not sent, or when watched places have no data.
 */
import type { Alerts } from './alerts.ts'
import { alertRules } from './rules.ts'

/**
 * A row that is due for longer means that alerts are not sent. A place may wait as long for its first
 * forecast.
 */
const lateMs = 10 * 60_000

/**
 * - `late`: a message has been due for ten minutes without an attempt
 * - `data_gap`: a watched place has had no confirmed forecast for as long as a data gap is (alerts/rules.ts),
 *   or for ten minutes after it was first watched
 * - `not_working`: a round keeps failing, or the database is damaged
 * - `unreachable`: the watchdog did not answer
 */
export type Beat = 'sent' | 'late' | 'data_gap' | 'not_working' | 'unreachable'

export interface Heartbeat {
  /** Pings the watchdog if all is well. Called after each round of watching. */
  readonly ping: () => Promise<Beat>
}

export type Heart = Pick<Alerts, 'outbox' | 'episodes' | 'isWorking' | 'now'>

/** @param ping one GET of HEARTBEAT_URL; the watchdog notices when it fails */
export function openHeartbeat(alerts: Heart, ping: () => Promise<unknown>): Heartbeat {
  const hasGap = gapFinder(alerts)
  const unwell = async (): Promise<Exclude<Beat, 'sent'> | null> => {
    if (!alerts.isWorking()) return 'not_working'
    const { oldestDueAt } = await alerts.outbox.waiting()
    if (oldestDueAt !== null && oldestDueAt <= alerts.now() - lateMs) return 'late'
    return (await hasGap()) ? 'data_gap' : null
  }
  return {
    async ping() {
      const reason = await unwell()
      if (reason !== null) return reason
      try {
        await ping()
        return 'sent'
      } catch {
        return 'unreachable'
      }
    }
  }
}

/**
 * Whether a watched place is in a data gap. Earlier calls show when a profile without any forecast was first
 * seen.
 */
function gapFinder({ episodes, now }: Heart): () => Promise<boolean> {
  let waitingSince: ReadonlyMap<number, number> = new Map()
  return async () => {
    const at = now()
    const unseen = await episodes.unseen(at - alertRules.dataGapAfterMs, at)
    const never = unseen.filter(({ confirmedAt }) => confirmedAt === null)
    waitingSince = new Map(never.map(({ seq }) => [seq, Math.min(waitingSince.get(seq) ?? at, at)]))
    return never.length < unseen.length || waitingSince.values().some((since) => since <= at - lateMs)
  }
}
