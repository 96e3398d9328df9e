/** A worker that starts while Redis is away: alerts go on, and it connects once Redis is there. */
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { postgresEngine } from '../contracts/store/engines.ts'
import { freePort } from '../free-port.ts'
import { patience } from '../patience.ts'
import { redisMissing, startRedisOn } from '../receivers/redis.ts'
import { serve } from './served.ts'

const engine = postgresEngine()
beforeAll(() => engine.start())
afterAll(() => engine.stop())

it.skipIf(redisMissing() !== null)('is ready without it, and connects later', async () => {
  const { url, dataDir } = await engine.migrated()
  const port = await freePort()
  const REDIS_URL = `redis://127.0.0.1:${port}`
  const settings = { SOURCES: 'demo', DATABASE_URL: url ?? '', DATA_DIR: dataDir, ROLE: 'worker' }
  const worker = await serve({ ...settings, REDIS_URL })
  try {
    await expect.poll(async () => (await fetch(`${worker.origin}/readyz`)).status, patience).toBe(200)
    const redis = await startRedisOn(port)
    const own = new Redis(REDIS_URL)
    const clients = async () =>
      String(await own.client('LIST'))
        .trim()
        .split('\n').length
    await expect.poll(clients, { ...patience, interval: 200 }).toBe(2)
    own.disconnect()
    await redis.close()
  } finally {
    worker.child.kill('SIGKILL')
  }
})
