import { describe, expect, it } from 'vitest'
import {
  dewPointC,
  frostPointC,
  relativeHumidityFraction,
  saturationVapourPressureKpa,
  saturationVapourPressureOverIceKpa,
  stationPressureHpa,
  wetBulbTemperatureC
} from '../../src/weather/moist-air.ts'
import { netLongwaveLossWm2 } from '../../src/frost/radiation.ts'

/**
 * Saturation vapour pressure over water [hPa] by Goff and Gratch 1946, from which the Smithsonian Meteorological Tables
 * (1984, p. 350) are computed; as H. Vömel prints it in “Water Vapor Pressure Formulations”, NCAR Earth Observing
 * Laboratory. In 1946 0 °C was 273.16 K; so it is here.
 */
function goffGratchOverWater(temperatureC: number): number {
  const kelvin = temperatureC + 273.16
  const ratio = 373.16 / kelvin
  const logarithm =
    -7.90298 * (ratio - 1) +
    5.02808 * Math.log10(ratio) -
    1.3816e-7 * (10 ** (11.344 * (1 - 1 / ratio)) - 1) +
    8.1328e-3 * (10 ** (-3.49149 * (ratio - 1)) - 1) +
    Math.log10(1013.246)
  return 10 ** logarithm
}

/** The same over ice, from the same places. */
function goffGratchOverIce(temperatureC: number): number {
  const kelvin = temperatureC + 273.16
  const ratio = 273.16 / kelvin
  const logarithm =
    -9.09718 * (ratio - 1) - 3.56654 * Math.log10(ratio) + 0.876793 * (1 - 1 / ratio) + Math.log10(6.1071)
  return 10 ** logarithm
}

/**
 * [hPa, m]: heights of pressures in the ICAO standard atmosphere of 1964, as the Belgian aviation-weather site
 * meteowvl.be prints them (“The International Standard Atmosphere”); whole metres.
 */
const standardAtmosphere = [
  [1013.25, 0],
  [1000, 111],
  [950, 540],
  [900, 988],
  [850, 1457],
  [800, 1949],
  [700, 3012]
] as const

/**
 * Magnus' three constants against Goff–Gratch: 0.1 % at 0 °C, growing to 0.5 % at the ends of the range, for
 * supercooled water most.
 */
const pressureTolerance = 0.005

describe('moist air against tables', () => {
  it.each([-20, -10, 0, 10, 20, 30])(
    'over water at %f °C the saturation pressure is Goff–Gratch’s',
    (temperatureC) => {
      const ratio = (10 * saturationVapourPressureKpa(temperatureC)) / goffGratchOverWater(temperatureC)
      expect(Math.abs(ratio - 1)).toBeLessThan(pressureTolerance)
    }
  )

  it.each([-30, -20, -10, 0])(
    'over ice at %f °C the saturation pressure is Goff–Gratch’s',
    (temperatureC) => {
      const ratio = (10 * saturationVapourPressureOverIceKpa(temperatureC)) / goffGratchOverIce(temperatureC)
      expect(Math.abs(ratio - 1)).toBeLessThan(pressureTolerance)
    }
  )

  it('is checked by formulas typed without a slip: water and ice, from different constants, meet at 0 °C', () => {
    expect(Math.abs(goffGratchOverWater(0) / goffGratchOverIce(0) - 1)).toBeLessThan(0.0002)
  })

  it.each(standardAtmosphere)('the standard atmosphere has %f hPa at %i m', (hpa, elevationM) => {
    // Half a metre of the printed height is 0.06 hPa.
    expect(Math.abs(stationPressureHpa(1013.25, elevationM) - hpa)).toBeLessThan(0.07)
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

  it('has the dew point at which Goff–Gratch’s pressure is half that of 20 °C', () => {
    const half = goffGratchOverWater(20) / 2
    const dewPoint = dewPointC(20, 0.5)
    expect(goffGratchOverWater(dewPoint - 0.02)).toBeLessThan(half)
    expect(goffGratchOverWater(dewPoint + 0.02)).toBeGreaterThan(half)
  })

  it.each([
    [20, 0.5, 1013.25],
    [2, 0.6, 900],
    [-3, 0.7, 850]
  ])(
    'has a wet bulb at %f °C and a humidity of %f that fits the psychrometer of WMO-No. 8 at %f hPa',
    (temperatureC, humidity, hpa) => {
      // e = e_w(t_w) − A·p·(t − t_w), A = 6.53·10⁻⁴·(1 + 0.000944·t_w), annex 4.B; the pressures are Goff–Gratch's, not
      // ours.
      const dewPoint = dewPointC(temperatureC, humidity)
      const wetBulb = wetBulbTemperatureC(temperatureC, dewPoint, hpa)
      const psychrometer = 6.53e-4 * (1 + 0.000944 * wetBulb) * hpa * (temperatureC - wetBulb)
      const vapourPressure = goffGratchOverWater(wetBulb) - psychrometer
      expect(Math.abs(vapourPressure - humidity * goffGratchOverWater(temperatureC))).toBeLessThan(0.03)
    }
  )

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

  it('loses the heat that FAO-56 gives for a clear sky at the temperatures and vapour pressure of its example 11', () => {
    // Eq. 39 per second instead of per day, with its σ = 4.903·10⁻⁹ MJ K⁻⁴ m⁻² d⁻¹ and K = °C + 273.16.
    for (const temperatureC of [25.1, 19.1]) {
      const blackBody = (4.903e-9 * (temperatureC + 273.16) ** 4) / 0.0864
      const expected = blackBody * (0.34 - 0.14 * Math.sqrt(2.1))
      const air = { temperatureC, vapourPressureKpa: 2.1, windSpeedMps: 2, cloudCoverFraction: 0 }
      expect(Math.abs(netLongwaveLossWm2(air) / expected - 1)).toBeLessThan(0.002)
    }
  })
})
