/** What `units` and `lang` change, what they leave alone, and that days and slots tell the same weather. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { WeatherAt } from '../../upstream/weather.ts'
import { openStage, questionsAbout, type Stage } from './harness.ts'

/** Weather in which every hour differs from every other, with showers. */
const restless: WeatherAt = (_place, hour) => {
  const wave = (period: number): number => Math.sin((2 * Math.PI * hour) / period)
  const tenths = (value: number): number => Math.round(value * 10) / 10
  const rain = hour % 7 < 2 ? 0.3 + (hour % 5) / 10 : 0
  return {
    temperatureC: tenths(2 + 7 * wave(24) + 2 * wave(5.3)),
    dewPointC: tenths(-3 + 2 * wave(31)),
    humidityPercent: Math.round(70 + 20 * wave(17)),
    cloudPercent: Math.round(50 + 45 * wave(13)),
    windMps: tenths(4 + 3 * wave(9)),
    gustMps: tenths(9 + 5 * wave(11)),
    windDirection: (hour * 37) % 360,
    precipitationMm: tenths(rain),
    pressureHpa: tenths(1010 + 12 * wave(90)),
    visibilityM: 20_000 + 500 * (hour % 20),
    weatherCode: rain > 0 ? 61 : 2
  }
}

let stage: Stage
beforeAll(async () => {
  // Noon in Türkiye: the first day has its past hours, the second day is whole.
  stage = await openStage({ at: Date.UTC(2026, 3, 11, 9, 20), environment: { SOURCES: 'open-meteo' } })
  stage.upstream.setWeather(restless)
})
afterAll(async () => {
  expect(stage.upstream.violations).toEqual([])
  await stage.close()
})

type Leaf = readonly [pointer: string, value: unknown]

function* leaves(value: unknown, pointer = ''): Generator<Leaf> {
  if (typeof value !== 'object' || value === null) yield [pointer, value]
  else for (const [name, inner] of Object.entries(value)) yield* leaves(inner, `${pointer}/${name}`)
}

// A point that no other test has asked for, so that its weather is the restless one.
const questions = questionsAbout('malatya-arguvan')

async function leavesOf(question: string): Promise<readonly Leaf[]> {
  return [...leaves((await stage.client.ask(question)).json)]
}

interface Conversion {
  readonly members: RegExp
  /** published imperial = factor × published metric + offset, within the roundings of both. */
  readonly factor: number
  readonly offset: number
  readonly tolerance: number
}

const conversions: readonly Conversion[] = [
  {
    members: /temperature|dew_point|frost_point|p10|p50|p90/,
    factor: 1.8,
    offset: 32,
    tolerance: 0.05 * 1.8 + 0.05
  },
  { members: /wind_(gust_)?speed/, factor: 1 / 1.609344, offset: 0, tolerance: 0.05 / 1.6 + 0.05 },
  { members: /\/precipitation$/, factor: 1 / 25.4, offset: 0, tolerance: 0.05 / 25.4 + 0.005 },
  { members: /\/snowfall$/, factor: 1 / 2.54, offset: 0, tolerance: 0.05 / 2.54 + 0.005 },
  { members: /pressure_msl/, factor: 1 / 33.863886, offset: 0, tolerance: 0.05 / 33.9 + 0.005 },
  { members: /visibility/, factor: 1 / 1.609344, offset: 0, tolerance: 0.05 / 1.6 + 0.05 },
  { members: /elevation/, factor: 1 / 0.3048, offset: 0, tolerance: 0.5 / 0.3048 + 0.5 }
]

it.each(questions)('converts in %s every quantity that has a unit, and nothing else', async (question) => {
  const metric = await leavesOf(question)
  const imperial = new Map(await leavesOf(`${question}&units=imperial`))
  let converted = 0
  for (const [pointer, value] of metric) {
    const other = imperial.get(pointer)
    const conversion =
      typeof value === 'number' && !/contributions|probability|_at$/.test(pointer)
        ? conversions.find(({ members }) => members.test(pointer))
        : undefined
    if (conversion === undefined) {
      if (!pointer.startsWith('/units/') && !pointer.endsWith('headline')) expect(other, pointer).toBe(value)
    } else {
      const wanted = Number(value) * conversion.factor + conversion.offset
      expect(Math.abs(Number(other) - wanted), `${pointer}: ${value} → ${other}`).toBeLessThanOrEqual(
        conversion.tolerance + 1e-9
      )
      converted++
    }
  }
  expect(imperial.size).toBe(metric.length)
  expect(converted).toBeGreaterThan(4)
})

it.each(questions)('changes in %s labels alone with the language', async (question) => {
  const english = await leavesOf(question)
  const turkish = new Map(await leavesOf(`${question}&lang=tr`))
  expect(turkish.size).toBe(english.length)
  const changed = english
    .filter(([pointer, value]) => turkish.get(pointer) !== value)
    .map(([pointer]) => pointer)
  for (const pointer of changed)
    expect(pointer).toMatch(/label$|headline$|message$|\/links\/(page|embed|oembed)$/)
  expect(changed.length).toBeGreaterThan(0)
})

it('writes Turkish in Turkish', async () => {
  const { json } = await stage.client.ask(`${questions[4]}&lang=tr`)
  const { days, tonight } = json as { days: { weekday_label: string }[]; tonight: { headline: string } }
  expect(days.map(({ weekday_label }) => weekday_label)).toEqual(['Paz', 'Pzt', 'Sal', 'Çar', 'Per'])
  expect(tonight.headline).toMatch(/don|bu gece/i)
})

type Row = Readonly<Record<string, number | string>>

it('has the same extremes and sums in a day and in its eight slots', async () => {
  const { daily } = (await stage.client.ask('/weather?location=malatya-arguvan&days=4')).json as {
    daily: Row[]
  }
  const { slots } = (await stage.client.ask('/weather/hourly?location=malatya-arguvan&slots=40')).json as {
    slots: Row[]
  }
  for (const day of daily.slice(1)) {
    const own = slots.filter((slot) => String(slot['from']).startsWith(String(day['date'])))
    expect(own).toHaveLength(8)
    const numbers = (name: string): readonly number[] => own.map((slot) => Number(slot[name]))
    expect(Math.min(...numbers('temperature_min'))).toBe(day['temperature_min'])
    expect(Math.max(...numbers('temperature_max'))).toBe(day['temperature_max'])
    expect(Math.max(...numbers('wind_gust_speed'))).toBe(day['wind_gust_speed_max'])
    expect(Math.max(...numbers('precipitation_probability'))).toBe(day['precipitation_probability'])
    const sum = numbers('precipitation').reduce((total, one) => total + one, 0)
    expect(Math.abs(sum - Number(day['precipitation']))).toBeLessThanOrEqual(8 * 0.05 + 0.05)
    expect(sum).toBeGreaterThan(0)
    const mean = numbers('temperature').reduce((total, one) => total + one, 0) / 8
    expect(Math.abs(mean - Number(day['temperature_mean']))).toBeLessThanOrEqual(0.1 + 1e-9)
  }
})
