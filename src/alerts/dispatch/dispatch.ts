/**
 * Sends what is due: claims with a lease, sends a few at a time, records many at once. The three run side by
 * side.
 */

import { type ContentDeps, decideContent } from '../content.ts'
import { evaluateSubscription } from '../evaluate.ts'
import type { ClaimedMessage, Recording } from '../outbox-ports.ts'
import { type Attempt, attempt, later } from './attempt.ts'
import { contentDeps, type DispatchDeps, receiverOf, remembering } from './deps.ts'
import { createReceiverQueues, type ReceiverQueues, type StartedAttempt } from './receiver-queues.ts'
import { type DeliverySettings, dispatchRules } from './settings.ts'

/**
 * Outcomes are recorded once there are so many, or once the first has waited so long [ms]: well before a
 * lease ends.
 */
const recordEvery = 8192
const recordWithinMs = 1000

/** A batch sent within this time was small; one that takes more than ten times as long was large [ms]. */
const quickMs = 1000

/** At most so many of the largest batches wait behind receivers that do not answer. */
const mostBatches = 2

/**
 * Sends everything that is due now; returns when nothing is left.
 * @param onlySubscription the id of the one subscription to serve, or null for all
 * @returns how many attempts were made
 */
export async function deliverDue(
  deps: DispatchDeps,
  settings: DeliverySettings,
  onlySubscription: string | null = null
): Promise<number> {
  return new Delivery(deps, settings, onlySubscription).run()
}

/** One delivery, from its first claim to its last record. */
class Delivery {
  readonly #deps: DispatchDeps
  readonly #settings: DeliverySettings
  readonly #onlySubscription: string | null
  readonly #contentDeps: ContentDeps
  readonly #queues: ReceiverQueues
  readonly #end = Promise.withResolvers<number>()
  #attempts = 0
  #underWay = 0
  #gathered: Recording[] = []
  #gatheredAt = 0
  #limit: number
  #claimedAt: number | null = null
  #claiming = false
  #recording = false
  #isWaiting = false
  /** The last claim found nothing, and nothing was recorded since that could have made a row claimable. */
  #exhausted = false
  #failure: { readonly error: unknown } | null = null
  /** Recording failed: nothing more is sent, and recording is tried once more when no attempt is running. */
  #unrecorded = false

  constructor(deps: DispatchDeps, settings: DeliverySettings, onlySubscription: string | null) {
    this.#deps = remembering(deps)
    this.#settings = settings
    this.#onlySubscription = onlySubscription
    this.#limit = settings.batch
    this.#contentDeps = contentDeps(this.#deps)
    this.#queues = createReceiverQueues(
      dispatchRules(settings),
      (message) => receiverOf(deps, message),
      settings.known
    )
  }

  run(): Promise<number> {
    const { closing } = this.#settings
    const close = (): void => {
      this.#putAllBack()
      this.#dispatch()
    }
    closing?.addEventListener('abort', close)
    this.#dispatch()
    return this.#end.promise.finally(() => closing?.removeEventListener('abort', close))
  }

  get #isClosing(): boolean {
    return this.#settings.closing?.aborted === true
  }

  /** Starts whatever can start now. */
  #dispatch(): void {
    if (!this.#unrecorded) this.#fillSlots()
    const mayClaim = !this.#isClosing && this.#failure === null && !this.#claiming && !this.#exhausted
    if (mayClaim && this.#needsMore()) this.#run(this.#claim())
    if (!this.#recording && this.#isTimeToRecord()) this.#run(this.#record())
    if (this.#claiming || this.#recording) return
    if (this.#underWay > 0) this.#waitAWhile()
    else if (this.#failure === null) this.#end.resolve(this.#attempts)
    else this.#end.reject(this.#failure.error)
  }

  #run(work: Promise<void>): void {
    work
      .catch((error: unknown) => {
        this.#failure ??= { error }
      })
      .finally(() => this.#dispatch())
  }

  /**
   * The next batch is claimed while enough of the last one is still ready, so that sending never stops. It is
   * also claimed once in a while where slots are free although many wait, because all of them then wait for
   * receivers that have stopped answering.
   */
  #needsMore(): boolean {
    if (this.#isOverloaded) return false
    if (this.#queues.ready() < this.#limit) return true
    const isOld = this.#claimedAt !== null && this.#deps.now() - this.#claimedAt > quickMs
    return isOld && this.#underWay < this.#settings.concurrency
  }

  /** So many wait that no more are claimed. */
  get #isOverloaded(): boolean {
    return this.#queues.waiting() >= mostBatches * this.#settings.largestBatch
  }

  #fillSlots(): void {
    while (this.#underWay < this.#settings.concurrency) {
      const started = this.#next()
      if (started === null) return
      this.#underWay += 1
      this.#run(this.#sendInTurn(started))
    }
  }

  #next(): StartedAttempt | null {
    return this.#queues.take(this.#deps.now())
  }

  #isTimeToRecord(): boolean {
    const { length } = this.#gathered
    if (length === 0) return false
    if (this.#unrecorded) return this.#underWay === 0
    const isIdle = !this.#claiming && (this.#underWay === 0 || this.#queues.ready() === 0)
    return isIdle || length >= recordEvery || this.#deps.now() - this.#gatheredAt >= recordWithinMs
  }

  #gather(recording: Recording): void {
    if (this.#gathered.length === 0) this.#gatheredAt = this.#deps.now()
    this.#gathered.push(recording)
  }

  async #claim(): Promise<void> {
    this.#claiming = true
    const { settings, deps, contentDeps } = {
      settings: this.#settings,
      deps: this.#deps,
      contentDeps: this.#contentDeps
    }
    const now = deps.now()
    if (this.#claimedAt !== null) this.#limit = nextLimit(this.#limit, now - this.#claimedAt, settings)
    this.#claimedAt = now
    this.#makeRoom()
    try {
      const claimed = await deps.outbox.claim({
        now,
        limit: this.#limit,
        worker: settings.worker,
        leasedUntil: now + settings.leaseMs,
        onlySubscription: this.#onlySubscription,
        decide: (due, at) => decideContent(due, at, contentDeps)
      })
      this.#attempts += claimed.messages.length
      this.#exhausted =
        claimed.examined === 0 || (this.#onlySubscription !== null && claimed.messages.length === 0)
      this.#queues.add(claimed.messages, now)
      if (this.#isClosing) this.#putAllBack()
      else if (this.#isOverloaded) this.#makeRoom()
    } finally {
      this.#claiming = false
    }
  }

  async #record(): Promise<void> {
    this.#recording = true
    const ready = this.#gathered
    this.#gathered = []
    try {
      await this.#deps.outbox
        .record(ready, this.#settings.worker, this.#deps.now())
        .catch((error: unknown) => {
          if (!this.#unrecorded) this.#gathered.unshift(...ready)
          this.#unrecorded = true
          throw error
        })
      await evaluateConfirmed(this.#deps, ready)
      this.#exhausted = false
    } finally {
      this.#recording = false
    }
  }

  async #sendInTurn(first: StartedAttempt): Promise<void> {
    try {
      for (let started: StartedAttempt | null = first; started !== null; started = this.#next()) {
        if (this.#isTooLate(started)) continue
        const { attemptTimeoutMs, timeout } = this.#settings
        this.#finish(started, await attempt(this.#deps, started.message, timeout(attemptTimeoutMs)))
        if (this.#unrecorded) return
        if (this.#isTimeToRecord() || this.#queues.ready() < this.#limit) this.#dispatch()
      }
    } finally {
      this.#underWay -= 1
    }
  }

  /** A row whose lease could run out during the attempt is put back: another worker might claim it then. */
  #isTooLate(started: StartedAttempt): boolean {
    const { message: claimed, at } = started
    if (claimed.leasedUntil - at >= 2 * this.#settings.attemptTimeoutMs) return false
    this.#putBack(claimed, null)
    this.#queues.end(started, null)
    return true
  }

  #finish(started: StartedAttempt, { outcome, wasAsked }: Attempt): void {
    const { message: claimed, at: startedAt } = started
    this.#gather({ claimed, outcome })
    const at = this.#deps.now()
    const settled = outcome.kind === 'sent' || outcome.kind === 'rejected'
    const finished = wasAsked ? { settled, tookMs: at - startedAt, at } : null
    for (const behind of this.#queues.end(started, finished)) {
      this.#putOff(behind)
    }
  }

  #makeRoom(): void {
    for (const { message, inMs } of this.#queues.makeRoom(this.#deps.now(), this.#isOverloaded)) {
      if (inMs === 'silent') this.#putOff(message)
      else this.#putBack(message, inMs)
    }
  }

  /** Its receiver does not answer: the message is postponed as after a failed attempt. */
  #putOff(claimed: ClaimedMessage): void {
    this.#gather({ claimed, outcome: later(this.#deps, claimed, notTried) })
  }

  #putAllBack(): void {
    for (const claimed of this.#queues.empty()) this.#putBack(claimed, null)
  }

  /** Puts a row back unchanged, to be claimed again after `inMs`; null: at once, with its old due time. */
  #putBack(claimed: ClaimedMessage, inMs: number | null): void {
    const nextAttemptAt = inMs === null ? null : this.#deps.now() + inMs
    this.#gather({
      claimed,
      outcome: { kind: 'retry', nextAttemptAt, reason: 'not_tried_yet', untried: true }
    })
  }

  #waitAWhile(): void {
    const { wait } = this.#settings
    if (wait === undefined || this.#isWaiting) return
    this.#isWaiting = true
    void wait().then(() => {
      this.#isWaiting = false
      this.#exhausted = false
      this.#makeRoom()
      if (this.#underWay > 0) this.#dispatch()
    })
  }
}

/** The outcome of messages queued behind an attempt whose receiver did not answer. */
const notTried = { outcome: 'retry', afterSeconds: null, reason: 'receiver_does_not_answer' } as const

/** Slow receivers get small batches, so that no lease runs out while a message waits behind them. */
function nextLimit(limit: number, tookMs: number, { batch, largestBatch }: DeliverySettings): number {
  if (tookMs < quickMs) return Math.min(limit * 2, largestBatch)
  return tookMs > 10 * quickMs ? Math.max(batch, Math.floor(limit / 2)) : limit
}

/**
 * A subscription that has just been confirmed is evaluated at once: tonight may already be over the
 * threshold.
 */
async function evaluateConfirmed(deps: DispatchDeps, recorded: readonly Recording[]): Promise<void> {
  for (const { claimed, outcome } of recorded) {
    if (claimed.message.kind !== 'verify' || outcome.kind !== 'sent') continue
    const confirmed = await deps.subscriptions.byId(claimed.due.subscription.id)
    if (confirmed?.state === 'active') await evaluateSubscription(deps, confirmed)
  }
}
