/**
 * What a place learns from its own record: its bias, its spread, the law of its ensemble, and how much colder
 * than the air its ground gets.
 */
import { epochDay } from '../frost/epoch-day.ts'
import { learnedSite, type PastNight, pastNight } from '../frost/fading-site.ts'
import { offsetOf, offsetPrior, withNight } from '../frost/learned-offset.ts'
import { spreadFactor } from '../frost/night-spread.ts'
import {
  type EnsembleNight,
  learnedSeasons,
  type SeasonalSite,
  seasonalNights
} from '../frost/seasonal-site.ts'
import type { LearnedOffset } from '../frost/settings.ts'
import { hourMs } from '../weather/time.ts'
import type { IssuedNight, RecordedPoint } from './ports.ts'
import type { MatchedNight, SensorRecord } from './sensor-record.ts'

const hoursPerDay = 24

/** What the answers of a point use, and how many nights it is based on. */
export interface LearnedPlace {
  /** b, to be added to forecasts of the minimum [°C]. */
  readonly biasC: number
  /** Of the air minimum at one day's lead [°C²]. */
  readonly siteVarianceC2: number
  /** Null until nights were measured both at 2 m and at the plants. */
  readonly offset: LearnedOffset | null
  /** Replaces bias and variance at the leads that it knows; null until one has sixty nights. */
  readonly seasonal: SeasonalSite | null
  /** Nights that bias and variance were learned from. */
  readonly nights: number
  /** Nights that the offset was learned from. */
  readonly offsetNights: number
  /** Nights that the lead with the most of them was learned from; 0 where `seasonal` is null. */
  readonly seasonalNights: number
}

/**
 * What is learned from the sensors around a point; null without a night that counts.
 * @param issued Everything that was issued for the point, all leads.
 * @param point Where it lies, for the usual spread of each night; null: not known.
 */
export function learnedPlace(
  records: readonly SensorRecord[],
  issued: readonly IssuedNight[],
  point: Spot | null = null
): LearnedPlace | null {
  const byDate = Map.groupBy(records.flatMap(countedNights), (night) => night.date)
  const nights = [...byDate.keys()].sort().flatMap((date) => nightOf(date, byDate.get(date) ?? [], point))
  const site = learnedSite(nights)
  if (site === null) return null
  const both = nights.filter((night) => night.differenceC !== null)
  const offset = both.reduce(
    (record, { fullOffsetC, differenceC }) =>
      withNight(record, { fullOffsetC, differenceC: differenceC ?? Number.NaN }),
    offsetPrior
  )
  const seasonal = learnedSeasons(ensembleNights(nights, issued))
  return {
    ...site,
    offset: both.length === 0 ? null : offsetOf(offset),
    seasonal,
    nights: nights.length,
    offsetNights: both.length,
    seasonalNights: seasonal === null ? 0 : seasonalNights(seasonal)
  }
}

type Spot = Pick<RecordedPoint, 'lat' | 'elevation'>

interface LearningNight extends PastNight {
  readonly date: string
  readonly fullOffsetC: number
  /** Measured at 2 m [°C]; null where only plants were measured. */
  readonly airC: number | null
  /** 2 m minus plant [°C]; null where only one of them was measured. */
  readonly differenceC: number | null
}

function countedNights(record: SensorRecord): readonly MatchedNight[] {
  return record.nights.filter((night) => record.believedDates.has(night.date))
}

/**
 * All measurements around a point in one night as one night; the air's minimum takes precedence over the
 * plants'.
 */
function nightOf(
  date: string,
  nights: readonly MatchedNight[],
  point: Spot | null
): readonly LearningNight[] {
  const air = nights.filter((night) => night.kind === 'air_2m')
  const plant = nights.filter((night) => night.kind === 'plant')
  const measured = air.length > 0 ? air : plant
  const [first] = measured
  if (first === undefined) return []
  const { issued } = first
  const traits = {
    airMinC: issued.airMinimumC - issued.biasC,
    hour: issued.issuedAt / hourMs + hoursPerDay * issued.leadDays,
    latitude: point?.lat ?? null,
    heightM: point?.elevation ?? null
  }
  const measuredC = (those: readonly MatchedNight[]) => mean(those.map((night) => night.measuredC))
  return [
    {
      ...pastNight({
        day: epochDay(date),
        leadDays: issued.leadDays,
        residualC: mean(measured.map((night) => night.residualC)),
        // Only the air's share of a plant's error is due to the air.
        airShare: air.length > 0 ? 1 : issued.airSigmaC / issued.plantSigmaC,
        spreadFactor: spreadFactor(traits)
      }),
      date,
      fullOffsetC: issued.fullOffsetC,
      airC: air.length > 0 ? measuredC(air) : null,
      differenceC: air.length > 0 && plant.length > 0 ? measuredC(air) - measuredC(plant) : null
    }
  ]
}

/** The members' forecasts for the nights measured at 2 m, at every lead. */
function ensembleNights(
  nights: readonly LearningNight[],
  issued: readonly IssuedNight[]
): readonly EnsembleNight[] {
  const measuredC = new Map(nights.map(({ date, airC }) => [date, airC]))
  return issued.flatMap(({ date, leadDay, leadDays, ensembleMeanC, ensembleSpreadC }) => {
    const observedC = measuredC.get(date) ?? null
    if (observedC === null || ensembleMeanC === null || ensembleSpreadC === null) return []
    const day = epochDay(date)
    return [{ day, leadDay, leadDays, meanC: ensembleMeanC, spreadC: ensembleSpreadC, observedC }]
  })
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
