/** What is particular to each provider. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { SourceError } from '../../../src/sources/source.ts'
import { type Point, pointOf } from '../../../src/weather/point.ts'
import { column, endHour, valueAt } from '../../../src/weather/series.ts'
import { zoneClock } from '../../../src/weather/zone-clock.ts'
import { clearNights } from '../../upstream/weather.ts'
import {
  failureOf,
  forecastOf,
  malatya,
  now,
  openStage,
  question,
  type Stage,
  sourceFrom
} from './harness.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(async () => {
  await stage.upstream.fail(null)
  for (const id of ['open-meteo', 'met-norway', 'openweathermap'] as const) stage.upstream.play(id, null)
  expect(stage.upstream.violations).toEqual([])
})
afterAll(() => stage.close())

const signal = new AbortController().signal
const oslo: Point = pointOf({ lat: 59.914, lon: 10.752, timezone: 'Europe/Oslo', elevation: 12 })
const bare: Point = pointOf({ lat: 38.1, lon: 37.9, timezone: 'Europe/Istanbul', elevation: null })

/** A source whose requests must not leave. */
const none = async () => Promise.reject(new Error('nothing may be sent here'))

describe('Open-Meteo', () => {
  it('is asked for many points at once, those with and those without an elevation, and answers in their order', async () => {
    const before = stage.upstream.count()
    const points = [malatya, bare, oslo]
    const answers = await stage.source('open-meteo').fetchForecasts?.(
      points.map((point) => question({ point })),
      signal
    )
    expect(stage.upstream.count() - before).toBe(2)
    expect(answers).toHaveLength(3)
    points.forEach((point, index) => {
      const answer = answers?.[index]
      if (answer instanceof SourceError || answer?.kind !== 'forecast') throw new Error('no forecast')
      expect(answer.grid.lat).toBeCloseTo(point.lat, 0)
      expect(answer.grid.elevation).toBe(point.elevation ?? 512)
      const hour = Math.floor(now / 3_600_000)
      expect(valueAt(answer.series, 'temperature', hour)).toBeCloseTo(
        clearNights(point, hour).temperatureC,
        4
      )
    })
  })

  it('fails for one point of many without failing for the others', async () => {
    const asked = [malatya, oslo].map((point) => question({ point }))
    const good = { latitude: 59.9, longitude: 10.75, elevation: 12, utc_offset_seconds: 0 }
    const hourly = { time: [0, 3600], temperature_2m: [1, 2] }
    stage.upstream.play('open-meteo', [
      { ...good, hourly: { ...hourly, temperature_2m: ['1', '2'] } },
      { ...good, hourly }
    ])
    const answers = await stage.source('open-meteo').fetchForecasts?.(asked, signal)
    expect(answers?.[0]).toMatchObject({ name: 'SourceError', kind: 'unusable' })
    expect(answers?.[1]).toMatchObject({ kind: 'forecast' })
  })

  it('gives the failure of the whole request to every point of it', async () => {
    await stage.upstream.fail({ kind: 'status', status: 429, headers: { 'retry-after': '7' } }, 'open-meteo')
    const answers = await stage
      .source('open-meteo')
      .fetchForecasts?.([question(), question({ point: oslo })], signal)
    expect(answers).toEqual(
      Array(2).fill(expect.objectContaining({ kind: 'rate_limited', retryAfterSeconds: 7 }))
    )
  })

  it('gives the members of an ensemble', async () => {
    const ensemble = await stage.source('open-meteo').fetchEnsemble?.(question(), signal)
    expect(ensemble).toMatchObject({
      members: 40,
      model: 'icon_seamless',
      startHour: Date.UTC(2026, 3, 10) / 3_600_000
    })
    expect(ensemble?.temperatures).toHaveLength(40 * (ensemble?.hours ?? 0))
    const [control, first, last] = [0, 1, 39].map(
      (member) => ensemble?.temperatures[member * (ensemble?.hours ?? 0)]
    )
    expect((first ?? 0) - (control ?? 0)).toBeCloseTo(-1.9, 4)
    expect((last ?? 0) - (control ?? 0)).toBeCloseTo(1.9, 4)
  })

  it.each(['Asia/Kolkata', 'Pacific/Kiritimati', 'Pacific/Honolulu', 'America/St_Johns'])(
    'covers yesterday and all wanted days in %s, in whole UTC hours',
    async (timezone) => {
      const { series } = await forecastOf(stage.source('open-meteo'), {
        point: { ...bare, timezone },
        days: 7
      })
      const clock = zoneClock(timezone)
      const today = clock.startOfDate(clock.dateAt(now / 1000))
      expect(series.startHour).toBeLessThanOrEqual(now / 3_600_000 - 24)
      expect(series.startHour * 3600).toBeLessThanOrEqual(today)
      expect(endHour(series) * 3600).toBeGreaterThanOrEqual(today + 7 * 86_400)
    }
  )

  it('asks for no more days than there are', async () => {
    await forecastOf(stage.source('open-meteo'), { days: 16 })
    expect(stage.upstream.requests.at(-1)?.query.get('forecast_days')).toBe('16')
  })

  it('tells a point without data from a refusal', async () => {
    const body = JSON.stringify({ error: true, reason: 'No data is available for this location' })
    await stage.upstream.fail({ kind: 'status', status: 400, body }, 'open-meteo')
    expect(await failureOf(stage.source('open-meteo'))).toMatchObject({ kind: 'not_covered' })
  })

  it('has a quota on the public server only, and 16 variables cost 1.6 calls', () => {
    const publicSource = sourceFrom('open-meteo', {}, none)
    expect(publicSource.limits).toMatchObject({ dailyBudget: 10_000, isPublic: true })
    expect(stage.source('open-meteo').limits).toMatchObject({ dailyBudget: null, isPublic: false })
    expect(publicSource.limits.costOf(question({ days: 7 }))).toBeCloseTo(1.6, 9)
    expect(publicSource.limits.costOf(question({ days: 16 }))).toBeCloseTo(1.6 * (17 / 14), 9)
  })
})

describe('MET Norway', () => {
  it('is told who asks, and at most four decimals of where', async () => {
    await forecastOf(stage.source('met-norway'))
    const request = stage.upstream.requests.at(-1)
    expect(request?.headers['user-agent']).toMatch(/^Ayaz\S* tests@example\.org$/)
    expect(request?.query.toString()).toBe('lat=38.353&lon=38.309&altitude=960')
  })

  it('is not asked without a contact', async () => {
    const failure = await failureOf(sourceFrom('met-norway', {}, none))
    expect(failure).toMatchObject({ kind: 'refused', message: expect.stringContaining('MET_NORWAY_CONTACT') })
  })

  it('says when it may be asked again, and answers "not modified" to what it said before', async () => {
    const first = await forecastOf(stage.source('met-norway'))
    expect(first.expiresAt).toBe(now + 31 * 60_000)
    expect(first.issuedAt).toBe(Date.UTC(2026, 3, 11, 22))
    const again = await stage
      .source('met-norway')
      .fetchForecast(question({ previous: first.validators }), signal)
    expect(again).toEqual({ kind: 'not_modified', expiresAt: now + 31 * 60_000 })
  })

  it('warns of a version that will be switched off, and still answers', async () => {
    const reported = await forecastOf(stage.source('met-norway'))
    expect(reported.warning).toBeUndefined()
    stage.upstream.answerWith('met-norway', 203)
    expect(await forecastOf(stage.source('met-norway'))).toMatchObject({
      warning: expect.stringContaining('deprecated')
    })
    stage.upstream.answerWith('met-norway', 200)
  })

  it('keeps the minima of far nights although its steps there are six hours long', async () => {
    const { series } = await forecastOf(stage.source('met-norway'))
    for (let day = 4; day < 9; day++) {
      const hours = Array.from({ length: 24 }, (_, hour) => Date.UTC(2026, 3, 11 + day) / 3_600_000 + hour)
      const truth = Math.min(...hours.map((hour) => clearNights(malatya, hour).temperatureC))
      const ours = hours.map((hour) => valueAt(series, 'temperature', hour))
      expect(Math.min(...ours)).toBeCloseTo(truth, 4)
      // Sunrise in Malatya is at 02:50 UTC in mid-April.
      expect(ours.indexOf(Math.min(...ours))).toBe(3)
    }
    expect(new Set(series.stepHours)).toEqual(new Set([1]))
  })

  it('is refused, not misread, in other units', async () => {
    const answer = {
      type: 'Feature',
      properties: { meta: { updated_at: '2026-04-11T22:00:00Z', units: { air_temperature: 'fahrenheit' } } }
    }
    stage.upstream.play('met-norway', answer)
    expect(await failureOf(stage.source('met-norway'))).toMatchObject({
      kind: 'unusable',
      message: expect.stringContaining('fahrenheit')
    })
  })
})

describe('OpenWeatherMap', () => {
  it('is not asked without a key', async () => {
    expect(await failureOf(sourceFrom('openweathermap', {}, none))).toMatchObject({ kind: 'refused' })
  })

  it('is carried from its own ground to the place: 6.5 K colder for 1,000 m, humidity kept', async () => {
    const [low, high] = await Promise.all(
      [0, 1000].map((elevation) =>
        forecastOf(stage.source('openweathermap'), { point: pointOf({ ...malatya, elevation }) })
      )
    )
    const difference = column(high?.series ?? never(), 'temperature').map(
      (value, index) => value - (column(low?.series ?? never(), 'temperature')[index] ?? Number.NaN)
    )
    for (const kelvin of difference) expect(kelvin).toBeCloseTo(-6.5, 4)
    expect(column(high?.series ?? never(), 'relativeHumidity')).toEqual(
      column(low?.series ?? never(), 'relativeHumidity')
    )
  })

  it('takes no slot minimum for an extreme and says that its steps are coarse', async () => {
    const { series } = await forecastOf(stage.source('openweathermap'), {
      point: pointOf({ ...malatya, elevation: 0 })
    })
    expect(Math.min(...column(series, 'temperature'))).toBeGreaterThanOrEqual(-3.001)
    expect(new Set(series.stepHours)).toEqual(new Set([3]))
  })
})

function never(): never {
  throw new Error('there is no series')
}
