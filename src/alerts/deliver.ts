/** Sending what is due: claim with a lease, send with a few at a time, record many at once; each goes on while the others do. */
import { type Attempt, attempt, later } from './attempt.ts'
import { type Deliverer, receiverOf, remembering, saying } from './deliverer.ts'
import { type DeliverySettings, lanesRules } from './delivery-settings.ts'
import { evaluateSubscription } from './evaluate.ts'
import { type Departure, type Lanes, openLanes } from './lanes.ts'
import type { ClaimedMessage, Recording } from './outbox-ports.ts'
import { type Saying, whatToSay } from './what-to-say.ts'

/** Outcomes are written down at the latest when so many have gathered, or the first has waited so long [ms]: well before a lease ends. */
const recordEvery = 8192
const recordWithinMs = 1000

/** A batch that goes out within this time was small; one that takes longer than ten times as much was large [ms]. */
const quickMs = 1000

/** Behind receivers that do not answer at most so many batches wait. */
const mostBatches = 2

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
  return new Delivery(house, settings, onlySubscription).run()
}

/** One delivery from its first claim to its last record. */
class Delivery {
  readonly #house: Deliverer
  readonly #settings: DeliverySettings
  readonly #onlySubscription: string | null
  readonly #words: Saying
  readonly #lanes: Lanes
  readonly #end = Promise.withResolvers<number>()
  #attempts = 0
  #underWay = 0
  #gathered: Recording[] = []
  #gatheredAt = 0
  #limit: number
  #claimedAt: number | null = null
  #claiming = false
  #recording = false
  #resting = false
  /** The last claim found nothing, and nothing was recorded since that could have set something free. */
  #exhausted = false
  #failure: { readonly error: unknown } | null = null
  /** Outcomes could not be written down: nothing more is sent, and once nothing is under way that is tried once more. */
  #unrecorded = false

  constructor(house: Deliverer, settings: DeliverySettings, onlySubscription: string | null) {
    this.#house = remembering(house)
    this.#settings = settings
    this.#onlySubscription = onlySubscription
    this.#limit = settings.batch
    this.#words = saying(this.#house)
    this.#lanes = openLanes(lanesRules(settings), (message) => receiverOf(house, message), settings.known)
  }

  run(): Promise<number> {
    const { closing } = this.#settings
    const close = (): void => {
      this.#putAllBack()
      this.#tend()
    }
    closing?.addEventListener('abort', close)
    this.#tend()
    return this.#end.promise.finally(() => closing?.removeEventListener('abort', close))
  }

  get #isClosing(): boolean {
    return this.#settings.closing?.aborted === true
  }

  /** Begins whatever can begin now. */
  #tend(): void {
    if (!this.#unrecorded) this.#fillSlots()
    const mayClaim = !this.#isClosing && this.#failure === null && !this.#claiming && !this.#exhausted
    if (mayClaim && this.#needsMore()) this.#go(this.#claim())
    if (!this.#recording && this.#isTimeToRecord()) this.#go(this.#record())
    if (this.#claiming || this.#recording) return
    if (this.#underWay > 0) this.#restAWhile()
    else if (this.#failure === null) this.#end.resolve(this.#attempts)
    else this.#end.reject(this.#failure.error)
  }

  #go(work: Promise<void>): void {
    work
      .catch((error: unknown) => {
        this.#failure ??= { error }
      })
      .finally(() => this.#tend())
  }

  /**
   * The next batch is fetched while as many will still soon go out, so that the wire is never idle; and once in a while
   * where slots are free although many wait, because then they all wait for receivers that have fallen silent.
   */
  #needsMore(): boolean {
    if (this.#isCrowd) return false
    if (this.#lanes.ready() < this.#limit) return true
    const isOld = this.#claimedAt !== null && this.#house.now() - this.#claimedAt > quickMs
    return isOld && this.#underWay < this.#settings.concurrency
  }

  /** So many wait that nobody else is fetched. */
  get #isCrowd(): boolean {
    return this.#lanes.waiting() >= mostBatches * this.#settings.largestBatch
  }

  #fillSlots(): void {
    while (this.#underWay < this.#settings.concurrency) {
      const departure = this.#next()
      if (departure === null) return
      this.#underWay += 1
      this.#go(this.#oneAfterAnother(departure))
    }
  }

  #next(): Departure | null {
    return this.#lanes.take(this.#house.now())
  }

  #isTimeToRecord(): boolean {
    const { length } = this.#gathered
    if (length === 0) return false
    if (this.#unrecorded) return this.#underWay === 0
    const isIdle = !this.#claiming && (this.#underWay === 0 || this.#lanes.ready() === 0)
    return isIdle || length >= recordEvery || this.#house.now() - this.#gatheredAt >= recordWithinMs
  }

  #gather(recording: Recording): void {
    if (this.#gathered.length === 0) this.#gatheredAt = this.#house.now()
    this.#gathered.push(recording)
  }

  async #claim(): Promise<void> {
    this.#claiming = true
    const { settings, house, words } = { settings: this.#settings, house: this.#house, words: this.#words }
    const now = house.now()
    if (this.#claimedAt !== null) this.#limit = nextLimit(this.#limit, now - this.#claimedAt, settings)
    this.#claimedAt = now
    this.#makeRoom()
    try {
      const claimed = await house.outbox.claim({
        now,
        limit: this.#limit,
        worker: settings.worker,
        leasedUntil: now + settings.leaseMs,
        onlySubscription: this.#onlySubscription,
        decide: (due, at) => whatToSay(due, at, words)
      })
      this.#attempts += claimed.messages.length
      this.#exhausted =
        claimed.examined === 0 || (this.#onlySubscription !== null && claimed.messages.length === 0)
      this.#lanes.add(claimed.messages, now)
      if (this.#isClosing) this.#putAllBack()
      else if (this.#isCrowd) this.#makeRoom()
    } finally {
      this.#claiming = false
    }
  }

  async #record(): Promise<void> {
    this.#recording = true
    const ready = this.#gathered
    this.#gathered = []
    try {
      await this.#house.outbox
        .record(ready, this.#settings.worker, this.#house.now())
        .catch((error: unknown) => {
          if (!this.#unrecorded) this.#gathered.unshift(...ready)
          this.#unrecorded = true
          throw error
        })
      await evaluateConfirmed(this.#house, ready)
      this.#exhausted = false
    } finally {
      this.#recording = false
    }
  }

  async #oneAfterAnother(first: Departure): Promise<void> {
    try {
      for (let departure: Departure | null = first; departure !== null; departure = this.#next()) {
        if (this.#isTooLate(departure)) continue
        const { attemptTimeoutMs, timeout } = this.#settings
        this.#settle(departure, await attempt(this.#house, departure.message, timeout(attemptTimeoutMs)))
        if (this.#unrecorded) return
        if (this.#isTimeToRecord() || this.#lanes.ready() < this.#limit) this.#tend()
      }
    } finally {
      this.#underWay -= 1
    }
  }

  /** A row whose lease would run out during the attempt goes back: someone else might take it then. */
  #isTooLate(departure: Departure): boolean {
    const { message: claimed, at } = departure
    if (claimed.leasedUntil - at >= 2 * this.#settings.attemptTimeoutMs) return false
    this.#putBack(claimed, null)
    this.#lanes.end(departure, null)
    return true
  }

  #settle(departure: Departure, { outcome, wasAsked }: Attempt): void {
    const { message: claimed, at: startedAt } = departure
    this.#gather({ claimed, outcome })
    const at = this.#house.now()
    const settled = outcome.kind === 'sent' || outcome.kind === 'rejected'
    const arrival = wasAsked ? { settled, tookMs: at - startedAt, at } : null
    for (const behind of this.#lanes.end(departure, arrival)) {
      this.#putOff(behind)
    }
  }

  #makeRoom(): void {
    for (const { message, inMs } of this.#lanes.makeRoom(this.#house.now(), this.#isCrowd)) {
      if (inMs === 'silent') this.#putOff(message)
      else this.#putBack(message, inMs)
    }
  }

  /** Behind a receiver that does not answer: as if it had been tried. */
  #putOff(claimed: ClaimedMessage): void {
    this.#gather({ claimed, outcome: later(this.#house, claimed, notTried) })
  }

  #putAllBack(): void {
    for (const claimed of this.#lanes.empty()) this.#putBack(claimed, null)
  }

  /** As it was, to be claimed anew in so long; null: at once, and as late as it is. */
  #putBack(claimed: ClaimedMessage, inMs: number | null): void {
    const nextAttemptAt = inMs === null ? null : this.#house.now() + inMs
    this.#gather({
      claimed,
      outcome: { kind: 'retry', nextAttemptAt, reason: 'not_tried_yet', untried: true }
    })
  }

  #restAWhile(): void {
    const { rest } = this.#settings
    if (rest === undefined || this.#resting) return
    this.#resting = true
    void rest().then(() => {
      this.#resting = false
      this.#exhausted = false
      this.#makeRoom()
      if (this.#underWay > 0) this.#tend()
    })
  }
}

/** For those behind an attempt whose receiver did not answer. */
const notTried = { outcome: 'retry', afterSeconds: null, reason: 'receiver_does_not_answer' } as const

/** Slow receivers get small batches, so that nobody waits behind them for a lease to run out. */
function nextLimit(limit: number, tookMs: number, { batch, largestBatch }: DeliverySettings): number {
  if (tookMs < quickMs) return Math.min(limit * 2, largestBatch)
  return tookMs > 10 * quickMs ? Math.max(batch, Math.floor(limit / 2)) : limit
}

/** Whoever has just proved itself is judged at once: tonight may already be over the threshold. */
async function evaluateConfirmed(house: Deliverer, recorded: readonly Recording[]): Promise<void> {
  for (const { claimed, outcome } of recorded) {
    if (claimed.message.kind !== 'verify' || outcome.kind !== 'sent') continue
    const confirmed = await house.subscriptions.byId(claimed.due.subscription.id)
    if (confirmed?.state === 'active') await evaluateSubscription(house, confirmed)
  }
}
