/**
 * What a due message says is decided at the moment it is claimed, from the episodes as they stand then: so a queued `raised` that
 * was overtaken by `cleared` says nothing, and the newest snapshot always replaces the older one whole.
 */
import { fitsTonight, isNear } from './decisions.ts'
import { type Naming, nightOf, openNights } from './open-nights.ts'
import type { ClaimDecision, DueMessage, FixedMessage, OpenEpisode, WaitReason } from './outbox-ports.ts'
import { alertRules } from './rules.ts'

/** What the decision needs besides the row. */
export interface Saying extends Naming {
  /** A new message's id; unguessable, never given twice. */
  readonly messageId: () => string
}

type Said = Pick<FixedMessage, 'kind' | 'nights' | 'counted'>

type Silence = { readonly silent: string }

type Wait = { readonly until: number; readonly waits: WaitReason }

const dayMs = 86_400_000

/** Decides one due row; pure. */
export function whatToSay(due: DueMessage, now: number, saying: Saying): ClaimDecision {
  if (due.maybeSent && due.fixed !== null) return sayAgain(due.fixed, due, now)
  const said = sayings[due.prompt](due, now, saying)
  if ('silent' in said) return sayNothing(due, said, now)
  if ('until' in said) return { act: 'wait', until: said.until, reason: said.waits }
  const message = fixed(due, said, now, saying)
  return { act: 'send', message }
}

/** What was tried and came too late is told in the log; what was overtaken before it was tried leaves no trace there. */
function sayNothing(due: DueMessage, { silent }: Silence, now: number): ClaimDecision {
  const overAt = due.fixed === null ? null : lastNightOver(due.fixed.nights, due)
  return overAt !== null && overAt <= now
    ? { act: 'expire', reason: 'night_over' }
    : { act: 'drop', reason: silent }
}

/** Unanswered claims are repeated as they were, under the same id: whether it had been sent nobody knows. */
function sayAgain(message: FixedMessage, due: DueMessage, now: number): ClaimDecision {
  const ended = due.subscription.state === 'unsubscribed' || due.subscription.state === 'expired'
  if (ended) return { act: 'drop', reason: 'subscription_ended' }
  const overAt = lastNightOver(message.nights, due)
  const isOver = overAt === null ? tellsEpisodes(message) : overAt <= now
  return isOver ? { act: 'expire', reason: 'night_over' } : { act: 'send', message }
}

/** Then it comes too late where none of them is there any more: only those are read that were over within the last day. */
function tellsEpisodes({ nights }: FixedMessage): boolean {
  return nights.some(({ standing }) => standing !== 'seen')
}

function lastNightOver(nights: FixedMessage['nights'], due: DueMessage): number | null {
  const dates = new Set(nights.map((night) => night.date))
  const over = due.episodes.filter((episode) => dates.has(episode.date)).map((episode) => episode.overAt)
  return over.length === 0 ? null : Math.max(...over)
}

function fixed(due: DueMessage, said: Said, now: number, saying: Saying): FixedMessage {
  const runSeq = due.currentRun?.seq ?? null
  const endsDataGap = endsGap(due)
  const before = due.fixed
  if (
    before !== null &&
    before.kind === said.kind &&
    before.runSeq === runSeq &&
    before.endsDataGap === endsDataGap &&
    same(before.nights, said.nights) &&
    isTimely(before, due, now, saying)
  ) {
    return before
  }
  return { ...said, runSeq, endsDataGap, madeAt: now, messageId: saying.messageId() }
}

/** Words such as "tonight", and how loudly it comes, are those of the day on which it was made, and of how near its nights were then. */
function isTimely({ madeAt, nights }: FixedMessage, due: DueMessage, now: number, saying: Saying): boolean {
  const timezone = saying.timezoneOf(due.subscription.location)
  return (
    dateAt(madeAt, timezone) === dateAt(now, timezone) &&
    nights.every(({ date }) => {
      const night = nightOf(due, date)
      return night === null || isNear(night, madeAt, saying.rules) === isNear(night, now, saying.rules)
    })
  )
}

function dateAt(at: number, timezone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone).toPlainDate().toString()
}

/** The subscriber was notified of a data gap that is over. */
function endsGap({ prompt, blind }: DueMessage): boolean {
  return (prompt === 'change' || prompt === 'sighted') && blind.told && !blind.open
}

function same(one: FixedMessage['nights'], other: FixedMessage['nights']): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

const sayings: Readonly<
  Record<DueMessage['prompt'], (due: DueMessage, now: number, saying: Saying) => Said | Silence | Wait>
> = {
  change: sayChange,
  dusk: sayDusk,
  blind: sayBlind,
  sighted: saySighted,
  still_watching: sayStillWatching,
  test: sayTest,
  verify: (due, now) => whenPending(due, now, 'verify'),
  confirm: (due, now) => whenPending(due, now, 'confirm')
}

function sayChange(due: DueMessage, now: number, saying: Saying): Said | Silence | Wait {
  if (due.subscription.state !== 'active') return notActive
  const { raised, cleared, news, heldUntil } = openNights(due, now, saying)
  if (news.size === 0) {
    return heldUntil === null ? { silent: 'nothing_new' } : { until: heldUntil, waits: 'until_morning' }
  }
  const nights = nightsOf(raised, cleared)
  if (news.has('new')) return { kind: 'raised', nights, counted: false }
  const counted = !news.has('severe')
  const timezone = saying.timezoneOf(due.subscription.location)
  if (counted && !fitsTonight(due.countedSentAt, now, timezone, saying.rules))
    return { silent: 'message_limit' }
  return { kind: raised.length === 0 ? 'cleared' : 'updated', nights, counted }
}

/** Thousands hear of the same few nights: each list of them, by date, is made once and then shared. */
const lists = new Map<string, FixedMessage['nights']>()
const mostLists = 1000

function nightsOf(
  raised: readonly OpenEpisode[],
  cleared: readonly OpenEpisode[],
  seen: string | null = null
): FixedMessage['nights'] {
  let key = seen ?? ''
  for (const { date } of raised) key += ` +${date}`
  for (const { date } of cleared) key += ` -${date}`
  const known = lists.get(key)
  if (known !== undefined) return known
  const nights: FixedMessage['nights'] = [
    ...(seen === null ? [] : [{ date: seen, standing: 'seen' as const }]),
    ...raised.map(({ date }) => ({ date, standing: 'raised' as const })),
    ...cleared.map(({ date }) => ({ date, standing: 'cleared' as const }))
  ].toSorted((one, other) => (one.date < other.date ? -1 : 1))
  if (lists.size >= mostLists) lists.clear()
  lists.set(key, nights)
  return nights
}

function sayDusk(due: DueMessage, now: number, saying: Saying): Said | Silence {
  return whenActive(due, () => {
    const raised = openNights(due, now, saying).raised
    // It reminds of the night before which it was queued: the next one has its own dusk.
    if (!raised.some(({ overAt }) => overAt <= due.createdAt + dayMs)) return { silent: 'nothing_raised' }
    const last = due.subscription.lastSentAt
    const quietMs = (saying.rules ?? alertRules).duskQuietMs
    if (last !== null && last > now - quietMs) return { silent: 'told_recently' }
    return { kind: 'dusk', nights: nightsOf(raised, []), counted: false }
  })
}

function sayBlind(due: DueMessage, now: number, saying: Saying): Said | Silence {
  return whenActive(due, () => {
    if (!due.blind.open || due.blind.date === null) return { silent: 'seen_again' }
    const { blindBeforeColdestMs } = saying.rules ?? alertRules
    const night = nightOf(due, due.blind.date)
    const coldestAt = night === null ? due.createdAt + blindBeforeColdestMs : night.coldestAt
    if (coldestAt <= now) return { silent: 'night_over' }
    return { kind: 'blind', nights: withTonight(due, now, due.blind.date, saying), counted: false }
  })
}

function saySighted(due: DueMessage, now: number, saying: Saying): Said | Silence {
  return whenActive(due, () => {
    if (!due.blind.told || due.blind.open) return { silent: 'never_told_blind' }
    // Nights that are to be announced or have got worse come first; the same message says that forecasts are back.
    const change = sayChange(due, now, saying)
    if ('kind' in change) return change
    const timezone = saying.timezoneOf(due.subscription.location)
    if (!fitsTonight(due.countedSentAt, now, timezone, saying.rules)) return { silent: 'message_limit' }
    return { kind: 'sighted', nights: withTonight(due, now, tonight(due, now), saying), counted: true }
  })
}

/** Not where something was said while it waited. */
function sayStillWatching(due: DueMessage, now: number, saying: Saying): Said | Silence {
  const { silenceMs } = saying.rules ?? alertRules
  const { lastSentAt } = due.subscription
  return whenActive(due, () =>
    lastSentAt !== null && lastSentAt > now - silenceMs
      ? { silent: 'told_recently' }
      : { kind: 'still_watching', nights: [], counted: false }
  )
}

function sayTest(due: DueMessage, now: number, saying: Saying): Said | Silence {
  const { state } = due.subscription
  if (state !== 'active' && state !== 'paused' && state !== 'suspended')
    return { silent: 'subscription_ended' }
  return { kind: 'test', nights: withTonight(due, now, tonight(due, now), saying), counted: false }
}

function tonight(due: DueMessage, now: number): string | null {
  return due.currentRun?.nights.find((night) => night.overAt > now)?.date ?? null
}

/** All raised nights, and this one besides if something is known of it. */
function withTonight(
  due: DueMessage,
  now: number,
  date: string | null,
  saying: Saying
): FixedMessage['nights'] {
  const { raised } = openNights(due, now, saying)
  const isBeside = date !== null && nightOf(due, date) !== null && !raised.some((one) => one.date === date)
  return nightsOf(raised, [], isBeside ? date : null)
}

const notActive: Silence = { silent: 'not_active' }

function whenActive(due: DueMessage, say: () => Said | Silence): Said | Silence {
  return due.subscription.state === 'active' ? say() : notActive
}

function whenPending(due: DueMessage, now: number, kind: 'verify' | 'confirm'): Said | Silence {
  const { state, confirmUntil } = due.subscription
  if (state !== 'pending_confirmation') return { silent: 'not_pending' }
  if (confirmUntil !== null && confirmUntil <= now) return { silent: 'confirmation_expired' }
  return { kind, nights: [], counted: false }
}
