/** `GET /weather/night`: the whole of one night, also where nothing is at risk. */
import { afterEach, expect, it } from 'vitest'
import { clearNights, shifted, type WeatherAt } from '../../upstream/weather.ts'
import { openStage, type Stage } from './harness.ts'

let stage: Stage
afterEach(() => stage.close())

interface Night {
  readonly date: string
  readonly score: number
  readonly coldest_at: string
  readonly plant_temperature_min: number
  readonly plant_temperature_min_range: object
  readonly night: { readonly sunset: string; readonly sunrise: string }
}
interface NightAnswer {
  readonly date: string
  readonly night: Night
  readonly hours: readonly {
    readonly from: string
    readonly plant_temperature: { readonly p10: number; readonly p50: number; readonly p90: number }
    readonly wet_bulb_temperature: number
    readonly air_temperature: number
    readonly score: number
  }[]
}

const planted = 'location=malatya&crop=apricot&stage=full-bloom'

async function ask<Answer>(target: string): Promise<Answer> {
  const { status, json, body } = await stage.client.ask(target)
  expect(status, body.toString()).toBe(200)
  return json as Answer
}

async function openAt(shiftC: number): Promise<void> {
  await openIn(shifted(clearNights, shiftC))
}

async function openIn(weather: WeatherAt): Promise<void> {
  stage = await openStage({ environment: { SOURCES: 'open-meteo' } })
  stage.upstream.setWeather(weather)
}

interface Protected extends NightAnswer {
  readonly protection: {
    readonly last_preparation_at: string | null
    readonly cold_from: string | null
    readonly sprinkler: Readonly<Record<string, unknown>>
    readonly wind_machine: Readonly<Record<string, unknown>>
    readonly heaters: Readonly<Record<string, unknown>>
  }
}

it('is tonight without a date, whole also below a score of 10, as the frost risk has it', async () => {
  await openAt(12)
  const { night, hours } = await ask<NightAnswer>(`/weather/night?${planted}`)
  expect(night.score).toBeLessThan(10)
  const { frost_risk: risk } = await ask<{ frost_risk: { tonight: Night } }>(`/weather/frost-risk?${planted}`)
  expect(risk.tonight).toEqual(night)
  expect(hours.length).toBeGreaterThan(12)
})

it('has every hour around the dark, and its coldest one is that of the night', async () => {
  await openAt(-2)
  const { date, night, hours } = await ask<NightAnswer>(`/weather/night?${planted}`)
  expect(date).toBe(night.date)
  expect(Date.parse(hours[0]?.from ?? '')).toBeLessThan(Date.parse(night.night.sunset))
  expect(Date.parse(hours.at(-1)?.from ?? '')).toBeGreaterThan(Date.parse(night.night.sunrise))
  const coldest = hours.find(({ from }) => from === night.coldest_at)
  expect(coldest?.plant_temperature).toEqual(night.plant_temperature_min_range)
  expect(coldest?.score).toBe(night.score)
  for (const { plant_temperature: plant, wet_bulb_temperature, air_temperature } of hours) {
    expect(plant.p10).toBeLessThan(plant.p50)
    expect(plant.p50).toBeLessThan(plant.p90)
    expect(wet_bulb_temperature).toBeLessThanOrEqual(air_temperature)
  }
})

it('is the night of a date, and says which dates there are', async () => {
  await openAt(-2)
  const { risk_days: days } = await ask<{ risk_days: readonly Night[] }>(`/weather/frost-risk?${planted}`)
  const third = days[2]
  const chosen = await ask<NightAnswer>(`/weather/night?${planted}&date=${third?.date}`)
  expect(chosen.night).toEqual(third)
  const { status, json } = await stage.client.ask(`/weather/night?${planted}&date=2026-04-01`)
  expect(status).toBe(400)
  expect(json).toMatchObject({
    code: 'invalid_parameter',
    errors: [{ parameter: 'date', code: 'out_of_range', allowed: expect.stringMatching(/^2026-04-1\d to /) }]
  })
})

it('advises on protection: ready before the harm, started before the wet bulb is harmful', async () => {
  await openAt(-2)
  const { hours, protection } = await ask<Protected>(`/weather/night?${planted}`)
  const first = (isCold: (hour: NightAnswer['hours'][number]) => boolean) =>
    Date.parse(hours.find(isCold)?.from ?? '')
  const at = (instant: unknown) => Date.parse(String(instant))
  const { sprinkler, cold_from, last_preparation_at } = protection
  expect(at(cold_from)).toBe(first(({ plant_temperature }) => plant_temperature.p50 <= -2.8))
  expect(sprinkler).toMatchObject({ usable: true, reason: null, start_wet_bulb: -2 })
  expect(at(sprinkler['start_at'])).toBeLessThan(at(sprinkler['expected_start_at']))
  expect(at(sprinkler['expected_start_at'])).toBeLessThanOrEqual(
    first(({ wet_bulb_temperature }) => wet_bulb_temperature <= -2.8)
  )
  expect(at(last_preparation_at)).toBeLessThanOrEqual(at(sprinkler['expected_start_at']))
  expect(String(sprinkler['advice'])).toContain('above −2.0\u00a0°C')
  expect(protection.heaters).toMatchObject({ usable: true })
})

it('gives no advice without its inputs, and names the one that is missing', async () => {
  await openIn((place, hour) => ({ ...shifted(clearNights, -2)(place, hour), windMps: Number.NaN }))
  const { protection } = await ask<Protected>(`/weather/night?${planted}&lang=tr`)
  for (const method of [protection.sprinkler, protection.wind_machine, protection.heaters]) {
    expect(method).toMatchObject({ usable: null, reason: 'wind_missing' })
    expect(method['advice']).toBe('Öneri yok: tahminde rüzgâr eksik.')
  }
})
