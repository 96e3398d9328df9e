/** What the owner of a subscription can read about it. Absent: in answers stored before a member was. */
import { thresholdProbability } from '../frost/temperature-threshold.ts'
import type { Place } from '../weather/point.ts'
import { type AlertNight, isWatched, nightsToStore } from './alert-night.ts'
import type { Alerts } from './alerts.ts'
import type { Channel, ConfirmationMethod } from './ports.ts'
import { type PreviewFate, previewFate } from './previews.ts'
import { raisedLeavesAt } from './quiet-hours.ts'
import { isStageOld } from './rules.ts'
import type { Subscription, SubscriptionState } from './subscription.ts'
import { takenBackUntil } from './take-back.ts'
import { reaches } from './threshold.ts'
import { signingKey, tokenFor } from './tokens.ts'
import { type EvaluatedForecast, ownersOf } from './watched-forecasts.ts'

/** What can be shown of a subscription: nothing secret. */
export interface SubscriptionView
  extends Pick<
      Subscription,
      | ('id' | 'reason' | 'preview' | 'location' | 'channel' | 'threshold' | 'crop' | 'stage' | 'exposure')
      | ('language' | 'label' | 'createdAt' | 'confirmedAt' | 'endedAt' | 'lastSentAt')
    >,
    Partial<Pick<Subscription, 'tag' | 'escalation' | 'quietHours' | 'vouched'>> {
  readonly status: SubscriptionState
  readonly pushes: boolean
  readonly stageIsOld?: boolean
  readonly externalId?: string | null
  readonly takenBackUntil?: number | null
}

/** What is still missing before the subscription is active. */
interface Confirmation {
  readonly required: boolean
  readonly method: ConfirmationMethod
  readonly url: string | null
  /** Which sentence explains the next step. */
  readonly instructions: string | null
  readonly expiresAt: number | null
  /** Where the receiver was asked too often; null: it was, or will be at once. */
  readonly delayedUntil: number | null
}

/** The worst night of the stored forecast; nulls without one. */
export interface EvaluationNow {
  readonly currentScore: number | null
  /** Probability of falling to the threshold's temperature; null with a score. */
  readonly currentProbability: number | null
  readonly wouldFireNow: boolean | null
  readonly worstDate: string | null
  /** Were it active; null: none would leave. */
  readonly firstMessageAt?: number | null
}

export interface SubscriptionAnswer {
  readonly subscription: SubscriptionView
  readonly confirmation: Confirmation
  readonly manage: { readonly token: string; readonly url: string; readonly unsubscribeUrl: string }
  /** A feed, a stream, a topic. */
  readonly channelUrl: string | null
  readonly channelSecret: string | null
  readonly previewUrl: string | null
  /** What becomes of it with the first real data; null with real data, and where there never are any. */
  readonly previewFate: PreviewFate | null
  readonly evaluation: EvaluationNow
}

/** The parts of the answer that can change later; stored with the idempotency key, so that a replay is the same. */
export interface GivenAnswer {
  readonly subscription: SubscriptionView
  readonly expiresAt: number | null
  readonly delayedUntil?: number | null
  readonly evaluation: EvaluationNow
}

/** Secrets are derived again at each replay: none is stored. */
export function subscriptionAnswer(
  deps: Alerts,
  channel: Channel,
  subscription: Subscription,
  given: GivenAnswer
): SubscriptionAnswer {
  const { id, destination, secret } = subscription
  const { preview } = given.subscription
  const { keys, siteUrl, baseUrl } = deps
  const isPending = given.subscription.status === 'pending_confirmation'
  const feedToken = tokenFor(keys, 'feed', id)
  const setup = channel.setup({
    destination,
    signingKey: signingKey(keys, id, secret.number),
    conversationToken: channel.confirmation === 'conversation' ? tokenFor(keys, 'conversation', id) : null,
    feedUrl: `${siteUrl}/feeds/${feedToken}.atom`,
    streamUrl: `${siteUrl}/streams/${feedToken}`
  })
  return {
    subscription: given.subscription,
    confirmation: {
      required: isPending,
      method: isPending ? channel.confirmation : 'none',
      url: isPending ? setup.url : null,
      instructions: preview ? null : setup.instructions,
      expiresAt: isPending ? given.expiresAt : null,
      delayedUntil: given.delayedUntil ?? null
    },
    manage: {
      token: tokenFor(keys, 'manage', id),
      url: `${baseUrl}/alerts/subscriptions/${id}`,
      unsubscribeUrl: `${siteUrl}/u/${tokenFor(keys, 'unsubscribe', id)}`
    },
    channelUrl: preview && !channel.isConfigured ? null : setup.url,
    channelSecret: setup.secret,
    previewUrl: preview ? `${siteUrl}/preview#${id}` : null,
    previewFate: preview && deps.awaitsRealData() ? previewFate(channel) : null,
    evaluation: given.evaluation
  }
}

const previewNotices = {
  active: 'preview_becomes_real',
  asked: 'preview_asks_later',
  ended: 'preview_ends'
} as const

export function calendarUrl({ keys, siteUrl }: Pick<Alerts, 'keys' | 'siteUrl'>, id: string): string {
  return `${siteUrl}/feeds/${tokenFor(keys, 'feed', id)}.ics`
}

export function noticesOf({
  previewFate: fate,
  confirmation
}: SubscriptionAnswer): readonly ((typeof previewNotices)[PreviewFate] | 'too_many_proofs')[] {
  return [
    ...(fate === null ? [] : [previewNotices[fate]]),
    ...(confirmation.delayedUntil === null ? [] : (['too_many_proofs'] as const))
  ]
}

/** What the holder of the manage token may see. */
export function subscriptionView(
  channel: Pick<Channel, 'pushes'>,
  subscription: Subscription,
  now: number
): SubscriptionView {
  const { id, state, reason, preview, location, threshold, crop, stage, exposure } = subscription
  const { language, label, tag, imported, escalation, quietHours, vouched } = subscription
  const { createdAt, confirmedAt, endedAt, lastSentAt } = subscription
  return {
    id,
    status: state,
    reason,
    preview,
    location,
    channel: subscription.channel,
    pushes: channel.pushes,
    threshold,
    crop,
    stage,
    stageIsOld: isStageOld(subscription.stageGivenAt, now),
    exposure,
    language,
    label,
    tag,
    externalId: imported?.externalId ?? null,
    createdAt,
    confirmedAt,
    endedAt,
    takenBackUntil: takenBackUntil(subscription, now),
    lastSentAt,
    escalation,
    quietHours,
    vouched
  }
}

/** The worst watched night, by the threshold. */
export async function evaluationNow(
  deps: Pick<Alerts, 'forecasts' | 'now'>,
  subscription: Subscription,
  place: Place,
  of: EvaluatedForecast
): Promise<EvaluationNow> {
  const now = deps.now()
  const { threshold } = subscription
  const profile = { ...subscription, owner: ownersOf(subscription) }
  const forecast = of === null ? null : await deps.forecasts.stored(place, profile, of)
  const watched = nightsToStore(forecast?.nights ?? [], now).filter((night) => isWatched(night, now))
  const measure = (night: AlertNight) => thresholdProbability(threshold, night) ?? night.score ?? 0
  const [worst] = watched.toSorted((one, other) => measure(other) - measure(one))
  if (worst === undefined || worst.score === null) {
    return { currentScore: null, currentProbability: null, wouldFireNow: null, worstDate: null }
  }
  const { timezone } = place
  const announced = watched
    .filter((night) => reaches(threshold, night))
    .map((night) => (subscription.preview ? now : raisedLeavesAt(subscription, night, { now, timezone })))
  return {
    currentScore: worst.score,
    currentProbability: thresholdProbability(threshold, worst),
    wouldFireNow: reaches(threshold, worst),
    worstDate: worst.date,
    firstMessageAt: announced.length === 0 ? null : Math.min(...announced)
  }
}
