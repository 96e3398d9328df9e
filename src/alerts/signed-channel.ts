import { dayMs, hourMs } from '../common/time.ts'
import type { Alerts } from './alerts.ts'
import { living, type ManageRequest } from './authorised.ts'
import { composeLogged } from './compose.ts'
import type { DeliverySettings } from './dispatch/settings.ts'
import type { LoggedMessage } from './outbox-ports.ts'
import type { Channel, DeliveryOutcome } from './ports.ts'
import { type AlertProblem, problem } from './problems.ts'
import { windowEndsInSeconds } from './reservations.ts'
import { alertRules } from './rules.ts'
import type { Subscription } from './subscription.ts'
import { type SubscriptionView, subscriptionView } from './subscription-answer.ts'
import { messageToken, previousSigningKey, signingKey } from './tokens.ts'

/** A rotation within this time is the same request, repeated by a client or proxy that got no answer. */
const repeatMs = 10_000
/** Each rotation invalidates the key before the previous one. */
const rotationsPerDay = 5
const redeliveriesPerHour = 20
const redeliverableMs = 30 * dayMs

interface Rotated {
  readonly ok: true
  readonly subscription: SubscriptionView
  /** `whsec_…`; given only here. */
  readonly secret: string
  /** Until then the previous secret signs as well. */
  readonly previousUntil: number
}

interface Redelivered {
  readonly ok: true
  readonly messageId: string
  readonly refusal: string | null
}

interface Signed {
  readonly subscription: Subscription
  readonly channel: Channel
}

/** Both secrets sign for a day. A repeat within ten seconds has the same answer. */
export async function rotateSecret(deps: Alerts, request: ManageRequest): Promise<Rotated | AlertProblem> {
  const found = await signed(deps, request)
  if ('ok' in found) return found
  const now = deps.now()
  const { id, secret } = found.subscription
  if (now - (secret.changedAt ?? Number.NEGATIVE_INFINITY) < repeatMs) return rotated(deps, found)
  const full = await overLimit(deps, { scope: 'rotate', id, limit: rotationsPerDay, windowMs: dayMs })
  if (full !== null) return full
  const subscription = await deps.subscriptions.rotateSecret(id, now)
  if (subscription === null) return problem('subscription_ended', 'This subscription has ended.')
  return rotated(deps, { channel: found.channel, subscription })
}

function rotated(deps: Alerts, { channel, subscription }: Signed): Rotated {
  return {
    ok: true,
    subscription: subscriptionView(channel, subscription, deps.now()),
    secret: secretOf(deps, channel, subscription) ?? '',
    previousUntil: (subscription.secret.changedAt ?? deps.now()) + alertRules.secretOverlapMs
  }
}

/** One attempt now, with the id and facts of then. For programs: people would misread an old "tonight". */
export async function redeliver(
  deps: Alerts,
  delivery: Pick<DeliverySettings, 'attemptTimeoutMs' | 'timeout'>,
  request: ManageRequest & { readonly messageId: string }
): Promise<Redelivered | AlertProblem> {
  const found = await signed(deps, request)
  if ('ok' in found) return found
  const { id, state } = found.subscription
  if (state === 'pending_confirmation') {
    return problem('invalid_state', 'The receiver has not proved itself yet.')
  }
  const logged = await deps.deliveryLog.byMessageId(id, request.messageId)
  if (logged === null || !isRedeliverable(logged, deps.now())) {
    const detail =
      'Name the message_id of a message of the last 30 days that was delivered, refused or has expired.'
    return problem('message_not_found', detail)
  }
  const limit = { scope: 'redeliver', id, limit: redeliveriesPerHour, windowMs: hourMs }
  const full = await overLimit(deps, limit)
  if (full !== null) return full
  const outcome = await sendAgain(deps, delivery, { ...found, logged })
  return { ok: true, messageId: request.messageId, refusal: refusalOf(outcome) }
}

function refusalOf(outcome: DeliveryOutcome): string | null {
  return outcome.outcome === 'sent' ? null : outcome.reason
}

/** The message is not overtaken, not a proof, recent, and its forecast is still stored whole. */
function isRedeliverable({ state, fixed, endedAt, kind, run }: LoggedMessage, now: number): boolean {
  if (state === 'dropped' || fixed === null || endedAt === null || kind === 'verify' || kind === 'confirm')
    return false
  const stored = new Set(run?.nights.map(({ date }) => date))
  return now - endedAt < redeliverableMs && fixed.nights.every(({ date }) => stored.has(date))
}

async function sendAgain(
  deps: Alerts,
  { attemptTimeoutMs, timeout }: Pick<DeliverySettings, 'attemptTimeoutMs' | 'timeout'>,
  { subscription, channel, logged }: Signed & { logged: LoggedMessage }
): Promise<DeliveryOutcome> {
  const { fixed, run, attempts } = logged
  if (fixed === null) return { outcome: 'retry', afterSeconds: null, reason: 'nothing_to_send' }
  const now = deps.now()
  const { id, secret, destination } = subscription
  const context = {
    messageId: fixed.messageId,
    attempt: attempts + 1,
    now,
    thread: null,
    receiptId: messageToken(deps.keys, logged.seq, fixed.messageId),
    signingKey: signingKey(deps.keys, id, secret.number),
    previousSigningKey: previousSigningKey(deps.keys, subscription, now),
    signal: timeout(attemptTimeoutMs)
  }
  try {
    return await channel.deliver(
      composeLogged(deps, { seq: logged.seq, subscription, message: fixed, run }),
      destination ?? {},
      context
    )
  } catch {
    return { outcome: 'retry', afterSeconds: null, reason: 'unexpected_error' }
  }
}

async function signed(deps: Alerts, request: ManageRequest): Promise<Signed | AlertProblem> {
  const subscription = await living(deps, request)
  if ('ok' in subscription) return subscription
  const channel = deps.channels.get(subscription.channel)
  if (channel === undefined || subscription.preview || secretOf(deps, channel, subscription) === null) {
    return problem('invalid_state', 'Only a webhook has a secret and messages that can be sent again.')
  }
  return { subscription, channel }
}

function secretOf(
  { keys }: Alerts,
  channel: Channel,
  { id, destination, secret }: Subscription
): string | null {
  const links = { conversationToken: null, feedUrl: '', streamUrl: '' }
  return channel.setup({ destination, signingKey: signingKey(keys, id, secret.number), ...links }).secret
}

async function overLimit(
  deps: Alerts,
  { id, ...rest }: { scope: string; id: string; limit: number; windowMs: number }
): Promise<AlertProblem | null> {
  const use = { ...rest, key: deps.keys.hash(id), now: deps.now() }
  if (await deps.allowances.take(use)) return null
  const span = rest.windowMs === hourMs ? 'an hour' : 'a day'
  const retryAfterSeconds = windowEndsInSeconds(use)
  return problem('quota_exceeded', `No more than ${rest.limit} ${span}.`, { retryAfterSeconds })
}
