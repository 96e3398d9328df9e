/** Every form in which a parameter can be wrong: which parameter, which code, and what is allowed instead. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../app.ts'
import { type CheckedClient, openClient } from './client.ts'

let app: TestApp
let client: CheckedClient
beforeAll(async () => {
  app = await startApp({ environment: { SOURCES: 'demo', TIERS: 'free=100000/60' } })
  client = await openClient(app.origin)
})
afterAll(async () => {
  await client.close()
  await app.close()
})

interface ParameterError {
  readonly parameter: string
  readonly code: string
  readonly detail: string
  readonly allowed: string
}

async function errorsOf(path: string): Promise<readonly ParameterError[]> {
  const answer = await client.ask(path)
  expect(answer.status, path).toBe(400)
  expect(answer.json).toMatchObject({
    code: 'invalid_parameter',
    type: 'https://ayaz.example/problems/invalid_parameter'
  })
  return (answer.json as { errors: readonly ParameterError[] }).errors
}

const at = 'lat=38.355&lon=38.31'
const wrong: readonly (readonly [string, string, string])[] = [
  ['/weather', 'location', 'missing_parameter'],
  ['/weather?lat=38', 'lon', 'missing_parameter'],
  ['/weather?lon=38', 'lat', 'missing_parameter'],
  ['/weather?lat=38,35&lon=38', 'lat', 'invalid_format'],
  ['/weather?lat=NaN&lon=38', 'lat', 'invalid_format'],
  ['/weather?lat=Infinity&lon=38', 'lat', 'invalid_format'],
  ['/weather?lat=%2038&lon=38', 'lat', 'invalid_format'],
  ['/weather?lat=38+&lon=38', 'lat', 'invalid_format'],
  ['/weather?lat=0x26&lon=38', 'lat', 'invalid_format'],
  ['/weather?lat=1234&lon=38', 'lat', 'out_of_range'],
  ['/weather?lat=1e400&lon=38', 'lat', 'out_of_range'],
  ['/weather?lat=38%20.5&lon=38', 'lat', 'invalid_format'],
  ['/weather?lat=%E2%88%9238&lon=38', 'lat', 'invalid_format'],
  ['/weather?lat=38%C2%B0&lon=38', 'lat', 'invalid_format'],
  ['/weather?lat=%D9%A3%D9%A8&lon=38', 'lat', 'invalid_format'],
  ['/weather?lat=38%00&lon=38', 'lat', 'invalid_format'],
  ['/weather?lat=90.001&lon=38', 'lat', 'out_of_range'],
  ['/weather?lat=-91&lon=38', 'lat', 'out_of_range'],
  ['/weather?lat=38&lon=180.001', 'lon', 'out_of_range'],
  ['/weather?lat=38&lon=-181', 'lon', 'out_of_range'],
  [`/weather?${at}&lat=38`, 'lat', 'repeated_parameter'],
  ['/weather?lat=&lon=38', 'lat', 'empty_parameter'],
  ['/weather?lat&lon=38', 'lat', 'empty_parameter'],
  [`/weather?${at}&location=malatya`, 'location', 'conflicting_parameters'],
  ['/weather?location=malatya&lon=38', 'location', 'conflicting_parameters'],
  ['/weather?location=', 'location', 'empty_parameter'],
  ['/weather?location=a--b', 'location', 'invalid_format'],
  ['/weather?location=-a', 'location', 'invalid_format'],
  ['/weather?location=a%00', 'location', 'invalid_format'],
  ['/weather?location=%3Cb%3E', 'location', 'invalid_format'],
  [`/weather?location=${'a'.repeat(65)}`, 'location', 'invalid_format'],
  [`/weather?location=${'%C4%B0'.repeat(500)}`, 'location', 'invalid_format'],
  [`/weather?${at}&days=0`, 'days', 'out_of_range'],
  [`/weather?${at}&days=17`, 'days', 'out_of_range'],
  [`/weather?${at}&days=-1`, 'days', 'out_of_range'],
  [`/weather?${at}&days=1.5`, 'days', 'invalid_format'],
  [`/weather?${at}&days=seven`, 'days', 'invalid_format'],
  [`/weather?${at}&days=99999999999999999999`, 'days', 'out_of_range'],
  [`/weather?${at}&days=`, 'days', 'empty_parameter'],
  [`/weather?${at}&days=1&days=1`, 'days', 'repeated_parameter'],
  [`/verification/nights?${at}&from=2026-02-30`, 'from', 'invalid_format'],
  [`/verification/nights?${at}&until=yesterday`, 'until', 'invalid_format'],
  [`/verification/nights?${at}&from=2026-04-02&until=2026-04-01`, 'from', 'conflicting_parameters'],
  [`/verification/nights?${at}&lead_days=17`, 'lead_days', 'out_of_range'],
  [`/verification/nights?${at}&limit=1001`, 'limit', 'out_of_range'],
  [`/verification/nights?${at}&cursor=zz`, 'cursor', 'invalid_format'],
  [`/verification/nights?${at}&format=xml`, 'format', 'not_allowed'],
  [`/weather/night?${at}&date=tonight`, 'date', 'invalid_format'],
  [`/weather/night?${at}&date=2020-01-01`, 'date', 'out_of_range'],
  [`/weather/night?${at}&date=2026-99-99`, 'date', 'invalid_format'],
  [`/weather/night?${at}&days=1`, 'days', 'unknown_parameter'],
  [`/weather/hourly?${at}&slots=0`, 'slots', 'out_of_range'],
  [`/weather/hourly?${at}&slots=129`, 'slots', 'out_of_range'],
  [`/weather/hourly?${at}&slots=x`, 'slots', 'invalid_format'],
  [`/weather/hourly?${at}&days=1`, 'days', 'unknown_parameter'],
  [`/weather?${at}&slots=1`, 'slots', 'unknown_parameter'],
  [`/weather?${at}&units=Metric`, 'units', 'not_allowed'],
  [`/weather?${at}&lang=de`, 'lang', 'not_allowed'],
  [`/weather?${at}&crop=apricot`, 'crop', 'unknown_parameter'],
  [`/weather/frost-risk?${at}&crop=apricot`, 'stage', 'missing_parameter'],
  [`/weather/frost-risk?${at}&crop=dragonfruit`, 'crop', 'not_allowed'],
  [`/weather/frost-risk?${at}&crop=apricot&stage=harvest`, 'stage', 'not_allowed'],
  [`/weather/frost-risk?${at}&stage=full-bloom`, 'crop', 'missing_parameter'],
  [`/weather/frost-risk?${at}&exposure=roof`, 'exposure', 'not_allowed'],
  ['/weather/widget-data', 'location', 'missing_parameter'],
  ['/weather/widget-data?lat=38.355', 'lon', 'missing_parameter'],
  ['/season-survival?crop=generic&location=malatya&stages=full-bloom@2026-03-30', 'crop', 'not_allowed'],
  ['/locations', 'q', 'missing_parameter'],
  [`/locations?q=${'x'.repeat(101)}`, 'q', 'out_of_range'],
  ['/locations?q=x&limit=51', 'limit', 'out_of_range'],
  ['/locations?q=x&limit=all', 'limit', 'invalid_format'],
  ['/locations/near?lat=38.4', 'lon', 'missing_parameter'],
  ['/locations/near?lat=91&lon=38', 'lat', 'out_of_range'],
  [`/locations/near?${at}&limit=21`, 'limit', 'out_of_range'],
  [`/locations/near?${at}&location=malatya`, 'location', 'unknown_parameter'],
  ['/locations/malatya?lang=tr', 'lang', 'unknown_parameter'],
  ['/locations/a--b', 'slug', 'invalid_format'],
  ['/crops?lang=de', 'lang', 'not_allowed'],
  ['/limits?x=1', 'x', 'unknown_parameter'],
  ['/openapi.json?x=1', 'x', 'unknown_parameter'],
  [`/weather?${at}&__proto__=1`, '', ''],
  [`/weather?${at}&_cache=1&utm_source=x&utm_=`, '', '']
]

describe('a wrong parameter', () => {
  it.each(wrong.filter(([, parameter]) => parameter !== ''))(
    '%s: %s is %s',
    async (path, parameter, code) => {
      const errors = await errorsOf(path)
      const error = errors.find((one) => one.parameter === parameter)
      expect(error).toMatchObject({ parameter, code })
      expect(error?.detail.length).toBeGreaterThan(10)
      expect(error?.allowed.length).toBeGreaterThan(3)
    }
  )

  it.each(wrong.filter(([, parameter]) => parameter === ''))(
    '%s: names that begin with _ or utm_ are passed over',
    async (path) => {
      expect((await client.ask(path)).status).toBe(200)
    }
  )

  it.each([
    '/weather',
    '/weather/widget-data',
    '/weather/frost-risk',
    '/frost-dates',
    '/verification',
    '/verification/nights'
  ])('%s: a place that is missing is one fault, and an empty one is no second', async (path) => {
    expect(await errorsOf(path)).toEqual([
      {
        parameter: 'location',
        code: 'missing_parameter',
        detail: 'Give "location", or "lat" and "lon".',
        allowed: 'location, or lat and lon'
      }
    ])
    expect(await errorsOf(`${path}?location=`)).toMatchObject([
      { parameter: 'location', code: 'empty_parameter' }
    ])
  })

  it('is told together with all the others', async () => {
    const errors = await errorsOf('/weather?lat=x&lon=999&days=0&units=feet&colour=red')
    expect(errors.map(({ parameter }) => parameter).sort()).toEqual(['colour', 'days', 'lat', 'lon', 'units'])
  })

  it('comes with a hint where the mistake is a common one', async () => {
    const hints = [
      [`/weather?lat=38,35&lon=38`, '38.35'],
      [`/weather?lat=%E2%88%921.5&lon=38`, '-1.5'],
      [`/weather?lat=NaN&lon=38`, 'no number'],
      [`/weather?lat=38.355K&lon=38.31D`, 'Write decimal degrees'],
      [`/weather?${at}&lang=tr-TR`, 'Did you mean "tr"?'],
      [`/weather?${at}&lang=english`, 'Did you mean "en"?'],
      [`/weather?${at}&dayz=3`, '"days"'],
      [`/weather?${at}&units=imperal`, '"imperial"'],
      [`/weather?latitude=38&lon=38`, 'parameter "latitude". Did you mean "lat"?'],
      [`/weather?lat=38&longitude=38`, 'parameter "longitude". Did you mean "lon"?'],
      [`/weather?lat=38&lng=38`, 'parameter "lng". Did you mean "lon"?'],
      [`/weather?${at}&forecast_days=3`, 'parameter "forecast_days". Did you mean "days"?'],
      ['/weather?locations=malatya,ankara', 'Many places are at …/places'],
      ['/weather?location=malatya;ankara', 'Several places, with commas between them, go to …/places']
    ] as const
    for (const [path, hint] of hints) {
      expect((await errorsOf(path)).map(({ detail }) => detail).join(' ')).toContain(hint)
    }
  })

  it('lists what there is: the stages of the crop, the crops, the words', async () => {
    const [stage] = await errorsOf(`/weather/frost-risk?${at}&crop=apricot`)
    expect(stage?.allowed).toContain('full-bloom')
    expect(stage?.allowed).toContain('auto')
    const [ofCherry] = await errorsOf(`/weather/frost-risk?${at}&crop=sweet-cherry`)
    expect(ofCherry?.allowed).not.toContain('auto')
    const [crop] = await errorsOf(`/weather/frost-risk?${at}&crop=dragonfruit`)
    expect(crop?.allowed).toContain('apricot')
    const [exposure] = await errorsOf(`/weather/frost-risk?${at}&exposure=roof`)
    expect(exposure?.allowed).toBe('ground, vine, canopy')
  })

  it('is quoted shortened and without what does not print', async () => {
    const [error] = await errorsOf(`/weather?lat=${'%E2%80%AE'}${'9'.repeat(3000)}&lon=1`)
    expect(error?.detail.length).toBeLessThan(200)
    expect(error?.detail).not.toMatch(/\p{C}/u)
  })

  it('is none where a stage has only the temperature of first damage: the answer has no score', async () => {
    const crops = (await client.ask('/crops')).json as {
      crops: { id: string; stages: { id: string; scoreable: boolean }[] }[]
    }
    const found = crops.crops.flatMap((crop) =>
      crop.stages.filter(({ scoreable }) => !scoreable).map((stage) => ({ crop: crop.id, ...stage }))
    )
    expect(found.length).toBeGreaterThan(0)
    for (const { crop, id } of found) {
      const { status, json } = await client.ask(`/weather/night?${at}&crop=${crop}&stage=${id}`)
      expect([crop, id, status]).toEqual([crop, id, 200])
      expect(json).toMatchObject({
        night: null,
        unknown_because: 'first_damage_only',
        profile: { crop, stage: id }
      })
      const { hours } = json as { hours: { score: number | null; plant_temperature: { p50: number } }[] }
      expect(hours.map((hour) => hour.score)).not.toContainEqual(expect.any(Number))
      expect(hours.map((hour) => hour.plant_temperature.p50)).toContainEqual(expect.any(Number))
    }
  })
})

describe('a place', () => {
  it.each([
    ['%C4%B0zmir', 'izmir'],
    ['%C5%9Eanl%C4%B1urfa', 'sanliurfa'],
    ['I%C4%9Fd%C4%B1r', 'igdir'],
    ['MALATYA', 'malatya'],
    ['Malatya', 'malatya'],
    ['antalya-merkez', 'antalya']
  ])('written %s is answered, with a link to %s', async (written, slug) => {
    const answer = await client.ask(`/weather?days=2&utm_source=mail&location=${written}`)
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({ location: { slug } })
    expect(answer.headers['link']).toBe(
      `<https://ayaz.example/api/v1/weather?days=2&location=${slug}>; rel="canonical"`
    )
    const canonical = await client.ask(`/weather?days=2&location=${slug}`)
    expect(canonical.headers['link']).toBeUndefined()
    expect(canonical.body.equals(answer.body)).toBe(true)
    const named = await client.ask(`/locations/${written}`)
    expect(named.headers['link']).toBe(`<https://ayaz.example/api/v1/locations/${slug}>; rel="canonical"`)
  })

  it('that nobody knows is 404 with up to five suggestions, for every operation that takes one', async () => {
    for (const path of [
      '/weather',
      '/weather/current',
      '/weather/frost-risk',
      '/weather/hourly',
      '/weather/night',
      '/weather/widget-data'
    ]) {
      const answer = await client.ask(`${path}?location=malatia`)
      expect(answer.status).toBe(404)
      const { code, suggestions } = answer.json as { code: string; suggestions: { slug: string }[] }
      expect(code).toBe('location_not_found')
      expect(suggestions.map(({ slug }) => slug)).toContain('malatya')
      expect(suggestions.length).toBeLessThanOrEqual(5)
    }
    const nothing = await client.ask('/weather?location=qqqqxxxxzzzz')
    expect(nothing.json).toMatchObject({ code: 'location_not_found' })
  })

  it('has the address of its slug in answers about its record and climate too', async () => {
    for (const path of ['/frost-dates', '/verification', '/verification/nights']) {
      const answer = await client.ask(`${path}?location=${encodeURIComponent('İzmir')}&units=imperial`)
      expect(answer.headers['link']).toBe(
        `<https://ayaz.example/api/v1${path}?location=izmir&units=imperial>; rel="canonical"`
      )
      expect((await client.ask(`${path}?location=izmir`)).headers['link']).toBeUndefined()
    }
  })

  it('has dates of frosts with their credit, height and whether they are made up', async () => {
    const { json } = await client.ask(`/frost-dates?${at}&elevation=980`)
    expect(json).toMatchObject({
      elevation: 980,
      synthetic: true,
      attribution: expect.stringContaining('Synthetic'),
      frost_dates: { license: 'CC0-1.0', synthetic: true }
    })
  })

  it('is rounded once to three decimals, −180 becomes 180, and −0 is 0', async () => {
    const pairs = [
      ['38.35549999', '38.3096', 38.355, 38.31],
      ['-0', '-0.0004', 0, 0],
      ['-0.0005', '-180', -0.001, 180],
      ['90', '180', 90, 180],
      ['-90.000', '-179.9999', -90, 180]
    ] as const
    for (const [lat, lon, roundLat, roundLon] of pairs) {
      const answer = await client.ask(`/weather/current?lat=${lat}&lon=${lon}`)
      expect(answer.status).toBe(200)
      expect(answer.json).toMatchObject({ location: { lat: roundLat, lon: roundLon } })
    }
  })

  it('is a bare point more than 3 km from any, without a name', async () => {
    const answer = await client.ask('/weather/current?lat=0&lon=-30')
    expect(answer.json).toMatchObject({
      location: { name: null, slug: null, country: null, timezone: 'Etc/GMT+2' }
    })
  })
})

describe('a crop', () => {
  it('called generic is none', async () => {
    const [none, generic] = await Promise.all([
      client.ask(`/weather/frost-risk?${at}`),
      client.ask(`/weather/frost-risk?${at}&crop=generic`)
    ])
    expect(generic.json).toEqual(none.json)
    expect(generic.status).toBe(200)
  })

  it('is allowed its own stages and the estimate, and no other', async () => {
    const stage = await errorsOf(`/weather/frost-risk?${at}&crop=apricot`)
    const allowed = stage[0]?.allowed.split(', ') ?? []
    expect(allowed).toContain('swollen-bud')
    expect(allowed).toContain('auto')
    for (const one of allowed) {
      expect((await client.ask(`/weather/frost-risk?${at}&crop=apricot&stage=${one}`)).status, one).toBe(200)
    }
    for (const wrongly of ['harvest', 'full-blom']) {
      expect(await errorsOf(`/weather/frost-risk?${at}&crop=apricot&stage=${wrongly}`)).toMatchObject([
        { parameter: 'stage', allowed: allowed.join(', ') }
      ])
    }
  })

  it('is found by its Turkish name, and its exposure is the crop’s own', async () => {
    const turkish = await client.ask(
      `/weather/frost-risk?location=malatya&crop=kay%C4%B1s%C4%B1&stage=full-bloom`
    )
    const english = await client.ask('/weather/frost-risk?location=malatya&crop=apricot&stage=full-bloom')
    expect(turkish.body.equals(english.body)).toBe(true)
    expect(english.json).toMatchObject({
      frost_risk: { crop: 'apricot', stage: 'full-bloom', exposure: 'canopy' }
    })
    const generic = await client.ask('/weather/frost-risk?location=malatya')
    expect(generic.json).toMatchObject({ frost_risk: { crop: null, stage: null, exposure: 'ground' } })
    const chosen = await client.ask(
      '/weather/frost-risk?location=malatya&crop=apricot&stage=full-bloom&exposure=ground'
    )
    expect(chosen.json).toMatchObject({ frost_risk: { exposure: 'ground' } })
  })

  it('has its stage estimated where, and only where, the table says so', async () => {
    const { crops } = (await client.ask('/crops')).json as {
      crops: {
        id: string
        stages: { id: string }[]
        stage_auto: { stages: string[]; plus_minus_days: number } | null
      }[]
    }
    const estimable = crops.filter(({ stage_auto }) => stage_auto !== null)
    expect(estimable.map(({ id }) => id).toSorted()).toEqual(['apple', 'apricot', 'nectarine-big-top'])
    expect(crops.find(({ id }) => id === 'apricot')?.stage_auto).toEqual({
      stages: ['first-bloom'],
      plus_minus_days: 8
    })
    for (const { id, stages, stage_auto } of crops) {
      const known = stages.map((stage) => stage.id)
      for (const stage of stage_auto?.stages ?? []) expect(known, id).toContain(stage)
      const answer = await client.ask(`/weather/frost-risk?location=malatya&days=1&crop=${id}&stage=auto`)
      expect(answer.status, id).toBe(stage_auto === null ? 400 : 200)
    }
  })

  it('can be asked for in every stage that is scoreable', async () => {
    const { crops } = (await client.ask('/crops')).json as {
      crops: { id: string; stages: { id: string; scoreable: boolean }[] }[]
    }
    for (const crop of crops) {
      for (const stage of crop.stages.filter(({ scoreable }) => scoreable)) {
        const answer = await client.ask(
          `/weather/frost-risk?location=malatya&days=1&crop=${crop.id}&stage=${stage.id}`
        )
        expect(answer.json).toMatchObject({ frost_risk: { crop: crop.id, stage: stage.id } })
      }
    }
  })
})
