/** Builds the record: its memory, its operations, and its functions for pages and answers. */
import type { ForecastSnapshot } from '../forecasts/forecast-snapshot.ts'
import type { Clock, Report } from '../forecasts/ports.ts'
import type { IngestDeps } from '../http/ingest/ingest-route.ts'
import { intakeOperations } from '../http/observations/intakes.operations.ts'
import { nightsOperation } from '../http/observations/nights.operation.ts'
import {
  acceptSensor,
  listSensors,
  observationsOperation,
  revokeSensor
} from '../http/observations/observations.operations.ts'
import type { RecordOperationDeps } from '../http/observations/parts.ts'
import { seasonSurvivalOperation } from '../http/observations/season-survival.operation.ts'
import { verificationOperation } from '../http/observations/verification.operation.ts'
import type { Operation } from '../http/operation.ts'
import { createKnownPoints } from '../http/weather/locator.ts'
import { verifiedAirports } from '../observations/airport-nights.ts'
import { forgetOld, isAt, type RecordedPoints } from '../observations/around.ts'
import { type ComparedNight, type ComparedQuestion, comparedNights } from '../observations/compared-nights.ts'
import type { HowColdDeps } from '../observations/how-cold.ts'
import { takeUpload } from '../observations/intake.ts'
import { recordedAt } from '../observations/issued-run.ts'
import type { LearnedPlace } from '../observations/learned-place.ts'
import type { Learning } from '../observations/learning.ts'
import { createNightRecord, type NightRecord } from '../observations/night-record.ts'
import { dayAhead } from '../observations/place-verification.ts'
import { createNewsRound } from '../observations/reading-round.ts'
import { createSensorPlaces } from '../observations/sensor-place.ts'
import type { SensorViewDeps } from '../observations/sensor-view.ts'
import type { Sharing } from '../observations/sharing.ts'
import { issuesAtSensors } from '../observations/submit.ts'
import type { Gazetteer } from '../places/gazetteer.ts'
import { isNamedPoint } from '../places/point.ts'
import type { PlaceRecord, PlaceVerificationView, RecordAtOtherHeight } from '../site/ports.ts'
import type { Store } from '../store/open.ts'
import { type Place, type Point, pointOf } from '../weather/point.ts'
import type { Configuration } from './configuration.ts'
import type { Weather, WeatherDeps } from './weather.ts'

function recordOperations(deps: RecordOperationDeps): readonly Operation[] {
  return [
    observationsOperation(deps),
    listSensors(deps),
    acceptSensor(deps),
    revokeSensor(deps),
    ...intakeOperations(deps),
    verificationOperation(deps),
    nightsOperation(deps),
    seasonSurvivalOperation(deps)
  ]
}

export interface ObservationsModule {
  readonly operations: readonly Operation[]
  readonly ingest: Pick<IngestDeps, 'intakeOf' | 'take'>
  readonly views: SensorViewDeps & HowColdDeps
  /** Tonight follows what sensors have read since the last call, in any process; call it every few seconds. */
  readonly followNews: () => Promise<void>
  /** For every snapshot that an answer or a round used; returns at once, and does nothing for a known run. */
  readonly recordRun: (snapshot: ForecastSnapshot) => void
  /** What was learned for a snapshot's point, without waiting; null: the method's defaults. */
  readonly learned: (
    snapshot: Pick<ForecastSnapshot, 'point' | 'grid' | 'source'>,
    owner: string | null
  ) => LearnedPlace | null
  /** Forecasts a day ahead against measurements; null where there are too few. */
  readonly recordFor: (
    place: Place,
    elevation: number | null
  ) => Promise<PlaceRecord | RecordAtOtherHeight | null>
  readonly comparedNights: (place: Place, question: ComparedQuestion) => Promise<readonly ComparedNight[]>
  readonly placeVerification: (place: Place) => Promise<PlaceVerificationView>
  /** Learns from what other processes, or an import, stored; call it every few minutes. */
  readonly refresh: () => Promise<void>
  /** Deletes nights and readings that are no longer used; call it once a day. */
  readonly forget: () => Promise<void>
  /** Resolves when every run recorded so far is written; await it before the store is closed. */
  readonly settled: () => Promise<void>
}

interface RecordDeps {
  readonly store: Pick<Store, 'record' | 'apiKeys'>
  readonly gazetteer: Gazetteer
  readonly baseUrl: string
  readonly siteUrl: string
  readonly learning: Learning
  readonly clock: Clock
  readonly report: Report
  readonly sharing: Sharing
  readonly isNamed: RecordedPoints['isNamed']
  readonly isSynthetic: () => boolean
  /** The stored forecast of a point, without asking a source. */
  readonly stored: (point: Point) => Promise<ForecastSnapshot | null>
}

/** Opens the record; everything learned so far is in memory when this resolves. */
export async function openRecord(deps: RecordDeps): Promise<ObservationsModule> {
  const { gazetteer, learning, clock, sharing, isSynthetic, isNamed } = deps
  const store = deps.store.record
  const record = createNightRecord({ ...deps, store, livingOwners: () => livingOwners(deps.store) })
  const findPlace = createSensorPlaces(gazetteer)
  const refresh = async (): Promise<void> => {
    await record.refresh()
    await learning.missed.refresh({ store, findPlace, now: clock() })
  }
  await refresh()
  const { stored, baseUrl, siteUrl } = deps
  const views = { store, isNamed, isSynthetic, findPlace, record, judged: record.judged, stored }
  return {
    operations: recordOperations({
      ...views,
      gazetteer,
      knownPoints: createKnownPoints(),
      baseUrl,
      siteUrl,
      sharing
    }),
    ingest: ingestOf(deps, findPlace),
    views,
    followNews: createNewsRound(store, record.follow, clock),
    recordRun: record.recordRun,
    learned: record.learned,
    ...placeRecords(deps, record),
    refresh,
    forget: () => forgetOld(store, clock()),
    settled: record.settled
  }
}

function ingestOf(
  { store: { record: store }, isNamed, isSynthetic, clock }: RecordDeps,
  findPlace: ReturnType<typeof createSensorPlaces>
): ObservationsModule['ingest'] {
  return {
    intakeOf: store.intakeOf,
    take: (intake, upload) => {
      const now = clock()
      const issues = issuesAtSensors({ store, isNamed }, isSynthetic(), now)
      return takeUpload({ store, findPlace, issues, now }, intake, upload)
    }
  }
}

function placeRecords(
  { store: { record: store }, clock, isSynthetic }: RecordDeps,
  record: Pick<NightRecord, 'verification' | 'issuedRows'>
): Pick<ObservationsModule, 'recordFor' | 'placeVerification' | 'comparedNights'> {
  const airAt = (site: ReturnType<typeof recordedAt>) =>
    record.verification({ site, kind: 'air_2m', exposure: 'ground', owner: null })
  return {
    recordFor: async (place, elevation) => {
      const site = recordedAt(pointOf(place), place.elevation ?? elevation)
      const verification = await airAt(site)
      const { point, otherHeight } = verification.record
      if (otherHeight !== null) return { otherHeight }
      const measured = dayAhead(verification)
      if (measured === null) return null
      return { ...measured, of: point === null || isAt({ point: site }, point) ? null : point }
    },
    comparedNights: (place, question) => comparedNights(record, recordedAt(pointOf(place)), question),
    placeVerification: async (place) => {
      const site = recordedAt(pointOf(place))
      return {
        verification: await airAt(site),
        airports: await verifiedAirports(store, site, clock()),
        chain: await store.chain(site.pointKey, isSynthetic(), clock())
      }
    }
  }
}

/** Whose measurements count: keys that are not revoked, and subscriptions with an intake that have not ended. */
async function livingOwners({
  apiKeys,
  record
}: Pick<Store, 'apiKeys' | 'record'>): Promise<ReadonlySet<string>> {
  const keys = await apiKeys.list()
  const living = keys.filter(({ revokedAt }) => revokedAt === null).map(({ id }) => id)
  return new Set([...living, ...(await record.intakeOwners())])
}

export async function openRecordOver(
  { store, gazetteer, baseUrl, siteUrl, forecasts, sources, learning }: Weather,
  { observationsShared }: Pick<Configuration, 'observationsShared'>,
  { clock, report }: Pick<WeatherDeps, 'clock' | 'report'>
): Promise<ObservationsModule> {
  return openRecord({
    store,
    gazetteer,
    baseUrl,
    siteUrl,
    learning,
    clock,
    report,
    sharing: observationsShared,
    isNamed: ({ pointKey }) => isNamedPoint(pointKey, gazetteer),
    stored: forecasts.peek,
    isSynthetic: () => forecasts.isDemo() || sources.every((source) => source.synthetic)
  })
}
