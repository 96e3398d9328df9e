import { hourMs } from '../common/time.ts'
import type { ModelSpread } from '../frost/blend/model-record.ts'
import { colderNight, eveningNights } from '../frost/evening-night.ts'
import { coverageOf, frostColumns } from '../frost/frost-columns.ts'
import type { BriefNight, FrostLevel, FrostNight, NightWindow } from '../frost/frost-night.ts'
import {
  briefNights,
  type FrostNightsRequest,
  frostNight,
  frostNights,
  nightMinima
} from '../frost/frost-nights.ts'
import { slotScore as slotHourScore, slotPlantMinimumC } from '../frost/period.ts'
import { levelOf, roundToTenth } from '../frost/published.ts'
import { kappaOf } from '../frost/radiation.ts'
import type { UnscoredNight } from '../frost/score-night.ts'
import { epochDay } from '../frost/season.ts'
import { seasonalForecast, seasonalNights } from '../frost/seasonal-site.ts'
import { type FrostSettings, genericSettings } from '../frost/settings.ts'
import { type EnsembleSpread, membersAt, siteVarianceForC2 } from '../frost/spread.ts'
import type { HourlySeries } from '../weather/series.ts'
import { type Span, stampsOf } from '../weather/spans.ts'
import type { LearnedSite } from './ports.ts'
import type { Snapshot } from './snapshot.ts'

/** The nights of `frostNights`, each by the place's law for its lead; measurements move the one in progress. */
export function learnedNights(request: FrostNightsRequest): readonly FrostNight[] {
  const nights = eveningNights(nightsByLaw(request), request)
  const { proven, ...settings } = request.settings
  if (proven === undefined) return nights
  const without = learnedNights({ ...request, settings: { ...settings, ...proven } })
  return without.map((night, index) => colderNight(night, nights[index] ?? night, 'thermometer'))
}

export function briefLearnedNights(request: FrostNightsRequest): readonly BriefNight[] {
  const { evening = [], proven } = request.settings
  const isPlain = evening.length === 0 && proven === undefined && !hasSeasonalLaw(request.settings)
  return isPlain ? briefNights(request) : learnedNights(request)
}

function hasSeasonalLaw({ seasonal = null, ensemble = null }: FrostSettings): boolean {
  return seasonal !== null && ensemble !== null
}

function nightsByLaw(request: FrostNightsRequest): readonly FrostNight[] {
  const { settings } = request
  if (!hasSeasonalLaw(settings)) return frostNights(request)
  const columns = frostColumns(request.series)
  const plain = { ...request, settings: { ...settings, biasC: 0, ...unshifted } }
  return request.windows.map((window) => {
    const isKnown = coverageOf(columns, window, request.nowHour).unknown === null
    const ofNight = isKnown
      ? settingsOfNight(window.date, nightMinima(columns, window, plain), settings)
      : settings
    const night = frostNight(columns, window, { ...request, settings: ofNight })
    return ofNight === settings ? night : marked(night)
  })
}

/** A law of the whole distribution replaces every other shift. */
const unshifted = { earlierRuns: [], contrasts: null }

function marked(night: FrostNight): FrostNight {
  return night.state === 'known' ? { ...night, isBySeasonalLaw: true } : night
}

/**
 * N(μ, σ²) of the air minimum by the lead's law in place of bias and spread; `settings` as they are without a law for
 * this lead or members at that hour. @param plain The night without any learned bias.
 */
function settingsOfNight(date: string, plain: UnscoredNight, settings: FrostSettings): FrostSettings {
  const members = membersAt(settings.ensemble ?? null, plain.coldestHour)
  if (members === null) return settings
  const { leadDays } = plain
  const day = epochDay(date)
  const night = { day, leadDay: Math.round(leadDays), leadDays, ...members }
  const forecast = seasonalForecast(settings.seasonal ?? new Map(), night)
  if (forecast === null) return settings
  return {
    ...settings,
    ...unshifted,
    biasC: forecast.meanC - plain.airTemperatureMinC,
    siteVarianceC2: siteVarianceForC2(forecast.sigmaC, plain),
    ensemble: null
  }
}

export interface ScoredPoint extends Snapshot {
  readonly windows: readonly NightWindow[]
  readonly spread: EnsembleSpread | null
  /** Between the models of a blend; null without one. */
  readonly modelSpread: ModelSpread | null
  readonly learned: LearnedSite | null
  /** The hours of the other run, while two runs disagree; else null. */
  readonly besideSeries: HourlySeries | null
}

/** A published score: 0…100 with one decimal; null with level `unknown` where it cannot be computed. */
export interface PublishedScore {
  readonly score: number | null
  readonly level: FrostLevel
}

export const unknownScore: PublishedScore = { score: null, level: 'unknown' }

/** The nights of some windows of a point, scored with `settings`; while two runs disagree, each the colder of both. */
export function nightsIn(
  point: ScoredPoint,
  windows: readonly NightWindow[],
  at: number,
  settings: FrostSettings = siteSettings(point)
): readonly FrostNight[] {
  const { series, issuedAt, besideSeries, beside } = point
  const request = { series, windows, issuedAt, nowHour: Math.floor(at / hourMs), settings }
  const nights = learnedNights(request)
  if (besideSeries === null) return nights
  const others = learnedNights({
    ...request,
    series: besideSeries,
    issuedAt: beside?.issuedAt ?? issuedAt,
    settings: { ...settings, earlierRuns: [] }
  })
  return nights.map((night, index) => colderNight(night, others[index] ?? night, 'runs_disagree'))
}

export function briefNightsIn(
  point: ScoredPoint,
  windows: readonly NightWindow[],
  at: number,
  settings: FrostSettings
): readonly BriefNight[] {
  const { series, issuedAt, besideSeries } = point
  if (besideSeries !== null) return nightsIn(point, windows, at, settings)
  return briefLearnedNights({ series, windows, issuedAt, nowHour: Math.floor(at / hourMs), settings })
}

export function hoursOf(
  { series, besideSeries }: Pick<ScoredPoint, 'series' | 'besideSeries'>,
  night: FrostNight | null
): HourlySeries {
  return isOfOlderRun(night) && besideSeries !== null ? besideSeries : series
}

/** Whether the older run is what is published of a night. */
export function isOfOlderRun(night: FrostNight | null): boolean {
  return night?.state === 'known' && night.beside?.because === 'runs_disagree' && !night.beside.isOfOther
}

/** Generic at the ground, with the site's elevation, sea and learning. @param learned In place of what answers use. */
export function siteSettings(point: ScoredPoint, learned: LearnedSite | null = point.learned): FrostSettings {
  return {
    ...genericSettings,
    kappa: kappaOf(point.point.timezone),
    elevationM: point.point.elevation ?? point.grid.elevation,
    latitude: point.point.lat,
    ensemble: point.spread,
    modelSpread: point.modelSpread,
    earlierRuns: point.earlierRuns ?? [],
    ...learnedSettings(learned),
    evening: learned?.evening ?? [],
    coldHoursSetAside: (point.hoursSetAside ?? []).flatMap(({ hour, isCold }) => (isCold ? [hour] : []))
  }
}

function learnedSettings(learned: LearnedSite | null): Partial<FrostSettings> & { readonly biasC: number } {
  return {
    biasC: learned?.biasC ?? genericSettings.biasC,
    contrasts: learned?.contrasts ?? null,
    siteVarianceC2: learned?.siteVarianceC2 ?? null,
    plantBiasC: learned?.plantBiasC ?? 0,
    plantVarianceC2: learned?.plantVarianceC2 ?? null,
    offset: learned?.offset ?? null,
    seasonal: learned?.seasonal ?? null,
    eveningLogWidth: learned?.eveningLogWidth ?? 0,
    ...(learned?.proven === undefined ? {} : { proven: learnedSettings(learned.proven) })
  }
}

export const learnedMethods = ['recent_nights', 'seasonal_emos'] as const

export interface LearnedHere {
  readonly nights: number
  readonly method: (typeof learnedMethods)[number]
}

/**
 * What was learned at the point; null: nothing.
 * @param nights Of the answer: one by a seasonal law names that method.
 */
export function learnedHere({ learned }: ScoredPoint, nights: readonly FrostNight[]): LearnedHere | null {
  if (learned === null || learned.nights === 0) return null
  const isSeasonal = nights.some((night) => night.state === 'known' && night.isBySeasonalLaw === true)
  const seasonal = isSeasonal ? (learned.seasonal ?? null) : null
  return seasonal === null
    ? { nights: learned.nights, method: 'recent_nights' }
    : { nights: seasonalNights(seasonal), method: 'seasonal_emos' }
}

/** The windows of the nights whose noon is not past at `at` [ms since epoch]; the first may be over. */
export function comingWindows(point: ScoredPoint, at: number, count: number): readonly NightWindow[] {
  const now = Math.floor(at / hourMs)
  const first = point.windows.findIndex((window) => window.lastHour >= now)
  return first < 0 ? [] : point.windows.slice(first, first + count)
}

export function publishedScore(night: BriefNight | null | undefined): PublishedScore {
  return night == null || night.state === 'unknown' || Number.isNaN(night.score)
    ? unknownScore
    : { score: roundToTenth(night.score), level: night.level }
}

/** The highest hour, each scored in its own night; unknown where no hour is known. */
export function slotScore(nights: readonly FrostNight[], span: Span): PublishedScore {
  const { firstHour, endHour } = stampsOf(span)
  const highest = slotHourScore(nights, firstHour, endHour)
  if (highest === null) return unknownScore
  const score = roundToTenth(highest)
  return { score, level: levelOf(score) }
}

/** The slot's score and lowest plant temperature, corrected by what was learned [°C]; null: unknown. */
export function slotFrost(nights: readonly FrostNight[], span: Span) {
  const { firstHour, endHour } = stampsOf(span)
  return { ...slotScore(nights, span), plantTemperatureMinC: slotPlantMinimumC(nights, firstHour, endHour) }
}
