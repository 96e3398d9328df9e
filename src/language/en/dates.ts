/** A day of a month; months from 1. */
interface CalendarDay {
  readonly day: number
  readonly month: number
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December'
]

/** `night of 11–12 April`, `night of 30 April to 1 May`. */
function nightBetween(evening: CalendarDay, morning: CalendarDay): string {
  const after = `${morning.day} ${months[morning.month - 1]}`
  if (evening.month === morning.month) return `night of ${evening.day}–${after}`
  return `night of ${evening.day} ${months[evening.month - 1]} to ${after}`
}

/** Weekdays from Monday, months from January, clock times, and ages. */
export const dates = {
  weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  shortWeekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  months,
  clockMark: ':',
  weekdayAndDate: (weekday: string, date: string) => `${weekday} ${date}`,
  dateAndTime: (date: string, time: string) => `${date}, ${time}`,
  /** The night between two days, in full: stands inside a sentence or after a colon. */
  nightInFull: nightBetween,
  /** The same as people say it, for messages. */
  nightName: nightBetween,
  /** When something is in a sentence: that night, that day. */
  inNight: (night: string) => `in the ${night}`,
  onDay: (day: string) => `on ${day}`,
  justNow: 'just now',
  minutesAgo: (count: number) => `${count} minute${count === 1 ? '' : 's'} ago`,
  hoursAgo: (count: number) => `${count} hour${count === 1 ? '' : 's'} ago`,
  daysAgo: (count: number) => `${count} day${count === 1 ? '' : 's'} ago`,
  checked: (ago: string) => `checked ${ago}`,
  checkedWithinHour: 'checked within the hour',
  notChecked: 'not checked for a while'
}
