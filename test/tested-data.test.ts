/** What a project names is what its tests have: otherwise they would all pass once more on SQLite. */
import { Redis } from 'ioredis'
import pg from 'pg'
import { expect, it } from 'vitest'
import { startApp } from './app.ts'
import { furtherWays } from './further-ways.ts'
import { redisMissing } from './receivers/redis.ts'
import { openTestedData, quotasAreShared, testedEngine, withRedis } from './tested-data.ts'

const missing = redisMissing()
it.skipIf(missing !== null)(
  `both databases are tested, with and without Redis${missing === null ? '' : `: ${missing}`}`,
  () => {
    const ways = ['sqlite', ...furtherWays.map(({ testedOn }) => testedOn)]
    expect(ways).toEqual(['sqlite', 'postgresql', 'sqlite, redis', 'postgresql, redis'])
  }
)

it('an app has the database and the Redis of its project, and the next one on the same data has both again', async () => {
  const data = await openTestedData()
  expect([data.url !== null, data.redisUrl !== null]).toEqual([testedEngine === 'postgresql', withRedis])
  const environment = { SOURCES: 'demo', TIERS: 'free=2/60' }
  const clock = () => Date.UTC(2026, 3, 11, 22, 20)
  const statuses: number[] = []
  for (const _ of [1, 2]) {
    const app = await startApp({ environment, data, clock })
    for (const _ of [1, 2]) statuses.push((await fetch(`${app.api}/locations/malatya`)).status)
    const [started] = app.log().filter((line) => line.includes('"event":"started"'))
    expect(JSON.parse(started ?? '')).toMatchObject({ engine: testedEngine })
    await app.close()
  }
  // What is counted in one process alone ends with it.
  expect(statuses).toEqual(quotasAreShared ? [200, 200, 429, 429] : [200, 200, 200, 200])
  if (data.redisUrl) expect(await keysOf(data.redisUrl)).toContainEqual(expect.stringMatching(/^ayaz:quota:/))
  await data.remove()
  if (data.url !== null) expect(await databasesBeside(data.url)).not.toContain(nameOf(data.url))
})

async function keysOf(url: string): Promise<readonly string[]> {
  const redis = new Redis(url)
  const keys = await redis.keys('*')
  redis.disconnect()
  return keys
}

const nameOf = (url: string): string => new URL(url).pathname.slice(1)

async function databasesBeside(url: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: new URL('/postgres', url).href })
  await client.connect()
  const { rows } = await client.query<{ datname: string }>('select datname from pg_database')
  await client.end()
  return rows.map(({ datname }) => datname)
}
