/** A new run held against the one before it: whether it can be, and whether both agree. */
import { upperMedianOf } from '../../common/mean.ts'
import { hourMs } from '../../common/time.ts'
import { coverageOf, type FrostColumns, frostColumns } from '../../frost/frost-columns.ts'
import { nightMinima } from '../../frost/frost-nights.ts'
import { cloudCoverAt } from '../../frost/night-inputs.ts'
import { nightWindows } from '../../frost/night-window.ts'
import { kappaOf } from '../../frost/radiation.ts'
import { genericSettings } from '../../frost/settings.ts'
import type { Point } from '../../weather/point.ts'
import { column, endHour, type HourlySeries } from '../../weather/series.ts'
import type { Finding, Shape } from './finding.ts'
import {
  eachPair,
  meanDifference,
  meanOf,
  type Overlap,
  overlapOf,
  partOf,
  rangeOf,
  steadySpans,
  type TwoRuns
} from './overlap.ts'
import { finding, temperatureShapes } from './temperature-shapes.ts'

/** How far back and ahead runs are compared [h]. */
const back = 18
const ahead = 84
const cloudAhead = 384

/** What no forecast is, whatever was said before: a storm of hours that no place has had. */
export function impossibleAlone(series: HourlySeries, nowHour: number): Shape | null {
  const winds = column(series, 'windSpeed').subarray(Math.max(0, nowHour - series.startHour))
  return winds.filter((mps) => mps >= 45).length >= 6 ? 'wind_speed' : null
}

export function shapesIn(runs: TwoRuns, nowHour: number): readonly Finding[] {
  const near = { from: nowHour - back, to: nowHour + ahead }
  const coming = { from: nowHour, to: nowHour + cloudAhead }
  return [
    ...temperatureShapes(overlapOf(runs, 'temperature', near)),
    ...windShapes(overlapOf(runs, 'windSpeed', near)),
    ...cloudShapes(overlapOf(runs, 'cloudCover', coming)),
    ...cloudShapes(
      overlapOf({ fresh: withSky(runs.fresh), earlier: withSky(runs.earlier) }, 'cloudCover', coming)
    ),
    ...dewShapes(overlapOf(runs, 'dewPoint', near)),
    ...dewAboveAir(runs, near)
  ]
}

/** A series whose cloud cover is the sky as it radiates: rain and fog close it. */
function withSky(series: HourlySeries): HourlySeries {
  const columns = frostColumns(series)
  const seen = { ...series, values: series.values.slice() }
  column(seen, 'cloudCover').forEach((_, index, cover) => {
    cover[index] = cloudCoverAt(columns, index)
  })
  return seen
}

/** Rounding apart no air is colder than its dew point [°C]: one of both lies at other hours. */
const dewAboveC = 0.5
const minAbove = 3

/** A source whose dew points always are so says nothing by it. */
function dewAboveAir({ fresh, earlier }: TwoRuns, near: Pick<Finding, 'from' | 'to'>): readonly Finding[] {
  const isAbove = [fresh, earlier].map((series) => hoursAbove(series, near) >= minAbove)
  return isAbove[0] && !isAbove[1] ? [{ shape: 'dew_above_air', isCertain: false, ...near }] : []
}

function hoursAbove(series: HourlySeries, { from, to }: Pick<Finding, 'from' | 'to'>): number {
  const [air, dew] = [column(series, 'temperature'), column(series, 'dewPoint')]
  let hours = 0
  for (let hour = Math.max(from, series.startHour); hour < Math.min(to, endHour(series)); hour++) {
    const index = hour - series.startHour
    if ((dew[index] ?? Number.NaN) > (air[index] ?? Number.NaN) + dewAboveC) hours++
  }
  return hours
}

/** Up to this a night is compared by its minima [h]. */
const nightsAhead = 72
/** Of two runs an hour to half a day apart, 199 of 200 nights differ by less [°C]; and more for each day ahead. */
const maxApartC = 2.7
const moreApartC = 0.5
/** Additional difference for plants, which clouds and wind also change [°C]. */
const plantsApartC = 0.4
/** A night with a doubtful shape may differ by less [°C]. */
const doubtfulApartC = 0.7
/** Least difference of the minimum for shapes that change it little [°C]. */
const shallowApartC: Partial<Readonly<Record<Shape, number>>> = {
  sign: 0.1,
  at_zero: 0.1,
  cloud_constant: 0.1,
  dew_constant: 0.1,
  dew_above_air: 0.1
}
/** Largest difference on past hours, where runs mostly agree, and on days to come [°C]. */
const maxPastC = 2.2
const maxEverC = 12

interface Comparison {
  readonly point: Point
  /** [ms since epoch] */
  readonly now: number
  /** Runs may differ by this much more [°C], where only one of them has a blend of models. */
  readonly moreC: number
  readonly doubtful: readonly Finding[]
}

export function changesIn(runs: TwoRuns, compared: Comparison): readonly Finding[] {
  const { now, moreC } = compared
  const nowHour = Math.floor(now / hourMs)
  const past = overlapOf(runs, 'temperature', { from: nowHour - back, to: nowHour })
  const coming = overlapOf(runs, 'temperature', { from: nowHour, to: nowHour + 48 })
  const change = { shape: 'change', from: nowHour, to: nowHour + nightsAhead } as const
  // A much colder night may be right: it is shown at once, and believed as soon as a later run says it too.
  const isCertain = meanOf(coming, (fresh, earlier) => fresh - earlier, 24) > 0
  if (meanDifference(coming, 24) > maxEverC) return [{ ...change, isCertain }]
  const isOther = meanDifference(past, 12) > maxPastC + moreC || haveOtherNights(runs, compared)
  return isOther ? [{ ...change, isCertain: false }] : []
}

/** The air minima of the nights to come that a run knows, by date [°C]. */
export function minimaOfNights(
  series: HourlySeries,
  { point, now }: Pick<Comparison, 'point' | 'now'>
): ReadonlyMap<string, number> {
  const nowHour = Math.floor(now / hourMs)
  const columns = frostColumns(series)
  const settings = { ...genericSettings, kappa: kappaOf(point.timezone), latitude: point.lat }
  const until = Math.min(nowHour + nightsAhead, endHour(series))
  return new Map(
    nightWindows(point, nowHour, until).flatMap((window) =>
      coverageOf(columns, window, nowHour).unknown === null
        ? [[window.date, nightMinima(columns, window, { issuedAt: now, settings }).airTemperatureMinC]]
        : []
    )
  )
}

/** Whether a run makes any night to come colder than the other one does [by 1 °C]. */
export function isColderRun({ fresh, earlier }: TwoRuns, at: Pick<Comparison, 'point' | 'now'>): boolean {
  const ofEarlier = minimaOfNights(earlier, at)
  return [...minimaOfNights(fresh, at)].some(([date, minC]) => minC < (ofEarlier.get(date) ?? minC) - 1)
}

function haveOtherNights({ fresh, earlier }: TwoRuns, compared: Comparison): boolean {
  const { now, point, doubtful, moreC } = compared
  const nowHour = Math.floor(now / hourMs)
  const until = Math.min(nowHour + nightsAhead, endHour(fresh), endHour(earlier))
  const [ofFresh, ofEarlier] = [frostColumns(fresh), frostColumns(earlier)]
  const settings = { ...genericSettings, kappa: kappaOf(point.timezone), latitude: point.lat }
  return nightWindows(point, nowHour, until).some((window) => {
    const minimaOf = (columns: FrostColumns) =>
      coverageOf(columns, window, nowHour).unknown === null
        ? nightMinima(columns, window, { issuedAt: now, settings })
        : null
    const [one, other] = [minimaOf(ofFresh), minimaOf(ofEarlier)]
    if (one === null || other === null || Math.max(one.coldestHour, other.coldestHour) < nowHour) return false
    const doubts = doubtful.filter(({ from, to }) => from <= window.lastHour && to > window.firstHour)
    const leastC = Math.min(
      doubtfulApartC,
      ...doubts.map(({ shape }) => shallowApartC[shape] ?? doubtfulApartC)
    )
    const plainC = maxApartC + Math.max(0, (one.leadDays - 1) * moreApartC)
    const maxC = moreC + (doubts.length > 0 ? leastC : plainC)
    return (
      Math.abs(one.airTemperatureMinC - other.airTemperatureMinC) > maxC ||
      Math.abs(one.plantTemperatureMinC - other.plantTemperatureMinC) > maxC + plantsApartC
    )
  })
}

const dayHours = 24
/** Added to both winds before they are divided, because a calm does not measure anything [m/s]. */
const calmMps = 0.2

function windShapes(whole: Overlap): readonly Finding[] {
  const days = [0, 1, 2, 3, 4].map((day) => partOf(whole, day * dayHours, (day + 1) * dayHours))
  return [
    ...steadySpans(whole.fresh, 0.005, 8).flatMap(([start, end]): readonly Finding[] => {
      const part = partOf(whole, start, end)
      const isOdd = rangeOf(part.earlier) >= 0.8
      return isOdd ? [finding('wind_constant', end - start >= 18, part)] : []
    }),
    ...otherWindUnit(whole, 0.3, true),
    ...days.flatMap((day) => otherWindUnit(day, 0.3, false))
  ]
}

/** All winds are the same multiple or part of what they were: 1.94 (knots), 2.24 (mph), 3.6 (km/h) or 10. */
function otherWindUnit(part: Overlap, maxSpread: number, isCertain: boolean): readonly Finding[] {
  const ratios: number[] = []
  eachPair(part, (fresh, earlier) => {
    if (fresh >= 0.5 || earlier >= 0.5) ratios.push(Math.log((fresh + calmMps) / (earlier + calmMps)))
  })
  if (ratios.length < 16) return []
  const middle = upperMedianOf(ratios)
  const spread = upperMedianOf(ratios.map((ratio) => Math.abs(ratio - middle)))
  const isUnit = Math.abs(middle) >= 0.5 && Math.abs(middle) <= 2.4
  return isUnit && spread <= maxSpread ? [finding('wind_unit', isCertain, part)] : []
}

function cloudShapes(whole: Overlap): readonly Finding[] {
  return steadySpans(whole.fresh, 0.0005, 8).flatMap(([start, end]): readonly Finding[] => {
    const part = partOf(whole, start, end)
    const apart = meanDifference(part)
    const isLong = end - start >= 72
    if (isLong && apart >= 0.3) return [finding('cloud_constant', true, part)]
    return chunksOf(part).flatMap((chunk) =>
      meanDifference(chunk) >= (isLong ? 0.1 : 0.35) ? [finding('cloud_constant', false, chunk)] : []
    )
  })
}

/** One dew point for a day, while the run before had a course. */
function dewShapes(whole: Overlap): readonly Finding[] {
  return steadySpans(whole.fresh, 0.05, 24).flatMap(([start, end]) => {
    const part = partOf(whole, start, end)
    return rangeOf(part.earlier) >= 1.5 ? [finding('dew_constant', false, part)] : []
  })
}

const chunkHours = 8

function chunksOf(part: Overlap): readonly Overlap[] {
  const chunks: Overlap[] = []
  for (let start = 0; start + chunkHours <= part.fresh.length; start += chunkHours / 2)
    chunks.push(partOf(part, start, start + chunkHours))
  return chunks
}
