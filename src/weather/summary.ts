/** The one place where hours become days and slots. Units as in `seriesVariables`; NaN = unknown. */
import { type HourlySeries, type SeriesVariable, seriesVariables } from './series.ts'
import { weatherSeverity } from './weather-codes.ts'

export interface SpanSummary {
  /** Stamps in the span, and how many of them have a temperature. */
  readonly stamps: number
  readonly stampsAvailable: number
  readonly temperatureMin: number
  /** The stamp of the minimum and maximum [hours since epoch], the earliest of equals; NaN where unknown. */
  readonly temperatureMinHour: number
  readonly temperatureMax: number
  readonly temperatureMaxHour: number
  readonly temperatureMean: number
  readonly apparentTemperatureMin: number
  readonly apparentTemperatureMax: number
  readonly apparentTemperatureMean: number
  readonly dewPointMean: number
  readonly relativeHumidityMean: number
  readonly pressureMslMean: number
  readonly cloudCoverMean: number
  readonly windSpeedMean: number
  readonly windSpeedMax: number
  readonly windGustSpeedMax: number
  /** The speed-weighted vector mean [°], 0 ≤ d < 360; NaN where the vectors cancel or nothing is known. */
  readonly windDirection: number
  /** Sums are NaN unless every stamp with a temperature has them: half a sum would read as less rain. */
  readonly precipitation: number
  readonly snowfall: number
  readonly precipitationProbabilityMax: number
  readonly uvIndexMax: number
  /** The most severe code, NaN where none is known. */
  readonly weatherCode: number
}

const at = Object.fromEntries(seriesVariables.map((name, index) => [name, index])) as Record<
  SeriesVariable,
  number
>

/** The summary of the stamps [firstHour, endHour) [hours since epoch]; stamps outside the series are missing ones. */
export function summarise(series: HourlySeries, firstHour: number, endHour: number): SpanSummary {
  const first = Math.max(0, firstHour - series.startHour)
  const end = Math.min(series.hours, endHour - series.startHour)
  const temperature = extremes(series, 'temperature', first, end)
  const apparent = extremes(series, 'apparentTemperature', first, end)
  const wind = extremes(series, 'windSpeed', first, end)
  return {
    stamps: endHour - firstHour,
    stampsAvailable: temperature.count,
    temperatureMin: temperature.min,
    temperatureMinHour: temperature.minIndex + series.startHour,
    temperatureMax: temperature.max,
    temperatureMaxHour: temperature.maxIndex + series.startHour,
    temperatureMean: temperature.sum / temperature.count,
    apparentTemperatureMin: apparent.min,
    apparentTemperatureMax: apparent.max,
    apparentTemperatureMean: apparent.sum / apparent.count,
    dewPointMean: mean(series, 'dewPoint', first, end),
    relativeHumidityMean: mean(series, 'relativeHumidity', first, end),
    pressureMslMean: mean(series, 'pressureMsl', first, end),
    cloudCoverMean: mean(series, 'cloudCover', first, end),
    windSpeedMean: wind.sum / wind.count,
    windSpeedMax: wind.max,
    windGustSpeedMax: extremes(series, 'windGustSpeed', first, end).max,
    windDirection: meanDirection(series, first, end),
    precipitation: wholeSum(series, 'precipitation', first, end),
    snowfall: wholeSum(series, 'snowfall', first, end),
    precipitationProbabilityMax: extremes(series, 'precipitationProbability', first, end).max,
    uvIndexMax: extremes(series, 'uvIndex', first, end).max,
    weatherCode: mostSevere(series, first, end)
  }
}

function extremes(series: HourlySeries, variable: SeriesVariable, first: number, end: number) {
  const base = at[variable] * series.hours
  const values = series.values
  let count = 0
  let sum = 0
  let min = Number.NaN
  let max = Number.NaN
  let minIndex = Number.NaN
  let maxIndex = Number.NaN
  for (let index = first; index < end; index++) {
    const value = values[base + index] ?? Number.NaN
    if (Number.isNaN(value)) continue
    count++
    sum += value
    if (!(value >= min)) {
      min = value
      minIndex = index
    }
    if (!(value <= max)) {
      max = value
      maxIndex = index
    }
  }
  return { count, sum, min, minIndex, max, maxIndex }
}

function mean(series: HourlySeries, variable: SeriesVariable, first: number, end: number): number {
  const base = at[variable] * series.hours
  const values = series.values
  let count = 0
  let sum = 0
  for (let index = base + first; index < base + end; index++) {
    const value = values[index] ?? Number.NaN
    if (Number.isNaN(value)) continue
    count++
    sum += value
  }
  return sum / count
}

function wholeSum(series: HourlySeries, variable: SeriesVariable, first: number, end: number): number {
  const base = at[variable] * series.hours
  const temperatureBase = at.temperature * series.hours
  const values = series.values
  let count = 0
  let sum = 0
  for (let index = first; index < end; index++) {
    const value = values[base + index] ?? Number.NaN
    if (!Number.isNaN(value)) {
      count++
      sum += value
    } else if (!Number.isNaN(values[temperatureBase + index] ?? Number.NaN)) return Number.NaN
  }
  return count === 0 ? Number.NaN : sum
}

function meanDirection(series: HourlySeries, first: number, end: number): number {
  const directionBase = at.windDirection * series.hours
  const speedBase = at.windSpeed * series.hours
  const values = series.values
  let east = 0
  let north = 0
  for (let index = first; index < end; index++) {
    const direction = values[directionBase + index] ?? Number.NaN
    const speed = values[speedBase + index] ?? Number.NaN
    if (Number.isNaN(direction) || Number.isNaN(speed)) continue
    const radians = (direction * Math.PI) / 180
    east += speed * Math.sin(radians)
    north += speed * Math.cos(radians)
  }
  // Cancelling vectors leave rounding dust with an arbitrary angle: that is not a direction.
  if (Math.hypot(east, north) < 1e-3) return Number.NaN
  const degrees = (Math.atan2(east, north) * 180) / Math.PI
  return degrees < 0 ? degrees + 360 : degrees
}

function mostSevere(series: HourlySeries, first: number, end: number): number {
  const base = at.weatherCode * series.hours
  let code = Number.NaN
  let severity = -1
  for (let index = base + first; index < base + end; index++) {
    const one = series.values[index] ?? Number.NaN
    const its = weatherSeverity(one)
    if (its > severity) {
      severity = its
      code = one
    }
  }
  return code
}
