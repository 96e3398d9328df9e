/** Tonight as the thermometers near a place have it so far; docs/science.md [6]. */
import { hourMs } from '../common/time.ts'
import { type HourlySeries, valueAt } from '../weather/series.ts'
import type { ForecastWeather } from './evening/evening-reading.ts'
import { eveningUpdate } from './evening/evening-update.ts'
import type { EveningStation } from './evening-station.ts'
import type { FrostNight, KnownNight } from './frost-night.ts'
import { type FrostNightsRequest, frostNights } from './frost-nights.ts'
import { siteVarianceForC2 } from './spread.ts'

/** Of the standard atmosphere [°C/m]. */
const lapseCPerM = 0.0065
/** A thermometer silent for longer than another one comes after it [ms]. */
const silentMs = 1.5 * hourMs
/** Two thermometers near a place do not deviate from the forecast so differently [°C]. */
const contradictionC = 5

/**
 * The nights with the one in progress moved by the nearest thermometer that may move it. The time is that of its newest
 * reading, so that the same readings always give the same night.
 */
export function eveningNights(
  nights: readonly FrostNight[],
  request: FrostNightsRequest
): readonly FrostNight[] {
  const { evening = [] } = request.settings
  if (evening.length === 0) return nights
  return nights.map((night) => (night.state === 'known' ? firstUpdate(night, request, evening) : night))
}

function firstUpdate(
  night: KnownNight,
  request: FrostNightsRequest,
  stations: readonly EveningStation[]
): KnownNight {
  const until = night.window.sunriseAt ?? Number.NEGATIVE_INFINITY
  // Past sunrise the night's minimum has been: what was measured before it stands until noon.
  const heard = stations.flatMap((station) => {
    const newest = station.readings.at(-1)
    if (newest === undefined || newest.at >= (night.window.lastHour + 1) * hourMs) return []
    return [{ ...station, readings: station.readings.filter(({ at }) => at <= until) }]
  })
  for (const station of inOrder(heard.filter((one) => !isContradicted(one, heard, request)))) {
    const updated = updatedNight(night, request, station)
    if (updated !== null) return updated
  }
  return night
}

/** Those that are heard still before those that have fallen silent, each the nearest first. */
function inOrder(stations: readonly EveningStation[]): readonly EveningStation[] {
  const newestOf = ({ readings }: EveningStation): number => readings.at(-1)?.at ?? Number.NEGATIVE_INFINITY
  const newest = Math.max(...stations.map(newestOf))
  const isSilent = (station: EveningStation): boolean => newestOf(station) < newest - silentMs
  return [...stations.filter((one) => !isSilent(one)), ...stations.filter(isSilent)]
}

/**
 * Whether a thermometer deviates from its forecast otherwise than those around it: than the median of three or more, as
 * in a buddy check; of two, where it contradicts the other one and is further from the forecast.
 */
function isContradicted(
  station: EveningStation,
  stations: readonly EveningStation[],
  request: FrostNightsRequest
): boolean {
  const deviationOf = ({ readings, heightDifferenceM }: EveningStation): number | null => {
    const newest = readings.at(-1)
    const shiftC = (request.settings.biasC ?? 0) - lapseCPerM * heightDifferenceM
    const forecast = newest === undefined ? null : forecastFor(request.series, shiftC)(newest.at)
    return newest === undefined || forecast === null ? null : newest.temperatureC - forecast.temperatureC
  }
  const own = deviationOf(station)
  const all = stations.flatMap((one) => deviationOf(one) ?? [])
  if (own === null || all.length < 2) return false
  if (all.length > 2) return Math.abs(own - medianOf(all)) > contradictionC
  return (
    Math.abs((all[0] ?? own) - (all[1] ?? own)) > contradictionC &&
    all.some((one) => Math.abs(one) < Math.abs(own))
  )
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const [lower, upper] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return ((lower ?? Number.NaN) + (upper ?? Number.NaN)) / 2
}

/** Null where the station says nothing of this night. */
function updatedNight(
  night: KnownNight,
  request: FrostNightsRequest,
  station: EveningStation
): KnownNight | null {
  const { sunsetAt, sunriseAt } = night.window
  const now = station.readings.at(-1)?.at
  if (sunsetAt === null || sunriseAt === null || now === undefined) return null
  const update = eveningUpdate({
    now,
    sunset: sunsetAt,
    sunrise: sunriseAt,
    readings: station.readings,
    forecastAt: forecastFor(request.series, night.biasC - lapseCPerM * station.heightDifferenceM),
    forecast: { meanC: night.airTemperatureMinC, varianceC2: night.sigmaAirC * night.sigmaAirC },
    halfResolutionC: station.halfResolutionC,
    distanceKm: station.distanceKm,
    heightDifferenceM: station.heightDifferenceM
  })
  if (update === null) return null
  // It was learned with thermometers that everyone is shown.
  const logWidth = station.isOwn === true ? 0 : (request.settings.eveningLogWidth ?? 0)
  const sigmaC = Math.sqrt(update.varianceC2) * Math.exp(logWidth)
  const settings = {
    ...request.settings,
    biasC: night.biasC + update.meanC - night.airTemperatureMinC,
    siteVarianceC2: siteVarianceForC2(Math.min(sigmaC, night.sigmaAirC), night),
    // The thermometer is in the air, and has said more of it than plants or members had.
    plantVarianceC2: null,
    ensemble: null,
    seasonal: null,
    // They are in the night's own bias already.
    earlierRuns: [],
    contrasts: null
  }
  const [moved] = frostNights({ ...request, windows: [night.window], settings })
  if (moved?.state !== 'known') return null
  const { name, distanceKm, isOwn } = station
  const updatedBy = { station: name, measuredAt: update.measuredAt, distanceKm }
  return {
    ...moved,
    ...(night.isBySeasonalLaw === true ? { isBySeasonalLaw: true } : {}),
    updatedBy: isOwn === true ? { ...updatedBy, isOwn } : updatedBy
  }
}

/** The forecast at a thermometer, between the whole hours by a line. */
function forecastFor(series: HourlySeries, shiftC: number): (at: number) => ForecastWeather | null {
  return (at) => {
    const hour = Math.floor(at / hourMs)
    const share = at / hourMs - hour
    const between = (variable: 'temperature' | 'dewPoint' | 'windSpeed' | 'cloudCover') => {
      const from = valueAt(series, variable, hour)
      return share === 0 ? from : from + share * (valueAt(series, variable, hour + 1) - from)
    }
    const temperatureC = between('temperature') + shiftC
    if (Number.isNaN(temperatureC)) return null
    return {
      temperatureC,
      dewPointC: known(between('dewPoint')),
      windSpeedMps: known(between('windSpeed')),
      cloudCoverFraction: known(between('cloudCover'))
    }
  }
}

function known(value: number): number | null {
  return Number.isNaN(value) ? null : value
}
