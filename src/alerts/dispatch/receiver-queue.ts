/** One receiver's messages: who waits, who is under way, and what the receiver's answers have taught so far. */
import type { ClaimedMessage } from '../outbox-ports.ts'

/** How many attempts a lane may have under way, and how many messages may wait in it. */
export interface QueueRules {
  /** The most that one lane may have under way, however quickly it answers. */
  readonly widest: number
  /** The most to the operator's own door, where it takes messages but slowly. */
  readonly slowWidest: number
  /** An answer that takes longer is slow [ms]. */
  readonly slowMs: number
  /** What a lane cannot send within so long need not wait in it [ms] … */
  readonly aheadMs: number
  /** … except for so many, where others do not want the place. */
  readonly least: number
  /** So long a receiver is asked before its pace is judged [ms] … */
  readonly patienceMs: number
  /** … and so long where others want the place [ms]. */
  readonly overloadedPatienceMs: number
  /** Whoever's lease ends sooner is given back: it has waited too long [ms]. */
  readonly leastLeaseMs: number
}

/** Who answers for a message. */
export interface Receiver {
  readonly name: string
  /** Everybody's messages of a channel go through this one door: it is not a stranger even when it has not been asked yet. */
  readonly isShared: boolean
}

/** How an attempt ended. */
export interface FinishedAttempt {
  /** The receiver took or refused the message for good. */
  readonly settled: boolean
  readonly tookMs: number
  /** When it ended [ms since epoch]. */
  readonly at: number
}

/** A message that need not wait here: its receiver does not answer, or its turn comes in so long [ms]; null: it is as due as it was. */
export interface Postponed {
  readonly message: ClaimedMessage
  readonly inMs: number | 'silent' | null
}

/** What is known of a receiver: it answered when it was last asked, it did not, or it has not been asked. */
export type ReceiverHealth = 'known' | 'silent' | 'fresh'

/**
 * Nobody is sent away for longer than twice the time that a pace has been seen, for meanwhile a receiver may become quicker; that bound is
 * never shorter, and never longer [ms].
 */
const away = { leastMs: 5000, mostMs: 120_000, mostUnseenMs: 15_000 } as const

/** How much what is known of a receiver's pace weighs beside its next answer: about ten make it. */
const fading = 0.9

export class ReceiverQueue {
  readonly receiver: Receiver
  readonly #rules: QueueRules
  #standing: ReceiverHealth
  #waiting: ClaimedMessage[] = []
  /** Where in `#waiting` the next one stands. */
  #next = 0
  #underWay = 0
  #width = 1
  /** When its receiver last answered, quickly or by a word that settles a message [ms since epoch]. */
  #answeredAt = Number.NEGATIVE_INFINITY
  /** How long its receiver takes for an attempt, lately; null where it has not been heard of. */
  #meanMs: number | null = null
  /** Since when messages come for it [ms since epoch]. */
  #since: number | null = null

  constructor(rules: QueueRules, receiver: Receiver, isKnown: boolean) {
    this.#rules = rules
    this.receiver = receiver
    this.#standing = isKnown || receiver.isShared ? 'known' : 'fresh'
  }

  get standing(): ReceiverHealth {
    return this.#standing
  }

  get left(): number {
    return this.#waiting.length - this.#next
  }

  /** Someone waits, and there is room for one more under way. */
  get isOpen(): boolean {
    return this.left > 0 && this.#underWay < this.#width
  }

  /** How many of those who wait will soon have departed, as far as can be known. */
  get ready(): number {
    return Math.min(this.left, this.#soon)
  }

  get #soon(): number {
    const first = this.#underWay === 0 ? 1 : 0
    if (this.#standing === 'silent') return first
    return Math.max(first, Math.floor(this.#rules.aheadMs / this.#everyMs))
  }

  /** How often one departs; infinity where that cannot be known. A lane whose receiver is quick soon becomes as wide as it may. */
  get #everyMs(): number {
    if (this.#meanMs === null) return Number.POSITIVE_INFINITY
    return this.#meanMs / (this.#meanMs < this.#rules.slowMs ? this.#rules.widest : this.#width)
  }

  add(messages: readonly ClaimedMessage[], at: number): void {
    this.#since ??= at
    for (const message of messages) this.#waiting.push(message)
  }

  /** The next one departs. */
  take(): ClaimedMessage | null {
    const message = this.#waiting[this.#next] ?? null
    if (message === null) return null
    this.#underWay += 1
    this.#next += 1
    if (this.left === 0) this.empty()
    return message
  }

  /** Ends an attempt, null where the receiver was not asked; gives back all who wait where it has fallen silent. */
  end(finished: FinishedAttempt | null): readonly ClaimedMessage[] {
    this.#underWay -= 1
    if (finished === null) return []
    const { settled, tookMs, at } = finished
    const isQuick = tookMs < this.#rules.slowMs
    // What it took while it was silent says nothing of its pace now.
    const isNew = this.#meanMs === null || (this.#standing === 'silent' && isQuick)
    this.#meanMs = isNew ? tookMs : fading * (this.#meanMs ?? tookMs) + (1 - fading) * tookMs
    if (isQuick || settled) this.#answeredAt = at
    const isSilent = at - this.#answeredAt >= this.#rules.slowMs
    this.#standing = isSilent ? 'silent' : 'known'
    this.#width = this.#nextWidth(isQuick, settled)
    return isSilent ? this.empty() : []
  }

  #nextWidth(isQuick: boolean, settled: boolean): number {
    const { widest, slowWidest } = this.#rules
    if (this.#standing === 'silent') return 1
    if (isQuick) return Math.min(2 * this.#width, widest)
    const mayWiden = settled && this.receiver.isShared && this.#width < slowWidest
    return mayWiden ? this.#width + 1 : this.#width
  }

  /** Gives back all who wait. */
  empty(): readonly ClaimedMessage[] {
    return this.#save(0, 0)
  }

  /** Gives back whoever could not depart soon; in a crowd also everyone who waits for somebody else's receiver to answer first. */
  makeRoom(at: number, isOverloaded: boolean): readonly Postponed[] {
    const late = this.#lapsing(at)
    const returned = this.#save(late, this.left - late).map((message) => ({ message, inMs: null }))
    const seenMs = at - (this.#since ?? at)
    if (seenMs < (isOverloaded ? this.#rules.overloadedPatienceMs : this.#rules.patienceMs)) return returned
    const isUnasked = this.#standing !== 'known' && this.#underWay === 0
    const least = isOverloaded ? 1 : this.#rules.least
    const stored = isOverloaded && isUnasked ? 0 : Math.max(least, this.#soon)
    const isSilent = this.#standing === 'silent' && !isUnasked
    const mostMs = this.#meanMs === null ? away.mostUnseenMs : away.mostMs
    const awayMs = Math.min(Math.max(2 * seenMs, away.leastMs), mostMs)
    const postponed = this.#save(0, stored).map((message, place) => {
      if (isSilent) return { message, inMs: 'silent' as const }
      const hasPace = this.#meanMs !== null && !isUnasked
      const turnMs = hasPace ? Math.ceil((stored + place) * this.#everyMs) : awayMs
      return { message, inMs: Math.min(turnMs, awayMs) }
    })
    return [...returned, ...postponed]
  }

  /** How many of the first have waited for too long. */
  #lapsing(at: number): number {
    const { leastLeaseMs } = this.#rules
    let late = 0
    while (late < this.left) {
      const message = this.#waiting[this.#next + late]
      if (message === undefined || message.leasedUntil - at >= leastLeaseMs) break
      late += 1
    }
    return late
  }

  /** Keeps so many after the first few; the others are given back. */
  #save(first: number, count: number): readonly ClaimedMessage[] {
    if (first === 0 && count > 0 && this.left <= count) return []
    const from = this.#next + first
    const returned = [...this.#waiting.slice(this.#next, from), ...this.#waiting.slice(from + count)]
    this.#waiting = this.#waiting.slice(from, from + count)
    this.#next = 0
    return returned
  }
}
