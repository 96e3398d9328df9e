/** A field has the page of a place, and no one else learns of it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({
    environment: { SOURCES: 'demo', PAGES_PER_MINUTE: '1000' },
    clock: () => Date.parse('2026-04-11T17:30:00Z')
  })
})
afterAll(() => app.close())

async function visit(path: string) {
  const answer = await fetch(app.origin + path, { redirect: 'manual', headers: { accept: 'text/html' } })
  return { status: answer.status, to: answer.headers.get('location'), page: await answer.text() }
}

/** The panel of tonight, and the week. */
function numbersOf(page: string): readonly (string | undefined)[] {
  return [/<section class="panel tonight".*?<\/section>/s, /<table.*?<\/table>/s].map(
    (part) => part.exec(page)?.[0]
  )
}

it('shows the same night at the coordinates of a place as at the place', async () => {
  const place = await visit('/tr/yer/malatya?crop=apricot&stage=full-bloom')
  const body = (await (await fetch(`${app.api}/locations/malatya`)).json()) as {
    location: { lat: number; lon: number }
  }
  const { lat, lon } = body.location
  const path = `/tr/tarla/${lat.toFixed(3)},${lon.toFixed(3)}?crop=apricot&stage=full-bloom`
  const field = await visit(path)
  expect(field.status).toBe(200)
  expect(numbersOf(field.page)).toEqual(numbersOf(place.page))
  expect(numbersOf(field.page)).not.toContain(undefined)
})

it('has the visitor’s own name, the nearest place, and no entry in search engines', async () => {
  const { status, page } = await visit(
    '/en/field/38.400,38.200?label=My+%3Cb%3E+field&crop=apricot&stage=full-bloom'
  )
  expect(status).toBe(200)
  expect(page).toContain('<h1>My &lt;b&gt; field')
  expect(page).toMatch(/km from Battalgazi|km from Yeşilyurt|km from Malatya/)
  expect(page).toContain('<meta name="robots" content="noindex">')
  expect(page).not.toMatch(/rel="canonical"|og:url/)
  expect(page).toContain('<input type="hidden" name="label" value="My &lt;b&gt; field">')
  expect(page).toContain('hreflang="tr"')
  expect(page).toContain('/tr/tarla/38.400,38.200')
})

it('has one address for each point, and none for what is no point', async () => {
  expect(await visit('/tr/tarla/38.4,38.2?label=Bah%C3%A7e')).toMatchObject({
    ...{ status: 302, to: '/tr/tarla/38.400,38.200?label=Bah%C3%A7e' }
  })
  expect((await visit('/en/field/27.142,38.423')).status).toBe(200)
  for (const point of ['x', '38.4', '38.4,190.5', '91.5,38.2', '38,2 38,4', '38.4N,38.2E'])
    expect((await visit(`/en/field/${encodeURIComponent(point)}`)).status, point).toBe(404)
})

it('is found by coordinates as people write them; what has no certain reading is refused with what is allowed', async () => {
  const find = (typed: string) => visit(`/tr/ara?q=${encodeURIComponent(typed)}&units=imperial`)
  for (const typed of ['38,4 38,2', '38°24′00″K 38°12′00″D', 'https://www.google.com/maps/@38.4,38.2,15z']) {
    expect(await find(typed)).toMatchObject({ status: 302, to: '/tr/tarla/38.400,38.200?units=imperial' })
  }
  expect((await find('https://maps.app.goo.gl/AbCdEf')).page).toContain(
    'Kısa bağlantı nereye gittiğini söylemez'
  )
  expect((await find('27.142, 38.423')).page).toContain('Yanlarına K ve D yazın')
  expect((await find('yeşilyurt')).page).toContain('Yeşilyurt')
})

it('leaves its coordinates in no metric, status, sitemap or log line above debug', async () => {
  await visit('/tr/tarla/39.123,37.456?label=Gizli')
  await visit('/tr/tarla/39.123,37.456x')
  const metrics = await (await fetch(`${app.origin}/metrics`)).text()
  const pages = await Promise.all(['/status', '/sitemap.xml', '/robots.txt', '/preview'].map(visit))
  const lines = app.log().filter((line) => (JSON.parse(line) as { level: number }).level > 20)
  for (const text of [metrics, ...pages.map(({ page }) => page), ...lines]) {
    expect(text).not.toMatch(/39\.123|37\.456|Gizli/)
  }
})

it('names the region and the nearest place of a bare point, and none beside a place itself', async () => {
  const locationOf = async (query: string) => {
    const answer = await fetch(`${app.api}/weather/current?${query}`)
    return ((await answer.json()) as { location: Record<string, unknown> }).location
  }
  const { lat, lon, ...place } = await locationOf('location=malatya')
  expect(place).toMatchObject({ name: 'Malatya', region: 'Malatya', nearest: null })
  expect(await locationOf(`lat=${lat}&lon=${lon}`)).toMatchObject(place)
  const far = await locationOf('lat=38.4&lon=38.05')
  expect(far).toMatchObject({ name: null, region: null })
  const near = await fetch(`${app.api}/locations/near?lat=38.4&lon=38.05&limit=2`)
  const { locations } = (await near.json()) as {
    locations: { name: string; slug: string; distance_km: number }[]
  }
  const [first, second] = locations
  expect(far['nearest']).toEqual({ name: first?.name, slug: first?.slug, distance_km: first?.distance_km })
  expect(second?.distance_km).toBeGreaterThanOrEqual(first?.distance_km ?? 99)
})
