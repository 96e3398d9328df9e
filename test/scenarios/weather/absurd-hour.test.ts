/** An hour of −25 °C between two of −2 °C, as a source may have it, in the answers. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hourMs } from '../../../src/common/time.ts'
import { clearNights, type WeatherAt } from '../../upstream/weather.ts'
import { noticesOf, openStage, type Stage, springNight } from './harness.ts'

let stage: Stage
beforeEach(async () => {
  stage = await openStage({ environment: { SOURCES: 'open-meteo' } })
})
afterEach(async () => {
  expect(stage.upstream.violations).toEqual([])
  await stage.close()
})

interface Night {
  readonly temperature_min: number
}

interface Risk {
  readonly tonight: { readonly confidence: string } | null
}

/** Before sunrise of the coming night. */
const spikeHour = Math.floor(springNight / hourMs) + 3

/** The same weather, but for one hour. */
const spiked =
  (byC: number): WeatherAt =>
  (place, hour) => {
    const weather = clearNights(place, hour)
    return hour === spikeHour ? { ...weather, temperatureC: weather.temperatureC + byC } : weather
  }

async function ask(where: string) {
  const answer = await stage.client.ask(`/weather/frost-risk?${where}&days=3`)
  const body = answer.json as { nights: readonly Night[]; frost_risk: Risk }
  return {
    minima: body.nights.map((night) => night.temperature_min),
    confidence: body.frost_risk.tonight?.confidence,
    notices: noticesOf(answer)
  }
}

it('is missing everywhere, with a notice; of a cold one the night is less sure', async () => {
  const plain = await ask('lat=38&lon=38')
  expect(plain.notices).not.toContain('hours_set_aside')
  stage.upstream.setWeather(spiked(-23))
  const cold = await ask('lat=38.1&lon=38')
  expect(cold.notices).toContain('hours_set_aside')
  expect(cold.minima).toEqual(plain.minima)
  expect([plain.confidence, cold.confidence]).toEqual(['medium', 'low'])
  const daily = await stage.client.ask('/weather?lat=38.1&lon=38&days=3')
  expect(noticesOf(daily)).toContain('hours_set_aside')
  const days = (daily.json as { readonly daily: readonly { readonly temperature_min: number }[] }).daily
  for (const { temperature_min } of days) expect(temperature_min).toBeGreaterThan(-5)
})

it('raises no confidence and lowers none where it is a warm one', async () => {
  stage.upstream.setWeather(spiked(30))
  const warm = await ask('lat=38.2&lon=38')
  expect(warm.notices).toContain('hours_set_aside')
  expect(warm.confidence).toBe('medium')
})
