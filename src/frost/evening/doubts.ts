/** Whether an evening's readings may be those of a thermometer that is frozen, or of another hour. */
import { hourMs } from '../../common/time.ts'
import type { EveningReading, ForecastWeather } from './evening-reading.ts'

/** One value for as long as the forecast changes by so much [°C]. */
const frozenC = 2
/**
 * A clock is off by an hour where readings follow the forecast of that hour with less than this share of the variance
 * of what is left [°C²], over this many readings.
 */
const late = { hours: [-1, 1], share: 0.5, leastVarianceC2: 0.2, readings: 8 }

type Readings = readonly Pick<EveningReading, 'at' | 'temperatureC'>[]
type ForecastAt = (at: number) => Pick<ForecastWeather, 'temperatureC'> | null

/** @param readings By time, of the last hours. */
export function isDoubtful(readings: Readings, forecastAt: ForecastAt): boolean {
  return isFrozen(readings, forecastAt) || isOfAnotherHour(readings, forecastAt)
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
  if (now === null || now < late.leastVarianceC2) return false
  return late.hours.some((hours) => (leftC2(hours) ?? Number.POSITIVE_INFINITY) < late.share * now)
}

function varianceOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
}
