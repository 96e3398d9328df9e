/** What every source must do, real providers and the demo alike. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { hourMs } from '../../../src/common/time.ts'
import { attributionIn } from '../../../src/language/labels.ts'
import { sourceIds } from '../../../src/sources/registry.ts'
import { pointOf } from '../../../src/weather/point.ts'
import { column, seriesVariables, valueAt } from '../../../src/weather/series.ts'
import { clearNights } from '../../upstream/weather.ts'
import { failureOf, forecastOf, malatya, now, openStage, question, type Stage } from './harness.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => {
  expect(stage.upstream.violations).toEqual([])
})
afterAll(() => stage.close())

/** Whom a sentence credits, and the licence. */
const namesIn = (sentence: string) => sentence.match(/(?<=(?:by|from) )[A-Z].*/g) ?? ['a name']

const providers = sourceIds.filter((id) => id !== 'demo')
const nowHour = Math.floor(now / hourMs)

describe.each(sourceIds)('%s', (id) => {
  it('says who made the data and what they cost', () => {
    const { credit, limits } = stage.source(id)
    expect(credit.id).toBe(id)
    for (const text of [credit.name, credit.license, credit.attribution]) expect(text).not.toBe('')
    expect(URL.canParse(credit.url)).toBe(true)
    expect(limits.updatePeriodSeconds).toBeGreaterThan(0)
    expect(limits.costOf(question())).toBeGreaterThanOrEqual(0)
  })

  it('is credited in Turkish, by the same names', () => {
    const { credit, synthetic } = stage.source(id)
    const { attribution } = credit
    const turkish = attributionIn({ attribution, synthetic }, 'tr')
    expect(turkish).not.toBe(attribution)
    if (!synthetic) for (const name of namesIn(attribution)) expect(turkish).toContain(name)
  })

  it('is synthetic exactly if it is the demo', () => {
    expect(stage.source(id).synthetic).toBe(id === 'demo')
  })

  it('gives a temperature for the current hour and for the days that follow', async () => {
    const { series } = await forecastOf(stage.source(id))
    const days = id === 'openweathermap' ? 4 : 6
    for (let hour = nowHour; hour < nowHour + days * 24; hour++) {
      expect(valueAt(series, 'temperature', hour), `hour ${hour - nowHour}`).not.toBeNaN()
    }
  })

  it('gives fractions as 0…1, directions as 0…360 and no infinity', async () => {
    const { series } = await forecastOf(stage.source(id))
    expect(series.values.length).toBe(seriesVariables.length * series.hours)
    expect(series.stepHours.length).toBe(series.hours)
    for (const value of series.values) expect(Math.abs(value)).not.toBe(Number.POSITIVE_INFINITY)
    for (const name of ['relativeHumidity', 'cloudCover', 'precipitationProbability'] as const) {
      for (const value of column(series, name))
        expect(Number.isNaN(value) || (value >= 0 && value <= 1)).toBe(true)
    }
    for (const value of column(series, 'windDirection'))
      expect(Number.isNaN(value) || (value >= 0 && value <= 360)).toBe(true)
  })

  it('gives the same series for the same point and hour', async () => {
    const [one, other] = [await forecastOf(stage.source(id)), await forecastOf(stage.source(id))]
    expect(other.series.values).toEqual(one.series.values)
  })
})

describe.each(providers)('%s', (id) => {
  it('carries what the provider says into the app unchanged', async () => {
    const { series } = await forecastOf(stage.source(id), {
      point: pointOf({ ...malatya, elevation: id === 'openweathermap' ? 0 : 960 })
    })
    const stride = id === 'openweathermap' ? 3 : 1
    const first = Math.ceil((nowHour + 1) / 3) * 3
    for (let hour = first; hour < first + 48; hour += stride) {
      const reported = clearNights(malatya, hour)
      expect(valueAt(series, 'temperature', hour)).toBeCloseTo(reported.temperatureC, 3)
      expect(valueAt(series, 'windSpeed', hour)).toBeCloseTo(reported.windMps, 4)
      expect(valueAt(series, 'cloudCover', hour)).toBeCloseTo(reported.cloudPercent / 100, 4)
      expect(valueAt(series, 'relativeHumidity', hour)).toBeCloseTo(reported.humidityPercent / 100, 4)
      expect(valueAt(series, 'weatherCode', hour)).toBe(0)
    }
  })

  it('asks once for one forecast and keeps nothing open', async () => {
    const before = stage.upstream.count(id)
    await forecastOf(stage.source(id))
    expect(stage.upstream.count(id) - before).toBe(1)
  })

  it('gives up when the caller does', async () => {
    const release = stage.upstream.hold()
    const caller = new AbortController()
    const answer = stage.source(id).fetchForecast(question(), caller.signal)
    caller.abort()
    await expect(answer).rejects.toMatchObject({ name: 'SourceError', kind: 'unreachable' })
    release()
  })

  it('names no secret and no query in what it throws', async () => {
    await stage.upstream.fail({ kind: 'status', status: 401 }, id)
    const failure = await failureOf(stage.source(id))
    await stage.upstream.fail(null, id)
    expect(String(failure)).not.toMatch(/0123456789abcdef|appid|lat/)
  })
})
