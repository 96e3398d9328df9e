import { describe, expect, it } from 'vitest'
import { firstLaws } from '../../test/made/first-laws.ts'
import { syntheticNight, syntheticSeries, syntheticWindow } from '../../test/made/synthetic-night.ts'
import { column, type HourlySeries } from '../weather/series.ts'
import { frostColumns } from './frost-columns.ts'
import type { KnownNight } from './frost-night.ts'
import { type FrostSettings, frostNights, genericSettings } from './frost-nights.ts'
import { confidenceOf } from './night-facts.ts'
import { missingInputs } from './night-inputs.ts'
import { kappaOf } from './radiation.ts'
import { cropCurve } from './severity.ts'
import { ensembleSpread } from './spread.ts'

const firstHour = 493_000
const hours = 12
const clear = (hour: number) => ({ T: 4 - 0.5 * hour, Td: -6, u: 1, c: 0 })

function scored(
  change: (series: HourlySeries) => void = () => {},
  settings: Partial<FrostSettings> = {}
): KnownNight {
  const series = syntheticSeries(
    firstHour,
    Array.from({ length: hours + 1 }, (_, hour) => clear(hour))
  )
  change(series)
  const windows = [syntheticWindow(firstHour, new Array(hours).fill(true))]
  const issuedAt = firstHour * 3_600_000
  const [night] = frostNights({
    series,
    windows,
    issuedAt,
    nowHour: firstHour,
    settings: { ...genericSettings, ...settings }
  })
  if (night?.state !== 'known') throw new Error('the night must be known')
  return night
}

describe('values worked by hand', () => {
  // One dark hour, so that the lag starts with it: T = 2 °C, Td = −1 °C, u = 1 m/s, c = 0.
  // e_a = 0.6112·exp(17.62·(−1)/242.12) = 0.56830 kPa; R = 5.670374e-8·275.15⁴·(0.34 − 0.14·0.75386) = 76.20 W/m²;
  // ΔT = 0.65·76.20/16.9 = 2.931 °C; μ = −0.931; σ_air² = 2.735, σ_off = 0.30 + 0.35·2.6 = 1.21; σ = √4.1991 = 2.0492;
  // S = 100·Φ((−2.2 + 0.931)/√(1.71667² + 2.735 + 0.64)) = 100·Φ(−0.50511) = 30.67.
  const night = syntheticNight([{ T: 2, Td: -1, u: 1, c: 0 }], { laws: firstLaws })

  it('cools, spreads and scores one clear hour', () => {
    expect(night.radiativeOffsetC).toBeCloseTo(2.931, 3)
    expect(night.plantTemperatureMinC).toBeCloseTo(-0.931, 3)
    expect(night.sigmaAirC).toBeCloseTo(1.6538, 4)
    expect(night.sigmaC).toBeCloseTo(2.0492, 4)
    expect(night.score).toBeCloseTo(30.67, 1)
    expect(night.plantTemperatureP10C).toBeCloseTo(-0.931 - 1.2816 * 2.0492, 3)
    expect(night.fullOffsetMeanC).toBeCloseTo(2.931, 3)
    expect([night.level, night.mgmClass, night.appearance, night.confidence]).toEqual([
      'moderate',
      'none',
      'white',
      'medium'
    ])
  })

  it('feels a third of it in a canopy', () => {
    const canopy = syntheticNight([{ T: 2, Td: -1, u: 1, c: 0 }], { exposure: 'canopy', laws: firstLaws })
    expect(canopy.plantTemperatureMinC).toBeCloseTo(2 - 0.35 * 2.931, 3)
    expect(canopy.radiativeOffsetC).toBeCloseTo(2.931, 3)
  })
})

describe('the day’s range', () => {
  // 23 h at 8 °C and one at 2 °C: mean 7.75, range 5.75. With share 0.4 and 0.05 a degree, ΔT = (0.4 +
  // 0.2875)·76.20/16.9 = 3.100.
  const ground = { cloudToFourth: 0, cloudToSixth: 0.7, share: 0.4, sharePerDegree: 0.05 }
  const day = [...new Array(23).fill({ T: 8, Td: -1, u: 1, c: 0, dark: false }), { T: 2, Td: -1, u: 1, c: 0 }]

  it('makes the ground colder: share and share a degree, worked by hand', () => {
    const night = syntheticNight(day, { laws: { ...firstLaws, ground } })
    expect(night.fullOffsetMeanC).toBeCloseTo(0.6875 * (76.201 / 16.9), 3)
  })

  it('counts up to ten degrees', () => {
    const wide = (T: number) =>
      syntheticNight([...new Array(23).fill({ T, Td: -1, u: 1, c: 0, dark: false }), day[23] ?? { T: 2 }])
    expect(wide(20).fullOffsetMeanC).toBe(wide(30).fullOffsetMeanC)
    expect(wide(10).fullOffsetMeanC).toBeLessThan(wide(20).fullOffsetMeanC)
  })
})

describe('a night', () => {
  it('takes the precipitation of the hour that begins: it stands at the next stamp', () => {
    const dry = scored()
    const wet = scored((series) => column(series, 'precipitation').fill(0).fill(0.1, 12, 13))
    expect(wet.plantTemperatureC[11]).toBeGreaterThan(dry.plantTemperatureC[11] ?? Number.NaN)
    expect(wet.plantTemperatureC[10]).toBe(dry.plantTemperatureC[10])
    const drizzle = scored((series) => column(series, 'precipitation').fill(0.09))
    expect(drizzle.plantTemperatureC).toEqual(dry.plantTemperatureC)
  })

  it.each([45, 48, 51, 67, 80, 82, 95, 99])('is overcast in fog and rain (WMO code %i)', (code) => {
    const closed = scored((series) => column(series, 'cloudCover').fill(1))
    expect(scored((series) => column(series, 'weatherCode').fill(code)).plantTemperatureC).toEqual(
      closed.plantTemperatureC
    )
  })

  it.each([0, 3, 44, 50, 68, 71, 79, 83, 94])('is not overcast by WMO code %i', (code) => {
    expect(scored((series) => column(series, 'weatherCode').fill(code)).plantTemperatureC).toEqual(
      scored().plantTemperatureC
    )
  })

  it('lists an input that is missing in more than a quarter of the dark hours, and grows less sure', () => {
    const most = (series: HourlySeries) => column(series, 'cloudCover').fill(Number.NaN, 0, 4)
    const quarter = (series: HourlySeries) => column(series, 'cloudCover').fill(Number.NaN, 0, 3)
    expect(scored(most).inputsMissing).toEqual(['cloud_cover'])
    expect(scored(quarter).inputsMissing).toEqual([])
    const both = scored((series) => {
      most(series)
      column(series, 'windSpeed').fill(Number.NaN)
    })
    expect(both.inputsMissing).toEqual(['cloud_cover', 'wind_speed'])
    const offsetSigma = (night: KnownNight) => Math.sqrt(night.sigmaC ** 2 - night.sigmaAirC ** 2)
    const expected = 0.3 + 0.35 * Math.min(both.radiativeOffsetC, 2.6)
    expect(offsetSigma(both)).toBeCloseTo(expected * 1.5 * 1.3, 6)
    expect(both).toMatchObject({ frostType: null, windSpeedMeanMps: null })
  })

  it.each([
    ['3 of 11 dark hours', 11, true, 3, ['cloud_cover']],
    ['3 of 12 hours without dark', 12, false, 3, []],
    ['4 of 12 hours without dark', 12, false, 4, ['cloud_cover']]
  ])('misses an input, or not, in %s', (_, count, isDark, missing, expected) => {
    const made = Array.from({ length: count }, (_, hour) => clear(hour))
    const series = syntheticSeries(firstHour, made)
    column(series, 'cloudCover').fill(Number.NaN, 0, missing)
    const window = syntheticWindow(firstHour, new Array(count).fill(isDark))
    expect(missingInputs(frostColumns(series), window)).toEqual(expected)
  })

  it('takes the dew point from the humidity where only that is known', () => {
    const fromHumidity = scored((series) => {
      column(series, 'dewPoint').fill(Number.NaN)
      column(series, 'relativeHumidity').fill(0.5)
    })
    expect(fromHumidity.inputsMissing).toEqual([])
    expect(fromHumidity.dewPointAtMinC).not.toBeNull()
    const dry = scored((series) => column(series, 'dewPoint').fill(Number.NaN))
    expect(dry).toMatchObject({
      inputsMissing: ['dew_point'],
      dewPointAtMinC: null,
      wetBulbTemperatureAtMinC: null
    })
  })

  it.each([
    [3, 0.3, 0.2],
    [6, 0.8, 0.8]
  ])('is colder by %i-hourly steps: μ − %f °C, σ_air² + %f', (step, biasC, varianceC2) => {
    // The first laws: their spread does not follow the minimum.
    const fine = scored(undefined, { laws: firstLaws })
    const coarse = scored((series) => series.stepHours.fill(step), { laws: firstLaws })
    expect(coarse.plantTemperatureMinC).toBeCloseTo(fine.plantTemperatureMinC - biasC, 9)
    expect(coarse.airTemperatureMinC).toBeCloseTo(fine.airTemperatureMinC - biasC, 9)
    expect(coarse.sigmaAirC ** 2).toBeCloseTo(fine.sigmaAirC ** 2 + varianceC2, 9)
    expect(coarse.stepHours).toBe(step)
    expect(Math.max(...coarse.hourScore)).toBeCloseTo(coarse.score, 9)
  })

  it('is as warm as the air on the open sea', () => {
    expect(kappaOf('Etc/GMT-2')).toBe(0)
    expect(kappaOf('Europe/Istanbul')).toBe(1)
    expect(kappaOf('Europe/Istanbul', 0.4)).toBe(0.4)
    const sea = scored(undefined, { kappa: 0, offset: { constantC: 0.35, slope: 0.45 } })
    expect(sea.plantTemperatureMinC).toBe(sea.airTemperatureMinC)
  })

  it('follows what was learned at its place', () => {
    const plain = scored()
    expect(scored(undefined, { biasC: -0.7 }).plantTemperatureMinC).toBeCloseTo(
      plain.plantTemperatureMinC - 0.7,
      9
    )
    expect(scored(undefined, { biasC: -0.7 }).airTemperatureMinC).toBeCloseTo(
      plain.airTemperatureMinC - 0.7,
      9
    )
    const law = scored(undefined, { offset: { constantC: 0, slope: 0 } })
    expect(law.plantTemperatureC).toEqual(plain.plantTemperatureC)
    const colder = scored(undefined, { offset: { constantC: 1, slope: 0 } })
    expect(colder.plantTemperatureMinC).toBeCloseTo(plain.plantTemperatureMinC - 1, 9)
    expect(colder.airTemperatureMinC).toBe(plain.airTemperatureMinC)
    const steeper = scored(undefined, { offset: { constantC: 0, slope: 0.3 } })
    expect(steeper.plantTemperatureC).toEqual(scored(undefined, { kappa: 1.3 }).plantTemperatureC)
    const sure = scored(undefined, { siteVarianceC2: 1 })
    expect(sure.sigmaAirC).toBeLessThan(plain.sigmaAirC)
  })

  it('moves only the plant, and its spread, by what was learned at plants alone', () => {
    const plain = scored()
    const taught = scored(undefined, { plantBiasC: -0.7, plantVarianceC2: 1 })
    expect(taught.plantTemperatureMinC).toBeCloseTo(plain.plantTemperatureMinC - 0.7, 9)
    expect(taught.sigmaC).toBeLessThan(plain.sigmaC)
    const ofAir = ({ airTemperatureMinC, sigmaAirC, mgmClass, probability }: KnownNight) => {
      return { airTemperatureMinC, sigmaAirC, mgmClass, airFrost: probability.airFrost }
    }
    expect(ofAir(taught)).toEqual(ofAir(plain))
  })

  it('spreads a learned variance by the place’s height, that of plants as that of the air', () => {
    const at = (elevationM: number, learned: Partial<FrostSettings>) =>
      scored(undefined, { elevationM, ...learned })
    const [low, high] = [at(0, { siteVarianceC2: 1 }), at(2000, { siteVarianceC2: 1 })]
    expect(high.sigmaAirC / low.sigmaAirC).toBeCloseTo(high.spreadFactor / low.spreadFactor, 12)
    expect(high.spreadFactor).toBeGreaterThan(1.2 * low.spreadFactor)
    for (const { elevationM, night } of [
      { elevationM: 0, night: low },
      { elevationM: 2000, night: high }
    ]) {
      expect(at(elevationM, { plantVarianceC2: 1 }).sigmaC).toBeCloseTo(night.sigmaC, 12)
    }
  })

  it('takes its spread from the members at the coldest hour, and the cap holds', () => {
    const ensemble = (spreadC: number) =>
      ensembleSpread({
        startHour: firstHour,
        hours,
        members: 2,
        temperatures: Float32Array.from([...new Array(hours).fill(0), ...new Array(hours).fill(spreadC)])
      })
    // Two members 1 °C apart: s² = 0.5, (1 + 1/2)·0.5 = 0.75.
    expect(scored(undefined, { ensemble: ensemble(1) }).sigmaAirC ** 2).toBeCloseTo(1.9 + 0.75, 6)
    expect(scored(undefined, { ensemble: ensemble(40) }).sigmaAirC).toBe(4.5)
    const elsewhere = { ...ensemble(1), startHour: firstHour + 500 }
    expect(scored(undefined, { ensemble: elsewhere }).sigmaAirC).toBe(scored().sigmaAirC)
  })

  it('tells damage only with a crop, and chances at its own thresholds', () => {
    expect(scored().expectedDamagePercent).toBeNull()
    const apricot = scored(undefined, { curve: cropCurve(-2.8, -5.6), exposure: 'canopy' })
    expect(apricot.expectedDamagePercent).toBe(apricot.score)
    expect(apricot.probability.t10).toBeLessThan(apricot.probability.frost)
    const single = scored(undefined, { curve: cropCurve(-1.1, null) })
    expect(single).toMatchObject({
      expectedDamagePercent: null,
      score: scored().score,
      probability: { t90: null }
    })
    expect(single.expectedHoursBelow.t10).toBeLessThan(single.expectedHoursBelow.zero)
  })

  it('gives the hours at or below the threshold, or null', () => {
    const { frostHours, plantTemperatureC } = scored()
    const first = plantTemperatureC.findIndex((plantC) => plantC <= 0)
    // It is coldest at the end, and goes on.
    const lastHour = firstHour + hours - 1
    expect(frostHours).toEqual({ firstHour: firstHour + first, lastHour, isColdAfter: true })
    expect(scored((series) => column(series, 'temperature').fill(20)).frostHours).toBeNull()
  })

  it('is high in confidence up to 1.6 °C where it was measured, medium up to 3.1 °C', () => {
    const measured = [1.6, 1.61, 3.1, 3.11].map((sigmaC) => confidenceOf(sigmaC, true))
    expect(measured).toEqual(['high', 'medium', 'medium', 'low'])
    expect(confidenceOf(1, false)).toBe('medium')
  })

  it('is less sure where one of its hours, first and last too, was set aside as too cold', () => {
    const isMarked = (hour: number): boolean =>
      scored(undefined, { coldHoursSetAside: [hour] }).isColdHourSetAside === true
    const around = [firstHour - 1, firstHour, firstHour + hours - 1, firstHour + hours]
    expect(around.map(isMarked)).toEqual([false, true, true, false])
  })

  it('sees snow deeper than a centimetre', () => {
    expect(scored((series) => column(series, 'snowDepth').fill(0.01)).snowCover).toBe(false)
    expect(scored((series) => column(series, 'snowDepth').fill(0.02)).snowCover).toBe(true)
  })
})
