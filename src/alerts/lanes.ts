/**
 * Claimed messages in order of departure, one lane a receiver. Lanes take turns, and each has as many attempts under way as its
 * receiver has earned: one at first, twice as many after every quick answer. So whoever never answers costs everyone else one slot.
 */
import type { ClaimedMessage } from './outbox-ports.ts'

/** How many attempts lanes may have under way. */
export interface LaneRules {
  /** The most that one lane may have under way, however quickly it answers. */
  readonly widest: number
  /** An answer that takes longer is slow [ms]. */
  readonly slowMs: number
}

/** One receiver's messages. */
interface Lane {
  waiting: ClaimedMessage[]
  /** Where in `waiting` the next one stands. */
  next: number
  underWay: number
  width: number
  /** When its receiver last answered, quickly or by a word that settles a message [ms since epoch]. */
  answeredAt: number
}

/** A message on its way, with what its end must be told to. */
export interface Departure {
  readonly message: ClaimedMessage
  readonly lane: Lane
}

/** How an attempt ended. */
export interface Arrival {
  /** The receiver took or refused the message for good. */
  readonly settled: boolean
  readonly tookMs: number
  /** When it ended [ms since epoch]. */
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
  /** The next to depart, or null where every lane is empty or full. */
  readonly take: () => Departure | null
  /**
   * Ends an attempt, null where it was not made; gives back those that need not be tried now, because their receiver did not answer.
   * One that has just answered others is not silent, however long a single message has kept it: many speak through one mail server.
   */
  readonly end: (departure: Departure, arrival: Arrival | null) => readonly ClaimedMessage[]
}

/** Empty lanes. `receiverOf` names who answers for a message. */
export function openLanes(rules: LaneRules, receiverOf: (message: ClaimedMessage) => string): Lanes {
  const lanes = new Map<string, Lane>()
  // Lanes with someone waiting and room for one more, in the order of their turns.
  const open = new Set<Lane>()
  let waiting = 0
  let held = 0
  // Whatever changes a lane does so between these two.
  const leave = (lane: Lane): void => {
    open.delete(lane)
    held -= heldIn(lane)
    waiting -= left(lane)
  }
  const enter = (lane: Lane): void => {
    if (left(lane) > 0 && lane.underWay < lane.width) open.add(lane)
    held += heldIn(lane)
    waiting += left(lane)
  }
  return {
    moving: () => waiting - held,
    waiting: () => waiting,
    add(messages) {
      for (const message of messages) {
        const lane = laneOf(lanes, receiverOf(message))
        leave(lane)
        lane.waiting.push(message)
        enter(lane)
      }
    },
    empty: () =>
      [...lanes.values()].flatMap((lane) => {
        leave(lane)
        const given = shiftAll(lane)
        enter(lane)
        return given
      }),
    take() {
      const [lane] = open
      if (lane === undefined) return null
      leave(lane)
      const message = shift(lane)
      lane.underWay += 1
      enter(lane)
      return message === null ? null : { message, lane }
    },
    end({ lane }, arrival) {
      leave(lane)
      lane.underWay -= 1
      const given = arrival === null ? [] : learn(lane, arrival, rules)
      enter(lane)
      return given
    }
  }
}

/** What an arrival means for the width of a lane; answers those who wait behind a receiver that has fallen silent. */
function learn(
  lane: Lane,
  { settled, tookMs, at }: Arrival,
  { widest, slowMs }: LaneRules
): readonly ClaimedMessage[] {
  const isQuick = tookMs < slowMs
  if (isQuick) lane.width = Math.min(2 * lane.width, widest)
  if (isQuick || settled) lane.answeredAt = at
  if (at - lane.answeredAt < slowMs) return []
  lane.width = 1
  return shiftAll(lane)
}

/** Who waits behind the only attempt that a receiver is granted. */
function heldIn(lane: Lane): number {
  return lane.width === 1 && lane.underWay > 0 ? left(lane) : 0
}

function laneOf(lanes: Map<string, Lane>, receiver: string): Lane {
  const known = lanes.get(receiver)
  if (known !== undefined) return known
  const made = { waiting: [], next: 0, underWay: 0, width: 1, answeredAt: Number.NEGATIVE_INFINITY }
  lanes.set(receiver, made)
  return made
}

function left(lane: Lane): number {
  return lane.waiting.length - lane.next
}

function shift(lane: Lane): ClaimedMessage | null {
  const message = lane.waiting[lane.next] ?? null
  lane.next += 1
  if (left(lane) === 0) {
    lane.waiting = []
    lane.next = 0
  }
  return message
}

function shiftAll(lane: Lane): readonly ClaimedMessage[] {
  const given = lane.waiting.slice(lane.next)
  Object.assign(lane, { waiting: [], next: 0 })
  return given
}
