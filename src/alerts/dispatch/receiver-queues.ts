/**
 * Claimed messages in order of departure, one lane a receiver. Lanes take turns, and each has as many attempts under way as its
 * receiver has earned: one at first, twice as many after every quick answer. So whoever never answers costs everyone else one slot.
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

/** How many attempts may be under way, and to whom. */
export interface DispatchRules extends QueueRules {
  /** The most that may be under way to receivers that have not answered yet: there may be many of them, and each may take its time. */
  readonly unproven: number
  /** The most that may be under way to servers of subscribers, of which many may fall silent at once; the operator's own doors have the rest. */
  readonly ownServers: number
}

/** A message on its way, with what its end must be told to. */
export interface StartedAttempt {
  readonly message: ClaimedMessage
  readonly queue: ReceiverQueue
  readonly toUnproven: boolean
  /** When it departed [ms since epoch]. */
  readonly at: number
}

export interface ReceiverQueues {
  /** How many of those who wait will soon have departed, as far as can be known. */
  readonly ready: () => number
  /** How many wait, also for receivers that may never answer. */
  readonly waiting: () => number
  readonly add: (messages: readonly ClaimedMessage[], at: number) => void
  /** Takes out all who wait, behind whomever. */
  readonly empty: () => readonly ClaimedMessage[]
  /** Takes out whoever could not depart soon, because a receiver is slow or does not answer: others want their place. */
  readonly makeRoom: (at: number, isOverloaded: boolean) => readonly Postponed[]
  /** The next to depart, or null where every lane is empty or full. */
  readonly take: (at: number) => StartedAttempt | null
  /**
   * Ends an attempt, null where the receiver was not asked; gives back those that need not be tried now, because it did not answer.
   * One that has just answered others is not silent, however long a single message has kept it: many speak through one mail server.
   */
  readonly end: (started: StartedAttempt, finished: FinishedAttempt | null) => readonly ClaimedMessage[]
}

/** Empty lanes. `receiverOf` names who answers for a message; `known` are those who did when they were last asked. */
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
  /** The first of whoever's turn it is departs, and the lane stands at the end of its queue; null where every lane is empty or full. */
  readonly take: (at: number) => StartedAttempt | null
  readonly end: <Result>(started: StartedAttempt, work: () => Result) => Result
  /** Every other change of a lane goes through here; it keeps its place. */
  readonly change: <Result>(queue: ReceiverQueue, work: () => Result) => Result
}

/** Asked for every message, and most often of an empty set. */
function firstOf(queues: ReadonlySet<ReceiverQueue>): ReceiverQueue | undefined {
  if (queues.size === 0) return undefined
  const [first] = queues
  return first
}

/** Lanes with someone waiting and room for one more, in the order of their turns; and the sums over all lanes. */
function createRotation(most: Pick<DispatchRules, 'unproven' | 'ownServers'>): Rotation {
  const open = {
    known: new Set<ReceiverQueue>(),
    fresh: new Set<ReceiverQueue>(),
    silent: new Set<ReceiverQueue>()
  }
  /** The operator's own among them. */
  const operatorQueues = new Set<ReceiverQueue>()
  const sums = { waiting: 0, readyKnown: 0, readyUnproven: 0, toUnproven: 0, toOwnServers: 0 }
  const mayAskUnproven = (): boolean => sums.toUnproven < most.unproven
  const nextOperatorQueue = (): ReceiverQueue | undefined =>
    operatorQueues.values().find((queue) => queue.standing === 'known' || mayAskUnproven())
  /** A stranger goes first where one may: it becomes known by that, or is out of the way; among them those who have not failed yet. */
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
