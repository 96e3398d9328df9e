/** The messages of one receiver: which wait, which are being sent, and what its answers have shown so far. */
import type { ClaimedMessage } from '../outbox-ports.ts'

/** How many attempts a receiver queue may have running, and how many messages may wait in it. */
export interface QueueRules {
  /** The most attempts that one queue may have running, however quickly its receiver answers. */
  readonly widest: number
  /** The most attempts to a shared receiver of the operator that answers slowly. */
  readonly slowWidest: number
  /** An answer that takes longer is slow [ms]. */
  readonly slowMs: number
  /** Messages that a queue cannot send within this time need not wait in it [ms] … */
  readonly aheadMs: number
  /** … except for so many, while the space is not needed. */
  readonly least: number
  /** How long a receiver is tried before its pace is judged [ms] … */
  readonly patienceMs: number
  /** … and how long while the space is needed [ms]. */
  readonly overloadedPatienceMs: number
  /** A message whose lease ends sooner is put back: it has waited too long [ms]. */
  readonly leastLeaseMs: number
}

/** The server that answers for a message. */
export interface Receiver {
  readonly name: string
  /**
   * All messages of a channel go through this one server. It counts as proven even before its first attempt.
   */
  readonly isShared: boolean
}

/** How an attempt ended. */
export interface FinishedAttempt {
  /** The receiver accepted the message or refused it for good. */
  readonly settled: boolean
  readonly tookMs: number
  /** When it ended [ms since epoch]. */
  readonly at: number
}

/**
 * A message that need not wait here: its receiver does not answer, or its turn comes in so long [ms]. Null:
 * it stays due as it was.
 */
export interface Postponed {
  readonly message: ClaimedMessage
  readonly inMs: number | 'silent' | null
}

/** What is known of a receiver: it answered the last attempt, it did not, or it was not tried yet. */
export type ReceiverHealth = 'known' | 'silent' | 'fresh'

/**
 * No message is postponed for longer than twice the time for which the pace has been observed, because the
 * receiver may become quicker meanwhile. That limit itself has a lower and an upper bound [ms].
 */
const away = { leastMs: 5000, mostMs: 120_000, mostUnseenMs: 15_000 } as const

/** Weight of the observed pace against the next answer: it averages over about ten answers. */
const fading = 0.9

export class ReceiverQueue {
  readonly receiver: Receiver
  readonly #rules: QueueRules
  #standing: ReceiverHealth
  #waiting: ClaimedMessage[] = []
  /** Index in `#waiting` of the next message. */
  #next = 0
  #underWay = 0
  #width = 1
  /** When its receiver last answered quickly or settled a message [ms since epoch]. */
  #answeredAt = Number.NEGATIVE_INFINITY
  /** Recent mean time of an attempt [ms]; null before the first. */
  #meanMs: number | null = null
  /** When the first message for it was queued [ms since epoch]. */
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

  /** A message waits, and one more attempt may run. */
  get isOpen(): boolean {
    return this.left > 0 && this.#underWay < this.#width
  }

  /** How many waiting messages will be sent soon, as far as can be known. */
  get ready(): number {
    return Math.min(this.left, this.#soon)
  }

  get #soon(): number {
    const first = this.#underWay === 0 ? 1 : 0
    if (this.#standing === 'silent') return first
    return Math.max(first, Math.floor(this.#rules.aheadMs / this.#everyMs))
  }

  /**
   * Time between two attempts; infinity where unknown. The queue of a quick receiver soon reaches its full
   * width.
   */
  get #everyMs(): number {
    if (this.#meanMs === null) return Number.POSITIVE_INFINITY
    return this.#meanMs / (this.#meanMs < this.#rules.slowMs ? this.#rules.widest : this.#width)
  }

  add(messages: readonly ClaimedMessage[], at: number): void {
    this.#since ??= at
    for (const message of messages) this.#waiting.push(message)
  }

  /** Starts the next attempt. */
  take(): ClaimedMessage | null {
    const message = this.#waiting[this.#next] ?? null
    if (message === null) return null
    this.#underWay += 1
    this.#next += 1
    if (this.left === 0) this.empty()
    return message
  }

  /**
   * Ends an attempt, null where no request was sent. Gives back all waiting messages where the receiver has
   * stopped answering.
   */
  end(finished: FinishedAttempt | null): readonly ClaimedMessage[] {
    this.#underWay -= 1
    if (finished === null) return []
    const { settled, tookMs, at } = finished
    const isQuick = tookMs < this.#rules.slowMs
    // Times measured while it did not answer say nothing about its present pace.
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

  /** Gives back all waiting messages. */
  empty(): readonly ClaimedMessage[] {
    return this.#save(0, 0)
  }

  /**
   * Gives back messages that could not be sent soon. Under overload this includes those that wait for another
   * receiver to answer first.
   */
  makeRoom(at: number, isOverloaded: boolean): readonly Postponed[] {
    const late = this.#lapsing(at)
    const returned = this.#save(late, this.left - late).map((message) => ({ message, inMs: null }))
    const seenMs = at - (this.#since ?? at)
    if (seenMs < (isOverloaded ? this.#rules.overloadedPatienceMs : this.#rules.patienceMs)) return returned
    const isUnasked = this.#standing !== 'known' && this.#underWay === 0
    const least = isOverloaded ? 1 : this.#rules.least
    const remaining = isOverloaded && isUnasked ? 0 : Math.max(least, this.#soon)
    const isSilent = this.#standing === 'silent' && !isUnasked
    const mostMs = this.#meanMs === null ? away.mostUnseenMs : away.mostMs
    const awayMs = Math.min(Math.max(2 * seenMs, away.leastMs), mostMs)
    const postponed = this.#save(0, remaining).map((message, place) => {
      if (isSilent) return { message, inMs: 'silent' as const }
      const hasPace = this.#meanMs !== null && !isUnasked
      const turnMs = hasPace ? Math.ceil((remaining + place) * this.#everyMs) : awayMs
      return { message, inMs: Math.min(turnMs, awayMs) }
    })
    return [...returned, ...postponed]
  }

  /** How many of the first messages have waited too long. */
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

  /** Leaves `count` messages after the first `first` in the queue and gives back the others. */
  #save(first: number, count: number): readonly ClaimedMessage[] {
    if (first === 0 && count > 0 && this.left <= count) return []
    const from = this.#next + first
    const returned = [...this.#waiting.slice(this.#next, from), ...this.#waiting.slice(from + count)]
    this.#waiting = this.#waiting.slice(from, from + count)
    this.#next = 0
    return returned
  }
}
