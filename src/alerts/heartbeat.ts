/**
 * The ping for an outside watchdog: it stops when alerts are not sent, or when watched places have no
 * forecast.
 */

import { hourMs } from '../common/time.ts'
import type { Alerts } from './alerts.ts'
import { lateMs, waitingSince } from './lateness.ts'
import { openGaps } from './open-gaps.ts'

/** No pace of refreshing plans a longer time between two forecasts of a place (forecasts/pace.ts). */
const longestPacedMs = 15 * hourMs

/**
 * - `late`: a message has been due for ten minutes without an attempt, or one of the operator's own servers has
 *   not taken it for as long
 * - `data_gap`: no source has confirmed the coming night of a watched place for as long as a data gap is
 *   (alerts/rules.ts), or at any hour for longer than a pace plans, or within ten minutes of its first check
 * - `not_working`: a round keeps failing, or the database is damaged
 * - `unreachable`: the watchdog did not answer
 */
export type PingOutcome = 'sent' | 'late' | 'data_gap' | 'not_working' | 'unreachable'

export interface Heartbeat {
  /**
   * Pings the watchdog if all is well: to be called after each round of watching.
   * @param unread Slugs of places whose data may be old on purpose, because their messages go unread or they are more
   * than the share of their network
   */
  readonly ping: (unread?: ReadonlySet<string>) => Promise<PingOutcome>
}

export type Heart = Pick<
  Alerts,
  'outbox' | 'channels' | 'episodes' | 'forecasts' | 'places' | 'isWorking' | 'now'
>

/** @param ping one GET of HEARTBEAT_URL; the watchdog notices when it fails */
export function openHeartbeat(alerts: Heart, ping: () => Promise<unknown>): Heartbeat {
  const hasGap = gapFinder(alerts)
  const unwell = async (unread: ReadonlySet<string>): Promise<Exclude<PingOutcome, 'sent'> | null> => {
    if (!alerts.isWorking()) return 'not_working'
    const since = await waitingSince(alerts)
    if (since !== null && since <= alerts.now() - lateMs) return 'late'
    return (await hasGap(unread)) ? 'data_gap' : null
  }
  return {
    async ping(unread = new Set()) {
      const reason = await unwell(unread)
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
 * Whether a watched place is in a data gap; it may wait ten minutes for its first forecast. When a profile without any
 * forecast was first seen is known from earlier calls.
 */
function gapFinder({
  episodes,
  forecasts,
  places,
  now
}: Heart): (unread: ReadonlySet<string>) => Promise<boolean> {
  let waitingSince: ReadonlyMap<number, number> = new Map()
  return async (unread) => {
    const at = now()
    const overdue = (await episodes.unseen(at - longestPacedMs, at)).filter(
      ({ location }) => !unread.has(location)
    )
    const never = overdue.filter(({ confirmedAt }) => confirmedAt === null)
    waitingSince = new Map(never.map(({ seq }) => [seq, Math.min(waitingSince.get(seq) ?? at, at)]))
    if (never.length < overdue.length || waitingSince.values().some((since) => since <= at - lateMs))
      return true
    const gaps = await openGaps({ episodes, forecasts, places }, unread, at)
    // A place without risk may be refreshed ten hours apart; its gap is news only where a night is raised.
    return gaps.some(({ profile, affected }) => profile.confirmedAt !== null && !affected.raisedOnly)
  }
}
