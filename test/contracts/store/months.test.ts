/** Issued nights on PostgreSQL: a table for each month, which is dropped once no night is left of it. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../src/store/database.ts'
import { openStore, type Store } from '../../../src/store/open.ts'
import { syntheticIssue, syntheticPoint } from '../../made/synthetic-nights.ts'
import { openEarlier } from './earlier.ts'
import { engines } from './engines.ts'
import { noon } from './opened.ts'

const engine = engines().find(({ name }) => name === 'PostgreSQL')
if (engine === undefined) throw new Error('no PostgreSQL')
beforeAll(() => engine.start())
afterAll(() => engine.stop())

async function tables({ queries }: Database): Promise<readonly string[]> {
  const { rows } = await sql<{
    name: string
  }>`select distinct tableoid::regclass::text as name from issued_nights
    order by name`.execute(queries)
  return rows.map(({ name }) => name)
}

function save({ record }: Store, ...dates: readonly string[]): Promise<void> {
  return record.saveIssued({
    point: syntheticPoint,
    synthetic: false,
    nights: dates.map((date) => syntheticIssue(date)),
    issuance: { at: noon, method: 'frost-p 2.0' }
  })
}

it('of an earlier version stay, are read with the new ones, and are forgotten as they age', async () => {
  const at = await engine.fresh()
  const earlier = await openEarlier(at, 13)
  await sql`insert into issued_nights (point_key, night_date, source, lead_day, synthetic, issued_at, lead_days, bias, air_minimum,
      air_sigma, plant_minimum, plant_sigma, full_offset, score, p_air_frost, p_plant_frost, p_moderate, p_strong)
    select ${syntheticPoint.pointKey}, date, 'a', 1, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0
    from unnest(array['2025-03-01', '2026-04-20']) as dates (date)`.execute(earlier.queries)
  await earlier.queries.destroy()
  const store = await openStore({ ...at, now: noon })
  await store.record.prepareMonths('2026-04-11')
  await save(store, '2026-04-11', '2026-05-01', '2026-06-30', '2026-07-01')
  await save(store, '2026-05-01')
  // Nights of April were there before, so April stays with them.
  expect(await tables(store.database)).toEqual([
    'issued_nights_2026_05',
    'issued_nights_2026_06',
    'issued_nights_old',
    'issued_nights_other'
  ])
  const dates = async () =>
    (await store.record.issued(syntheticPoint.pointKey, false, '2025-01-01')).map(({ date }) => date)
  expect(await dates()).toEqual([
    '2025-03-01',
    '2026-04-11',
    '2026-04-20',
    '2026-05-01',
    '2026-06-30',
    '2026-07-01'
  ])
  await store.record.forgetBefore('2026-04-15', noon)
  expect(await dates()).toEqual(['2026-04-20', '2026-05-01', '2026-06-30', '2026-07-01'])
  await store.close()
})

it('of a month are dropped at once, when all of them are old', async () => {
  const store = await openStore({ ...(await engine.migrated()), now: noon })
  await store.record.prepareMonths('2026-12-31')
  await save(store, '2026-12-31', '2027-01-01', '2027-02-28')
  const months = ['issued_nights_2026_12', 'issued_nights_2027_01', 'issued_nights_2027_02']
  expect(await tables(store.database)).toEqual(months)
  await store.record.forgetBefore('2027-01-01', noon)
  expect(await tables(store.database)).toEqual(months.slice(1))
  await expect(sql`select 1 from issued_nights_2026_12`.execute(store.database.queries)).rejects.toThrow(
    'does not exist'
  )
  // Each day; what is there stays.
  await store.record.prepareMonths('2027-01-01')
  await store.record.prepareMonths('2027-01-02')
  expect(await tables(store.database)).toEqual(months.slice(1))
  await store.close()
})

it('are prepared and dropped another day while a backup reads them', async () => {
  const at = await engine.migrated()
  const store = await openStore({ ...at, now: noon })
  const reading = await store.database.queries.startTransaction().execute()
  await sql`select 1 from issued_nights`.execute(reading)
  await store.record.prepareMonths('2026-04-11')
  await save(store, '2026-04-11')
  expect(await tables(store.database)).toEqual(['issued_nights_other'])
  await reading.rollback().execute()
  await store.close()
})
