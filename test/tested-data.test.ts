/** What a project names is what its tests have: otherwise they would all pass once more on SQLite. */
import pg from 'pg'
import { expect, it } from 'vitest'
import { startApp } from './app.ts'
import { openTestedData, quotasAreShared, testedEngine } from './tested-data.ts'

it('is what the project names', () => {
  expect(testedEngine).toBe(process.env['TESTED_ON'] ?? 'sqlite')
})

it('an app has the database of its project, and the next one on the same data has it again', async () => {
  const data = await openTestedData()
  expect(data.url !== null).toBe(testedEngine === 'postgresql')
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
  await data.remove()
  if (data.url !== null) expect(await databasesBeside(data.url)).not.toContain(nameOf(data.url))
})

const nameOf = (url: string): string => new URL(url).pathname.slice(1)

async function databasesBeside(url: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: new URL('/postgres', url).href })
  await client.connect()
  const { rows } = await client.query<{ datname: string }>('select datname from pg_database')
  await client.end()
  return rows.map(({ datname }) => datname)
}
