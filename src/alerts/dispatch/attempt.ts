import type { Alerts } from '../alerts.ts'
import { compose } from '../compose.ts'
import type { ClaimedMessage, RecordedOutcome } from '../outbox-ports.ts'
import type { Channel, DeliveryContext, DeliveryOutcome, Destination } from '../ports.ts'
import { giveAllBack, heldBack, proofUses, takeAll } from '../proof-limits.ts'
import { alertRules, retryRules } from '../rules.ts'
import { messageToken, previousSigningKey, signingKey } from '../tokens.ts'
import { nextAttemptAt } from './outcomes.ts'

export type AttemptDeps = Pick<
  Alerts,
  'channels' | 'subscriptions' | 'allowances' | 'places' | 'keys' | 'random' | 'now' | 'siteUrl' | 'report'
>

type Retry = Extract<DeliveryOutcome, { outcome: 'retry' }>

interface Attempt {
  readonly outcome: RecordedOutcome
  readonly wasAsked: boolean
}

const sent: Attempt = { outcome: { kind: 'sent' }, wasAsked: true }

/** Sends once. Throws only where the store does. Each await here costs every message of a large batch. */
export async function attempt(
  deps: AttemptDeps,
  claimed: ClaimedMessage,
  signal: AbortSignal
): Promise<Attempt> {
  const { subscription } = claimed.due
  // Nothing made on demo data is sent; the preview page shows it from the log.
  if (subscription.preview) return sent
  const channel = deps.channels.get(subscription.channel)
  if (channel === undefined || !channel.isConfigured) {
    const reason = 'channel_not_configured'
    return notAsked(deps, claimed, { outcome: 'retry', afterSeconds: null, reason })
  }
  const proofs = isProof(claimed) ? await proofUses(deps, claimed.due.subscription, channel) : []
  const full = proofs.length === 0 ? null : await takeAll(deps.allowances, proofs)
  if (full !== null) return notAsked(deps, claimed, heldBack(full))
  let outcome: DeliveryOutcome
  try {
    outcome = await send(deps, claimed, channel, signal)
  } catch (error) {
    outcome = failed(deps, channel, signal, error)
  }
  if (outcome.outcome !== 'sent') {
    const isLost = outcome.outcome === 'retry' && outcome.reachedNoRecipient === true
    if (isLost) await giveAllBack(deps.allowances, proofs)
    return { outcome: unsent(deps, claimed, outcome), wasAsked: true }
  }
  if (claimed.message.kind === 'verify' && !outcome.asksReader) await confirm(deps, subscription.id)
  return outcome.thread === null ? sent : sentIn(outcome.thread)
}

function sentIn(thread: string): Attempt {
  return { outcome: { kind: 'sent', thread }, wasAsked: true }
}

function notAsked(deps: AttemptDeps, claimed: ClaimedMessage, outcome: Retry): Attempt {
  return { outcome: later(deps, claimed, outcome), wasAsked: false }
}

function unsent(
  deps: AttemptDeps,
  claimed: ClaimedMessage,
  outcome: Exclude<DeliveryOutcome, { outcome: 'sent' }>
): RecordedOutcome {
  return outcome.outcome === 'retry'
    ? later(deps, claimed, outcome)
    : { kind: 'rejected', suspend: outcome.suspend, reason: outcome.reason }
}

function isProof({ message }: Pick<ClaimedMessage, 'message'>): boolean {
  return message.kind === 'verify' || message.kind === 'confirm'
}

const nowhere: Destination = {}

/** A class: the key is derived only for a channel that signs. */
class Context implements DeliveryContext {
  readonly messageId: string
  readonly attempt: number
  readonly now: number
  readonly signal: AbortSignal
  readonly #keys: AttemptDeps['keys']
  readonly #claimed: ClaimedMessage

  constructor({ now, keys }: AttemptDeps, claimed: ClaimedMessage, signal: AbortSignal) {
    this.messageId = claimed.message.messageId
    this.attempt = claimed.due.attempts + 1
    this.now = now()
    this.signal = signal
    this.#keys = keys
    this.#claimed = claimed
  }

  get signingKey(): Uint8Array {
    const { id, secret } = this.#claimed.due.subscription
    return signingKey(this.#keys, id, secret.number)
  }

  get previousSigningKey(): Uint8Array | null {
    return previousSigningKey(this.#keys, this.#claimed.due.subscription, this.now)
  }

  get receiptId(): string {
    return messageToken(this.#keys, this.#claimed.due.seq, this.messageId)
  }

  get thread(): string | null {
    return threadOf(this.#claimed)
  }
}

function send(
  deps: AttemptDeps,
  claimed: ClaimedMessage,
  channel: Channel,
  signal: AbortSignal
): Promise<DeliveryOutcome> {
  const { seq, subscription, stageIsOld } = claimed.due
  const { message, run } = claimed
  return channel.deliver(
    compose(deps, { seq, subscription, stageIsOld, message, run }),
    subscription.destination ?? nowhere,
    new Context(deps, claimed, signal)
  )
}

function failed(deps: AttemptDeps, { id }: Channel, signal: AbortSignal, error: unknown): Retry {
  const reason = signal.aborted ? 'timeout' : 'unexpected_error'
  deps.report('delivery_failed', { channel: id, reason, error: nameOf(error) })
  return { outcome: 'retry', afterSeconds: null, reason }
}

/** A message of an error may contain an address. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error
}

/** An accepted proof makes the subscription active. */
async function confirm(deps: AttemptDeps, id: string): Promise<void> {
  // The receiver that proved itself is the one the submitter named, with its label.
  const binding = {
    destination: null,
    destinationKey: null,
    language: null,
    labelIsOwn: true,
    now: deps.now()
  }
  await deps.subscriptions.confirm(id, binding)
}

/** The outcome that says when to try again, or that it is too late. */
export function later(
  deps: AttemptDeps,
  claimed: ClaimedMessage,
  { afterSeconds, reason, isFinal }: Retry
): RecordedOutcome {
  if (isFinal) return { kind: 'expired', reason }
  const { due, message, run } = claimed
  const now = deps.now()
  const nights = message.nights.flatMap(({ date }) => run?.nights.find((night) => night.date === date) ?? [])
  const coldest = nights.map((night) => night.coldestAt).filter((at) => at > now)
  const giveUpAt = worthlessAt(claimed)
  const at = nextAttemptAt({
    attempt: due.attempts + 1,
    now,
    coldestAt: coldest.length === 0 ? null : Math.min(...coldest),
    endsAt: nights.length === 0 ? giveUpAt : Math.max(...nights.map((night) => night.overAt)),
    afterSeconds,
    seededRandom: (deps.random(1)[0] ?? 0) / 255
  })
  return at === null ? { kind: 'expired', reason } : { kind: 'retry', nextAttemptAt: at, reason }
}

function worthlessAt({ due, message }: ClaimedMessage): number {
  const { confirmUntil } = due.subscription
  if (confirmUntil !== null && isProof({ message })) return confirmUntil
  if (message.kind === 'blind') return due.createdAt + alertRules.dataGapBeforeColdestMs
  return due.createdAt + retryRules.withoutNightMs
}

/** The channel's id of the first message of the spell; null: this message begins a conversation, or there is none. */
function threadOf({
  due,
  message
}: {
  due: Pick<ClaimedMessage['due'], 'threads'>
  message: ClaimedMessage['message']
}): string | null {
  if (message.kind === 'test') return null
  for (const { date } of message.nights) {
    const thread = due.threads.get(date)
    if (thread !== undefined) return thread
  }
  return null
}
