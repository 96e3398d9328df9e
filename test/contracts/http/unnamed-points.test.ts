/**
 * Whether somebody watches or measures a point is told by no answer: two apps on the same weather, one of which has a
 * field with readings, a record and a blend of models, answer a person without a token alike, byte by byte.
 */
import { createHash } from 'node:crypto'
import findMyWay from 'find-my-way'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { hourMs, minuteMs } from '../../../src/common/time.ts'
import { openStore } from '../../../src/store/open.ts'
import { openStage, type Stage, settle } from '../../scenarios/weather/harness.ts'
import { clearNights, shifted } from '../../upstream/weather.ts'
import type { Subscribed } from '../http-alerts/client.ts'
import {
  addresses,
  type OpenApi,
  type Posting,
  pages,
  points,
  postedAnywhere,
  postings
} from './unnamed-requests.ts'

const evening = Date.UTC(2026, 3, 11, 19)
const field = { lat: 38.352, lon: 38.319, elevation: 963 }
/** Another field, of which no height was given. */
const lower = { lat: 38.3, lon: 38.2 }
/** Every route of the service, by the router itself: what is new is covered. */
const routes = new Map<string, Set<string>>()
function listen() {
  const added = vi.spyOn(findMyWay.prototype as ReturnType<typeof findMyWay>, 'on')
  return () => {
    for (const [method, path] of added.mock.calls)
      routes.set(path, new Set([...(routes.get(path) ?? []), ...[method].flat()]))
    added.mockRestore()
  }
}

let watched: Stage
let plain: Stage
let subscribed: Subscribed
beforeAll(async () => {
  const environment = { SOURCES: 'open-meteo', OPEN_METEO_MODELS: 'ecmwf_ifs025,gfs_seamless,icon_seamless' }
  const open = () => openStage({ at: evening - 30 * hourMs, roundsOnClock: true, environment })
  const heard = listen()
  ;[watched, plain] = [await open(), await open()]
  heard()
  for (const stage of [watched, plain]) await settle(stage)
  subscribed = await watchAndMeasure()
  for (let hour = 0; hour < 30; hour += 1) {
    for (const stage of [watched, plain]) {
      // Another run every six hours, so that there are earlier ones.
      stage.upstream.setWeather(shifted(clearNights, Math.floor(hour / 6) / 2))
      await stage.clock.rests('watch')
      stage.clock.move(hourMs)
      await stage.clock.rests('watch')
      await stage.clock.rests('refresh')
    }
    if (hour % 10 === 9) await measure()
  }
  // Rounds at their usual pace, so that both are ready again.
  for (let turn = 0; turn < 12; turn += 1) {
    for (const stage of [watched, plain]) {
      stage.clock.move(10_000)
      await stage.clock.rests('watch')
    }
  }
})
afterAll(async () => {
  await watched.close()
  await plain.close()
})

async function withKeys({ app, clock }: Stage): Promise<void> {
  const store = await openStore({ ...app.data, now: clock.read() })
  for (const id of ['grower', 'other']) {
    const hash = createHash('sha256').update(id).digest('hex')
    const createdAt = clock.read()
    await store.apiKeys.add({ id, hash, tier: 'free', label: 'g', operator: false, createdAt })
  }
  await store.close()
}

async function watchAndMeasure(): Promise<Subscribed> {
  for (const stage of [watched, plain]) await withKeys(stage)
  const body = { ...field, channel: 'feed', threshold: 10, crop: 'apricot', stage: 'auto' }
  const answer = await post('/alerts/subscribe', body)
  await post('/alerts/subscribe', { ...body, elevation: undefined, ...lower })
  await measure()
  return answer as Subscribed
}

async function measure(): Promise<void> {
  const observations = Array.from({ length: 30 }, (_, index) => ({
    ...{ ...field, kind: 'air_2m', station: 'mine', unit: 'C', temperature: 2 - index / 30 },
    measured_at: new Date(watched.clock.read() - index * 10 * minuteMs).toISOString()
  }))
  const { stored } = (await post('/observations', { observations }, { 'x-api-key': 'grower' })) as {
    stored: number
  }
  expect(stored).toBeGreaterThan(0)
}

async function published(): Promise<OpenApi> {
  return (await fetch(`${plain.app.api}/openapi.json`)).json() as Promise<OpenApi>
}

async function post(
  path: string,
  body: object,
  headers: Record<string, string> = {},
  { app } = watched
): Promise<unknown> {
  const answer = await fetch(app.api + path, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
    body: JSON.stringify(body)
  })
  expect(answer.ok).toBe(true)
  return answer.json()
}

/** Everything that is answered, but for the number of the request and the connection. */
async function answered(
  address: string,
  headers: Readonly<Record<string, string>> = {},
  sent?: Posting['body']
) {
  const isForm = typeof sent === 'string'
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  const posted = sent !== undefined && { method: 'POST', body: isForm ? sent : JSON.stringify(sent) }
  const answer = await fetch(address, {
    ...{ headers: { 'accept-encoding': 'identity', 'content-type': type, ...headers }, redirect: 'manual' },
    ...posted
  })
  const body = Buffer.from(await answer.arrayBuffer()).toString('latin1')
  // Each installation has keys of its own, to sign and to push; the validator of a page is over the latter.
  const hasPushKey = body.includes('data-push-key')
  const unlike = [
    'ratelimit',
    'date',
    'x-request-id',
    'traceparent',
    'server-timing',
    ...(hasPushKey ? ['etag'] : [])
  ]
  return {
    status: answer.status,
    headers: [...answer.headers].filter(([name]) => !unlike.includes(name)),
    body: body
      .replaceAll(/"(signature|public_key)":"[\w-]+"/g, '"$1":""')
      .replaceAll(/data-push-key="[\w-]+"/g, '')
  }
}

function firstDifference(one: string, other: string): string {
  const at = [...one].findIndex((letter, index) => letter !== other[index])
  return `${one.slice(at - 60, at + 40)} / ${other.slice(at - 20, at + 40)}`
}

it('answers every operation, page and picture alike, twice', async () => {
  const all = [...addresses(await published()), ...pages(routes)]
  expect(all.length).toBeGreaterThan(400)
  const differing: string[] = []
  const failing: string[] = []
  for (const turn of [1, 2]) {
    for (const address of all) {
      const [one, other] = [
        await answered(watched.app.origin + address),
        await answered(plain.app.origin + address)
      ]
      if (one.status >= 500 && !address.startsWith('/oembed'))
        failing.push(`${one.status} ${address} ${one.body.slice(0, 300)}`)
      if (JSON.stringify(one) !== JSON.stringify(other))
        differing.push(`${turn} ${address} ${firstDifference(one.body, other.body)}`)
    }
  }
  expect(failing).toEqual([])
  expect(differing).toEqual([])
})

it('has a field with all that watching brings, which its subscriber alone is shown', async () => {
  const query = points[0] ?? ''
  const own = { authorization: `Bearer ${subscribed.manage.token}` }
  const of = async (path: string, headers = {}) =>
    JSON.parse((await answered(`${watched.app.api}${path}?${query}`, headers)).body)
  const rows = async (headers = {}) =>
    (await answered(`${watched.app.api}/verification/nights?${query}`, headers)).body
  const ofField = '38.352,38.319,963'
  expect(await rows(own)).toContain(ofField)
  expect((await of('/verification', own)).tonight).not.toBeNull()
  const risk = await answered(`${watched.app.api}/weather/frost-risk?${query}`, own)
  expect(risk.headers).toContainEqual(['cache-control', 'private, no-store'])
  expect(risk.body).not.toBe((await answered(`${watched.app.api}/weather/frost-risk?${query}`)).body)
  const other = { authorization: `Bearer ${subscribed.manage.token.slice(0, -1)}x` }
  for (const headers of [{}, other]) expect(await rows(headers)).not.toContain(ofField)
  expect((await of('/verification', other)).tonight).toBeNull()
})

it('shows the holder of another key what anyone is shown', async () => {
  for (const path of ['/weather/frost-risk', '/weather/night', '/verification', '/verification/nights']) {
    const address = `${watched.app.api}${path}?${points[0]}`
    const one = await answered(address, { 'x-api-key': 'other' })
    expect(one.status, path).toBe(200)
    expect(one.body, path).toBe((await answered(address)).body)
  }
})

it('shows its owner the same numbers by the API, on the page and in a message', async () => {
  const own = { authorization: `Bearer ${subscribed.manage.token}` }
  const query = `${points[0]}&crop=apricot&stage=auto`
  const risk = JSON.parse((await answered(`${watched.app.api}/weather/frost-risk?${query}`, own)).body)
  const asAnyone = JSON.parse((await answered(`${watched.app.api}/weather/frost-risk?${query}`)).body)
  expect(risk.meta.sources).not.toEqual(asAnyone.meta.sources)
  const test = await fetch(`${watched.app.api}/alerts/subscriptions/${subscribed.id}/test`, {
    method: 'POST',
    headers: own
  })
  expect(test.status, await test.text()).toBe(200)
  const path = new URL(subscribed.channel_url ?? '').pathname
  const feed = await (await fetch(watched.app.origin + path)).text()
  const minimum = risk.frost_risk.tonight.plant_temperature_min as number
  const shown = minimum.toFixed(1).replace('-', '−')
  expect(/<title type="text">TEST[^<]*/.exec(feed)?.[0] ?? feed.slice(0, 3000)).toContain(`plants ${shown}`)
})

/** What is drawn or counted over all: names, secrets, and what is left of a limit. */
const drawn = /[\w-]{40,}|sub_[\w-]{22}|r=\d+/g

it('answers every request with a body alike, and what it leads to', async () => {
  const { paths } = await published()
  const open = [
    ...Object.entries(paths).flatMap(([path, { post }]) => (post === undefined ? [] : [`/api/v1${path}`])),
    ...[...routes].flatMap(([url, methods]) =>
      methods.has('POST') && !url.startsWith('/api/') && url !== '/mcp' ? [url] : []
    )
  ].filter((path) => !/[:{*]/.test(path))
  expect(open).toEqual(expect.arrayContaining(Object.keys(postings)))
  const differing: string[] = []
  for (const path of open) {
    for (const { headers, body } of (postings[path] ?? postedAnywhere)()) {
      const [one = '', other = ''] = await Promise.all(
        [watched, plain].map(async ({ app }) => {
          const answer = await answered(app.origin + path, headers, body)
          const [, leadsTo] = answer.headers.find(([name]) => name === 'location') ?? []
          const page = answer.status === 303 ? await answered(new URL(leadsTo ?? '', app.origin).href) : null
          return JSON.stringify([answer, page]).replaceAll(app.origin, '').replaceAll(drawn, '…')
        })
      )
      if (one !== other) differing.push(`${path} ${JSON.stringify(body)} ${firstDifference(one, other)}`)
    }
  }
  expect(differing).toEqual([])
})

it('begins with its own first measurement what a key that measures there is shown', async () => {
  const key = { 'x-api-key': 'other' }
  const night = (index: number) => new Date(evening - (index + 1) * 24 * hourMs).toISOString().slice(0, 10)
  const row = { kind: 'air_2m', station: 'new', unit: 'C' }
  const nights = (at: object) =>
    Array.from({ length: 14 }, (_, index) => ({ ...at, ...row, date: night(index), minimum: 3 + index / 10 }))
  const near = { ...field, lat: 38.354, elevation: 970 }
  for (const { clock } of [watched, plain]) clock.move(1)
  const observations = [
    ...[field, near, lower].flatMap(nights),
    { ...field, ...row, measured_at: new Date(watched.clock.read()).toISOString(), temperature: 3.3 }
  ]
  // Numbers go on from those of the sensors that are there.
  const far = { lat: 10, lon: 10, elevation: 5, ...row, date: night(0), minimum: 20 }
  await post('/observations', { observations: [far] }, { 'x-api-key': 'grower' }, plain)
  const sent: unknown[] = []
  for (const stage of [watched, plain]) sent.push(await post('/observations', { observations }, key, stage))
  expect(sent[0]).toEqual(sent[1])
  const asked = addresses(await published()).filter((address) => /verification|sensors|weather/.test(address))
  expect(asked.length).toBeGreaterThan(150)
  const differing: string[] = []
  for (const address of asked) {
    const [one, other] = [
      await answered(watched.app.origin + address, key),
      await answered(plain.app.origin + address, key)
    ]
    if (one.status >= 429) differing.push(`${one.status} ${address}`)
    if (JSON.stringify(one) !== JSON.stringify(other))
      differing.push(`${address} ${firstDifference(one.body, other.body)}`)
  }
  expect(differing).toEqual([])
  const rows = await answered(`${watched.app.api}/verification/nights?lat=38.3&lon=38.2`, key)
  expect(JSON.parse(rows.body)).toMatchObject({ record: null, nights: [], chain: null })
})
