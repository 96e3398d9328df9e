/** Sends due messages: claims them with a lease, sends a few at a time and records many at once, all in parallel. */

import { isFieldLocation } from '../../weather/field.ts'
import { decideContent } from '../content.ts'
import type { ContentDeps } from '../content-parts.ts'
import { evaluateSubscription, placesOnce } from '../evaluate.ts'
import type { Claimed, ClaimedMessage, Recording } from '../outbox-ports.ts'
import { messageIds } from '../tokens.ts'
import { attempt, later } from './attempt.ts'
import { type DispatchDeps, receiverOf } from './deps.ts'
import { Outcomes } from './outcomes.ts'
import { createReceiverQueues, type StartedAttempt } from './receiver-queues.ts'
import { type DeliverySettings, dispatchRules } from './settings.ts'

/** Resolves when nothing due is left. @param onlySubscription null: all */
export async function deliverDue(
  deps: DispatchDeps,
  settings: DeliverySettings,
  onlySubscription: string | null = null
): Promise<void> {
  return new Delivery(deps, settings, onlySubscription).run()
}

/**
 * What a delivery still does; it only moves forward in this list.
 * - `open`: claims, sends and records
 * - `draining`: claims no more, because a claim, an attempt or an evaluation failed in the store
 * - `closing`: sends no more either, because the process stops; waiting messages go back
 * - `unrecorded`: could not record, and tries once more when no attempt is running
 */
const phases = ['open', 'draining', 'closing', 'unrecorded'] as const
type Phase = (typeof phases)[number]

interface DeliveryState {
  readonly phase: Phase
  /** `wanted`: after a pause rows may be due. `exhausted`: nothing was found, and nothing has happened since. */
  readonly claim: 'possible' | 'wanted' | 'running' | 'exhausted'
  readonly record: 'possible' | 'running'
  readonly isPausing: boolean
  readonly failure: { readonly error: unknown } | null
}

class Delivery {
  readonly #deps: DispatchDeps
  readonly #settings: DeliverySettings
  readonly #onlySubscription: string | null
  readonly #contentDeps: ContentDeps
  readonly #queues: ReturnType<typeof createReceiverQueues>
  readonly #outcomes: Outcomes
  readonly #end = Promise.withResolvers<void>()
  #state: DeliveryState = {
    phase: 'open',
    claim: 'possible',
    record: 'possible',
    isPausing: false,
    failure: null
  }

  constructor(deps: DispatchDeps, settings: DeliverySettings, onlySubscription: string | null) {
    this.#deps = { ...deps, places: { ...deps.places, find: placesOnce(deps) } }
    this.#settings = settings
    this.#onlySubscription = onlySubscription
    this.#contentDeps = contentDeps(this.#deps)
    this.#outcomes = new Outcomes(deps.now)
    this.#queues = createReceiverQueues(
      dispatchRules(settings),
      (message) => receiverOf(deps, message),
      settings.known
    )
  }

  run(): Promise<void> {
    const { closing } = this.#settings
    const close = (): void => {
      this.#enter('closing')
      this.#step()
    }
    if (closing?.aborted === true) this.#enter('closing')
    closing?.addEventListener('abort', close)
    this.#step()
    return this.#end.promise.finally(() => closing?.removeEventListener('abort', close))
  }

  #change(changed: Partial<DeliveryState>): void {
    this.#state = { ...this.#state, ...changed }
  }

  #enter(phase: Phase): void {
    if (phases.indexOf(phase) > phases.indexOf(this.#state.phase)) this.#change({ phase })
    if (!this.#sends) for (const claimed of this.#queues.empty()) this.#outcomes.addUntried(claimed, null)
  }

  get #sends(): boolean {
    return this.#state.phase === 'open' || this.#state.phase === 'draining'
  }

  #fail(error: unknown, phase: Phase): void {
    if (this.#state.failure === null) this.#change({ failure: { error } })
    this.#enter(phase)
  }

  /** Starts whatever can start now; after everything that happens. */
  #step(): void {
    this.#fillSlots()
    if (this.#isTimeToClaim()) void this.#claim()
    if (this.#isTimeToRecord()) void this.#record()
    const { claim, record, failure } = this.#state
    if (claim === 'running' || record === 'running') return
    if (this.#queues.running() > 0) this.#pause()
    else if (failure === null) this.#end.resolve()
    else this.#end.reject(failure.error)
  }

  #fillSlots(): void {
    while (this.#queues.running() < this.#settings.concurrency) {
      const started = this.#queues.take(this.#deps.now())
      if (started === null) return
      void this.#send(started)
    }
  }

  /** True once less than a batch is ready; after a pause also while slots are free, as all that wait may hang. */
  #isTimeToClaim(): boolean {
    const { phase, claim } = this.#state
    if (phase !== 'open' || claim === 'running' || claim === 'exhausted' || this.#isOverloaded) return false
    if (this.#queues.ready() < this.#settings.batch) return true
    return claim === 'wanted' && this.#queues.running() < this.#settings.concurrency
  }

  get #isOverloaded(): boolean {
    return this.#queues.waiting() >= this.#settings.maxWaiting
  }

  #isTimeToRecord(): boolean {
    const { phase, claim, record } = this.#state
    if (record === 'running' || this.#outcomes.isEmpty) return false
    const running = this.#queues.running()
    if (phase === 'unrecorded') return running === 0 && claim !== 'running'
    const isIdle = claim !== 'running' && (running === 0 || this.#queues.ready() === 0)
    return isIdle || this.#outcomes.isDue
  }

  async #claim(): Promise<void> {
    this.#change({ claim: 'running' })
    this.#makeRoom()
    try {
      const { messages, examined } = await this.#claimBatch()
      const foundNone = examined === 0 || (this.#onlySubscription !== null && messages.length === 0)
      this.#change({ claim: foundNone ? 'exhausted' : 'possible' })
      if (this.#sends) this.#queues.add(messages, this.#deps.now())
      else for (const claimed of messages) this.#outcomes.addUntried(claimed, null)
      if (this.#isOverloaded) this.#makeRoom()
    } catch (error) {
      this.#change({ claim: 'exhausted' })
      this.#fail(error, 'draining')
    }
    this.#step()
  }

  #claimBatch(): Promise<Claimed> {
    const { batch, worker, leaseMs } = this.#settings
    const now = this.#deps.now()
    return this.#deps.outbox.claim({
      now,
      limit: batch,
      worker,
      leasedUntil: now + leaseMs,
      onlySubscription: this.#onlySubscription,
      decide: (due, at) => decideContent(due, at, this.#contentDeps)
    })
  }

  async #record(): Promise<void> {
    this.#change({ record: 'running' })
    const recordings = this.#outcomes.takeAll()
    const isLastTry = this.#state.phase === 'unrecorded'
    try {
      await this.#deps.outbox.record(recordings, this.#settings.worker, this.#deps.now())
      if (this.#state.claim === 'exhausted') this.#change({ claim: 'possible' })
      await evaluateConfirmed(this.#deps, recordings).catch((error: unknown) => this.#fail(error, 'draining'))
    } catch (error) {
      if (!isLastTry) this.#outcomes.putBack(recordings)
      this.#fail(error, 'unrecorded')
    }
    this.#change({ record: 'possible' })
    this.#step()
  }

  async #send(started: StartedAttempt): Promise<void> {
    try {
      await this.#attempt(started)
    } catch (error) {
      this.#queues.end(started, null)
      this.#fail(error, 'draining')
    }
    this.#step()
  }

  async #attempt(started: StartedAttempt): Promise<void> {
    const { message: claimed, at: startedAt } = started
    const { attemptTimeoutMs, timeout } = this.#settings
    // Its lease could end during the attempt: another worker might claim it.
    if (claimed.leasedUntil - startedAt < 2 * attemptTimeoutMs) {
      this.#outcomes.addUntried(claimed, null)
      this.#queues.end(started, null)
      return
    }
    const { outcome, wasAsked } = await attempt(this.#deps, claimed, timeout(attemptTimeoutMs))
    this.#outcomes.add(claimed, outcome)
    const at = this.#deps.now()
    const settled = outcome.kind === 'sent' || outcome.kind === 'rejected'
    const finished = wasAsked ? { settled, tookMs: at - startedAt, at } : null
    for (const behind of this.#queues.end(started, finished)) this.#postpone(behind)
  }

  #makeRoom(): void {
    for (const { message, inMs } of this.#queues.makeRoom(this.#deps.now(), this.#isOverloaded)) {
      if (inMs === 'silent') this.#postpone(message)
      else this.#outcomes.addUntried(message, inMs)
    }
  }

  /** The receiver does not answer: the message is treated as after a failed attempt. */
  #postpone(claimed: ClaimedMessage): void {
    this.#outcomes.add(claimed, later(this.#deps, claimed, notTried))
  }

  #pause(): void {
    const { wait } = this.#settings
    if (wait === undefined || this.#state.isPausing) return
    this.#change({ isPausing: true })
    void wait().then(() => {
      this.#change({ isPausing: false })
      if (this.#state.claim !== 'running') this.#change({ claim: 'wanted' })
      this.#makeRoom()
      if (this.#queues.running() > 0) this.#step()
    })
  }
}

/** Outcome of messages behind an attempt whose receiver did not answer. */
const notTried = { outcome: 'retry', afterSeconds: null, reason: 'receiver_does_not_answer' } as const

/** Evaluates at once: tonight may already be over the threshold. */
async function evaluateConfirmed(deps: DispatchDeps, recorded: readonly Recording[]): Promise<void> {
  for (const { claimed, outcome } of recorded) {
    if (claimed.message.kind !== 'verify' || outcome.kind !== 'sent') continue
    const confirmed = await deps.subscriptions.byId(claimed.due.subscription.id)
    if (confirmed?.state === 'active') await evaluateSubscription(deps, confirmed)
  }
}

function contentDeps(deps: DispatchDeps): ContentDeps {
  return {
    timezoneOf: (location) => deps.places.find(location)?.timezone ?? 'UTC',
    messageId: messageIds(deps.random),
    nameOf: (location) => (isFieldLocation(location) ? null : (deps.places.find(location)?.name ?? location)),
    isCalled: (channel) => deps.channels.get(channel)?.kind === 'voice'
  }
}
