/** docs/operation.md says of every table how long its rows are stored. */
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noOperator } from '../../../src/common/operator.ts'
import type { PageRequest } from '../../../src/http/page.ts'
import { languages, wordsIn } from '../../../src/language/language.ts'
import { inlined } from '../../../src/site/answers.ts'
import { privacyPath } from '../../../src/site/paths.ts'
import { type PersonalSubject, personalData, privacyPages } from '../../../src/site/privacy/privacy-page.ts'
import { openStore, type Store } from '../../../src/store/open.ts'
import { startApp } from '../../app.ts'
import { syntheticIssue, syntheticPoint } from '../../made/synthetic-nights.ts'
import { clockAt } from '../../scenarios/weather/harness.ts'
import { type Engine, engines, sqliteEngine } from './engines.ts'
import { hour, noon, openFresh, stored, storeForEach } from './opened.ts'

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

const requestOf = (path: string): PageRequest => ({
  ...{ path, params: {}, query: new URLSearchParams(), acceptLanguage: '', form: null, origin: '' },
  ...{ client: 'test', nowAt: noon }
})

/** Tables without data of people, and why. */
const impersonal: Readonly<Record<string, string>> = {
  archive_cells: 'cells of a grid',
  archive_years: 'cells of a grid',
  chain_register: 'one row for the whole service',
  airports: 'public',
  airport_reports: 'public',
  airport_nights: 'public',
  secrets: 'of the service itself',
  schema_versions: 'of the program'
}

it('every table with data of people is on the privacy page, with the days that the document says', async () => {
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  const named = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, one]) => one)
  )
  const personal = Object.values(personalData).flat()
  expect([...personal, ...Object.keys(impersonal)].sort()).toEqual(named.sort())
  const days = (text: string) =>
    [...text.matchAll(/\b(\d{1,3})(?: days?| gün)/g)].map(([, one]) => Number(one))
  for (const lang of languages) {
    const page = privacyPages({ siteUrl: '', baseUrl: '', operator: noOperator, css: inlined('') }).find(
      ({ path }) => path === privacyPath(lang)
    )
    const answer = await page?.render(requestOf(privacyPath(lang)))
    const html = answer !== undefined && 'body' in answer ? String(answer.body) : ''
    for (const [subject, tables] of Object.entries(personalData)) {
      const said = days(wordsIn(lang).privacy.subjects[subject as PersonalSubject].until)
      for (const table of tables) {
        expect(html).toContain(`<code>${table}</code>`)
        const row = rows.find((one) => one.split('|')[1]?.includes(`\`${table}\``)) ?? ''
        const missing = days(row.split('|')[3] ?? '').filter((one) => !said.includes(one))
        expect([lang, table, missing]).toEqual([lang, table, []])
      }
    }
  }
})

/** As the document says it, in its last column [ms]. */
function storedForMs(table: string, said: RegExp): number {
  const row = section.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${table}\``)) ?? ''
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
    expect(await leftOf('allowances', insert, storedForMs('allowances', /(\d+) days; points/))).toBe(1)
  })

  it('points that clients opened are stored', async () => {
    const insert = (dayStart: number, client: string) => fresh.store.openedPoints.add({ client, dayStart }, 1)
    const ageMs = storedForMs('allowances', /points of clients (a day) \|$/)
    expect(await leftOf('allowances', insert, ageMs)).toBe(1)
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

/** A kind of row that the service deletes by itself: one is stored at an instant, and those that are left are named. */
interface AgingRow {
  readonly table: string
  /** How its row of the document says the days. */
  readonly said: RegExp
  readonly store: (store: Store, name: string, at: number) => Promise<unknown>
  readonly left: (store: Store) => Promise<readonly string[]>
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

const airport = { icao: 'LTAT', name: 'Malatya', lat: 38.4353, lon: 38.091, elevation: 849 }

/** Nights are told by their date, all others by a name. */
const agingRows: readonly AgingRow[] = [
  {
    table: 'kept_forecasts',
    said: /(\d+) days, and always the newest \|$/,
    store: async ({ storedForecasts }, name, at) => {
      const of = { pointKey: syntheticPoint.pointKey, meta: '{}', body: new Uint8Array(1) }
      await storedForecasts.write({ ...of, sourceId: name, confirmedAt: at })
      // It is never deleted, so it must be another one.
      await storedForecasts.write({ ...of, sourceId: 'newest', confirmedAt: at + 1000 * hour })
    },
    left: async ({ database }) =>
      (await database.queries.selectFrom('kept_forecasts').select('source').execute())
        .map(({ source }) => source)
        .filter((source) => source !== 'newest')
  },
  {
    table: 'readings',
    said: /(\d+) days; the nights that follow/,
    store: ({ record }, station, at) => {
      const of = { owner: 'key', isOperators: false, point: syntheticPoint, kind: 'air_2m' as const }
      const sensor = { ...of, exposure: null, station }
      const reading = { sensor, measuredAt: at, temperatureC: 4, dewPointC: null, windSpeedMps: null }
      return record.saveReadings([reading], at)
    },
    left: async ({ database }) =>
      (
        await database.queries
          .selectFrom('readings as r')
          .innerJoin('sensors as s', 's.seq', 'r.sensor_seq')
          .select('s.station')
          .execute()
      ).map(({ station }) => station)
  },
  {
    table: 'issued_nights',
    said: /(\d+) days, chained nights up to/,
    store: ({ record }, _name, at) =>
      record.saveIssued({
        ...{ point: syntheticPoint, synthetic: false, issuance: null },
        nights: [syntheticIssue(dateOf(at))]
      }),
    left: ({ database }) => datesIn(database, 'issued_nights')
  },
  {
    table: 'analysed_nights',
    said: /(\d+) days, chained nights up to/,
    store: ({ record }, _name, at) => {
      const minima = { airMinimumC: 1, plantMinimumC: 0 }
      const night = { date: dateOf(at), source: 'made', analysedAt: at, ...minima }
      return record.saveAnalysed({ point: syntheticPoint, synthetic: false, nights: [night] })
    },
    left: ({ database }) => datesIn(database, 'analysed_nights')
  },
  {
    table: 'evening_nights',
    said: /(\d+) days \|$/,
    store: ({ database }, _name, at) =>
      database.queries
        .insertInto('evening_nights')
        .values({
          ...{ point_key: syntheticPoint.pointKey, night_date: dateOf(at), measured_at: at },
          ...{ forecast_minimum: 1, forecast_sigma: 1, updated_minimum: 0, updated_sigma: 1 }
        })
        .execute(),
    left: ({ database }) => datesIn(database, 'evening_nights')
  },
  {
    table: 'evening_states',
    said: /(\d+) days \|$/,
    store: ({ record }, name, at) =>
      record.saveEveningStates(name, [{ day: Math.floor(at / (24 * hour)), evenings: '[]' }]),
    left: async ({ database }) =>
      (await database.queries.selectFrom('evening_states').select('night_day').execute()).map(
        ({ night_day: day }) => dateOf(day * 24 * hour)
      )
  },
  {
    table: 'airport_nights',
    said: /(\d+) days \|$/,
    store: async ({ record }, _name, at) => {
      await record.saveAirportReports([airport], [])
      await record.saveAirportNights([{ icao: airport.icao, date: dateOf(at), minimumC: 1, isWhole: true }])
    },
    left: ({ database }) => datesIn(database, 'airport_nights')
  },
  {
    table: 'airport_reports',
    said: /reports (\d+) days \|$/,
    store: ({ record }, name, at) => {
      const icao = name === 'older' ? 'LTAT' : 'LTAJ'
      const of = { temperatureC: 4, dewPointC: 1, windSpeedMps: 2, cloudCoverFraction: null, isWhole: true }
      return record.saveAirportReports([{ ...airport, icao }], [{ icao, measuredAt: at, ...of }])
    },
    left: async ({ database }) =>
      (await database.queries.selectFrom('airport_reports').select('icao').execute()).map(({ icao }) =>
        icao === 'LTAT' ? 'older' : 'younger'
      )
  },
  {
    table: 'subscriptions',
    said: /destination, label and the coordinates of a field until (\d+) days after its end \|$/,
    store: async (store, label, at) => {
      const { id } = await stored(store, { label })
      const ended = { state: 'ended', ended_at: at } as const
      await store.database.queries.updateTable('subscriptions').set(ended).where('id', '=', id).execute()
    },
    left: async ({ database }) => {
      const rows = await database.queries
        .selectFrom('subscriptions')
        .select(['label', 'destination'])
        .execute()
      return rows.flatMap(({ label, destination }) => (destination === null ? [] : [label ?? 'unnamed']))
    }
  }
]

async function datesIn(
  { queries }: Store['database'],
  table: 'issued_nights' | 'analysed_nights' | 'evening_nights' | 'airport_nights'
): Promise<readonly string[]> {
  const rows = await queries.selectFrom(table).select('night_date').execute()
  return rows.map(({ night_date: date }) => date)
}

/** What is left of an older and a younger row of each kind once a service on the database has done its rounds. */
async function leftByService(engine: Engine, at: number): Promise<ReadonlyMap<string, readonly string[]>> {
  const place = await engine.migrated()
  const before = await openStore({ ...place, now: at })
  for (const { table, said, store } of agingRows) {
    const limit = at - storedForMs(table, said)
    await store(before, 'older', /_(nights|states)$/.test(table) ? limit - 24 * hour : limit - 1)
    await store(before, 'younger', /_(nights|states)$/.test(table) ? limit : limit + 1)
  }
  await before.close()
  const clock = clockAt(at)
  const app = await startApp({
    environment: { SOURCES: 'demo' },
    ...{ data: place, clock: clock.read, pause: clock.pause }
  })
  await Promise.all(['prune', 'forget', 'upkeep'].map(clock.rests)).finally(app.close)
  const after = await openStore({ ...place, now: at })
  const left = new Map<string, readonly string[]>()
  for (const { table, left: leftOf } of agingRows) left.set(table, await leftOf(after))
  await after.close()
  return left
}

describe.each(engines())('the service on $name', (engine) => {
  beforeAll(() => engine.start())
  afterAll(() => engine.stop())

  it('deletes by itself what is older than the document says, and nothing younger', async () => {
    const youngest = agingRows.map(({ table, said }) => {
      const limit = noon - storedForMs(table, said)
      return [table, [/_(nights|states)$/.test(table) ? dateOf(limit) : 'younger']] as const
    })
    expect(await leftByService(engine, noon)).toEqual(new Map(youngest))
  })
})
