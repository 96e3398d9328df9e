/** All accepted measurements around a point, night by night: of the air, and of plants of each exposure. */
import type { Exposure } from '../frost/frost-night.ts'
import { meanOf } from './scores.ts'
import type { MatchedNight, SensorRecord } from './sensor-record.ts'

/** Several sensors of a kind in one night count as their mean. */
export interface LearningNight {
  readonly date: string
  readonly leadDays: number
  /** The night's mean ΔT_eq for κ = 1 [°C]. */
  readonly fullOffsetC: number
  /** Null where nothing was measured at 2 m. */
  readonly air: { readonly measuredC: number; readonly residualC: number } | null
  readonly plants: readonly PlantMinimum[]
}

export interface PlantMinimum {
  readonly exposure: Exposure
  /** Measured minus forecast for that exposure, without anything learned [°C]. */
  readonly residualC: number
  /** The air's share of that forecast's spread, 0…1. */
  readonly airShare: number
}

/** By date. */
export function learningNights(records: readonly SensorRecord[]): readonly LearningNight[] {
  const byDate = Map.groupBy(records.flatMap(countedNights), ({ night }) => night.date)
  return [...byDate.keys()].sort().flatMap((date) => nightOf(date, byDate.get(date) ?? []))
}

interface CountedNight {
  readonly sensor: SensorRecord['sensor']
  readonly night: MatchedNight
}

function countedNights({ sensor, nights, believedDates }: SensorRecord): readonly CountedNight[] {
  return nights.filter((night) => believedDates.has(night.date)).map((night) => ({ sensor, night }))
}

function nightOf(date: string, counted: readonly CountedNight[]): readonly LearningNight[] {
  const [first] = counted
  if (first === undefined) return []
  const air = counted.filter(({ sensor }) => sensor.kind === 'air_2m').map(({ night }) => night)
  const byExposure = Map.groupBy(counted, ({ sensor }) => sensor.exposure)
  const { leadDays, fullOffsetC } = first.night.issued
  const plants = [...byExposure].flatMap(([exposure, those]) => {
    return exposure === null ? [] : [plantMinimum(exposure, those)]
  })
  return [{ date, leadDays, fullOffsetC, air: air.length === 0 ? null : airMinimum(air), plants }]
}

function airMinimum(nights: readonly MatchedNight[]): LearningNight['air'] {
  return {
    measuredC: meanOf(nights, (night) => night.measuredC) ?? Number.NaN,
    residualC: meanOf(nights, (night) => night.residualC) ?? Number.NaN
  }
}

function plantMinimum(exposure: Exposure, counted: readonly CountedNight[]): PlantMinimum {
  return {
    exposure,
    residualC: meanOf(counted, ({ night }) => night.residualC) ?? Number.NaN,
    // A plant's spread learned at plants alone may be below the air's.
    airShare: meanOf(counted, ({ night }) => Math.min(night.issued.airSigmaC / night.sigmaC, 1)) ?? 1
  }
}
