/** All accepted measurements around a point, night by night: of the air, and of plants of each exposure. */
import type { Exposure } from '../frost/frost-night.ts'
import { spreadFactor as spreadFactorOf } from '../frost/night-spread.ts'
import { hourMs } from '../weather/time.ts'
import type { IssuedNight, RecordedPoint } from './ports.ts'
import { meanOf } from './scores.ts'
import type { MatchedNight, SensorRecord } from './sensor-record.ts'

const hoursPerDay = 24

/** Where a point lies, for the usual spread of its nights. */
export type Spot = Pick<RecordedPoint, 'lat' | 'elevation'>

/** Several sensors of a kind in one night count as their mean. */
export interface LearningNight {
  readonly date: string
  readonly leadDays: number
  /** What season, temperature and place do to σ of the air; 1 at the reference of the law. */
  readonly spreadFactor: number
  /** The night's mean of the ground law's ΔT_eq [°C]. */
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

/** By date. @param point Null: not known where. */
export function learningNights(
  records: readonly SensorRecord[],
  point: Spot | null
): readonly LearningNight[] {
  const byDate = Map.groupBy(records.flatMap(countedNights), ({ night }) => night.date)
  return [...byDate.keys()].sort().flatMap((date) => nightOf(date, byDate.get(date) ?? [], point))
}

interface CountedNight {
  readonly sensor: SensorRecord['sensor']
  readonly night: MatchedNight
}

function countedNights({ sensor, nights, believedDates }: SensorRecord): readonly CountedNight[] {
  return nights.filter((night) => believedDates.has(night.date)).map((night) => ({ sensor, night }))
}

function nightOf(
  date: string,
  counted: readonly CountedNight[],
  point: Spot | null
): readonly LearningNight[] {
  const [first] = counted
  if (first === undefined) return []
  const air = counted.filter(({ sensor }) => sensor.kind === 'air_2m').map(({ night }) => night)
  const byExposure = Map.groupBy(counted, ({ sensor }) => sensor.exposure)
  const { issued } = first.night
  const { leadDays, fullOffsetC } = issued
  const spreadFactor = usualFactor(issued, point)
  const plants = [...byExposure].flatMap(([exposure, those]) => {
    return exposure === null ? [] : [plantMinimum(exposure, those)]
  })
  const measured = air.length === 0 ? null : airMinimum(air)
  return [{ date, leadDays, spreadFactor, fullOffsetC, air: measured, plants }]
}

/** Of the forecast without anything learned, as the night was scored. */
function usualFactor({ airMinimumC, biasC, issuedAt, leadDays }: IssuedNight, point: Spot | null): number {
  return spreadFactorOf({
    airMinC: airMinimumC - biasC,
    hour: issuedAt / hourMs + hoursPerDay * leadDays,
    latitude: point?.lat ?? null,
    heightM: point?.elevation ?? null
  })
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
