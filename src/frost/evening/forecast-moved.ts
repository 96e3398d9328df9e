/** The forecast minimum, moved by how wrong the forecast has been since the last hours. */
import { hourMs } from '../../common/time.ts'
import type { EveningReading, ForecastWeather } from './evening-reading.ts'
import type { Distribution } from './normal-distribution.ts'

const deviationMs = 3 * hourMs
/** The correlation of an hour's error with that of the minimum beside it: the minimum is not that hour. */
const sameTime = 0.95

/**
 * μ + ρ·(measured − forecast over the last three hours) with σ²·(1 − ρ²), ρ = 0.95·exp(−hours to sunrise/memory).
 * @returns The forecast itself where the hours are not forecast.
 */
export function movedForecast(
  forecast: Distribution,
  evening: {
    readonly readings: readonly EveningReading[]
    readonly forecastAt: (at: number) => Pick<ForecastWeather, 'temperatureC'> | null
    readonly hoursToSunrise: number
    readonly memoryHours: number
  }
): Distribution {
  const { readings, forecastAt, hoursToSunrise, memoryHours } = evening
  const newestAt = readings.at(-1)?.at ?? 0
  const deviations = readings
    .filter(({ at }) => at > newestAt - deviationMs)
    .flatMap(({ at, temperatureC }) => {
      const expected = forecastAt(at)
      return expected === null ? [] : [temperatureC - expected.temperatureC]
    })
  if (deviations.length === 0) return forecast
  const deviationC = deviations.reduce((sum, value) => sum + value, 0) / deviations.length
  const memory = sameTime * Math.exp(-hoursToSunrise / memoryHours)
  return {
    meanC: forecast.meanC + memory * deviationC,
    varianceC2: forecast.varianceC2 * (1 - memory * memory)
  }
}
