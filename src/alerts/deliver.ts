/** Sending what is due: claim with a lease, send with a few at a time, record many at once. */
import type { Alerts } from './alerts.ts'
import { type Attempting, attempt } from './attempt.ts'
import { type Evaluator, evaluateSubscription } from './evaluate.ts'
import type { ClaimedMessage, Recording } from './outbox-ports.ts'
import { alertRules } from './rules.ts'
import { messageIds } from './tokens.ts'
import { whatToSay } from './what-to-say.ts'

/** How deliveries are carried out. */
export interface DeliverySettings {
  /** Names this worker among all processes; new at each start. */
  readonly worker: string
  /** How many attempts run at once. */
  readonly concurrency: number
  /** How many rows the first claim takes; while they go out quickly each claim takes twice as many, up to `largestBatch`. */
  readonly batch: number
  readonly largestBatch: number
  /** An attempt that takes longer is given up [ms]. */
  readonly attemptTimeoutMs: number
  /** How long claimed rows are ours [ms]; well above the time of an attempt. */
  readonly leaseMs: number
  /** A signal that aborts after the time, or when the process stops. */
  readonly timeout: (ms: number) => AbortSignal
}

/** Numbers that suit one process with two cores. */
export const usualDelivery = {
  concurrency: 32,
  batch: 64,
  largestBatch: 2048,
  attemptTimeoutMs: 20_000,
  leaseMs: 120_000
} as const

/** Outcomes are written down at the latest when so many have gathered. */
const recordEvery = 1024

/** A batch that goes out within this time was small; one that takes longer than ten times as much was large [ms]. */
const quickMs = 1000

/** What of the house deliveries need. */
export type Deliverer = Attempting & Evaluator & Pick<Alerts, 'outbox'>

/**
 * Sends everything that is due now; returns when nothing is left.
 * @param onlySubscription the id of the one subscription to serve, or null for all
 * @returns how many attempts were made
 */
export async function deliverDue(
  house: Deliverer,
  settings: DeliverySettings,
  onlySubscription: string | null = null
): Promise<number> {
  let attempts = 0
  let limit = settings.batch
  const words = saying(house)
  for (;;) {
    const now = house.now()
    const claimed = await house.outbox.claim({
      now,
      limit,
      worker: settings.worker,
      leasedUntil: now + settings.leaseMs,
      onlySubscription,
      decide: (due, at) => whatToSay(due, at, words)
    })
    attempts += claimed.messages.length
    await sendAll(house, settings, claimed.messages)
    limit = nextLimit(limit, house.now() - now, settings)
    if (claimed.examined === 0 || (onlySubscription !== null && claimed.messages.length === 0))
      return attempts
  }
}

/** Slow receivers get small batches, so that nobody waits behind them for a lease to run out. */
function nextLimit(limit: number, tookMs: number, { batch, largestBatch }: DeliverySettings): number {
  if (tookMs < quickMs) return Math.min(limit * 2, largestBatch)
  return tookMs > 10 * quickMs ? Math.max(batch, Math.floor(limit / 2)) : limit
}

function saying(house: Deliverer): Parameters<typeof whatToSay>[2] {
  return {
    timezoneOf: (location) => house.places.find(location)?.timezone ?? 'UTC',
    messageId: messageIds(house.random),
    rules: alertRules
  }
}

async function sendAll(
  house: Deliverer,
  settings: DeliverySettings,
  claimed: readonly ClaimedMessage[]
): Promise<void> {
  const waiting = claimed[Symbol.iterator]()
  let gathered: Recording[] = []
  const flush = async () => {
    const ready = gathered
    gathered = []
    await house.outbox.record(ready, settings.worker, house.now())
    await evaluateConfirmed(house, ready)
  }
  const oneAfterAnother = async () => {
    for (const message of waiting) {
      const recording = await attemptInTime(house, settings, message)
      if (recording !== null) gathered.push(recording)
      if (gathered.length >= recordEvery) await flush()
    }
  }
  const slots = Math.min(settings.concurrency, claimed.length)
  await Promise.all(Array.from({ length: slots }, oneAfterAnother))
  await flush()
}

/** Whoever has just proved itself is judged at once: tonight may already be over the threshold. */
async function evaluateConfirmed(house: Deliverer, recorded: readonly Recording[]): Promise<void> {
  for (const { claimed, outcome } of recorded) {
    if (claimed.message.kind !== 'verify' || outcome.kind !== 'sent') continue
    const confirmed = await house.subscriptions.byId(claimed.due.subscription.id)
    if (confirmed?.state === 'active') await evaluateSubscription(house, confirmed)
  }
}

/** A row whose lease would run out during the attempt is left for the next claim: someone else may take it then. */
async function attemptInTime(
  house: Deliverer,
  settings: DeliverySettings,
  claimed: ClaimedMessage
): Promise<Recording | null> {
  if (claimed.leasedUntil - house.now() < 2 * settings.attemptTimeoutMs) return null
  const signal = settings.timeout(settings.attemptTimeoutMs)
  return { claimed, outcome: await attempt(house, claimed, signal) }
}
