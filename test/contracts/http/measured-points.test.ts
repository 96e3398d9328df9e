/**
 * Who measures at an unnamed point is not told that somebody else watches it: two apps on the same weather, in one of
 * which the point is a field with a subscriber, answer the key of a thermometer there alike, byte by byte, although
 * nobody asks for a page meanwhile.
 */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hourMs, minuteMs } from '../../../src/common/time.ts'
import { openStore } from '../../../src/store/open.ts'
import { openStage, type Stage, settle } from '../../scenarios/weather/harness.ts'
import { clearNights, shifted } from '../../upstream/weather.ts'
import { addresses, type OpenApi, points } from './unnamed-requests.ts'

const start = Date.UTC(2026, 3, 8, 13)
const field = { lat: 38.352, lon: 38.319 }
const key = { 'x-api-key': 'grower' }
const hours = 80

let watched: Stage
let plain: Stage
let token: string
beforeAll(async () => {
  const environment = { SOURCES: 'open-meteo', OPEN_METEO_MODELS: 'ecmwf_ifs025,gfs_seamless,icon_seamless' }
  const open = () => openStage({ at: start, roundsOnClock: true, environment })
  ;[watched, plain] = [await open(), await open()]
  for (const stage of [watched, plain]) {
    await settle(stage)
    await withKey(stage)
  }
  const asked = { ...field, channel: 'feed', threshold: 10, crop: 'apricot', stage: 'auto' }
  const made = (await sent(watched, '/alerts/subscribe', asked)) as { manage: { token: string } }
  token = made.manage.token
  for (let hour = 0; hour < hours; hour += 1) {
    for (const stage of [watched, plain]) {
      stage.upstream.setWeather(shifted(clearNights, Math.floor(hour / 6) / 4))
      await measure(stage)
      await stage.clock.rests('watch')
      stage.clock.move(hourMs)
      for (const round of ['watch', 'refresh']) await stage.clock.rests(round)
    }
  }
})
afterAll(async () => {
  await watched.close()
  await plain.close()
})

async function withKey({ app, clock }: Stage): Promise<void> {
  const store = await openStore({ ...app.data, now: clock.read() })
  const [id, createdAt] = ['grower', clock.read()]
  const hash = createHash('sha256').update(id).digest('hex')
  await store.apiKeys.add({ id, hash, tier: 'free', label: 'g', operator: false, createdAt })
  await store.close()
}

async function sent({ app }: Stage, path: string, body: object, headers = {}): Promise<unknown> {
  const answer = await fetch(app.api + path, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
    body: JSON.stringify(body)
  })
  expect(answer.ok, path).toBe(true)
  return answer.json()
}

/** Each hour, a little warmer than what the first run said, and no day like another. */
async function measure(stage: Stage): Promise<void> {
  const observations = Array.from({ length: 6 }, (_, index) => {
    const at = stage.clock.read() - index * 10 * minuteMs
    const drift = Math.sin(at / (5 * hourMs)) / 3 + Math.sin(at / (17 * minuteMs)) / 9
    const temperature = clearNights(field, Math.floor(at / hourMs)).temperatureC + drift
    const row = { ...field, kind: 'air_2m', station: 'mine', unit: 'C', temperature }
    return { ...row, measured_at: new Date(at).toISOString() }
  })
  await sent(stage, '/observations', { observations }, key)
}

async function answered(address: string, init: RequestInit = {}): Promise<string> {
  const answer = await fetch(address, init)
  const body = await answer.text()
  const { status } = answer
  const type = answer.headers.get('content-type')
  return [status, type, body].join('\n').replaceAll(/"(signature|public_key)":"[\w-]+"/g, '"$1":""')
}

function firstDifference(one: string, other: string): string {
  const at = [...one].findIndex((letter, index) => letter !== other[index])
  return `${one.slice(at - 60, at + 40)} / ${other.slice(at - 20, at + 40)}`
}

it('answers the key of a thermometer there alike, whether or not somebody watches', async () => {
  const document = (await (await fetch(`${plain.app.api}/openapi.json`)).json()) as OpenApi
  const asked = addresses(document).filter((address) =>
    /observations|verification|sensors|weather|season|intakes/.test(address)
  )
  expect(asked.length).toBeGreaterThan(150)
  const asksNoSource = asked.filter((address) => /observations|verification|sensors|intakes/.test(address))
  const differing: string[] = []
  const compare = async (path: string, init: RequestInit = { headers: key }): Promise<void> => {
    const [one, other] = [
      await answered(watched.app.origin + path, init),
      await answered(plain.app.origin + path, init)
    ]
    if (one !== other) differing.push(`${path} ${firstDifference(one, other)}`)
  }
  // First what asks no source: nothing that is asked for here is in it.
  const form = new URLSearchParams({ token: 'grower' })
  await compare('/thermometers', { method: 'POST', body: form })
  for (const address of asksNoSource) await compare(address)
  for (const point of points) await compare(`/api/v1/weather?${point}`)
  // What the first question has renewed meanwhile is there for both.
  for (const { app } of [watched, plain])
    for (const address of asked) await answered(app.origin + address, { headers: key })
  for (const address of asked) await compare(address)
  expect(differing).toEqual([])
})

it('records what anybody is shown there apart from what the subscriber is shown', async () => {
  const rows = async (headers: Record<string, string>) => {
    const answer = await fetch(`${watched.app.api}/verification/nights?${points[1]}`, { headers })
    return (await answer.json()) as { nights: { seq: number | null }[]; chain: object | null }
  }
  // Since the test before has asked for it.
  const [its, own] = [await rows(key), await rows({ authorization: `Bearer ${token}` })]
  expect(its.nights.length).toBeGreaterThan(5)
  expect(its.chain).toBeNull()
  expect(own.chain).not.toBeNull()
  expect(own.nights.length).toBeGreaterThan(its.nights.length)
})
