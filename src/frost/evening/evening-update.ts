/** A night's minimum again, from what a thermometer has measured since sunset; docs/science.md §6. */
import { dayMs, hourMs, minuteMs } from '../../common/time.ts'
import type { EveningStation } from '../evening-station.ts'
import { boundedAbove, combined, type Distribution } from '../gaussian.ts'
import { areCredible, withoutOutliers } from './credible-readings.ts'
import { type EveningLaw, lawOfNight, servedEveningLaw } from './evening-law.ts'
import { type EveningReading, type ForecastWeather, measuredState } from './evening-reading.ts'
import { minimumFromReadings } from './from-readings.ts'

const oldestMs = 90 * minuteMs
const lookBackMs = 6.5 * hourMs
/** A thermometer within this distance is the place's own. */
const ownWithinM = 100
const metresPerKm = 1000
/** Correlation between the errors of the two estimates. */
const usualCorrelation = 0.4

/** A night and a thermometer's readings in it; the members of `EveningStation` say where it stands [km, m]. */
interface EveningQuestion
  extends Pick<
    EveningStation,
    'readings' | 'distanceKm' | 'halfResolutionC' | 'heightDifferenceM' | 'sharing'
  > {
  /** [ms since epoch]; sunset and sunrise are those of the night that ends. */
  readonly now: number
  readonly sunset: number
  readonly sunrise: number
  /** The forecast for the thermometer's own point and height; null where an hour is not forecast. */
  readonly forecastAt: (at: number) => ForecastWeather | null
  /** The place's minimum as forecast: air at 2 m [°C]. */
  readonly forecast: Distribution
  /** Where `forecastAt` has what the thermometer's own nights were off by: the variance about it [°C²]. */
  readonly correctedVarianceC2?: number
  /** Its readings count however far they are from the forecast; absent: up to 10 °C. */
  readonly isBelieved?: boolean
  /** What evenings at this thermometer have taught (`givenEveningLaw`); absent: the law of all. */
  readonly law?: EveningLaw
}

export interface EveningUpdate extends Distribution {
  /** How much of it comes from the readings, 0…1; the rest is the forecast. */
  readonly observedShare: number
  /** When the newest reading was measured [ms since epoch]. */
  readonly measuredAt: number
}

/**
 * The minimum of the night in progress; its variance is never above the forecast's. Null by day, without a credible
 * reading of the last 90 minutes since sunset, and for a thermometer elsewhere whose own night is not forecast.
 */
export function eveningUpdate(question: EveningQuestion): EveningUpdate | null {
  const { now, sunset, sunrise, forecast, isBelieved = false } = question
  const law = lawOfNight(question.law ?? servedEveningLaw, Math.floor(sunrise / dayMs))
  const comparedWith = isBelieved ? () => null : question.forecastAt
  const credible = withoutOutliers(question.readings, comparedWith)
  const readings = credible.filter(({ at }) => at <= now && at > now - lookBackMs)
  const measuredAt = readings.at(-1)?.at ?? Number.NEGATIVE_INFINITY
  if (now < sunset || now > sunrise || measuredAt < Math.max(sunset, now - oldestMs)) return null
  if (!areCredible({ ...question, readings, forecastAt: comparedWith })) return null
  const share = sharedWith(question, law)
  const { correctedVarianceC2 } = question
  const own = share === 1 ? forecast.meanC : forecastMinimumC(question)
  if (own === null) return null
  const station = { meanC: own, varianceC2: correctedVarianceC2 ?? forecast.varianceC2 }
  const tonight = credible.filter(({ at }) => at >= sunset && at <= now)
  const soFarC = Math.min(...tonight.map(({ temperatureC }) => temperatureC))
  const updated = updatedAtStation({ ...question, readings, forecast: station, law }, soFarC)
  if (updated === null) return null
  const gained = Math.max(0, 1 - updated.varianceC2 / station.varianceC2)
  return {
    meanC: forecast.meanC + share * (updated.meanC - station.meanC),
    varianceC2: forecast.varianceC2 * (1 - share * share * gained),
    observedShare: share * updated.weight,
    measuredAt
  }
}

/** The minimum at the thermometer itself; the lowest reading so far bounds it. */
function updatedAtStation(
  question: EveningQuestion & { readonly law: EveningLaw },
  soFarC: number
): (Distribution & { readonly weight: number }) | null {
  const { readings, forecastAt, forecast, halfResolutionC, law } = question
  const newest = readings.at(-1)
  const state = measuredState(readings, question, newest === undefined ? null : forecastAt(newest.at))
  if (state === null) return null
  const observed = minimumFromReadings(state, halfResolutionC, law)
  const { hoursToSunrise } = state
  const moved = movedForecast(forecast, {
    readings,
    forecastAt,
    hoursToSunrise,
    memoryHours: law.memoryHours
  })
  const both = combined(observed, moved, usualCorrelation)
  return { ...boundedAbove(both, soFarC + halfResolutionC), weight: both.weight }
}

/** The share of the forecast's error that the thermometer and the place have in common: 1 at the place itself. */
function sharedWith(
  { distanceKm, heightDifferenceM, sharing: shown }: EveningQuestion,
  { sharing }: EveningLaw
): number {
  const apartM = Math.max(distanceKm * metresPerKm, Math.abs(heightDifferenceM))
  if (apartM <= ownWithinM) return 1
  const { atPlace, perKm, perM } = shown ?? sharing
  return atPlace * Math.exp(-distanceKm / perKm - Math.abs(heightDifferenceM) / perM)
}

/** The lowest forecast temperature of the night at the thermometer's own point [°C]; null where no hour is forecast. */
function forecastMinimumC({ sunset, sunrise, forecastAt }: EveningQuestion): number | null {
  let least: number | null = null
  for (let at = Math.ceil(sunset / hourMs) * hourMs; at <= sunrise + hourMs; at += hourMs) {
    const hour = forecastAt(at)
    if (hour !== null) least = Math.min(least ?? hour.temperatureC, hour.temperatureC)
  }
  return least
}

/** The forecast minimum, moved by how wrong the forecast has been since the last hours. */
const deviationMs = 3 * hourMs
/** The correlation of an hour's error with that of the minimum: the minimum is not that hour. */
const sameTime = 0.95

/**
 * μ + ρ·(measured − forecast over the last three hours) with σ²·(1 − ρ²), ρ = 0.95·exp(−hours to sunrise/memory); the
 * forecast itself where those hours are not forecast.
 */
function movedForecast(
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
