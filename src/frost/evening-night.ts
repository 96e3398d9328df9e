/** Tonight as the thermometers near a place have it so far; docs/science.md [6]. */
import { medianOf } from '../common/mean.ts'
import { hourMs } from '../common/time.ts'
import { type HourlySeries, type SeriesVariable, valueBetween } from '../weather/series.ts'
import { greatestDeviationC } from './evening/credible-readings.ts'
import { isDoubtful } from './evening/doubts.ts'
import type { ForecastWeather } from './evening/evening-reading.ts'
import { type EveningUpdate, eveningUpdate } from './evening/evening-update.ts'
import { correctionOf, type EveningStation } from './evening-station.ts'
import { frostColumns } from './frost-columns.ts'
import type { FrostNight, KnownNight } from './frost-night.ts'
import { type FrostNightsRequest, frostNights } from './frost-nights.ts'
import { nightShift } from './night-shift.ts'
import { siteVarianceForC2 } from './spread.ts'

/**
 * Of two forecasts of one night the colder is published whole, alongside the other's numbers. A threshold in
 * degrees takes the likelier of both (`probabilityAtOrBelow`): the wider distribution may be the warmer one. The
 * night with the higher score, then with the colder plants; a known one before an unknown one.
 */
export function colderNight(
  night: FrostNight,
  other: FrostNight,
  because: NonNullable<KnownNight['beside']>['because']
): FrostNight {
  if (other.state === 'unknown') return night
  if (night.state === 'unknown') return other
  const isOther = isColder(other, night)
  const [published, warmer] = isOther ? [other, night] : [night, other]
  return { ...published, beside: { ...numbersOf(warmer), because, isOfOther: !isOther } }
}

function isColder(one: KnownNight, than: KnownNight): boolean {
  return one.score === than.score
    ? one.plantTemperatureMinC < than.plantTemperatureMinC
    : one.score > than.score
}

function numbersOf(night: KnownNight): Omit<NonNullable<KnownNight['beside']>, 'because' | 'isOfOther'> {
  const { score, level, plantTemperatureMinC, sigmaC, airTemperatureMinC, sigmaAirC, coldestHour } = night
  return { score, level, plantTemperatureMinC, sigmaC, airTemperatureMinC, sigmaAirC, coldestHour }
}

/** Standard atmosphere [°C/m]. */
const lapseCPerM = 0.0065
/** A thermometer silent for longer than another one comes after it [ms]. */
const silentMs = 1.5 * hourMs
/** Departure from its own record beyond which a thermometer shows something new [σ]. */
const strangeSigmas = 3
/** Excess over its usual warmth from which it warms no night [σ, °C]: a wrong unit or place looks the same. */
const strangelyWarm = { sigmas: 1.5, maxC: 2.5 }
/** Distance within which its nights are those of the place [km]. */
const itsNightsAreThePlacesKm = 5
const alone = { maxWarmerC: 0.3 }
/** Two thermometers near a place do not deviate from the forecast so differently [°C]. */
const contradictionC = 5

/** The night in progress moved by thermometers near the place, as of the newest reading: same readings, same night. */
export function eveningNights(
  nights: readonly FrostNight[],
  request: FrostNightsRequest
): readonly FrostNight[] {
  const { evening = [] } = request.settings
  if (evening.length === 0) return nights
  return nights.map((night) => (night.state === 'known' ? updatedNight(night, request, evening) : night))
}

interface Heard {
  readonly station: EveningStation
  /** The thermometer may be frozen or of another hour, and then warms no night. */
  readonly isDoubtful: boolean
  /** Its newest reading less the forecast of that instant, as published and without any learned bias [°C]. */
  readonly deviationC: number
  readonly rawDeviationC: number
}

/** Moved by the nearest proven thermometer, and made colder, never warmer, by those that are not proven. */
function updatedNight(
  night: KnownNight,
  request: FrostNightsRequest,
  stations: readonly EveningStation[]
): FrostNight {
  const heard = heardTonight(night, request, stations)
  const moved = inOrder(heard.filter((one) => !isOutvoted(one, heard))).flatMap(
    (one): readonly { readonly night: KnownNight; readonly isProven: boolean }[] => {
      const isProven = isProvenAmong(one, heard)
      const updated = movedBy(night, request, { ...one, maxWarmerC: maxWarmerC(one, heard) })
      return updated === null ? [] : [{ night: updated, isProven }]
    }
  )
  const proven = moved.find(({ isProven }) => isProven)?.night ?? night
  const unproven = moved.filter(({ isProven }) => !isProven)
  return unproven.reduce<FrostNight>((so, one) => colderNight(so, one.night, 'thermometer'), proven)
}

function heardTonight(
  { window, biasC }: KnownNight,
  { series }: FrostNightsRequest,
  stations: readonly EveningStation[]
): readonly Heard[] {
  // After sunrise the night's minimum is past: what was measured before it holds until noon.
  const until = window.sunriseAt ?? Number.NEGATIVE_INFINITY
  return stations.flatMap((station) => {
    const last = station.readings.at(-1)
    if (last === undefined || last.at >= (window.lastHour + 1) * hourMs) return []
    const readings = station.readings.filter(({ at }) => at <= until)
    const newest = readings.at(-1)
    const forecastAt = forecastFor(series, shiftOf(station, 0))
    const forecast = newest === undefined ? null : forecastAt(newest.at)
    if (newest === undefined || forecast === null) return []
    const rawDeviationC = newest.temperatureC - forecast.temperatureC
    return [
      {
        station: { ...station, readings },
        isDoubtful: isDoubtful(readings, forecastAt),
        rawDeviationC,
        deviationC: rawDeviationC - biasC
      }
    ]
  })
}

function inOrder(heard: readonly Heard[]): readonly Heard[] {
  const newestOf = ({ station }: Heard): number => station.readings.at(-1)?.at ?? Number.NEGATIVE_INFINITY
  const newest = Math.max(...heard.map(newestOf))
  const isSilent = (one: Heard): boolean => newestOf(one) < newest - silentMs
  return [...heard.filter((one) => !isSilent(one)), ...heard.filter(isSilent)]
}

/** Whether a thermometer departs otherwise than the median of three or more with a record, as in a buddy check. */
function isOutvoted(one: Heard, heard: readonly Heard[]): boolean {
  const voters = heard.filter(({ station }) => station.record !== null).map(({ deviationC }) => deviationC)
  return voters.length > 2 && Math.abs(one.deviationC - medianOf(voters)) > contradictionC
}

/**
 * Whether a thermometer may make a night warmer: it has a record, deviates as on earlier nights, no other contradicts
 * it and, far from the forecast, another one with a record confirms it.
 */
function isProvenAmong(one: Heard, heard: readonly Heard[]): boolean {
  const { station, deviationC, rawDeviationC } = one
  const { record } = station
  if (record === null || one.isDoubtful) return false
  const strangeC = rawDeviationC - record.usualC
  if (strangeC < -strangeSigmas * record.sigmaC) return false
  if (strangeC > Math.min(strangelyWarm.sigmas * record.sigmaC, strangelyWarm.maxC)) return false
  const others = heard.filter((other) => other.station !== station && !isOutvoted(other, heard))
  if (!others.every((other) => isAlike(one, other))) return false
  return Math.abs(deviationC) <= greatestDeviationC || others.some(({ station }) => station.record !== null)
}

function isAlike(one: Heard, other: Heard): boolean {
  return Math.abs(other.deviationC - one.deviationC) <= contradictionC
}

/** How much one may make the night warmer [°C]: an airport, or one further off, only a little. */
function maxWarmerC(one: Heard, heard: readonly Heard[]): number {
  const isConfirmed = heard.some(
    (other) => other.station !== one.station && isProvenAmong(other, heard) && isAlike(one, other)
  )
  const { distanceKm, isAirport = false } = one.station
  return (!isAirport && distanceKm <= itsNightsAreThePlacesKm) || isConfirmed
    ? Number.POSITIVE_INFINITY
    : alone.maxWarmerC
}

function shiftOf({ heightDifferenceM }: EveningStation, biasC: number): number {
  return biasC - lapseCPerM * heightDifferenceM
}

/** The night moved by a station; null where it says nothing of this night. `maxWarmerC`: the most it may warm [°C]. */
function movedBy(
  night: KnownNight,
  request: FrostNightsRequest,
  { station, deviationC, maxWarmerC }: Heard & { maxWarmerC: number }
): KnownNight | null {
  const { sunsetAt, sunriseAt } = night.window
  const now = station.readings.at(-1)?.at
  if (sunsetAt === null || sunriseAt === null || now === undefined || now < sunsetAt) return null
  // A forecast that a thermometer with a record contradicts so has no certainty left.
  const isBelieved = station.record !== null && Math.abs(deviationC) > greatestDeviationC
  const varianceC2 = isBelieved ? deviationC * deviationC : night.sigmaAirC * night.sigmaAirC
  const isMeasured = request.settings.siteVarianceC2 != null
  const contrastC = contrastOf(night, request, station)
  const { biasC, placeC, ...corrected } = correctionOf(night, station, { isMeasured, isBelieved, contrastC })
  const update = eveningUpdate({
    now,
    sunset: sunsetAt,
    sunrise: sunriseAt,
    readings: station.readings,
    forecastAt: forecastFor(request.series, shiftOf(station, biasC)),
    forecast: { meanC: night.airTemperatureMinC + placeC, varianceC2 },
    ...corrected,
    isBelieved,
    halfResolutionC: station.halfResolutionC,
    distanceKm: station.distanceKm,
    heightDifferenceM: station.heightDifferenceM,
    ...(station.law == null ? {} : { law: station.law }),
    ...(station.sharing === undefined ? {} : { sharing: station.sharing })
  })
  if (update === null) return null
  const meanC = Math.min(update.meanC, night.airTemperatureMinC + maxWarmerC)
  return nightOfUpdate(night, request, { station, update: { ...update, meanC } })
}

/** What the contrasts of the station's own nights add [°C]: its forecasts are those of the place, by height. */
function contrastOf(
  { window }: KnownNight,
  { series, issuedAt, settings }: FrostNightsRequest,
  station: EveningStation
): number {
  const law = station.own?.contrasts
  if (law === undefined) return 0
  const contrasts = { ...law, recentC: law.recentC - shiftOf(station, 0) }
  const run = { columns: frostColumns(series), issuedAt, settings: { ...settings, contrasts } }
  return nightShift(run, window).contrastC
}

function nightOfUpdate(
  night: KnownNight,
  request: FrostNightsRequest,
  { station, update }: { station: EveningStation; update: EveningUpdate }
): KnownNight | null {
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
    earlierRuns: [],
    contrasts: null
  }
  const [moved] = frostNights({ ...request, windows: [night.window], settings })
  if (moved?.state !== 'known') return null
  const { name, distanceKm, isOwn } = station
  const updatedBy = { station: name, measuredAt: update.measuredAt, distanceKm }
  return {
    ...moved,
    coldestHour: coldestHourOf(moved, station),
    ...(night.isBySeasonalLaw === true ? { isBySeasonalLaw: true } : {}),
    updatedBy: isOwn === true ? { ...updatedBy, isOwn } : updatedBy
  }
}

/** The coldest hour of the forecast; if the air is still cooling then, the first hour after sunrise. */
function coldestHourOf(
  { coldestHour, window: { sunsetAt, sunriseAt, lastHour } }: KnownNight,
  { readings, halfResolutionC }: EveningStation
): number {
  const tonight = readings.filter(({ at }) => at >= (sunsetAt ?? Number.POSITIVE_INFINITY))
  const newest = tonight.at(-1)
  if (newest === undefined || sunriseAt === null || coldestHour * hourMs >= newest.at + hourMs)
    return coldestHour
  const lowestC = Math.min(...tonight.map(({ temperatureC }) => temperatureC))
  if (newest.temperatureC > lowestC + halfResolutionC) return coldestHour
  return Math.max(coldestHour, Math.min(lastHour, Math.ceil(sunriseAt / hourMs)))
}

function forecastFor(series: HourlySeries, shiftC: number): (at: number) => ForecastWeather | null {
  return (at) => {
    const known = (variable: SeriesVariable): number | null => {
      const value = valueBetween(series, variable, at)
      return Number.isNaN(value) ? null : value
    }
    const airC = known('temperature')
    if (airC === null) return null
    return {
      temperatureC: airC + shiftC,
      dewPointC: known('dewPoint'),
      windSpeedMps: known('windSpeed'),
      cloudCoverFraction: known('cloudCover')
    }
  }
}
