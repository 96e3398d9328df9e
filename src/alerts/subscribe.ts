/** `POST /alerts/subscribe`: from a body to a living subscription and what its owner must know. */
import type { Language } from '../language/language.ts'
import type { Place } from '../weather/point.ts'
import { dayMs } from '../weather/time.ts'
import type { Alerts } from './alerts.ts'
import { admitChannel, prepareDestination } from './channel-choice.ts'
import { clearBelow } from './decisions.ts'
import { deliverDue } from './dispatch/dispatch.ts'
import type { DeliverySettings } from './dispatch/settings.ts'
import { evaluateSubscription } from './evaluate.ts'
import { isWithinShare } from './fair-share.ts'
import type { Channel, ClientNetworks, PreparedDestination } from './ports.ts'
import { type AlertProblem, bodyProblem, problem } from './problems.ts'
import type { Reservation } from './reservations.ts'
import { alertRules } from './rules.ts'
import type { Insertion, InsertionRules } from './store-ports.ts'
import { readSubscribeBody, type SubscribeBody } from './subscribe-body.ts'
import type { NewSubscription, Subscription } from './subscription.ts'
import {
  evaluationNow,
  type GivenAnswer,
  type SubscriptionAnswer,
  subscriptionAnswer,
  subscriptionView
} from './subscription-answer.ts'
import { newSubscriptionId } from './tokens.ts'

export interface SubscribeRequest {
  /** The parsed JSON body, whatever it is. */
  readonly body: unknown
  /** The client as the rate limit identifies it; stored only as a hash. */
  readonly client: string
  /** The client's networks; null where unknown. Stored only as hashes. */
  readonly networks?: ClientNetworks | null
  /** The operator's own API key was sent. */
  readonly isOperator: boolean
  /** The header `Idempotency-Key`, or null. */
  readonly idempotencyKey: string | null
  /** Used where the body names no language. */
  readonly language: Language
  /** Fetches the place's forecast for the present score; also decides whether this is a demo. Not called for a refused body. */
  readonly ensureForecast?: (place: Place) => Promise<void>
}

/** The result; `replayed` where the key had been used with the same body. */
export type SubscribeResult = {
  readonly ok: true
  readonly replayed: boolean
  readonly place: Place
  readonly answer: SubscriptionAnswer
}

/** Creates a subscription, or returns the problem; nothing is stored then. */
export async function subscribe(
  deps: Alerts,
  delivery: DeliverySettings,
  request: SubscribeRequest
): Promise<SubscribeResult | AlertProblem> {
  const body = readSubscribeBody(request.body)
  if (!body.ok) return body
  const place = findPlace(deps, body.location)
  if ('ok' in place) return place
  const channel = admitChannel(deps, body.channel, request.isOperator)
  if ('ok' in channel) return channel
  await request.ensureForecast?.(place)
  if (!deps.isWorking()) return unavailable()
  // A repeat is answered from what was stored, without asking the destination or its channel again.
  const earlier = await earlierInsertion(deps, request)
  const inserted = earlier ?? (await insert(deps, { request, body, place, channel }))
  if ('ok' in inserted) return inserted
  const insertion = admitted(deps, inserted)
  if ('ok' in insertion) return insertion
  if (insertion.kind === 'replayed' && insertion.answer !== null) {
    const previous = JSON.parse(insertion.answer) as GivenAnswer
    const answer = subscriptionAnswer(deps, channel, insertion.subscription, previous)
    return { ok: true, replayed: true, place, answer }
  }
  const subscription = await settle(deps, delivery, { channel, place, subscription: insertion.subscription })
  const previous = {
    subscription: subscriptionView(channel, subscription),
    expiresAt: subscription.confirmUntil,
    evaluation: await evaluationNow(deps, subscription, place)
  }
  await remember(deps, request, previous)
  const answer = subscriptionAnswer(deps, channel, subscription, previous)
  return { ok: true, replayed: insertion.kind === 'replayed', place, answer }
}

/** People repair what is broken: that takes a minute at least. */
function unavailable(): AlertProblem {
  const detail =
    'Alerts do not work here at the moment, so nothing was stored: a warning might not arrive. Try again in a minute.'
  return problem('alerts_unavailable', detail, { retryAfterSeconds: 60 })
}

async function earlierInsertion(deps: Alerts, request: SubscribeRequest): Promise<Insertion | null> {
  const idempotency = idempotencyOf(deps, request, deps.now())
  if (idempotency === null) return null
  return deps.subscriptions.earlier(deps.keys.hash(request.client), idempotency)
}

/**
 * The client's limit is checked before any look-up. Requests in progress count, so that many at once do not
 * exceed it.
 */
async function insert(deps: Alerts, asked: Omit<Making, 'prepared'>): Promise<Insertion | AlertProblem> {
  const { request, body, place, channel } = asked
  const client = deps.keys.hash(request.client)
  const reservation = deps.reservations.take(client)
  let isStored = false
  try {
    const refusal = await overClientLimit(deps, client, reservation)
    if (refusal !== null) return refusal
    const prepared = await prepareDestination(deps, channel, {
      destination: body.destination,
      place,
      client
    })
    if (!prepared.ok) return prepared
    const created = newSubscription(deps, { ...asked, prepared })
    const insertion = await deps.subscriptions.insert(
      created,
      insertionRules(deps, request, channel, created)
    )
    isStored = insertion.kind === 'stored'
    return insertion
  } finally {
    reservation.end(isStored)
  }
}

async function overClientLimit(
  deps: Alerts,
  client: string,
  { before, stored }: Reservation
): Promise<Insertion | AlertProblem | null> {
  const { subscriptionsPerClientAndDay: most } = alertRules
  for (;;) {
    const known = stored()
    const created = await deps.subscriptions.createdSince(client, deps.now() - dayMs, most)
    const oldestAt = created[most - 1]
    if (oldestAt !== undefined) return { kind: 'client_limit', oldestAt }
    // One was stored during the query, so it may be missing from both counts: count again.
    if (stored() !== known) continue
    if (created.length + before() < most) return null
    const detail = `No more than ${most} subscriptions in 24 hours, and others of yours are under way; try again in a moment.`
    return problem('subscription_limit', detail, { retryAfterSeconds: 2 })
  }
}

async function remember(deps: Alerts, request: SubscribeRequest, previous: GivenAnswer): Promise<void> {
  if (request.idempotencyKey === null) return
  const { hash } = deps.keys
  const key = hash(request.idempotencyKey)
  await deps.subscriptions.rememberAnswer(hash(request.client), key, JSON.stringify(previous))
}

function findPlace(deps: Alerts, location: string): Place | AlertProblem {
  const place = deps.places.find(location)
  if (place !== null) return place
  const suggestions = deps.places.suggest(location)
  const detail = 'No place has this slug; GET /locations?q= searches all places.'
  return bodyProblem('location_not_found', '/location', detail, { suggestions })
}

interface Making {
  readonly request: SubscribeRequest
  readonly body: SubscribeBody
  readonly place: Place
  readonly channel: Channel
  readonly prepared: PreparedDestination
}

function newSubscription(deps: Alerts, { request, body, place, channel, prepared }: Making): NewSubscription {
  const now = deps.now()
  const preview = deps.isDemo()
  const isPending = !preview && channel.confirmation !== 'none'
  const wait = channel.confirmWithinSeconds
  return {
    id: newSubscriptionId(deps.random),
    state: isPending ? 'pending_confirmation' : 'active',
    preview,
    location: place.slug,
    channel: channel.id,
    threshold: body.threshold,
    clearBelow: clearBelow(body.threshold),
    language: body.language ?? request.language,
    label: body.label,
    ...body.planting,
    stageGivenAt: body.planting.stage === null ? null : now,
    destination: prepared.destination,
    destinationKey: hashed(deps, prepared.destinationKey),
    rateLimitKey: hashed(deps, prepared.confirmationRateLimitKey),
    client: deps.keys.hash(request.client),
    networks: hashedNetworks(deps, request.networks ?? null),
    createdAt: now,
    confirmUntil: isPending && wait !== null ? now + wait * 1000 : null
  }
}

function hashed(deps: Alerts, text: string | null): string | null {
  return text === null ? null : deps.keys.hash(text)
}

function hashedNetworks({ keys }: Alerts, networks: ClientNetworks | null): ClientNetworks | null {
  return networks === null ? null : { near: keys.hash(networks.near), wide: keys.hash(networks.wide) }
}

function insertionRules(
  deps: Alerts,
  request: SubscribeRequest,
  channel: Channel,
  created: NewSubscription
): InsertionRules {
  const now = created.createdAt
  const asks = created.state === 'pending_confirmation'
  return {
    idempotency: idempotencyOf(deps, request, now),
    clientLimit: { count: alertRules.subscriptionsPerClientAndDay, since: now - dayMs },
    installationCap:
      channel.installationCap === null ? null : { most: channel.installationCap, isFair: isWithinShare },
    prompt: asks ? promptOf(channel) : null
  }
}

function idempotencyOf(
  { keys }: Alerts,
  { idempotencyKey, body }: SubscribeRequest,
  now: number
): InsertionRules['idempotency'] {
  if (idempotencyKey === null) return null
  return {
    key: keys.hash(idempotencyKey),
    bodyHash: keys.hash(JSON.stringify(body)),
    since: now - alertRules.idempotencyMs
  }
}

function promptOf(channel: Channel): InsertionRules['prompt'] {
  if (channel.confirmation === 'answer') return 'verify'
  return channel.confirmation === 'link' ? 'confirm' : null
}

/** A subscription to answer for, new or of an earlier request, or the problem. */
function admitted(
  deps: Alerts,
  insertion: Insertion
):
  | Exclude<
      Insertion,
      { readonly kind: 'key_reused' | 'client_limit' | 'installation_limit' | 'network_limit' }
    >
  | AlertProblem {
  if (insertion.kind === 'key_reused') {
    return problem(
      'idempotency_key_reused',
      'This Idempotency-Key was used with another body; choose a new one.'
    )
  }
  if (insertion.kind === 'client_limit') return clientLimit(deps, insertion.oldestAt)
  if (insertion.kind === 'installation_limit') return installationLimit('This installation has no room')
  if (insertion.kind === 'network_limit') return installationLimit('Your network has no room here')
  if (insertion.kind === 'stored' || insertion.answer !== null) return insertion
  // After this time the process that worked on it has ended.
  if (deps.now() - insertion.subscription.createdAt >= alertRules.requestMs) return insertion
  const detail = 'Another request with this Idempotency-Key has not ended; send it again in a moment.'
  return problem('idempotency_in_progress', detail, { retryAfterSeconds: 2 })
}

/** The next one is accepted once the oldest that counts is a day old. */
function clientLimit(deps: Alerts, oldestAt: number): AlertProblem {
  const retryAfterSeconds = Math.max(1, Math.ceil((oldestAt + dayMs - deps.now()) / 1000))
  const wait =
    retryAfterSeconds < 7200
      ? `${Math.ceil(retryAfterSeconds / 60)} min`
      : `${Math.ceil(retryAfterSeconds / 3600)} h`
  const detail = `No more than ${alertRules.subscriptionsPerClientAndDay} subscriptions in 24 hours; try again in ${wait}.`
  return problem('subscription_limit', detail, { retryAfterSeconds })
}

/** It is unknown when a subscription of the channel ends; a day is only a hint when to try again. */
function installationLimit(who: string): AlertProblem {
  const detail = `${who} for more subscriptions of this channel; choose another channel, or try again tomorrow.`
  return problem('subscription_limit', detail, { retryAfterSeconds: dayMs / 1000 })
}

/** What can be done during the request: a proof by answer, and whether tonight already fires. */
async function settle(
  deps: Alerts,
  delivery: DeliverySettings,
  { channel, place, subscription }: Pick<Making, 'channel' | 'place'> & { subscription: Subscription }
): Promise<Subscription> {
  if (subscription.state === 'pending_confirmation' && channel.confirmsAtOnce) {
    await deliverDue(deps, delivery, subscription.id)
  }
  const current = (await deps.subscriptions.byId(subscription.id)) ?? subscription
  if (current.state === 'active') await evaluateSubscription(deps, current, place)
  return current
}
