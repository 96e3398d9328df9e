/** A field has the page of a place, and no one else learns of it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({
    environment: { SOURCES: 'demo', PAGES_PER_MINUTE: '1000', TIERS: 'free=1000/60' },
    clock: () => Date.parse('2026-04-11T17:30:00Z')
  })
})
afterAll(() => app.close())

async function visit(path: string) {
  const answer = await fetch(app.origin + path, { redirect: 'manual', headers: { accept: 'text/html' } })
  return { status: answer.status, to: answer.headers.get('location'), page: await answer.text() }
}

/** Tonight, and the week. */
function numbersOf(page: string): readonly (string | undefined)[] {
  return [/<section class="tonight.*?<\/section>/s, /<table.*?<\/table>/s].map((part) => part.exec(page)?.[0])
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
  expect(page).toMatch(/km [a-z-]+, (Battalgazi|Yeşilyurt|Malatya)/)
  expect(page).toContain('<meta name="robots" content="noindex">')
  expect(page).not.toMatch(/rel="canonical"|og:url/)
  expect(page).toContain('<input type="hidden" name="label" value="My &lt;b&gt; field">')
  expect(page).toContain('hreflang="tr"')
  // The browser stores no private page; that of a place it does.
  expect(page).not.toContain('data-offline')
  expect((await visit('/en/place/malatya')).page).toContain('data-offline')
  expect(page).toContain('/tr/tarla/38.400,38.200')
})

it('names the bounds where the numbers of an address are beyond them', async () => {
  for (const point of ['95,200', '95.0,200.0', '-91,38', '38,-181', '95,200,980', '90.001,38.310,12'])
    expect((await visit(`/en/field/${point}`)).page, point).toContain('Latitude goes from −90 to 90')
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
  const lines = app.log().filter((line) => (JSON.parse(line) as { level: string }).level !== 'debug')
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

const operations = ['', '/current', '/frost-risk', '/night', '/hourly'].map((path) => `/weather${path}`)

async function bodyAt(path: string, query: string) {
  const answer = await fetch(`${app.api}${path}?${query}`)
  expect(answer.status, `${path}?${query}`).toBe(200)
  return (await answer.json()) as {
    location: { lat: number; lon: number; elevation: number }
    nights?: { temperature_min: number }[]
  }
}

it('gives the same numbers for a place and for its own coordinates and elevation, in every operation', async () => {
  const { location } = await bodyAt('/weather', 'location=malatya')
  const own = `lat=${location.lat}&lon=${location.lon}&elevation=${location.elevation}`
  for (const path of operations)
    expect(await bodyAt(path, own), path).toEqual(await bodyAt(path, 'location=malatya'))
})

it('is colder 300 m higher, as the weather’s own law says', async () => {
  const minima = async (elevation: number) => {
    const body = await bodyAt('/weather/frost-risk', `lat=39.3&lon=36.2&elevation=${elevation}`)
    expect(body.location.elevation).toBe(elevation)
    return (body.nights ?? []).map((night) => night.temperature_min)
  }
  const [low, high] = [await minima(1000), await minima(1300)]
  expect(low.length).toBeGreaterThan(4)
  // The synthetic weather is 0.4 °C colder in 100 m; both minima are rounded.
  for (const [night, minimum] of low.entries())
    expect(Math.abs(minimum - 1.2 - (high[night] ?? 99)), `${night}`).toBeLessThan(0.11)
})

it('has the same air and colder plants the more openly they lie to the sky, by the shares of the method', async () => {
  const hoursOf = async (exposure: string) => {
    const answer = await fetch(
      `${app.api}/weather/night?lat=38.4&lon=38.2&elevation=980&exposure=${exposure}`
    )
    const { hours } = (await answer.json()) as {
      hours: { air_temperature: number; plant_temperature: { p50: number } }[]
    }
    return hours.map(
      (hour) => [hour.air_temperature, hour.air_temperature - hour.plant_temperature.p50] as const
    )
  }
  const [ground, vine, canopy] = [await hoursOf('ground'), await hoursOf('vine'), await hoursOf('canopy')]
  const clear = ground.flatMap(([, offset], hour) => (offset > 2 ? [hour] : []))
  expect(clear.length).toBeGreaterThan(0)
  for (const hour of clear) {
    const [offset = 0, ofVine = 0, ofCanopy = 0] = [ground, vine, canopy].map((one) => one[hour]?.[1])
    expect([vine[hour]?.[0], canopy[hour]?.[0]]).toEqual([ground[hour]?.[0], ground[hour]?.[0]])
    // docs/science.md [8]; each temperature is rounded to a tenth.
    expect(Math.abs(ofVine - 0.6 * offset), `${hour}`).toBeLessThan(0.2)
    expect(Math.abs(ofCanopy - 0.35 * offset), `${hour}`).toBeLessThan(0.2)
  }
})

it('refuses an elevation that is none, and one of a place', async () => {
  const refused = async (query: string) => {
    const answers = operations.map(async (path) => {
      const answer = await fetch(`${app.api}${path}?${query}`)
      return { status: answer.status, ...((await answer.json()) as { errors: object[] }) }
    })
    const [first, ...others] = await Promise.all(answers)
    for (const other of others) expect(other.errors).toEqual(first?.errors)
    return first
  }
  const point = 'lat=38.4&lon=38.2'
  const allowed = 'metres above mean sea level, −430…9000, with lat and lon'
  for (const [elevation, code] of [
    ['9001', 'out_of_range'],
    ['-431', 'out_of_range'],
    ['abc', 'invalid_format'],
    ['1,200', 'invalid_format'],
    ['', 'empty_parameter']
  ])
    expect(await refused(`${point}&elevation=${elevation}`), elevation).toMatchObject({
      status: 400,
      errors: [{ parameter: 'elevation', code, allowed }]
    })
  expect(await refused('location=malatya&elevation=980')).toMatchObject({
    status: 400,
    errors: [{ parameter: 'elevation', code: 'conflicting_parameters', allowed }]
  })
  expect(await refused('elevation=980')).toMatchObject({
    status: 400,
    errors: [
      { parameter: 'lat', code: 'missing_parameter' },
      { parameter: 'lon', code: 'missing_parameter' }
    ]
  })
})

it('has a height on its page, which can be corrected', async () => {
  const asked = '/tr/tarla/38.4,38.2?yukseklik=980&crop=apricot&stage=full-bloom'
  const to = '/tr/tarla/38.400,38.200,980?crop=apricot&stage=full-bloom'
  expect(await visit(asked)).toMatchObject({ status: 302, to })
  expect(await visit('/en/field/38.400,38.200?elevation=979.6')).toMatchObject({
    to: '/en/field/38.400,38.200,980'
  })
  const { page } = await visit(to)
  expect(page).toContain('980 m')
  expect(page).toMatch(/name="elevation"[^>]* value="980"/)
  expect(page).toContain('/en/field/38.400,38.200,980')
  expect(await visit('/tr/tarla/38.400,38.200,980?elevation=')).toMatchObject({
    to: '/tr/tarla/38.400,38.200'
  })
  for (const typed of ['9001', 'yüksek', '-431']) {
    const { status, page: refused } = await visit(
      `/tr/tarla/38.400,38.200?elevation=${encodeURIComponent(typed)}`
    )
    expect(status, typed).toBe(400)
    expect(refused).toContain('Rakım −430 ile 9000 arasında')
  }
  expect((await visit('/tr/tarla/38.400,38.200,9001')).status).toBe(404)
})

it('has a widget, its data, its code and its oEmbed', async () => {
  const read = async (path: string) => {
    const answer = await fetch(app.origin + path)
    return { status: answer.status, json: (await answer.json()) as Record<string, Record<string, string>> }
  }
  const { json: data } = await read('/api/v1/weather/widget-data?lat=38.4&lon=38.2&elevation=980&lang=tr')
  expect(data).toMatchObject({
    location: { lat: 38.4, lon: 38.2, elevation: 980 },
    links: {
      page: 'https://ayaz.example/tr/tarla/38.400,38.200,980',
      embed: 'https://ayaz.example/tr/widget/38.400,38.200,980'
    }
  })
  const { json: named } = await read('/api/v1/weather/widget-data?location=malatya')
  const { lat, lon, elevation } = Object(named['location'])
  expect(
    (await read(`/api/v1/weather/widget-data?lat=${lat}&lon=${lon}&elevation=${elevation}`)).json
  ).toEqual(named)
  const without = await read('/api/v1/weather/widget-data')
  expect(without).toMatchObject({ status: 400, json: { errors: [{ parameter: 'location' }] } })

  const path = '/tr/widget/38.400,38.200,980?crop=apricot&stage=full-bloom&label=Ba%C4%9F+%3C1%3E'
  const widget = await visit(path)
  expect(widget.status).toBe(200)
  expect(widget.page).toContain('Bağ &lt;1&gt;')
  expect(widget.page).toContain('href="https://ayaz.example/tr/tarla/38.400,38.200,980?')
  const field = await visit('/tr/tarla/38.400,38.200,980?label=Ba%C4%9F+%3C1%3E')
  expect(field.page).toContain('/tr/widget/38.400,38.200,980?label=Ba%C4%9F+%3C1%3E')
  const { page: embedded } = await visit('/tr/siteme-ekle?location=38.4,38.2,980&label=Ba%C4%9F')
  expect(embedded).toContain('data-location=&quot;38.400,38.200,980&quot;')
  expect(embedded).toContain('<meta name="robots" content="noindex">')
  const url = encodeURIComponent(`https://ayaz.example${path}`)
  const oembed = await read(`/oembed?url=${url}`)
  expect(oembed.json).toMatchObject({ title: expect.stringContaining('Bağ <1>') })
  expect(String(oembed.json['html'])).toContain('/tr/widget/38.400,38.200,980?')
})

it('may ask for the position on pages that find a field, and on no other', async () => {
  const policyOf = async (path: string) => (await fetch(app.origin + path)).headers.get('permissions-policy')
  for (const path of ['/tr', '/en/search?q=38', '/tr/tarla/38.400,38.200', '/en/place/malatya'])
    expect(await policyOf(path), path).toContain('geolocation=(self)')
  for (const path of ['/status', '/tr/widget/malatya', '/tr/siteme-ekle', '/docs'])
    expect(await policyOf(path), path).toContain('geolocation=()')
})

it('has an alert of its own, in degrees, without a script', async () => {
  const { page } = await visit('/tr/tarla/38.400,38.200,980?crop=apricot&stage=full-bloom')
  const [form = ''] = /<form class="alert-form" id="subscribe".*?<\/form>/s.exec(page) ?? []
  const inputs = [...form.matchAll(/<input[^>]* name="(\w+)"[^>]* value="([^"]*)"/g)]
  const typed = Object.fromEntries(inputs.map(([, name, value]) => [name, value]))
  expect(typed).toMatchObject({ lat: '38.4', lon: '38.2', elevation: '980', threshold_temperature: '-2.8' })
  expect(form).toContain('<option value="0.3" selected>')
  const send = (more: object) =>
    fetch(`${app.origin}/tr/abone-ol`, {
      method: 'POST',
      body: new URLSearchParams({
        ...{ ...typed, channel: 'feed', threshold_of: 'plant', threshold_probability: '0.3', label: 'Bağ' },
        ...more
      })
    })
  const sent = await send({})
  const outcome = await sent.text()
  expect(sent.status).toBe(200)
  expect(outcome).toContain('<dd>Bağ</dd>')
  expect(outcome).toContain('bitkide −2,8\u00a0°C, en az %30 olasılıkla')
  expect(outcome).toContain('/tr/tarla/38.400,38.200,980?')
  const refused = await send({ threshold_temperature: '-31' })
  expect(refused.status).toBe(422)
  const again = await refused.text()
  expect(again).toContain('name="lat" value="38.4"')
  expect(again).toMatch(/name="label"[^>]* value="Bağ"/)
  expect((await send({ lat: 'north' })).status).toBe(422)
})

it.each([
  '/tr/yer/malatya?crop=apricot&stage=full-bloom',
  '/tr/tarla/38.400,38.200,900',
  '/en/place/malatya'
])('%s links its nights as a table', async (path) => {
  const { page } = await visit(path)
  const link = /<a href="([^"]*format=csv[^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const { pathname, search } = new URL(link, app.origin)
  const answer = await fetch(app.origin + pathname + search)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('text/csv')
  ])
  const [, ...rows] = (await answer.text()).trim().split(/\r?\n/)
  expect(rows.length).toBeGreaterThan(5)
  expect(link.includes('csv-excel')).toBe(path.startsWith('/tr'))
})
