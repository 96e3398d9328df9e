/** Whole answers of the providers through the whole service: our days are theirs. */
import { afterEach, describe, expect, it } from 'vitest'
import { hourMs } from '../../../src/common/time.ts'
import { captureSets } from '../../upstream/captures.ts'
import type { ProviderId } from '../../upstream/provider.ts'
import { metaOf, noticesOf, openStage, questionsAt, type Stage } from './harness.ts'

let stage: Stage
afterEach(async () => {
  expect(stage.upstream.violations).toEqual([])
  await stage.close()
})

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

/** An app at noon of a capture's first day, whose only provider answers with the capture. */
async function play(provider: ProviderId, json: unknown, firstAt: number): Promise<void> {
  stage = await openStage({
    at: firstAt + 12 * hourMs,
    environment: { SOURCES: provider },
    play: { provider, json }
  })
}

interface Daily {
  readonly time: readonly (string | number)[]
  readonly temperature_2m_min: readonly number[]
  readonly temperature_2m_max: readonly number[]
  readonly precipitation_sum?: readonly (number | null)[]
}

interface Day {
  readonly date: string
  readonly hours_available: number
  readonly partial: boolean
  readonly temperature_min: number
  readonly temperature_max: number
  readonly precipitation: number | null
}

const rounding = 0.05 + 1e-6

describe.each(captureSets)('$kind answers of Open-Meteo', ({ read }) => {
  // The answer of New Jersey has its days in GMT, as a point on the open sea at Greenwich has.
  it.each([
    ['open-meteo-local-time.json', 7, 'lat=40.789&lon=-73.966'],
    ['open-meteo-unixtime.json', 7, 'lat=48.14&lon=11.58'],
    ['open-meteo-dew-point-and-soil.json', 7, 'lat=52.52&lon=13.42'],
    ['open-meteo-gmt.json', 14, 'lat=0&lon=0']
  ])('give, in %s, on each of %i days the minimum and maximum of the provider', async (file, days, where) => {
    const capture = read(file)
    const daily = capture['daily'] as Daily
    const [first] = (capture['hourly'] as { time: readonly (string | number)[] }).time
    const offsetMs = Number(capture['utc_offset_seconds']) * 1000
    const firstAt = typeof first === 'number' ? first * 1000 : Date.parse(`${first}Z`) - offsetMs
    const json = {
      ...capture,
      hourly: renamed(capture['hourly']),
      hourly_units: renamed(capture['hourly_units'])
    }
    await play('open-meteo', json, firstAt)
    for (const question of questionsAt(where)) expect((await stage.client.ask(question)).status).toBe(200)
    const answer = await stage.client.ask(`/weather?${where}&days=16`)
    const rows = (answer.json as { daily: readonly Day[] }).daily
    expect(rows).toHaveLength(days)
    expect(noticesOf(answer)).toContain('horizon_truncated')
    rows.forEach((row, index) => {
      const time = daily.time[index]
      const date =
        typeof time === 'number' ? new Date(time * 1000 + offsetMs).toISOString().slice(0, 10) : time
      expect(row).toMatchObject({ date, hours_available: 24, partial: false })
      const [min, max] = [daily.temperature_2m_min[index], daily.temperature_2m_max[index]]
      expect(Math.abs(row.temperature_min - (min ?? Number.NaN)), row.date).toBeLessThanOrEqual(rounding)
      expect(Math.abs(row.temperature_max - (max ?? Number.NaN)), row.date).toBeLessThanOrEqual(rounding)
    })
  })
})

describe.each(captureSets)('$kind answers of MET Norway', ({ read }) => {
  it.each([
    ['met-norway-evening.json', Date.UTC(2026, 1, 6, 21), 'lat=59.914&lon=10.752'],
    ['met-norway-afternoon.json', Date.UTC(2023, 10, 17, 19), 'lat=59.921&lon=10.734']
  ])('are answered from as %s has them', async (file, firstAt, where) => {
    await play('met-norway', read(file), firstAt - 12 * hourMs)
    for (const question of questionsAt(where)) {
      const answer = await stage.client.ask(question)
      expect(answer.status).toBe(200)
      expect(metaOf(answer).sources.map(({ id }) => id)).toEqual(['met-norway'])
    }
    const frost = await stage.client.ask(`/weather/frost-risk?${where}&days=9`)
    expect(noticesOf(frost)).toContain('coarse_steps')
    expect(metaOf(frost).freshness.issued_at.slice(0, 4)).toBe(new Date(firstAt).toISOString().slice(0, 4))
  })
})

describe.each(captureSets)('$kind answers of OpenWeatherMap', ({ read }) => {
  it('end after five days, and say so', async () => {
    const firstAt = 1_674_507_600_000
    const capture = read('openweathermap-metric.json')
    await play('openweathermap', capture, firstAt - 13 * hourMs)
    const where = 'lat=40.759&lon=-111.876'
    for (const question of questionsAt(where)) {
      const answer = await stage.client.ask(question)
      expect(answer.status).toBe(200)
      expect(noticesOf(answer).includes('horizon_truncated')).toBe(question.includes('days=16'))
    }
    const { daily } = (await stage.client.ask(`/weather?${where}&days=16`)).json as { daily: readonly Day[] }
    expect(daily.map(({ date }) => date)).toEqual([
      '2023-01-23',
      '2023-01-24',
      '2023-01-25',
      '2023-01-26',
      '2023-01-27',
      '2023-01-28'
    ])
    expect([daily[0]?.partial, daily[1]?.partial, daily[5]?.partial]).toEqual([true, false, true])
    const { nights } = (await stage.client.ask(`/weather/frost-risk?${where}&days=16`)).json as {
      nights: readonly { score: number | null; hours: number; hours_available: number }[]
    }
    for (const night of nights) {
      if (night.hours_available < night.hours / 2) expect(night.score).toBeNull()
    }
  })
})
