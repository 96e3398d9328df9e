import { type AlertNight, coldBeyond, type SentBefore } from './alert-night.ts'
import { isAhead, isNear, type WorseReason, worseThanNotified, worseThanSeen } from './decisions.ts'
import type { DueMessage, OpenEpisode } from './outbox-ports.ts'
import { clearedLeavesAt, raisedLeavesAt } from './quiet-hours.ts'
import { alertRules } from './rules.ts'

export interface Naming {
  readonly timezoneOf: (location: string) => string
}

/** `again`: clearly worse than when a person acknowledged it. */
type News = 'new' | 'cleared' | 'severe' | 'again' | WorseReason

/** Nights of the current run that are not over; one that is not near is named by no message before its day. */
export function openNights(due: DueMessage, now: number, naming: Naming) {
  const raised: OpenEpisode[] = []
  const cleared: OpenEpisode[] = []
  /** The kinds of news among nights that may be announced now. */
  const news = new Set<News>()
  /** Raised nights of which no message was sent so far. */
  const unsaid = new Set<string>()
  /** Until morning, or the end of quiet hours; null: no news is held. */
  let heldUntil: number | null = null
  const since = heldSince(due, now)
  for (const episode of due.episodes) {
    const night = episode.overAt <= now ? null : nightOf(due, episode.date)
    if (night === null) continue
    const said = newsOf(episode, night, now, since)
    const until = said.length === 0 ? now : saidAt(due, { episode, night }, now, naming)
    if (until > now) heldUntil = Math.min(until, heldUntil ?? until)
    else for (const one of said) news.add(one)
    if (until <= now && said.includes('new')) unsaid.add(episode.date)
    if (episode.state === 'cleared') {
      if (said.length > 0) cleared.push(episode)
    } else if (until <= now || !said.includes('new')) raised.push(episode)
  }
  return { raised, cleared, unsaid, news, heldUntil }
}

/** Quiet hours hold what was news when it was queued. */
function heldSince({ quietHours, createdAt }: DueMessage, now: number): number {
  return quietHours === undefined ? now : Math.min(createdAt, now)
}

const neverSaid: readonly News[] = ['new']

function newsOf(episode: OpenEpisode, night: AlertNight, now: number, since = now): readonly News[] {
  const { state, notified, notifiedState } = episode
  if (state === 'cleared') {
    if (notifiedState !== 'raised') return []
    // Clouds may move the coldest hour to the evening: people wait until the announced hour. A night that is
    // not near may be raised again.
    const isAwaited = (one: AlertNight | null): boolean =>
      one !== null && isAhead(one, since) && one.coldestAt <= now + alertRules.nearMs
    return isAwaited(night) || isAwaited(notified) ? ['cleared'] : []
  }
  if (!isAhead(night, now)) return []
  // People who were told that it was over are told that it is back.
  if (notifiedState !== 'cleared' && isSeen(episode, now) && isNear(night, now)) {
    const again = worseSinceSeen(episode, night, now)
    if (again.length === 0) return []
    if (notifiedState === 'raised') return [...again, 'again']
  }
  if (notifiedState !== 'raised') return neverSaid
  const reasons = notified === null ? [] : worseThanNotified(night, notified, now)
  const severe = reasons.includes('level') && night.level === 'severe'
  return severe ? [...reasons, 'severe'] : reasons
}

/** Seen by a person, as last announced or when hardly better. */
export function isSeen(
  { seen, notified, isSeenAhead }: Pick<OpenEpisode, 'seen' | 'notified' | 'isSeenAhead'>,
  now: number
): boolean {
  if (seen == null) return false
  return notified === null || isSeenAhead === true || worseThanSeen(notified, seen, now).length === 0
}

export function wasSeenRecently(episode: OpenEpisode, now: number): boolean {
  const { seenAt } = episode
  return (
    isSeen(episode, now) && seenAt !== undefined && seenAt > now - alertRules.seenQuietMs && seenAt <= now
  )
}

/** From when it is tonight: news of a night two days away keeps no one awake. */
export function isAnswered(
  episode: Pick<OpenEpisode, 'seen' | 'seenAt' | 'notified' | 'isSeenAhead'>,
  { coldestAt }: Pick<AlertNight, 'coldestAt'>,
  now: number
): boolean {
  return isSeen(episode, now) && (episode.seenAt ?? 0) > coldestAt - alertRules.nearMs
}

/** Worse than what was seen, and than what was announced since. */
function worseSinceSeen(
  { seen, notified, isSeenAhead }: OpenEpisode,
  night: AlertNight,
  now: number
): readonly WorseReason[] {
  const since = isSeenAhead ? null : notified
  if (seen == null || (since !== null && worseThanSeen(night, since, now).length === 0)) return []
  return worseThanSeen(night, seen, now)
}

/** What was last sent of a raised night that is worse now; null for any other. */
export function sentBefore(due: DueMessage, episode: OpenEpisode, now: number): SentBefore | null {
  const night = nightOf(due, episode.date)
  const { notified, notifiedState } = episode
  if (night === null || notified === null || notifiedState !== 'raised') return null
  if (newsOf(episode, night, now).length === 0) return null
  const { score, level, plantTemperatureMinC, frostFromAt, frostToAt } = notified
  return { score, level, plantTemperatureMinC, frostFromAt, frostToAt, ...coldBeyond(notified) }
}

function saidAt(
  due: DueMessage,
  { episode, night }: { episode: OpenEpisode; night: AlertNight },
  now: number,
  naming: Naming
): number {
  const { preview, location, threshold } = due.subscription
  if (preview) return now
  const { quietHours } = due
  const at = { now, timezone: naming.timezoneOf(location) }
  if (quietHours !== undefined && episode.state === 'cleared') return clearedLeavesAt(quietHours, episode, at)
  return raisedLeavesAt({ threshold, quietHours }, night, at)
}

export function nightOf(due: DueMessage, date: string): AlertNight | null {
  return due.currentRun?.nights.find((night) => night.date === date) ?? null
}
