/** The one place where everything is put together: plain functions and arguments, no container, no singleton. */
import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import type { Configuration } from './config.ts'
import { registerAlertRoutes } from './house/alert-routes.ts'
import { openAlerts } from './house/alerts.ts'
import { openRecord } from './house/record.ts'
import { type Pause, realPause, startRounds } from './house/rounds.ts'
import { mapEveryMs, renewMap } from './house/site.ts'
import { housePages } from './house/site-pages.ts'
import { version } from './house/version.ts'
import { openWeather, type Weather } from './house/weather.ts'
import { deliveryCounter, registerAlertMetrics } from './http/alerts/metrics.ts'
import { alertOperations } from './http/alerts/operations.ts'
import { webhookEvents } from './http/alerts/webhook-events.ts'
import { createClientKeys, parseTrustedProxies } from './http/client-key.ts'
import { registerHealth } from './http/health.ts'
import { createKeptAnswers } from './http/kept-answers.ts'
import { createLimiter } from './http/limiter.ts'
import { createListener, type ListenerParts } from './http/listener.ts'
import { createMetrics } from './http/metrics.ts'
import { makeOpenApi } from './http/openapi.ts'
import type { Operation } from './http/operation.ts'
import { type PageServing, pageResponder, registerPages } from './http/pages.ts'
import { placeOperations } from './http/places/operations.ts'
import { registerReference } from './http/reference.ts'
import { serviceOperations } from './http/service/operations.ts'
import { createKnownPoints } from './http/weather/locator.ts'
import { weatherOperations } from './http/weather/operations.ts'
import type { Gazetteer } from './places/gazetteer.ts'
import { notFoundPage } from './site/not-found-page.ts'

export interface House {
  readonly siteUrl: string
  /** Starts to listen; answers the address. */
  readonly listen: () => Promise<string>
  /** Stops listening, lets requests under way end, and closes the store. */
  readonly close: () => Promise<void>
}

/** What a test may set instead of the machine's own. */
export interface HouseTools {
  readonly clock: () => number
  readonly random: () => number
  readonly log: Logger | null
  /** Between two runs of the work that goes on by itself. */
  readonly pause: Pause
}

const mostClients = 100_000
const mostSuggestions = 5
const megabyte = 1_000_000
const probeEveryMs = 30_000
const pruneEveryMs = 3_600_000
/** What other processes or an import brought is learned from within this time. */
const refreshEveryMs = 300_000
const forgetEveryMs = 86_400_000
/** Kept forecasts nobody has asked for are forgotten after this time. */
const keptForMs = 7 * 86_400_000

/**
 * Opens the whole house.
 * @throws {StoreError} where the database cannot be used.
 */
export async function openHouse(
  configuration: Configuration,
  tools: Partial<HouseTools> = {}
): Promise<House> {
  const clock = tools.clock ?? Date.now
  const random = tools.random ?? Math.random
  const log = tools.log ?? pino({ level: configuration.logLevel, base: null })
  const report = (event: string, details: Readonly<Record<string, unknown>>): void => {
    log.info({ event, ...details })
  }
  const weather = await openWeather(configuration, { clock, random, report })
  const { gazetteer, store, siteUrl, baseUrl } = weather
  const answers = createKeptAnswers(configuration.answersMegabytes * megabyte)
  const metrics = createMetrics({ sources: weather.sources, attempts: weather.attempts, kept: weather.kept })
  const sourceOf = (pointKey: string): object | null => weather.kept.get(pointKey)

  const record = await openRecord({
    store,
    gazetteer,
    kept: weather.kept,
    clock,
    report,
    sharing: configuration.observationsShared,
    isSynthetic: () => weather.outlook.isDemo() || weather.sources.every((source) => source.synthetic)
  })
  weather.learning.at = (point, grid) => record.learned({ point, grid }, null)
  weather.learning.onRun = record.recordRun
  const countDelivery = deliveryCounter(metrics.registry)
  const alerts = await openAlerts({ configuration, weather, clock, random, report, countDelivery })
  registerAlertMetrics(metrics.registry, {
    alerts: alerts.alerts,
    lastEvaluationAt: () => alerts.lastEvaluation()?.at ?? null
  })
  const pages = await housePages({
    weather,
    alerts,
    placeRecord: record.recordFor,
    widgetsFile: configuration.widgetsFile,
    clock,
    report
  })

  const operations: Operation[] = [
    ...weatherOperations({
      outlook: weather.outlook,
      gazetteer,
      knownPoints: createKnownPoints(),
      answers,
      sourceOf,
      siteUrl,
      baseUrl
    }),
    ...placeOperations(gazetteer, baseUrl),
    ...alertOperations(alerts),
    ...record.operations,
    ...serviceOperations({
      tiers: configuration.tiers,
      pointsPerDay: weather.pointsPerDay,
      openApi: () => openApi
    })
  ]
  const openApi = makeOpenApi(operations, { baseUrl, siteUrl, version, webhooks: webhookEvents() })

  let ready = true
  const limiter = createLimiter(mostClients)
  const clients = createClientKeys(parseTrustedProxies(configuration.trustProxy.join(',')), () =>
    report('proxy_not_trusted', {
      message:
        'X-Forwarded-For came from a proxy that TRUST_PROXY does not name: all its visitors share one quota.'
    })
  )
  const pageServing: PageServing = {
    limiter,
    clients,
    tier: { name: 'pages', quota: configuration.pagesPerMinute, windowSeconds: 60 },
    siteUrl,
    frameAncestors: configuration.frameAncestors,
    clock,
    count: metrics.countRequest
  }
  const suggest = (text: string) => gazetteer.suggest(text, mostSuggestions)
  const listener: ListenerParts = {
    operations,
    admission: {
      limiter,
      clients,
      tiers: new Map(configuration.tiers.map((tier) => [tier.name, tier])),
      freeTier: configuration.tiers[0],
      findApiKey: async (key) => {
        const found = await store.apiKeys.byHash(hashOf(key))
        return found === null ? null : { id: found.id, tier: found.tier, isOperator: found.operator }
      }
    },
    answers,
    sourceOf,
    basePath: '/api/v1',
    siteUrl,
    clock,
    random,
    nextRequestId: requestIds(),
    count: metrics.countRequest,
    reportFault: (error, requestId) => log.error({ event: 'fault', requestId, error }),
    isReady: () => ready,
    registerSite: async (server) => {
      registerHealth(server, { metrics, token: configuration.metricsToken, isReady: () => ready })
      await registerReference(server, openApi)
      registerPages(server, { ...pageServing, pages })
      await registerAlertRoutes(server, {
        ...pageServing,
        alerts: alerts.alerts,
        whenSent: alerts.whenSent
      })
    },
    notFoundPage: pageResponder(pageServing, notFoundPage({ siteUrl, baseUrl, suggest }))
  }
  const server = await createListener(listener)
  warm(gazetteer)
  const rounds = startRounds(
    [
      { everyMs: probeEveryMs, work: () => probe(weather) },
      { everyMs: mapEveryMs, work: (stopping) => renewMap(weather, clock, stopping) },
      { everyMs: refreshEveryMs, work: () => record.refresh() },
      { everyMs: pruneEveryMs, work: () => store.keptForecasts.prune(clock() - keptForMs) },
      { everyMs: forgetEveryMs, work: () => record.forget() }
    ],
    report,
    tools.pause ?? realPause
  )
  alerts.start()
  return {
    siteUrl,
    listen: () => listen(server, configuration),
    async close() {
      ready = false
      await rounds.stop()
      await server.close()
      await alerts.stop()
      await record.settled()
      await weather.close()
    }
  }
}

async function listen(server: FastifyInstance, { host, port }: Configuration): Promise<string> {
  try {
    return await server.listen({ host, port })
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    const remedy =
      code === 'EADDRINUSE'
        ? 'Another process listens there; set PORT to another one.'
        : 'Check HOST and PORT.'
    throw new Error(`Cannot listen on ${host}:${port} (${code ?? String(error)}). ${remedy}`)
  }
}

// Search, suggestions and nearness build their indexes when first asked: better now than in somebody's request.
function warm(gazetteer: Gazetteer): void {
  gazetteer.search('a', 1)
  gazetteer.suggest('aaaa', 1)
  gazetteer.near(0, 0)
}

/** While no source has ever answered, asks them again. */
async function probe({ outlook, gazetteer }: Weather): Promise<void> {
  const [place] = gazetteer.provinces()
  if (place !== undefined) await outlook.probe(place)
}

/** Ids that tell requests of one process apart, and processes from each other. */
function requestIds(): () => string {
  const prefix = randomBytes(6).toString('base64url')
  let count = 0
  return () => `${prefix}-${(++count).toString(36)}`
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
