import { describe, expect, it } from 'vitest'
import { fullEquilibriumOffsetC, groundShare } from '../../src/frost/radiation.ts'
import { defaultAirVarianceC2, spreadFactor } from '../../src/frost/spread.ts'
import { firstLaws } from '../../test/made/first-laws.ts'
import { type GrassRows, rangeOf, skyAndAirOf } from '../benches/netherlands/grass-rows.ts'
import { leadHours, type NwsForecasts } from '../benches/nws/forecasts.ts'
import { traitsOf } from '../benches/nws/spread-factors.ts'
import { at, meanOf, rowsOf } from '../data/sequence.ts'
import { emptyPlaceDays } from '../learning/place-days.ts'
import { fitAirSpread } from './air-spread.ts'
import { dailyOffsetC, fitGround } from './ground.ts'
import { fitLearning } from './learning.ts'
import { fitRunChange } from './run-change.ts'

/** Numbers between 0 and 1, the same on every run (Park–Miller). */
function uniforms(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

describe('the ground law', () => {
  const random = uniforms(5)
  const rows = 3000
  const of = (least: number, most: number) => rowsOf(rows, () => least + (most - least) * random())
  const airC = of(-12, 15)
  const range = of(0.5, 9)
  const weather = {
    days: rowsOf(rows, (row) => row),
    stationOf: new Int32Array(rows),
    stations: ['279'],
    airC,
    grassC: airC,
    meanC: airC.map((air, row) => air + at(range, row)),
    windMps: of(0, 9),
    cloudFraction: of(0, 1),
    humidityPercent: of(40, 100),
    left: 0
  }
  const ground = { cloudToFourth: 0, cloudToSixth: 0.8, share: 0.4, sharePerDegree: 0.05 }
  const offset = (row: number) =>
    groundShare(rangeOf(weather, row), ground) * fullEquilibriumOffsetC(skyAndAirOf(weather, row), ground)
  const grass: GrassRows = { ...weather, grassC: airC.map((air, row) => air - offset(row)) }

  it('is found again from days that it made, its cloud curve too', () => {
    const fit = fitGround({ daily: grass, hourly: null })
    expect(fit.ground).toMatchObject({ cloudToFourth: 0, cloudToSixth: 0.8 })
    expect(fit.ground.share).toBeCloseTo(0.4, 9)
    expect(fit.ground.sharePerDegree).toBeCloseTo(0.05, 9)
    const x = Array.from(weather.days, offset)
    expect(fit.offsetPrior.meanX).toBeCloseTo(meanOf(x), 9)
    expect(fit.offsetPrior.meanX2).toBeCloseTo(meanOf(x.map((value) => value * value)), 9)
    expect(dailyOffsetC(grass, 7, fit)).toBeCloseTo(offset(7), 9)
  })

  it('looks at no day that it may not look at', () => {
    const half = (row: number) => row < rows / 2
    const faulty = { ...grass, grassC: grass.grassC.map((value, row) => (half(row) ? value : -40)) }
    expect(fitGround({ daily: faulty, hourly: null, isDaily: half })).toEqual(
      fitGround({ daily: grass, hourly: null, isDaily: half })
    )
  })
})

describe('the spread law', () => {
  const random = uniforms(11)
  const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
  const law = { ...firstLaws.airSpread, winter: 0.2, perTenDegrees: -0.1, perKilometre: 0.3 }
  const places = 40
  const days = 365
  const grid = () => emptyPlaceDays(places, days)
  const us: NwsForecasts = {
    cities: Array.from({ length: places }, (_, city) => ({ lat: 45, lon: -100, elevationM: 50 * city })),
    firstDay: 18_658,
    observedC: grid(),
    forecastC: { 12: grid(), 24: grid(), 36: grid(), 48: grid() }
  }
  for (const cell of us.observedC.values.keys()) {
    const observedC = 20 * random() - 10
    us.observedC.values[cell] = observedC
    for (const lead of leadHours) {
      us.forecastC[lead].values[cell] = observedC
      const factor = spreadFactor(traitsOf(us, lead, cell), law)
      const sigmaC = factor * Math.sqrt(defaultAirVarianceC2(lead / 24, law))
      us.forecastC[lead].values[cell] = observedC - sigmaC * normal()
    }
  }

  it('is found again from nights that it made, within what 58,400 of them can tell', () => {
    const fit = fitAirSpread({ us, provider: null })
    expect(Math.abs(fit.winter - 0.2)).toBeLessThan(0.02)
    expect(Math.abs(fit.perTenDegrees + 0.1)).toBeLessThan(0.03)
    expect(Math.abs(fit.perKilometre - 0.3)).toBeLessThan(0.02)
    for (const lead of [0.5, 1, 2]) {
      const ratio = defaultAirVarianceC2(lead, fit) / defaultAirVarianceC2(lead, law)
      expect(Math.abs(ratio - 1)).toBeLessThan(0.06)
    }
    expect(fit.perCubedDayC2).toBe(0)
  })
})

describe('the law of earlier runs', () => {
  const random = uniforms(17)
  const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
  const law = { ...firstLaws.airSpread, winter: 0, perTenDegrees: 0, perKilometre: 0 }
  const [places, days] = [40, 365]
  const grid = () => emptyPlaceDays(places, days)
  const us: NwsForecasts = {
    cities: Array.from({ length: places }, () => ({ lat: 45, lon: -100, elevationM: 200 })),
    firstDay: 18_658,
    observedC: grid(),
    forecastC: { 12: grid(), 24: grid(), 36: grid(), 48: grid() }
  }
  for (const cell of us.observedC.values.keys()) {
    const changeC = 2 * normal()
    const sigmaC =
      Math.exp(-0.1 + 0.1 * Math.min(Math.abs(changeC), 4)) * Math.sqrt(defaultAirVarianceC2(0.5, law))
    const observedC = 20 * random() - 10
    us.observedC.values[cell] = observedC
    us.forecastC[12].values[cell] = observedC + 0.5 + 0.3 * changeC + sigmaC * normal()
    us.forecastC[24].values[cell] = at(us.forecastC[12].values, cell) - changeC
  }

  it('is found again from nights that it made, whatever the forecasts are off by in the mean', () => {
    const fit = fitRunChange(us, law)
    expect(Math.abs(fit.takenBack - 0.3)).toBeLessThan(0.03)
    expect(Math.abs(fit.perDegree - 0.1)).toBeLessThan(0.02)
    // Half a degree in the mean widens σ a little.
    expect(fit.constant).toBeGreaterThan(-0.12)
    expect(fit.constant).toBeLessThan(0)
  })
})

describe('the odds of learning', () => {
  it('are the readiest where learning gains everywhere, and are fitted without the cities that may not be looked at', () => {
    const laws = { airSpread: firstLaws.airSpread, runs: firstLaws.runs }
    const [places, days] = [6, 120]
    const us = (biasOf: (city: number) => number): NwsForecasts => {
      const random = uniforms(23)
      const grid = () => emptyPlaceDays(places, days)
      const made = {
        cities: Array.from({ length: places }, () => ({ lat: 45, lon: -100, elevationM: 200 })),
        ...{
          firstDay: 18_658,
          observedC: grid(),
          forecastC: { 12: grid(), 24: grid(), 36: grid(), 48: grid() }
        }
      }
      for (const cell of made.observedC.values.keys()) {
        made.observedC.values[cell] = biasOf(Math.floor(cell / days)) + 2 * random() - 1
        for (const lead of leadHours) made.forecastC[lead].values[cell] = 0
      }
      return made
    }
    expect(
      fitLearning(
        us(() => 3),
        laws
      )
    ).toEqual({ logOdds: 0, perGain: 1 })
    const isCity = (city: number) => city > 0
    const faulty = us((city) => (city === 0 ? -50 : 1))
    expect(fitLearning(faulty, laws, isCity)).toEqual(
      fitLearning(
        us(() => 1),
        laws,
        isCity
      )
    )
  })
})
