import { dayMs, secondMs } from '../common/time.ts'
import type { Language } from '../language/language.ts'
import type { Place } from '../weather/point.ts'
import type { Alerts } from './alerts.ts'
import { dailyLimit, livingLimit, perDestination } from './daily-limits.ts'
import { type InsertionRules, isWithinShare } from './insertion-ports.ts'
import type { Channel, ClientNetworks, PreparedDestination } from './ports.ts'
import { alertRules } from './rules.ts'
import { type SubscribeBody, stageDate } from './subscribe-body.ts'
import type { NewSubscription, Subscription, Vouched } from './subscription.ts'
import { comparedThreshold } from './threshold.ts'
import { newSubscriptionId } from './tokens.ts'
import type { EvaluatedForecast } from './watched-forecasts.ts'

export interface SubscribeRequest {
  readonly body: unknown
  /** As the rate limit identifies it; stored only as a hash. */
  readonly client: string
  /** The client is an API key, not an address that people may share. */
  readonly isByKey?: boolean
  /** Null: unknown. Stored only as hashes. */
  readonly networks?: ClientNetworks | null
  readonly tier?: string
  readonly isOperator: boolean
  readonly idempotencyKey: string | null
  /** Default language, if the body names none. */
  readonly language: Language
  /** Fetches the forecast for the present score. On real data not called for what is refused or repeated. */
  readonly ensureForecast?: (place: Place, stage: string | null) => Promise<EvaluatedForecast>
}

export interface CheckedRequest {
  readonly request: SubscribeRequest
  readonly body: SubscribeBody
  readonly place: Place
  readonly channel: Channel
  readonly imported?: NonNullable<Subscription['imported']>
  readonly vouched?: Vouched
  readonly contact?: Pick<NewSubscription, 'follows' | 'step' | 'client' | 'networks'>
}

const noContact = { follows: null, step: null }

export function newSubscription(
  deps: Alerts,
  checked: CheckedRequest,
  prepared: PreparedDestination
): NewSubscription {
  const { request, body, place, channel, contact, vouched = null, imported = null } = checked
  const now = deps.now()
  const preview = deps.isDemo()
  const isPending = !preview && channel.confirmation !== 'none' && vouched === null
  const wait = channel.confirmWithinSeconds
  return {
    id: newSubscriptionId(deps.random),
    state: isPending ? 'pending_confirmation' : 'active',
    preview,
    location: place.slug,
    channel: channel.id,
    threshold: body.threshold,
    ...comparedThreshold(body.threshold),
    language: body.language ?? request.language,
    label: body.label,
    // Where nothing is confirmed the submitter reads the messages, or gives their address on.
    labelIsOwn: channel.confirmation === 'none',
    tag: body.tag,
    escalation: body.escalation,
    quietHours: body.quietHours,
    imported,
    vouched,
    ...noContact,
    ...body.planting,
    stageGivenAt: stageDate(body.planting.stage, now),
    destination: prepared.destination,
    destinationKey: hashed(deps, prepared.destinationKey),
    rateLimitKey: hashed(deps, prepared.confirmationRateLimitKey),
    client: deps.keys.hash(request.client),
    networks: hashedNetworks(deps, request.networks ?? null),
    createdAt: now,
    confirmUntil: isPending && wait !== null ? now + wait * secondMs : null,
    ...contact
  }
}

function hashed(deps: Alerts, text: string | null): string | null {
  return text === null ? null : deps.keys.hash(text)
}

function hashedNetworks({ keys }: Alerts, networks: ClientNetworks | null): ClientNetworks | null {
  return networks === null ? null : { near: keys.hash(networks.near), wide: keys.hash(networks.wide) }
}

export function insertionRules(
  deps: Alerts,
  { request, channel }: CheckedRequest,
  created: NewSubscription
): InsertionRules {
  const now = created.createdAt
  const asks = created.state === 'pending_confirmation'
  const limit = dailyLimit(deps, request, channel)
  return {
    idempotency: idempotencyOf(deps, request, now),
    clientLimit: limit === null ? null : { ...limit.counted, count: limit.most },
    livingLimit: livingLimit(deps, request),
    destinationLimit: request.isByKey === true ? null : { count: perDestination, since: now - dayMs },
    installationCap:
      channel.installationCap === null ? null : { most: channel.installationCap, isFair: isWithinShare },
    trigger: asks ? proofOf(channel) : null
  }
}

/** Null: the request has no key. */
export function idempotencyOf(
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

/** The message that asks for the proof; null where a person begins by a conversation. */
export function proofOf(channel: Pick<Channel, 'confirmation'>): InsertionRules['trigger'] {
  if (channel.confirmation === 'answer') return 'verify'
  return channel.confirmation === 'link' || channel.confirmation === 'code' ? 'confirm' : null
}
