/** What a spreadsheet and pandas read of an answer is what its JSON says. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../app.ts'
import { type CheckedClient, openClient } from '../http/client.ts'
import { comparePlaces, geoJsonFaults } from './read-places.ts'
import { compareAll, drawnQuestions, pandasPython, tables } from './read-tables.ts'

if (pandasPython === undefined && process.env['CI'] === 'true')
  throw new Error('CI=true, but there is no pandas')

let app: TestApp
let client: CheckedClient
beforeAll(async () => {
  const environment = { SOURCES: 'demo', TIERS: 'free=6000/60' }
  app = await startApp({ environment, clock: () => Date.parse('2026-04-11T17:30:00Z') })
  client = await openClient(app.origin)
})
afterAll(async () => {
  await client.close()
  await app.close()
})

it('every weather operation that has CSV is compared', async () => {
  const document: unknown = await (await fetch(`${app.origin}/api/v1/openapi.json`)).json()
  const { paths } = document as {
    readonly paths: Readonly<Record<string, { readonly get?: unknown }>>
  }
  const single = Object.entries(paths).filter(
    ([path, { get }]) =>
      path.startsWith('/weather') && !path.endsWith('/places') && JSON.stringify(get).includes('csv-excel')
  )
  expect(single.map(([path]) => path).toSorted()).toEqual(Object.keys(tables).toSorted())
})

it('the numbers of both forms are those of JSON', async () => {
  const { rules, pandas } = await compareAll(client, drawnQuestions(18, 7))
  expect([...rules.wrong, ...pandas.wrong]).toEqual([])
  expect(rules.numbers).toBeGreaterThan(3000)
  if (pandasPython !== undefined) expect(pandas.numbers).toBe(rules.numbers)
})

it('many places have in every form the numbers of JSON', async () => {
  const { numbers, wrong } = await comparePlaces(client, 12, 3)
  expect(wrong).toEqual([])
  expect(numbers).toBeGreaterThan(3000)
})

it('the rules for GeoJSON see what is none', () => {
  const point = { type: 'Feature', geometry: { type: 'Point', coordinates: [38.3, 38.4] }, properties: {} }
  const faults = (features: readonly object[], more: object = {}) =>
    geoJsonFaults(JSON.stringify({ type: 'FeatureCollection', features, ...more }))
  expect(faults([point, { ...point, geometry: null }])).toEqual([])
  for (const wrong of [
    { ...point, geometry: { type: 'Point', coordinates: [38.4, 138.3] } },
    { ...point, geometry: undefined },
    { ...point, place: 1 },
    { ...point, properties: [] }
  ])
    expect(faults([wrong])).toHaveLength(1)
  expect(faults([point], { crs: {} })).toEqual(['crs'])
})

it.each(Object.keys(tables))('%s has the same bytes each time, and a separate validator', async (path) => {
  const target = `${path}?location=malatya&format=csv`
  const first = await client.ask(target)
  const again = await client.ask(target)
  const json = await client.ask(`${path}?location=malatya&format=json`)
  const plain = await client.ask(`${path}?location=malatya`)
  expect(again.body).toEqual(first.body)
  expect(again.headers['etag']).toBe(first.headers['etag'])
  expect(json.headers['etag']).toBe(plain.headers['etag'])
  expect(json.headers['etag']).not.toBe(first.headers['etag'])
  const known = await client.ask(target, { headers: { 'if-none-match': first.headers['etag'] ?? '' } })
  expect([known.status, known.body.length]).toEqual([304, 0])
  const head = (first.body.toString().split('\r\n')[0] ?? '').split(',')
  expect(new Set(head).size).toBe(head.length)
})

it.each([
  ['csvexcel', 'csv-excel'],
  ['excel', 'csv-excel'],
  ['CSV', 'csv'],
  ['xlsx', 'csv-excel'],
  ['xml', null]
])('format=%s is refused with what is meant', async (written, meant) => {
  const { status, json } = await client.ask(`/weather?location=malatya&format=${written}`)
  const { code, detail } = json as { code: string; detail: string }
  expect([status, code]).toEqual([400, 'invalid_parameter'])
  expect(detail).toContain('json, csv, csv-excel')
  if (meant !== null) expect(detail).toContain(`Did you mean "${meant}"`)
})

it.each([
  ['/weather?location=malatya&format=geojson', '…/places of each operation below /weather has it.'],
  ['/weather/night?location=malatya&format=ical', '/weather/frost-risk of one place has "ics".'],
  ['/weather/frost-risk?location=malatya&format=iCal', 'Did you mean "ics"'],
  ['/weather/frost-risk/places?locations=malatya&format=ics', '/weather/frost-risk of one place has it.'],
  ['/weather/frost-risk/overview?format=ics', '/weather/frost-risk of one place has it.'],
  ['/weather/frost-risk/overview?format=geo-json', 'Did you mean "geojson"'],
  ['/weather/frost-risk/overview?country=tr', 'Did you mean "TR"'],
  ['/weather/frost-risk/overview?province=malatya', 'Did you mean "region"'],
  ['/weather/frost-risk/overview?date=2026-04-12', 'Did you mean "night"'],
  ['/weather/places?lat=38.3&lon=38.3', 'Points go into the list of POST'],
  ['/weather/places?places=malatya', 'Did you mean "locations"?']
])('%s is refused with where that is taken', async (target, said) => {
  const { status, json } = await client.ask(target)
  expect([status, (json as { detail: string }).detail]).toEqual([400, expect.stringContaining(said)])
})

it('no header chooses the form', async () => {
  const { headers } = await client.ask('/weather?location=malatya', { headers: { accept: 'text/csv' } })
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
})
