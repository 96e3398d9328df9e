import { meanOf, varianceOf } from '../../common/mean.ts'
import { hourMs } from '../../common/time.ts'

export interface TimedReading {
  /** [ms since epoch] */
  readonly at: number
  readonly temperatureC: number
}

/** Forecast for the thermometer's own point and height [°C]; null where it is not known. */
export type ForecastC = (at: number) => number | null

export interface Hour {
  /** Whole hours since the epoch. */
  readonly hour: number
  readonly readC: number
  readonly forecastC: number
  readonly deviationC: number
}

export function hoursOf(readings: readonly TimedReading[], forecastC: ForecastC): readonly Hour[] {
  const byHour = Map.groupBy(readings, ({ at }) => Math.floor(at / hourMs))
  return [...byHour].flatMap(([hour, its]) => {
    const readC = meanOf(its.map(({ temperatureC }) => temperatureC))
    const forecast = its.map(({ at }) => forecastC(at)).filter((one) => one !== null)
    if (forecast.length === 0) return []
    const expectedC = meanOf(forecast)
    return [{ hour, readC, forecastC: expectedC, deviationC: readC - expectedC }]
  })
}

export function lastHours<One extends Hour>(hours: readonly One[], count: number): readonly One[] {
  const last = hours.at(-1)?.hour ?? 0
  return hours.filter(({ hour }) => hour > last - count)
}

/** How much more is read where the forecast is 1 °C higher [°C]. */
export function gainOf(pairs: readonly Pick<Hour, 'readC' | 'forecastC'>[]): number {
  const meanRead = meanOf(pairs.map(({ readC }) => readC))
  const meanForecast = meanOf(pairs.map(({ forecastC }) => forecastC))
  const both = meanOf(pairs.map(({ readC, forecastC }) => (readC - meanRead) * (forecastC - meanForecast)))
  return both / meanOf(pairs.map(({ forecastC }) => (forecastC - meanForecast) ** 2))
}

export function spreadOf(values: readonly number[]): number {
  return Math.sqrt(varianceOf(values))
}

export function rangeOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : Math.max(...values) - Math.min(...values)
}

/** What the readings are rounded to [°C]: 1, 0.5, or 0.1 and finer. */
export function resolutionC(readings: readonly TimedReading[]): number {
  const isAll = (stepC: number): boolean =>
    readings.every(
      ({ temperatureC }) => Math.abs(temperatureC / stepC - Math.round(temperatureC / stepC)) < 0.005
    )
  return isAll(1) ? 1 : isAll(0.5) ? 0.5 : 0.1
}
