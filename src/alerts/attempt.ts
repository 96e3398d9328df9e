/** One attempt at one message, and what its outcome means for when and whether to try again. */
import type { Alerts } from './alerts.ts'
import { compose } from './compose.ts'
import type { ClaimedMessage, RecordedOutcome } from './outbox-ports.ts'
import type { Channel, DeliveryContext, DeliveryOutcome, Destination } from './ports.ts'
import { nextAttemptAt } from './retry.ts'
import { retryRules } from './rules.ts'
import { signingKey } from './tokens.ts'

/** What of the house an attempt needs. */
export type Attempting = Pick<
  Alerts,
  'channels' | 'subscriptions' | 'allowances' | 'places' | 'keys' | 'random' | 'now' | 'siteUrl' | 'report'
>

type Retry = Extract<DeliveryOutcome, { outcome: 'retry' }>

const hourMs = 3_600_000

/** Proofs asked of one host or address: a door we must not knock at again and again for strangers. */
const proofLimits = {
  answer: { limit: 5, windowMs: hourMs },
  link: { limit: 3, windowMs: 24 * hourMs }
} as const

/** What became of a message, and whether its receiver was asked at all. */
export interface Attempt {
  readonly outcome: RecordedOutcome
  readonly wasAsked: boolean
}

/** Sends once; throws only where the store does, never for what a channel does. */
export async function attempt(
  house: Attempting,
  claimed: ClaimedMessage,
  signal: AbortSignal
): Promise<Attempt> {
  const { subscription } = claimed.due
  // Nothing made on demo data leaves the machine; the page /preview shows it out of the log.
  if (subscription.preview) return { outcome: { kind: 'sent' }, wasAsked: true }
  const channel = house.channels.get(subscription.channel)
  if (channel === undefined || !channel.isConfigured) {
    const reason = 'channel_not_configured'
    return notAsked(house, claimed, { outcome: 'retry', afterSeconds: null, reason })
  }
  // Nearly every message is none: what a proof needs is not waited for.
  const held = isProof(claimed) ? await heldBack(house, claimed, channel) : null
  if (held !== null) return notAsked(house, claimed, held)
  return { outcome: await asked(house, claimed, channel, signal), wasAsked: true }
}

function notAsked(house: Attempting, claimed: ClaimedMessage, outcome: Retry): Attempt {
  return { outcome: later(house, claimed, outcome), wasAsked: false }
}

async function asked(
  house: Attempting,
  claimed: ClaimedMessage,
  channel: Channel,
  signal: AbortSignal
): Promise<RecordedOutcome> {
  const outcome = await send(house, claimed, channel, signal)
  if (outcome.outcome === 'retry') return later(house, claimed, outcome)
  if (outcome.outcome === 'rejected')
    return { kind: 'rejected', suspend: outcome.suspend, reason: outcome.reason }
  if (claimed.message.kind === 'verify') await confirm(house, claimed.due.subscription.id)
  return { kind: 'sent' }
}

function isProof({ message }: ClaimedMessage): boolean {
  return message.kind === 'verify' || message.kind === 'confirm'
}

/** Proofs over the limit wait for the next window. */
async function heldBack(house: Attempting, { due }: ClaimedMessage, channel: Channel): Promise<Retry | null> {
  const { limitedBy } = due.subscription
  if (limitedBy === null) return null
  const { limit, windowMs } = channel.confirmation === 'link' ? proofLimits.link : proofLimits.answer
  const now = house.now()
  const scope = `proof:${channel.kind}`
  const free = await house.allowances.take({ scope, key: limitedBy, limit, windowMs, now })
  if (free) return null
  const afterSeconds = Math.ceil((windowMs - (now % windowMs)) / 1000)
  return { outcome: 'retry', afterSeconds, reason: 'too_many_proofs' }
}

const nowhere: Destination = {}

/** A class for the sake of the key, which is derived only for a channel that signs. */
class Context implements DeliveryContext {
  readonly messageId: string
  readonly attempt: number
  readonly now: number
  readonly signal: AbortSignal
  readonly #keys: Attempting['keys']
  readonly #id: string

  constructor({ now, keys }: Attempting, { due, message }: ClaimedMessage, signal: AbortSignal) {
    this.messageId = message.messageId
    this.attempt = due.attempts + 1
    this.now = now()
    this.signal = signal
    this.#keys = keys
    this.#id = due.subscription.id
  }

  get signingKey(): Uint8Array {
    return signingKey(this.#keys, this.#id)
  }
}

async function send(
  house: Attempting,
  claimed: ClaimedMessage,
  channel: Channel,
  signal: AbortSignal
): Promise<DeliveryOutcome> {
  const { subscription, stageIsOld } = claimed.due
  const { message, run } = claimed
  try {
    return await channel.deliver(
      compose(house, { subscription, stageIsOld, message, run }),
      subscription.destination ?? nowhere,
      new Context(house, claimed, signal)
    )
  } catch (error) {
    const reason = signal.aborted ? 'timeout' : 'unexpected_error'
    house.report('delivery_failed', { channel: channel.id, reason, error: nameOf(error) })
    return { outcome: 'retry', afterSeconds: null, reason }
  }
}

/** An error's message may hold an address: only its name is told. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error
}

/** A proof that was accepted is one: the subscription is active from now on. */
async function confirm(house: Attempting, id: string): Promise<void> {
  const binding = { destination: null, sameAs: null, language: null, now: house.now() }
  await house.subscriptions.confirm(id, binding)
}

/** What a failed attempt means: when to try again, or that it is too late. */
export function later(
  house: Attempting,
  claimed: ClaimedMessage,
  { afterSeconds, reason }: Retry
): RecordedOutcome {
  const { due, message, run } = claimed
  const now = house.now()
  const nights = message.nights.flatMap(({ date }) => run?.nights.find((night) => night.date === date) ?? [])
  const coldest = nights.map((night) => night.coldestAt).filter((at) => at > now)
  const giveUpAt = due.subscription.confirmUntil ?? due.createdAt + retryRules.withoutNightMs
  const at = nextAttemptAt({
    attempt: due.attempts + 1,
    now,
    coldestAt: coldest.length === 0 ? null : Math.min(...coldest),
    endsAt: nights.length === 0 ? giveUpAt : Math.max(...nights.map((night) => night.overAt)),
    afterSeconds,
    chance: (house.random(1)[0] ?? 0) / 255
  })
  return at === null ? { kind: 'expired', reason } : { kind: 'retry', nextAttemptAt: at, reason }
}
