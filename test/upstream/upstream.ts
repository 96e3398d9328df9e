/** Every provider as a real HTTP server on loopback, each on a port of its own, for the tests of all rooms. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { onFreePort } from '../free-port.ts'
import { answerWithFault, type Fault, spoilAnswer } from './faults.ts'
import { metNorwayProvider } from './met-norway.ts'
import { openMeteoProvider } from './open-meteo.ts'
import { openWeatherMapKey, openWeatherMapProvider } from './openweathermap.ts'
import type { Provider, ProviderAnswer, ProviderId, ReceivedRequest } from './provider.ts'
import { clearNights, type WeatherAt } from './weather.ts'

export interface Upstream {
  /** Each provider's address, without a slash at its end. */
  readonly urls: Readonly<Record<ProviderId, string>>
  /** The environment that points an app to these providers; `SOURCES` is not included. */
  readonly environment: Readonly<Record<string, string>>
  /** Every request so far, oldest first. */
  readonly requests: readonly ReceivedRequest[]
  /** What was wrong with any request; a test should end with none. Such requests are answered with 400. */
  readonly violations: readonly string[]
  /** How many requests came in, of one provider or of all. */
  readonly count: (provider?: ProviderId) => number
  /** From now on a provider fails so, or all of them do; null heals. Resolves when it is in force. */
  readonly fail: (fault: Fault | null, provider?: ProviderId) => Promise<void>
  /**
   * From now on a provider answers every proper request with this body; null = made answers again. The answer for one
   * point says that it is for the point asked for; a list stays as it is.
   */
  readonly play: (provider: ProviderId, json: unknown) => void
  /** From now on a provider's proper answers have this status instead of 200. */
  readonly answerWith: (provider: ProviderId, status: number) => void
  /** From now on this is the weather of made answers. */
  readonly setWeather: (weather: WeatherAt) => void
  /** From now on Open-Meteo's grid has so many cells a degree; at first eight. */
  readonly setGrid: (cellsPerDegree: number) => void
  /** Holds every answer back until the returned function is called: for tests of what happens meanwhile. */
  readonly hold: () => () => void
  /** From now on every answer waits for this; null = none does. */
  readonly slow: (wait: (() => Promise<unknown>) | null) => void
  readonly close: () => Promise<void>
}

/** One provider on its port. */
interface Stage {
  readonly provider: Provider
  readonly server: Server
  port: number
  fault: Fault | null
  played: unknown
  status: number
}

/** What all providers share. */
interface Playground {
  readonly clock: () => number
  readonly requests: ReceivedRequest[]
  readonly violations: string[]
  weather: WeatherAt
  cellsPerDegree: number
  gate: Promise<void>
  slow: (() => Promise<unknown>) | null
}

/** Starts the three providers. @param clock now [ms since epoch]; made answers begin yesterday at 00:00 UTC of it */
export async function startUpstream(clock: () => number = Date.now): Promise<Upstream> {
  const ground: Playground = {
    clock,
    requests: [],
    violations: [],
    weather: clearNights,
    cellsPerDegree: 8,
    gate: Promise.resolve(),
    slow: null
  }
  const providers = [openMeteoProvider, metNorwayProvider, openWeatherMapProvider]
  const stages = await Promise.all(providers.map((provider) => openStage(provider, ground)))
  const addresses = stages.map(({ provider, port }) => [provider.id, `http://127.0.0.1:${port}`])
  const urls = Object.fromEntries(addresses) as Record<ProviderId, string>
  return {
    urls,
    environment: environmentOf(urls),
    requests: ground.requests,
    violations: ground.violations,
    count: (provider) =>
      ground.requests.filter((one) => provider === undefined || one.provider === provider).length,
    setWeather: (weather) => {
      ground.weather = weather
    },
    setGrid: (cellsPerDegree) => {
      ground.cellsPerDegree = cellsPerDegree
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      ground.gate = promise
      return resolve
    },
    slow: (wait) => {
      ground.slow = wait
    },
    ...directions(stages),
    close: async () => void (await Promise.all(stages.map(stop)))
  }
}

/** What a test can tell one provider, or all of them, to do. */
function directions(stages: readonly Stage[]): Pick<Upstream, 'fail' | 'play' | 'answerWith'> {
  const chosen = (provider?: ProviderId): readonly Stage[] =>
    stages.filter((stage) => provider === undefined || stage.provider.id === provider)
  return {
    fail: async (fault, provider) =>
      void (await Promise.all(chosen(provider).map((stage) => setFault(stage, fault)))),
    play: (provider, json) => {
      for (const stage of chosen(provider)) stage.played = json
    },
    answerWith: (provider, status) => {
      for (const stage of chosen(provider)) stage.status = status
    }
  }
}

async function openStage(provider: Provider, ground: Playground): Promise<Stage> {
  const stage: Stage = { provider, server: createServer(), port: 0, fault: null, played: null, status: 200 }
  stage.server.on('request', async (incoming, response) => {
    const request = readRequest(provider.id, incoming)
    // The first request after a fault would find a kept-alive connection dead.
    response.shouldKeepAlive = false
    ground.requests.push(request)
    await ground.gate
    await ground.slow?.()
    const wrong = provider.violationsOf(request)
    ground.violations.push(...wrong.map((sentence) => `${provider.id}: ${sentence}`))
    if (wrong.length > 0) response.writeHead(400).end(wrong.join('; '))
    else {
      const { weather, cellsPerDegree } = ground
      const synthetic = provider.answer(request, { weather, cellsPerDegree, now: ground.clock() })
      answer(
        stage,
        response,
        stage.played === null ? synthetic : { ...synthetic, json: placed(stage.played, request) }
      )
    }
  })
  await onFreePort(async (port) => {
    stage.port = port
    await listen(stage)
  })
  return stage
}

function environmentOf(urls: Readonly<Record<ProviderId, string>>): Readonly<Record<string, string>> {
  return {
    OPEN_METEO_URL: urls['open-meteo'],
    OPEN_METEO_ENSEMBLE_URL: urls['open-meteo'],
    OPEN_METEO_ARCHIVE_URL: urls['open-meteo'],
    OPEN_METEO_PREVIOUS_RUNS_URL: urls['open-meteo'],
    MET_NORWAY_URL: urls['met-norway'],
    MET_NORWAY_CONTACT: 'tests@example.org',
    OPENWEATHERMAP_URL: urls['openweathermap'],
    OPENWEATHERMAP_KEY: openWeatherMapKey
  }
}

function readRequest(provider: ProviderId, incoming: IncomingMessage): ReceivedRequest {
  const url = new URL(incoming.url ?? '/', 'http://upstream')
  return {
    provider,
    method: incoming.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: incoming.headers
  }
}

/** A played answer for one point, at the place that was asked for. */
function placed(played: unknown, { query }: ReceivedRequest): unknown {
  if (Array.isArray(played)) return played
  const json = structuredClone(played) as Record<string, unknown>
  const lat = Number(query.get('latitude') ?? query.get('lat'))
  const lon = Number(query.get('longitude') ?? query.get('lon'))
  const { geometry, city } = json as { geometry?: { coordinates: number[] }; city?: { coord: object } }
  if ('latitude' in json) Object.assign(json, { latitude: lat, longitude: lon })
  if (geometry !== undefined) geometry.coordinates.splice(0, 2, lon, lat)
  if (city !== undefined) Object.assign(city.coord, { lat, lon })
  return json
}

function answer(stage: Stage, response: ServerResponse, synthetic: ProviderAnswer): void {
  const { provider, fault } = stage
  const json = structuredClone(synthetic.json)
  const body = json === undefined ? '' : JSON.stringify(json)
  if (fault !== null && answerWithFault(fault, { provider, body, response })) return
  if (fault !== null) spoilAnswer(fault, provider, json)
  const status = synthetic.status === 200 ? stage.status : synthetic.status
  response.writeHead(status, { 'content-type': 'application/json', ...synthetic.headers })
  response.end(json === undefined ? undefined : JSON.stringify(json))
}

async function setFault(stage: Stage, fault: Fault | null): Promise<void> {
  stage.fault = fault
  if (fault?.kind === 'refused') await stop(stage)
  else if (!stage.server.listening) await listen(stage)
}

async function listen(stage: Stage): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  stage.server.once('error', reject)
  stage.server.listen(stage.port, '127.0.0.1', resolve)
  await promise
}

async function stop(stage: Stage): Promise<void> {
  if (!stage.server.listening) return
  const { promise, resolve } = Promise.withResolvers<void>()
  stage.server.close(() => resolve())
  stage.server.closeAllConnections()
  await promise
}
