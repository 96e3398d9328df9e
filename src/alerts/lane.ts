/** One receiver's messages: who waits, who is under way, and what the receiver's answers have taught so far. */
import type { ClaimedMessage } from './outbox-ports.ts'

/** How many attempts a lane may have under way, and how many messages may wait in it. */
export interface LaneRules {
  /** The most that one lane may have under way, however quickly it answers. */
  readonly widest: number
  /** An answer that takes longer is slow [ms]. */
  readonly slowMs: number
  /** What a lane cannot send within so long need not wait in it [ms] … */
  readonly aheadMs: number
  /** … except for so many. */
  readonly least: number
  /** A receiver that has never been asked is expected to answer within so long [ms]. */
  readonly patienceMs: number
}

/** How an attempt ended. */
export interface Arrival {
  /** The receiver took or refused the message for good. */
  readonly settled: boolean
  readonly tookMs: number
  /** When it ended [ms since epoch]. */
  readonly at: number
}

/** A message that need not wait here: its receiver does not answer, or its turn comes in so long [ms]. */
export interface Postponed {
  readonly message: ClaimedMessage
  readonly inMs: number | 'silent'
}

/** Longer than this nobody is sent away: meanwhile a receiver may have become quicker [ms]. */
const longestMs = 60_000

/** Where nothing is known of a receiver's pace [ms]. */
const unknownMs = 5000

/** How much what is known of a receiver's pace weighs beside its next answer: about ten make it. */
const fading = 0.9

export class Lane {
  readonly receiver: string
  readonly #rules: LaneRules
  /** Its receiver answered when it was last asked. */
  #isKnown: boolean
  #waiting: ClaimedMessage[] = []
  /** Where in `#waiting` the next one stands. */
  #next = 0
  #underWay = 0
  #width = 1
  /** When its receiver last answered, quickly or by a word that settles a message [ms since epoch]. */
  #answeredAt = Number.NEGATIVE_INFINITY
  /** It did not answer when it was last asked. */
  #isSilent = false
  /** How long its receiver takes for an attempt, lately; null where it has not been heard of. */
  #meanMs: number | null = null
  /** Since when somebody waits or is under way, with nothing heard since [ms since epoch]. */
  #askedAt = 0

  constructor(rules: LaneRules, receiver: string, isKnown: boolean) {
    this.#rules = rules
    this.receiver = receiver
    this.#isKnown = isKnown
  }

  get isKnown(): boolean {
    return this.#isKnown
  }

  get left(): number {
    return this.#waiting.length - this.#next
  }

  /** Someone waits, and there is room for one more under way. */
  get isOpen(): boolean {
    return this.left > 0 && this.#underWay < this.#width
  }

  /** Who waits behind the only attempt that a receiver is granted. */
  get held(): number {
    return this.#width === 1 && this.#underWay > 0 ? this.left : 0
  }

  add(message: ClaimedMessage, at: number): void {
    if (this.left === 0 && this.#underWay === 0) this.#askedAt = at
    this.#waiting.push(message)
  }

  /** The next one departs. */
  take(at: number): ClaimedMessage | null {
    const message = this.#waiting[this.#next] ?? null
    if (message === null) return null
    if (this.#underWay === 0) this.#askedAt = at
    this.#underWay += 1
    this.#next += 1
    if (this.left === 0) this.#keepFirst(0)
    return message
  }

  /** Ends an attempt, null where it was not made; gives back all who wait where the receiver has fallen silent. */
  end(arrival: Arrival | null): readonly ClaimedMessage[] {
    this.#underWay -= 1
    if (arrival === null) return []
    const { settled, tookMs, at } = arrival
    const { widest, slowMs } = this.#rules
    const isQuick = tookMs < slowMs
    // What it took while it was silent says nothing of its pace now.
    const isNew = this.#meanMs === null || (this.#isSilent && isQuick)
    this.#meanMs = isNew ? tookMs : fading * (this.#meanMs ?? tookMs) + (1 - fading) * tookMs
    if (isQuick) this.#width = Math.min(2 * this.#width, widest)
    if (isQuick || settled) this.#answeredAt = at
    this.#isSilent = at - this.#answeredAt >= slowMs
    this.#isKnown = !this.#isSilent
    if (!this.#isSilent) return []
    this.#width = 1
    return this.#keepFirst(0)
  }

  /** Gives back all who wait. */
  empty(): readonly ClaimedMessage[] {
    return this.#keepFirst(0)
  }

  /** Gives back whoever could not depart soon; in a crowd also everyone who waits for somebody else's receiver to answer first. */
  makeRoom(at: number, isCrowd: boolean): readonly Postponed[] {
    const { aheadMs, patienceMs } = this.#rules
    if (this.#meanMs === null && at - this.#askedAt < patienceMs) return []
    const everyMs =
      this.#isSilent || this.#meanMs === null ? Number.POSITIVE_INFINITY : this.#meanMs / this.#width
    const least = isCrowd && !this.#isKnown && this.#underWay === 0 ? 0 : this.#rules.least
    const kept = Math.max(least, Math.floor(aheadMs / everyMs))
    return this.#keepFirst(kept).map((message, place) => {
      if (this.#isSilent) return { message, inMs: 'silent' }
      const turnMs = this.#meanMs === null ? unknownMs : (kept + place) * everyMs
      return { message, inMs: Math.min(Math.ceil(turnMs), longestMs) }
    })
  }

  /** The others are given back. */
  #keepFirst(count: number): readonly ClaimedMessage[] {
    if (this.left <= count && count > 0) return []
    const given = this.#waiting.slice(this.#next + count)
    this.#waiting = this.#waiting.slice(this.#next, this.#next + count)
    this.#next = 0
    return given
  }
}
