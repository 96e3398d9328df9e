/**
 * The one place where everything is put together: plain functions and arguments, no container, no singleton.
 */
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { budgetReach } from '../alerts/watching/watch-pacing.ts'
import type { Configuration } from '../config/configuration.ts'
import type { FrostDates } from '../forecasts/archive/frost-dates.ts'
import type { Report } from '../forecasts/ports.ts'
import { deliveryCounter, registerAlertMetrics } from '../http/alerts/metrics.ts'
import { closeAfterAnswers } from '../http/listener.ts'
import { createMetrics, type Metrics } from '../http/metrics.ts'
import { createResponseCache } from '../http/response-cache.ts'
import { currentRequestId } from '../http/trace.ts'
import { registerAirportMetrics, registerUpstreamMetrics } from '../http/upstream-metrics.ts'
import type { AirportReports } from '../observations/airport-fetches.ts'
import { type Gazetteer, openGazetteer } from '../places/gazetteer.ts'
import { openRedis } from '../redis/connection.ts'
import { redisSentMessages } from '../redis/sent-messages.ts'
import { openAirportsOver } from './airports.ts'
import { type AlertDeps, type AlertsModule, openAlerts } from './alerts.ts'
import { openClimate } from './climate.ts'
import { openHealth } from './health.ts'
import { registerHealthMetrics } from './health-metrics.ts'
import { keyFindings } from './key-findings.ts'
import { leveledReport } from './leveled-report.ts'
import { closeListener, type ListeningDeps, listen, openListener } from './listening.ts'
import { openLog } from './log.ts'
import { startMaintenance } from './maintenance.ts'
import { type ObservationsModule, openRecordOver } from './observations.ts'
import { appOperations, type OperationDeps } from './operations.ts'
import { type Pause, realPause } from './pause.ts'
import { openLimiter } from './quotas.ts'
import { appPages, appWidgets, type PagesDeps } from './site-pages.ts'
import { openStreamWakes } from './stream-wakes.ts'
import { version } from './version.ts'
import { openWeather, type WeatherDeps } from './weather.ts'
import { watchWorkers } from './worker-watch.ts'

export interface App {
  readonly siteUrl: string
  /** Starts to listen, then all background work; returns the address. Where it cannot listen, the app closes. */
  readonly listen: () => Promise<string>
  /**
   * From now on `/readyz` answers 503 and every answer is the last one of its connection; all else is served
   * as before. Balancers can switch to another process before `close` stops listening.
   */
  readonly drain: () => void
  /** Stops listening, lets running requests end, and closes the store. A second call waits for the first. */
  readonly close: () => Promise<void>
}

/** What tests may replace. */
export interface AppTools {
  readonly clock: () => number
  readonly random: () => number
  readonly log: Logger | null
  /** How background work waits between two runs. */
  readonly pause: Pause
  /** False: the map of tonight, 81 places, is not refreshed; for tests that count requests to sources. */
  readonly refreshesMap: boolean
  /** Name servers for subscribers' destinations: `address:port`. */
  readonly nameServers: readonly string[]
}

const megabyte = 1_000_000

/**
 * Opens the whole app.
 * @throws {ConfigurationError} where the operator's widgets name places that do not exist.
 * @throws {StoreError} where the database cannot be used, or another process serves from the same SQLite
 * folder.
 */
export async function openApp(configuration: Configuration, tools: Partial<AppTools> = {}): Promise<App> {
  const { clock = Date.now, random = Math.random, pause = realPause, refreshesMap = true } = tools
  const log = tools.log ?? openLog(configuration.logLevel)
  const report = leveledReport(log, clock, currentRequestId)
  const { role } = configuration
  const works = role !== 'api'
  // What was opened ends in reverse: here where something cannot be opened, else when the app closes.
  await using opened = new AsyncDisposableStack()
  const later = endingIn(opened, report)
  const health = openHealth({ clock, report, works })
  // Before the schema changes: after a start that is refused, the version before must find its own.
  const widgets = role === 'worker' ? [] : appWidgets(configuration.widgetsFile, await openGazetteer())
  const redis = await redisOf(configuration, report)
  later(() => redis?.disconnect())
  const means: WeatherDeps = { clock, random, report }
  const { databaseEvents } = health
  let processes = (): number => 1
  const sharing = { serves: true, processes: () => processes() }
  const weather = await openWeather(configuration, { ...means, databaseEvents, ...sharing })
  later(weather.close)
  const { engine, migrated } = weather.store
  if (migrated.from !== migrated.to) report('migrated', { ...migrated })
  const metrics = createMetrics(weather)
  registerHealthMetrics(metrics.registry, health, weather.store.migrated.to)
  for (const { text, remedy } of await keyFindings(configuration, weather.store, 'en'))
    report('tier_unknown', { message: text, remedy })
  const sentMessages = redis === null ? null : redisSentMessages(redis)
  later(() => sentMessages?.close())
  const limiter = await openLimiter({ ...means, configuration, metrics, redis, store: weather.store })
  later(limiter.close)
  processes = limiter.processes
  const record = await openRecordOver(weather, configuration, means)
  later(record.settled)
  const alerts = await openCountedAlerts(
    {
      ...means,
      configuration,
      weather,
      pause,
      health,
      ...(tools.nameServers && { nameServers: tools.nameServers })
    },
    metrics
  )
  later(alerts.stop)
  const climate = openClimate(weather, means)
  const airports = openAirportsOver({
    ...means,
    configuration,
    weather,
    record,
    alerts: alerts.alerts
  })
  registerAirportMetrics(metrics.registry, airports.state)
  const reach = budgetReach(weather)
  registerUpstreamMetrics(metrics.registry, { ...weather, reach, pace: alerts.pace })
  if (reach !== null) means.report('upstream_budget', { ...reach })
  const answers = createResponseCache(configuration.answersMegabytes * megabyte)
  const served =
    role === 'worker'
      ? nothingServed
      : serveAll({ ...means, widgets, configuration, weather, alerts, record, climate, airports, answers })
  let closing: Promise<void> | null = null
  let isDraining = false
  const isReady = (): boolean => closing === null
  const streams = await openStreamWakes({ alerts, sentMessages, engine, report, serves: role !== 'worker' })
  const listening = {
    ...means,
    ...served,
    configuration,
    weather,
    alerts,
    answers,
    metrics,
    limiter,
    streams
  }
  const server = await openListener({ ...listening, isReady, isDraining: () => isDraining, log, health })
  later(() => closeListener(server))
  const sqliteIn = configuration.databaseUrl === null ? configuration.dataDir : null
  const background = {
    ...means,
    weather,
    record,
    climate,
    airports,
    alerts,
    pause,
    refreshesMap,
    health,
    sqliteIn,
    works
  }
  const ends = opened.move()
  const close = (): Promise<void> => (closing ??= ends.disposeAsync())
  const startRounds = (): void => {
    const rounds = [startMaintenance(background)]
    const { leases } = weather.store
    if (works) alerts.start()
    else rounds.push(watchWorkers({ leases, report, pause, ended: health.ended }))
    const warming = role === 'worker' ? undefined : setTimeout(warm, warmAfterMs, weather.gazetteer).unref()
    const laterToo = endingIn(ends, report)
    for (const one of rounds) laterToo(one.stop)
    laterToo(() => clearTimeout(warming))
  }
  return {
    siteUrl: weather.siteUrl,
    async listen() {
      // A process that cannot listen must not watch places: its work would go unseen.
      const address = await listen(server, configuration).catch(async (error: unknown) => {
        await close()
        throw error
      })
      if (closing === null) startRounds()
      report('started', { version, role, engine, schema: migrated.to, address })
      return address
    },
    drain: () => {
      isDraining = true
      report('stopping', {})
      closeAfterAnswers(server.server)
    },
    close
  }
}

/** A worker only wakes streams with it: alerts do not wait for it. */
async function redisOf({ redisUrl, role }: Configuration, report: Report): Promise<Redis | null> {
  const away = (message: string): void => report('redis_away', { message })
  return redisUrl === null ? null : openRedis(redisUrl, role === 'worker' ? away : null)
}

type Served = Pick<ListeningDeps, 'operations' | 'pages'>

/** A worker answers probes and metrics only. */
const nothingServed: Served = { operations: [], pages: [] }

type ServedDeps = Omit<OperationDeps, 'tiers'> &
  Pick<PagesDeps, 'clock' | 'report' | 'widgets'> & {
    readonly configuration: Configuration
    readonly record: ObservationsModule
    readonly climate: FrostDates
    readonly airports: AirportReports
  }

function serveAll({ configuration, ...deps }: ServedDeps): Served {
  const { securityContact, tiers } = configuration
  const { operations, openApi } = appOperations({ ...deps, tiers })
  const works = configuration.role !== 'api'
  const { recordFor: placeRecord, placeVerification } = deps.record
  return {
    operations,
    pages: appPages({
      ...deps,
      airports: deps.airports.state,
      works,
      placeRecord,
      placeVerification,
      securityContact,
      openApi
    })
  }
}

/** A part that fails to end, such as without its database, does not prevent the next from ending. */
function endingIn(ends: AsyncDisposableStack, report: Report): (end: () => unknown) => void {
  return (end) =>
    ends.defer(async () => {
      try {
        await end()
      } catch (error) {
        report('not_ended_in_order', { message: error instanceof Error ? error.message : String(error) })
      }
    })
}

/** Alerts whose deliveries and delays appear in the metrics. */
async function openCountedAlerts(deps: AlertDeps, { registry }: Metrics): Promise<AlertsModule> {
  const alerts = await openAlerts({ ...deps, countDelivery: deliveryCounter(registry) })
  registerAlertMetrics(registry, {
    alerts: alerts.alerts,
    lastEvaluationAt: () => alerts.lastEvaluation()?.at ?? null,
    lookUps: alerts.lookUps
  })
  return alerts
}

/** The first answers after a start do not wait for it. */
const warmAfterMs = 2_000

/** Search, suggestions and nearby places build their indexes at first use: better now than during a request. */
function warm(gazetteer: Gazetteer): void {
  const uses = [
    () => gazetteer.near(0, 0),
    () => gazetteer.search('a', 1),
    () => gazetteer.suggest('aaaa', 1)
  ]
  // Requests are answered in between.
  for (const use of uses) setImmediate(use)
}
