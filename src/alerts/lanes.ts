/**
 * Claimed messages in order of departure, one lane a receiver. Lanes take turns, and each has as many attempts under way as its
 * receiver has earned: one at first, twice as many after every quick answer. So whoever never answers costs everyone else one slot.
 */
import type { KnownReceivers } from './known-receivers.ts'
import { type Arrival, Lane, type LaneRules, type Postponed, type Receiver } from './lane.ts'
import type { ClaimedMessage } from './outbox-ports.ts'

/** How many attempts may be under way, and to whom. */
export interface LanesRules extends LaneRules {
  /** The most that may be under way to receivers that have not answered yet: there may be many of them, and each may take its time. */
  readonly strangers: number
  /** The most that may be under way to servers of subscribers, of which many may fall silent at once; the operator's own doors have the rest. */
  readonly ownServers: number
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
  /** How many of those who wait will soon have departed, as far as can be known. */
  readonly ready: () => number
  /** How many wait, also for receivers that may never answer. */
  readonly waiting: () => number
  readonly add: (messages: readonly ClaimedMessage[], at: number) => void
  /** Takes out all who wait, behind whomever. */
  readonly empty: () => readonly ClaimedMessage[]
  /** Takes out whoever could not depart soon, because a receiver is slow or does not answer: others want their place. */
  readonly makeRoom: (at: number, isCrowd: boolean) => readonly Postponed[]
  /** The next to depart, or null where every lane is empty or full. */
  readonly take: (at: number) => Departure | null
  /**
   * Ends an attempt, null where the receiver was not asked; gives back those that need not be tried now, because it did not answer.
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
  const turns = takeTurns(rules)
  const of = (receiver: Receiver): Lane => {
    const there = lanes.get(receiver.name)
    if (there !== undefined) return there
    const made = new Lane(rules, receiver, known.has(receiver.name))
    lanes.set(receiver.name, made)
    return made
  }
  return {
    ready: () => turns.ready(),
    waiting: () => turns.waiting(),
    add(messages, at) {
      const arrived = Map.groupBy(messages, (message) => of(receiverOf(message)))
      for (const [lane, group] of arrived) turns.change(lane, () => lane.add(group, at))
    },
    empty: () => [...lanes.values()].flatMap((lane) => turns.change(lane, () => lane.empty())),
    makeRoom: (at, isCrowd) =>
      [...lanes.values()].flatMap((lane) => turns.change(lane, () => lane.makeRoom(at, isCrowd))),
    take: (at) => turns.take(at),
    end(departure, arrival) {
      const { lane } = departure
      const given = turns.end(departure, () => lane.end(arrival))
      if (arrival !== null) known.note(lane.receiver.name, lane.standing === 'known')
      return given
    }
  }
}

interface Turns {
  readonly ready: () => number
  readonly waiting: () => number
  /** The first of whoever's turn it is departs, and the lane stands at the end of its queue; null where every lane is empty or full. */
  readonly take: (at: number) => Departure | null
  readonly end: <Result>(departure: Departure, work: () => Result) => Result
  /** Every other change of a lane goes through here; it keeps its place. */
  readonly change: <Result>(lane: Lane, work: () => Result) => Result
}

/** Asked for every message, and most often of an empty set. */
function firstOf(lanes: ReadonlySet<Lane>): Lane | undefined {
  if (lanes.size === 0) return undefined
  const [first] = lanes
  return first
}

/** Lanes with someone waiting and room for one more, in the order of their turns; and the sums over all lanes. */
function takeTurns(most: Pick<LanesRules, 'strangers' | 'ownServers'>): Turns {
  const open = { known: new Set<Lane>(), fresh: new Set<Lane>(), silent: new Set<Lane>() }
  /** The operator's own among them. */
  const doors = new Set<Lane>()
  const sums = { waiting: 0, readyKnown: 0, readyStrangers: 0, toStrangers: 0, toOwnServers: 0 }
  const mayStrangers = (): boolean => sums.toStrangers < most.strangers
  const nextDoor = (): Lane | undefined =>
    doors.values().find((door) => door.standing === 'known' || mayStrangers())
  /** A stranger goes first where one may: it becomes known by that, or is out of the way; among them those who have not failed yet. */
  const next = (): Lane | undefined => {
    if (sums.toOwnServers >= most.ownServers) return nextDoor()
    const stranger = mayStrangers() ? (firstOf(open.fresh) ?? firstOf(open.silent)) : undefined
    return stranger ?? firstOf(open.known)
  }
  const count = (lane: Lane, sign: 1 | -1): void => {
    sums.waiting += sign * lane.left
    if (lane.standing === 'known') sums.readyKnown += sign * lane.ready
    else sums.readyStrangers += sign * lane.ready
  }
  const change = <Result>(lane: Lane, work: () => Result): Result => {
    count(lane, -1)
    const before = open[lane.standing]
    const result = work()
    const after = open[lane.standing]
    if (before !== after || !lane.isOpen) before.delete(lane)
    if (lane.isOpen) after.add(lane)
    if (lane.isOpen && lane.receiver.isShared) doors.add(lane)
    else doors.delete(lane)
    count(lane, 1)
    return result
  }
  return {
    ready: () => sums.readyKnown + (mayStrangers() ? sums.readyStrangers : 0),
    waiting: () => sums.waiting,
    take(at) {
      const lane = next()
      if (lane === undefined) return null
      const toStranger = lane.standing !== 'known'
      open[lane.standing].delete(lane)
      doors.delete(lane)
      const message = change(lane, () => lane.take())
      if (message === null) return null
      if (toStranger) sums.toStrangers += 1
      if (!lane.receiver.isShared) sums.toOwnServers += 1
      return { message, lane, toStranger, at }
    },
    end({ lane, toStranger }, work) {
      if (toStranger) sums.toStrangers -= 1
      if (!lane.receiver.isShared) sums.toOwnServers -= 1
      return change(lane, work)
    },
    change
  }
}
