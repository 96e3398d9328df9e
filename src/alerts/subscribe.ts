import { minuteSeconds } from '../common/time.ts'
import { unknownPlaceDetail } from '../places/coordinates.ts'
import { isFieldLocation } from '../weather/field.ts'
import type { Alerts, FoundPlace } from './alerts.ts'
import { admitChannel, unanswerable } from './channel-choice.ts'
import { deliverDue } from './dispatch/dispatch.ts'
import type { DeliverySettings } from './dispatch/settings.ts'
import { evaluateSubscription } from './evaluate.ts'
import { insertSubscription } from './insert-subscription.ts'
import type { CheckedRequest, SubscribeRequest } from './new-subscription.ts'
import { type AlertProblem, bodyProblem, problem } from './problems.ts'
import { proofDelayedUntil } from './proof-limits.ts'
import { readSubscribeBody, type SubscribeBody } from './subscribe-body.ts'
import type { Subscription } from './subscription.ts'
import {
  evaluationNow,
  type GivenAnswer,
  type SubscriptionAnswer,
  subscriptionAnswer,
  subscriptionView
} from './subscription-answer.ts'
import type { EvaluatedForecast } from './watched-forecasts.ts'

/** `replayed`: the key had been used with the same body. */
type SubscribeResult = {
  readonly ok: true
  readonly replayed: boolean
  readonly found: FoundPlace
  readonly answer: SubscriptionAnswer
}

export async function subscribe(
  deps: Alerts,
  delivery: DeliverySettings,
  request: SubscribeRequest
): Promise<SubscribeResult | AlertProblem> {
  const body = readSubscribeBody(request.body)
  if (!body.ok) return body
  const found = await findPlace(deps, body.where)
  if ('ok' in found) return found
  const { place } = found
  // Once: an answer that ends the demo after its channel was admitted would make a preview real.
  let asked: Promise<EvaluatedForecast> | undefined
  const ensureForecast = async () => {
    asked ??= request.ensureForecast?.(place, body.planting.stage)
    return (await asked) ?? 'stored'
  }
  // The first answer of a source ends the demo, and with it the channels that only a demo offers.
  if (deps.isDemo()) await ensureForecast()
  const channel = admitChannel(deps, body.channel, request.isOperator)
  if ('ok' in channel) return channel
  const unanswered = body.escalation === null ? null : unanswerable(deps, [channel.id])
  if (unanswered !== null) return unanswered
  if (!deps.isWorking()) return unavailable()
  const insertion = await insertSubscription(deps, {
    request: { ...request, ensureForecast },
    body,
    place,
    channel
  })
  if ('ok' in insertion) return insertion
  const replayed = insertion.kind === 'replayed'
  if (replayed && insertion.answer !== null) {
    const given = JSON.parse(insertion.answer) as GivenAnswer
    const answer = subscriptionAnswer(deps, channel, insertion.subscription, given)
    return { ok: true, replayed, found, answer }
  }
  // The process that stored it ended before its answer.
  if (replayed) await ensureForecast()
  const subscription = await settle(deps, delivery, { channel, place, subscription: insertion.subscription })
  const given = {
    subscription: subscriptionView(channel, subscription, deps.now()),
    expiresAt: subscription.confirmUntil,
    delayedUntil: await proofDelayedUntil(deps, channel, subscription),
    evaluation: await evaluationNow(deps, subscription, place, await ensureForecast())
  }
  await remember(deps, request, given)
  const answer = subscriptionAnswer(deps, channel, subscription, given)
  return { ok: true, replayed, found, answer }
}

/** An operator has to repair the fault, which takes a minute at least. */
export function unavailable(): AlertProblem {
  const detail =
    'Alerts do not work here at the moment, so nothing was stored: a warning might not arrive. Try again in a minute.'
  return problem('alerts_unavailable', detail, { retryAfterSeconds: minuteSeconds })
}

async function remember(deps: Alerts, request: SubscribeRequest, given: GivenAnswer): Promise<void> {
  if (request.idempotencyKey === null) return
  const { hash } = deps.keys
  const key = hash(request.idempotencyKey)
  await deps.subscriptions.rememberAnswer(hash(request.client), key, JSON.stringify(given))
}

export async function findPlace(
  deps: Alerts,
  where: SubscribeBody['where']
): Promise<FoundPlace | AlertProblem> {
  if (typeof where !== 'string') return deps.places.pointAt(where)
  const location = where
  // The stored location of a field is not accepted as a name.
  const place = isFieldLocation(location) ? null : deps.places.find(location)
  if (place !== null) return { place, nearest: null }
  const suggestions = deps.places.suggest(location)
  const detail = unknownPlaceDetail(
    location,
    suggestions.map((slug) => ({ slug }))
  )
  return bodyProblem('location_not_found', '/location', detail, { suggestions })
}

/** Completes the request: asks for a proof by answer, and evaluates tonight at once. */
async function settle(
  deps: Alerts,
  delivery: DeliverySettings,
  { channel, place, subscription }: Pick<CheckedRequest, 'channel' | 'place'> & { subscription: Subscription }
): Promise<Subscription> {
  if (subscription.state === 'pending_confirmation' && channel.confirmsAtOnce) {
    await deliverDue(deps, delivery, subscription.id)
  }
  const current = (await deps.subscriptions.byId(subscription.id)) ?? subscription
  if (current.state === 'active') await evaluateSubscription(deps, current, place)
  return current
}
