/** What every command about weather needs: places, store, sources and forecasts. */
import { minuteMs } from '../common/time.ts'
import type { Report } from '../forecasts/ports.ts'
import { currentRequestId } from '../http/trace.ts'
import { recordedPoint } from '../observations/issued-run.ts'
import { type Learning, openLearning } from '../observations/learning.ts'
import type { RecorderDeps } from '../observations/run-recorder.ts'
import { type Outgoing, openOutgoing } from '../outgoing/outgoing.ts'
import { type Gazetteer, openGazetteer } from '../places/gazetteer.ts'
import { isNamedPoint } from '../places/point.ts'
import type { DatabaseEvents } from '../store/database.ts'
import { openExisting, openStore, type Store } from '../store/open.ts'
import { lockForServing } from '../store/serving-lock.ts'
import type { Configuration } from './configuration.ts'
import { storeFolder } from './data-folder.ts'
import { type ForecastsModule, openForecasts } from './forecasts.ts'

export interface Weather extends ForecastsModule {
  readonly gazetteer: Gazetteer
  readonly store: Store
  readonly learning: Learning
  readonly operatorWay: Outgoing
  readonly siteUrl: string
  readonly baseUrl: string
  readonly close: () => Promise<void>
}

/** `migrated`: made or brought to this version where needed; `existing`: as it is; `none`: an empty one in memory. */
export type DatabaseUse = 'migrated' | 'existing' | 'none'

export interface WeatherDeps {
  readonly clock: () => number
  readonly random: () => number
  readonly report: Report
  /** Which database is opened; default: that of the configuration, migrated. */
  readonly database?: DatabaseUse
  /** Takes the SQLite folder for this process alone, as the one that serves, and records the runs it fetches. */
  readonly serves?: boolean
  readonly databaseEvents?: DatabaseEvents
  /** How many processes serve visitors from the same database; default: this one. */
  readonly processes?: () => number
}

/** No statement of a serving process takes so long [ms]. */
const servingSilentMs = 3 * minuteMs

/** @throws {StoreError} where the database cannot be used or its folder is in use; the message says what to do */
export async function openWeather(configuration: Configuration, deps: WeatherDeps): Promise<Weather> {
  const use = deps.database ?? 'migrated'
  const dataDir = await folderFor(use, configuration)
  const gazetteer = await openGazetteer()
  const isAlone = deps.serves === true && configuration.databaseUrl === null
  // What was opened ends in reverse: here where something cannot be opened, else in `close`.
  await using ends = new AsyncDisposableStack()
  if (isAlone) ends.defer(lockForServing(dataDir))
  const store = await openDatabase(use, { configuration, dataDir, deps })
  ends.defer(store.close)
  const operators = { reach: 'operator', allowHttp: true, allow: [], proxies: configuration } as const
  const operatorWay = openOutgoing(operators)
  ends.defer(operatorWay.close)
  // Forecasts limit how many requests run at a source, so connections need no limit.
  const sourceWay = openOutgoing({ ...operators, connectionsPerOrigin: null })
  ends.defer(sourceWay.close)
  // Before the record asks whether this is a demo: it learns from synthetic nights or from real ones.
  const hasRealData = await store.storedForecasts.any()
  const { clock, report } = deps
  const learning = openLearning({
    store: store.record,
    recordedAs: recordedAs(gazetteer, store),
    clock,
    report
  })
  const opened = openForecasts({
    ...deps,
    configuration,
    store,
    send: sourceWay.send,
    hasRealData,
    learnedAt: learning.shared,
    atOtherHeight: (at) => learning.knowledge.atOtherHeight(recordedPoint(at)),
    onRun: deps.serves === true ? learning.recorder.record : () => undefined
  })
  const siteUrl = configuration.siteUrl ?? `http://localhost:${configuration.port}`
  const closing = ends.move()
  return {
    ...opened,
    gazetteer,
    store,
    learning,
    operatorWay,
    siteUrl,
    baseUrl: configuration.baseUrl ?? `${siteUrl}/api/v1`,
    close: () => closing.disposeAsync()
  }
}

function openDatabase(
  use: DatabaseUse,
  {
    configuration,
    dataDir,
    deps
  }: { readonly configuration: Configuration; readonly dataDir: string; readonly deps: WeatherDeps }
): Promise<Store> {
  const { databaseUrl, databasePool } = configuration
  return (use === 'existing' ? openExisting : openStore)({
    url: use === 'none' ? null : databaseUrl,
    poolSize: databasePool,
    dataDir,
    now: deps.clock(),
    // A test's clock is an argument, and leases follow it.
    timesLeases: deps.clock === Date.now,
    // In memory and on SQLite nothing is far away.
    ...(deps.serves === true &&
      databaseUrl !== null && {
        silentMs: servingSilentMs,
        isWaitedFor: () => currentRequestId() !== undefined
      }),
    ...(deps.databaseEvents && { events: deps.databaseEvents })
  })
}

async function folderFor(use: DatabaseUse, configuration: Configuration): Promise<string> {
  if (use === 'none') return ':memory:'
  return use === 'existing' ? configuration.dataDir : storeFolder(configuration)
}

/**
 * Named, measured and watched points keep a record: one of every point ever asked for would be by far the largest
 * table.
 */
function recordedAs(gazetteer: Gazetteer, { record }: Store): RecorderDeps['recordedAs'] {
  return async (point) => (isNamedPoint(point.pointKey, gazetteer) ? point : record.recordedAs(point))
}
