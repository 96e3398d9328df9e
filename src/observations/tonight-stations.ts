import { BoundedMap } from '../common/bounded-map.ts'
import { dayMs, hourMs, minuteMs } from '../common/time.ts'
import type { StationRecord } from '../frost/evening-station.ts'
import type { Airport, AirportReport } from '../weather/airport.ts'
import { solarNoonAt } from '../weather/sun.ts'
import type { createAirportRound } from './airport-round.ts'
import type { createEveningLaws } from './evening-laws/evening-laws.ts'
import type { TonightStation, TonightStations } from './evenings.ts'
import type { createFaultRound } from './faults/fault-round.ts'
import { faultsOfReadingsAlone, type SensorFault } from './faults/sensor-fault.ts'
import type { Sensor } from './ports.ts'
import type { Reading } from './reading-ports.ts'
import type { RecordStore } from './record-ports.ts'
import type { SensorRecord } from './sensor-record.ts'

const maxKnown = 20_000

/**
 * Judges once an hour (it reads a year of nights), and once accepted again. The record of a faulty sensor stays: its
 * newest nights, perhaps the tenth, were deleted.
 */
export function createStationRecords(
  judge: (sensor: Sensor) => Promise<SensorRecord | undefined>,
  clock: () => number
): TonightDeps['recordOf'] {
  const known = new BoundedMap<
    number,
    Pick<Sensor, 'acceptedAfterDate'> & Pick<SensorRecord, 'record'> & { readonly at: number }
  >(maxKnown)
  return async (sensor) => {
    const at = clock()
    const { seq, acceptedAfterDate, fault } = sensor
    const before = known.get(seq)
    const isSame = before?.acceptedAfterDate === acceptedAfterDate
    const isFresh = before !== undefined && at - before.at < hourMs && at >= before.at
    if (before !== undefined && isSame && (isFresh || fault !== null)) return before.record
    const record = (await judge(sensor))?.record ?? null
    known.set(seq, { at, acceptedAfterDate, record })
    return record
  }
}

/** From before sunset to sunrise, with the fall before [ms]. One that falls silent counts until the night is over. */
const lookBackMs = 18 * hourMs
/** Largest lead of a station's clock [ms]. */
const aheadMs = 5 * minuteMs
/** Half the resolution of a thermometer: 0.05, and 0.5 in most METARs [°C]. */
const halfResolutionC = { tenths: 0.05, whole: 0.5 }

export interface TonightDeps {
  readonly store: RecordStore
  readonly counts: (sensor: Sensor, record: StationRecord | null) => boolean
  /** Whether its name is shown: one that a grower has given is for the grower. */
  readonly isNamed: (sensor: Sensor) => boolean
  /** What it has shown on earlier nights, whatever it does now. */
  readonly recordOf: (sensor: Sensor) => Promise<StationRecord | null>
  readonly shownByAirport: ReturnType<typeof createAirportRound>['shownBy']
  readonly faultOfAirport: ReturnType<typeof createFaultRound>['ofAirport']
  readonly lawOf: ReturnType<typeof createEveningLaws>['lawOf']
  readonly now: number
}

/** Airports, and sensors of the air that count, with readings of the last hours. */
export async function tonightStations(
  deps: TonightDeps,
  sensors: readonly Sensor[]
): Promise<TonightStations> {
  return new Map([...(await tonightAirports(deps)), ...(await tonightSensors(deps, sensors))])
}

export function recentSensors({
  store,
  now
}: Pick<TonightDeps, 'store' | 'now'>): Promise<readonly Sensor[]> {
  return store.readSince(now - lookBackMs)
}

export async function tonightSensors(
  { store, counts, isNamed, recordOf, lawOf, now }: TonightDeps,
  sensors: readonly Sensor[]
): Promise<TonightStations> {
  const stations = new Map<string, TonightStation>()
  for (const sensor of sensors) {
    // Plants are colder or warmer than the air by what only their forecast knows.
    if (sensor.kind !== 'air_2m' || sensor.revokedAt !== null) continue
    const { fault, point, owner } = sensor
    // One that departs where it should not may be in a cold hollow: it still makes its owner's nights colder.
    const isOut = sensor.isOperators || (fault !== null && faultsOfReadingsAlone.has(fault.reason))
    if (isOut && isOfEarlierNight(fault, point.lon, now)) continue
    const shown = await recordOf(sensor)
    if (!counts(sensor, shown)) continue
    const record = fault === null ? shown : null
    const read = await store.readings(sensor.seq, now - lookBackMs, now + aheadMs)
    const measured = sensorReadings(read)
    if (measured.readings.length === 0) continue
    const name = nameOf(sensor, isNamed(sensor))
    const at = { kind: 'sensor', point } as const
    const key = String(sensor.seq)
    stations.set(key, { name, owner, at, record, law: lawOf(key), ...measured })
  }
  return stations
}

/**
 * Found before the last noon: what it raised since may stand until the next, as its absence would clear it. An airport
 * found again after a restart may raise more.
 */
function isOfEarlierNight(fault: SensorFault | null, lon: number, now: number): boolean {
  const noonAt = solarNoonAt(Math.floor(now / dayMs + lon / 360), lon)
  return fault !== null && fault.foundAt < (noonAt <= now ? noonAt : noonAt - dayMs)
}

export function nameOf({ seq, station }: Pick<Sensor, 'seq' | 'station'>, isNamed: boolean): string {
  return station !== '' && isNamed ? station : `sensor ${seq}`
}

async function tonightAirports({
  store,
  shownByAirport,
  faultOfAirport,
  lawOf,
  now
}: Pick<
  TonightDeps,
  'store' | 'shownByAirport' | 'faultOfAirport' | 'lawOf' | 'now'
>): Promise<TonightStations> {
  const reports = Map.groupBy(await store.airportReports(now - lookBackMs), ({ icao }) => icao)
  const airports = reports.size === 0 ? [] : await store.airports()
  return new Map(
    airports.flatMap((airport) => {
      const { icao } = airport
      const fault = faultOfAirport(icao)
      const station = {
        ...airportStation(airport, reports.get(icao) ?? []),
        record: null,
        ...(fault === null ? shownByAirport(icao) : null),
        law: lawOf(icao)
      }
      if (isOfEarlierNight(fault, airport.lon, now)) return []
      return station.readings.length > 0 ? [[airport.icao, station] as const] : []
    })
  )
}

function airportStation(
  airport: Airport,
  reports: readonly AirportReport[]
): Omit<TonightStation, 'record' | 'law'> {
  return {
    name: `${airport.name} (${airport.icao})`,
    owner: null,
    at: { kind: 'airport', airport },
    ...airportReadings(reports)
  }
}

type Measured = Pick<TonightStation, 'readings' | 'halfResolutionC'>

export function airportReadings(reports: readonly AirportReport[]): Measured {
  const isWhole = reports.some((report) => report.isWhole)
  return {
    halfResolutionC: isWhole ? halfResolutionC.whole : halfResolutionC.tenths,
    readings: reports.map(({ measuredAt, temperatureC, dewPointC, windSpeedMps, cloudCoverFraction }) => {
      return { at: measuredAt, temperatureC, dewPointC, windSpeedMps, cloudCoverFraction }
    })
  }
}

/** What a sensor's readings measured, without those that may be of another time. */
export function sensorReadings(read: readonly Reading[]): Measured {
  return {
    halfResolutionC: halfResolutionC.tenths,
    readings: read
      .filter(({ isLate }) => isLate !== true)
      .map(({ measuredAt, ...values }) => ({ at: measuredAt, cloudCoverFraction: null, ...values }))
  }
}
