/** The record holds the nights of named and of measured points, and not those of every point that is asked for once. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStore, type Store } from '../../../src/store/open.ts'
import { startApp } from '../../app.ts'
import { openTestedData, type TestedData } from '../../tested-data.ts'
import { startUpstream, type Upstream } from '../../upstream/upstream.ts'

let now = Date.parse('2026-04-11T06:00:00Z')
let data: TestedData
/** Beside the apps. */
let store: Store
let upstream: Upstream
beforeEach(async () => {
  upstream = await startUpstream(() => now)
  data = await openTestedData()
  store = await openStore({ ...data, now })
})
afterEach(async () => {
  await upstream.close()
  await store.close()
  await data.remove()
})

/** The points whose nights are recorded. */
async function recorded(): Promise<readonly string[]> {
  const { queries } = store.database
  const points = queries.selectFrom('issued_nights').select('point_key').distinct().orderBy('point_key')
  return (await points.execute()).map(({ point_key: key }) => key)
}

/** One life of a service that is asked for these points; what is recorded once `last` is, and at its end. */
async function recordedAfter(queries: readonly string[], last: string): Promise<readonly unknown[]> {
  const app = await startApp({ environment: upstream.environment, data, clock: () => now })
  for (const query of queries)
    expect((await fetch(`${app.api}/weather/frost-risk?${query}`)).status).toBe(200)
  await expect.poll(recorded).toContain(last)
  // Closing waits for what is still to be recorded.
  await app.close()
  return recorded()
}

/** Adana, of which a service without data asks whether its source answers, and Malatya. */
const named = ['36.986,35.325', '38.350,38.317']

it('a swept point leaves no record until it has a sensor', async () => {
  const points = ['lat=38.9&lon=38.1', 'lat=39.2&lon=38.2', 'lat=40.1&lon=33.3']
  expect(await recordedAfter([...points, 'location=malatya'], '38.350,38.317')).toEqual(named)
  const at = { point_key: '39.200,38.200', lat: 39.2, lon: 38.2, timezone: 'Europe/Istanbul', elevation: 900 }
  const sensor = { owner: 'operator', kind: 'air_2m', station: '', is_operators: 1, changed_at: 0, ...at }
  await store.database.queries.insertInto('sensors').values(sensor).execute()
  now += 30 * 3_600_000
  const measured = '39.200,38.200 measured'
  expect(await recordedAfter(points, measured)).toEqual([...named, measured])
})

it('a field is recorded once it is watched', async () => {
  const query = 'lat=39.4&lon=38.6&elevation=1200'
  await recordedAfter([query, 'location=malatya'], '38.350,38.317')
  // Its past forecasts would be a record before its own first night.
  const environment = { ...upstream.environment, OPEN_METEO_PREVIOUS_RUNS_URL: 'http://127.0.0.1:9' }
  const app = await startApp({ environment, data, clock: () => now })
  const body = { lat: 39.4, lon: 38.6, elevation: 1200, channel: 'feed', threshold: 60 }
  const { status } = await fetch(`${app.api}/alerts/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body)
  })
  expect(status).toBe(201)
  await app.close()
  expect(await recorded()).toEqual(named)
  now += 30 * 3_600_000
  expect(await recordedAfter([query], '39.400,38.600,1200')).toEqual([...named, '39.400,38.600,1200'])
})
