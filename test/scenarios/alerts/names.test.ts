/** Names that lead to the right place: aliases, and places abroad that are called like a district. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../app.ts'
import { type CheckedClient, openClient } from '../../contracts/http/client.ts'
import { post } from '../../contracts/http-alerts/client.ts'

let app: TestApp
let client: CheckedClient

beforeAll(async () => {
  app = await startApp({
    environment: { WEATHER_SOURCES: 'demo', TIERS: 'free=100000/60', PAGES_PER_MINUTE: '100000' }
  })
  client = await openClient(app.origin)
})

afterAll(() => app.close())

interface Noticed {
  readonly meta: { readonly notices: readonly { readonly code: string; readonly message: string }[] }
}

async function homonymIn(query: string): Promise<string | undefined> {
  const { status, json } = await client.ask(`/weather/frost-risk?${query}`)
  expect(status).toBe(200)
  return (json as Noticed).meta.notices.find(({ code }) => code === 'homonym')?.message
}

test('an alias is answered as a folded name is: by the API with a canonical link, by pages with a redirect', async () => {
  const answer = await client.ask('/weather/frost-risk?location=antalya-merkez')
  expect(answer.json).toMatchObject({ location: { slug: 'antalya' } })
  expect(answer.headers['link']).toContain('location=antalya>; rel="canonical"')
  const page = await fetch(`${app.origin}/tr/yer/antalya-merkez?crop=apricot`, { redirect: 'manual' })
  expect([page.status, page.headers.get('location')]).toEqual([301, '/tr/yer/antalya?crop=apricot'])
  const widget = await fetch(`${app.origin}/tr/widget/antalya-merkez`)
  expect(widget.status).toBe(200)
  expect(await widget.text()).toContain('Antalya')
  // A district of this name stays itself.
  expect((await client.ask('/locations/usak-merkez')).headers['link']).toBeUndefined()
})

test('Turkish answers about a namesake abroad name the district; others do not', async () => {
  expect(await homonymIn('location=soma&lang=tr')).toBe(
    'Bu yer: Sōma, Fukushima, Japonya. Türkiye’de aynı adı taşıyan ilçe: manisa-soma.'
  )
  expect(await homonymIn('location=soma&lang=en')).toBeUndefined()
  expect(await homonymIn('location=manisa-soma&lang=tr')).toBeUndefined()
  const { json } = await client.ask('/locations/soma')
  const { lat, lon } = (json as { location: { lat: number; lon: number } }).location
  expect(await homonymIn(`lat=${lat}&lon=${lon}&lang=tr`)).toBeUndefined()
})

test('the answer to a subscription names its place, and a district of the same name', async () => {
  const subscribe = (location: string) =>
    post(client, '/alerts/subscribe', { location, channel: 'feed', threshold: 60, lang: 'tr' })
  const abroad = await subscribe('soma')
  expect(abroad.status, abroad.body.toString()).toBe(201)
  expect(abroad.json).toMatchObject({
    location: 'soma',
    place: { name: 'Sōma', region: 'Fukushima', country: 'JP' },
    notices: [
      { code: 'homonym', message: expect.stringContaining('manisa-soma') },
      { code: 'preview_becomes_real' }
    ],
    suggestions: [{ slug: 'manisa-soma', name: 'Soma', region: 'Manisa' }]
  })
  expect((await subscribe('antalya-merkez')).json).toMatchObject({
    location: 'antalya',
    place: { name: 'Antalya', region: 'Antalya', country: 'TR' },
    notices: [{ code: 'preview_becomes_real' }],
    suggestions: []
  })
})
