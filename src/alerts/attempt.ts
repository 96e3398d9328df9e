/** One attempt at one message, and what its outcome means for when and whether to try again. */
import type { Alerts } from './alerts.ts'
import { compose } from './compose.ts'
import type { ClaimedMessage, RecordedOutcome } from './outbox-ports.ts'
import type { Channel, DeliveryOutcome } from './ports.ts'
import { nextAttemptAt } from './retry.ts'
import { retryRules } from './rules.ts'
import { signingKey } from './tokens.ts'

/** What of the house an attempt needs. */
export type Attempting = Pick<
  Alerts,
  'channels' | 'subscriptions' | 'allowances' | 'places' | 'keys' | 'random' | 'now' | 'siteUrl' | 'report'
>

const hourMs = 3_600_000

/** Proofs asked of one host or address: a door we must not knock at again and again for strangers. */
const proofLimits = {
  answer: { limit: 5, windowMs: hourMs },
  link: { limit: 3, windowMs: 24 * hourMs }
} as const

/** Sends once; never throws. */
export async function attempt(
  house: Attempting,
  claimed: ClaimedMessage,
  signal: AbortSignal
): Promise<RecordedOutcome> {
  const { subscription } = claimed.due
  // Nothing made on demo data leaves the machine; the page /preview shows it out of the log.
  if (subscription.preview) return { kind: 'sent' }
  const channel = house.channels.get(subscription.channel)
  if (channel === undefined || !channel.isConfigured) {
    return later(house, claimed, { outcome: 'retry', afterSeconds: null, reason: 'channel_not_configured' })
  }
  const outcome = (await heldBack(house, claimed, channel)) ?? (await send(house, claimed, channel, signal))
  if (outcome.outcome === 'sent') return sent(house, claimed)
  if (outcome.outcome === 'retry') return later(house, claimed, outcome)
  return { kind: 'rejected', suspend: outcome.suspend, reason: outcome.reason }
}

/** Proofs over the limit wait for the next window. */
async function heldBack(
  house: Attempting,
  { due, message }: ClaimedMessage,
  channel: Channel
): Promise<DeliveryOutcome | null> {
  const isProof = message.kind === 'verify' || message.kind === 'confirm'
  const { limitedBy } = due.subscription
  if (!isProof || limitedBy === null) return null
  const { limit, windowMs } = channel.confirmation === 'link' ? proofLimits.link : proofLimits.answer
  const now = house.now()
  const scope = `proof:${channel.kind}`
  const free = await house.allowances.take({ scope, key: limitedBy, limit, windowMs, now })
  if (free) return null
  const afterSeconds = Math.ceil((windowMs - (now % windowMs)) / 1000)
  return { outcome: 'retry', afterSeconds, reason: 'too_many_proofs' }
}

async function send(
  house: Attempting,
  { due, message, run }: ClaimedMessage,
  channel: Channel,
  signal: AbortSignal
): Promise<DeliveryOutcome> {
  const { subscription, stageIsOld } = due
  try {
    return await channel.deliver(
      compose(house, { subscription, stageIsOld, message, run }),
      subscription.destination ?? {},
      {
        messageId: message.messageId,
        attempt: due.attempts + 1,
        now: house.now(),
        get signingKey() {
          return signingKey(house.keys, subscription.id)
        },
        signal
      }
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
async function sent(house: Attempting, { due, message }: ClaimedMessage): Promise<RecordedOutcome> {
  if (message.kind === 'verify') {
    const binding = { destination: null, sameAs: null, language: null, now: house.now() }
    await house.subscriptions.confirm(due.subscription.id, binding)
  }
  return { kind: 'sent' }
}

/** What a failed attempt means: when to try again, or that it is too late. */
export function later(
  house: Attempting,
  claimed: ClaimedMessage,
  { afterSeconds, reason }: Extract<DeliveryOutcome, { outcome: 'retry' }>
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
