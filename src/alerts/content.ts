/** Content is decided when a message is claimed: a queued `raised` that `cleared` has overtaken is not sent. */

import { dayMs } from '../common/time.ts'
import {
  type ContentDeps,
  decideEscalated,
  isWaiting,
  leadOf,
  type MessageContent,
  nightsOf,
  type Skip
} from './content-parts.ts'
import { dayTime, fitsTonight, isAhead, isNear } from './decisions.ts'
import { isAnswered, nightOf, openNights, sentBefore, wasSeenRecently } from './open-nights.ts'
import type { ClaimDecision, DueMessage, FixedMessage, OpenEpisode, WaitReason } from './outbox-ports.ts'
import { quietUntil } from './quiet-hours.ts'
import { alertRules } from './rules.ts'
import { shareOf } from './threshold.ts'

type Wait = { readonly until: number; readonly waits: WaitReason }

/** Pure. */
export function decideContent(due: DueMessage, now: number, deps: ContentDeps): ClaimDecision {
  if (due.maybeSent && due.fixed !== null) return repeatMessage(due.fixed, due, now)
  const content = deciders[due.trigger](due, now, deps)
  if ('skip' in content) return skipMessage(due, content, now)
  if ('until' in content) return { act: 'wait', until: content.until, reason: content.waits }
  const message = fixed(leadOf(due, content), content, now, deps)
  return { act: 'send', message }
}

/** A message that was tried and is now too late is logged as expired; one overtaken before an attempt is not. */
function skipMessage(due: DueMessage, { skip }: Skip, now: number): ClaimDecision {
  const overAt = due.fixed === null ? null : lastNightOver(due.fixed.nights, due)
  const isPast = due.fixed?.nights.every(({ date }) => !isDateAhead(due, date, now))
  return overAt !== null && (overAt <= now || isPast === true)
    ? { act: 'expire', reason: 'night_over' }
    : { act: 'drop', reason: skip }
}

/** A claim without a recorded outcome may have been sent: it is repeated unchanged under the same id. */
function repeatMessage(message: FixedMessage, due: DueMessage, now: number): ClaimDecision {
  const ended = due.subscription.state === 'unsubscribed' || due.subscription.state === 'expired'
  if (ended) return { act: 'drop', reason: 'subscription_ended' }
  if (wasAnswered(message, due, now)) return { act: 'drop', reason: 'acknowledged' }
  const overAt = lastNightOver(message.nights, due)
  const isOver = overAt === null ? reportsEpisodes(message) : overAt <= now
  return isOver ? { act: 'expire', reason: 'night_over' } : { act: 'send', message }
}

/** Whether a person has acknowledged every night that the message warns of. */
function wasAnswered(
  { kind, nights }: FixedMessage,
  { about, episodes, currentRun }: DueMessage,
  now: number
): boolean {
  if (about !== undefined) return kind === 'escalated' && !about.some((one) => isWaiting(one, now))
  const raised = new Set(nights.flatMap(({ date, standing }) => (standing === 'raised' ? [date] : [])))
  const meant = episodes.filter(({ date }) => raised.has(date))
  const isKnown = (episode: OpenEpisode): boolean => {
    const night = currentRun?.nights.find(({ date }) => date === episode.date) ?? episode.seen
    return night != null && isAnswered(episode, night, now)
  }
  return kind !== 'test' && meant.length > 0 && meant.every(isKnown)
}

/** False, so too late, once none of its episodes is found: only those that ended within the last day are read. */
function reportsEpisodes({ nights }: FixedMessage): boolean {
  return nights.some(({ standing }) => standing !== 'seen')
}

function isDateAhead(due: DueMessage, date: string, now: number): boolean {
  const night = nightOf(due, date)
  return night !== null && isAhead(night, now)
}

function lastNightOver(nights: FixedMessage['nights'], due: DueMessage): number | null {
  const dates = new Set(nights.map((night) => night.date))
  const over = due.episodes.filter((episode) => dates.has(episode.date)).map((episode) => episode.overAt)
  return over.length === 0 ? null : Math.max(...over)
}

function fixed(due: DueMessage, content: MessageContent, now: number, deps: ContentDeps): FixedMessage {
  const runSeq = due.currentRun?.seq ?? null
  const endsDataGap = endsGap(due, now, deps)
  const before = due.fixed
  if (
    before !== null &&
    before.kind === content.kind &&
    before.runSeq === runSeq &&
    before.endsDataGap === endsDataGap &&
    JSON.stringify(before.nights) === JSON.stringify(content.nights) &&
    JSON.stringify(before.listed) === JSON.stringify(content.listed) &&
    isTimely(before, due, now, deps)
  ) {
    return before
  }
  return { ...content, runSeq, endsDataGap, madeAt: now, messageId: deps.messageId() }
}

/** "Tonight" and the urgency hold on the day of the message only, and while its nights are as near as then. */
function isTimely(
  { madeAt, nights }: FixedMessage,
  due: DueMessage,
  now: number,
  deps: ContentDeps
): boolean {
  const timezone = deps.timezoneOf(due.subscription.location)
  return (
    dateAt(madeAt, timezone) === dateAt(now, timezone) &&
    nights.every(({ date }) => {
      const night = nightOf(due, date)
      return night === null || isNear(night, madeAt) === isNear(night, now)
    })
  )
}

function dateAt(at: number, timezone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone).toPlainDate().toString()
}

const gapEnds: ReadonlySet<DueMessage['trigger']> = new Set(['change', 'dusk', 'sighted'])

/** True until the evening after its night: later no reader needs to know that forecasts are back. */
function endsGap(
  { trigger, dataGap: { date, open, notified }, subscription }: DueMessage,
  now: number,
  deps: ContentDeps
): boolean {
  const isOfLate = date !== null && date >= dateAt(now, deps.timezoneOf(subscription.location))
  return gapEnds.has(trigger) && notified && !open && isOfLate
}

const deciders: Readonly<
  Record<
    DueMessage['trigger'],
    (due: DueMessage, now: number, deps: ContentDeps) => MessageContent | Skip | Wait
  >
> = {
  change: decideChange,
  dusk: decideDusk,
  blind: decideDataGap,
  sighted: decideDataRestored,
  still_watching: decideStillWatching,
  test: decideTest,
  verify: (due, now) => whenPending(due, now, 'verify'),
  confirm: (due, now) => whenPending(due, now, 'confirm'),
  escalate: (due, now, deps) => whenActive(due, () => decideEscalated(due, now, deps))
}

function decideChange(due: DueMessage, now: number, deps: ContentDeps): MessageContent | Skip | Wait {
  if (due.subscription.state !== 'active') return notActive
  const { raised, cleared, unsaid, news, heldUntil } = openNights(due, now, deps)
  if (news.size === 0) {
    return heldUntil === null ? { skip: 'nothing_new' } : { until: heldUntil, waits: 'until_morning' }
  }
  const worse = raised.map((episode) => ({
    date: episode.date,
    before: sentBefore(due, episode, now),
    isNew: unsaid.has(episode.date)
  }))
  const nights = nightsOf(worse, cleared)
  if (news.has('new')) return { kind: 'raised', nights, counted: false }
  const counted = !news.has('severe') && !news.has('again')
  const timezone = deps.timezoneOf(due.subscription.location)
  if (counted && !fitsTonight(due.countedSentAt, now, timezone)) return { skip: 'message_limit' }
  const isRaised = raised.some(({ date }) => isDateAhead(due, date, now))
  return { kind: isRaised ? 'updated' : 'cleared', nights, counted }
}

function decideDusk(due: DueMessage, now: number, deps: ContentDeps): MessageContent | Skip {
  return whenActive(due, () => {
    const raised = openNights(due, now, deps).raised
    // The next night has its own dusk.
    const isOfTonight = ({ date, overAt }: (typeof raised)[number]): boolean =>
      overAt <= due.createdAt + dayMs && isDateAhead(due, date, now)
    const ofTonight = raised.filter(isOfTonight)
    if (ofTonight.length === 0) return { skip: 'nothing_raised' }
    const { open, notified, date: gapDate } = due.dataGap
    // The message about their data gap that follows names the same nights.
    if (open && !notified && ofTonight.some(({ date }) => date === gapDate)) return { skip: 'data_gap' }
    if (wasSent(due, now - alertRules.duskQuietMs, now)) return { skip: 'told_recently' }
    if (ofTonight.every((episode) => wasSeenRecently(episode, now))) return { skip: 'acknowledged' }
    return { kind: 'dusk', nights: nightsOf(raised, []), counted: false }
  })
}

function decideDataGap(due: DueMessage, now: number, deps: ContentDeps): MessageContent | Skip | Wait {
  return whenActive(due, () => {
    if (!due.dataGap.open || due.dataGap.date === null) return { skip: 'seen_again' }
    const { dataGapBeforeColdestMs } = alertRules
    const night = nightOf(due, due.dataGap.date)
    const coldestAt = night === null ? due.createdAt + dataGapBeforeColdestMs : night.coldestAt
    if (coldestAt <= now) return { skip: 'night_over' }
    const share = night === null ? null : shareOf(due.subscription.threshold, night)
    const isRaised = due.episodes.some(({ date, state }) => date === night?.date && state === 'raised')
    if (!isRaised && share !== null && share < alertRules.dataGapShare) return { skip: 'nothing_raised' }
    const wait = afterLastMessage(due, now)
    if (wait !== null && wait.until < coldestAt) return wait
    return { kind: 'blind', nights: withTonight(due, now, due.dataGap.date, deps), counted: false }
  })
}

/** A message of the last half hour holds back the rest. */
function afterLastMessage(due: DueMessage, now: number): Wait | null {
  const { lastSentAt } = due.subscription
  const { dataGapApartMs } = alertRules
  return lastSentAt !== null && wasSent(due, now - dataGapApartMs, now)
    ? { until: lastSentAt + dataGapApartMs, waits: 'until_morning' }
    : null
}

/** The return of forecasts must not wake people: it waits for the day, and is dropped after the coldest hour. */
function decideDataRestored(due: DueMessage, now: number, deps: ContentDeps): MessageContent | Skip | Wait {
  return whenActive(due, () => {
    if (!due.dataGap.notified || due.dataGap.open) return { skip: 'never_told_blind' }
    // Nights to be announced, or worse, come first; that message also says that forecasts are back.
    const change = decideChange(due, now, deps)
    if ('kind' in change) return change
    if (due.dataGap.date === null || !isDateAhead(due, due.dataGap.date, now)) return { skip: 'night_over' }
    const timezone = deps.timezoneOf(due.subscription.location)
    const day = Math.max(dayTime(now, timezone), quietEnd(due, now, timezone))
    if (day > now) return { until: day, waits: 'until_morning' }
    const wait = afterLastMessage(due, now)
    if (wait !== null) return wait
    if (!fitsTonight(due.countedSentAt, now, timezone)) return { skip: 'message_limit' }
    const ahead = due.currentRun?.nights.find((night) => night.coldestAt > now)?.date ?? null
    return { kind: 'sighted', nights: withTonight(due, now, ahead, deps), counted: true }
  })
}

/** A time later than `now` comes from before the clock was set back. */
function wasSent({ subscription: { lastSentAt } }: DueMessage, since: number, now: number): boolean {
  return lastSentAt !== null && lastSentAt > since && lastSentAt <= now
}

function quietEnd({ quietHours }: DueMessage, now: number, timezone: string): number {
  return quietHours === undefined ? now : quietUntil(quietHours, now, timezone)
}

/** Dropped if another message was sent meanwhile. */
function decideStillWatching(due: DueMessage, now: number, deps: ContentDeps): MessageContent | Skip | Wait {
  return whenActive(due, () => {
    if (wasSent(due, now - alertRules.stillWatchingAfterMs, now)) return { skip: 'told_recently' }
    const until = quietEnd(due, now, deps.timezoneOf(due.subscription.location))
    if (until > now) return { until, waits: 'until_morning' }
    return { kind: 'still_watching', nights: [], counted: false }
  })
}

function decideTest(due: DueMessage, now: number, deps: ContentDeps): MessageContent | Skip {
  const { state } = due.subscription
  if (state !== 'active' && state !== 'paused' && state !== 'suspended') return { skip: 'subscription_ended' }
  return { kind: 'test', nights: withTonight(due, now, tonight(due, now), deps), counted: false }
}

function tonight(due: DueMessage, now: number): string | null {
  return due.currentRun?.nights.find((night) => night.overAt > now && isAhead(night, now))?.date ?? null
}

/** Raised nights, and the given one if its forecast is known. */
function withTonight(
  due: DueMessage,
  now: number,
  date: string | null,
  deps: ContentDeps
): FixedMessage['nights'] {
  const { raised } = openNights(due, now, deps)
  const isBeside = date !== null && nightOf(due, date) !== null && !raised.some((one) => one.date === date)
  return nightsOf(raised, [], isBeside ? date : null)
}

const notActive: Skip = { skip: 'not_active' }

function whenActive<Decision>(due: DueMessage, decide: () => Decision): Decision | Skip {
  return due.subscription.state === 'active' ? decide() : notActive
}

function whenPending(due: DueMessage, now: number, kind: 'verify' | 'confirm'): MessageContent | Skip {
  const { state, confirmUntil } = due.subscription
  if (state !== 'pending_confirmation') return { skip: 'not_pending' }
  if (confirmUntil !== null && confirmUntil <= now) return { skip: 'confirmation_expired' }
  return { kind, nights: [], counted: false }
}
