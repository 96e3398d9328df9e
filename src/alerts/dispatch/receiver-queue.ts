import { BoundedMap } from '../../common/bounded-map.ts'
import { minuteMs } from '../../common/time.ts'
import { nightsOf } from '../compose.ts'
import { type MessageKind, messageUrgencies } from '../message-ports.ts'
import type { ClaimedMessage } from '../outbox-ports.ts'
import { urgencyOf } from '../urgency.ts'
import {
  afterAttempt,
  type FinishedAttempt,
  firstState,
  type HealthRules,
  isProven,
  type ReceiverState
} from './receiver-state.ts'

export interface QueueRules extends HealthRules {
  /** Messages that cannot be sent within this time [ms] go back to the outbox … */
  readonly aheadMs: number
  /** … except for this many, unless space is needed. */
  readonly least: number
  /** How long a receiver is tried before its pace is judged [ms] … */
  readonly patienceMs: number
  /** … while space is needed [ms]. */
  readonly overloadedPatienceMs: number
  /** A message whose lease ends sooner goes back [ms]. */
  readonly minLeaseMs: number
}

export interface Receiver {
  readonly name: string
  /** The receiver takes all messages of a channel, and counts as proven before the first attempt. */
  readonly isShared: boolean
}

/** A message that goes back: due again after this time [ms]; null: it stays due as it was. */
interface Postponed {
  readonly message: ClaimedMessage
  readonly inMs: number | 'silent' | null
}

/** Pause, at most twice the time for which the pace was observed: the receiver may become quicker [ms]. */
const away = { minMs: 5000, maxMs: 2 * minuteMs, maxUnseenMs: 15_000 } as const

export class ReceiverQueue {
  readonly receiver: Receiver
  readonly #rules: QueueRules
  #state: ReceiverState
  /** The first `#started` have been started: `shift` would move thousands for each message. */
  #messages: ClaimedMessage[] = []
  #started = 0
  #running = 0
  /** When its first message was queued. */
  #since: number | null = null

  constructor(rules: QueueRules, receiver: Receiver, isKnown: boolean) {
    // A subscriber's slow server gets no more attempts than it has.
    this.#rules = receiver.isShared ? rules : { ...rules, slowWidest: 1 }
    this.receiver = receiver
    this.#state = firstState(isKnown || receiver.isShared)
  }

  get health(): ReceiverState['health'] {
    return this.#state.health
  }

  get isProven(): boolean {
    return isProven(this.#state)
  }

  get waiting(): number {
    return this.#messages.length - this.#started
  }

  get isOpen(): boolean {
    return this.waiting > 0 && this.#running < this.#state.width
  }

  /** An estimate of how many messages will be sent soon. */
  get ready(): number {
    return Math.min(this.waiting, this.#soon)
  }

  get #soon(): number {
    const first = this.#running === 0 ? 1 : 0
    if (this.health === 'silent') return first
    return Math.max(first, Math.floor(this.#rules.aheadMs / this.#everyMs))
  }

  /** Infinity where unknown. A quick receiver's queue soon reaches its full width. */
  get #everyMs(): number {
    const { health, meanMs, width } = this.#state
    if (meanMs === null) return Number.POSITIVE_INFINITY
    return meanMs / (health === 'healthy' ? this.#rules.widest : width)
  }

  add(messages: readonly ClaimedMessage[], at: number): void {
    this.#since ??= at
    for (const message of messages) this.#messages.push(message)
    // Where not all messages can be sent soon, the less urgent ones wait.
    if (this.receiver.isShared && this.waiting > this.#soon) mostUrgentFirst(this.#unstarted())
  }

  take(): ClaimedMessage | null {
    const message = this.#messages[this.#started] ?? null
    if (message === null) return null
    this.#started += 1
    this.#running += 1
    if (this.waiting === 0) this.empty()
    return message
  }

  /** Null: no request was sent. Gives back all that wait where the receiver stopped answering. */
  end(finished: FinishedAttempt | null): readonly ClaimedMessage[] {
    this.#running -= 1
    if (finished === null) return []
    this.#state = afterAttempt(this.#state, finished, this.#rules)
    return this.health === 'silent' ? this.empty() : []
  }

  empty(): readonly ClaimedMessage[] {
    return this.#unstarted().splice(0)
  }

  /** Removes what cannot be sent soon; under overload also what waits for another receiver to answer first. */
  makeRoom(at: number, isOverloaded: boolean): readonly Postponed[] {
    const waiting = this.#unstarted()
    const inTime = waiting.findIndex(({ leasedUntil }) => leasedUntil - at >= this.#rules.minLeaseMs)
    const returned = waiting.splice(0, inTime === -1 ? waiting.length : inTime)
    const seenMs = at - (this.#since ?? at)
    const { patienceMs, overloadedPatienceMs } = this.#rules
    const postponed =
      seenMs < (isOverloaded ? overloadedPatienceMs : patienceMs) ? [] : this.#postpone(seenMs, isOverloaded)
    return [...returned.map((message) => ({ message, inMs: null })), ...postponed]
  }

  #postpone(seenMs: number, isOverloaded: boolean): readonly Postponed[] {
    const awaitsOthers = !this.isProven && this.#running === 0
    const least = isOverloaded ? 1 : this.#rules.least
    const remaining = isOverloaded && awaitsOthers ? 0 : Math.max(least, this.#soon)
    const { health, meanMs } = this.#state
    const maxMs = meanMs === null ? away.maxUnseenMs : away.maxMs
    const awayMs = Math.min(Math.max(2 * seenMs, away.minMs), maxMs)
    const everyMs = this.#everyMs
    return this.#unstarted()
      .splice(remaining)
      .map((message, place) => {
        if (awaitsOthers) return { message, inMs: awayMs }
        if (health === 'silent') return { message, inMs: 'silent' }
        return { message, inMs: Math.min(Math.ceil((remaining + place) * everyMs), awayMs) }
      })
  }

  #unstarted(): ClaimedMessage[] {
    this.#messages.splice(0, this.#started)
    this.#started = 0
    return this.#messages
  }
}

/* What breaks silence leaves first, soonest harm before the rest. */

/** Equally urgent messages keep their order; nearly always all are equal, or already in order. */
function mostUrgentFirst(messages: ClaimedMessage[]): void {
  const ranks = messages.map(rankOf)
  if (ranks.every((rank, index) => index === 0 || rank >= (ranks[index - 1] ?? 0))) return
  const sorted = messages.map((message, index) => ({ message, rank: ranks[index] ?? 0 }))
  sorted.sort((one, other) => one.rank - other.rank)
  for (const [index, { message }] of sorted.entries()) messages[index] = message
}

/** A number above every time since 1970 [ms]. */
const urgencyStep = 1e13
/** Messages that a person is waiting for. */
const awaited: ReadonlySet<MessageKind> = new Set(['confirm', 'verify', 'test'])

function rankOf({ due: { subscription }, message, run }: ClaimedMessage): number {
  const { kind, madeAt } = message
  if (awaited.has(kind)) return -1
  const nights = nightsOf(message.nights, run)
  const urgency = urgencyOf({ kind, threshold: subscription.threshold, madeAt, nights })
  let harmAt = urgencyStep - 1
  for (const night of nights)
    harmAt = Math.min(harmAt, night.lastPreparationAt ?? night.frostFromAt ?? night.coldestAt)
  return messageUrgencies.indexOf(urgency) * urgencyStep + harmAt
}

/**
 * The receivers that answered the last attempt, remembered while the process runs.
 * @param most beyond it, the receiver that answered longest ago is forgotten
 */
export function knownReceivers(most = 10_000) {
  const names = new BoundedMap<string, true>(most)
  return {
    has: (receiver: string) => names.has(receiver),
    note(receiver: string, answers: boolean): void {
      names.delete(receiver)
      if (answers) names.set(receiver, true)
    }
  }
}
