/** What is known about a place's weather and frost at one step: every number once, in SI, nothing formatted. */
import type { StageEstimate } from '../../frost/degree-days.ts'
import type { BriefNight, FrostNight, KnownNight } from '../../frost/frost-night.ts'
import { frostHoursOf } from '../../frost/night-odds.ts'
import type { PeriodScore } from '../../frost/period.ts'
import { protectionHours } from '../../frost/protection/cold-night.ts'
import { type Protection, protectionOf } from '../../frost/protection/protection.ts'
import type { ScoringProfile } from '../../frost/scoring-profile.ts'
import { probabilityAtOrBelow } from '../../frost/temperature-threshold.ts'
import type { NoticeCode, NoticeParameters } from '../../language/notices.ts'
import type { Place, Point } from '../../weather/point.ts'
import type { HourlySeries, SeriesVariable } from '../../weather/series.ts'
import type { DayRow, SlotRow } from '../days.ts'
import type { LearnedHere, PublishedScore, slotFrost } from '../frost-view.ts'
import type { Contradiction } from '../plausible/evidence.ts'
import type { FreshnessStatus, SnapshotMeta } from '../snapshot.ts'
import type { NightHour } from './night-hours.ts'

/**
 * The advice on protection; null without a score.
 * @param at Of the report [ms since epoch].
 * @param criticalC T10, 0 °C without a stage.
 */
export function nightProtection(
  night: FrostNight | null,
  series: HourlySeries,
  { at, criticalC, elevationM }: ProtectedSite
): Protection | null {
  if (night?.state !== 'known') return null
  return protectionOf(night, { hours: protectionHours(night, series, elevationM), at, criticalC })
}

interface ProtectedSite {
  readonly at: number
  readonly criticalC: number
  readonly elevationM: number | null
}

/* Only the temperature of first damage is known: no score, but how likely, when, and what to do. */

export interface LimitForecast {
  /** Probability that the plants reach the temperature, 0…1. */
  readonly probability: number
  /** First and last hour at which they are expected at or below it; null where at none. */
  readonly frostHours: KnownNight['frostHours']
  readonly protection: Protection | null
}

export function limitForecast(
  night: FrostNight | null,
  series: HourlySeries,
  site: ProtectedSite
): LimitForecast | null {
  if (night?.state !== 'known') return null
  const { criticalC } = site
  const frostHours = frostHoursOf(night.plantTemperatureC, criticalC, night.window.firstHour)
  const t10 = probabilityAtOrBelow({ temperatureC: criticalC, of: 'plant' }, night)
  const harmed = { ...night, frostHours, probability: { ...night.probability, t10 } }
  return { probability: t10, frostHours, protection: nightProtection(harmed, series, site) }
}

/** The question to a forecast. Sections that are not requested have no rows. */
export interface ReportQuestion {
  readonly point: Point
  /** The named place: the one requested by slug, or one within 3 km of the bare point. */
  readonly place: Place | null
  readonly nearest?: NearestPlace | null
  /** The profile of the nights; absent: the generic profile at the ground. */
  readonly profile?: ScoringProfile
  /** The stage of the profile's crop is estimated from the season's temperatures. */
  readonly stageFromSeason?: boolean
  /** Where the stage cannot be estimated, nights have the score of any plant, as alerts want it; else none. */
  readonly takesGeneralScore?: boolean
  readonly isSeasonRefused?: boolean
  /** Counted from today; from the slot of the step; from the first night that is not over. */
  readonly days?: number
  readonly slots?: number
  readonly nights?: number
  /** The morning that ends the chosen night, `YYYY-MM-DD`; null or absent: tonight. */
  readonly date?: string | null
  /** The temperature of first damage of a stage without a score [°C]. */
  readonly limitC?: number | null
}

/** Each section is computed when it is first read: a report that is asked for the weather alone judges no crop. */
export interface PlaceReport {
  /** The instant of the report [ms since epoch]. */
  readonly at: number
  readonly place: ReportPlace
  readonly data: ReportData
  readonly current: CurrentWeather
  /** Hour by hour, the air of each night's hours moved as its minimum was. */
  readonly hours: HourlySeries
  readonly days: readonly DayRow[]
  readonly slots: readonly SlotReport[]
  /** Scores of `days` and `slots` for the profile asked for; null for nights that are over and resting crops. */
  readonly dayScores: readonly (PublishedScore | null)[]
  readonly slotScores: readonly (PublishedScore | null)[]
  /** As many as requested, where the forecast reaches so far; the first is tonight. */
  readonly nights: readonly FrostNight[]
  readonly tonight: FrostNight | null
  /** The same report with another of its nights in the place of tonight; `nights[0]` stays what it is. */
  readonly focusedOn: (night: FrostNight) => PlaceReport
  readonly tonightHours: readonly NightHour[]
  /** Chosen by date; until noon it may be the one that is over; null where none. */
  readonly chosenNight: FrostNight | null
  readonly chosenHours: readonly NightHour[]
  /** Null without a score or stage, and where the crop rests. */
  readonly protectionOf: (night: FrostNight | null) => Protection | null
  readonly tonightProtection: Protection | null
  readonly chosenProtection: Protection | null
  /** The forecast for a stage without a score; null where no such stage was asked for, or without data. */
  readonly tonightLimit: LimitForecast | null
  /** For many places, at half the cost of `nights`: those that the forecast reaches, and the worst. */
  readonly brief: {
    readonly nights: readonly BriefNight[]
    readonly worst: PeriodScore
  }
  readonly worst: PeriodScore
  /** How many of the nights the forecast reaches; a night without data counts if a later one has some. */
  readonly nightsReached: number
  readonly profile: ScoringProfile
  readonly estimate: KnownEstimate | null
  /** The crop has not begun to grow: pages show temperatures, and no score. Its stage is then unknown. */
  readonly isResting: boolean
  /** Why no night has a score although its temperatures are known; null where they have one. */
  readonly unscoredBecause: 'first_damage_only' | 'stage_unknown' | null
  readonly learned: LearnedHere | null
  readonly dataNotices: readonly Notice[]
  readonly dayNotices: readonly Notice[]
  readonly slotNotices: readonly Notice[]
  readonly nightNotices: readonly Notice[]
}

export interface ReportPlace {
  readonly lat: number
  readonly lon: number
  /** Null for a bare point more than 3 km from a named place. */
  readonly name: string | null
  readonly slug: string | null
  /** The first-level division of the named place, or null. */
  readonly region: string | null
  readonly country: string | null
  readonly timezone: string
  readonly elevationM: number | null
  readonly nearest: NearestPlace | null
}

export interface NearestPlace {
  readonly name: string
  readonly slug: string
  readonly distanceKm: number
}

/**
 * Where the data are from and how old they are. Instants are ms since epoch: `issuedAt` is the run time if the source
 * gives it, else when this series was first seen, and `confirmedAt` is when the source last said that it is current.
 */
export interface ReportData
  extends Pick<
    SnapshotMeta,
    'source' | 'model' | 'grid' | 'synthetic' | 'isFallback' | 'issuedAt' | 'confirmedAt'
  > {
  /** The models of the blend, the first one included; without a blend only that one, or none. */
  readonly models: readonly string[]
  readonly modelsLeft: readonly string[]
  /** The age counts from `confirmedAt`; where that answer lacks the coming night, from the night's confirmation. */
  readonly freshness: FreshnessStatus
  /** Whole hours from the confirmation of the coming night to the step. */
  readonly ageHours: number
  readonly hoursSetAside: number
  /** Columns of which impossible values were left out. */
  readonly variablesLeftOut: readonly SeriesVariable[]
  /** How the run agrees with the run before; `set_aside`: it stays because a newer run is impossible. */
  readonly check: NonNullable<SnapshotMeta['check']> | 'set_aside'
  /** What a thermometer, the sun or the climate says against the run; null: nothing. */
  readonly contradicted: Contradiction | null
  /** Hours to come that the source's latest answer has lost, in part or wholly: shown from an earlier run. */
  readonly hoursCarried: number
  /** The latest answer has no score for the coming night, and none is stored. */
  readonly isComingNightUnknown: boolean
}

/** NaN = unknown. */
export interface CurrentWeather {
  readonly kind: 'modelled' | 'observed'
  /** [ms since epoch]; null where no hour within the last three has a temperature. */
  readonly validAt: number | null
  readonly isDay: boolean
  readonly temperatureC: number
  readonly apparentTemperatureC: number
  readonly relativeHumidityFraction: number
  readonly dewPointC: number
  readonly wetBulbTemperatureC: number
  readonly frostPointC: number
  readonly windSpeedMps: number
  readonly windGustSpeedMps: number
  readonly windDirectionDegrees: number
  readonly pressureMslHpa: number
  readonly cloudCoverFraction: number
  readonly visibilityM: number
  /** Sums of the hour that ended at `validAt`. */
  readonly precipitationMm: number
  readonly snowfallCm: number
  readonly weatherCode: number
}

/** Three hours; the frost is scored with the generic profile at the ground, as for days. */
export interface SlotReport extends SlotRow {
  readonly wetBulbTemperatureC: number
  readonly frost: ReturnType<typeof slotFrost>
}

/** An estimate and its temperatures' source; `source` is null without temperatures. */
export type KnownEstimate = StageEstimate & { readonly source: string | null }

export interface Notice {
  readonly code: NoticeCode
  readonly parameters: NoticeParameters
}
