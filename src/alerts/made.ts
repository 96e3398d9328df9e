/** The page that a new alert, and its confirmation, lead to: for an hour, because its address opens it. */
import { hourMs, minuteMs } from '../common/time.ts'
import { asAnyone, type Place } from '../weather/point.ts'
import type { Alerts } from './alerts.ts'
import { proofDelayedUntil } from './proof-limits.ts'
import type { Subscription } from './subscription.ts'
import {
  type EvaluationNow,
  evaluationNow,
  type SubscriptionAnswer,
  subscriptionAnswer,
  subscriptionView
} from './subscription-answer.ts'
import { takeBackMs } from './take-back.ts'
import { idOfToken, tokenFor } from './tokens.ts'

/** Counted from when it was made or confirmed. */
const shownMs = hourMs

export interface MadeSubscription {
  readonly subscription: Subscription
  readonly place: Place | null
  readonly answer: SubscriptionAnswer
  /** Made so recently that a button can undo it. */
  readonly canBeUndone: boolean
  /** The morning for which its first message waits; null: the message is sent at once, or there is none. */
  readonly waitsUntil: number | null
}

export function madeToken({ keys }: Pick<Alerts, 'keys'>, id: string): string {
  return tokenFor(keys, 'made', id)
}

function isLately(
  { createdAt, confirmedAt }: Pick<Subscription, 'createdAt' | 'confirmedAt'>,
  now: number
): boolean {
  return now < Math.max(createdAt, confirmedAt ?? 0) + shownMs
}

/**
 * `over` after its hour; null where the token is not valid.
 * @param heldUntil until when its proof is held back, found when it was made: the log says so a moment later
 */
export async function madeSubscription(
  deps: Alerts,
  token: string,
  heldUntil: number | null
): Promise<MadeSubscription | 'over' | null> {
  const id = idOfToken(deps.keys, 'made', token)
  const subscription = id === null ? null : await deps.subscriptions.byId(id)
  if (subscription === null) return null
  const now = deps.now()
  const channel = deps.channels.get(subscription.channel)
  if (channel === undefined || !isLately(subscription, now)) return 'over'
  const isPending = subscription.state === 'pending_confirmation'
  const held = isPending && heldUntil !== null && heldUntil > now ? heldUntil : null
  const place = deps.places.find(subscription.location)
  // As in the answer to the subscription: for a field what anyone is shown.
  const evaluation =
    place === null ? nothingKnown : await evaluationNow(deps, subscription, asAnyone(place), 'stored')
  const answer = subscriptionAnswer(deps, channel, subscription, {
    subscription: subscriptionView(channel, subscription, now),
    expiresAt: subscription.confirmUntil,
    delayedUntil: (await proofDelayedUntil(deps, channel, subscription)) ?? held,
    evaluation
  })
  const canBeUndone = subscription.endedAt === null && now < subscription.createdAt + takeBackMs
  const isDone = channel.confirmation !== 'none' && !isPending
  const confirmation = isDone ? { ...answer.confirmation, instructions: null } : answer.confirmation
  return {
    subscription,
    place,
    answer: { ...answer, confirmation },
    canBeUndone,
    waitsUntil: waitsUntil(evaluation.firstMessageAt, now)
  }
}

const nothingKnown: EvaluationNow = {
  currentScore: null,
  currentProbability: null,
  wouldFireNow: null,
  worstDate: null
}

/** When the first message is sent; null also where that is at once. */
function waitsUntil(firstMessageAt: number | null | undefined, now: number): number | null {
  return firstMessageAt != null && firstMessageAt > now + minuteMs ? firstMessageAt : null
}
