/** `GET /weather/night`: the whole of one night, also where nothing is at risk. */
import { afterEach, expect, it } from 'vitest'
import { clearNights, shifted } from '../../upstream/weather.ts'
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
  stage = await openStage({ environment: { SOURCES: 'open-meteo' } })
  stage.upstream.setWeather(shifted(clearNights, shiftC))
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
