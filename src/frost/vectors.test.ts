import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { firstLaws } from '../../test/made/first-laws.ts'
import { type SyntheticHour, syntheticNight as syntheticNightBy } from '../../test/made/synthetic-night.ts'
import {
  dewPointC as dewPointOf,
  frostPointC,
  relativeHumidityFraction,
  saturationVapourPressureKpa,
  wetBulbTemperatureC
} from '../weather/moist-air.ts'
import { fitTwoStepRegression, nightTrendC, predictMinimumC } from './fao-regression.ts'
import { gaussianCrps, normalCdf } from './gaussian.ts'
import { applyLag } from './plant-temperature.ts'
import { levelOf, roundToTenth } from './published.ts'
import { fullEquilibriumOffsetC, netLongwaveLossWm2 } from './radiation.ts'
import { contributionsOf } from './score-night.ts'
import { cropCurve, genericCurve, scoreOf } from './severity.ts'
import { ensembleSpread, sigmaAirC } from './spread.ts'

const vectors = JSON.parse(
  readFileSync(new URL('../../test/truth/test-vectors.json', import.meta.url), 'utf8')
)

const digits = 3
const { ground } = firstLaws
/** The vectors hold for the laws of the first version. */
const syntheticNight: typeof syntheticNightBy = (hours, change = {}) =>
  syntheticNightBy(hours, { ...change, laws: firstLaws })
/** The vectors do not give the hot night’s hours; these reproduce its offset of 2.434 °C. */
const hotHours: SyntheticHour[] = Array.from({ length: 7 }, () => ({ T: 28, Td: 15, u: 2, c: 0 }))

function ensembleOf(deviationC: number, members: number) {
  const half = deviationC * Math.sqrt((members - 1) / members)
  const temperatures = new Float32Array(members * 24)
  for (let member = 0; member < members; member++)
    temperatures.fill(member % 2 ? half : -half, member * 24, (member + 1) * 24)
  return ensembleSpread({ startHour: 493_000, hours: 24, members, temperatures })
}

describe('the vectors of the method, to 0.001', () => {
  it('has every group of vectors', () => {
    expect(Object.keys(vectors).sort()).toEqual([
      'about',
      'crps',
      'fao',
      'frostPoint',
      'ftrend',
      'inputs',
      'lag',
      'nights',
      'score',
      'severity',
      'sigmaAir',
      'unit',
      'wetBulb'
    ])
  })

  it('radiates as much and cools as far', () => {
    expect(vectors.unit).toHaveLength(7)
    for (const { T, Td, u, c, ea, netLW, offsetK065, offsetK1 } of vectors.unit) {
      const vapourPressureKpa = saturationVapourPressureKpa(Math.min(Td, T))
      const air = { temperatureC: T, vapourPressureKpa, windSpeedMps: u, cloudCoverFraction: c }
      expect(vapourPressureKpa).toBeCloseTo(ea, 4)
      expect(netLongwaveLossWm2(air, ground)).toBeCloseTo(netLW, digits)
      expect(fullEquilibriumOffsetC(air, ground)).toBeCloseTo(offsetK1, digits)
      expect(0.65 * fullEquilibriumOffsetC(air, ground)).toBeCloseTo(offsetK065, digits)
    }
  })

  it('lags', () => {
    const lagged = applyLag(Float64Array.from(vectors.lag.x))
    for (const [index, expected] of vectors.lag.out.entries())
      expect(lagged[index]).toBeCloseTo(expected, digits)
  })

  it('spreads the air with the lead', () => {
    for (const [leadDays, expected] of Object.entries(vectors.sigmaAir)) {
      const inputs = {
        leadDays: Number(leadDays),
        coldestHour: 0,
        ensemble: null,
        siteVarianceC2: null,
        stepHours: 1,
        law: firstLaws.airSpread
      }
      expect(sigmaAirC(inputs)).toBeCloseTo(Number(expected), digits)
    }
  })

  it('has the curves of severity', () => {
    const apricot = cropCurve(-2.8, -5.6)
    expect(genericCurve.midpointC).toBeCloseTo(vectors.severity.generic[0], digits)
    expect(apricot.midpointC).toBeCloseTo(vectors.severity.apricotFullBloom[0], digits)
    expect(genericCurve.widthC).toBeCloseTo(vectors.severity.generic[1], digits)
    expect(apricot.widthC).toBeCloseTo(vectors.severity.apricotFullBloom[1], digits)
  })

  it('scores a normal minimum', () => {
    for (const { mu, sd, S, level, p0 } of vectors.score) {
      const score = scoreOf(genericCurve, mu, Math.hypot(genericCurve.widthC, sd))
      expect(Math.abs(score - S)).toBeLessThan(0.001)
      expect(levelOf(roundToTenth(score))).toBe(level)
      expect(normalCdf((0 - mu) / sd)).toBeCloseTo(p0, digits)
    }
  })

  it('has frost points, wet bulbs, the trend and the CRPS', () => {
    for (const [dewPoint, expected] of Object.entries(vectors.frostPoint)) {
      expect(frostPointC(Number(dewPoint))).toBeCloseTo(Number(expected), digits)
    }
    const pressureHpa = vectors.wetBulb.pressure_hpa
    for (const [temperatureC, humidity, expected] of [
      [0, 0.5, vectors.wetBulb.T0_RH50],
      [2, 0.7, vectors.wetBulb.T2_RH70],
      [20, 0.5, vectors.wetBulb.T20_RH50]
    ]) {
      const dewPointC = dewPointOf(temperatureC, humidity)
      expect(relativeHumidityFraction(temperatureC, dewPointC)).toBeCloseTo(humidity, 9)
      expect(wetBulbTemperatureC(temperatureC, dewPointC, pressureHpa)).toBeCloseTo(expected, digits)
    }
    const { t2, tn, n, hours, out } = vectors.ftrend
    for (const [index, hour] of hours.entries()) {
      expect(nightTrendC({ startC: t2, minimumC: tn, nightHours: n }, hour)).toBeCloseTo(out[index], digits)
    }
    expect(gaussianCrps(0, 1, 0)).toBeCloseTo(vectors.crps.mu0sd1y0, digits)
    expect(gaussianCrps(2, 1.5, 5)).toBeCloseTo(vectors.crps.mu2sd15y, digits)
  })

  it('fits and applies the two-step regression', () => {
    const { t0, td0, tn } = vectors.fao.fit
    const nights = t0.map((temperatureC: number, index: number) => ({
      temperatureC,
      dewPointC: td0[index],
      minimumC: tn[index]
    }))
    const fit = fitTwoStepRegression(nights)
    expect([fit?.perTemperature, fit?.perDewPoint, fit?.constantC].map((x) => Number(x?.toFixed(4)))).toEqual(
      vectors.fao.coef
    )
    if (fit === null) return
    expect(predictMinimumC(fit, { temperatureC: 10, dewPointC: 2 })).toBeCloseTo(
      vectors.fao.pred_10_2,
      digits
    )
  })
})

const withRh90 = (hours: SyntheticHour[]) =>
  hours.map((hour) => ({ ...hour, c: 0.5, Td: dewPointOf(hour.T, 0.9) }))
const withoutCloudAndDew = (hours: SyntheticHour[]) => hours.map(({ T, u }) => ({ T, u: u ?? null }))

describe('the nights of the vectors, to 0.001', () => {
  const { clear, cloudy, adv } = vectors.inputs
  const cases: [string, () => ReturnType<typeof syntheticNight>][] = [
    ['clear_lead1', () => syntheticNight(clear)],
    ['cloudy_lead1', () => syntheticNight(cloudy)],
    ['clear_lead5', () => syntheticNight(clear, { leadDays: 5 })],
    ['advection_lead2', () => syntheticNight(adv, { leadDays: 2 })],
    [
      'apricot_full_bloom_canopy_lead1',
      () => syntheticNight(adv, { exposure: 'canopy', curve: cropCurve(-2.8, -5.6) })
    ],
    ['clear_canopy_lead1', () => syntheticNight(clear, { exposure: 'canopy' })],
    ['ensemble_sd1.2_M30', () => syntheticNight(clear, { ensemble: ensembleOf(1.2, 30) })],
    ['hot', () => syntheticNight(hotHours)],
    ['cloud_half_dew_rh90', () => syntheticNight(withRh90(clear))],
    ['cloud_and_dew_missing', () => syntheticNight(withoutCloudAndDew(clear))]
  ]

  it('covers every night', () => {
    expect(cases.map(([name]) => name).sort()).toEqual(Object.keys(vectors.nights).sort())
  })

  it.each(cases)('%s', (name, make) => {
    const night = make()
    const expected = vectors.nights[name]
    const factor = { ground: 1, canopy: 0.35 }[name.includes('canopy') ? 'canopy' : 'ground']
    const curve = name.startsWith('apricot') ? cropCurve(-2.8, -5.6) : genericCurve
    const parts = contributionsOf({ curve, ...night })
    const got = {
      airMin: night.airTemperatureMinC,
      plantMin: night.plantTemperatureMinC,
      radiativeOffset: factor * night.radiativeOffsetC,
      sigmaAir: night.sigmaAirC,
      sigma: night.sigmaC,
      q10: night.plantTemperatureP10C,
      q90: night.plantTemperatureP90C,
      pAirFrost: night.probability.airFrost,
      pFrost: night.probability.frost,
      pBelowM22: night.probability.belowMinus2_2,
      pBelowM44: night.probability.belowMinus4_4,
      pT10: night.probability.t10,
      pT90: night.probability.t90 ?? Number.NaN,
      expectedHoursBelow0: night.expectedHoursBelow.zero,
      score: night.score,
      hourIndex: night.coldestHour - night.window.firstHour
    }
    for (const [key, value] of Object.entries(got))
      expect(Math.abs(value - expected[key]), key).toBeLessThan(0.001)
    expect(parts.airTemperature).toBeCloseTo(expected.contrib.air, digits)
    expect(parts.radiation).toBeCloseTo(expected.contrib.radiation, digits)
    expect(parts.uncertainty).toBeCloseTo(expected.contrib.uncertainty, digits)
    expect([night.level, night.appearance, night.mgmClass]).toEqual([
      expected.level,
      expected.appearance,
      expected.mgm
    ])
  })
})
