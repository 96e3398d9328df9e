/** The order in which receiver queues take turns, and how many attempts may run to which of them. */
import type { ClaimedMessage } from '../outbox-ports.ts'
import type { ReceiverQueue } from './receiver-queue.ts'
import type { FinishedAttempt } from './receiver-state.ts'

export interface RotationRules {
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

export interface Rotation {
  readonly ready: () => number
  readonly waiting: () => number
  readonly running: () => number
  /**
   * Starts the first attempt of the queue whose turn it is and moves that queue to the end; null where every
   * queue is empty or full.
   */
  readonly take: (at: number) => StartedAttempt | null
  readonly end: (started: StartedAttempt, finished: FinishedAttempt | null) => readonly ClaimedMessage[]
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
 * Queues with a waiting message and room for one more attempt, in the order of their turns; and sums over all
 * queues, so that no message costs a look at thousands of them.
 */
export function createRotation(most: RotationRules): Rotation {
  const open = {
    proven: new Set<ReceiverQueue>(),
    unknown: new Set<ReceiverQueue>(),
    silent: new Set<ReceiverQueue>()
  }
  /** The open queues of the operator's own receivers, whatever their health. */
  const shared = new Set<ReceiverQueue>()
  const sums = { waiting: 0, readyProven: 0, readyUnproven: 0, running: 0, toUnproven: 0, toOwnServers: 0 }
  const mayAskUnproven = (): boolean => sums.toUnproven < most.unproven
  /**
   * An unproven receiver goes first if one may be tried: it then becomes proven, or is out of the way.
   * Receivers that have not failed yet come before those that have.
   */
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
    waiting: () => sums.waiting,
    running: () => sums.running,
    take(at) {
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
    end(started, finished) {
      countRunning(started, -1)
      return change(started.queue, () => started.queue.end(finished))
    },
    change
  }
}
