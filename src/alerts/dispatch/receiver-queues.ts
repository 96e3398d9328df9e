/**
 * Claimed messages in the order in which they are sent, in one queue for each receiver. The queues take
 * turns. Each may have as many attempts running as its receiver has earned: one at first, twice as many after
 * every quick answer. So a receiver that never answers takes only one slot from the others.
 */

import type { ClaimedMessage } from '../outbox-ports.ts'
import type { KnownReceivers } from './known-receivers.ts'
import {
  type FinishedAttempt,
  type Postponed,
  type QueueRules,
  type Receiver,
  ReceiverQueue
} from './receiver-queue.ts'

/** How many attempts may run, and to which receivers. */
export interface DispatchRules extends QueueRules {
  /** The most attempts to receivers that have not answered yet: there may be many, and each may be slow. */
  readonly unproven: number
  /**
   * The most attempts to servers of subscribers, many of which may stop answering at once. The rest is
   * reserved for the operator's own receivers.
   */
  readonly ownServers: number
}

/** A running attempt; `end` needs it. */
export interface StartedAttempt {
  readonly message: ClaimedMessage
  readonly queue: ReceiverQueue
  readonly toUnproven: boolean
  /** When it started [ms since epoch]. */
  readonly at: number
}

export interface ReceiverQueues {
  /** How many waiting messages will be sent soon, as far as can be known. */
  readonly ready: () => number
  /** How many wait, including those for receivers that may never answer. */
  readonly waiting: () => number
  readonly add: (messages: readonly ClaimedMessage[], at: number) => void
  /** Takes out all waiting messages. */
  readonly empty: () => readonly ClaimedMessage[]
  /**
   * Takes out messages that cannot be sent soon because a receiver is slow or does not answer, to make space
   * for others.
   */
  readonly makeRoom: (at: number, isOverloaded: boolean) => readonly Postponed[]
  /** Starts the next attempt, or null where every queue is empty or full. */
  readonly take: (at: number) => StartedAttempt | null
  /**
   * Ends an attempt, null where no request was sent. Gives back the messages that need not be tried now
   * because the receiver did not answer. A receiver that has just answered other attempts is not silent,
   * however long a single message took: one mail server carries many messages.
   */
  readonly end: (started: StartedAttempt, finished: FinishedAttempt | null) => readonly ClaimedMessage[]
}

/**
 * Empty queues. `receiverOf` names the receiver of a message; `known` are those that answered their last
 * attempt.
 */
export function createReceiverQueues(
  rules: DispatchRules,
  receiverOf: (message: ClaimedMessage) => Receiver,
  known: KnownReceivers
): ReceiverQueues {
  const queues = new Map<string, ReceiverQueue>()
  const rotation = createRotation(rules)
  const of = (receiver: Receiver): ReceiverQueue => {
    const there = queues.get(receiver.name)
    if (there !== undefined) return there
    const created = new ReceiverQueue(rules, receiver, known.has(receiver.name))
    queues.set(receiver.name, created)
    return created
  }
  return {
    ready: () => rotation.ready(),
    waiting: () => rotation.waiting(),
    add(messages, at) {
      const arrived = Map.groupBy(messages, (message) => of(receiverOf(message)))
      for (const [queue, group] of arrived) rotation.change(queue, () => queue.add(group, at))
    },
    empty: () => [...queues.values()].flatMap((queue) => rotation.change(queue, () => queue.empty())),
    makeRoom: (at, isOverloaded) =>
      [...queues.values()].flatMap((queue) => rotation.change(queue, () => queue.makeRoom(at, isOverloaded))),
    take: (at) => rotation.take(at),
    end(started, finished) {
      const { queue } = started
      const returned = rotation.end(started, () => queue.end(finished))
      if (finished !== null) known.note(queue.receiver.name, queue.standing === 'known')
      return returned
    }
  }
}

interface Rotation {
  readonly ready: () => number
  readonly waiting: () => number
  /**
   * Starts the first attempt of the queue whose turn it is and moves that queue to the end; null where every
   * queue is empty or full.
   */
  readonly take: (at: number) => StartedAttempt | null
  readonly end: <Result>(started: StartedAttempt, work: () => Result) => Result
  /** Every other change of a queue goes through here; the queue keeps its turn. */
  readonly change: <Result>(queue: ReceiverQueue, work: () => Result) => Result
}

/** Called for every message, most often with an empty set. */
function firstOf(queues: ReadonlySet<ReceiverQueue>): ReceiverQueue | undefined {
  if (queues.size === 0) return undefined
  const [first] = queues
  return first
}

/**
 * Queues with a waiting message and room for one more attempt, in the order of their turns; and the sums over
 * all queues.
 */
function createRotation(most: Pick<DispatchRules, 'unproven' | 'ownServers'>): Rotation {
  const open = {
    known: new Set<ReceiverQueue>(),
    fresh: new Set<ReceiverQueue>(),
    silent: new Set<ReceiverQueue>()
  }
  /** The open queues of the operator's own receivers. */
  const operatorQueues = new Set<ReceiverQueue>()
  const sums = { waiting: 0, readyKnown: 0, readyUnproven: 0, toUnproven: 0, toOwnServers: 0 }
  const mayAskUnproven = (): boolean => sums.toUnproven < most.unproven
  const nextOperatorQueue = (): ReceiverQueue | undefined =>
    operatorQueues.values().find((queue) => queue.standing === 'known' || mayAskUnproven())
  /**
   * An unproven receiver goes first if one may be tried: it then becomes known, or is out of the way.
   * Receivers that have not failed yet come before those that have.
   */
  const next = (): ReceiverQueue | undefined => {
    if (sums.toOwnServers >= most.ownServers) return nextOperatorQueue()
    const unproven = mayAskUnproven() ? (firstOf(open.fresh) ?? firstOf(open.silent)) : undefined
    return unproven ?? firstOf(open.known)
  }
  const count = (queue: ReceiverQueue, sign: 1 | -1): void => {
    sums.waiting += sign * queue.left
    if (queue.standing === 'known') sums.readyKnown += sign * queue.ready
    else sums.readyUnproven += sign * queue.ready
  }
  const change = <Result>(queue: ReceiverQueue, work: () => Result): Result => {
    count(queue, -1)
    const before = open[queue.standing]
    const result = work()
    const after = open[queue.standing]
    if (before !== after || !queue.isOpen) before.delete(queue)
    if (queue.isOpen) after.add(queue)
    if (queue.isOpen && queue.receiver.isShared) operatorQueues.add(queue)
    else operatorQueues.delete(queue)
    count(queue, 1)
    return result
  }
  return {
    ready: () => sums.readyKnown + (mayAskUnproven() ? sums.readyUnproven : 0),
    waiting: () => sums.waiting,
    take(at) {
      const queue = next()
      if (queue === undefined) return null
      const toUnproven = queue.standing !== 'known'
      open[queue.standing].delete(queue)
      operatorQueues.delete(queue)
      const message = change(queue, () => queue.take())
      if (message === null) return null
      if (toUnproven) sums.toUnproven += 1
      if (!queue.receiver.isShared) sums.toOwnServers += 1
      return { message, queue, toUnproven, at }
    },
    end({ queue, toUnproven }, work) {
      if (toUnproven) sums.toUnproven -= 1
      if (!queue.receiver.isShared) sums.toOwnServers -= 1
      return change(queue, work)
    },
    change
  }
}
