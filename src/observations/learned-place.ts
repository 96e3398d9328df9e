/** What a place's record teaches: bias, spread, the law of its ensemble, and how much colder than air plants get. */

import { hourMs } from '../common/time.ts'
import type { ForecastSnapshot } from '../forecasts/forecast-snapshot.ts'
import { comingWindows, nightsIn, siteSettings } from '../forecasts/frost-view.ts'
import type { LearnedSite } from '../forecasts/ports.ts'
import type { ContrastLaw } from '../frost/contrasts.ts'
import type { EveningStation } from '../frost/evening-station.ts'
import { type LearnedSite as FadingSite, type PastNight, pastNight } from '../frost/fading-site.ts'
import type { KnownNight } from '../frost/frost-night.ts'
import { offsetOf, offsetPrior, withNight } from '../frost/learned-offset.ts'
import { learnedSite } from '../frost/learned-site.ts'
import { nightsNotOver } from '../frost/period.ts'
import { exposureFactors } from '../frost/plant-temperature.ts'
import { epochDay } from '../frost/season.ts'
import { learnedSeasons, type SeasonalSite, seasonalNights } from '../frost/seasonal-site.ts'
import type { LearnedOffset } from '../frost/settings.ts'
import { type LearningNight, learningNights, type PlantMinimum, type Spot } from './learning-nights.ts'
import type { IssuedNight } from './ports.ts'
import { meanOf } from './scores.ts'
import type { SensorRecord } from './sensor-record.ts'

/* The night in progress, or the next one, as one owner's thermometers have it. */

/** Tonight for one owner; null where the forecast has no score. `at` in ms since epoch. */
export function ownTonight(
  snapshot: ForecastSnapshot,
  at: number,
  { learned, evening }: { learned: LearnedPlace | null; evening: readonly EveningStation[] }
): KnownNight | null {
  const settings = { ...siteSettings(snapshot, learned ?? snapshot.learned), evening }
  // The first may be over: only scored it is known when a night ends.
  const nights = nightsIn(snapshot, comingWindows(snapshot, at, 2), at, settings)
  const [night] = nightsNotOver(nights, Math.floor(at / hourMs))
  return night?.state === 'known' ? night : null
}

/**
 * What nights teach of a place. Until one was measured at 2 m, `biasC` (b [°C]) is 0 or an airport's, and `contrasts`
 * and `siteVarianceC2` (of the air minimum at one day's lead [°C²]) are null. Nights measured at plants alone teach
 * `plantBiasC` (b_p [°C]); `plantVarianceC2` [°C²] is null as soon as a night was measured at 2 m.
 */
export interface LearnedPlace extends Omit<LearnedSite, 'evening'> {
  readonly contrasts: ContrastLaw | null
  /** How much of bias and contrasts the place's own nights say; absent until a night was measured at 2 m. */
  readonly ownSay?: NonNullable<FadingSite['ownSay']>
  /** How much of a bias of plants these nights say, 0…1; absent: 0. */
  readonly plantSay?: number
  /** The airport whose bias is added, in `biasC`, where no night was measured at 2 m [°C]; absent: none. */
  readonly ofAirport?: { readonly icao: string; readonly biasC: number }
  /** Replaces bias and variance at the leads that it knows; null until one has sixty nights. */
  readonly seasonal: SeasonalSite | null
  /** Without sensors that have no record: nights are the colder of the two. Absent: all have one. */
  readonly proven?: LearnedPlace | null
  readonly offsetNights: number
  /** Nights that the lead with the most of them was learned from; 0 where `seasonal` is null. */
  readonly seasonalNights: number
}

/**
 * What nights teach of a place; null without a night that counts.
 * @param issued All leads.
 * @param point For the usual spread; null: unknown.
 */
export function learnedPlace(
  records: readonly SensorRecord[],
  issued: readonly IssuedNight[],
  point: Spot | null = null
): LearnedPlace | null {
  const nights = learningNights(records, { issued, point })
  if (nights.length === 0) return null
  const air = learnedSite(nights.flatMap(airNight))
  const both = nights.filter((night) => night.air !== null && night.plants.length > 0)
  const offset = both.length === 0 ? null : learnedOffset(both)
  const plant = learnedSite(plantNights(nights, air?.biasC ?? 0, offset))
  const seasonal = learnedSeasons(ensembleNights(nights, issued))
  return {
    biasC: air?.biasC ?? 0,
    contrasts: air?.contrasts ?? null,
    ...(air?.ownSay === undefined ? {} : { ownSay: air.ownSay }),
    siteVarianceC2: air?.siteVarianceC2 ?? null,
    plantBiasC: plant?.biasC ?? 0,
    plantSay: (plant?.ownSay?.bias ?? 0) * (plant?.ownSay?.share ?? 0),
    plantVarianceC2: air === null ? (plant?.siteVarianceC2 ?? null) : null,
    offset,
    seasonal,
    nights: nights.length,
    offsetNights: both.length,
    seasonalNights: seasonal === null ? 0 : seasonalNights(seasonal)
  }
}

/** A night measured at 2 m as it is learned from; nothing of another one. */
export function airNight({
  date,
  leadDays,
  spreadFactor,
  forecast,
  air
}: LearningNight): readonly PastNight[] {
  if (air === null) return []
  return [pastNight({ day: epochDay(date), leadDays, spreadFactor, forecast, residualC: air.residualC })]
}

/** How far (2 m − plant)/f deviates from what the usual law forecast for it, over all plants of a night. */
function learnedOffset(nights: readonly LearningNight[]): LearnedOffset {
  const record = nights.reduce((so, { air, plants, fullOffsetC }) => {
    const squares = sumOf(plants, ({ exposure }) => exposureFactors[exposure] ** 2)
    const deviations = sumOf(plants, ({ exposure, residualC }) => {
      return exposureFactors[exposure] * ((air?.residualC ?? Number.NaN) - residualC)
    })
    return withNight(so, { fullOffsetC, deviationC: deviations / squares, weight: Math.min(squares, 1) })
  }, offsetPrior)
  return offsetOf(record)
}

/** Errors of plants without the air's bias and the offset, which nights at 2 m give: these only fade older ones. */
function plantNights(
  nights: readonly LearningNight[],
  biasC: number,
  offset: LearnedOffset | null
): readonly PastNight[] {
  return nights
    .filter(({ plants }) => plants.length > 0)
    .map(({ date, leadDays, spreadFactor, fullOffsetC, air, plants }) => {
      const deviationC = (offset?.constantC ?? 0) + (offset?.slope ?? 0) * fullOffsetC
      const left = ({ exposure, residualC }: PlantMinimum) =>
        residualC - biasC + exposureFactors[exposure] * deviationC
      return {
        ...pastNight({
          day: epochDay(date),
          leadDays,
          spreadFactor,
          residualC: meanOf(plants, left) ?? Number.NaN,
          // Only the air's share of a plant's error is due to the air.
          airShare: meanOf(plants, (plant) => plant.airShare) ?? 1
        }),
        weight: air === null ? 1 : 0
      }
    })
}

/** The members' forecasts for the nights measured at 2 m, at every lead. */
function ensembleNights(nights: readonly LearningNight[], issued: readonly IssuedNight[]) {
  const measuredC = new Map(nights.map(({ date, air }) => [date, air?.measuredC ?? null]))
  return issued.flatMap(({ date, leadDay, leadDays, ensembleMeanC, ensembleSpreadC }) => {
    const observedC = measuredC.get(date) ?? null
    if (observedC === null || ensembleMeanC === null || ensembleSpreadC === null) return []
    const day = epochDay(date)
    return [{ day, leadDay, leadDays, meanC: ensembleMeanC, spreadC: ensembleSpreadC, observedC }]
  })
}

function sumOf(plants: readonly PlantMinimum[], of: (plant: PlantMinimum) => number): number {
  return plants.reduce((sum, plant) => sum + of(plant), 0)
}
