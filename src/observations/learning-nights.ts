import { hourMs } from '../common/time.ts'
import type { ForecastMinima } from '../frost/contrasts.ts'
import type { Exposure } from '../frost/frost-night.ts'
import { spreadFactor as spreadFactorOf } from '../frost/spread.ts'
import { addDays } from '../weather/zone-clock.ts'
import type { IssuedNight, RecordedPoint } from './ports.ts'
import { meanOf } from './scores.ts'
import type { MatchedNight, SensorRecord } from './sensor-record.ts'

const hoursPerDay = 24

export type Spot = Pick<RecordedPoint, 'lat' | 'elevation'>

/** A night to learn from; several sensors of a kind count as their mean. */
export interface LearningNight extends Pick<IssuedNight, 'date' | 'source' | 'leadDays' | 'fullOffsetC'> {
  /** What season, temperature and place do to σ of the air; 1 at the reference of the law. */
  readonly spreadFactor: number
  readonly forecast: ForecastMinima
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

export function learningNights(
  records: readonly SensorRecord[],
  { issued, point }: { issued: readonly IssuedNight[]; point: Spot | null }
): readonly LearningNight[] {
  const byDate = Map.groupBy(records.flatMap(countedNights), ({ night }) => night.date)
  const issuedFor = Map.groupBy(issued, ({ date }) => date)
  return [...byDate.keys()].sort().flatMap((date) => {
    const [first, ...others] = byDate.get(date) ?? []
    if (first === undefined) return []
    const forecast = forecastMinima(first.night.issued, issuedFor)
    return [{ ...nightOf(date, [first, ...others], point), forecast }]
  })
}

/** Rows of the same run may differ by this much in their issue, where coldest hours do [ms]. */
const sameRunMs = 6 * hourMs

function forecastMinima(
  night: IssuedNight,
  issuedFor: ReadonlyMap<string, readonly IssuedNight[]>
): ForecastMinima {
  const apart = ({ issuedAt }: IssuedNight) => Math.abs(issuedAt - night.issuedAt)
  const beside = (days: number): number | null => {
    const [nearest] = (issuedFor.get(addDays(night.date, days)) ?? [])
      .filter(({ source }) => source === night.source)
      .sort((one, other) => apart(one) - apart(other))
    return nearest === undefined || apart(nearest) > sameRunMs ? null : plainMinimumC(nearest)
  }
  return { minimumC: plainMinimumC(night), previousC: beside(-1), nextC: beside(1) }
}

/** The minimum without anything learned [°C]. */
function plainMinimumC({ airMinimumC, biasC }: IssuedNight): number {
  return airMinimumC - biasC
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
  counted: readonly [CountedNight, ...CountedNight[]],
  point: Spot | null
): Omit<LearningNight, 'forecast'> {
  const [first] = counted
  const air = counted.filter(({ sensor }) => sensor.kind === 'air_2m').map(({ night }) => night)
  const byExposure = Map.groupBy(counted, ({ sensor }) => sensor.exposure)
  const { issued } = first.night
  const { source, leadDays, fullOffsetC } = issued
  const spreadFactor = usualFactor(issued, point)
  const plants = [...byExposure].flatMap(([exposure, those]) => {
    return exposure === null ? [] : [plantMinimum(exposure, those)]
  })
  const measured = air.length === 0 ? null : airMinimum(air)
  return { date, source, leadDays, spreadFactor, fullOffsetC, air: measured, plants }
}

/** The factor without anything learned, as the night was scored. */
function usualFactor(issued: IssuedNight, point: Spot | null): number {
  const { issuedAt, leadDays } = issued
  return spreadFactorOf({
    airMinC: plainMinimumC(issued),
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
