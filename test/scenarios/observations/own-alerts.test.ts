/** A key's own thermometer moves the alerts made with that key, and no one else's. */
import { createHash } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { hourMs, minuteMs } from '../../../src/common/time.ts'
import { openStore, type Store } from '../../../src/store/open.ts'
import { patience } from '../../patience.ts'
import { clearNights, shifted } from '../../upstream/weather.ts'
import { openStage, type Stage, settle } from '../weather/harness.ts'

/** 22:00 in Malatya; the sun set at 16 UTC. */
const evening = Date.UTC(2026, 3, 11, 19)
const malatya = { lat: 38.353, lon: 38.312 }
/** What the forecast is above that of clear nights: well above freezing [°C]. */
const warmth = 7
type Key = 'ayse' | 'bekir'

let stage: Stage
afterEach(() => stage.close())

/** With two keys of growers. */
async function open(): Promise<void> {
  stage = await openStage({ at: evening, roundsOnClock: true, environment: { SOURCES: 'open-meteo' } })
  stage.upstream.setWeather(shifted(clearNights, warmth))
  await settle(stage)
  await inStore(async (store) => {
    for (const id of ['ayse', 'bekir']) {
      const hash = createHash('sha256').update(id).digest('hex')
      await store.apiKeys.add({ id, hash, tier: 'free', label: id, operator: false, createdAt: evening })
    }
  })
}

async function inStore<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openStore({ ...stage.app.data, now: stage.clock.read() })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const headersOf = (key?: Key) => ({
  'content-type': 'application/json',
  ...(key !== undefined && { 'x-api-key': key })
})
const post = (path: string, key: Key | undefined, body: object) =>
  stage.client.ask(path, { method: 'POST', headers: headersOf(key), body: JSON.stringify(body) })

/** Every ten minutes of the last six hours, so much beside the forecast. */
async function measure(key: Key, besideC: number): Promise<void> {
  const now = stage.clock.read()
  const observations = Array.from({ length: 37 }, (_, index) => {
    const measuredAt = now - (36 - index) * 10 * minuteMs
    const hour = Math.floor(measuredAt / hourMs)
    const [from = 0, to = 0] = [hour, hour + 1].map((one) => clearNights(malatya, one).temperatureC + warmth)
    const temperature = from + (measuredAt / hourMs - hour) * (to - from) + besideC
    return {
      ...{ location: 'malatya', kind: 'air_2m', station: `garden-${key}`, unit: 'C' },
      measured_at: new Date(measuredAt).toISOString(),
      temperature: Math.round(10 * temperature) / 10
    }
  })
  const { status, json } = await post('/observations', key, { observations })
  expect([status, (json as { stored: number }).stored > 0]).toEqual([200, true])
}

interface Subscribed {
  readonly id: string
  readonly manage: { readonly token: string }
  readonly evaluation: { readonly would_fire_now: boolean }
}
async function subscribe(key?: Key): Promise<Subscribed> {
  const degrees = { threshold_temperature: 1, threshold_of: 'air', threshold_probability: 0.4 }
  const answer = await post('/alerts/subscribe', key, {
    ...{ location: 'malatya', channel: 'feed' },
    ...degrees
  })
  expect(answer.status).toBe(201)
  return answer.json as Subscribed
}

interface Delivery {
  readonly kind: string
  readonly status: string
}
async function deliveries({ id, manage }: Subscribed): Promise<readonly Delivery[]> {
  const headers = { authorization: `Bearer ${manage.token}` }
  const { json } = await stage.client.ask(`/alerts/subscriptions/${id}/deliveries`, { headers })
  return (json as { deliveries: Delivery[] }).deliveries
}
/** What was sent, once nothing waits to be. */
async function kinds(one: Subscribed): Promise<string> {
  const waits = async () =>
    (await deliveries(one)).some(({ status }) => status === 'queued' || status === 'sending')
  await expect.poll(waits, patience).toBe(false)
  const sent = (await deliveries(one)).filter(({ status }) => status === 'delivered')
  return sent
    .map(({ kind }) => kind)
    .toReversed()
    .join()
}

async function pass(minutes: number): Promise<void> {
  const step = Math.min(10, minutes)
  for (let passed = 0; passed < minutes; passed += step) {
    await stage.clock.rests('watch')
    stage.clock.move(step * minuteMs)
    await stage.clock.rests('watch')
    await stage.clock.rests('refresh')
  }
}

/** How many living subscriptions are judged with thermometers of their own. */
const ownOnes = () =>
  inStore(async ({ database }) => {
    const { own } = await database.queries
      .selectFrom('subscriptions as s')
      .innerJoin('curves as c', 'c.seq', 's.curve_seq')
      .select(({ fn }) => fn.countAll<number>().as('own'))
      .where('c.owner', '<>', '')
      .executeTakeFirstOrThrow()
    return Number(own)
  })
const publicAnswer = async () => (await fetch(`${stage.app.api}/weather/frost-risk?location=malatya`)).text()

it('it raises and clears the alert of its key; those of another key and of none stay as they are', async () => {
  await open()
  const [ayse, bekir, none] = [await subscribe('ayse'), await subscribe('bekir'), await subscribe()]
  await pass(10)
  expect(await Promise.all([ayse, bekir, none].map(kinds))).toEqual(['', '', ''])
  expect(await ownOnes()).toBe(0)
  const before = await publicAnswer()
  await measure('ayse', -7)
  await pass(2)
  expect(await Promise.all([ayse, bekir, none].map(kinds))).toEqual(['raised', '', ''])
  expect(await ownOnes()).toBe(1)
  expect(await publicAnswer()).toBe(before)
  // A subscription made now is answered by the same thermometer.
  const later = [await subscribe('ayse'), await subscribe('bekir')] as const
  expect(later.map(({ evaluation }) => evaluation.would_fire_now)).toEqual([true, false])
  expect(await ownOnes()).toBe(2)
  await pass(60)
  expect(await Promise.all(later.map(kinds))).toEqual(['raised', ''])
  // Warm from now on: the night is again as the forecast has it, and the source's next run confirms that.
  await measure('ayse', 6)
  await pass(30)
  expect(await kinds(ayse)).toBe('raised')
  stage.upstream.setWeather(shifted(clearNights, warmth + 0.5))
  await pass(90)
  expect(await Promise.all([ayse, bekir, none].map(kinds))).toEqual(['raised,cleared', '', ''])
})

it('a station’s readings reach its key’s numbers within five seconds, and its alert once for all of them', async () => {
  await open()
  const { json } = await post('/intakes', 'ayse', {})
  const { intake, secret } = json as { intake: { id: string }; secret: string }
  const send = async (at: number, TempC_DS: number) => {
    const uplink_message = { decoded_payload: { TempC_DS }, received_at: new Date(at).toISOString() }
    const body = JSON.stringify({ end_device_ids: { device_id: 'orchard' }, uplink_message })
    const answer = await fetch(`${stage.app.origin}/ingest/lorawan/${secret}`, { method: 'POST', body })
    expect(answer.status).toBe(200)
  }
  const now = stage.clock.read()
  await send(now, 0)
  const channels = [{ device: 'orchard', field: 'TempC_DS', sensor: { location: 'malatya', kind: 'air_2m' } }]
  const mapped = await stage.client.ask(`/intakes/${intake.id}`, {
    method: 'PATCH',
    headers: headersOf('ayse'),
    body: JSON.stringify({ channels })
  })
  expect(mapped.status).toBe(200)
  const ayse = await subscribe('ayse')
  await pass(10)
  const runs = () =>
    inStore(async ({ database }) => {
      const { runs } = await database.queries
        .selectFrom('runs')
        .select(({ fn }) => fn.countAll<number>().as('runs'))
        .executeTakeFirstOrThrow()
      return Number(runs)
    })
  const before = await runs()
  for (let index = 0; index < 37; index++) {
    const at = now - (36 - index) * 10 * minuteMs
    await send(
      at,
      Math.round(10 * (clearNights(malatya, Math.floor(at / hourMs)).temperatureC + warmth - 7)) / 10
    )
  }
  await stage.clock.rests('readings')
  stage.clock.move(4_000)
  await stage.clock.rests('readings')
  const shown = await stage.client.ask('/verification?location=malatya', { headers: headersOf('ayse') })
  expect(shown.json).toMatchObject({ tonight: { updated_by: { distance_km: 0 } } })
  await pass(2)
  expect(await kinds(ayse)).toBe('raised')
  expect((await runs()) - before).toBe(1)
})

it('a subscriber’s own station, made with the manage token, moves that one alert, until it ends', async () => {
  await open()
  const [own, other] = [await subscribe(), await subscribe()]
  const bearer = { authorization: `Bearer ${own.manage.token}`, 'content-type': 'application/json' }
  const call = (method: string, path: string, body: object) =>
    stage.client.ask(path, { method, headers: bearer, body: JSON.stringify(body) })
  const made = await call('POST', '/intakes', {})
  expect(made.status).toBe(201)
  const { intake, secret } = made.json as { intake: { id: string; owner: string }; secret: string }
  expect(intake.owner).toBe(own.id)
  const now = stage.clock.read()
  const send = async (at: number, TempC_DS: number) => {
    const uplink_message = { decoded_payload: { TempC_DS }, received_at: new Date(at).toISOString() }
    const body = JSON.stringify({ end_device_ids: { device_id: 'orchard' }, uplink_message })
    return (await fetch(`${stage.app.origin}/ingest/lorawan/${secret}`, { method: 'POST', body })).status
  }
  expect(await send(now, 0)).toBe(200)
  const sensor = { location: 'malatya', kind: 'air_2m' }
  const channels = [{ device: 'orchard', field: 'TempC_DS', sensor }]
  expect((await call('PATCH', `/intakes/${intake.id}`, { channels })).status).toBe(200)
  const others = { authorization: `Bearer ${other.manage.token}` }
  expect((await stage.client.ask(`/intakes/${intake.id}`, { headers: others })).status).toBe(404)
  const before = await publicAnswer()
  for (let index = 0; index < 37; index++) {
    const at = now - (36 - index) * 10 * minuteMs
    const forecastC = clearNights(malatya, Math.floor(at / hourMs)).temperatureC + warmth
    expect(await send(at, Math.round(10 * (forecastC - 7)) / 10)).toBe(200)
  }
  await stage.clock.rests('readings')
  stage.clock.move(4_000)
  await stage.clock.rests('readings')
  await pass(10)
  expect(await Promise.all([own, other].map(kinds))).toEqual(['raised', ''])
  expect(await publicAnswer()).toBe(before)
  const ended = await stage.client.ask(`/alerts/subscriptions/${own.id}`, {
    method: 'DELETE',
    headers: bearer
  })
  expect([ended.status, await send(now, 1)]).toEqual([200, 404])
})

it('once it, or its key, is revoked, the alert follows what everybody is shown', async () => {
  await open()
  const [ayse, bekir] = [await subscribe('ayse'), await subscribe('bekir')]
  await measure('ayse', -7)
  await measure('bekir', -7)
  await pass(10)
  expect(await Promise.all([ayse, bekir].map(kinds))).toEqual(['raised', 'raised'])
  expect(await ownOnes()).toBe(2)
  const { status } = await post('/sensors/1/revoke', 'ayse', {})
  expect(status).toBe(200)
  await pass(10)
  expect(await ownOnes()).toBe(1)
  await inStore((store) => store.apiKeys.revoke('bekir', stage.clock.read()))
  await stage.clock.rests('refresh')
  await pass(20)
  expect(await ownOnes()).toBe(0)
  // A night is cleared by two runs: the source's next one confirms it.
  stage.upstream.setWeather(shifted(clearNights, warmth + 0.5))
  await pass(90)
  expect(await Promise.all([ayse, bekir].map(kinds))).toEqual(['raised,cleared', 'raised,cleared'])
})

it('without a forecast it stays with its alert, whose gap in the data is said', async () => {
  await open()
  const ayse = await subscribe('ayse')
  await measure('ayse', -7)
  await pass(10)
  expect([await kinds(ayse), await ownOnes()]).toEqual(['raised', 1])
  await stage.upstream.fail({ kind: 'refused' })
  // Older than any forecast that is judged by.
  for (let hour = 0; hour < 38; hour += 1) {
    stage.clock.move(hourMs)
    if (hour % 6 === 0) await measure('ayse', -7)
    await stage.clock.rests('watch')
  }
  expect(await ownOnes()).toBe(1)
  expect(await kinds(ayse)).toContain('blind')
})

it('what a subscriber reads by hand moves that one alert; what anyone enters without a proof moves none', async () => {
  await open()
  const [own, other] = [await subscribe(), await subscribe()]
  await pass(10)
  const before = await publicAnswer()
  const enter = async (token: string) => {
    const { temperatureC } = clearNights(malatya, Math.floor(stage.clock.read() / hourMs))
    const degrees = (temperatureC + warmth - 7).toFixed(1)
    const form = { place: 'malatya', token, degrees, unit: 'C', when: 'now', where: 'air_2m' }
    const answer = await fetch(`${stage.app.origin}/how-cold`, {
      method: 'POST',
      body: new URLSearchParams(form)
    })
    expect(answer.status).toBe(200)
  }
  await enter('')
  await pass(10)
  expect(await Promise.all([own, other].map(kinds))).toEqual(['', ''])
  for (let times = 0; times < 3; times++) {
    await enter(own.manage.token)
    await pass(10)
  }
  expect(await Promise.all([own, other].map(kinds))).toEqual(['raised', ''])
  expect(await ownOnes()).toBe(1)
  expect(await publicAnswer()).toBe(before)
})
