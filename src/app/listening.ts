import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Logger } from 'pino'
import { tokenOwners } from '../alerts/links.ts'
import { minuteSeconds, secondMs } from '../common/time.ts'
import type { Report } from '../forecasts/ports.ts'
import type { AdmissionDeps } from '../http/admission.ts'
import { type ClientKeys, createClientKeys, parseTrustedProxies } from '../http/client-key.ts'
import { registerHealth } from '../http/health.ts'
import { registerIngest } from '../http/ingest/ingest-route.ts'
import { createKeyLookUps } from '../http/key-look-ups.ts'
import type { Limiter } from '../http/limiter.ts'
import { createListener, type ListenerDeps } from '../http/listener.ts'
import { gauge, type Metrics } from '../http/metrics.ts'
import type { Page, PageRequest } from '../http/page.ts'
import { type PageServing, pageQuota, pageResponder, registerPages } from '../http/pages.ts'
import { internalError, type Problem, storageUnavailable } from '../http/problem.ts'
import type { ResponseCache } from '../http/response-cache.ts'
import type { Router } from '../http/router.ts'
import type { CountAnswer } from '../http/trace.ts'
import { registerMcp } from '../mcp/mcp-route.ts'
import { faultPage, notFoundPage, tooManyPage } from '../site/error-pages.ts'
import { understood } from '../site/profile-question.ts'
import { isUnavailable } from '../store/store-error.ts'
import { registerAlertRoutes } from './alert-routes.ts'
import type { AlertsModule } from './alerts.ts'
import type { Configuration } from './configuration.ts'
import type { Health } from './health.ts'
import { loggedError } from './logged-error.ts'
import type { ObservationsModule } from './observations.ts'
import type { appOperations } from './registry.ts'
import { untrustedForwardingMetric } from './running-process.ts'
import { thermometers } from './thermometers.ts'
import { version } from './version.ts'
import type { Weather } from './weather.ts'

export interface ListeningDeps extends Pick<ReturnType<typeof appOperations>, 'operations'> {
  readonly configuration: Configuration
  readonly weather: Weather
  readonly alerts: AlertsModule
  readonly record: Pick<ObservationsModule, 'ingest' | 'views' | 'comparedNights'>
  readonly answers: ResponseCache
  readonly metrics: Metrics
  readonly pages: readonly Page[]
  /** True from the signal to stop on; until the drain is over, requests are answered as before. */
  readonly isStopping: () => boolean
  readonly clock: () => number
  readonly random: () => number
  readonly log: Logger
  readonly report: Report
  readonly health: Health
  readonly limiter: Limiter
}

const maxSuggestions = 5

interface Listener {
  readonly server: Server
  readonly endStreams: () => void
}

export function openListener(deps: ListeningDeps): Listener {
  const { configuration, weather, alerts, metrics, log, operations, answers, clock, random, limiter } = deps
  const { gazetteer, siteUrl, baseUrl } = weather
  const clients = clientKeys(deps)
  const serving = pageServing(deps, limiter, clients)
  const site = { siteUrl, baseUrl, operator: configuration.operator }
  const pageOfFault = faultPage(site)
  let endStreams: Listener['endStreams'] = () => undefined
  const suggest: Parameters<typeof notFoundPage>[0]['suggest'] = (text) =>
    gazetteer.suggest(text, maxSuggestions)
  const listenerDeps: ListenerDeps = {
    operations,
    admission: admission(deps, limiter, clients),
    answers,
    sourceOf: weather.cache.get,
    knowledgeVersion: weather.learning.version,
    basePath: '/api/v1',
    siteUrl,
    clock,
    random,
    nextRequestId: requestIds(),
    count: answerCounter(metrics, log),
    reportFault: (error, requestId) => reportFault(deps, error, requestId),
    ...tokenOwners(alerts.alerts),
    pageQuota: (request, nowAt) => pageQuota(serving, clients.of(request), nowAt),
    connectionsPerAddress: configuration.connectionsPerAddress,
    countClosed: metrics.countClosed,
    addSite: (router) => {
      endStreams = registerSite(router, deps, serving)
    }
  }
  // A worker is asked by machines only.
  if (configuration.role === 'worker') return { server: createListener(listenerDeps), endStreams }
  const server = createListener({
    ...listenerDeps,
    notFoundPage: pageResponder(serving, notFoundPage({ ...site, suggest })),
    faultPage: (asked, status) => {
      const fault = { status, requestId: asked.requestId }
      const render = async (request: PageRequest) => pageOfFault(request, fault)
      return pageResponder(serving, { method: 'POST', isUncounted: true, render })(asked)
    }
  })
  return { server, endStreams }
}

/** An unavailable database is one line a minute; every other fault is one with all that helps to find it. */
function reportFault({ log, report }: ListeningDeps, error: unknown, requestId: string): Problem {
  if (isUnavailable(error)) {
    const message = error instanceof Error ? error.message : String(error)
    report('storage_unavailable', { message, requestId })
    return storageUnavailable
  }
  log.error({ event: 'fault', requestId, err: loggedError(error) })
  return internalError(requestId)
}

/** Returns what ends the open streams. */
function registerSite(router: Router, deps: ListeningDeps, serving: PageServing): () => void {
  const { configuration, metrics, isStopping, pages, weather, alerts, health, record } = deps
  registerHealth(router, {
    metrics,
    token: configuration.metricsToken,
    isReady: () => !isStopping(),
    checks: health.checks
  })
  if (configuration.role === 'worker') return () => undefined
  registerPages(router, { ...serving, pages })
  const reportFaultOf = (error: unknown, requestId: string) => reportFault(deps, error, requestId)
  const isHttpOpen = configuration.ingestHttp
  registerIngest(router, { ...serving, ...record.ingest, isHttpOpen, reportFault: reportFaultOf })
  registerMcp(router, {
    ...serving,
    ...tokenOwners(alerts.alerts),
    operations: deps.operations,
    admission: admission(deps, serving.limiter, serving.clients),
    pageQuota: (request, nowAt) => pageQuota(serving, serving.clients.of(request), nowAt),
    version,
    random: deps.random,
    reportFault: reportFaultOf
  })
  const { delivery, wake, whenSent } = alerts
  return registerAlertRoutes(router, {
    ...serving,
    operator: configuration.operator,
    engine: weather.store.engine,
    whenSent,
    alerts: alerts.alerts,
    delivery,
    wake,
    comparedNights: record.comparedNights,
    thermometers: thermometers({ ...deps, isHttpOpen })
  })
}

function clientKeys({ configuration, metrics, report }: ListeningDeps): ClientKeys {
  const message =
    'X-Forwarded-For came from a peer that TRUST_PROXY does not name: if it is your proxy, all its visitors ' +
    'share one quota.'
  const clients = createClientKeys(parseTrustedProxies(configuration.trustProxy.join(',')), () =>
    report('proxy_not_trusted', { message })
  )
  const help = '1 once X-Forwarded-For came from a peer that TRUST_PROXY does not name.'
  gauge(metrics.registry, untrustedForwardingMetric, help, (set) =>
    set({}, clients.sawUntrustedForwarding() ? 1 : 0)
  )
  return clients
}

function pageServing(deps: ListeningDeps, limiter: Limiter, clients: ClientKeys): PageServing {
  const { configuration, weather, clock } = deps
  return {
    limiter,
    clients,
    tier: { name: 'pages', quota: configuration.pagesPerMinute, windowSeconds: minuteSeconds },
    siteUrl: weather.siteUrl,
    understood,
    tooManyPage: tooManyPage({
      siteUrl: weather.siteUrl,
      baseUrl: weather.baseUrl,
      operator: configuration.operator
    }),
    frameAncestors: configuration.frameAncestors,
    clock,
    count: answerCounter(deps.metrics, deps.log)
  }
}

function admission(
  { configuration: { tiers }, weather }: ListeningDeps,
  limiter: Limiter,
  clients: ClientKeys
): AdmissionDeps {
  return {
    limiter,
    clients,
    tiers: new Map(tiers.map((tier) => [tier.name, tier])),
    freeTier: tiers[0],
    keys: createKeyLookUps(async (hash) => {
      const found = await weather.store.apiKeys.byHash(hash)
      if (found === null) return null
      const { id, tier, operator: isOperator, vouches } = found
      return { id, tier, isOperator, ...(vouches && { vouches }) }
    })
  }
}

/** Ids that distinguish the requests of one process, and processes from each other. */
function requestIds(): () => string {
  const prefix = randomBytes(6).toString('base64url')
  let count = 0
  return () => `${prefix}-${(++count).toString(36)}`
}

/** Returns the address. @throws {Error} where it cannot be used; the message says what to do */
export async function listen(server: Server, { host, port }: Configuration): Promise<string> {
  try {
    await once(server.listen({ host: hostHere(host), port }), 'listening')
  } catch (error) {
    throw unusable({ host, port }, error)
  }
  const { address, port: given } = server.address() as AddressInfo
  const name = address === '0.0.0.0' ? '127.0.0.1' : address.includes(':') ? `[${address}]` : address
  return `http://${name}:${given}`
}

type Address = Pick<Configuration, 'host' | 'port'>

/** @throws {Error} as `listen` */
export async function tryAddress({ host, port }: Address): Promise<void> {
  const server = createServer().listen({ host: hostHere(host), port })
  try {
    await once(server, 'listening')
  } catch (error) {
    throw unusable({ host, port }, error)
  } finally {
    server.close()
  }
}

function unusable({ host, port }: Address, error: unknown): Error {
  const code = (error as NodeJS.ErrnoException).code
  const remedy =
    code === 'EADDRINUSE' ? 'Another process listens there; set PORT to another one.' : 'Check HOST and PORT.'
  return new Error(`Cannot listen on ${host}:${port} (${code ?? String(error)}). ${remedy}`)
}

/**
 * The default is all addresses, without IPv6 those of IPv4; of `localhost` the one that every client tries. IPv6 may
 * stand in brackets.
 */
function hostHere(given: string): string {
  const host = given.replace(/^\[(.*)\]$/, '$1')
  if (host === 'localhost') return '127.0.0.1'
  return host === '::' && !hasIpv6() ? '0.0.0.0' : host
}

export function hasIpv6(): boolean {
  return Object.values(networkInterfaces()).some((own) => own?.some(({ family }) => family === 'IPv6'))
}

/** For the line at the start. @param reached what `listen` returned; all interfaces are named as this machine */
export function reportedAddress(host: string, reached: string): string {
  if (!['0.0.0.0', '::', '[::]'].includes(host)) return reached
  const port = new URL(reached).port || '80'
  return `${host === '::' ? '[::]' : host}:${port}, here: http://localhost:${port}`
}

/** Counts each answer; a fault of the service is a line of the log, at level `debug` every answer is. */
function answerCounter(metrics: Pick<Metrics, 'countRequest'>, log: Logger): CountAnswer {
  const logsAll = log.isLevelEnabled('debug')
  return (operation, status, trace) => {
    const milliseconds = trace === undefined ? null : performance.now() - trace.startedAt
    metrics.countRequest(operation, status, milliseconds === null ? null : milliseconds / secondMs)
    if (!logsAll && status < 500) return
    const ms = milliseconds === null ? null : Math.round(milliseconds * 10) / 10
    const line = { event: 'request', requestId: trace?.requestId ?? null, operation, status, ms }
    if (status < 500) log.debug(line)
    else log.warn(line)
  }
}
