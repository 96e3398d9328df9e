/**
 * Claimed messages in order of departure, one lane a receiver. Lanes take turns, and each has as many attempts under way as its
 * receiver has earned: one at first, twice as many after every quick answer. So whoever never answers costs everyone else one slot.
 */
import type { KnownReceivers } from './known-receivers.ts'
import { type Arrival, Lane, type LaneRules, type Postponed } from './lane.ts'
import type { ClaimedMessage } from './outbox-ports.ts'

/** How many attempts may be under way, and to whom. */
export interface LanesRules extends LaneRules {
  /** The most that may be under way to receivers that have not answered yet: there may be many of them, and each may take its time. */
  readonly strangers: number
}

/** Who answers for a message. */
export interface Receiver {
  readonly name: string
  /** Everybody's messages of a channel go through this one door: it is not a stranger even when it has not been asked yet. */
  readonly isShared: boolean
}

/** A message on its way, with what its end must be told to. */
export interface Departure {
  readonly message: ClaimedMessage
  readonly lane: Lane
  readonly toStranger: boolean
  /** When it departed [ms since epoch]. */
  readonly at: number
}

export interface Lanes {
  /** How many wait for receivers that are known to answer, or for nobody else's answer. */
  readonly moving: () => number
  /** How many wait, also behind first attempts. */
  readonly waiting: () => number
  readonly add: (messages: readonly ClaimedMessage[], at: number) => void
  /** Takes out all who wait, behind whomever. */
  readonly empty: () => readonly ClaimedMessage[]
  /** Takes out whoever could not depart soon, because a receiver is slow or does not answer: others want their place. */
  readonly makeRoom: (at: number, isCrowd: boolean) => readonly Postponed[]
  /** The next to depart, or null where every lane is empty or full. */
  readonly take: (at: number) => Departure | null
  /**
   * Ends an attempt, null where it was not made; gives back those that need not be tried now, because their receiver did not answer.
   * One that has just answered others is not silent, however long a single message has kept it: many speak through one mail server.
   */
  readonly end: (departure: Departure, arrival: Arrival | null) => readonly ClaimedMessage[]
}

/** Empty lanes. `receiverOf` names who answers for a message; `known` are those who did when they were last asked. */
export function openLanes(
  rules: LanesRules,
  receiverOf: (message: ClaimedMessage) => Receiver,
  known: KnownReceivers
): Lanes {
  const lanes = new Map<string, Lane>()
  const turns = takeTurns(rules.strangers)
  const of = ({ name, isShared }: Receiver): Lane => {
    const there = lanes.get(name)
    if (there !== undefined) return there
    const made = new Lane(rules, name, isShared || known.has(name))
    lanes.set(name, made)
    return made
  }
  return {
    moving: () => turns.waiting - turns.held,
    waiting: () => turns.waiting,
    add(messages, at) {
      for (const message of messages) {
        const lane = of(receiverOf(message))
        turns.change(lane, () => lane.add(message, at))
      }
    },
    empty: () => [...lanes.values()].flatMap((lane) => turns.change(lane, () => lane.empty())),
    makeRoom: (at, isCrowd) =>
      [...lanes.values()].flatMap((lane) => turns.change(lane, () => lane.makeRoom(at, isCrowd))),
    take: (at) => turns.take(at),
    end(departure, arrival) {
      const { lane } = departure
      const given = turns.end(departure, () => lane.end(arrival))
      if (arrival !== null) known.note(lane.receiver, lane.isKnown)
      return given
    }
  }
}

interface Turns {
  readonly waiting: number
  readonly held: number
  /** The first of whoever's turn it is departs, and the lane stands at the end of its queue; null where every lane is empty or full. */
  readonly take: (at: number) => Departure | null
  readonly end: <Result>(departure: Departure, work: () => Result) => Result
  /** Every other change of a lane goes through here; it keeps its place. */
  readonly change: <Result>(lane: Lane, work: () => Result) => Result
}

/** Lanes with someone waiting and room for one more, in the order of their turns; and the sums over all lanes. */
function takeTurns(mostToStrangers: number): Turns {
  const open = { known: new Set<Lane>(), strangers: new Set<Lane>() }
  const sums = { waiting: 0, held: 0, toStrangers: 0 }
  /** A stranger goes first where one may: it becomes known by that, or is out of the way. */
  const next = (): Lane | undefined => {
    const [known] = open.known
    const [stranger] = open.strangers
    return sums.toStrangers < mostToStrangers ? (stranger ?? known) : known
  }
  const change = <Result>(lane: Lane, work: () => Result): Result => {
    sums.held -= lane.held
    sums.waiting -= lane.left
    const result = work()
    const [mine, other] = lane.isKnown ? [open.known, open.strangers] : [open.strangers, open.known]
    other.delete(lane)
    if (lane.isOpen) mine.add(lane)
    else mine.delete(lane)
    sums.held += lane.held
    sums.waiting += lane.left
    return result
  }
  return {
    get waiting() {
      return sums.waiting
    },
    get held() {
      return sums.held
    },
    take(at) {
      const lane = next()
      if (lane === undefined) return null
      const toStranger = !lane.isKnown
      open.known.delete(lane)
      open.strangers.delete(lane)
      const message = change(lane, () => lane.take(at))
      if (message === null) return null
      if (toStranger) sums.toStrangers += 1
      return { message, lane, toStranger, at }
    },
    end({ lane, toStranger }, work) {
      if (toStranger) sums.toStrangers -= 1
      return change(lane, work)
    },
    change
  }
}
