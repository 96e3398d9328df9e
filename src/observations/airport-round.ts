import { dayMs } from '../common/time.ts'
import { takeTurn } from '../common/turns.ts'
import { type ErrorPair, servedEveningLaw, sharingOf } from '../frost/evening/evening-law.ts'
import type { EveningStation, StationRecord } from '../frost/evening-station.ts'
import type { LearnedSite } from '../frost/fading-site.ts'
import { learnedSite } from '../frost/learned-site.ts'
import { nightsOfRecord } from '../frost/sensor-watch.ts'
import { type SourceEvidence, sourceEvidence } from '../frost/source-law.ts'
import type { Airport } from '../weather/airport.ts'
import type { LatLon } from '../weather/point.ts'
import { addDays } from '../weather/zone-clock.ts'
import type { TaughtAirport } from './airport-bias.ts'
import { likelyMinimumC } from './airport-nights.ts'
import { airportRecordPoint, createAirportFinder } from './airports.ts'
import { sinceDate } from './around.ts'
import type { TonightStation } from './evenings.ts'
import type { createFaultRound } from './faults/fault-round.ts'
import type { SensorFault } from './faults/sensor-fault.ts'
import { airNight } from './learned-place.ts'
import type { Learning } from './learning.ts'
import { type LearningNight, learningNights } from './learning-nights.ts'
import { onceANoon } from './noon.ts'
import type { Sensor } from './ports.ts'
import { endedNights, readingsLateMs } from './reading-nights.ts'
import type { AirportNight } from './reading-ports.ts'
import type { RecordStore } from './record-ports.ts'
import { issuesToLearnFrom, sensorRecord } from './sensor-record.ts'

interface AirportRoundDeps {
  readonly store: RecordStore
  readonly learning: Pick<Learning, 'sources' | 'airportBiases'>
  readonly isSynthetic: () => boolean
  readonly faultOf: ReturnType<typeof createFaultRound>['ofAirport']
}

type ShownByAirport = Pick<AirportEvidence, 'record' | 'own'> & Pick<TonightStation, 'sharing'>

export function createAirportRound({
  store,
  learning: { sources, airportBiases },
  isSynthetic,
  faultOf
}: AirportRoundDeps) {
  let records: ReadonlyMap<string, ShownByAirport> = new Map()
  const learn = async (noon: number): Promise<void> => {
    const read = new Map<string, AirportEvidence>()
    const taught: TaughtAirport[] = []
    const airports = await store.airports()
    for (const airport of airports) {
      const evidence = await airportEvidence(store, { airport, fault: faultOf(airport.icao) }, noon)
      sources.teach(airport.icao, evidence.bySource)
      read.set(airport.icao, evidence)
      if (evidence.taughtC !== null) taught.push({ airport, biasC: evidence.taughtC })
      await takeTurn()
    }
    sources.renew()
    airportBiases.set(taught)
    const sharing = sharingOf(errorPairs(airports, read), servedEveningLaw.sharing)
    records = new Map([...read].map(([icao, { record, own }]) => [icao, { record, own, sharing }]))
  }
  const learnOnce = onceANoon(learn)
  return {
    /** Once a noon; see `onceANoon`. */
    learn: async (now: number): Promise<void> => {
      if (!isSynthetic()) await learnOnce(now)
    },
    /** What an airport had shown at the last noon UTC; null: nothing. */
    shownBy: (icao: string) => records.get(icao) ?? null
  }
}

/** A night, the one before and the one after it by one run a day ahead. */
const leadsOfOneRun = [0, 1, 2]
/** More than a year of one lead has. */
const maxNights = 500

interface AirportEvidence {
  readonly bySource: ReadonlyMap<string, SourceEvidence>
  /** Null: too few of its nights could be compared, or they contradict their forecasts. */
  readonly record: StationRecord | null
  /** What forecasts for its own point are off by; null where there is no record. */
  readonly own: NonNullable<EveningStation['own']> | null
  /** What its nights before it was set aside have taught; null with fewer than make a record. */
  readonly taughtC: number | null
  /** Errors of its forecasts by date, without their bias, in its own σ. */
  readonly errors: ReadonlyMap<string, number>
}

const nothing: AirportEvidence = {
  bySource: new Map(),
  record: null,
  own: null,
  taughtC: null,
  errors: new Map()
}

function errorPairs(
  airports: readonly Airport[],
  read: ReadonlyMap<string, AirportEvidence>
): readonly ErrorPair[] {
  const find = createAirportFinder(airports)
  return airports.flatMap((one) => {
    const errors = read.get(one.icao)?.errors ?? new Map<string, number>()
    return find(one)
      .filter(({ airport }) => airport.icao > one.icao)
      .flatMap(({ airport, distanceKm, heightDifferenceM }) => {
        const theirs = read.get(airport.icao)?.errors
        return [...errors].flatMap(([date, error]) => {
          const other = theirs?.get(date)
          return other === undefined ? [] : [{ date, product: error * other, distanceKm, heightDifferenceM }]
        })
      })
  })
}

/**
 * With forecasts for the airport's own point and height. @param asOf Nights count that were over three hours before it
 * [ms since epoch], and no later ones: all processes learn the same.
 */
async function airportEvidence(
  store: RecordStore,
  { airport, fault }: { airport: Airport; fault: SensorFault | null },
  asOf: number
): Promise<AirportEvidence> {
  const point = airportRecordPoint(airport)
  const { pointKey } = point
  const from = sinceDate(asOf)
  const last = newestNight(point, asOf)
  const measured = (await store.airportNights(airport.icao, from)).filter(({ date }) => date <= last)
  if (measured.length === 0) return nothing
  // With the night after the last one, which its contrast needs.
  const asked = { pointKey, synthetic: false, from, until: addDays(last, 1), after: null, limit: maxNights }
  const recorded = leadsOfOneRun.map((leadDay) => store.nights({ ...asked, leadDay }))
  const issued = (await Promise.all(recorded)).flat().map(({ night }) => night)
  // Judged as a sensor is: a faulty station teaches nothing.
  const sensor: Sensor = {
    seq: 0,
    owner: '',
    isOperators: false,
    kind: 'air_2m',
    exposure: null,
    station: airport.icao,
    point,
    firstSeenAt: 0,
    acceptedAfterDate: null,
    revokedAt: null,
    fault
  }
  const judged = sensorRecord(sensor, measured.map(observation), issuesToLearnFrom(issued))
  const nights = learningNights([judged], { issued, point })
  const bySource = [...Map.groupBy(nights, ({ source }) => source)]
  const learned = learnedSite(nights.flatMap(airNight))
  return {
    bySource: new Map(bySource.map(([source, its]) => [source, sourceEvidence(its.flatMap(airNight))])),
    record: judged.record,
    own: learned === null || judged.record === null ? null : ownErrors(learned),
    taughtC: learned === null || nights.length < nightsOfRecord ? null : learned.biasC,
    errors: learned === null || judged.record === null ? new Map() : errorsOf(nights, learned)
  }
}

/** The date of the newest night that is over; empty: none. */
function newestNight(position: LatLon, asOf: number): string {
  const until = asOf - readingsLateMs
  const nights = endedNights({ ...position, timezone: 'UTC' }, { from: until - dayMs, until }, until)
  return nights.at(-1)?.date ?? ''
}

function errorsOf(
  nights: readonly LearningNight[],
  { biasC, siteVarianceC2 }: LearnedSite
): ReadonlyMap<string, number> {
  const sigmaC = Math.sqrt(siteVarianceC2)
  return new Map(
    nights.flatMap(({ date, air }) => (air === null ? [] : [[date, (air.residualC - biasC) / sigmaC]]))
  )
}

function ownErrors({ biasC, siteVarianceC2, contrasts }: LearnedSite): NonNullable<EveningStation['own']> {
  return { biasC, varianceC2: siteVarianceC2, ...(contrasts && { contrasts }) }
}

function observation(night: AirportNight) {
  return { sensorSeq: 0, date: night.date, minimumC: likelyMinimumC(night) }
}
