/** Where the temperature is missing the frost is unknown, at every level of every answer, and never none. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { clearNights, shifted, type WeatherAt } from '../../upstream/weather.ts'
import { openStage, type Stage, springNight } from './harness.ts'

const unknown = { score: null, level: 'unknown' }
const nowHour = Math.floor(springNight / 3_600_000)

let stage: Stage
beforeEach(async () => {
  stage = await openStage({ environment: { SOURCES: 'open-meteo' } })
})
afterEach(() => stage.close())

/** The weather without its temperature in some hours. */
function without(weather: WeatherAt, isMissing: (hour: number) => boolean): WeatherAt {
  return (place, hour) => {
    const reported = weather(place, hour)
    return isMissing(hour) ? { ...reported, temperatureC: Number.NaN } : reported
  }
}

const warm = shifted(clearNights, 15)
const where = 'lat=38.5&lon=38.5'

interface Night {
  readonly date: string
  readonly hours: number
  readonly hours_available: number
  readonly score: number | null
  readonly level: string
  readonly temperature_min: number | null
  readonly plant_temperature_min: number | null
}

interface FrostRisk {
  readonly frost_risk: {
    readonly score: number | null
    readonly level: string
    readonly nights_unknown: number
  }
  readonly risk_days: readonly { readonly date: string }[]
  readonly nights: readonly Night[]
}

async function frostRisk(query = where): Promise<FrostRisk> {
  const answer = await stage.client.ask(`/weather/frost-risk?${query}`)
  expect(answer.status).toBe(200)
  return answer.json as FrostRisk
}

it('is unknown for a night without its dark hours, in the night, the period, the day, the slots and the widget', async () => {
  // 22:20Z is 01:20 in Türkiye; sunrise is about 03:00Z.
  stage.upstream.setWeather(without(warm, (hour) => hour >= nowHour - 5 && hour < nowHour + 6))
  const risk = await frostRisk()
  expect(risk.nights[0]).toMatchObject({ ...unknown, date: '2026-04-12', plant_temperature_min: null })
  expect(risk.frost_risk).toMatchObject({ level: 'unknown', nights_unknown: 1 })
  expect(risk.nights[1]).toMatchObject({ level: 'none' })
  expect(risk.risk_days).toEqual([])

  const forecast = await stage.client.ask(`/weather?${where}&days=2`)
  const { daily } = forecast.json as {
    daily: { frost: unknown; partial: boolean; hours_available: number }[]
  }
  expect(daily[0]).toMatchObject({ frost: unknown, partial: true, hours_available: 17 })
  expect(daily[1]).toMatchObject({ frost: { level: 'none' }, partial: false })

  const hourly = await stage.client.ask(`/weather/hourly?${where}&slots=3`)
  const { slots } = hourly.json as { slots: Record<string, unknown>[] }
  expect(slots[0]).toMatchObject({
    hours_available: 0,
    partial: true,
    temperature: null,
    temperature_min: null,
    temperature_max: null,
    wet_bulb_temperature: null,
    frost: unknown
  })

  const widget = await stage.client.ask('/weather/widget-data?location=malatya')
  expect(widget.json).toMatchObject({
    tonight: { ...unknown, level_label: 'Unknown', window: { from: null, to: null } },
    worst: { level: 'unknown' },
    current: { temperature: null, valid_at: null }
  })
  expect((await stage.client.ask(`/weather/current?${where}`)).status).toBe(503)
})

it('is unknown for the period while tonight or one of the two nights after it is, and known once it is high', async () => {
  const thirdNight = (hour: number): boolean => hour >= nowHour + 42 && hour < nowHour + 56
  stage.upstream.setWeather(without(warm, thirdNight))
  const dataGap = await frostRisk()
  expect(dataGap.nights.slice(0, 4).map(({ level }) => level)).toEqual(['none', 'none', 'unknown', 'none'])
  expect(dataGap.frost_risk).toMatchObject({ level: 'unknown', nights_unknown: 1 })

  stage.upstream.setWeather(without(shifted(clearNights, -4), thirdNight))
  const frozen = await frostRisk('lat=38.6&lon=38.5')
  expect(frozen.nights[2]).toMatchObject(unknown)
  expect(frozen.frost_risk.level).toBe('severe')
  expect(frozen.risk_days.map(({ date }) => date)).not.toContain('2026-04-14')
})

it('leaves a day that is missing altogether in its place, and the days and nights after it', async () => {
  // 13 April in Türkiye goes from 21:00Z to 21:00Z.
  const gap = nowHour - 1 + 24
  stage.upstream.setWeather(without(warm, (hour) => hour >= gap - 12 && hour < gap + 30))
  const forecast = await stage.client.ask(`/weather?${where}&days=5`)
  const { daily } = forecast.json as { daily: Record<string, unknown>[] }
  expect(daily.map((day) => day['date'])).toEqual([
    '2026-04-12',
    '2026-04-13',
    '2026-04-14',
    '2026-04-15',
    '2026-04-16'
  ])
  expect(daily[1]).toMatchObject({
    hours: 24,
    hours_available: 0,
    partial: true,
    temperature_min: null,
    temperature_max: null,
    temperature_mean: null,
    frost: unknown
  })
  expect(daily[4]).toMatchObject({ hours_available: 24, partial: false, frost: { level: 'none' } })
  const risk = await frostRisk(`${where}&days=5`)
  expect(risk.nights.map(({ date }) => date)).toEqual([
    '2026-04-12',
    '2026-04-13',
    '2026-04-14',
    '2026-04-15',
    '2026-04-16'
  ])
  expect(risk.nights[1]).toMatchObject({ ...unknown, hours_available: 0, temperature_min: null })
  const hourly = await stage.client.ask(`/weather/hourly?${where}&slots=40`)
  const { slots } = hourly.json as { slots: { hours_available: number; frost: unknown }[] }
  expect(slots).toHaveLength(40)
  for (const slot of slots.filter(({ hours_available }) => hours_available === 0))
    expect(slot.frost).toEqual({ ...unknown, level_label: 'Unknown', plant_temperature_min: null })
})

it('of a forecast just made no page says that it is old', async () => {
  stage.upstream.setWeather(without(warm, (hour) => hour >= nowHour - 5 && hour < nowHour + 6))
  for (const path of ['place', 'widget']) {
    const page = await (await fetch(`${stage.app.origin}/en/${path}/malatya`)).text()
    expect([page.includes('Malatya'), /\b0 hours ago/.exec(page)]).toEqual([true, null])
  }
})
