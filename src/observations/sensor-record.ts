import { secondMs } from '../common/time.ts'
import type { StationRecord } from '../frost/evening-station.ts'
import type { Exposure } from '../frost/frost-night.ts'
import { exposureFactors } from '../frost/plant-temperature.ts'
import { judgeSensor, type SensorNight, stationRecord } from '../frost/sensor-watch.ts'
import { zoneClock } from '../weather/zone-clock.ts'
import { reportedReason } from './faults/sensor-fault.ts'
import type { ExposedMinimum, IssuedNight, Observation, Sensor } from './ports.ts'
import { meanOf } from './scores.ts'

export interface SeasonNight {
  readonly date: string
  readonly plantMinimumC: number
  /**
   * `measured` at plants of that or unknown exposure; `from_air`: the 2 m minimum less that night's cooling;
   * `air_only`: the 2 m minimum without a stored forecast, above the plants'.
   */
  readonly basis: 'measured' | 'from_air' | 'air_only'
}

/** In [from, until]; one measured at plants of another exposure says little. @param exposure Of the plants. */
export function seasonNights(
  sensors: readonly SensorRecord[],
  season: { readonly from: string; readonly until: string; readonly exposure: Exposure }
): readonly SeasonNight[] {
  const isOfPlants = ({ kind, exposure }: Sensor) =>
    kind === 'plant' && (exposure === season.exposure || exposure === null)
  const plant = believedMinima(sensors, isOfPlants)
  const air = believedMinima(sensors, ({ kind }) => kind === 'air_2m')
  const cooling = expectedCooling(sensors, season.exposure)
  const dates = [...new Set([...plant.keys(), ...air.keys()])]
    .filter((date) => date >= season.from && date <= season.until)
    .sort()
  return dates.map((date): SeasonNight => {
    const measured = plant.get(date)
    if (measured !== undefined) return { date, plantMinimumC: measured, basis: 'measured' }
    const airC = air.get(date) ?? Number.NaN
    const coolingC = cooling.get(date)
    if (coolingC === undefined) return { date, plantMinimumC: airC, basis: 'air_only' }
    return { date, plantMinimumC: airC - coolingC, basis: 'from_air' }
  })
}

function believedMinima(
  sensors: readonly SensorRecord[],
  counts: (sensor: Sensor) => boolean
): ReadonlyMap<string, number> {
  const all = sensors
    .filter((one) => counts(one.sensor))
    .flatMap((one) => one.observations.filter((night) => one.believedDates.has(night.date)))
  const byDate = Map.groupBy(all, (night) => night.date)
  return new Map(
    [...byDate].map(([date, nights]) => [date, meanOf(nights, (night) => night.minimumC) ?? Number.NaN])
  )
}

/** How much colder than the air plants of an exposure were expected to be, by date [°C]. */
function expectedCooling(sensors: readonly SensorRecord[], exposure: Exposure): ReadonlyMap<string, number> {
  const coolingOf = (issued: IssuedNight) => {
    const { airMinimumC, plantMinimumC } = issued
    const forecast = forecastFor({ kind: 'plant', exposure }, issued)
    // Rows of earlier versions have open ground only.
    if (forecast === null) return exposureFactors[exposure] * (airMinimumC - plantMinimumC)
    return airMinimumC - forecast.minimumC
  }
  // Nights made afterwards know the air alone: their sky and wind are assumed.
  const known = sensors.flatMap(({ nights }) => nights).filter(({ issued }) => !issued.isBackFilled)
  return new Map(known.map(({ date, issued }) => [date, coolingOf(issued)]))
}

export interface MatchedNight extends SensorNight {
  readonly date: string
  readonly measuredC: number
  readonly issued: IssuedNight
}

/**
 * `trusted`: nights count, except a run of implausible ones at the end, which waits to be judged. `set_aside`: three
 * running nights beyond 3σ, which with later ones do not count until the operator accepts it, or a proven fault
 * (`sensor.fault`) until its own readings show none.
 */
type SensorState = 'trusted' | 'set_aside'

export interface SensorRecord {
  readonly sensor: Sensor
  readonly state: SensorState
  /** The record with which the sensor may make nights warmer and move others' answers; null: it may not. */
  readonly record: StationRecord | null
  /** The first of the implausible nights for which it was set aside; null while trusted. */
  readonly sinceDate: string | null
  readonly observations: readonly Observation[]
  readonly nights: readonly MatchedNight[]
  /** The dates whose minimum is accepted, including nights without an issued forecast. */
  readonly believedDates: ReadonlySet<string>
  readonly waitingDates: readonly string[]
}

/** The lead that is used for a night: a day ahead, else the nearest that was issued. */
const leadOrder = [1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]

/** What this service issued comes before what was made afterwards. */
function rankOf({ leadDay, isBackFilled }: IssuedNight): number {
  return leadOrder.indexOf(leadDay) + (isBackFilled ? leadOrder.length : 0)
}

export function issuesToLearnFrom(issued: readonly IssuedNight[]): ReadonlyMap<string, IssuedNight> {
  const chosen = new Map<string, IssuedNight>()
  for (const night of issued) {
    const known = chosen.get(night.date)
    if (known === undefined || rankOf(night) < rankOf(known)) chosen.set(night.date, night)
  }
  return chosen
}

/** @param observations By date. @param issues By date, from `issuesToLearnFrom`, of the point it is compared with. */
export function sensorRecord(
  sensor: Sensor,
  observations: readonly Observation[],
  issues: ReadonlyMap<string, IssuedNight>
): SensorRecord {
  const nights = observations.flatMap((observation) => {
    const issued = issues.get(observation.date)
    const forecast = issued === undefined ? null : forecastFor(sensor, issued)
    return issued === undefined || forecast === null ? [] : [matched(observation, issued, forecast)]
  })
  const verdict = judgeSensor(nights, acceptedFrom(nights, sensor.acceptedAfterDate))
  const counted: ReadonlySet<SensorNight> = new Set(verdict.learnFrom)
  const setAsideFrom = verdict.state === 'set_aside' ? (nights[verdict.since]?.date ?? null) : null
  const faultFrom = faultDate(sensor)
  const sinceDate = earlier(setAsideFrom, reportedReason(sensor.fault) === null ? null : faultFrom)
  const countedUntil = earlier(setAsideFrom, faultFrom)
  const uncounted = new Set(nights.filter((night) => !counted.has(night)).map((night) => night.date))
  const isBelieved = (date: string) => !uncounted.has(date) && (countedUntil === null || date < countedUntil)
  const dates = observations.map((observation) => observation.date)
  return {
    sensor,
    state: sinceDate === null ? 'trusted' : 'set_aside',
    record: sensor.fault === null ? stationRecord(verdict) : null,
    sinceDate,
    observations,
    nights,
    believedDates: new Set(dates.filter(isBelieved)),
    waitingDates: sinceDate === null ? waiting(nights, uncounted) : []
  }
}

function earlier(one: string | null, other: string | null): string | null {
  return [one, other].filter((date) => date !== null).sort()[0] ?? null
}

/** The first date whose night teaches nothing because the sensor is faulty. */
function faultDate({ fault, point }: Sensor): string | null {
  return fault === null ? null : zoneClock(point.timezone).dateAt(Math.floor(fault.from / secondMs))
}

/** The air, or plants of its exposure; null where that is not known, or its minimum not stored. */
export function forecastFor(
  { kind, exposure }: Pick<Sensor, 'kind' | 'exposure'>,
  issued: IssuedNight
): ExposedMinimum | null {
  if (kind === 'plant') return exposure === null ? null : (issued.exposed?.[exposure] ?? null)
  return { minimumC: issued.airMinimumC, sigmaC: issued.airSigmaC, learnedC: issued.biasC }
}

function matched(observation: Observation, issued: IssuedNight, forecast: ExposedMinimum): MatchedNight {
  const { minimumC, sigmaC, learnedC } = forecast
  return {
    date: observation.date,
    measuredC: observation.minimumC,
    issued,
    residualC: observation.minimumC - (minimumC - learnedC),
    publishedResidualC: observation.minimumC - minimumC,
    sigmaC
  }
}

function acceptedFrom(nights: readonly MatchedNight[], afterDate: string | null): number | null {
  if (afterDate === null) return null
  const index = nights.findIndex((night) => night.date > afterDate)
  return index < 0 ? nights.length : index
}

/** Strange nights at the very end: earlier ones were judged by an ordinary night that followed, or are wrong. */
function waiting(nights: readonly MatchedNight[], uncounted: ReadonlySet<string>): readonly string[] {
  const lastCounted = nights.findLastIndex((night) => !uncounted.has(night.date))
  return nights.slice(lastCounted + 1).map((night) => night.date)
}
