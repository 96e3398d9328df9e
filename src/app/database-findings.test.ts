/**
 * Clocks that differ, with a real PostgreSQL: its clock is the machine's, so the clock of the test is moved
 * instead.
 */
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FreshDatabase, postgresEngine, sqliteEngine } from '../../test/contracts/store/engines.ts'
import { openStore } from '../store/open.ts'
import { readConfiguration } from './configuration.ts'
import { databaseClock, registerDatabaseClock } from './database-findings.ts'
import { examine } from './examination.ts'
import type { Finding } from './findings.ts'

/** Findings about the database's clock where this machine's is ahead by so much. */
async function found({ url, dataDir }: FreshDatabase, aheadMs: number): Promise<readonly Finding[]> {
  const environment = { SOURCES: 'demo', DATA_DIR: dataDir, DATABASE_URL: url ?? '' }
  const configuration = readConfiguration(environment)
  // An examination makes no tables.
  await (await openStore({ url, dataDir, now: Date.now() })).close()
  const all = await examine(configuration, () => Date.now() + aheadMs)
  // The first is about this machine's clock alone.
  return all.filter(({ subject }) => subject === 'clock').slice(1)
}

describe('a clock beside that of a PostgreSQL', () => {
  const engine = postgresEngine()
  beforeAll(() => engine.start())
  afterAll(() => engine.stop())

  it.each([
    [0, 'good', /^0\.\d s from/],
    [-4000, 'good', /^[0-4]\.\d s from/],
    [60_000, 'fault', /^(5\d|60)\.\d s ahead of the database's$/],
    [-3_600_000, 'fault', /^3(600\.0|59\d\.\d) s behind the database's$/]
  ] as const)('that is %i ms ahead of it is %s', async (aheadMs, severity, text) => {
    const remedy = severity === 'good' ? null : expect.stringContaining('NTP')
    expect(await found(await engine.fresh(), aheadMs)).toEqual([
      { severity, subject: 'clock', text: expect.stringMatching(text), remedy }
    ])
  })

  it('agrees, as far as is known, where the answer took its time', async () => {
    const store = await openStore({ ...(await engine.fresh()), now: Date.now() })
    const moved = [-30_000, 30_000]
    const [finding] = await databaseClock(store, () => Date.now() + (moved.shift() ?? 0))
    expect(finding).toMatchObject({ severity: 'good', text: expect.stringContaining('0.0 s') })
    await store.close()
  })

  it.each([
    [150_000, 149.9, 150],
    [-150_000, -150, -149.9],
    [0, 0, 0.1]
  ])(
    'that is %i ms ahead of it is in the metrics at each scrape, while it answers',
    async (aheadMs, least, most) => {
      const store = await openStore({ ...(await engine.fresh()), now: Date.now() })
      const registry = new Registry()
      let movedMs = 0
      registerDatabaseClock(registry, store, () => Date.now() + movedMs)
      const metric = async () =>
        /^ayaz_database_clock_difference_seconds (\S+)$/m.exec(await registry.metrics())?.[1]
      expect(Math.abs(Number(await metric()))).toBeLessThan(0.1)
      movedMs = aheadMs
      const seconds = Number(await metric())
      expect(seconds).toBeGreaterThanOrEqual(least)
      expect(seconds).toBeLessThanOrEqual(most)
      await store.close()
      expect(await metric()).toBeUndefined()
      expect(await registry.metrics()).toContain('# TYPE ayaz_database_clock_difference_seconds gauge')
    }
  )
})

it('a clock of the database is not looked for beside SQLite, which has none of its own', async () => {
  const engine = sqliteEngine()
  const store = await openStore({ ...(await engine.fresh()), now: Date.now() })
  expect(await databaseClock(store, () => Date.now() + 60_000)).toEqual([])
  const registry = new Registry()
  registerDatabaseClock(registry, store, Date.now)
  expect(await registry.metrics()).not.toContain('database_clock')
  await store.close()
  await engine.stop()
})
