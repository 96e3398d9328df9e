/** An event stream that is open at one process gets what another process has delivered. */
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openRedis } from '../../src/redis/connection.ts'
import { redisSentMessages } from '../../src/redis/sent-messages.ts'
import { openClient } from '../contracts/http/client.ts'
import { post, type Subscribed } from '../contracts/http-alerts/client.ts'
import { openStream } from '../contracts/http-alerts/open-stream.ts'
import { postgresEngine } from '../contracts/store/engines.ts'
import { type RedisServer, redisMissing, startRedis } from '../receivers/redis.ts'
import { startUpstream, type Upstream } from '../upstream/upstream.ts'
import { clearNights, shifted } from '../upstream/weather.ts'
import { type Served, serve } from './served.ts'

const missing = redisMissing()
if (missing !== null) console.warn(`event streams by Redis are not tested: ${missing}`)

const engine = postgresEngine()
let upstream: Upstream
let processes: Served[] = []
let redis: RedisServer | null = null

beforeAll(() => engine.start())
afterAll(() => engine.stop())
afterEach(async () => {
  for (const { child } of processes) child.kill('SIGKILL')
  processes = []
  await redis?.close()
  redis = null
})

describe.each([
  ['Redis', missing],
  ['looking every second', null]
])('by %s', (means, isMissing) => {
  it.skipIf(isMissing !== null)('a stream at an api gets the message of a worker', async () => {
    upstream = await startUpstream()
    upstream.setWeather(shifted(clearNights, -4))
    if (means === 'Redis') redis = await startRedis()
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
    const body = { location: 'malatya', channel: 'sse', threshold: 10 }
    const { channel_url } = (await post(client, '/alerts/subscribe', body)).json as Subscribed
    await client.close()
    const stream = await openStream(api.origin + new URL(channel_url ?? '').pathname)
    expect(stream.soFar()).toEqual([])
    await start('worker')
    const [event] = await stream.events(1)
    expect(event?.data['type']).toBe('frost.alert.raised')
    stream.close()
    await upstream.close()
  })
})

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
