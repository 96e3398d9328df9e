/** Whether an evening's readings may be those of a thermometer that is frozen, of another hour, or of the forecast. */
import { meanOf, varianceOf } from '../../common/mean.ts'
import { hourMs, minuteMs } from '../../common/time.ts'
import type { EveningReading, ForecastWeather } from './evening-reading.ts'

/** A single value while the forecast changes by this much shows a frozen thermometer [°C]. */
const frozenC = 2
/** A clock is an hour off where readings follow that hour with less than this share of the variance left [°C²]. */
const late = { hours: [-1, 1], share: 0.5, minVarianceC2: 0.2, readings: 8 }

/** Largest lasting rise above the forecast [°C] within a time; smaller within a quarter than a half hour (airports). */
const steps = [
  { byC: 2.3, withinMs: 15 * minuteMs },
  { byC: 4.5, withinMs: 35 * minuteMs }
] as const
const beside = 3

/** Air follows a forecast that moves by `movesC` [°C] in this time by at least this share. */
const damped = { ms: 10 * hourMs, share: 0.6, movesC: 5 }

/** No air stays this near the forecast [°C], in at least these readings and time, while it moves by `movesC` [°C]. */
const copied = { withinC: 0.15, pairs: 6, ms: 3 * hourMs, movesC: 1 }

type Readings = readonly Pick<EveningReading, 'at' | 'temperatureC'>[]
type ForecastAt = (at: number) => Pick<ForecastWeather, 'temperatureC'> | null

/** @param readings By time, of the last hours. */
export function isDoubtful(readings: Readings, forecastAt: ForecastAt): boolean {
  const pairs = readings.flatMap(({ at, temperatureC }) => {
    const airC = forecastAt(at)?.temperatureC
    return airC === undefined ? [] : [{ at, temperatureC, airC }]
  })
  const isMoved = warmStepAt(readings, (at) => forecastAt(at)?.temperatureC ?? null) !== null
  return (
    isMoved ||
    isDamped(pairs) ||
    isCopied(pairs) ||
    isFrozen(readings, forecastAt) ||
    isOfAnotherHour(readings, forecastAt)
  )
}

/** When readings rise above their forecast at once, and stay so; the newest such instant, null where they do not. */
export function warmStepAt(readings: Readings, forecastC: (at: number) => number | null): number | null {
  const above = readings.flatMap(({ at, temperatureC }) => {
    const airC = forecastC(at)
    return airC === null ? [] : [{ at, byC: temperatureC - airC }]
  })
  const middlesC = above.map((_, index) => middleOf(above.slice(index, index + beside)))
  const found = above.findLast(({ at }, index) => {
    const last = above[index - 1]
    const step = last === undefined ? undefined : steps.find(({ withinMs }) => at - last.at <= withinMs)
    if (step === undefined) return false
    const beforeC =
      index < beside ? middleOf(above.slice(0, index)) : (middlesC[index - beside] ?? Number.NaN)
    return (middlesC[index] ?? Number.NaN) - beforeC >= step.byC
  })
  return found?.at ?? null
}

interface Pair {
  readonly at: number
  readonly temperatureC: number
  /** Forecast temperature of the air [°C]. */
  readonly airC: number
}

function isDamped(pairs: readonly Pair[]): boolean {
  if (lengthMs(pairs) < damped.ms || movesC(pairs) < damped.movesC) return false
  const air = pairs.map(({ airC }) => airC)
  const meanC = meanOf(air)
  const both = pairs.reduce((sum, { airC, temperatureC }) => sum + (airC - meanC) * temperatureC, 0)
  return both < damped.share * varianceOf(air) * air.length
}

function isCopied(pairs: readonly Pair[]): boolean {
  const apart = pairs.findLastIndex(
    ({ temperatureC, airC }) => Math.abs(temperatureC - airC) > copied.withinC
  )
  const alike = pairs.slice(apart + 1)
  return alike.length >= copied.pairs && lengthMs(alike) >= copied.ms && movesC(alike) >= copied.movesC
}

function lengthMs(pairs: readonly Pair[]): number {
  return (pairs.at(-1)?.at ?? 0) - (pairs[0]?.at ?? 0)
}

function movesC(pairs: readonly Pair[]): number {
  const air = pairs.map(({ airC }) => airC)
  return Math.max(...air) - Math.min(...air)
}

function middleOf(above: readonly { readonly byC: number }[]): number {
  return above.map(({ byC }) => byC).sort((one, other) => one - other)[above.length >> 1] ?? Number.NaN
}

function isFrozen(readings: Readings, forecastAt: ForecastAt): boolean {
  const newest = readings.at(-1)
  const changed = readings.findLastIndex(({ temperatureC }) => temperatureC !== newest?.temperatureC)
  const forecastsC = readings.slice(changed + 1).flatMap(({ at }) => forecastAt(at)?.temperatureC ?? [])
  return forecastsC.length > 1 && Math.max(...forecastsC) - Math.min(...forecastsC) >= frozenC
}

function isOfAnotherHour(readings: Readings, forecastAt: ForecastAt): boolean {
  const leftC2 = (hours: number): number | null => {
    const deviations = readings.flatMap(({ at, temperatureC }) => {
      const forecast = forecastAt(at + hours * hourMs)
      return forecast === null ? [] : [temperatureC - forecast.temperatureC]
    })
    return deviations.length < late.readings ? null : varianceOf(deviations)
  }
  const now = leftC2(0)
  if (now === null || now < late.minVarianceC2) return false
  return late.hours.some((hours) => (leftC2(hours) ?? Number.POSITIVE_INFINITY) < late.share * now)
}
