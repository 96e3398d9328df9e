/** Whole answers of the providers, played on loopback and read by the sources. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { pointOf } from '../../../src/weather/point.ts'
import { column, type HourlySeries, valueAt } from '../../../src/weather/series.ts'
import { stampsOf } from '../../../src/weather/spans.ts'
import { summarise } from '../../../src/weather/summary.ts'
import { addDays, zoneClock } from '../../../src/weather/zone-clock.ts'
import { captureSets } from '../../upstream/captures.ts'
import type { ProviderId } from '../../upstream/provider.ts'
import { forecastOf, malatya, openStage, type Stage } from './harness.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => {
  expect(stage.upstream.violations).toEqual([])
})
afterAll(() => stage.close())

/** The series of a capture, at the height it was made for. */
async function seriesOf(provider: ProviderId, json: unknown): Promise<HourlySeries> {
  stage.upstream.play(provider, json)
  return (await forecastOf(stage.source(provider), { point: pointOf({ ...malatya, elevation: null }) }))
    .series
}

interface DailyBlock {
  readonly time: readonly (string | number)[]
  readonly temperature_2m_min: readonly number[]
  readonly temperature_2m_max: readonly number[]
}

/** Variables as they were called when the capture of Munich was taken. */
const oldNames: Readonly<Record<string, string>> = {
  windspeed_10m: 'wind_speed_10m',
  winddirection_10m: 'wind_direction_10m',
  relativehumidity_2m: 'relative_humidity_2m'
}

function renamed(members: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members as object).map(([name, value]) => [oldNames[name] ?? name, value])
  )
}

describe.each(captureSets)('$kind answers of Open-Meteo', ({ read }) => {
  it.each([
    ['open-meteo-gmt.json', 14],
    ['open-meteo-dew-point-and-soil.json', 7],
    ['open-meteo-unixtime.json', 7],
    ['open-meteo-local-time.json', 7]
  ])('has in %s the minima and maxima of the provider on each of %i days', async (file, days) => {
    const capture = read(file)
    const hourly = renamed(capture['hourly'])
    const series = await seriesOf('open-meteo', {
      ...capture,
      hourly,
      hourly_units: renamed(capture['hourly_units'])
    })
    const clock = zoneClock(capture['timezone'] === 'GMT' ? 'UTC' : String(capture['timezone']))
    const daily = capture['daily'] as DailyBlock
    expect(daily.time).toHaveLength(days)
    daily.time.forEach((time, index) => {
      const date = typeof time === 'number' ? clock.dateAt(time) : time
      const span = { fromSecond: clock.startOfDate(date), toSecond: clock.startOfDate(addDays(date, 1)) }
      const { firstHour, endHour } = stampsOf(span)
      const day = summarise(series, firstHour, endHour)
      expect(day.stampsAvailable, date).toBe(24)
      expect(day.temperatureMin, date).toBeCloseTo(daily.temperature_2m_min[index] ?? Number.NaN, 4)
      expect(day.temperatureMax, date).toBeCloseTo(daily.temperature_2m_max[index] ?? Number.NaN, 4)
    })
  })

  it('turns km/h into m/s and percent into fractions, and leaves null and absent columns missing', async () => {
    const capture = read('open-meteo-gmt.json')
    const hourly = capture['hourly'] as Record<string, readonly (number | null)[]>
    const series = await seriesOf('open-meteo', capture)
    const inUnits = (name: string, factor: number): readonly number[] =>
      (hourly[name] ?? []).map((value) => (value === null ? Number.NaN : Math.fround(value * factor)))
    expect(hourly['cloud_cover']).toContain(null)
    expect([...column(series, 'cloudCover')]).toEqual(inUnits('cloud_cover', 1 / 100))
    expect([...column(series, 'windSpeed')]).toEqual(inUnits('wind_speed_10m', 1 / 3.6))
    expect(column(series, 'dewPoint').every(Number.isNaN)).toBe(true)
  })
})

interface MetStep {
  readonly time: string
  readonly data: {
    readonly instant: { readonly details: Readonly<Record<string, number>> }
    readonly next_1_hours?: { readonly details: { readonly precipitation_amount: number } }
    readonly next_6_hours?: { readonly details: { readonly precipitation_amount: number } }
  }
}

describe.each(captureSets)('$kind answers of MET Norway', ({ read }) => {
  it.each(['met-norway-evening.json', 'met-norway-afternoon.json'])(
    'keeps in %s every instant and every total of precipitation',
    async (file) => {
      const capture = read(file)
      const steps = (capture['properties'] as { timeseries: readonly MetStep[] }).timeseries
      const series = await seriesOf('met-norway', capture)
      let [sixHourly, wet] = [0, 0]
      steps.forEach((step, index) => {
        const hour = Date.parse(step.time) / 3_600_000
        expect(valueAt(series, 'temperature', hour)).toBeCloseTo(
          step.data.instant.details['air_temperature'] ?? Number.NaN,
          4
        )
        expect(valueAt(series, 'windSpeed', hour)).toBeCloseTo(
          step.data.instant.details['wind_speed'] ?? Number.NaN,
          4
        )
        const next = steps[index + 1]
        if (next === undefined) return
        const hours = Date.parse(next.time) / 3_600_000 - hour
        const reported = hours === 6 ? step.data.next_6_hours : step.data.next_1_hours
        const amount = reported?.details.precipitation_amount ?? Number.NaN
        expect(summarise(series, hour + 1, hour + 1 + hours).precipitation).toBeCloseTo(amount, 4)
        sixHourly += hours === 6 ? 1 : 0
        wet += amount > 0 ? 1 : 0
      })
      expect(sixHourly).toBe(31)
      expect(wet).toBeGreaterThan(0)
    }
  )

  it('marks the 6-hourly part of a compact answer, which gives no minimum, as coarse', async () => {
    const series = await seriesOf('met-norway', read('met-norway-evening.json'))
    const firstCoarse = Date.UTC(2026, 1, 9) / 3_600_000 - series.startHour
    expect([...series.stepHours.subarray(0, firstCoarse)].every((hours) => hours === 1)).toBe(true)
    expect([...series.stepHours.subarray(firstCoarse)].every((hours) => hours === 6)).toBe(true)
  })
})

interface OwmSlot {
  readonly dt: number
  readonly main: { temp: number; readonly humidity: number }
  readonly wind: { speed: number; gust?: number; readonly deg: number }
  readonly clouds: { readonly all: number }
  readonly rain?: { readonly '3h': number }
  readonly snow?: { readonly '3h': number }
}

/** What the provider would have answered to `units=metric`. */
function inMetric(slots: readonly OwmSlot[]): void {
  for (const { main, wind } of slots) {
    main.temp = (main.temp - 32) / 1.8
    wind.speed *= 0.44704
    if (wind.gust !== undefined) wind.gust *= 0.44704
  }
}

describe.each(captureSets)('$kind answers of OpenWeatherMap', ({ read }) => {
  it.each([
    ['openweathermap-metric.json', false],
    ['openweathermap-imperial.json', true]
  ])('has in %s the values of all 40 times and the totals of 3 hours', async (file, imperial) => {
    const capture = read(file)
    const slots = capture['list'] as readonly OwmSlot[]
    if (imperial) inMetric(slots)
    const series = await seriesOf('openweathermap', {
      ...capture,
      list: slots.map((slot) => withMetricFeel(slot, imperial))
    })
    expect(slots).toHaveLength(40)
    let wet = 0
    for (const slot of slots) {
      const hour = slot.dt / 3600
      expect(valueAt(series, 'temperature', hour)).toBeCloseTo(slot.main.temp, 4)
      expect(valueAt(series, 'relativeHumidity', hour)).toBeCloseTo(slot.main.humidity / 100, 4)
      expect(valueAt(series, 'windSpeed', hour)).toBeCloseTo(slot.wind.speed, 4)
      expect(valueAt(series, 'windDirection', hour)).toBeCloseTo(slot.wind.deg, 3)
      expect(valueAt(series, 'cloudCover', hour)).toBeCloseTo(slot.clouds.all / 100, 4)
      const amount = (slot.rain?.['3h'] ?? 0) + (slot.snow?.['3h'] ?? 0)
      expect(summarise(series, hour - 2, hour + 1).precipitation).toBeCloseTo(amount, 4)
      wet += amount > 0 ? 1 : 0
    }
    expect(wet).toBeGreaterThan(0)
  })

  it('infers the height of Salt Lake City from its two pressures', async () => {
    stage.upstream.play('openweathermap', read('openweathermap-metric.json'))
    const { grid } = await forecastOf(stage.source('openweathermap'))
    // 1,288 m at the city's airport (USGS); the model's ground need not be the city's.
    expect(Math.abs((grid.elevation ?? 0) - 1288)).toBeLessThan(150)
  })
})

function withMetricFeel(slot: OwmSlot, imperial: boolean): unknown {
  return imperial ? { ...slot, main: { ...slot.main, feels_like: slot.main.temp - 3 } } : slot
}
