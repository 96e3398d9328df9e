import { dayMs, hourMs, minuteMs } from '../common/time.ts'
import type { ClockOffset } from './intake-ports.ts'

/** A clock that is off by no more is right [ms]. */
const rightMs = 5 * minuteMs
/** Uploads running whose offset is the same show that it is the clock's. */
const leastAlike = 3
const alikeMs = minuteMs
/** A clock that is off by more is not set, and says nothing [ms]. */
const mostMs = dayMs
/** What a station could not send it sends within [ms]. */
const oldestMs = 2 * dayMs
/** An older reading by a clock that is not known says nothing of tonight [ms]. */
const timelyMs = 30 * minuteMs

interface ReadInstant {
  /** [ms since epoch] */
  readonly at: number
  readonly clock: ClockOffset | null
  /** It may have been made at another time, and is not followed tonight. */
  readonly isLate: boolean
}

interface SentInstant {
  /** By the station [ms since epoch]; null: as it came in. */
  readonly sentAt: number | null
  readonly isNetworks: boolean
  /** What its earlier uploads have shown; null: nothing. */
  readonly known: ClockOffset | null
  /** When it came in [ms since epoch]. */
  readonly now: number
  /** Of the sensor's zone at that instant [ms]. */
  readonly zoneMs: number
}

/** Whether the clock is a day ahead, or behind by more than stations keep what they could not send. */
export function isUnset(sentAt: number | null, now: number): sentAt is number {
  return sentAt !== null && (sentAt - now > mostMs || now - sentAt > oldestMs)
}

/** A retry has the same instant as the first attempt: it is corrected by what was known, not by when it came. */
export function readInstant({ sentAt, isNetworks, known, now, zoneMs }: SentInstant): ReadInstant {
  if (sentAt === null) return { at: now, clock: known, isLate: false }
  if (isNetworks) return { at: sentAt, clock: known, isLate: false }
  const offset = sentAt - now
  const isAlike = known !== null && Math.abs(offset - known.ms) <= alikeMs
  const clock = isAlike ? { ms: known.ms, uploads: known.uploads + 1 } : { ms: offset, uploads: 1 }
  if (Math.abs(offset) <= rightMs) return { at: sentAt, clock, isLate: false }
  // Nothing was read in the future: whole hours ahead are local time said to be UTC.
  const isLocal = zoneMs % hourMs === 0 && Math.abs(offset - zoneMs) <= rightMs
  if (isLocal && zoneMs > 0) return { at: sentAt - zoneMs, clock, isLate: false }
  if (clock.uploads < leastAlike || Math.abs(offset) > mostMs)
    return { at: sentAt, clock, isLate: -offset > timelyMs }
  return { at: sentAt - (isLocal ? zoneMs : clock.ms), clock, isLate: false }
}
