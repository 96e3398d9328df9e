/** One night at every province or district: each row is what the frost risk of the place says. */
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OverviewBody } from '../../../src/http/weather/places/overview.schema.ts'
import { startApp, type TestApp } from '../../app.ts'
import { startUpstream, type Upstream } from '../../upstream/upstream.ts'
import { type CheckedClient, openClient } from './client.ts'

let app: TestApp
let client: CheckedClient
let now = Date.parse('2026-04-11T17:30:00Z')
beforeAll(async () => {
  app = await startApp({ environment: { SOURCES: 'demo' }, clock: () => now })
  client = await openClient(app.origin)
})
afterAll(async () => {
  await client.close()
  await app.close()
})

const path = '/weather/frost-risk/overview'

async function overview(query: string): Promise<OverviewBody> {
  const answer = await client.ask(`${path}?${query}`)
  expect([answer.status, query]).toEqual([200, query])
  return answer.json as OverviewBody
}

interface FrostRisk {
  readonly frost_risk: {
    readonly tonight: { readonly probability: { readonly frost: number } } | null
  }
  readonly nights: readonly Readonly<Record<string, unknown>>[]
}

it.each(['', '&crop=apricot&stage=full-bloom&lang=tr', '&units=imperial'])(
  'the provinces%s have tonight as their own requests',
  async (query) => {
    now += 120_000
    const before = Number(/r=(\d+)/.exec((await client.ask('/crops')).headers['ratelimit'] ?? '')?.[1])
    const answer = await client.ask(`${path}?country=TR${query}`)
    expect(answer.headers['ratelimit']).toMatch(new RegExp(`r=${before - 1};`))
    const { places } = answer.json as OverviewBody
    expect(places).toHaveLength(81)
    for (const index of [0, 43, 80]) {
      const row = places[index]
      const single = (await client.ask(`/weather/frost-risk?location=${row?.slug}${query}`)).json as FrostRisk
      const { date, score, level, temperature_min, plant_temperature_min } = single.nights[0] ?? {}
      expect(row).toMatchObject({ date, score, level, temperature_min, plant_temperature_min })
      expect(row?.frost_probability).toBe(single.frost_risk.tonight?.probability.frost)
    }
  }
)

it('a region has its districts, and a night is chosen by its morning', async () => {
  now += 120_000
  const { places, region } = await overview('region=malatya&night=2026-04-14')
  expect([region, places.length]).toEqual(['malatya', 13])
  for (const { date, region: province, score, missing_because } of places) {
    expect({ date, province, missing_because }).toEqual({
      ...{ date: '2026-04-14', province: 'Malatya', missing_because: null }
    })
    expect(score).not.toBeNull()
  }
  const past = await overview('region=malatya&night=2020-01-01')
  expect(new Set(past.places.map((one) => `${one.level} ${one.score} ${one.missing_because}`))).toEqual(
    new Set(['unknown null night_unknown'])
  )
})

it('a table and GeoJSON have the same rows', async () => {
  now += 120_000
  const { places } = await overview('region=malatya')
  const csv = (await client.ask(`${path}?region=malatya&format=csv`)).body.toString()
  const rows = parse(csv, { columns: true }) as readonly Record<string, string>[]
  expect(
    rows.map(({ slug, score, temperature_min }) => [slug, Number(score), Number(temperature_min)])
  ).toEqual(places.map(({ slug, score, temperature_min }) => [slug, score, temperature_min]))
  const { body, headers } = await client.ask(`${path}?region=malatya&format=geojson`)
  expect(headers['content-type']).toBe('application/geo+json')
  const { features } = JSON.parse(body.toString()) as {
    features: readonly { geometry: { coordinates: readonly number[] }; properties: object }[]
  }
  expect(features.map(({ geometry, properties }) => [geometry.coordinates, properties])).toEqual(
    places.map(({ lat, lon, ...rest }) => [[lon, lat], rest])
  )
})

it.each([
  ['country=GR', 'country'],
  ['region=malatia', 'Did you mean "malatya"'],
  ['region=malatya-battalgazi', 'not a province'],
  ['night=tonight', 'night'],
  ['crop=apricot', 'stage'],
  ['format=xml', 'geojson']
])('%s is refused', async (query, detail) => {
  now += 120_000
  const { status, json } = await client.ask(`${path}?${query}`)
  expect([status, (json as { code: string }).code]).toEqual([400, 'invalid_parameter'])
  expect((json as { detail: string }).detail).toContain(detail)
})

it('new points beyond those of the client are null, with the reason', async () => {
  const upstream: Upstream = await startUpstream(() => now)
  const environment = { ...upstream.environment, SOURCES: 'open-meteo', POINTS_PER_DAY: '5', ENSEMBLE: 'no' }
  const other = await startApp({ environment, clock: () => now })
  const asking = await openClient(other.origin)
  try {
    await asking.ask('/weather?location=ankara')
    const { json } = await asking.ask(`${path}?region=malatya`)
    const { places } = json as OverviewBody
    const known = places.filter(({ missing_because }) => missing_because === null)
    expect(known.length).toBeLessThanOrEqual(5)
    expect(known.length).toBeGreaterThan(0)
    for (const row of places) {
      if (row.missing_because === null) expect(row.score).not.toBeNull()
      else
        expect(row).toMatchObject({
          missing_because: 'quota_exceeded',
          score: null,
          level: 'unknown',
          freshness: null
        })
    }
  } finally {
    await asking.close()
    await other.close()
    await upstream.close()
  }
})
