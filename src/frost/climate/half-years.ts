/** Cuts years into halves at midwinter and midsummer, so that a last frost and a first one each lie inside one half. */
import { dayMs } from '../../common/time.ts'

/** Consecutive daily minima at 2 m [°C], NaN = missing; `startDay` counts from 1970-01-01. */
export interface DailyMinima {
  readonly startDay: number
  readonly minimaC: Float32Array
}

export interface HalfYear {
  /** From midwinter to midsummer, or from there on. */
  readonly half: 'spring' | 'autumn'
  /** Days since 1970-01-01. */
  readonly startDay: number
  readonly minimaC: Float32Array
  /** `MM-DD`, one for each of its days in a common year. */
  readonly dates: readonly string[]
}

/**
 * The middle of January and of July: the coldest and the warmest time of the year over land, or the reverse in the
 * south.
 */
const cutDay = 16
const january = 0
const july = 6
/** A half-year of which more days are missing is not counted. */
const leastKnownShare = 0.95

/** The halves that are known, by time. */
export function halfYears({ startDay, minimaC }: DailyMinima, lat: number): readonly HalfYear[] {
  const halves: HalfYear[] = []
  const starts = [january, july].map((month) => ({ month, dates: datesFrom(month) }))
  const firstYear = new Date(startDay * dayMs).getUTCFullYear()
  const lastYear = new Date((startDay + minimaC.length) * dayMs).getUTCFullYear()
  for (let year = firstYear - 1; year <= lastYear; year++) {
    for (const { month, dates } of starts) {
      const from = Date.UTC(year, month, cutDay) / dayMs
      const to = Date.UTC(year, month + 6, cutDay) / dayMs
      const some = within({ startDay, minimaC }, from, to)
      const known = some.reduce((count, one) => count + (Number.isNaN(one) ? 0 : 1), 0)
      if (known < leastKnownShare * some.length) continue
      const half = (month === january) === lat >= 0 ? 'spring' : 'autumn'
      halves.push({ half, startDay: from, minimaC: some, dates })
    }
  }
  return halves
}

function within({ startDay, minimaC }: DailyMinima, from: number, to: number): Float32Array {
  return Float32Array.from({ length: to - from }, (_, day) => minimaC[from + day - startDay] ?? Number.NaN)
}

/** Of a common year; a leap year's half is one day longer, by which no date of ours is off by more than a day. */
function datesFrom(month: number): readonly string[] {
  const from = Date.UTC(2001, month, cutDay)
  const days = (Date.UTC(2001, month + 6, cutDay) - from) / dayMs
  return Array.from({ length: days + 1 }, (_, day) =>
    new Date(from + Math.min(day, days - 1) * dayMs).toISOString().slice(5, 10)
  )
}
