/** What an airport's nights say of the sources of its forecasts. */
import { dayMs } from '../common/time.ts'
import type { EveningStation, StationRecord } from '../frost/evening-station.ts'
import { learnedSite } from '../frost/learned-site.ts'
import { type SourceEvidence, sourceEvidence } from '../frost/source-law.ts'
import type { Airport } from '../weather/airport.ts'
import { addDays, civilDate } from '../weather/zone-clock.ts'
import { likelyMinimumC } from './airport-nights.ts'
import { airportPoint } from './airports.ts'
import { sinceDate } from './around.ts'
import { airNight } from './learned-place.ts'
import { learningNights } from './learning-nights.ts'
import type { Sensor } from './ports.ts'
import type { AirportNight } from './reading-ports.ts'
import type { RecordStore } from './record-ports.ts'
import { issuesToLearnFrom, sensorRecord } from './sensor-record.ts'

/** A night, the one before and the one after it by one run a day ahead. */
const leadsOfOneRun = [0, 1, 2]
/** More than a year of one lead has. */
const mostNights = 500

/** What an airport's nights say. */
export interface AirportEvidence {
  readonly bySource: ReadonlyMap<string, SourceEvidence>
  /** Null: too few of its nights could be compared, or they contradict their forecasts. */
  readonly record: StationRecord | null
  /** What forecasts for its own point are off by; null where there is no record. */
  readonly own: NonNullable<EveningStation['own']> | null
}

/**
 * Compared with the forecasts for the airport's own point and height.
 * @param asOf An instant [ms since epoch] at which the nights of the day before are over and stored everywhere: later
 *   ones do not count, so that all that learn as of an instant learn the same.
 */
export async function airportEvidence(
  store: RecordStore,
  airport: Airport,
  asOf: number
): Promise<AirportEvidence> {
  const { key: pointKey, ...position } = airportPoint(airport, 'UTC')
  const from = sinceDate(asOf)
  const last = addDays(civilDate(Math.floor(asOf / dayMs)), -1)
  const stored = await store.airportNights(airport.icao, from)
  const measured = stored.filter(({ date }) => date <= last)
  if (measured.length === 0) return { bySource: new Map(), record: null, own: null }
  // With the night after the last one, which its contrast needs.
  const asked = { pointKey, synthetic: false, from, until: addDays(last, 1), after: null, limit: mostNights }
  const recorded = await Promise.all(leadsOfOneRun.map((leadDay) => store.nights({ ...asked, leadDay })))
  const issued = recorded.flat().map(({ night }) => night)
  // Judged as a sensor is: a station that lies teaches nothing.
  const sensor: Sensor = {
    seq: 0,
    owner: '',
    isOperators: false,
    kind: 'air_2m',
    exposure: null,
    station: airport.icao,
    point: { pointKey, ...position },
    acceptedAfterDate: null,
    revokedAt: null
  }
  const judged = sensorRecord(sensor, measured.map(observation), issuesToLearnFrom(issued))
  const nights = learningNights([judged], { issued, point: position })
  const bySource = Map.groupBy(nights, ({ source }) => source)
  const learned = judged.record === null ? null : learnedSite(nights.flatMap(airNight))
  return {
    bySource: new Map([...bySource].map(([source, its]) => [source, sourceEvidence(its.flatMap(airNight))])),
    record: judged.record,
    own: learned === null ? null : { biasC: learned.biasC, varianceC2: learned.siteVarianceC2 }
  }
}

function observation(night: AirportNight) {
  return { sensorSeq: 0, date: night.date, minimumC: likelyMinimumC(night) }
}
