import { describe, expect, it } from 'vitest'
import {
  dewPointC,
  frostPointC,
  relativeHumidityFraction,
  saturationVapourPressureKpa,
  saturationVapourPressureOverIceKpa,
  stationPressureHpa,
  wetBulbTemperatureC
} from '../../src/forecast/moist-air.ts'
import { netLongwaveLossWm2 } from '../../src/frost/radiation.ts'

/** [°C, hPa]: Smithsonian Meteorological Tables, 6th ed. (List 1949; Goff–Gratch), tables 94 (water) and 96 (ice). */
const overWater = [
  [-20, 1.254],
  [-10, 2.8627],
  [0, 6.1078],
  [10, 12.272],
  [20, 23.373],
  [30, 42.43]
] as const
const overIce = [
  [-30, 0.3798],
  [-20, 1.032],
  [-10, 2.597],
  [0, 6.1071]
] as const

/** Magnus' three constants against Goff–Gratch: 0.1 % at 0 °C, growing to 0.5 % at the ends of the range, for supercooled water most. */
const pressureTolerance = 0.005

/** [m, hPa]: ICAO Standard Atmosphere (Doc 7488), geopotential height. */
const standardAtmosphere = [
  [0, 1013.25],
  [1000, 898.75],
  [2000, 794.95],
  [3000, 701.09]
] as const

describe('moist air against tables', () => {
  it.each(overWater)('over water at %f °C the saturation pressure is %f hPa', (temperatureC, hpa) => {
    expect(Math.abs((10 * saturationVapourPressureKpa(temperatureC)) / hpa - 1)).toBeLessThan(
      pressureTolerance
    )
  })

  it.each(overIce)('over ice at %f °C it is %f hPa', (temperatureC, hpa) => {
    expect(Math.abs((10 * saturationVapourPressureOverIceKpa(temperatureC)) / hpa - 1)).toBeLessThan(
      pressureTolerance
    )
  })

  it.each(standardAtmosphere)('at %i m the standard atmosphere has %f hPa', (elevationM, hpa) => {
    expect(Math.abs(stationPressureHpa(1013.25, elevationM) - hpa)).toBeLessThan(0.1)
  })

  it('undoes itself: the humidity of the dew point is the humidity', () => {
    for (const humidity of [0.05, 0.3, 0.9, 1]) {
      for (const temperatureC of [-40, -5, 0, 15, 45]) {
        expect(relativeHumidityFraction(temperatureC, dewPointC(temperatureC, humidity))).toBeCloseTo(
          humidity,
          9
        )
      }
    }
  })

  it('has the dew point and the wet bulb of a room at 20 °C and 50 %: 9.3 °C and 13.8 °C on every psychrometric chart', () => {
    const dewPoint = dewPointC(20, 0.5)
    expect(Math.abs(dewPoint - 9.3)).toBeLessThan(0.1)
    expect(Math.abs(wetBulbTemperatureC(20, dewPoint, 1013.25) - 13.8)).toBeLessThan(0.1)
  })

  it('lets rime form above the dew point, and knows no frost point above 0 °C', () => {
    expect(frostPointC(-10)).toBeGreaterThan(-10)
    expect(frostPointC(0.1)).toBeNull()
    expect(frostPointC(Number.NaN)).toBeNull()
    expect(Object.is(frostPointC(0), 0)).toBe(true)
  })

  it('says NaN where an input is missing', () => {
    expect(dewPointC(5, 0)).toBeNaN()
    expect(dewPointC(5, Number.NaN)).toBeNaN()
    expect(wetBulbTemperatureC(5, Number.NaN, 1000)).toBeNaN()
    expect(wetBulbTemperatureC(5, 2, Number.NaN)).toBeNaN()
  })

  it('loses the heat of FAO-56, example 11: σT⁴ = 38.8 and 35.8 MJ m⁻² d⁻¹ at 25.1 and 19.1 °C, e_a = 2.1 kPa', () => {
    for (const [temperatureC, megajoulesADay] of [
      [25.1, 38.8],
      [19.1, 35.8]
    ] as const) {
      const expected = (megajoulesADay / 0.0864) * (0.34 - 0.14 * Math.sqrt(2.1))
      const air = { temperatureC, vapourPressureKpa: 2.1, windSpeedMps: 2, cloudCoverFraction: 0 }
      expect(Math.abs(netLongwaveLossWm2(air) / expected - 1)).toBeLessThan(0.002)
    }
  })
})
