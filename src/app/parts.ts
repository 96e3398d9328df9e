import { Counter, type Registry } from 'prom-client'
import { budgetReach } from '../alerts/watching/watch-pacing.ts'
import type { FrostDates } from '../forecasts/archive/frost-dates.ts'
import type { Report } from '../forecasts/ports.ts'
import {
  deliveryCounter,
  registerAirportMetrics,
  registerAlertMetrics,
  registerUpstreamMetrics
} from '../http/gauges.ts'
import { createLimiter, type Limiter } from '../http/limiter.ts'
import { createMetrics, gauge, type Metrics } from '../http/metrics.ts'
import type { AirportReports } from '../observations/airport-fetches.ts'
import { createSensorPlaces } from '../observations/sensor-place.ts'
import { missedThermometers } from '../observations/silent-sensors.ts'
import type { Store } from '../store/open.ts'
import { announceEveryMs, SharedLimiter } from '../store/shared-limiter.ts'
import { openAirportsOver } from './airports.ts'
import { type AlertDeps, type AlertsModule, openAlerts } from './alerts.ts'
import { openClimate } from './climate.ts'
import type { Configuration } from './configuration.ts'
import { keyFindings, registerDatabaseClock } from './database-findings.ts'
import type { Health } from './health.ts'
import { type ObservationsModule, openRecordOver } from './observations.ts'
import type { Pause } from './repeating.ts'
import { buildMetric } from './running-process.ts'
import { version } from './version.ts'
import { openWeather, type Weather, type WeatherDeps } from './weather.ts'

/** Calls `end` when the app closes: what was opened last ends first. */
export type OnClose = (end: () => unknown) => void

export interface PartsDeps extends Pick<WeatherDeps, 'clock' | 'random' | 'report'> {
  readonly configuration: Configuration
  readonly health: Health
  readonly pause: Pause
  /** For subscribers' destinations; null: those of this machine. */
  readonly nameServers: readonly string[] | null
}

export interface Parts {
  readonly weather: Weather
  readonly metrics: Metrics
  readonly limiter: Awaited<ReturnType<typeof openLimiter>>
  readonly record: ObservationsModule
  readonly alerts: AlertsModule
  readonly climate: FrostDates
  readonly airports: AirportReports
}

/** Opens them. What is open already when one cannot be opened ends with the rest of `later`. */
export async function openParts(deps: PartsDeps, later: OnClose): Promise<Parts> {
  const { configuration, health, report, nameServers } = deps
  reportUnknownVariables(configuration, report)
  const { databaseEvents } = health
  let processes = (): number => 1
  const sharing = { serves: true, processes: () => processes() }
  const weather = await openWeather(configuration, { ...deps, databaseEvents, ...sharing })
  later(weather.close)
  await reportStore(weather, configuration, report)
  const metrics = createMetrics(weather)
  registerHealthMetrics(metrics.registry, health, weather.store.migrated.to)
  registerDatabaseClock(metrics.registry, weather.store, deps.clock)
  const limiter = await openLimiter({ ...deps, metrics, store: weather.store })
  later(limiter.close)
  processes = limiter.processes
  const record = await openRecordOver(weather, configuration, deps)
  later(record.settled)
  const { nameServers: _named, ...rest } = deps
  const alerts = await openCountedAlerts({ ...rest, weather, ...(nameServers && { nameServers }) }, metrics)
  later(alerts.stop)
  const climate = openClimate(weather, deps)
  const airports = openAirportsOver({ ...deps, weather, record, alerts: alerts.alerts })
  const parts = { weather, metrics, limiter, record, alerts, climate, airports }
  countUpstream(parts, report)
  countSilent(parts, deps.clock)
  return parts
}

async function reportStore({ store }: Weather, configuration: Configuration, report: Report): Promise<void> {
  const { migrated } = store
  if (migrated.from !== migrated.to) report('migrated', { ...migrated })
  for (const { text, remedy } of await keyFindings(configuration, store, 'en'))
    report('tier_unknown', { message: text, remedy })
}

/** Requests to airports and sources appear in the metrics; the log says how far the budget reaches. */
function countUpstream({ weather, metrics, alerts, airports }: Parts, report: Report): void {
  registerAirportMetrics(metrics.registry, airports.state)
  const reach = budgetReach(weather)
  registerUpstreamMetrics(metrics.registry, { ...weather, reach, pace: alerts.pace })
  if (reach !== null) report('upstream_budget', { ...reach })
}

function countSilent({ weather: { store, gazetteer }, metrics }: Parts, clock: () => number): void {
  const findPlace = createSensorPlaces(gazetteer)
  const help =
    'Mapped thermometers of stations that are not heard for six hours or more, in the frost season.'
  gauge(metrics.registry, 'ayaz_thermometers_silent', help, async (set) =>
    set({}, (await missedThermometers({ store: store.record, findPlace, now: clock() })).length)
  )
}

function reportUnknownVariables({ unknown }: Configuration, report: Report): void {
  for (const { name, mistake, remedy } of unknown)
    report('variable_ignored', { name, message: mistake.en, remedy: remedy.en })
}

async function openCountedAlerts(deps: AlertDeps, { registry }: Metrics): Promise<AlertsModule> {
  const alerts = await openAlerts({ ...deps, countDelivery: deliveryCounter(registry) })
  registerAlertMetrics(registry, {
    alerts: alerts.alerts,
    lastEvaluationAt: () => alerts.lastEvaluation()?.at ?? null,
    lookUps: alerts.lookUps
  })
  return alerts
}

function registerHealthMetrics(registry: Registry, health: Health, schema: number): void {
  const build = { version, node: process.version, schema: String(schema) }
  gauge(
    registry,
    buildMetric,
    'Always 1: the versions of Ayaz, of Node and of the schema it works with.',
    (set) => set(build, 1)
  )
  gauge(registry, 'ayaz_ready', '1 while all work of this process continues, 0 while a check fails.', (set) =>
    set({}, health.isWorking() ? 1 : 0)
  )
  gauge(registry, 'ayaz_check_failing', '1 while a check of /readyz fails, by check.', (set) => {
    for (const { name, isFailing } of health.checks()) set({ check: name }, isFailing ? 1 : 0)
  })
  const failures = 'Failures since the last success of what the service does by itself, by round.'
  gauge(registry, 'ayaz_round_failures_in_row', failures, (set) => {
    for (const [round, count] of health.failuresInRow()) set({ round }, count)
  })
  new Counter({
    name: 'ayaz_database_connections_lost_total',
    help: 'Connections to PostgreSQL that broke since the start.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(health.connectionsLost())
    }
  })
  const corrupt = '1 while the last check, or a statement since, found the database damaged.'
  gauge(registry, 'ayaz_database_corrupt', corrupt, (set) => set({}, health.isCorrupt() ? 1 : 0))
}

/** The limiter of this process: in its own memory, or shared with other processes through PostgreSQL. */
interface QuotaDeps {
  readonly configuration: Pick<Configuration, 'role'>
  readonly store: Pick<Store, 'engine' | 'database'>
  readonly clock: () => number
  readonly report: Report
  readonly metrics: Pick<Metrics, 'registry'>
}

/** Close it before the database. */
interface OpenLimiter extends Limiter {
  readonly processes: () => number
  readonly close: () => void
}

const maxClients = 100_000

/** A process on SQLite is the only one, and a worker serves no clients. */
export async function openLimiter({ configuration, store, ...deps }: QuotaDeps): Promise<OpenLimiter> {
  const local = createLimiter(maxClients)
  if (configuration.role === 'worker' || store.engine !== 'postgresql')
    return { ...local, processes: () => 1, close: () => undefined }
  const { clock, report } = deps
  const engine = 'PostgreSQL'
  const limiter: SharedLimiter = new SharedLimiter({
    database: store.database,
    local,
    clock,
    changed: (message) =>
      message === null
        ? report('quotas_shared_again', { engine })
        : report('quotas_not_shared', { engine, message, processes: limiter.processes() })
  })
  showSharing(limiter, deps.metrics)
  await limiter.announce()
  const announcing = setInterval(() => void limiter.announce(), announceEveryMs).unref()
  const { take, clients, processes } = limiter
  return { take, clients, processes, close: () => clearInterval(announcing) }
}

function showSharing(limiter: SharedLimiter, { registry }: QuotaDeps['metrics']): void {
  const shared =
    '1 while quotas are counted together with those of other processes, 0 while PostgreSQL is away.'
  gauge(registry, 'ayaz_quotas_shared', shared, (set) => set({}, limiter.isShared() ? 1 : 0))
  const processes = 'Serving processes that share quotas, as last known.'
  gauge(registry, 'ayaz_serving_processes', processes, (set) => set({}, limiter.processes()))
}
