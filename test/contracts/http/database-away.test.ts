/**
 * A PostgreSQL that goes away beneath a running app: what needs no database goes on, the rest says when to come again.
 */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStore } from '../../../src/store/open.ts'
import { startApp, type TestApp } from '../../app.ts'
import { clockAt, springNight } from '../../scenarios/weather/harness.ts'
import { startUpstream, type Upstream } from '../../upstream/upstream.ts'
import { post } from '../http-alerts/client.ts'
import { ownPostgresEngine } from '../store/engines.ts'
import { type CheckedClient, openClient } from './client.ts'

const engine = ownPostgresEngine()
const key = { 'x-api-key': 'a-key-that-was-used-before' }
const clock = clockAt(springNight)
let upstream: Upstream
let app: TestApp
let client: CheckedClient

beforeAll(async () => {
  await engine.start()
  const data = await engine.fresh()
  const store = await openStore({ ...data, now: springNight })
  const hash = createHash('sha256').update(key['x-api-key']).digest('hex')
  const holder = { id: 'k1', tier: 'free', label: 'test', operator: false, createdAt: springNight }
  await store.apiKeys.add({ ...holder, hash })
  await store.close()
  upstream = await startUpstream(clock.read)
  const environment = {
    ...upstream.environment,
    TIERS: 'free=100000/60',
    ENSEMBLE: 'no'
  }
  app = await startApp({ environment, data, clock: clock.read, pause: clock.pause })
  client = await openClient(app.origin)
  for (const headers of [{}, key]) expect((await client.ask(known, { headers })).status).toBe(200)
  await clock.rests('watch')
  await engine.fallOver()
})
afterAll(async () => {
  await client.close()
  await app.close()
  await upstream.close()
  await engine.stop()
})

const known = '/weather?location=malatya'
const form = { location: 'malatya', channel: 'feed', threshold: 40 }
const text = async (path: string): Promise<string> => (await fetch(app.origin + path)).text()
const readyz = async (query = ''): Promise<readonly [number, unknown]> => {
  const answer = await fetch(`${app.origin}/readyz${query}`)
  return [answer.status, await answer.json()]
}

it('known points and a key that was used before are answered, also when it is due to be looked up again', async () => {
  expect((await client.ask(known)).status).toBe(200)
  expect((await client.ask(known, { headers: key })).status).toBe(200)
  clock.move(120_000)
  expect((await client.ask(known, { headers: key })).status).toBe(200)
})

it.each([
  ['/en/place/malatya', 2, 'This cannot be read at the moment'],
  ['/tr/yer/malatya', 2, 'Bu bölüm şu anda okunamıyor'],
  ['/en/field/38.355,38.310', 2, 'This cannot be read at the moment'],
  ['/en/widget/malatya', 0, 'cannot be read'],
  ['/tr/widget/malatya', 0, 'okunamıyor'],
  ['/picture/malatya', 0, 'cannot be read'],
  ['/en', 0, 'cannot be read'],
  ['/api/v1/weather/widget-data?location=malatya', 0, 'cannot be read']
])('%s is shown, and names what lies in the database alone: %i parts', async (path, parts, words) => {
  const answer = await fetch(app.origin + path, { redirect: 'manual' })
  const shown = await answer.text()
  expect([answer.status, shown.split(words).length - 1]).toEqual([200, parts])
})

it('the season of a crop, which nobody had asked for, comes from its source', async () => {
  const { json } = await client.ask('/weather/frost-risk?location=malatya&crop=apricot&stage=auto')
  expect(JSON.stringify(json)).toMatch(/"stage_estimate":{"estimated":true/)
})

it('what a page was shown without is in the log once for each part', async () => {
  for (const path of ['/en/place/malatya?a=1', '/en/place/malatya?a=2']) await text(path)
  for (const part of ['record', 'frost_dates'])
    expect(app.log().filter((line) => line.includes('part_left_out') && line.includes(`"${part}"`))).toEqual([
      expect.not.stringContaining('"err"')
    ])
})

it('a new point is answered by its source', async () => {
  expect((await client.ask('/weather?location=ankara')).status).toBe(200)
  expect((await client.ask('/weather?lat=39.11&lon=32.22')).status).toBe(200)
})

it('metrics have all that needs no database, and the status page tells what it does not know', async () => {
  const metrics = await text('/metrics')
  expect(metrics).toMatch(/^ayaz_cached_points [1-9]/m)
  expect(metrics).not.toMatch(/^ayaz_subscriptions\{/m)
  expect(metrics).not.toMatch(/^ayaz_outbox_messages /m)
  expect(await text('/status?lang=en')).toContain('Unknown: the database cannot be read at the moment.')
  expect(await text('/status?lang=tr')).toContain('Bilinmiyor: veritabanı şu anda okunamıyor.')
})

it('what has to be written or read there is 503 with the time to come again, and an error in the log', async () => {
  const unknown = { 'x-api-key': 'a-key-that-was-never-used' }
  const answers = [
    await post(client, '/alerts/subscribe', form),
    await client.ask(known, { headers: unknown }),
    await client.ask('/alerts/subscriptions/abcdefgh', {
      headers: { authorization: 'Bearer abcdefghijklmnop' }
    })
  ]
  for (const { status, json, headers } of answers) {
    expect([status, json, headers['retry-after']]).toMatchObject([503, { code: 'storage_unavailable' }, '10'])
  }
  expect(app.log()).toContainEqual(expect.stringMatching(/"level":"error".*"event":"storage_unavailable"/))
})

it.each([
  ['/en/subscribe', 'The database cannot be used at the moment.'],
  ['/tr/abone-ol', 'Veritabanı şu anda kullanılamıyor; hiçbir şey kaydedilmedi.']
])('a person who subscribes on a page reads so: %s', async (path, words) => {
  const body = new URLSearchParams({ location: 'malatya', channel: 'feed', threshold: '40' })
  const answer = await fetch(app.origin + path, { method: 'POST', body })
  expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining(words)])
})

it('once the rounds have failed for a while nobody is told that this is ready for alerts, and all is well when it is back', async () => {
  for (let round = 0; round < 4; round += 1) {
    await clock.rests('deliver')
    await clock.rests('watch')
    await clock.rests('lease alerts')
    clock.move(70_000)
  }
  await expect
    .poll(() => readyz())
    .toMatchObject([
      503,
      {
        status: 'not_ready',
        checks: {
          deliver: { status: 'failing' },
          database: { status: 'failing' },
          watch: { status: 'failing' },
          evaluate: { status: 'ok' }
        }
      }
    ])
  expect(await readyz('?for=http')).toEqual([200, { status: 'ready' }])
  expect((await readyz('?for=work'))[0]).toBe(400)
  expect(await text('/metrics')).toMatch(/^ayaz_round_failures_in_row\{round="deliver"\} [3-9]$/m)
  const refused = await post(client, '/alerts/subscribe', form)
  expect([refused.status, refused.json, refused.headers['retry-after']]).toMatchObject([
    503,
    { code: 'alerts_unavailable' },
    '60'
  ])
  await engine.comeBack()
  for (const round of ['deliver', 'watch', 'lease alerts']) await clock.rests(round)
  clock.move(70_000)
  await expect.poll(async () => (await readyz())[0]).toBe(200)
  expect((await post(client, '/alerts/subscribe', form)).status).toBe(201)
})
