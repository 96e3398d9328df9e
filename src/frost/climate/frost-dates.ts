/** First and last frosts of a place, from the daily minima of many years. docs/science.md §11. */
import { dayMs } from '../../common/time.ts'
import { normalCdf } from '../gaussian.ts'
import { epochDay } from '../season.ts'
import { type ArchiveLaw, correctedMinimum, placeUncertaintyC, uncorrected } from './archive-law.ts'

/** Days of a year `MM-DD`; null: in too many years there is no frost. */
export interface FrostDate {
  /** Reached in one year of ten, in one of two, in nine of ten. */
  readonly early: string | null
  readonly median: string | null
  readonly late: string | null
  /** The median where the place is colder or warmer than the law's mean by one standard deviation of places. */
  readonly medianIfColder: string | null
  readonly medianIfWarmer: string | null
  readonly uncorrected: string | null
  /** For a half-year without any frost, 0…1. */
  readonly noFrostProbability: number
  readonly years: number
}

/** What is known about the calendar around one day of the year, as probabilities 0…1. */
export interface CalendarRisk {
  /** `MM-DD`. */
  readonly date: string
  /** Probability of frost in a night of the ten days from then on. */
  readonly night: number
  /** Probability of a frost on this day or later before midsummer; after it, of one until this day. */
  readonly frost: number
  readonly half: HalfYear['half']
}

export interface FrostClimate {
  readonly last: FrostDate
  readonly first: FrostDate
  /** The days from midwinter to midsummer, then those from there on. */
  readonly calendar: readonly CalendarRisk[]
}

export interface FrostQuestion {
  readonly lat: number
  /** What counts as a frost: a minimum at or below this [°C]. */
  readonly thresholdC: number
  readonly law: ArchiveLaw
}

const quantiles = { early: 0.1, median: 0.5, late: 0.9 } as const
const fewestYears = 10

export function frostClimate(minima: DailyMinima, question: FrostQuestion): FrostClimate | null {
  const halves = halfYears(minima, question.lat)
  const of = (half: HalfYear['half']) => halves.filter((one) => one.half === half)
  const [spring, autumn] = [of('spring'), of('autumn')]
  if (spring.length < fewestYears || autumn.length < fewestYears) return null
  const [last, first] = [datesAndCalendar(spring, question), datesAndCalendar(autumn, question)]
  return { last: last.date, first: first.date, calendar: [...last.calendar, ...first.calendar] }
}

function datesAndCalendar(halves: readonly HalfYear[], question: FrostQuestion) {
  const { law, thresholdC } = question
  const nights = nightsOf(halves, question)
  const usual = sharesOf(halves, nights, law)
  const median = (asked: FrostQuestion): string | null =>
    dateAt(halves, dateShares(halves, asked), quantiles.median)
  const shiftC = placeUncertaintyC(law)
  const date = {
    early: dateAt(halves, usual, quantiles.early),
    median: dateAt(halves, usual, quantiles.median),
    late: dateAt(halves, usual, quantiles.late),
    medianIfColder: median({ ...question, thresholdC: thresholdC + shiftC }),
    medianIfWarmer: median({ ...question, thresholdC: thresholdC - shiftC }),
    uncorrected: median({ ...question, law: uncorrected }),
    noFrostProbability: usual.none,
    years: halves.length
  }
  return { date, calendar: calendarOf(halves, nights, usual) }
}

/** From the median last frost to the median first one; null without either. */
export function frostFreeDays({ last, first }: FrostClimate): number | null {
  if (last.median === null || first.median === null) return null
  const days = epochDay(`2001-${first.median}`) - epochDay(`2001-${last.median}`)
  return days < 0 ? days + 365 : days
}

/** Probability of a minimum at or below a temperature [°C]; a missing night is not a frost. Without places: 0 or 1. */
export function frostProbability(
  archiveC: number,
  day: number,
  { thresholdC, law }: Omit<FrostQuestion, 'lat'>
): number {
  if (Number.isNaN(archiveC)) return 0
  const { meanC, sigmaC } = correctedMinimum(archiveC, day, law)
  return sigmaC === 0 ? (meanC <= thresholdC ? 1 : 0) : normalCdf((thresholdC - meanC) / sigmaC)
}

function nightsOf(
  halves: readonly HalfYear[],
  question: Omit<FrostQuestion, 'lat'>
): readonly Float64Array[] {
  return halves.map(({ startDay, minimaC }) => {
    const nights = new Float64Array(minimaC.length)
    minimaC.forEach((archiveC, day) => {
      nights[day] = frostProbability(archiveC, startDay + day, question)
    })
    return nights
  })
}

/** Shares of the years by day: that the last (spring) or first (autumn) frost lies on it or before it. */
interface DateShares {
  readonly until: Float64Array
  readonly none: number
}

/**
 * The mean over years of each year's own distribution. n nights count as n·(1 − r)/(1 + r) independent ones, the
 * effective sample of a first-order autoregression; docs/science.md §11.
 */
export function dateShares(halves: readonly HalfYear[], question: Omit<FrostQuestion, 'lat'>): DateShares {
  return sharesOf(halves, nightsOf(halves, question), question.law)
}

function sharesOf(
  halves: readonly HalfYear[],
  nights: readonly Float64Array[],
  { persistence }: ArchiveLaw
): DateShares {
  const independence = (1 - persistence) / (1 + persistence)
  const days = Math.max(...nights.map(({ length }) => length))
  const until = new Float64Array(days)
  let none = 0
  for (const [index, { half }] of halves.entries()) {
    const spared = (nights[index] ?? until).map((probability) => (1 - probability) ** independence)
    none += spared.reduce((product, one) => product * one, 1)
    const own = half === 'spring' ? untilLast(spared, days) : untilFirst(spared, days)
    own.forEach((share, day) => {
      until[day] = (until[day] ?? 0) + share
    })
  }
  return { until: until.map((sum) => sum / halves.length), none: none / halves.length }
}

/** The probability by day that all later nights are frost-free. */
function untilLast(spared: Float64Array, days: number): Float64Array {
  const until = new Float64Array(days).fill(1)
  for (let day = spared.length - 2; day >= 0; day--)
    until[day] = (until[day + 1] ?? 1) * (spared[day + 1] ?? 1)
  return until
}

/** The probability by day of a frost up to that night. */
function untilFirst(spared: Float64Array, days: number): Float64Array {
  let left = 1
  return new Float64Array(days).map((_, day) => {
    left *= spared[day] ?? 1
    return 1 - left
  })
}

/** The first date `MM-DD` whose share reaches `share`, null where none does. Years without a last frost come first. */
export function dateAt(
  halves: readonly HalfYear[],
  { until, none }: DateShares,
  share: number
): string | null {
  const [first] = halves
  if (first === undefined || (first.half === 'spring' && none >= share)) return null
  const day = until.findIndex((one) => one >= share - 1e-9)
  return day < 0 ? null : (first.dates[day] ?? null)
}

/** The 1st, 11th and 21st of each month. */
function calendarOf(
  halves: readonly HalfYear[],
  nights: readonly Float64Array[],
  { until, none }: DateShares
): readonly CalendarRisk[] {
  const [first] = halves
  if (first === undefined) return []
  return first.dates.flatMap((date, day): CalendarRisk[] => {
    if (!/-(?:01|11|21)$/.test(date)) return []
    const frost = first.half === 'spring' ? 1 - (until[day - 1] ?? none) : (until[day] ?? 0)
    return [{ date, night: nightFrom(halves, nights, day), frost, half: first.half }]
  })
}

function nightFrom(halves: readonly HalfYear[], nights: readonly Float64Array[], from: number): number {
  let sum = 0
  let known = 0
  for (const [index, { minimaC }] of halves.entries()) {
    for (let day = from; day < Math.min(from + 10, minimaC.length); day++) {
      if (Number.isNaN(minimaC[day])) continue
      sum += nights[index]?.[day] ?? 0
      known += 1
    }
  }
  return known === 0 ? Number.NaN : sum / known
}

/** Consecutive daily minima at 2 m [°C], NaN = missing; `startDay` counts from 1970-01-01. */
export interface DailyMinima {
  readonly startDay: number
  readonly minimaC: Float32Array
}

export interface HalfYear {
  readonly half: 'spring' | 'autumn'
  /** Days since 1970-01-01. */
  readonly startDay: number
  readonly minimaC: Float32Array
  /** `MM-DD`, one for each of its days in a common year. */
  readonly dates: readonly string[]
}

/** Mid-January and mid-July: the coldest and warmest time of the year over land, or the reverse in the south. */
const cutDay = 16
const january = 0
const july = 6
const minKnownShare = 0.95

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
      if (known < minKnownShare * some.length) continue
      const half = (month === january) === lat >= 0 ? 'spring' : 'autumn'
      halves.push({ half, startDay: from, minimaC: some, dates })
    }
  }
  return halves
}

function within({ startDay, minimaC }: DailyMinima, from: number, to: number): Float32Array {
  return Float32Array.from({ length: to - from }, (_, day) => minimaC[from + day - startDay] ?? Number.NaN)
}

/** The dates of a common year; in a leap year a date is off by one day at most. */
function datesFrom(month: number): readonly string[] {
  const from = Date.UTC(2001, month, cutDay)
  const days = (Date.UTC(2001, month + 6, cutDay) - from) / dayMs
  return Array.from({ length: days + 1 }, (_, day) =>
    new Date(from + Math.min(day, days - 1) * dayMs).toISOString().slice(5, 10)
  )
}
