import { expect, it } from 'vitest'
import { weatherCodes } from '../../weather/weather-codes.ts'
import { weatherCodeOf } from './parse.ts'

/** Every symbol of MET Norway's list, without the endings for day and night (nrkno.github.io/yr-weather-symbols). */
const symbols = `clearsky fair partlycloudy cloudy fog lightrainshowers rainshowers heavyrainshowers
lightrainshowersandthunder rainshowersandthunder heavyrainshowersandthunder lightsleetshowers sleetshowers heavysleetshowers
lightssleetshowersandthunder sleetshowersandthunder heavysleetshowersandthunder lightsnowshowers snowshowers heavysnowshowers
lightssnowshowersandthunder snowshowersandthunder heavysnowshowersandthunder lightrain rain heavyrain lightrainandthunder
rainandthunder heavyrainandthunder lightsleet sleet heavysleet lightsleetandthunder sleetandthunder heavysleetandthunder
lightsnow snow heavysnow lightsnowandthunder snowandthunder heavysnowandthunder`.split(/\s+/)

it('knows all 41 symbols, by day, by night and in the polar twilight', () => {
  expect(symbols).toHaveLength(41)
  for (const symbol of symbols) {
    const code = weatherCodeOf(symbol)
    expect(weatherCodes, symbol).toContain(code)
    for (const ending of ['day', 'night', 'polartwilight'])
      expect(weatherCodeOf(`${symbol}_${ending}`)).toBe(code)
  }
})

it.each([
  ['lightrain', 61],
  ['rain', 63],
  ['heavyrain', 65],
  ['lightsnowshowers_night', 85],
  ['heavysnow', 75],
  ['lightssleetshowersandthunder_day', 95],
  ['clearsky_night', 0]
])('reads %s as %i', (symbol, code) => {
  expect(weatherCodeOf(symbol)).toBe(code)
})

it('has no code for a symbol it does not know', () => {
  for (const symbol of ['', 'hail', 'lightfog', 'toString']) expect(weatherCodeOf(symbol)).toBeNull()
})
