/** The loopback providers themselves: what a real one would refuse, they refuse and record. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startUpstream, type Upstream } from './upstream.ts'
import { clearNights, shifted } from './weather.ts'

const now = Date.UTC(2026, 3, 11, 22, 20)
let upstream: Upstream
beforeEach(async () => {
  upstream = await startUpstream(() => now)
})
afterEach(() => upstream.close())

const forecast =
  'hourly=temperature_2m&past_days=1&forecast_days=2&wind_speed_unit=ms&timeformat=unixtime&timezone=GMT'

it.each([
  ['open-meteo', '/v1/forecast?latitude=38&longitude=38', 'hourly is missing'],
  [
    'open-meteo',
    `/v1/forecast?latitude=38&longitude=38&${forecast.replace('ms', 'kmh')}`,
    'wind_speed_unit is "kmh"'
  ],
  ['open-meteo', `/v1/forecast?latitude=38,39&longitude=38&${forecast}`, 'another length'],
  ['open-meteo', `/v1/forecast?latitude=38&longitude=38&${forecast}&daily=x`, 'unknown parameter daily'],
  [
    'open-meteo',
    `/v1/forecast?latitude=38&longitude=38&${forecast.replace('temperature_2m', 'temperature')}`,
    'hourly is'
  ],
  ['open-meteo', '/v2/forecast', 'there is no /v2/forecast'],
  ['met-norway', '/weatherapi/locationforecast/2.0/complete?lat=38.35312&lon=38', 'lat is "38.35312"'],
  ['met-norway', '/weatherapi/locationforecast/2.0/complete?lat=38.3&lon=38', 'has no contact'],
  ['openweathermap', '/data/2.5/forecast?lat=38&lon=38&units=metric&appid=wrong', 'appid is "wrong"'],
  ['openweathermap', '/data/2.5/forecast?lat=38&lon=38&units=imperial', 'units is "imperial"']
] as const)('%s refuses %s', async (provider, path, sentence) => {
  const response = await fetch(`${upstream.urls[provider]}${path}`)
  expect(response.status).toBe(400)
  expect(upstream.violations.join()).toContain(sentence)
  expect(upstream.count(provider)).toBe(1)
})

it('answers a proper request with the weather it was given', async () => {
  upstream.setWeather(shifted(clearNights, -10))
  const response = await fetch(
    `${upstream.urls['open-meteo']}/v1/forecast?latitude=38&longitude=38&${forecast}`
  )
  const { hourly } = (await response.json()) as { hourly: { time: number[]; temperature_2m: number[] } }
  expect(hourly.time).toHaveLength(72)
  expect(Math.min(...hourly.temperature_2m)).toBe(-13)
  expect(upstream.violations).toEqual([])
})

it('holds answers back until it is told to go on', async () => {
  const release = upstream.hold()
  let answered = false
  const answer = fetch(
    `${upstream.urls['open-meteo']}/v1/forecast?latitude=38&longitude=38&${forecast}`
  ).then((response) => {
    answered = true
    return response.status
  })
  await expect.poll(() => upstream.count()).toBe(1)
  expect(answered).toBe(false)
  release()
  expect(await answer).toBe(200)
})
