/** An event stream that is open at one process gets what another process has delivered. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type CheckedClient, openClient } from '../contracts/http/client.ts'
import { manage, post, type Subscribed } from '../contracts/http-alerts/client.ts'
import { type OpenStream, openStream } from '../contracts/http-alerts/open-stream.ts'
import { postgresEngine } from '../contracts/store/engines.ts'
import { startUpstream, type Upstream } from '../upstream/upstream.ts'
import { clearNights, placeByDay, shifted } from '../upstream/weather.ts'
import { type Served, serve } from './served.ts'

const engine = postgresEngine()
let upstream: Upstream
let clients: CheckedClient[] = []
let processes: Served[] = []

beforeAll(() => engine.start())
beforeEach(async () => {
  upstream = await startUpstream()
})
afterAll(() => engine.stop())
afterEach(async () => {
  for (const { child } of processes) child.kill('SIGKILL')
  processes = []
  for (const client of clients) await client.close()
  clients = []
  await upstream.close()
})

/** An api with an open stream to a place where frost is near, and what starts a worker beside it. */
async function openAtApi(): Promise<{
  readonly stream: OpenStream
  /** Another api, which sends a message marked TEST each time that it is called. */
  readonly startSecondApi: () => Promise<() => Promise<void>>
  readonly startWorker: () => Promise<Served>
}> {
  upstream.setWeather(shifted(clearNights, -4))
  const { url, dataDir } = await engine.fresh()
  const environment = {
    ...upstream.environment,
    DATABASE_URL: url ?? '',
    DATA_DIR: dataDir,
    ENSEMBLE: 'no',
    LOG_LEVEL: 'error'
  }
  const start = async (role: string): Promise<Served> => {
    const one = await serve({ ...environment, ROLE: role })
    processes.push(one)
    return one
  }
  const api = await start('api')
  const client = await openClient(api.origin)
  clients.push(client)
  const body = { location: placeByDay().slug, channel: 'sse', threshold: 10 }
  const subscribed = (await post(client, '/alerts/subscribe', body)).json as Subscribed
  const stream = await openStream(api.origin + new URL(subscribed.channel_url ?? '').pathname)
  return {
    stream,
    async startSecondApi() {
      const second = await openClient((await start('api')).origin)
      clients.push(second)
      return async () => {
        const { status } = await manage(second, subscribed, { method: 'POST', suffix: '/test' })
        expect(status).toBe(200)
      }
    },
    startWorker: () => start('worker')
  }
}

it('a stream at an api gets the messages of a worker and of another api, each once', async () => {
  const { stream, startSecondApi, startWorker } = await openAtApi()
  expect(stream.soFar()).toEqual([])
  const test = await startSecondApi()
  await startWorker()
  await stream.events(1)
  await test()
  await stream.events(2)
  await test()
  const events = await stream.events(3)
  const types = events.map(({ data }) => data['type'])
  expect(types).toEqual(['frost.alert.raised', 'frost.alert.test', 'frost.alert.test'])
  expect(new Set(events.map(({ id }) => id)).size).toBe(3)
  expect(stream.hasEnded()).toBe(false)
  stream.close()
})
