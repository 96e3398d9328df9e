/** docs/operation.md says of every table how long its rows are stored. */
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startRecord } from '../../scenarios/observations/synthetic-record.ts'
import { engines, sqliteEngine } from './engines.ts'
import { hour, noon, openFresh, storeForEach } from './opened.ts'

const page = readFileSync(new URL('../../../docs/operation.md', import.meta.url), 'utf8')
const [, section = ''] = /## How long data are stored\n([\s\S]*?)(?:\n## |$)/.exec(page) ?? []

it('every table is in the document, and no other one', async () => {
  const engine = sqliteEngine()
  const { database, close } = await openFresh(engine)
  const { rows } = await sql<{ name: string }>`select name from sqlite_master
    where type = 'table' and name not like 'sqlite_%'`.execute(database.queries)
  await close()
  await engine.stop()
  const named = section.split('\n').flatMap((line) => {
    const [, names = ''] = /^\| (`[^|]*) \|/.exec(line) ?? []
    return [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name)
  })
  expect(named.sort()).toEqual(rows.map(({ name }) => name).sort())
})

/** As the document says it, in its last column [ms]. */
function storedForMs(table: string, said: RegExp): number {
  const row = section.split('\n').find((line) => line.includes(`\`${table}\``)) ?? ''
  const [, days] = said.exec(row) ?? []
  if (days === undefined) throw new Error(`how long ${table} is stored is not said: ${row}`)
  return (days === 'a day' ? 1 : Number(days)) * 24 * hour
}

describe.each(engines())('for so long on $name', (engine) => {
  const fresh = storeForEach(engine, noon)

  /** Stores a row of the given age and one that is a moment younger, forgets, and says how many are left. */
  async function leftOf(
    table: 'allowances' | 'idempotency' | 'leases',
    row: (at: number, name: string) => Promise<unknown>,
    ageMs: number
  ): Promise<number> {
    const now = noon + 1000 * 24 * hour
    await row(now - ageMs, 'old')
    await row(now - ageMs + 1, 'younger')
    await fresh.store.maintenance.forget({ endedBefore: 0, now })
    return (await fresh.store.database.queries.selectFrom(table).selectAll().execute()).length
  }

  it('used limits are stored', async () => {
    const insert = (at: number, key: string) =>
      fresh.store.database.queries
        .insertInto('allowances')
        .values({ scope: 'test', key, window_start: at, used: 1 })
        .execute()
    expect(await leftOf('allowances', insert, storedForMs('allowances', /(\d+) days \|$/))).toBe(1)
  })

  it('answers to an Idempotency-Key are stored', async () => {
    const insert = (at: number, key: string) =>
      fresh.store.database.queries
        .insertInto('idempotency')
        .values({ client: 'client', key, body_hash: 'hash', subscription_id: 'sub', created_at: at })
        .execute()
    expect(await leftOf('idempotency', insert, storedForMs('idempotency', /(\d+) days \|$/))).toBe(1)
  })

  it('leases that ran out are stored', async () => {
    const insert = (until: number, name: string) =>
      fresh.store.leases.hold({ name, holder: 'gone', now: noon, until })
    expect(await leftOf('leases', insert, storedForMs('leases', /(a day) after it ran out \|$/))).toBe(1)
  })
})

it('reports of airports are stored for so long', async () => {
  const record = await startRecord({ startAt: noon })
  try {
    const { store } = record
    const oldest = noon - storedForMs('airport_reports', /reports (\d+) days \|$/)
    const of = { icao: 'LTAT', temperatureC: 4, dewPointC: 1, windSpeedMps: 2 }
    const report = { ...of, cloudCoverFraction: null, isWhole: true }
    await store.record.saveAirportReports(
      [{ icao: 'LTAT', name: 'Malatya', lat: 38.4353, lon: 38.091, elevation: 849 }],
      [oldest - 1, oldest].map((measuredAt) => ({ ...report, measuredAt }))
    )
    await record.record.forget()
    const left = await store.record.airportReportsOf(['LTAT'], 0)
    expect(left.map(({ measuredAt }) => measuredAt)).toEqual([oldest])
  } finally {
    await record.close()
  }
})
