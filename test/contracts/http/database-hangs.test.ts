/**
 * A PostgreSQL that stands still beneath a running app, with its connections open: visitors wait for it once, and not
 * for long.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { minuteMs } from '../../../src/common/time.ts'
import { startApp, type TestApp } from '../../app.ts'
import { patience } from '../../patience.ts'
import { clockAt, springNight } from '../../scenarios/weather/harness.ts'
import { startUpstream, type Upstream } from '../../upstream/upstream.ts'
import { post } from '../http-alerts/client.ts'
import { ownPostgresEngine } from '../store/engines.ts'
import { type CheckedClient, openClient } from './client.ts'

const engine = ownPostgresEngine()
const clock = clockAt(springNight)
let upstream: Upstream
let app: TestApp
let client: CheckedClient

beforeAll(async () => {
  await engine.start()
  const data = await engine.migrated()
  upstream = await startUpstream(clock.read)
  const environment = {
    ...upstream.environment,
    TIERS: 'free=100000/60',
    ENSEMBLE: 'no'
  }
  app = await startApp({ environment, data, clock: clock.read, pause: clock.pause })
  client = await openClient(app.origin)
  expect((await client.ask('/weather?location=malatya')).status).toBe(200)
  await clock.rests('watch')
  await clock.rests('deliver')
  engine.freeze()
})
afterAll(async () => {
  engine.thaw()
  await client.close()
  await app.close()
  await upstream.close()
  await engine.stop()
})

const form = { location: 'malatya', channel: 'feed', threshold: 40 }

async function timed<Answer>(ask: () => Promise<Answer>): Promise<readonly [Answer, number]> {
  const began = performance.now()
  const answer = await ask()
  return [answer, performance.now() - began]
}

const pages = [
  '/en/place/malatya',
  '/tr/yer/malatya',
  '/en/field/38.355,38.310',
  '/status?lang=en',
  '/metrics'
] as const

it(
  'the first to ask waits for a while, and all who come later together less than that',
  async () => {
    const [first, firstMs] = await timed(() => fetch(`${app.origin}/en/place/malatya?n=1`))
    const [statuses, laterMs] = await timed(async () => {
      const statuses: number[] = []
      for (const path of pages) statuses.push((await fetch(app.origin + path)).status)
      statuses.push((await client.ask('/weather?lat=39.11&lon=32.22')).status)
      statuses.push((await post(client, '/alerts/subscribe', form)).status)
      return statuses
    })
    expect([first.status, ...statuses]).toEqual([200, ...pages.map(() => 200), 200, 503])
    expect(laterMs).toBeLessThan(firstMs)
  },
  4 * patience.timeout
)

it('all is well by itself when it goes on', async () => {
  engine.thaw()
  await expect.poll(async () => (await post(client, '/alerts/subscribe', form)).status, patience).toBe(201)
  // A page that lacks a part is kept for a minute.
  clock.move(minuteMs + 1)
  expect(await (await fetch(`${app.origin}/en/place/malatya`)).text()).not.toContain('cannot be read')
})
