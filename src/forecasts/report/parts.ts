import { hourMs, hourSeconds } from '../../common/time.ts'
import { cropById } from '../../frost/crops.ts'
import { estimateStage, type StageEstimate } from '../../frost/degree-days.ts'
import type { BriefNight, FrostNight } from '../../frost/frost-night.ts'
import { periodScore } from '../../frost/period.ts'
import { isEstimable, profileOf, type ScoringProfile } from '../../frost/scoring-profile.ts'
import { frostPointC, wetBulbC } from '../../weather/moist-air.ts'
import { type SeriesVariable, valueAt } from '../../weather/series.ts'
import { stampsOf } from '../../weather/spans.ts'
import { isDayAt, slotRows } from '../days.ts'
import type { ForecastSnapshot } from '../forecast-snapshot.ts'
import { nightsIn, type PublishedScore, publishedScore, slotFrost, slotScore } from '../frost-view.ts'
import type { Seasons } from '../seasons.ts'
import { freshnessOf, isComingNightUnknown, nightConfirmedAt } from '../snapshot.ts'
import type {
  CurrentWeather,
  KnownEstimate,
  PlaceReport,
  ReportData,
  ReportPlace,
  ReportQuestion,
  SlotReport
} from './place-report.ts'

const hoursBack = 3

/** The weather at `at` [ms since epoch]. */
export function currentWeather(
  forecast: ForecastSnapshot,
  at: number,
  elevationM: number | null
): CurrentWeather {
  const hour = presentHour(forecast, at)
  const value = (variable: SeriesVariable): number =>
    hour === null ? Number.NaN : valueAt(forecast.shownSeries, variable, hour)
  const temperatureC = value('temperature')
  const dewPointC = value('dewPoint')
  const pressureMslHpa = value('pressureMsl')
  return {
    kind: 'modelled',
    validAt: hour === null ? null : hour * hourMs,
    isDay: isDayAt(forecast.point, at),
    temperatureC,
    apparentTemperatureC: value('apparentTemperature'),
    relativeHumidityFraction: value('relativeHumidity'),
    dewPointC,
    wetBulbTemperatureC: wetBulbC({ temperatureC, dewPointC, pressureMslHpa, elevationM }),
    frostPointC: frostPointC(dewPointC) ?? Number.NaN,
    windSpeedMps: value('windSpeed'),
    windGustSpeedMps: value('windGustSpeed'),
    windDirectionDegrees: value('windDirection'),
    pressureMslHpa,
    cloudCoverFraction: value('cloudCover'),
    visibilityM: value('visibility'),
    precipitationMm: value('precipitation'),
    snowfallCm: value('snowfall'),
    weatherCode: value('weatherCode')
  }
}

/** The latest hour with a temperature [hours since epoch]; null where none is near enough. */
function presentHour({ series }: ForecastSnapshot, at: number): number | null {
  const now = Math.floor(at / hourMs)
  for (let hour = now; hour > now - hoursBack; hour--) {
    if (!Number.isNaN(valueAt(series, 'temperature', hour))) return hour
  }
  return null
}

export function placeOf({ point, place, nearest }: ReportQuestion, elevationM: number | null): ReportPlace {
  return {
    lat: point.lat,
    lon: point.lon,
    name: place?.name ?? null,
    slug: place?.slug ?? null,
    region: place?.region ?? null,
    country: place?.country ?? null,
    timezone: point.timezone,
    elevationM,
    nearest: nearest ?? null
  }
}

export function briefReport(nights: readonly BriefNight[]): PlaceReport['brief'] {
  return { worst: periodScore(nights), nights: nights.slice(0, reachOf(nights)) }
}

/** How many of the nights a forecast reaches; one without data counts if a later one has some. */
export function reachOf(nights: readonly BriefNight[]): number {
  return 1 + nights.findLastIndex((night) => night.hoursAvailable > 0)
}

export function dataOf(forecast: ForecastSnapshot, at: number): ReportData {
  const { source, model, grid, synthetic, isFallback, issuedAt, confirmedAt } = forecast
  const hoursSetAside = (forecast.hoursSetAside ?? []).filter(({ hour }) => hour * hourMs >= at).length
  const freshness = freshnessOf(forecast, at)
  const ageHours = Math.max(0, Math.floor((at - (nightConfirmedAt(forecast, at) ?? confirmedAt)) / hourMs))
  const models = forecast.models?.names ?? (model === null ? [] : [model])
  const modelsLeft = (forecast.models?.left ?? []).map(({ name }) => name)
  return {
    source,
    model,
    models,
    modelsLeft,
    grid,
    synthetic,
    isFallback,
    freshness,
    issuedAt,
    confirmedAt,
    ageHours,
    hoursSetAside,
    variablesLeftOut: forecast.variablesLeftOut ?? [],
    check: forecast.setAside == null ? (forecast.check ?? 'agrees') : 'set_aside',
    contradicted: forecast.contradicted ?? null,
    hoursCarried: hoursCarried(forecast, at),
    isComingNightUnknown: isComingNightUnknown(forecast, at)
  }
}

function hoursCarried({ carried = [] }: ForecastSnapshot, at: number): number {
  const hours = new Set<number>()
  for (const { firstHour, lastHour } of carried)
    for (let hour = Math.max(firstHour, Math.floor(at / hourMs)); hour <= lastHour; hour++) hours.add(hour)
  return hours.size
}

export function slotsOf(
  forecast: ForecastSnapshot,
  at: number,
  count: number,
  elevationM: number | null
): readonly SlotReport[] {
  const rows = slotRows(forecast, at, count)
  const first = (rows[0]?.span.fromSecond ?? 0) / hourSeconds
  const last = (rows.at(-1)?.span.toSecond ?? 0) / hourSeconds
  const windows = forecast.windows.filter((window) => window.lastHour >= first && window.firstHour < last)
  const nights = nightsIn(forecast, windows, at)
  return rows.map((row) => ({
    ...row,
    wetBulbTemperatureC: wetBulbC({
      temperatureC: row.summary.temperatureMean,
      dewPointC: row.summary.dewPointMean,
      pressureMslHpa: row.summary.pressureMslMean,
      elevationM
    }),
    frost: slotFrost(nights, row.span)
  }))
}

/* The score next to a day or a slot: for what the report is asked for, so that one night has one score on a page. */

type Scored = Pick<PlaceReport, 'profile' | 'isResting' | 'nights'>
type Shown = PublishedScore | null

/** The score of the night that ends on each day; null for a night that is over, and where the crop rests. */
export function dayScores(
  report: Scored & Pick<PlaceReport, 'days'>,
  nights: readonly FrostNight[]
): readonly Shown[] {
  const { days, profile } = report
  const [tonight = null] = report.nights
  return days.map(({ day: { date }, frost }) => {
    if (tonight !== null && date < tonight.window.date) return null
    if (isGenericAtGround(profile)) return frost
    const night = nights.find(({ window }) => window.date === date)
    return night === undefined || report.isResting ? null : publishedScore(night)
  })
}

/** Each slot's score; null where the crop rests and, unless the curve is generic, for a night that is over. */
export function slotScores(report: Scored & Pick<PlaceReport, 'slots'>): readonly Shown[] {
  const { slots, profile, nights } = report
  const [tonight = null] = nights
  return slots.map(({ span, frost }) => {
    if (isGenericAtGround(profile)) return frost
    const isOver = tonight !== null && stampsOf(span).endHour <= tonight.window.firstHour
    return isOver || report.isResting ? null : slotScore(nights, span)
  })
}

/** Whether the profile is generic at the ground, whose score days and slots have anyway. */
function isGenericAtGround({ crop, exposure }: ScoringProfile): boolean {
  return crop === null && exposure === 'ground'
}

export type KnownSeasons = Pick<Seasons, 'known' | 'instantOf'>

export interface EstimatedProfile {
  readonly profile: ScoringProfile
  readonly estimate: KnownEstimate
}

/** The profile with the stage at `at` [ms since epoch]; generic where the stage is unknown. */
export function estimateProfile(
  { point, isSeasonRefused }: ReportQuestion,
  profile: ScoringProfile,
  { seasons, at }: { seasons: KnownSeasons; at: number }
): EstimatedProfile | null {
  const crop = profile.crop === null ? null : cropById(profile.crop)
  if (crop === null || !isEstimable(crop)) return null
  const season = seasons.known(point)
  const { lat, timezone } = point
  const asked = { crop: crop.id, lat, timezone, at: seasons.instantOf(point, at) }
  const estimate = asRefused(estimateStage(asked, season?.hours ?? null), isSeasonRefused === true)
  const stage =
    estimate.state === 'estimated' ? crop.stages.find(({ id }) => id === estimate.stage) : undefined
  return {
    profile: stage === undefined ? profile : profileOf(crop, stage, profile.exposure),
    estimate: { ...estimate, source: estimate.summedFrom === null ? null : (season?.source ?? null) }
  }
}

/** The estimate, with the refusal as its reason where the client was refused the temperatures. */
function asRefused(estimate: StageEstimate, isSeasonRefused: boolean): StageEstimate {
  const lacksSeason =
    estimate.state === 'unknown' &&
    (estimate.reason === 'season_unavailable' || estimate.reason === 'season_incomplete')
  return lacksSeason && isSeasonRefused ? { ...estimate, reason: 'season_share_spent' } : estimate
}
