/**
 * A measurement of tonight moves what everybody is shown, if its thermometer is the operator's or an airport's, and
 * else nothing.
 */
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import { hourMs, minuteMs } from '../../../src/common/time.ts'
import { openStore } from '../../../src/store/open.ts'
import { startLoopback } from '../../receivers/loopback.ts'
import { clearNights, shifted } from '../../upstream/weather.ts'
import { openStage, type Stage, type StageOptions, settle } from '../weather/harness.ts'
import { datesBefore, issuePastNights } from './past-nights.ts'
import { placesNamed } from './synthetic-record.ts'

/** 22:00 in Malatya; the sun set at 16 UTC. */
const evening = Date.UTC(2026, 3, 11, 19)
const malatya = { lat: 38.353, lon: 38.312 }
const keys = { operator: 'the-operators-key', grower: 'a-growers-key' }
const frostRisk = '/weather/frost-risk?location=malatya'

let stage: Stage
let closing: (() => Promise<void>)[] = []
afterEach(async () => {
  await stage.close()
  for (const close of closing) await close()
  closing = []
})

async function open(options: StageOptions = {}): Promise<void> {
  const environment = { SOURCES: 'open-meteo', ...options.environment }
  stage = await openStage({ at: evening, ...options, environment })
  // Nights a little above freezing.
  stage.upstream.setWeather(shifted(clearNights, 5))
  await settle(stage)
  const store = await openStore({ ...stage.app.data, now: evening })
  for (const [label, key] of Object.entries(keys)) {
    const hash = createHash('sha256').update(key).digest('hex')
    const operator = label === 'operator'
    await store.apiKeys.add({ id: label, hash, tier: 'free', label, operator, createdAt: evening })
  }
  for (const point of await placesNamed(['malatya']))
    await issuePastNights(store, point, datesBefore('2026-04-11'))
  await store.close()
}

/** Twelve nights on which a thermometer was so much beside the forecast, so that its readings count for everybody. */
async function remember(key: string, besideC: number, more: object = {}): Promise<void> {
  const minima = datesBefore('2026-04-11').map((date) => ({
    ...{ location: 'malatya', kind: 'air_2m', station: 'garden', unit: 'C', ...more },
    ...{ date, minimum: 5 + besideC }
  }))
  const { status } = await post('/observations', key, { observations: minima })
  expect(status).toBe(200)
}

const post = (path: string, key: string, body: object) =>
  stage.client.ask(path, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body)
  })

/** Every ten minutes of the last six hours, so much beside the forecast. */
async function measure(key: string, besideC: number, more: object = {}): Promise<void> {
  const now = stage.clock.read()
  const observations = Array.from({ length: 37 }, (_, index) => {
    const at = now - (36 - index) * 10 * minuteMs
    const hour = Math.floor(at / hourMs)
    const [from, to] = [hour, hour + 1].map((one) => clearNights(malatya, one).temperatureC + 5)
    const forecast = (from ?? 0) + (at / hourMs - hour) * ((to ?? 0) - (from ?? 0))
    return {
      ...{ location: 'malatya', kind: 'air_2m', station: 'garden', unit: 'C', ...more },
      measured_at: new Date(at).toISOString(),
      temperature: Math.round(10 * (forecast + besideC)) / 10
    }
  })
  const { status, json } = await post('/observations', key, { observations })
  expect([status, (json as { stored: number }).stored]).toEqual([200, 37])
}

interface Tonight {
  readonly temperature_min: number
  readonly plant_temperature_min_range: { readonly p10: number; readonly p90: number }
  readonly updated_by: {
    readonly station: string
    readonly measured_at: string
    readonly distance_km: number
  } | null
}
async function tonight(key?: string): Promise<Tonight> {
  const { json } = await stage.client.ask(
    frostRisk,
    key === undefined ? {} : { headers: { 'x-api-key': key } }
  )
  return (json as { frost_risk: { tonight: Tonight } }).frost_risk.tonight
}
async function ownTonight(key?: string): Promise<Tonight> {
  const headers = key === undefined ? {} : { 'x-api-key': key }
  const { json } = await stage.client.ask('/verification?location=malatya', { headers })
  return (json as { tonight: Tonight }).tonight
}
const width = ({ plant_temperature_min_range: { p10, p90 } }: Tonight) => p90 - p10

it('the operator’s thermometer moves the night for everybody, and every answer says by what', async () => {
  await open()
  const before = await tonight()
  expect(before.updated_by).toBe(null)
  await remember(keys.operator, -3)
  await measure(keys.operator, -3)
  const after = await tonight()
  expect(after.updated_by).toEqual({
    ...{ station: 'garden', measured_at: '2026-04-11T22:00:00+03:00', distance_km: 0 }
  })
  expect(after.temperature_min).toBeLessThan(before.temperature_min - 0.5)
  expect(width(after)).toBeLessThan(width(before))
  const { json } = await stage.client.ask('/weather/night?location=malatya')
  expect(json).toMatchObject({
    night: { temperature_min: after.temperature_min, updated_by: after.updated_by }
  })
  const widget = (await stage.client.ask('/weather/widget-data?location=malatya')).json
  expect(widget).toMatchObject({ tonight: { temperature_min: after.temperature_min } })
  const page = await (await fetch(`${stage.app.origin}/tr/yer/malatya`)).text()
  expect(page).toContain('garden, 0,0 km uzakta, 22.00')
  // Later nights are as they were.
  const nights = async () =>
    ((await stage.client.ask(frostRisk)).json as { nights: { temperature_min: number }[] }).nights
  expect((await nights())[1]).toMatchObject({ temperature_min: expect.any(Number) })
})

it.each([-6, -3, 3, 6, 9])(
  'without a record even the operator’s thermometer, %d °C beside its forecast, moves its owner’s answers alone, and never to be warmer',
  async (besideC) => {
    await open()
    const before = await tonight()
    await measure(keys.operator, besideC)
    expect(await tonight()).toEqual(before)
    expect(await ownTonight()).toMatchObject({ temperature_min: before.temperature_min, updated_by: null })
    const own = await ownTonight(keys.operator)
    if (besideC > 0) expect(own).toMatchObject({ temperature_min: before.temperature_min, updated_by: null })
    else expect(own.temperature_min).toBeLessThan(before.temperature_min - 0.5)
  }
)

it('a key’s own thermometer changes no byte of what others get, with a key or without one', async () => {
  await open()
  const targets = [
    frostRisk,
    '/weather?location=malatya',
    '/weather/widget-data?location=malatya',
    '/weather/night?location=malatya'
  ]
  const bytes = async (key?: string) => {
    const headers = key === undefined ? {} : { 'x-api-key': key }
    return Promise.all(
      targets.map(async (target) => (await fetch(`${stage.app.api}${target}`, { headers })).text())
    )
  }
  const before = await bytes()
  await measure(keys.grower, -6)
  expect(await bytes()).toEqual(before)
  expect(await bytes(keys.operator)).toEqual(before)
  expect((await ownTonight(keys.grower)).updated_by).toMatchObject({ station: 'garden', distance_km: 0 })
  expect((await ownTonight(keys.grower)).temperature_min).toBeLessThan(
    (await ownTonight()).temperature_min - 1
  )
  expect([(await ownTonight()).updated_by, (await ownTonight(keys.operator)).updated_by]).toEqual([
    null,
    null
  ])
  await remember(keys.operator, -3)
  await measure(keys.operator, -3)
  expect(await bytes()).not.toEqual(before)
})

it('a thermometer that lies, at a plant or of a revoked sensor moves nothing', async () => {
  await open()
  await remember(keys.operator, 0)
  await measure(keys.operator, 14)
  await measure(keys.operator, -4, { kind: 'plant', exposure: 'ground' })
  expect((await tonight()).updated_by).toBe(null)
})

it('of ten stations that lie, none reaches an answer: sentinels, wrong units and hours, what is frozen or far off', async () => {
  await open()
  const targets = [frostRisk, '/weather/widget-data?location=malatya', '/weather/night?location=malatya']
  const bytes = () =>
    Promise.all(targets.map(async (target) => (await fetch(`${stage.app.api}${target}`)).text()))
  const before = await bytes()
  const forecastC = (at: number) => clearNights(malatya, Math.floor(at / hourMs)).temperatureC + 5
  const always = (value: number) => () => value
  const lies: readonly (readonly [string, (at: number) => number, number, number])[] = [
    ['no sensor', always(-9999), 0, 422],
    ['no probe', always(327.67), 0, 422],
    ['disconnected', always(-127), 0, 422],
    ['overflow', always(32767), 0, 422],
    ['missing', always(-999), 0, 422],
    ['just switched on', always(85), 0, 422],
    ['local time said to be UTC', forecastC, 3 * hourMs, 422],
    ['frozen', always(6.3), 0, 200],
    ['Fahrenheit said to be Celsius', (at) => Math.min(45, forecastC(at) * 1.8 + 32), 0, 200],
    ['elsewhere', (at) => forecastC(at) - 15, 0, 200]
  ]
  for (const [station, valueAt, ahead, expected] of lies) {
    const observations = Array.from({ length: 19 }, (_, index) => {
      const at = evening - (18 - index) * 10 * minuteMs
      const temperature = Math.round(10 * valueAt(at)) / 10
      const measured = new Date(at + ahead + (ahead > 0 ? 6 * hourMs : 0)).toISOString()
      return {
        ...{ location: 'malatya', kind: 'air_2m', unit: 'C', station, temperature },
        measured_at: measured
      }
    })
    const { status } = await stage.client.ask('/observations', {
      method: 'POST',
      headers: { 'x-api-key': keys.operator, 'content-type': 'application/json' },
      body: JSON.stringify({ observations })
    })
    expect([station, status]).toEqual([station, expected])
    expect(await bytes()).toEqual(before)
  }
})

it('a sensor that is revoked moves nothing from that moment on, and again once it is accepted', async () => {
  await open()
  await remember(keys.operator, -3)
  await measure(keys.operator, -3)
  const headers = { 'x-api-key': keys.operator, 'content-type': 'application/json' }
  const post = (path: string) => stage.client.ask(path, { method: 'POST', headers })
  expect((await tonight()).updated_by).not.toBe(null)
  expect((await post('/sensors/1/revoke')).status).toBe(200)
  expect((await tonight()).updated_by).toBe(null)
  expect((await post('/sensors/1/accept')).status).toBe(200)
  expect((await tonight()).updated_by).not.toBe(null)
})

it('one that falls silent goes on to count until the night is over, and says since when', async () => {
  await open({ roundsOnClock: true })
  await remember(keys.operator, -3)
  await measure(keys.operator, -3)
  const { updated_by: heard } = await tonight()
  expect(heard).not.toBe(null)
  await stage.clock.rests('refresh')
  stage.clock.move(95 * minuteMs)
  await stage.clock.rests('refresh')
  expect((await tonight()).updated_by).toEqual(heard)
  stage.clock.move(18 * hourMs)
  await stage.clock.rests('refresh')
  expect((await tonight()).updated_by).toBe(null)
})

it('an airport near a watched place makes its night colder and raises its alert once, and without a record clears none', async () => {
  let besideC = -6
  // The airport first, then what follows from it, then the watch over it.
  const nextHalfHour = async () => {
    await stage.clock.rests('airports')
    stage.clock.move(30 * minuteMs)
    await stage.clock.rests('airports')
    await stage.clock.rests('watch')
    stage.clock.move(2 * minuteMs)
    await stage.clock.rests('watch')
  }
  const server = await startLoopback(({ path }) => {
    if (path.startsWith('/data/cache/')) return { status: 200, body: gzipSync(JSON.stringify([erhac])) }
    const at = stage.clock.read() - 10 * minuteMs
    const temp = Math.round(clearNights(malatya, Math.floor(at / hourMs)).temperatureC + 5 + besideC)
    const report = {
      icaoId: 'LTAT',
      obsTime: at / 1000,
      temp,
      dewp: temp - 3,
      wspd: 1,
      clouds: [{ cover: 'CAVOK' }]
    }
    return { status: 200, body: JSON.stringify([report]) }
  })
  closing.push(server.close)
  await open({ roundsOnClock: true, environment: { METAR: 'on', METAR_URL: server.origin } })
  const subscribed = await stage.client.ask('/alerts/subscribe', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      location: 'malatya',
      channel: 'feed',
      threshold_temperature: 1,
      threshold_of: 'air',
      threshold_probability: 0.4
    })
  })
  expect(subscribed.status).toBe(201)
  const { id, manage } = subscribed.json as { id: string; manage: { token: string } }
  const messages = async () => {
    const headers = { authorization: `Bearer ${manage.token}` }
    const { json } = await stage.client.ask(`/alerts/subscriptions/${id}/deliveries`, { headers })
    return (json as { deliveries: { kind: string }[] }).deliveries
  }
  expect(await messages()).toEqual([])
  for (let half = 0; half < 2; half++) await nextHalfHour()
  const { updated_by } = await tonight()
  expect(updated_by).toMatchObject({ station: 'Malatya/Erhac (LTAT)', distance_km: expect.closeTo(21.8, 1) })
  const kinds = async () => (await messages()).map(({ kind }) => kind).sort()
  expect(await kinds()).toEqual(['raised'])
  // Warm from now on: without a record of its nights it takes nothing back.
  besideC = 6
  for (let half = 0; half < 6; half++) await nextHalfHour()
  expect(await kinds()).toEqual(['raised'])
})

const erhac = {
  icaoId: 'LTAT',
  site: 'Malatya/Erhac',
  lat: 38.435,
  lon: 38.091,
  elev: 862,
  siteType: ['METAR']
}
