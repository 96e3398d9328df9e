/**
 * Claimed messages in order of departure, one lane a receiver. Lanes take turns, and each has as many attempts under way as its
 * receiver has earned: one at first, twice as many after every quick answer. So whoever never answers costs everyone else one slot.
 */
import { type Arrival, Lane, type LaneRules, type Postponed } from './lane.ts'
import type { ClaimedMessage } from './outbox-ports.ts'

/** A message on its way, with what its end must be told to. */
export interface Departure {
  readonly message: ClaimedMessage
  readonly lane: Lane
  /** When it departed [ms since epoch]. */
  readonly at: number
}

export interface Lanes {
  /** How many wait for receivers that are known to answer, or for nobody else's answer. */
  readonly moving: () => number
  /** How many wait, also behind first attempts. */
  readonly waiting: () => number
  readonly add: (messages: readonly ClaimedMessage[]) => void
  /** Takes out all who wait, behind whomever. */
  readonly empty: () => readonly ClaimedMessage[]
  /** Takes out whoever could not depart soon, because a receiver is slow or does not answer: others want their place. */
  readonly makeRoom: (at: number) => readonly Postponed[]
  /** The next to depart, or null where every lane is empty or full. */
  readonly take: (at: number) => Departure | null
  /**
   * Ends an attempt, null where it was not made; gives back those that need not be tried now, because their receiver did not answer.
   * One that has just answered others is not silent, however long a single message has kept it: many speak through one mail server.
   */
  readonly end: (departure: Departure, arrival: Arrival | null) => readonly ClaimedMessage[]
}

/** Empty lanes. `receiverOf` names who answers for a message. */
export function openLanes(rules: LaneRules, receiverOf: (message: ClaimedMessage) => string): Lanes {
  const lanes = new Map<string, Lane>()
  const turns = takeTurns()
  const of = (receiver: string): Lane => {
    const known = lanes.get(receiver)
    if (known !== undefined) return known
    const made = new Lane(rules)
    lanes.set(receiver, made)
    return made
  }
  return {
    moving: () => turns.waiting - turns.held,
    waiting: () => turns.waiting,
    add(messages) {
      for (const message of messages) {
        const lane = of(receiverOf(message))
        turns.change(lane, () => lane.add(message))
      }
    },
    empty: () => [...lanes.values()].flatMap((lane) => turns.change(lane, () => lane.empty())),
    makeRoom: (at) => [...lanes.values()].flatMap((lane) => turns.change(lane, () => lane.makeRoom(at))),
    take(at) {
      const lane = turns.next()
      if (lane === null) return null
      const message = turns.change(lane, () => lane.take(at))
      return message === null ? null : { message, lane, at }
    },
    end: ({ lane }, arrival) => turns.change(lane, () => lane.end(arrival))
  }
}

interface Turns {
  readonly waiting: number
  readonly held: number
  /** Whose turn it is; null where every lane is empty or full. */
  readonly next: () => Lane | null
  /** Every change of a lane goes through here. One whose turn it was stands at the end of the queue afterwards; others keep their place. */
  readonly change: <Result>(lane: Lane, work: () => Result) => Result
}

/** Lanes with someone waiting and room for one more, in the order of their turns; and the sums over all lanes. */
function takeTurns(): Turns {
  const open = new Set<Lane>()
  const sums = { waiting: 0, held: 0 }
  return {
    get waiting() {
      return sums.waiting
    },
    get held() {
      return sums.held
    },
    next() {
      const [lane] = open
      if (lane === undefined) return null
      open.delete(lane)
      return lane
    },
    change(lane, work) {
      sums.held -= lane.held
      sums.waiting -= lane.left
      const result = work()
      if (lane.isOpen) open.add(lane)
      else open.delete(lane)
      sums.held += lane.held
      sums.waiting += lane.left
      return result
    }
  }
}
