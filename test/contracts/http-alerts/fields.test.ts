/** A field is watched as a place is, and shown to its subscriber only. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { manage, type ProblemBody, post, type Subscribed } from './client.ts'
import { openRealApp, type RealApp } from './real-app.ts'

let real: RealApp
beforeAll(async () => {
  real = await openRealApp()
})
afterAll(() => real.close())

const field = { lat: 39.123_04, lon: 37.455_6, elevation: 1234.4 }
const marks = /39\.123|37\.456|marked/

async function subscribed(body: Readonly<Record<string, unknown>>): Promise<Subscribed> {
  const degrees = { threshold_temperature: -2, threshold_probability: 0.05 }
  const answer = await post(real.client, '/alerts/subscribe', { ...field, ...degrees, ...body })
  expect(answer.status, answer.body.toString()).toBe(201)
  return answer.json as Subscribed
}

const textOf = async (path: string): Promise<string> => (await fetch(real.app.origin + path)).text()

async function feedOf({ channel_url }: Subscribed): Promise<string> {
  return vi.waitFor(async () => {
    const text = await textOf(new URL(channel_url ?? '').pathname)
    expect(text).toContain('<entry')
    return text
  }, 60_000)
}

it('answers with the point, and with the named place nearest to it', async () => {
  const answer = await subscribed({ channel: 'feed', label: 'marked field' })
  expect(answer).toMatchObject({
    ...{ location: null, lat: 39.123, lon: 37.456, elevation: 1234, label: 'marked field' },
    place: { name: 'Alacahan', slug: 'alacahan', region: 'Sivas', country: 'TR' },
    evaluation: { would_fire_now: true }
  })
  const { place, links } = answer as unknown as {
    place: { distance_km: number }
    links: { frost_risk: string; location: string }
  }
  expect(place.distance_km).toBeGreaterThan(5)
  expect(links.frost_risk).toContain('/weather/frost-risk?lat=39.123&lon=37.456&elevation=1234')
  expect(links.location).toContain('/locations/near?lat=39.123&lon=37.456')
  const { json } = await manage(real.client, answer, {})
  expect(json).toMatchObject({ subscription: { location: null, lat: 39.123, lon: 37.456, elevation: 1234 } })
})

it('is the named place where one lies exactly there', async () => {
  const body = (await (await fetch(`${real.app.api}/locations/malatya`)).json()) as {
    location: { lat: number; lon: number; elevation: number }
  }
  const { lat, lon, elevation } = body.location
  const answer = await subscribed({ channel: 'feed', lat, lon, elevation })
  expect(answer).toMatchObject({ location: 'malatya', lat: null, place: { slug: 'malatya', distance_km: 0 } })
})

it('is read in a feed by its label or by the place near it', async () => {
  const labelled = await feedOf(await subscribed({ channel: 'feed', label: 'Lower orchard', lang: 'en' }))
  expect(labelled).toContain('Lower orchard')
  expect(labelled).not.toMatch(marks)
  const unlabelled = await feedOf(await subscribed({ channel: 'feed', lang: 'tr' }))
  expect(unlabelled).toContain('Bir tarla (Alacahan yakını)')
  expect(unlabelled).not.toMatch(marks)
  // Who reads a feed is not known: no link of it leads to the field either.
  for (const feed of [labelled, unlabelled]) expect(feed).not.toContain('/field/')
})

it('is named to the subscriber’s own server by its coordinates, where it has no label, and opened by a token', async () => {
  const destination = { url: `${real.receiver.origin}/hook` }
  const answer = await subscribed({ channel: 'webhook', destination, lang: 'en' })
  const raised = await vi.waitFor(() => {
    const bodies = real.receiver.requests.map(({ body }) => JSON.parse(body.toString()))
    const found = bodies.find(
      ({ type, data }) => type === 'frost.alert.raised' && data.subscription_id === answer.id
    )
    expect(found).toBeDefined()
    return found
  }, 60_000)
  expect(raised.data.location).toEqual({
    ...{ slug: null, name: 'Your field (39.123, 37.456)', region: null },
    ...{ country: 'TR', timezone: 'Europe/Istanbul' }
  })
  expect(JSON.stringify(raised.data.links)).not.toMatch(marks)
  expect(raised.data.links.place).toMatch(/^https:\/\/ayaz\.example\/field\/[\w-]{58}$/)
  const { pathname } = new URL(raised.data.links.place)
  const opened = await fetch(real.app.origin + pathname, { redirect: 'manual' })
  expect(opened.status).toBe(302)
  const own = pathname.replace('/field/', '/en/field/')
  expect(opened.headers.get('location')).toBe(own)
  const page = await fetch(real.app.origin + own)
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  expect(await page.text()).toContain('39.123, 37.456')
  expect(opened.headers.get('cache-control')).toContain('no-store')
  expect((await fetch(`${real.app.origin}/field/${'x'.repeat(58)}`)).status).toBe(404)
  expect(raised.data.text).toContain('Your field (39.123, 37.456)')
})

it('is called the same where it is managed and stopped', async () => {
  const answer = await subscribed({ channel: 'feed', label: 'Upper orchard' })
  const stop = await fetch(`${real.linkOf(answer)}?lang=en`)
  expect(await stop.text()).toContain('<dd>Upper orchard</dd>')
  const query = 'lat=39.123&lon=37.456&elevation=1234&crop=apricot&stage=full-bloom&channel=feed&lang=tr'
  expect(JSON.parse(await textOf(`/alerts/manage/names.json?${query}`))).toMatchObject({
    location: 'Tarlanız (39.123, 37.456)',
    place: '/tr/tarla/39.123,37.456,1234?crop=apricot&stage=full-bloom'
  })
  expect(JSON.parse(await textOf(`/alerts/manage/names.json?${query}&label=Upper+orchard`))).toMatchObject({
    location: 'Upper orchard',
    place: '/tr/tarla/39.123,37.456,1234?crop=apricot&stage=full-bloom&label=Upper+orchard'
  })
  const stopped = await (await fetch(real.linkOf(answer), { method: 'POST' })).text()
  expect(stopped).toContain('Nothing more will be sent')
  expect(stopped).not.toMatch(/class="alone"|39\.123/)
})

describe('a body', () => {
  const rest = { channel: 'feed', threshold: 10 }
  it.each([
    ['names a place and a point', { location: 'malatya', lat: 38, lon: 38 }, ['/lat', '/lon']],
    ['names a place and an elevation', { location: 'malatya', elevation: 900 }, ['/elevation']],
    ['names neither', {}, ['/location']],
    ['names an elevation alone', { elevation: 900 }, ['/location']],
    ['lacks the longitude', { lat: 38 }, ['/lon']],
    ['lacks the latitude', { lon: 38 }, ['/lat']],
    ['has a latitude out of bounds', { lat: 90.1, lon: 38 }, ['/lat']],
    ['has a longitude as text', { lat: 38, lon: '38' }, ['/lon']],
    ['has an elevation out of bounds', { lat: 38, lon: 38, elevation: 9001 }, ['/elevation']]
  ])('that %s is refused with the member', async (_, where, pointers) => {
    const { status, json } = await post(real.client, '/alerts/subscribe', { ...where, ...rest })
    const { code, errors } = json as ProblemBody
    expect({ status, code }).toEqual({ status: 422, code: 'validation_failed' })
    expect((errors ?? []).map(({ pointer }) => pointer)).toEqual(pointers)
  })

  it('that names what is stored of a field names no place', async () => {
    const location = '39.123,37.456 Nowhere/Else'
    const { status, json } = await post(real.client, '/alerts/subscribe', { location, ...rest })
    expect({ status, code: (json as ProblemBody).code }).toEqual({ status: 422, code: 'location_not_found' })
  })
})

it('leaves its coordinates and its label in no other output', async () => {
  await feedOf(await subscribed({ channel: 'feed', label: 'marked field' }))
  const paths = ['/metrics', '/status', '/sitemap.xml', '/robots.txt', '/preview', '/llms.txt', '/healthz']
  const around = '/api/v1/verification?lat=39.13&lon=37.46'
  const texts = await Promise.all([...paths, '/readyz', '/tr', around].map(textOf))
  const lines = real.app.log().filter((line) => (JSON.parse(line) as { level: string }).level !== 'debug')
  expect(lines.length).toBeGreaterThan(0)
  for (const text of [...texts, ...lines]) expect(text).not.toMatch(marks)
})
