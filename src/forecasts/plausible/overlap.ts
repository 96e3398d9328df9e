import { column, endHour, type HourlySeries, type SeriesVariable } from '../../weather/series.ts'

/** One variable of two runs, hour by hour; NaN = missing in that one. */
export interface Overlap {
  /** The first hour. */
  readonly from: number
  readonly fresh: Float64Array
  readonly earlier: Float64Array
}

export interface TwoRuns {
  readonly fresh: HourlySeries
  readonly earlier: HourlySeries
}

/** The hours of both runs from `from` up to but not including `to`. */
export function overlapOf(
  { fresh, earlier }: TwoRuns,
  variable: SeriesVariable,
  { from, to }: { from: number; to: number }
): Overlap {
  const first = Math.max(from, fresh.startHour, earlier.startHour)
  const hours = Math.max(0, Math.min(to, endHour(fresh), endHour(earlier)) - first)
  const cut = (series: HourlySeries): Float64Array => {
    const start = first - series.startHour
    return Float64Array.from(column(series, variable).subarray(start, start + hours))
  }
  return { from: first, fresh: cut(fresh), earlier: cut(earlier) }
}

export function partOf({ from, fresh, earlier }: Overlap, start: number, end: number): Overlap {
  return { from: from + start, fresh: fresh.subarray(start, end), earlier: earlier.subarray(start, end) }
}

/** Calls `use` for each hour that both know, and returns how many there were. */
export function eachPair(
  { fresh, earlier }: Overlap,
  use: (fresh: number, earlier: number, index: number) => void
): number {
  let count = 0
  for (let index = 0; index < fresh.length; index++) {
    const own = fresh[index] ?? Number.NaN
    const other = earlier[index] ?? Number.NaN
    if (Number.isNaN(own) || Number.isNaN(other)) continue
    use(own, other, index)
    count++
  }
  return count
}

/** The mean of a function of each pair; NaN where there are fewer than `least`. */
export function meanOf(
  overlap: Overlap,
  value: (fresh: number, earlier: number) => number,
  least = 1
): number {
  let sum = 0
  const count = eachPair(overlap, (fresh, earlier) => {
    sum += value(fresh, earlier)
  })
  return count < least ? Number.NaN : sum / count
}

export function meanDifference(overlap: Overlap, least = 1): number {
  return meanOf(overlap, (fresh, earlier) => Math.abs(fresh - earlier), least)
}

/** Half-open spans of at least `least` hours in a row whose values stay within `within` of the first. */
export function steadySpans(
  values: ArrayLike<number>,
  within: number,
  least: number
): readonly (readonly [start: number, end: number])[] {
  const spans: (readonly [number, number])[] = []
  let start = 0
  for (let index = 1; index <= values.length; index++) {
    const first = values[start] ?? Number.NaN
    if (index < values.length && Math.abs((values[index] ?? Number.NaN) - first) <= within) continue
    if (index - start >= least && !Number.isNaN(first)) spans.push([start, index])
    start = index
  }
  return spans
}

/** The highest less the lowest; 0 where there is none. */
export function rangeOf(values: ArrayLike<number>): number {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? Number.NaN
    if (value < lowest) lowest = value
    if (value > highest) highest = value
  }
  return Math.max(0, highest - lowest)
}
