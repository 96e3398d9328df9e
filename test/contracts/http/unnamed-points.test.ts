/**
 * Whether somebody watches or measures a point is told by no answer: two apps on the same weather, one of which has a
 * field with readings, a record and a blend of models, answer a person without a token alike, byte by byte.
 */
import { createHash } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hourMs, minuteMs } from '../../../src/common/time.ts'
import { openStore } from '../../../src/store/open.ts'
import { openStage, type Stage, settle } from '../../scenarios/weather/harness.ts'
import { clearNights, shifted } from '../../upstream/weather.ts'
import type { Subscribed } from '../http-alerts/client.ts'

const evening = Date.UTC(2026, 3, 11, 19)
const field = { lat: 38.352, lon: 38.319, elevation: 963 }
/** The field, the same at other heights, 220 m and 4 km beside it, and the town. */
const points = [
  'lat=38.352&lon=38.319&elevation=963',
  'lat=38.352&lon=38.319',
  'lat=38.354&lon=38.319&elevation=970',
  'lat=38.388&lon=38.319&elevation=960',
  'location=malatya'
]
const pagePoints = ['38.352,38.319,963', '38.352,38.319', '38.354,38.319,970']

/** Every route of the service, by the router itself: what is new is covered. */
const routes = new Map<string, Set<string>>()
const opened = 'fastify.initialization'
function listen(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url }) => {
    const methods = routes.get(url) ?? new Set()
    for (const one of [method].flat()) methods.add(one)
    routes.set(url, methods)
  })
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, PublishedGet>>>>
  readonly components: { readonly parameters: Readonly<Partial<Record<string, PublishedParameter>>> }
}
interface PublishedParameter {
  readonly name: string
  readonly in: string
  readonly example?: unknown
  readonly schema?: {
    readonly enum?: readonly unknown[]
    readonly maximum?: number
    readonly examples?: readonly unknown[]
  }
}
interface PublishedGet {
  readonly operationId: string
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly parameters?: readonly (PublishedParameter | { readonly $ref: string })[]
}

let watched: Stage
let plain: Stage
let subscribed: Subscribed
beforeAll(async () => {
  const environment = { SOURCES: 'open-meteo', OPEN_METEO_MODELS: 'ecmwf_ifs025,gfs_seamless,icon_seamless' }
  const open = () => openStage({ at: evening - 30 * hourMs, roundsOnClock: true, environment })
  subscribe(opened, listen)
  ;[watched, plain] = [await open(), await open()]
  unsubscribe(opened, listen)
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
}, 300_000)
afterAll(async () => {
  await watched.close()
  await plain.close()
})

async function watchAndMeasure(): Promise<Subscribed> {
  const store = await openStore({ ...watched.app.data, now: watched.clock.read() })
  const hash = createHash('sha256').update('grower').digest('hex')
  const createdAt = watched.clock.read()
  await store.apiKeys.add({ id: 'grower', hash, tier: 'free', label: 'g', operator: false, createdAt })
  await store.close()
  const body = { ...field, channel: 'feed', threshold: 10, crop: 'apricot', stage: 'auto' }
  const answer = await post('/alerts/subscribe', body)
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

async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<unknown> {
  const answer = await fetch(watched.app.api + path, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
    body: JSON.stringify(body)
  })
  expect(answer.ok).toBe(true)
  return answer.json()
}

/** Everything that is answered, but for the number of the request and the connection. */
async function answered(address: string, headers: Record<string, string> = {}) {
  const asked = { 'accept-encoding': 'identity', ...headers }
  const answer = await fetch(address, { headers: asked, redirect: 'manual' })
  const body = Buffer.from(await answer.arrayBuffer()).toString('latin1')
  // Each installation has keys of its own, to sign and to push; the validator of a page is over the latter.
  const hasPushKey = body.includes('data-push-key')
  const unlike = ['date', 'x-request-id', 'traceparent', 'server-timing', ...(hasPushKey ? ['etag'] : [])]
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

const required: Readonly<Record<string, string>> = {
  '/season-survival': 'crop=apricot&stages=full-bloom@2026-04-01',
  '/locations': 'q=malat'
}
/** Parameters that open further parts of an answer. */
const variants: Readonly<Record<string, readonly string[]>> = {
  '/weather/frost-risk': ['days=16', 'crop=apricot&stage=auto', 'crop=apricot&stage=full-bloom&lang=tr'],
  '/weather/night': ['crop=apricot&stage=auto'],
  '/verification': ['kind=plant'],
  '/verification/nights': ['format=csv', 'kind=plant', 'lead_days=1']
}

/** Every operation of the document that reads, at every point, with each of its parameters. */
async function addresses(): Promise<readonly string[]> {
  const document = (await (await fetch(`${plain.app.api}/openapi.json`)).json()) as OpenApi
  const { paths, components } = document
  const gets = Object.entries(paths).flatMap(([path, { get }]) => (get === undefined ? [] : [{ path, get }]))
  return gets.flatMap(({ path, get }) => {
    const parameters = (get.parameters ?? [])
      .map((one) => ('$ref' in one ? components.parameters[one.$ref.split('/').at(-1) ?? ''] : one))
      .filter((one): one is PublishedParameter => one?.in === 'query')
    const target = path.replace(/\{\w+\}/g, 'malatya')
    const takesPoint = parameters.some(({ name }) => name === 'lat')
    const asked = takesPoint ? points.filter((one) => !path.endsWith('/near') || !one.includes('loc')) : ['']
    const given = asked.map((one) => (path.endsWith('/near') ? one.replace(/&elevation=\d+/, '') : one))
    const each = parameters.flatMap((one) => withValue(one))
    return given.flatMap((one) =>
      ['', ...each, ...(variants[path] ?? [])].map((more) => {
        const query = [one, required[path], more].filter(Boolean).join('&')
        return `/api/v1${target}${query === '' ? '' : `?${query}`}`
      })
    )
  })
}

const placed = new Set(['lat', 'lon', 'elevation', 'location', 'crop', 'stage', 'stages', 'q', 'cursor'])

/** A parameter with a separate value; those that need another one are in `variants`. */
function withValue({ name, example, schema = {} }: PublishedParameter): readonly string[] {
  if (placed.has(name)) return []
  const value = schema.enum?.at(-1) ?? schema.maximum ?? example ?? schema.examples?.[0]
  return value === undefined ? [] : [`${name}=${encodeURIComponent(String(value))}`]
}

/** What fills the gaps of the paths of pages. A gap that is not named here makes the test fail. */
const fillings: Readonly<Record<string, readonly string[]>> = {
  slug: ['malatya', ...pagePoints],
  point: pagePoints,
  token: ['x'.repeat(58)],
  file: [`${'x'.repeat(58)}.atom`],
  folder: ['decisions'],
  name: ['alerts'],
  code: ['invalid_parameter'],
  script: ['updateweatherstation.php']
}
/** Counts of the whole process: that something is watched somewhere, and since when it works. */
const ofProcess = new Set(['/metrics', '/readyz', '/healthz', '/status'])

/** Every page, picture, feed and file that the router knows, plain and asked about the field. */
function pages(): readonly string[] {
  const urls = [...routes].flatMap(([url, methods]) => (methods.has('GET') ? [url] : []))
  return urls
    .filter((url) => !url.startsWith('/api/') && !url.includes('*') && !ofProcess.has(url))
    .flatMap((url) => filled(url).flatMap((path) => [path, ...aboutField.map((query) => `${path}?${query}`)]))
}

function filled(url: string): readonly string[] {
  const name = /:(\w+)/.exec(url)?.[1]
  if (name === undefined) return [url]
  const values = fillings[name]
  if (values === undefined) throw new RangeError(`${url}: what fills ${name}?`)
  return values.flatMap((value) => filled(url.replace(`:${name}`, value)))
}

const aboutField = pagePoints.slice(0, 1).map((point) => {
  const [lat = '', lon = '', elevation = ''] = point.split(',')
  return new URLSearchParams({
    ...{ lat, lon, elevation, q: `${lat},${lon}`, location: point, label: 'Bahçem', lang: 'tr' },
    ...{ url: `https://ayaz.example/en/field/${point}`, crop: 'apricot', stage: 'full-bloom' }
  }).toString()
})

it('answers every operation, page and picture alike, twice', async () => {
  const all = [...(await addresses()), ...pages()]
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
}, 300_000)

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
}, 60_000)

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
