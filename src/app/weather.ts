import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { reportedError } from '../common/reported-error.ts'
import { minuteMs } from '../common/time.ts'
import { type Budget, createBudget, lastingBudgets } from '../forecasts/budget.ts'
import { ensembleChoice } from '../forecasts/ensemble.ts'
import { createForecastCache, type ForecastCache } from '../forecasts/forecast-cache.ts'
import type { ForecastSnapshot } from '../forecasts/forecast-snapshot.ts'
import { createForecasts, type Forecasts } from '../forecasts/forecasts.ts'
import { createGates } from '../forecasts/gate.ts'
import { createPointAllowance, usualPointsPerDay } from '../forecasts/point-allowance.ts'
import type { LearnedAt, Neighbours, RefreshLeases, Report } from '../forecasts/ports.ts'
import { createSourceCircuits, type SourceCircuits } from '../forecasts/source-circuits.ts'
import { keyOfClient } from '../http/client-key.ts'
import { currentRequestId } from '../http/trace.ts'
import { recordedPoint } from '../observations/issued-run.ts'
import { type Learning, openLearning } from '../observations/learning.ts'
import type { RecorderDeps } from '../observations/run-recorder.ts'
import { type Outgoing, openOutgoing } from '../outgoing/outgoing.ts'
import type { SendRequest } from '../outgoing/request.ts'
import { type Gazetteer, openGazetteer } from '../places/gazetteer.ts'
import { isNamedPoint } from '../places/point.ts'
import { createDemo } from '../sources/demo/demo.ts'
import { createSources } from '../sources/registry.ts'
import type { Source } from '../sources/source.ts'
import type { DatabaseEvents } from '../store/database.ts'
import { openExisting, openStore, type Store } from '../store/open.ts'
import { lockForServing } from '../store/serving-lock.ts'
import type { Configuration } from './configuration.ts'
import { storeFolder } from './data-folder.ts'

interface ForecastsModule {
  readonly forecasts: Forecasts
  readonly sources: readonly Source[]
  readonly cache: ForecastCache
  readonly circuits: SourceCircuits
  readonly gates: ReturnType<typeof createGates>
  readonly budget: Budget
  /** New points that a client may open in a day at the sources in use; null: no limit. */
  readonly pointsPerDay: number | null
}

interface ForecastsModuleDeps {
  readonly configuration: Configuration
  readonly store: Pick<
    Store,
    'storedForecasts' | 'budgets' | 'openedPoints' | 'engine' | 'leases' | 'archive' | 'apiKeys'
  >
  readonly send: SendRequest
  readonly clock: () => number
  readonly random: () => number
  readonly report: Report
  /** Whether a source has ever answered into this store: then synthetic weather is never shown. */
  readonly hasRealData: boolean
  readonly learnedAt: LearnedAt
  readonly atOtherHeight: Neighbours['atOtherHeight']
  readonly processes?: () => number
  /** Called with each new run of a real source, after it was stored. */
  readonly onRun: (snapshot: ForecastSnapshot) => void
}

const megabyte = 1_000_000

function openForecasts(deps: ForecastsModuleDeps): ForecastsModule {
  const { configuration, store, clock, random, report } = deps
  const sources = createSources(configuration.sources, deps.send, clock)
  const circuits = createSourceCircuits(clock)
  const gates = createGates()
  const budget = createBudget(lastingBudgets(store.budgets, report), clock, deps.processes)
  const cache = createForecastCache(configuration.seriesMegabytes * megabyte, deps.learnedAt)
  const allowed = configuration.pointsPerDay ?? usualPointsPerDay(sources)
  const pointsPerDay = allowed > 0 ? allowed : null
  const isDemoOnly = sources.every((source) => source.synthetic)
  const forecasts = createForecasts({
    sources,
    circuits,
    budget,
    gates,
    clock,
    random,
    report,
    cache,
    abortAfter: (milliseconds) => AbortSignal.timeout(milliseconds),
    store: store.storedForecasts,
    archive: store.archive,
    leases: refreshLeases(deps),
    allowance: createPointAllowance({
      limitOf: pointLimits(deps, pointsPerDay),
      store: store.openedPoints,
      clock,
      report
    }),
    atOtherHeight: deps.atOtherHeight,
    onRun: (meta) => {
      const snapshot = cache.open(meta.point.key)
      if (snapshot !== null) deps.onRun(snapshot)
    },
    wantsEnsemble: ensembleChoice(configuration.ensemble),
    demo: isDemoOnly || deps.hasRealData ? null : createDemo(clock)
  })
  return { forecasts, sources, cache, circuits, gates, budget, pointsPerDay }
}

/** Limits of new points by the key's tier; while the database is away, as without a key. */
function pointLimits(
  { configuration: { tiers }, store, report }: ForecastsModuleDeps,
  usual: number | null
): (client: string) => Promise<number | null> {
  const ofTiers = new Map(tiers.map(({ name, pointsPerDay }) => [name, pointsPerDay]))
  if (tiers.every(({ pointsPerDay }) => pointsPerDay === undefined)) return async () => usual
  return async (client) => {
    const key = keyOfClient(client)
    if (key === null) return usual
    try {
      const ofTier = ofTiers.get((await store.apiKeys.tierOf(key)) ?? '')
      return ofTier === undefined ? usual : ofTier || null
    } catch (error) {
      report('store_failed', reportedError(error))
      return usual
    }
  }
}

/** A process on SQLite is the only one. */
function refreshLeases({ store, clock }: ForecastsModuleDeps): RefreshLeases | null {
  if (store.engine === 'sqlite') return null
  const holder = randomBytes(9).toString('base64url')
  // A pause is a lease that the failures themselves hold: it ends by itself, and other processes need no table for it.
  const pauseName = (sourceId: string, pointKey: string): string => `failed ${sourceId} ${pointKey}`
  return {
    take: async (pointKey, forMs) => {
      const name = `refresh ${pointKey}`
      const now = clock()
      const isHeld = await store.leases.hold({ name, holder, now, until: now + forMs })
      return isHeld ? () => store.leases.release(name, holder) : null
    },
    pause: (milliseconds) => wait(milliseconds, undefined, { ref: false }),
    sharedPauses: async (pointKey, sourceIds) => {
      const idOf = new Map(sourceIds.map((id) => [pauseName(id, pointKey), id]))
      const rows = await store.leases.named([...idOf.keys()], clock())
      return new Map(
        rows.map(({ name, holder: failures, until }) => [
          idOf.get(name) ?? '',
          { failures: Number(failures), until }
        ])
      )
    },
    sharePause: async (sourceId, pointKey, { failures, until }) => {
      const name = pauseName(sourceId, pointKey)
      await store.leases.hold({ name, holder: String(failures), now: clock(), until })
    },
    deletePause: (sourceId, pointKey, { failures }) =>
      store.leases.release(pauseName(sourceId, pointKey), String(failures))
  }
}

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
  readonly processes?: () => number
}

/** Longer than any statement of a serving process [ms]. */
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
  { configuration, dataDir, deps }: { configuration: Configuration; dataDir: string; deps: WeatherDeps }
): Promise<Store> {
  const { databaseUrl, databasePool } = configuration
  return (use === 'existing' ? openExisting : openStore)({
    url: use === 'none' ? null : databaseUrl,
    poolSize: databasePool,
    dataDir,
    now: deps.clock(),
    // A test's clock is an argument, and leases follow it.
    timesLeases: deps.clock === Date.now,
    // Only PostgreSQL can fail to answer: memory and SQLite are on this machine.
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

/** Named, measured and watched points keep a record: one of every point asked for would be the largest table. */
function recordedAs(gazetteer: Gazetteer, { record }: Store): RecorderDeps['recordedAs'] {
  return async (point) => (isNamedPoint(point.pointKey, gazetteer) ? point : record.recordedAs(point))
}
