/** What a process opens once, whatever its role: database and places, quotas, the record, alerts, airports. */
import { budgetReach } from '../alerts/watching/watch-pacing.ts'
import type { Configuration } from '../config/configuration.ts'
import type { FrostDates } from '../forecasts/archive/frost-dates.ts'
import type { Report } from '../forecasts/ports.ts'
import { deliveryCounter, registerAlertMetrics } from '../http/alerts/metrics.ts'
import { createMetrics, type Metrics } from '../http/metrics.ts'
import { registerAirportMetrics, registerUpstreamMetrics } from '../http/upstream-metrics.ts'
import { wordsIn } from '../language/language.ts'
import type { AirportReports } from '../observations/airport-fetches.ts'
import { openAirportsOver } from './airports.ts'
import { type AlertDeps, type AlertsModule, openAlerts } from './alerts.ts'
import { openClimate } from './climate.ts'
import { registerDatabaseClock } from './database-clock.ts'
import type { Health } from './health.ts'
import { registerHealthMetrics } from './health-metrics.ts'
import { keyFindings } from './key-findings.ts'
import { type ObservationsModule, openRecordOver } from './observations.ts'
import type { Pause } from './pause.ts'
import { openLimiter } from './quotas.ts'
import { openWeather, type Weather, type WeatherDeps } from './weather.ts'

/** Calls `end` when the app closes: what was opened last ends first. */
export type Later = (end: () => unknown) => void

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
export async function openParts(deps: PartsDeps, later: Later): Promise<Parts> {
  const { configuration, health, report, nameServers } = deps
  reportFormerVariables(configuration, report)
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
  return parts
}

/** What the log says of the database: that it was migrated, and keys of a tier that is not named. */
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

function reportFormerVariables({ former }: Configuration, report: Report): void {
  const { formerVariable, formerVariableRemedy: remedy } = wordsIn('en').doctor
  for (const name of former) report('variable_ignored', { name, message: formerVariable, remedy })
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
