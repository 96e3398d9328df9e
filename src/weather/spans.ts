/** Local days and 3-hour slots as spans of instants; a span takes the stamps in [from, to). */
import { hourSeconds } from '../common/time.ts'
import { addDays, type ZoneClock } from './zone-clock.ts'

/** [from, to) in seconds since the epoch. */
export interface Span {
  readonly fromSecond: number
  readonly toSecond: number
}

export interface LocalDay extends Span {
  /** `YYYY-MM-DD` in the place's zone. */
  readonly date: string
}

/** Three elapsed hours: a slot is never shorter or longer, whatever the clocks on the wall do. */
export const slotSeconds = 3 * hourSeconds

/** Civil days of a zone from that of `nowSecond`, 23–25 h where clocks change. */
export function localDays(clock: ZoneClock, nowSecond: number, count: number): readonly LocalDay[] {
  const days: LocalDay[] = []
  let date = clock.dateAt(nowSecond)
  let fromSecond = clock.startOfDate(date)
  for (let index = 0; index < count; index++) {
    const next = followingDate(clock, date)
    days.push({ date, fromSecond, toSecond: next.fromSecond })
    date = next.date
    fromSecond = next.fromSecond
  }
  return days
}

// A whole civil day can be missing (Samoa had no 2011-12-30): the next date is the one that holds the next midnight.
function followingDate(clock: ZoneClock, date: string): { date: string; fromSecond: number } {
  const fromSecond = clock.startOfDate(addDays(date, 1))
  return { date: clock.dateAt(fromSecond), fromSecond }
}

/** `count` slots that follow local midnight of today every 3 elapsed hours; the first one listed holds `nowSecond`. */
export function localSlots(clock: ZoneClock, nowSecond: number, count: number): readonly Span[] {
  const slots: Span[] = []
  let fromSecond = slotStart(clock, nowSecond)
  // Slots "follow every 3 elapsed hours" from the midnight of today, so one may reach over the end of a day that is no
  // multiple of 3 h.
  for (let index = 0; index < count; index++) {
    slots.push({ fromSecond, toSecond: fromSecond + slotSeconds })
    fromSecond += slotSeconds
  }
  return slots
}

/** The start of the slot that holds an instant [s since epoch]. */
export function slotStart(clock: ZoneClock, nowSecond: number): number {
  const midnight = clock.startOfDate(clock.dateAt(nowSecond))
  return midnight + Math.floor((nowSecond - midnight) / slotSeconds) * slotSeconds
}

/** The whole-hour stamps of a span, [first, end), in hours since the epoch. */
export function stampsOf(span: Span): { readonly firstHour: number; readonly endHour: number } {
  return {
    firstHour: Math.ceil(span.fromSecond / hourSeconds),
    endHour: Math.ceil(span.toSecond / hourSeconds)
  }
}
