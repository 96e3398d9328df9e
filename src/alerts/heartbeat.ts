import { hourMs, minuteMs } from '../common/time.ts'
import type { Alerts } from './alerts.ts'
import { readDataGap } from './decisions.ts'
import { alertRules } from './rules.ts'
import type { ProfileVisibility, UnseenProfile } from './store-ports.ts'

/** The longest time between two planned forecasts of a place (forecasts/pace.ts). */
const longestPacedMs = 15 * hourMs

/**
 * - `late`: a message has been due for ten minutes without an attempt, or one of the operator's own servers has
 *   not taken it for as long
 * - `data_gap`: no source has confirmed the coming night of a watched place for as long as a data gap is
 *   (alerts/rules.ts), or at any hour for longer than a pace plans, or within ten minutes of its first check
 * - `not_working`: a round keeps failing, or the database is damaged
 * - `unreachable`: the watchdog did not answer
 */
type PingOutcome = 'sent' | 'late' | 'data_gap' | 'not_working' | 'unreachable'

type Heart = Pick<Alerts, 'outbox' | 'channels' | 'episodes' | 'forecasts' | 'places' | 'isWorking' | 'now'>

/** @param ping a GET of HEARTBEAT_URL; the watchdog notices when it fails */
export function openHeartbeat(alerts: Heart, ping: () => Promise<unknown>) {
  const hasGap = gapFinder(alerts)
  const unwell = async (unread: ReadonlySet<string>): Promise<Exclude<PingOutcome, 'sent'> | null> => {
    if (!alerts.isWorking()) return 'not_working'
    const since = await waitingSince(alerts)
    if (since !== null && since <= alerts.now() - lateMs) return 'late'
    return (await hasGap(unread)) ? 'data_gap' : null
  }
  return {
    /**
     * The ping is sent after each round of watching, if all is well.
     * @param unread slugs of places whose data may be old on purpose: their messages go unread, or they are beyond
     * their network's share
     */
    async ping(unread: ReadonlySet<string> = new Set()): Promise<PingOutcome> {
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

/** A place may wait ten minutes for its first forecast, counted from the call that first saw its profile. */
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

export interface OpenGap {
  readonly profile: ProfileVisibility
  readonly affected: UnseenProfile
}

/** Earlier in the day data may be older: the pace follows the nights. @param unread as in `ping` */
export async function openGaps(
  deps: Pick<Alerts, 'episodes' | 'forecasts' | 'places'>,
  unread: ReadonlySet<string>,
  now: number
): Promise<readonly OpenGap[]> {
  const unseen = await deps.episodes.unseen(now - alertRules.dataGapAfterMs, now)
  return unseen
    .filter(({ location }) => !unread.has(location))
    .flatMap((profile) => {
      const affected = affectedBy(deps, profile, now)
      return affected === null ? [] : [{ profile, affected }]
    })
}

function affectedBy(
  { forecasts, places }: Pick<Alerts, 'forecasts' | 'places'>,
  profile: ProfileVisibility,
  now: number
): UnseenProfile | null {
  const seen = profile.nights.find((night) => night.overAt > now)
  const place = seen === undefined ? places.find(profile.location) : null
  const expected = seen ?? (place === null ? null : forecasts.tonight(place, now))
  if (expected === null) return null
  const night = {
    p10Tenths: seen?.p10Tenths ?? null,
    coldestAt: expected.coldestAt,
    seen: seen !== undefined
  }
  const gap = readDataGap(night, profile.confirmedAt, now)
  return gap === 'none'
    ? null
    : { profileSeq: profile.seq, date: expected.date, raisedOnly: gap === 'raised' }
}

const lateMs = 10 * minuteMs

function answeringChannels(channels: Alerts['channels']): readonly string[] {
  return [...channels.values()].filter(({ confirmation }) => confirmation === 'answer').map(({ id }) => id)
}

/** The oldest message that should be out: due untried, or not taken by the operator's server. Null: none. */
export async function waitingSince({
  outbox,
  channels
}: Pick<Alerts, 'outbox' | 'channels'>): Promise<number | null> {
  const { oldestDueAt } = await outbox.waiting()
  const retrying = await outbox.retrying(answeringChannels(channels))
  const times = [...retrying.map(({ since }) => since), ...(oldestDueAt === null ? [] : [oldestDueAt])]
  return times.length === 0 ? null : Math.min(...times)
}
