/**
 * Queues of claimed messages, one for each receiver, take turns. Attempts running: one at first, twice as many after
 * each quick answer. One that never answers takes one slot from the others.
 */
import type { ClaimedMessage } from '../outbox-ports.ts'
import { type knownReceivers, type QueueRules, type Receiver, ReceiverQueue } from './receiver-queue.ts'
import type { FinishedAttempt } from './receiver-state.ts'

export type DispatchRules = QueueRules & RotationRules

/** @param known the receivers that answered their last attempt */
export function createReceiverQueues(
  rules: DispatchRules,
  receiverOf: (message: ClaimedMessage) => Receiver,
  known: ReturnType<typeof knownReceivers>
) {
  const queues = new Map<string, ReceiverQueue>()
  const rotation = createRotation(rules)
  const queueOf = (message: ClaimedMessage): ReceiverQueue => {
    const receiver = receiverOf(message)
    return queues.getOrInsertComputed(
      receiver.name,
      (name) => new ReceiverQueue(rules, receiver, known.has(name))
    )
  }
  const fromAll = <Item>(work: (queue: ReceiverQueue) => readonly Item[]): readonly Item[] =>
    [...queues.values()].flatMap((queue) => rotation.change(queue, () => work(queue)))
  return {
    ...rotation,
    add(messages: readonly ClaimedMessage[], at: number): void {
      for (const [queue, group] of Map.groupBy(messages, queueOf)) {
        rotation.change(queue, () => queue.add(group, at))
      }
    },
    empty: () => fromAll((queue) => queue.empty()),
    /** Takes out what cannot be sent soon because a receiver is slow or does not answer. */
    makeRoom: (at: number, isOverloaded: boolean) => fromAll((queue) => queue.makeRoom(at, isOverloaded)),
    /** Null: no request was sent. Gives back what need not be tried now because the receiver did not answer. */
    end(started: StartedAttempt, finished: FinishedAttempt | null): readonly ClaimedMessage[] {
      const { queue } = started
      const returned = rotation.end(started, finished)
      if (finished !== null) known.note(queue.receiver.name, queue.isProven)
      return returned
    }
  }
}

interface RotationRules {
  readonly unproven: number
  /** Attempts to subscribers' servers, many of which may hang at once; the rest is for the operator's own. */
  readonly ownServers: number
}

export interface StartedAttempt {
  readonly message: ClaimedMessage
  readonly queue: ReceiverQueue
  readonly toUnproven: boolean
  readonly at: number
}

/** Called for every message, most often with an empty set. */
function firstOf(queues: ReadonlySet<ReceiverQueue>): ReceiverQueue | undefined {
  if (queues.size === 0) return undefined
  const [first] = queues
  return first
}

/** Queues that have work and room, in turn, with sums: no message looks through thousands of queues. */
function createRotation(most: RotationRules) {
  const open = {
    proven: new Set<ReceiverQueue>(),
    unknown: new Set<ReceiverQueue>(),
    silent: new Set<ReceiverQueue>()
  }
  /** Open queues of the operator's own receivers, whatever their health. */
  const shared = new Set<ReceiverQueue>()
  const sums = { waiting: 0, readyProven: 0, readyUnproven: 0, running: 0, toUnproven: 0, toOwnServers: 0 }
  const mayAskUnproven = (): boolean => sums.toUnproven < most.unproven
  /** Unproven receivers come first, if one may be tried: those never tried, then silent ones. Proven ones follow. */
  const next = (): ReceiverQueue | undefined => {
    if (sums.toOwnServers >= most.ownServers) {
      return shared.values().find((queue) => queue.isProven || mayAskUnproven())
    }
    const unproven = mayAskUnproven() ? (firstOf(open.unknown) ?? firstOf(open.silent)) : undefined
    return unproven ?? firstOf(open.proven)
  }
  const openSetOf = (queue: ReceiverQueue): Set<ReceiverQueue> =>
    queue.health === 'unknown' || queue.health === 'silent' ? open[queue.health] : open.proven
  const count = (queue: ReceiverQueue, sign: 1 | -1): void => {
    sums.waiting += sign * queue.waiting
    sums[queue.isProven ? 'readyProven' : 'readyUnproven'] += sign * queue.ready
  }
  const countRunning = (
    { queue, toUnproven }: Pick<StartedAttempt, 'queue' | 'toUnproven'>,
    sign: 1 | -1
  ): void => {
    sums.running += sign
    if (toUnproven) sums.toUnproven += sign
    if (!queue.receiver.isShared) sums.toOwnServers += sign
  }
  /** Any other change to a queue is made by this, and the queue keeps its turn. */
  const change = <Result>(queue: ReceiverQueue, work: () => Result): Result => {
    count(queue, -1)
    const before = openSetOf(queue)
    const result = work()
    const after = openSetOf(queue)
    if (before !== after || !queue.isOpen) before.delete(queue)
    if (queue.isOpen) after.add(queue)
    if (queue.isOpen && queue.receiver.isShared) shared.add(queue)
    else shared.delete(queue)
    count(queue, 1)
    return result
  }
  return {
    ready: () => sums.readyProven + (mayAskUnproven() ? sums.readyUnproven : 0),
    /** The number includes messages for receivers that may never answer. */
    waiting: () => sums.waiting,
    running: () => sums.running,
    /** A message of the queue whose turn it is, which then goes to the end; null where every queue is empty or full. */
    take(at: number): StartedAttempt | null {
      const queue = next()
      if (queue === undefined) return null
      const toUnproven = !queue.isProven
      openSetOf(queue).delete(queue)
      shared.delete(queue)
      const message = change(queue, () => queue.take())
      if (message === null) return null
      countRunning({ queue, toUnproven }, 1)
      return { message, queue, toUnproven, at }
    },
    end(started: StartedAttempt, finished: FinishedAttempt | null): readonly ClaimedMessage[] {
      countRunning(started, -1)
      return change(started.queue, () => started.queue.end(finished))
    },
    change
  }
}
