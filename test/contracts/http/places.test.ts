/** Many places in one request: each row is what its own request would be answered. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openGazetteer } from '../../../src/places/gazetteer.ts'
import { startApp, type TestApp } from '../../app.ts'
import { type CheckedClient, openClient } from './client.ts'

interface Row {
  readonly place: unknown
  readonly answer?: Readonly<Record<string, unknown>>
  readonly problem?: { readonly code: string; readonly status: number; readonly detail: string }
}

let app: TestApp
let client: CheckedClient
/** The limit is sixty a minute: the clock moves between the tests. */
let now = Date.parse('2026-04-11T17:30:00Z')
beforeAll(async () => {
  app = await startApp({ environment: { SOURCES: 'demo' }, clock: () => now })
  client = await openClient(app.origin)
})
afterAll(async () => {
  await client.close()
  await app.close()
})

async function rowsOf(target: string, body?: unknown): Promise<readonly Row[]> {
  const answer = await client.ask(
    target,
    body === undefined ? {} : { method: 'POST', headers: json, body: JSON.stringify(body) }
  )
  expect([answer.status, target]).toEqual([200, target])
  return (answer.json as { results: readonly Row[] }).results
}

const json = { 'content-type': 'application/json' }

it.each([
  ['/weather', 'days=3'],
  ['/weather/current', 'units=imperial'],
  ['/weather/frost-risk', 'crop=apricot&stage=full-bloom&lang=tr'],
  ['/weather/night', 'lang=tr'],
  ['/weather/hourly', 'slots=5'],
  ['/weather/widget-data', 'lang=tr']
])('%s/places answers each place as its own request', async (path, query) => {
  now += 120_000
  const points = [{ lat: 38.355, lon: 38.31 }, 'İzmir', { lat: -33.4, lon: -70.6, elevation: 520 }]
  const [got, posted] = [
    await rowsOf(`${path}/places?locations=malatya,soma&${query}`),
    await rowsOf(`${path}/places?${query}`, { places: points })
  ]
  const singles = await Promise.all(
    [
      'location=malatya',
      'location=soma',
      'lat=38.355&lon=38.31',
      'location=izmir',
      'lat=-33.4&lon=-70.6&elevation=520'
    ].map(async (where) => (await client.ask(`${path}?${where}&${query}`)).json)
  )
  expect([...got, ...posted]).toEqual(
    ['malatya', 'soma', { lat: 38.355, lon: 38.31, elevation: null }, 'İzmir', points[2]].map(
      (place, index) => ({ place, answer: singles[index] })
    )
  )
})

it('81 provinces in one request count as nine of sixty', async () => {
  now += 120_000
  const provinces = (await openGazetteer()).provinces().map(({ slug }) => slug)
  expect(provinces).toHaveLength(81)
  const target = `/weather/frost-risk/places?detail=short&locations=${provinces.join(',')}`
  const first = await client.ask(target)
  expect(first.headers['ratelimit']).toMatch(/^"free";r=51;/)
  const { results } = first.json as { results: readonly Row[] }
  expect(results.map(({ place }) => place)).toEqual(provinces)
  expect(results.every(({ answer }) => answer !== undefined)).toBe(true)
  const left = []
  for (let index = 0; index < 6; index++) left.push((await client.ask(target)).status)
  expect(left).toEqual([200, 200, 200, 200, 200, 429])
  const { json: refused, headers } = await client.ask(target)
  expect(refused).toMatchObject({ code: 'quota_exceeded', 'violated-policies': ['free'] })
  expect((refused as { detail: string }).detail).toContain('counts as 9 requests')
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
})

it('a place that is wrong is the problem of its row', async () => {
  now += 120_000
  const got = await rowsOf('/weather/current/places?locations=malatya,malatia,38.35,--,sivas')
  expect(got.map(({ problem }) => problem?.code ?? null)).toEqual([
    null,
    'location_not_found',
    'invalid_parameter',
    'invalid_parameter',
    null
  ])
  expect(got[1]?.problem).toMatchObject({
    status: 404,
    suggestions: expect.arrayContaining([{ slug: 'malatya', name: 'Malatya' }])
  })
  expect(got[2]?.problem?.detail).toContain('into the list of POST')
  const wrong = [
    { lat: 38 },
    { lat: 91, lon: 38 },
    { lat: 38, lng: 38 },
    { location: 'malatya' },
    { latitude: 38, longitude: 38, altitude: 900 },
    17,
    null,
    [],
    'no such place'
  ]
  const posted = await rowsOf('/weather/current/places', {
    places: ['malatya', ...wrong, { lat: 38, lon: 38 }]
  })
  expect(posted.map(({ problem }) => problem?.status ?? null)).toEqual([
    ...[null, 422, 422, 422, 422, 422, 422, 422, 422, 404],
    null
  ])
  const details = posted.map(({ problem }) => problem?.detail ?? '')
  expect(details[1]).toContain('"lon" must be a number')
  expect(details[2]).toContain('−90 to 90')
  expect(details[3]).toContain('"lng" is not a member. Did you mean "lon"?')
  expect(details[4]).toContain('its slug alone, such as "malatya"')
  for (const name of ['lat', 'lon', 'elevation']) expect(details[5]).toContain(`Did you mean "${name}"?`)
  expect(details[6]).toContain('an object such as {"lat": 38.35, "lon": 38.31}')
  const texts = [
    { lat: '38.35', lon: '38,31' },
    { lat: 38, lon: 38, elevation: 'high' }
  ]
  const [quoted, wordy] = await rowsOf('/weather/current/places', { places: texts })
  expect(quoted?.problem?.detail).toBe(
    '"lat" must be a number. Write it without quotation marks: 38.35. ' +
      '"lon" must be a number. Write it without quotation marks: 38.31.'
  )
  expect(wordy?.problem?.detail).toMatch(/^"elevation" must be a number[^.]*\.$/)
  const heights = [9001, -500, '980'].map((elevation) => ({ lat: 38, lon: 38, elevation }))
  for (const { problem } of await rowsOf('/weather/current/places', { places: heights }))
    expect(problem?.detail).toContain('"elevation" must be a number')
})

it('the places of an answer are a question as they are, twice named as once, with blanks around a name', async () => {
  now += 120_000
  const places = [
    'malatya',
    ' İzmir ',
    'malatya',
    { lat: 38, lon: 38 },
    { lat: 38, lon: 38, elevation: null }
  ]
  const rows = await rowsOf('/weather/current/places', { places })
  expect(rows.map(({ problem }) => problem)).toEqual(places.map(() => undefined))
  expect(rows[2]).toEqual(rows[0])
  expect(rows[4]).toEqual(rows[3])
  const again = await rowsOf('/weather/current/places', { places: rows.map(({ place }) => place) })
  expect(again).toEqual(rows)
})

it.each([
  ['?locations=', 'empty_parameter', 'has no value'],
  ['?locations=malatya,,sivas', 'invalid_format', 'Place 2 of "locations" is empty'],
  [`?locations=${Array(101).fill('a').join(',')}`, 'out_of_range', '101 places'],
  ['?locations=malatya&lat=38', 'unknown_parameter', 'Points go into the list of POST.'],
  ['?locations=malatya&format=xml', 'not_allowed', 'geojson'],
  ['?locations=malatya&fields=curent.temperature', 'not_allowed', 'Did you mean "current"'],
  ['?locations=malatya&fields=current.temprature', 'not_allowed', '"current" has no member "temprature"'],
  ['?locations=malatya&fields=current,', 'not_allowed', 'no member ""'],
  ['?locations=malatya&fields=current&detail=short', 'conflicting_parameters', 'not both'],
  ['?locations=malatya&fields=current&format=csv', 'conflicting_parameters', 'all its columns']
])('%s is refused as a whole', async (query, code, detail) => {
  now += 120_000
  const answer = await client.ask(`/weather/current/places${query}`)
  const body = answer.json as { detail: string; errors: readonly { code: string }[] }
  expect([answer.status, body.errors.map((one) => one.code)]).toEqual([400, [code]])
  expect(body.detail).toContain(detail)
})

it.each([
  [{ places: [] }, 'a list of 1 to 1000'],
  [{ places: 'malatya' }, 'a list of 1 to 1000'],
  [{}, 'a list of 1 to 1000'],
  [{ place: ['malatya'], places: ['malatya'] }, '"place" is not one. Did you mean "places"'],
  [{ fields: ['current'], places: ['malatya'] }, '"fields" is not one. It goes into the query.'],
  [{ places: Array(101).fill('malatya') }, '101 places; 100 are taken at once. With an API key 1000 are.']
])('the body %j is refused as a whole', async (body, detail) => {
  now += 120_000
  const answer = await client.ask('/weather/places', {
    method: 'POST',
    headers: json,
    body: JSON.stringify(body)
  })
  expect([answer.status, (answer.json as { code: string }).code]).toEqual([422, 'validation_failed'])
  expect((answer.json as { detail: string }).detail).toContain(detail)
})

it('GeoJSON has a feature for each place, with its coordinates', async () => {
  now += 120_000
  const query = 'locations=malatya,nowhere-at-all&format=geojson&fields=current.temperature'
  const { headers, body } = await client.ask(`/weather/current/places?${query}`)
  expect(headers['content-type']).toBe('application/geo+json')
  const [single] = await rowsOf('/weather/current/places?locations=malatya')
  const { temperature } = Object(single?.answer?.['current']) as { temperature: number }
  expect(JSON.parse(body.toString())).toEqual({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [38.317, 38.35] },
        properties: { place: 'malatya', answer: { current: { temperature } } }
      },
      {
        type: 'Feature',
        geometry: null,
        properties: { place: 'nowhere-at-all', problem: expect.objectContaining({ status: 404 }) }
      }
    ]
  })
})

it('a table has the rows of all places, and the code of a problem', async () => {
  now += 120_000
  const one = (await client.ask('/weather/places?locations=malatya&days=2&format=csv')).body.toString()
  const two = (
    await client.ask('/weather/places?locations=malatya,=1,sivas&days=2&format=csv')
  ).body.toString()
  const [head = '', ...lines] = two.trimEnd().split('\r\n')
  expect(head).toMatch(/,place,problem$/)
  expect(`${[head, ...lines.slice(0, 2)].join('\r\n')}\r\n`).toBe(one)
  expect(lines).toHaveLength(5)
  expect(lines[2]).toMatch(/^,+'=1,invalid_parameter$/)
})

it('an answer that is not read on stops the work', async () => {
  now += 120_000
  const stopped = new AbortController()
  const body = JSON.stringify({
    places: Array.from({ length: 100 }, (_, index) => ({ lat: index / 2, lon: 40.5 }))
  })
  const answer = await fetch(`${app.api}/weather/night/places`, {
    method: 'POST',
    headers: json,
    body,
    signal: stopped.signal
  })
  await answer.body?.getReader().read()
  stopped.abort()
  expect((await client.ask('/weather/current?location=malatya')).status).toBe(200)
  expect(app.log().filter((line) => line.includes('"request_id"'))).toEqual([])
})
