/** Puts everything together: plain functions and arguments, no container, no singleton. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { Logger } from 'pino'
import { reportedError } from '../common/reported-error.ts'
import type { FrostDates } from '../forecasts/archive/frost-dates.ts'
import type { Report } from '../forecasts/ports.ts'
import { closeAfterAnswers } from '../http/listener.ts'
import { createResponseCache } from '../http/response-cache.ts'
import { currentRequestId } from '../http/trace.ts'
import type { AirportReports } from '../observations/airport-fetches.ts'
import { type Gazetteer, openGazetteer } from '../places/gazetteer.ts'
import type { Leases } from '../store/leases.ts'
import { watchLeaseName } from './alert-rounds.ts'
import type { Configuration } from './configuration.ts'
import { openHealth } from './health.ts'
import { type ListeningDeps, listen, openListener } from './listening.ts'
import { leveledReport, openLog } from './log.ts'
import { startMaintenance } from './maintenance.ts'
import { startMqttIntakes } from './mqtt-intakes.ts'
import type { ObservationsModule } from './observations.ts'
import { type OnClose, openParts, type Parts, type PartsDeps } from './parts.ts'
import { appOperations } from './registry.ts'
import { type Pause, type Repeating, type RepeatingWork, realPause, repeat } from './repeating.ts'
import { appPages, appWidgets, type PagesDeps } from './site-pages.ts'
import { setupCommand, version } from './version.ts'

interface AppTools {
  readonly clock: () => number
  readonly random: () => number
  readonly log: Logger | null
  readonly pause: Pause
  /** False: the map of tonight, 81 places, is not refreshed; for tests that count requests to sources. */
  readonly refreshesMap: boolean
  /** Name servers for subscribers' destinations: `address:port`. */
  readonly nameServers: readonly string[]
}

const megabyte = 1_000_000

/** @throws {ConfigurationError} a widget names no place @throws {StoreError} no database, or its folder in use */
export async function openApp(configuration: Configuration, tools: Partial<AppTools> = {}) {
  const { clock = Date.now, random = Math.random, pause = realPause, refreshesMap = true } = tools
  const log = tools.log ?? openLog(configuration.logLevel)
  const report = leveledReport(log, clock, currentRequestId)
  const { role } = configuration
  const works = role !== 'api'
  // What was opened ends in reverse: here where something cannot be opened, else when the app closes.
  await using opened = new AsyncDisposableStack()
  const later = endingIn(opened, report)
  const health = openHealth({ clock, report, works })
  // Checked before the schema changes: if the start is refused, the previous version must find its own schema.
  const widgets = role === 'worker' ? [] : appWidgets(configuration.widgetsFile, await openGazetteer())
  const means = { clock, random, report, configuration, pause, health }
  const parts = await openParts({ ...means, nameServers: tools.nameServers ?? null }, later)
  const { weather } = parts
  const { engine, migrated } = weather.store
  const answers = createResponseCache(configuration.answersMegabytes * megabyte)
  const served = role === 'worker' ? nothingServed : serveAll({ ...means, ...parts, widgets, answers })
  let closing: Promise<void> | null = null
  let isStopping = false
  const listening = { ...means, ...parts, ...served, answers, log, isStopping: () => isStopping }
  const { server, endStreams } = openListener(listening)
  // A request that still reaches the listener is answered: it ends with the rounds and before the store.
  const rounds = new AsyncDisposableStack()
  later(async () => void (await Promise.all([closeListener(server, endStreams), rounds.disposeAsync()])))
  const ends = opened.move()
  /** Stops listening, lets running requests end, and closes the store. A second call waits for the first. */
  const close = (): Promise<void> => {
    isStopping = true
    closing ??= ends.disposeAsync()
    return closing
  }
  return {
    siteUrl: weather.siteUrl,
    /** Starts to listen, then all background work; returns the address. Where it cannot listen, the app closes. */
    async listen(): Promise<string> {
      // A process that cannot listen must not watch places: its work would go unseen.
      const address = await listen(server, configuration).catch(async (error: unknown) => {
        await close()
        throw error
      })
      if (closing === null) startRounds({ ...means, ...parts, refreshesMap, works }, endingIn(rounds, report))
      report('started', { version, role, engine, schema: migrated.to, address })
      return address
    },
    /** `/readyz` answers 503 and each answer ends its connection: balancers switch before `close` stops listening. */
    drain: (): void => {
      isStopping = true
      report('stopping', {})
      closeAfterAnswers(server)
    },
    close
  }
}

type RoundsDeps = Omit<Parameters<typeof startMaintenance>[0], 'sqliteIn' | 'storedMegabytes'> &
  Pick<PartsDeps, 'configuration' | 'pause' | 'health'> &
  Pick<Parts, 'weather' | 'alerts'>

function startRounds(deps: RoundsDeps, later: OnClose): void {
  const { configuration, weather, alerts, works, report, pause, health } = deps
  const { role, databaseUrl, dataDir, storedMegabytes } = configuration
  const sqliteIn = databaseUrl === null ? dataDir : null
  const rounds = [startMaintenance({ ...deps, sqliteIn, storedMegabytes })]
  const { leases } = weather.store
  if (works && configuration.mqttUrl !== null) rounds.push(mqttIntakes(deps, configuration.mqttUrl))
  if (works) alerts.start()
  else rounds.push(watchWorkers({ leases, report, pause, ended: health.ended }))
  const warming = role === 'worker' ? undefined : setTimeout(warm, warmAfterMs, weather.gazetteer).unref()
  for (const one of rounds) later(one.stop)
  later(() => clearTimeout(warming))
}

function mqttIntakes(
  { weather, record, alerts, health, ...means }: RoundsDeps,
  url: string
): ReturnType<typeof startMqttIntakes> {
  return startMqttIntakes({
    ...means,
    url,
    clientId: `ayaz-readings-${Buffer.from(alerts.alerts.keys.derive('mqtt', 'readings')).toString('hex', 0, 6)}`,
    intakes: weather.store.record.brokerIntakes,
    take: record.ingest.take,
    leases: weather.store.leases,
    ended: health.ended
  })
}

type Served = Pick<ListeningDeps, 'operations' | 'pages'>

/** A worker answers probes and metrics only. */
const nothingServed: Served = { operations: [], pages: [] }

type ServedDeps = Omit<Parameters<typeof appOperations>[0], 'tiers'> &
  Pick<PagesDeps, 'clock' | 'report' | 'widgets'> & {
    readonly configuration: Configuration
    readonly record: ObservationsModule
    readonly climate: FrostDates
    readonly airports: AirportReports
  }

function serveAll({ configuration, ...deps }: ServedDeps): Served {
  const { securityContact, operator, tiers, siteUrl } = configuration
  const { operations, openApi } = appOperations({ ...deps, tiers })
  const works = configuration.role !== 'api'
  return {
    operations,
    pages: appPages({
      ...deps,
      airports: deps.airports.state,
      works,
      securityContact,
      operator,
      setUpBy: siteUrl === null ? { command: setupCommand } : null,
      openApi
    })
  }
}

/** A part that fails to end, such as without its database, does not prevent the next from ending. */
function endingIn(ends: AsyncDisposableStack, report: Report): OnClose {
  return (end) =>
    ends.defer(async () => {
      try {
        await end()
      } catch (error) {
        report('not_ended_in_order', reportedError(error))
      }
    })
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

/** How long running requests may take at the stop [ms]: less than half of what `ayaz serve` allows. */
const drainMs = 4000
const idleEveryMs = 50

/** Stops listening; resolves when the running requests are answered or their time is over. */
async function closeListener(server: Server, endStreams: () => void): Promise<void> {
  if (!server.listening) return
  closeAfterAnswers(server)
  // A connection that has had its answer meanwhile would stay open as long as its client likes.
  const idle = setInterval(() => server.closeIdleConnections(), idleEveryMs)
  const late = setTimeout(() => server.closeAllConnections(), drainMs)
  try {
    endStreams()
    await once(server.close(), 'close')
  } finally {
    clearInterval(idle)
    clearTimeout(late)
  }
}

/** Whether any process watches, for one that does not: shown by the lease that the watching process prolongs. */
interface WorkerWatchDeps {
  readonly leases: Pick<Leases, 'until'>
  readonly report: Report
  readonly pause: Pause
  readonly ended: NonNullable<RepeatingWork['ended']>
}

/** A watching process prolongs its lease every ten seconds; another one takes over within forty. */
const lookEveryMs = 5000
const maxUnchangedLooks = 9

/** Fails while no process prolongs the lease for a takeover's time; only change counts, as clocks may differ. */
function watchWorkers({ leases, ...usual }: WorkerWatchDeps): Pick<Repeating, 'stop'> {
  let lastUntil: number | null = null
  let unchanged = 0
  return repeat({
    name: 'workers',
    pauseMs: () => lookEveryMs,
    work: async () => {
      const until = await leases.until(watchLeaseName)
      unchanged = until === null || until === lastUntil ? unchanged + 1 : 0
      lastUntil = until
      if (unchanged > maxUnchangedLooks)
        throw new Error('no process watches and delivers: start one with ROLE=worker')
    },
    ...usual
  })
}
