/** An event stream that is open at one process gets what another process has delivered. */
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openRedis } from '../../src/redis/connection.ts'
import { redisSentMessages } from '../../src/redis/sent-messages.ts'
import { type CheckedClient, openClient } from '../contracts/http/client.ts'
import { manage, post, type Subscribed } from '../contracts/http-alerts/client.ts'
import { type OpenStream, openStream } from '../contracts/http-alerts/open-stream.ts'
import { postgresEngine } from '../contracts/store/engines.ts'
import { freePort } from '../free-port.ts'
import { type RedisServer, redisMissing, startRedis, startRedisOn } from '../receivers/redis.ts'
import { startUpstream, type Upstream } from '../upstream/upstream.ts'
import { clearNights, shifted } from '../upstream/weather.ts'
import { type Served, serve } from './served.ts'

const missing = redisMissing()
if (missing !== null) console.warn(`event streams by Redis are not tested: ${missing}`)

const engine = postgresEngine()
let upstream: Upstream
let clients: CheckedClient[] = []
let processes: Served[] = []
let redis: RedisServer | null = null

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
  await redis?.close()
  redis = null
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
    LOG_LEVEL: 'error',
    ...(redis !== null && { REDIS_URL: redis.url })
  }
  const start = async (role: string): Promise<Served> => {
    const one = await serve({ ...environment, ROLE: role })
    processes.push(one)
    return one
  }
  const api = await start('api')
  const client = await openClient(api.origin)
  clients.push(client)
  const body = { location: 'malatya', channel: 'sse', threshold: 10 }
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

describe.each([
  ['Redis', missing],
  ['looking every second', null]
])('by %s', (means, isMissing) => {
  it.skipIf(isMissing !== null)('a stream at an api gets the message of a worker', async () => {
    if (means === 'Redis') redis = await startRedis()
    const { stream, startWorker } = await openAtApi()
    expect(stream.soFar()).toEqual([])
    await startWorker()
    const [event] = await stream.events(1)
    expect(event?.data['type']).toBe('frost.alert.raised')
    stream.close()
  })
})

it.skipIf(missing !== null)(
  'an open stream gets what another api sends while Redis is killed with −9, and after it is back',
  async () => {
    const port = await freePort()
    redis = await startRedisOn(port)
    const { stream, startSecondApi, startWorker } = await openAtApi()
    const test = await startSecondApi()
    await startWorker()
    await stream.events(1)

    await redis.kill()
    await test()
    await stream.events(2)

    redis = await startRedisOn(port)
    const operator = new Redis(redis.url)
    const listeners = async () => (await operator.pubsub('NUMSUB', 'ayaz:sent'))[1]
    // Each api listens.
    await expect.poll(listeners).toBe(2)
    operator.disconnect()
    await test()
    const events = await stream.events(3)
    const types = events.map(({ data }) => data['type'])
    expect(types).toEqual(['frost.alert.raised', 'frost.alert.test', 'frost.alert.test'])
    expect(new Set(events.map(({ id }) => id)).size).toBe(3)
    expect(stream.hasEnded()).toBe(false)
    stream.close()
  }
)

describe.skipIf(missing !== null)('Redis', () => {
  it('brings each process what others sent, also after the connection broke, and forgets it where none listens', async () => {
    redis = await startRedis()
    const [sender, receiver] = [await openRedis(redis.url), await openRedis(redis.url)]
    const [from, to] = [redisSentMessages(sender), redisSentMessages(receiver)]
    const heard: string[] = []
    from.publish(['sub_before'])
    await to.subscribe((ids) => void heard.push(...ids))
    from.publish(['sub_a', 'sub_b'])
    await expect.poll(() => heard).toEqual(['sub_a', 'sub_b'])
    const operator = new Redis(redis.url)
    await operator.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
    operator.disconnect()
    await expect
      .poll(() => {
        from.publish(['sub_c'])
        return heard
      })
      .toContain('sub_c')
    to.close()
    for (const one of [sender, receiver]) one.disconnect()
  })
})
