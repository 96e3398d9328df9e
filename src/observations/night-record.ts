import { minuteMs } from '../common/time.ts'
import type { ForecastSnapshot } from '../forecasts/forecast-snapshot.ts'
import type { Clock, Report } from '../forecasts/ports.ts'
import type { SnapshotMeta } from '../forecasts/snapshot.ts'
import type { EveningStation } from '../frost/evening-station.ts'
import type { Point } from '../weather/point.ts'
import { airportMinima, airportNightsAt, likelyMinimumC, withAirport } from './airport-nights.ts'
import { createAirportRound } from './airport-round.ts'
import {
  findRecord,
  type RecordedPoints,
  type Site,
  sensorsAround,
  sinceDate,
  siteOf,
  surroundings
} from './around.ts'
import { createLawRound } from './evening-laws/law-round.ts'
import { shownEveningLaws } from './evening-laws/shown-laws.ts'
import { createEveningRound } from './evening-record.ts'
import { withStations } from './evenings.ts'
import { createFaultRound } from './faults/fault-round.ts'
import { type IssuedRows, issuedRows, shownRecordAt } from './issued-rows.ts'
import { learnAt } from './learn-at.ts'
import type { LearnedPlace } from './learned-place.ts'
import type { Learning } from './learning.ts'
import { type VerifiedKind, type VerifiedRecord, verifyPlace } from './place-verification.ts'
import type { NightsQuestion, RecordedPoint, Sensor } from './ports.ts'
import { boxAround } from './reach.ts'
import { createReadingRound } from './reading-round.ts'
import type { createRunRecorder } from './run-recorder.ts'
import type { SensorRecord } from './sensor-record.ts'
import { countsFor, isShared, type Sharing } from './sharing.ts'
import { issuesAtSensors } from './submit.ts'
import {
  createStationRecords,
  nameOf,
  recentSensors,
  type TonightDeps,
  tonightSensors,
  tonightStations
} from './tonight-stations.ts'

type RunRecorder = ReturnType<typeof createRunRecorder>

interface NightRecordDeps extends RecordedPoints {
  /** Asks no source. */
  readonly stored: (point: Point) => Promise<ForecastSnapshot | null>
  readonly clock: Clock
  readonly report: Report
  readonly sharing: Sharing
  /** Synthetic weather has its own record, which never mixes with the real one. */
  readonly isSynthetic: () => boolean
  readonly learning: Learning
  /** Living owners: ids of API keys that are not revoked. */
  readonly livingOwners: () => Promise<ReadonlySet<string>>
}

export interface NightRecord {
  readonly recordRun: RunRecorder['record']
  readonly settled: RunRecorder['settled']
  /** Without waiting; null: the method's defaults. `owner`: the API key's id, or null. */
  readonly learned: (
    snapshot: Pick<SnapshotMeta, 'point' | 'grid' | 'source'>,
    owner: string | null
  ) => LearnedPlace | null
  readonly learnedAt: (site: Site, owner: string | null) => LearnedPlace | null
  readonly verification: (question: VerificationQuestion) => Promise<VerifiedRecord>
  readonly issuedRows: (question: IssuedRowsQuestion) => Promise<IssuedRows>
  /** Judged; those that count for this owner. */
  readonly sensorsFor: (site: Site, owner: string | null) => Promise<readonly SensorRecord[]>
  /** One sensor, judged against the forecasts of its own point or of the nearest. */
  readonly judged: (sensor: Sensor) => Promise<SensorRecord>
  /** Learns again around these points: after observations were stored or a sensor was accepted. */
  readonly learnAround: (points: readonly RecordedPoint[]) => Promise<void>
  /** Makes nights of readings and learns from what any process has changed since the last time, at first everything. */
  readonly refresh: () => Promise<void>
  /** Nearest first. */
  readonly eveningFor: (site: Site, owner: string | null) => Promise<readonly EveningStation[]>
  /** Takes up what these sensors have just measured, for all or for their owner; not once they are revoked. */
  readonly follow: (sensorSeqs: readonly number[]) => Promise<void>
}

interface VerificationQuestion extends VerifiedKind {
  readonly site: Site
  readonly owner: string | null
}

interface IssuedRowsQuestion
  extends VerificationQuestion,
    Omit<NightsQuestion, 'pointKey' | 'synthetic' | 'issuedSince'> {}

/** Clocks of processes that share a store may differ by this much [ms]. */
const clockSlackMs = minuteMs

export function createNightRecord(deps: NightRecordDeps): NightRecord {
  const { store, clock, sharing } = deps
  const { knowledge, recorder, evenings, ownEvenings } = deps.learning
  const recordOf = createStationRecords((sensor) => judgedAlone(deps, { ...sensor, fault: null }), clock)
  const faults = createFaultRound({ ...deps, recordOf })
  const airports = createAirportRound({ ...deps, faultOf: faults.ofAirport })
  const eveningLaws = createLawRound({ ...deps, recordOf })
  // Without a record a sensor moves its owner's answers alone.
  const countsForAll: TonightDeps['counts'] = (sensor, record) => isShared(sensor, sharing) && record !== null
  const tonight = (counts: TonightDeps['counts'], owner: string | null = null) => ({
    store,
    counts,
    recordOf,
    shownByAirport: airports.shownBy,
    faultOfAirport: faults.ofAirport,
    lawOf: eveningLaws.lawOf,
    now: clock(),
    isNamed: (sensor: Sensor) => sensor.isOperators || sensor.owner === owner
  })
  const forAll = () => tonight(countsForAll)
  const forOwners = (isOwner: (owner: string) => boolean) => ({
    ...tonight((sensor, record) => !countsForAll(sensor, record) && isOwner(sensor.owner)),
    isNamed: () => true
  })
  const storeReadingNights = createReadingRound(store)
  const storeEvenings = createEveningRound(deps)

  let refreshedAt = -1
  let followedMeanwhile = new Set<number>()

  const learnAround = async (points: readonly RecordedPoint[]): Promise<void> => {
    const around = new Map<string, RecordedPoint>()
    for (const point of points) {
      for (const one of await store.pointsIn(boxAround(point))) around.set(one.pointKey, one)
    }
    for (const one of around.values())
      await learnAt({ ...askedOf(deps), sharing, knowledge, isNamed: deps.isNamed }, one)
  }
  const follow = async (seqs: readonly number[]): Promise<void> => {
    if (deps.isSynthetic()) return
    for (const seq of seqs) followedMeanwhile.add(seq)
    const found = await Promise.all(seqs.map(store.sensor))
    const sensors = found.filter((sensor) => sensor !== null)
    const keys = seqs.map(String)
    evenings.replace(keys, await tonightSensors(forAll(), sensors))
    ownEvenings.replace(
      keys,
      await tonightSensors(
        forOwners(() => true),
        sensors
      )
    )
  }
  return {
    recordRun: recorder.record,
    settled: recorder.settled,
    learned: deps.learning.learnedFor,
    learnedAt: knowledge.find,
    verification: (question) => verify(deps, question),
    issuedRows: (question) => rowsOf(deps, question),
    sensorsFor: async (site, owner) =>
      judgedAround(
        deps,
        site,
        await sensorsAround(store, site, (sensor) => countsFor(sensor, owner, sharing))
      ),
    judged: (sensor) => judgedAlone(deps, sensor),
    learnAround,
    eveningFor: async (site, owner) => {
      if (deps.isSynthetic()) return []
      const near = await sensorsAround(store, site, (sensor) => countsFor(sensor, owner, sharing))
      const shared = [...(await tonightStations(tonight(countsForAll, owner), near)).values()]
      const isOwn: TonightDeps['counts'] = (sensor, record) =>
        !countsForAll(sensor, record) && sensor.owner === owner
      const own = [...(await tonightSensors(tonight(isOwn, owner), near)).values()]
      return withStations(site, null, { shared, own })?.evening ?? []
    },
    follow,
    refresh: async () => {
      const from = refreshedAt
      const at = clock()
      const isSynthetic = deps.isSynthetic()
      if (!isSynthetic) await faults.look(at)
      await storeReadingNights(at, issuesAtSensors(deps, isSynthetic, at))
      await learnAround(await store.changedSince(from))
      await airports.learn(at)
      if (!isSynthetic) await eveningLaws.learn(at)
      followedMeanwhile = new Set()
      const sensors = isSynthetic ? [] : await recentSensors(forAll())
      const stations = isSynthetic ? new Map() : await tonightStations(forAll(), sensors)
      evenings.set(stations)
      const living = sensors.length === 0 ? new Set() : await deps.livingOwners()
      ownEvenings.set(
        await tonightSensors(
          forOwners((owner) => living.has(owner)),
          sensors
        )
      )
      // Readings that came while the others were read may be missing.
      await follow([...followedMeanwhile])
      await storeEvenings(stations, at)
      refreshedAt = at - clockSlackMs
    }
  }
}

function askedOf({ store, isSynthetic, clock }: NightRecordDeps) {
  return { store, synthetic: isSynthetic(), now: clock() }
}

async function judgedAround(
  deps: NightRecordDeps,
  site: Site,
  sensors: readonly Sensor[]
): Promise<readonly SensorRecord[]> {
  // One who may see them may see them judged against the forecasts of their own points.
  const found = await findRecord(deps, site, ({ seq }) => sensors.some((one) => one.seq === seq))
  const point = found.point ?? { ...site, timezone: 'UTC' }
  return (await surroundings(askedOf(deps), point, sensors, found.from)).sensors
}

async function judgedAlone(deps: NightRecordDeps, sensor: Sensor): Promise<SensorRecord> {
  const [record] = await judgedAround(deps, await siteOf(deps.store, sensor), [sensor])
  if (record === undefined) throw new RangeError('a sensor is judged as one')
  return record
}

async function verify(deps: NightRecordDeps, { site, kind, exposure, owner }: VerificationQuestion) {
  const { store, sharing } = deps
  const asked = askedOf(deps)
  const counts = (sensor: Sensor) => countsFor(sensor, owner, sharing)
  const found = await findRecord(await withAirport(deps, site), site, counts)
  const { point, from } = found
  const sensors = await sensorsAround(store, point ?? site, counts)
  const eveningLaws = await shownEveningLaws({
    store,
    site: point ?? site,
    sensors: sensors.map((sensor) => ({
      sensor,
      name: nameOf(sensor, sensor.isOperators || sensor.owner === owner)
    })),
    now: asked.now
  })
  const none = { kind, exposure, issued: [], analysed: [], sensors: [] }
  if (point === null) return { ...verifyPlace(none), record: found, eveningLaws }
  const around = await surroundings(asked, point, sensors, from)
  const since = sinceDate(asked.now, from)
  const verified = verifyPlace({
    kind,
    exposure,
    issued: around.issued,
    analysed: await store.analysed(point.pointKey, asked.synthetic, since),
    sensors: around.sensors,
    airport: airportMinima(await airportNightsAt(store, point, asked.now), likelyMinimumC),
    evenings: (await store.evenings(point.pointKey, since)).filter(({ measuredAt }) => measuredAt >= from)
  })
  return { ...verified, record: found, eveningLaws }
}

async function rowsOf(deps: NightRecordDeps, { site, owner, kind, exposure, ...asked }: IssuedRowsQuestion) {
  const { store, sharing } = deps
  const found = await shownRecordAt(await withAirport(deps, site), site, owner)
  const { point, from: issuedSince } = found
  if (point === null) return { ...found, rows: [], hasMore: false, chain: null }
  const { pointKey } = point
  const { synthetic, now } = askedOf(deps)
  const stored = await store.nights({ ...asked, pointKey, synthetic, issuedSince, limit: asked.limit + 1 })
  const recorded = stored.slice(0, asked.limit)
  const sensors = await sensorsAround(store, point, (sensor) => countsFor(sensor, owner, sharing))
  const facts = {
    kind,
    exposure,
    point,
    now,
    sensors:
      sensors.length === 0 ? [] : (await surroundings(askedOf(deps), point, sensors, issuedSince)).sensors,
    airport: airportMinima(await airportNightsAt(store, point, now), ({ minimumC }) => minimumC),
    analysed: await store.analysed(pointKey, synthetic, recorded.at(-1)?.night.date ?? '9999')
  }
  return {
    ...found,
    rows: issuedRows(recorded, facts),
    hasMore: stored.length > recorded.length,
    // Its numbers would say how much was issued before.
    chain: issuedSince > 0 ? null : await store.chain(pointKey, synthetic, now)
  }
}
