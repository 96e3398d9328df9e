/** What a place's own record teaches: its bias, its spread, and how much colder than the air its ground grows. */
import { offsetOf, offsetPrior, withNight } from '../frost/learned-offset.ts'
import { localBiasC, siteVarianceC2 } from '../frost/local-bias.ts'
import type { LearnedOffset } from '../frost/settings.ts'
import { defaultAirVarianceC2 } from '../frost/spread.ts'
import type { MatchedNight, SensorRecord } from './sensor-record.ts'

/** What the answers of a point use, and on how many nights it rests. */
export interface LearnedPlace {
  /** b, to be added to forecasts of the minimum [°C]. */
  readonly biasC: number
  /** Of the air minimum at one day's lead [°C²]. */
  readonly siteVarianceC2: number
  /** Null until nights were measured both at 2 m and at the plants. */
  readonly offset: LearnedOffset | null
  /** Nights that bias and variance were learned from, at most 25: the latest. */
  readonly nights: number
  /** Nights that the offset was learned from. */
  readonly offsetNights: number
}

/** Bias and variance look at so many of the latest nights; docs/science.md [9]. */
const nightsLookedAt = 25

/** What the sensors around a point teach; null without a night that counts. */
export function learnedPlace(records: readonly SensorRecord[]): LearnedPlace | null {
  const byDate = Map.groupBy(records.flatMap(countedNights), (night) => night.date)
  const nights = [...byDate.keys()].sort().flatMap((date) => nightOf(byDate.get(date) ?? []))
  if (nights.length === 0) return null
  const latest = nights.slice(-nightsLookedAt)
  const biasC = localBiasC(latest.map((night) => night.residualC))
  const oneDayC2 = defaultAirVarianceC2(1)
  const scaled = latest.map(
    (night) =>
      (night.residualC - biasC) * night.airShare * Math.sqrt(oneDayC2 / defaultAirVarianceC2(night.leadDays))
  )
  const both = nights.filter((night) => night.differenceC !== null)
  const offset = both.reduce(
    (record, { fullOffsetC, differenceC }) =>
      withNight(record, { fullOffsetC, differenceC: differenceC ?? Number.NaN }),
    offsetPrior
  )
  return {
    biasC,
    siteVarianceC2: siteVarianceC2(scaled, 0, oneDayC2),
    offset: both.length === 0 ? null : offsetOf(offset),
    nights: latest.length,
    offsetNights: both.length
  }
}

interface LearningNight {
  readonly residualC: number
  /** The air's share of the spread: 1 for a minimum at 2 m. */
  readonly airShare: number
  readonly leadDays: number
  readonly fullOffsetC: number
  /** 2 m minus plant [°C]; null where only one of them was measured. */
  readonly differenceC: number | null
}

function countedNights(record: SensorRecord): readonly MatchedNight[] {
  return record.nights.filter((night) => record.believedDates.has(night.date))
}

/** All that was measured around a point in one night as one night; the air's minimum goes before the plants'. */
function nightOf(nights: readonly MatchedNight[]): readonly LearningNight[] {
  const air = nights.filter((night) => night.kind === 'air_2m')
  const plant = nights.filter((night) => night.kind === 'plant')
  const told = air.length > 0 ? air : plant
  const [first] = told
  if (first === undefined) return []
  const { issued } = first
  const measuredC = (those: readonly MatchedNight[]) => mean(those.map((night) => night.measuredC))
  return [
    {
      residualC: mean(told.map((night) => night.residualC)),
      airShare: air.length > 0 ? 1 : issued.airSigmaC / issued.plantSigmaC,
      leadDays: issued.leadDays,
      fullOffsetC: issued.fullOffsetC,
      differenceC: air.length > 0 && plant.length > 0 ? measuredC(air) - measuredC(plant) : null
    }
  ]
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
