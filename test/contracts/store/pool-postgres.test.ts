/** All processes together must stay below `max_connections` of PostgreSQL: each opens no more than DATABASE_POOL. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfiguration } from '../../../src/app/configuration.ts'
import { openWeather } from '../../../src/app/weather.ts'
import { openDatabase } from '../../../src/store/open.ts'
import { postgresEngine } from './engines.ts'
import { noon } from './opened.ts'

const engine = postgresEngine()
beforeAll(() => engine.start())
afterAll(() => engine.stop())

it.each([2, 3])('with DATABASE_POOL=%i ten slow queries at once take so many connections', async (pool) => {
  const { url, dataDir } = await engine.migrated()
  const environment = { DATABASE_URL: url ?? '', DATABASE_POOL: String(pool), SOURCES: 'demo' }
  const means = { clock: () => noon, random: () => 0.5, report: () => undefined }
  const weather = await openWeather(readConfiguration(environment), means)
  const onlooker = openDatabase({ url, dataDir, poolSize: 1 })
  const connections = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(
      onlooker.queries
    )
    return rows[0]?.count ?? Number.NaN
  }
  try {
    let under = 10
    const asked = Array.from({ length: under }, () =>
      sql`select pg_sleep(0.2)`.execute(weather.store.database.queries).finally(() => {
        under -= 1
      })
    )
    let most = 0
    while (under > 0) most = Math.max(most, await connections())
    await Promise.all(asked)
    expect(most).toBe(pool)
  } finally {
    await onlooker.queries.destroy()
    await weather.close()
  }
})

it('an answer that came while the process was busy for longer than it is waited for is read', async () => {
  const { url, dataDir } = await engine.migrated()
  const { queries } = openDatabase({ url, dataDir, poolSize: 1, isWaitedFor: () => true })
  const ask = () => sql<{ one: number }>`select 1 as one`.execute(queries)
  const stand = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3500)
  try {
    await ask()
    const asked = [ask(), ask()]
    // Until the first query is on its way; the second waits for the connection.
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    stand()
    expect((await Promise.all(asked)).map(({ rows }) => rows)).toEqual([[{ one: 1 }], [{ one: 1 }]])
  } finally {
    await queries.destroy()
  }
})
