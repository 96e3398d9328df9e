/** Impossible numbers in columns that only decorate, as providers have published them, in the answers. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hourMs } from '../../../src/common/time.ts'
import { clearNights, type WeatherAt } from '../../upstream/weather.ts'
import { noticesOf, openStage, type Stage, settle, springNight } from './harness.ts'

let stage: Stage
beforeEach(async () => {
  stage = await openStage({ environment: { SOURCES: 'open-meteo' } })
  await settle(stage)
})
afterEach(async () => {
  expect(stage.upstream.violations).toEqual([])
  await stage.close()
})

const spoiledHour = Math.floor(springNight / hourMs) + 3
const spoiled: WeatherAt = (place, hour) => ({
  ...clearNights(place, hour),
  ...(hour === spoiledHour && {
    ...{ precipitationMm: -3276.8, visibilityM: -1, gustMps: 260, windDirection: 361 },
    ...{ weatherCode: -1, pressureHpa: 0 }
  })
})

interface Night {
  readonly score: number
  readonly temperature_min: number
  readonly plant_temperature_min: number
}

const scoreOf = ({ score, temperature_min, plant_temperature_min }: Night) => ({
  ...{ score, temperature_min, plant_temperature_min }
})

it('leave the night as it is, missing in their hour, with a notice that names them', async () => {
  const ask = async (where: string, lang: string) => {
    const answer = await stage.client.ask(`/weather/frost-risk?${where}&days=3&lang=${lang}`)
    expect(answer.status).toBe(200)
    const { nights, frost_risk } = answer.json as {
      readonly nights: readonly Night[]
      readonly frost_risk: { readonly tonight: Night }
    }
    return { answer, scored: [frost_risk.tonight, ...nights].map(scoreOf) }
  }
  const plain = await ask('lat=38&lon=38', 'en')
  expect(noticesOf(plain.answer)).not.toContain('values_left_out')
  stage.upstream.setWeather(spoiled)
  const other = await ask('lat=38.1&lon=38', 'tr')
  const english = await ask('lat=38.1&lon=38', 'en')
  expect(english.scored).toEqual(plain.scored)
  const sentence = ({ answer }: typeof other) =>
    (
      answer.json as { readonly meta: { readonly notices: readonly { code: string; message: string }[] } }
    ).meta.notices.find(({ code }) => code === 'values_left_out')?.message
  expect(sentence(english)).toMatch(
    /^Some values are missing or impossible, and left out: .*precipitation, .*gusts and wind direction\.$/
  )
  expect(sentence(other)).toContain('rüzgâr hamlesi ve rüzgâr yönü')
})
