/** The pages of fields with a database of PostgreSQL: the same bytes as with SQLite, also after a subscription. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../app.ts'
import { postgresEngine } from '../store/engines.ts'

const engine = postgresEngine()
const paths = [
  '/tr/tarla/38.400,38.200',
  '/tr/tarla/38.400,38.200,980?crop=apricot&stage=full-bloom&label=Ba%C4%9F',
  '/en/field/38.400,38.200,980?units=imperial',
  '/tr/harita',
  '/map.json',
  '/api/v1/frost-dates?lat=38.4&lon=38.2&elevation=980'
]
/** The key of web push is each database's own. */
const withoutKey = (page: string): string => page.replace(/data-push-key="[^"]*"/, '')

let apps: readonly TestApp[] = []

beforeAll(async () => {
  await engine.start()
  const { url } = await engine.fresh()
  const clock = () => Date.parse('2026-04-11T17:30:00Z')
  const usual = { SOURCES: 'demo', PAGES_PER_MINUTE: '1000' }
  apps = [
    await startApp({ environment: usual, clock }),
    await startApp({ environment: { ...usual, DATABASE_URL: url ?? '' }, clock })
  ]
})
afterAll(async () => {
  for (const app of apps) await app.close()
  await engine.stop()
})

it.each(paths)('%s', async (path) => {
  const [sqlite, postgresql] = await Promise.all(
    apps.map(async ({ origin }) => {
      const answer = await fetch(origin + path, { headers: { accept: 'text/html, application/json' } })
      return { status: answer.status, body: withoutKey(await answer.text()) }
    })
  )
  expect(postgresql?.status).toBe(200)
  expect(postgresql).toEqual(sqlite)
})

it('takes an alert for a field, and still has its page', async () => {
  for (const { origin, api } of apps) {
    const answer = await fetch(`${api}/alerts/subscribe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        lat: 38.4,
        lon: 38.2,
        elevation: 980,
        label: 'Bağ',
        channel: 'feed',
        threshold: 10
      })
    })
    expect(answer.status).toBe(201)
    expect(await answer.json()).toMatchObject({
      location: null,
      lat: 38.4,
      lon: 38.2,
      elevation: 980,
      label: 'Bağ'
    })
    expect((await fetch(`${origin}/tr/tarla/38.400,38.200,980`)).status).toBe(200)
  }
})
