/** GET /verification/nights: what was issued for each night, and what came, as JSON and CSV. */
import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp } from '../../app.ts'
import { type CheckedClient, clientWith } from '../../contracts/http/client.ts'
import { closedContract } from '../../contracts/http/closed-contract.ts'
import { keys, noonOf, type SyntheticRecord, startRecord, syntheticRun } from './synthetic-record.ts'

type Row = Readonly<Record<string, string | number | null>>
interface Body {
  readonly nights: readonly Row[]
  readonly chain: Readonly<Record<string, string | number | null>> | null
  readonly next_cursor: string | null
  readonly record_note: string | null
  readonly record: Readonly<Record<string, number>> | null
}

let app: SyntheticRecord
let client: CheckedClient
beforeAll(async () => {
  app = await startRecord({ startAt: noonOf('2026-04-01') })
  // The contract that the whole app publishes judges every answer.
  const published = await startApp({ environment: { SOURCES: 'demo' } })
  const document = await (await fetch(`${published.origin}/api/v1/openapi.json`)).json()
  await published.close()
  client = clientWith(closedContract(document as never), new URL(app.api).origin)
  // Three runs at noon: at 12 UTC the coldest hour of the next morning is 14 hours away, a lead of 0.6 days.
  for (const day of [1, 2, 3]) await app.issue(syntheticRun(noonOf(`2026-04-0${day}`), () => day))
  const night = (date: string, minimum: number) => ({ location: 'malatya', date, kind: 'air_2m', minimum })
  app.turnClockTo(noonOf('2026-04-04'))
  await app.post('/observations', night('2026-04-02', 0.4), keys.operator)
  await app.post('/observations', night('2026-04-03', 5), keys.grower)
})
afterAll(async () => {
  expect(app.faults).toEqual([])
  await client.close()
  await app.close()
})

async function ask(query: string, key?: string): Promise<Body> {
  const headers = key === undefined ? {} : { 'x-api-key': key }
  const { json } = await client.ask(`/verification/nights?${query}`, { headers })
  return json as Body
}

describe('each issued night is a row', () => {
  it('with what was said, when, by which method, and what came', async () => {
    const { nights } = await ask('location=malatya&from=2026-04-02&until=2026-04-02')
    expect(nights).toEqual([
      {
        ...{ date: '2026-04-02', lead_days: 1, source: 'made', method: 'frost-p 2.0', origin: 'issued' },
        ...{ issued_at: '2026-04-01T15:00:00+03:00', recorded_at: '2026-04-01T15:00:00+03:00' },
        ...{ expected_minimum: 1, learned_bias: 0, observed_minimum: 0.4, observed_by: 'sensor' },
        ...{ observed_sensors: 1, missing_reason: null, seq: 1, entry: expect.stringMatching(/^\{.*\}$/) },
        range_low: expect.any(Number),
        range_high: expect.any(Number),
        frost_probability: expect.any(Number),
        score: expect.any(Number),
        analysed_minimum: expect.any(Number),
        hash: expect.stringMatching(/^[0-9a-f]{64}$/)
      }
    ])
    const [row] = nights
    expect(Number(row?.['range_low'])).toBeLessThan(1)
    expect(Number(row?.['range_high'])).toBeGreaterThan(1)
  })

  it('and says why nothing came: the night is not over, nothing measured it, or what did does not count', async () => {
    const { nights } = await ask('location=malatya&lead_days=1')
    expect(nights.map((row) => [row['date'], row['observed_minimum'], row['missing_reason']])).toEqual([
      ['2026-04-04', null, 'not_measured'],
      ['2026-04-03', null, 'not_measured'],
      ['2026-04-02', 0.4, null]
    ])
    const { nights: coming } = await ask('location=malatya&from=2026-04-05&limit=1')
    expect(coming).toMatchObject([{ missing_reason: 'night_not_over', observed_sensors: 0 }])
  })

  it('where a key’s own thermometer counts for that key alone', async () => {
    const night = 'location=malatya&from=2026-04-03&until=2026-04-03&lead_days=1'
    expect((await ask(night, keys.grower)).nights).toMatchObject([{ observed_minimum: 5 }])
    for (const key of [undefined, keys.neighbour]) {
      expect((await ask(night, key)).nights).toMatchObject([{ observed_minimum: null }])
    }
  })

  it('of plants, too, and in Fahrenheit', async () => {
    const { nights } = await ask('location=malatya&kind=plant&exposure=canopy&units=imperial&lead_days=1')
    expect(nights.at(-1)).toMatchObject({ observed_minimum: null, missing_reason: 'not_measured' })
    expect(Number(nights.at(-1)?.['expected_minimum'])).toBeGreaterThan(25)
    expect(Number(nights.at(-1)?.['expected_minimum'])).toBeLessThan(34)
  })
})

it('pages are one after the other, and together everything', async () => {
  const all = (await ask('location=malatya&limit=1000')).nights
  const paged: Row[] = []
  let cursor: string | null = null
  do {
    const page = await ask(`location=malatya&limit=7${cursor === null ? '' : `&cursor=${cursor}`}`)
    paged.push(...page.nights)
    cursor = page.next_cursor
  } while (cursor !== null)
  expect(paged).toEqual(all)
  expect(all.length).toBeGreaterThan(20)
  const { next_cursor } = await ask(`location=malatya&limit=${all.length}`)
  expect(next_cursor).toBeNull()
  const links = all.filter((row) => row['seq'] !== null)
  expect(links).toHaveLength(all.length)
})

it('anyone can check the chain from the rows', async () => {
  const { nights, chain } = await ask('location=malatya&limit=1000')
  let hash = ''
  for (const row of nights.toSorted((one, other) => Number(one['seq']) - Number(other['seq']))) {
    hash = createHash('sha256').update(`${hash}\n${row['entry']}`).digest('hex')
    expect(row['hash']).toBe(hash)
  }
  expect(chain).toMatchObject({ seq: nights.length, hash, removed_until: 0 })
})

it('the same rows are CSV, with the address of the next page', async () => {
  const query = '/verification/nights?location=malatya&limit=5'
  const { nights, next_cursor, record, record_note } = (await client.ask(query)).json as Body
  const { body, headers } = await client.ask(`${query}&format=csv`)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['link']).toBe(`<?location=malatya&limit=5&format=csv&cursor=${next_cursor}>; rel="next"`)
  expect(body.toString().split('\r\n')).toHaveLength(7)
  const rows = parse(body.toString(), { columns: true }) as readonly Record<string, string>[]
  expect(headers['content-disposition']).toBe('attachment; filename="ayaz-nights-malatya-air_2m.csv"')
  for (const [index, row] of rows.entries()) {
    const { unit, slug, lat, lon, kind, exposure, synthetic, record_lat, record_lon, ...rest } = row
    expect({ record_lat, record_lon }).toEqual({
      record_lat: String(record?.['lat']),
      record_lon: String(record?.['lon'])
    })
    const { record_elevation, record_missing, record_note: note, ...others } = rest
    const { units_temperature, units_temperature_difference, ...subject } = others
    expect([units_temperature, units_temperature_difference]).toEqual([unit, '°C'])
    const { location_slug, location_lat, location_lon, ...cells } = subject
    expect([location_slug, location_lat, location_lon]).toEqual([slug, lat, lon])
    expect({ record_missing, note }).toEqual({ record_missing: '', note: record_note })
    expect(record_elevation).toBe(String(record?.['elevation']))
    expect({ unit, slug, lat, lon, kind, exposure, synthetic }).toEqual({
      ...{ unit: '°C', slug: 'malatya', lat: '38.35', lon: '38.317' },
      ...{ kind: 'air_2m', exposure: '', synthetic: 'false' }
    })
    for (const [name, cell] of Object.entries(cells)) expect(cell).toBe(String(nights[index]?.[name] ?? ''))
  }
})

it('a point without a record, and the record of a point beside it, are not shown', async () => {
  expect(await ask('lat=10&lon=10')).toMatchObject({ record: null, nights: [], chain: null })
})
