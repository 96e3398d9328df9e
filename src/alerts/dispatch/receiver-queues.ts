/**
 * Claimed messages in the order in which they are sent, in one queue for each receiver. The queues take
 * turns. Each may have as many attempts running as its receiver has earned: one at first, twice as many after
 * every quick answer. So a receiver that never answers takes only one slot from the others.
 */

import type { ClaimedMessage } from '../outbox-ports.ts'
import type { KnownReceivers } from './known-receivers.ts'
import { type Postponed, type QueueRules, type Receiver, ReceiverQueue } from './receiver-queue.ts'
import type { FinishedAttempt } from './receiver-state.ts'
import { createRotation, type RotationRules, type StartedAttempt } from './rotation.ts'

/** How many attempts may run, and to which receivers. */
export type DispatchRules = QueueRules & RotationRules

export interface ReceiverQueues {
  /** How many waiting messages will be sent soon, as far as can be known. */
  readonly ready: () => number
  /** How many wait, including those for receivers that may never answer. */
  readonly waiting: () => number
  /** How many attempts are running. */
  readonly running: () => number
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
   * because the receiver did not answer.
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
  const queueOf = (message: ClaimedMessage): ReceiverQueue => {
    const receiver = receiverOf(message)
    const queue = queues.get(receiver.name) ?? new ReceiverQueue(rules, receiver, known.has(receiver.name))
    queues.set(receiver.name, queue)
    return queue
  }
  const fromAll = <Item>(work: (queue: ReceiverQueue) => readonly Item[]): readonly Item[] =>
    [...queues.values()].flatMap((queue) => rotation.change(queue, () => work(queue)))
  return {
    ...rotation,
    add(messages, at) {
      for (const [queue, group] of Map.groupBy(messages, queueOf)) {
        rotation.change(queue, () => queue.add(group, at))
      }
    },
    empty: () => fromAll((queue) => queue.empty()),
    makeRoom: (at, isOverloaded) => fromAll((queue) => queue.makeRoom(at, isOverloaded)),
    end(started, finished) {
      const { queue } = started
      const returned = rotation.end(started, finished)
      if (finished !== null) known.note(queue.receiver.name, queue.isProven)
      return returned
    }
  }
}
