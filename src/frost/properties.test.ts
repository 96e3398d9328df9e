import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type SyntheticHour, syntheticNight } from '../../test/made/synthetic-night.ts'
import { wetBulbTemperatureC } from '../weather/moist-air.ts'
import type { Exposure, KnownNight } from './frost-night.ts'
import { normalPdf } from './gaussian.ts'
import { type FrostLaws, servedLaws } from './laws.ts'
import { levelOf, roundToTenth } from './published.ts'
import { fullEquilibriumOffsetC, groundShare } from './radiation.ts'
import { cropCurve, genericCurve } from './severity.ts'

const runs = 3000
const number = (min: number, max: number) => fc.double({ min, max, noNaN: true, noDefaultInfinity: true })

const hour = fc.record({ T: number(-25, 25), depression: number(0, 20), u: number(0, 15), c: number(0, 1) })
const missing = fc.option(fc.constantFrom('Td', 'u', 'c'), { nil: null, freq: 4 })
const exposure = fc.constantFrom<Exposure>('ground', 'vine', 'canopy')
const curve = fc.oneof(
  fc.constant(genericCurve),
  fc.constant(cropCurve(-2.8, -5.6)),
  fc.constant(cropCurve(-2.2, -2.8))
)

/** A smooth-ish night: a level, a fall, and noise, so that frost is neither rare nor certain. */
const night = fc
  .record({
    hours: fc.array(hour, { minLength: 3, maxLength: 16 }),
    level: number(-8, 12),
    dark: fc.array(fc.boolean(), { minLength: 16, maxLength: 16 }),
    without: missing,
    exposure,
    curve,
    leadDays: number(0, 12)
  })
  .map(({ hours, level, dark, without, ...settings }) => ({
    settings,
    hours: hours.map((one, index): SyntheticHour => {
      const T = level + one.T / 6
      const whole = { T, Td: T - one.depression, u: one.u, c: one.c, dark: dark[index] ?? true }
      return without === null ? whole : { ...whole, [without]: null }
    })
  }))

const shift = (hours: readonly SyntheticHour[], change: (hour: SyntheticHour) => Partial<SyntheticHour>) =>
  hours.map((one) => ({ ...one, ...change(one) }))

/** Float32 columns and the last bits of Φ: nothing a published number could show. */
const tolerance = 2e-5
/**
 * The most that another spread alone can cost [points]: the score is 100·Φ(z) with z = (T50 − t)/spread, which changes
 * by −100·z·φ(z) per unit of ln(spread), at most 100·φ(1). The spread widens by no greater factor than σ_air, a part
 * of it.
 */
const lossBySpread = (before: KnownNight, after: KnownNight): number =>
  100 * normalPdf(1) * Math.abs(Math.log(after.sigmaAirC / before.sigmaAirC))
const hoursPerDay = 24
/** The ground law without the day's range: the share of a day with a range of 4 °C at every range. */
const rangeHeld: FrostLaws = {
  ...servedLaws,
  ground: { ...servedLaws.ground, share: groundShare(4), sharePerDegree: 0 }
}
/** With the widest range the lag hands on so much more. */
const rangeShare = groundShare(Number.POSITIVE_INFINITY) / groundShare(4)
/** No hour that is made here is warmer. */
const warmestC = 17
/** x of a perfectly dry, still and clear hour, the greatest at its temperature [°C]. */
const xOfDryHour = (temperatureC: number): number =>
  fullEquilibriumOffsetC({ temperatureC, vapourPressureKpa: 0, windSpeedMps: 0, cloudCoverFraction: 0 })
const greatestX = xOfDryHour(warmestC)
/** What an hour hands on of its ΔT, at most: docs/science.md [9]. */
const handedOn = 0.45
/**
 * By how much a minimum can rise where one hour is `by` colder: it radiates less and hands the next one a smaller ΔT. x
 * rises with the fourth power of the temperature, so it falls most in the warmest, driest, stillest and clearest hour.
 */
const greatestRiseC = (by: number): number =>
  handedOn * groundShare(4) * (greatestX - xOfDryHour(warmestC - by)) + tolerance
/** A whole day: the hours of the night and, before them, warmer light ones. 0.062 °C in 120,000 random days. */
const wholeDay = (hours: readonly SyntheticHour[]): readonly SyntheticHour[] => {
  const T = Math.max(...hours.map((one) => one.T)) + 3
  const light = { T, Td: T - 10, u: 3, c: 0.3, dark: false }
  return [...Array.from({ length: hoursPerDay - hours.length }, () => light), ...hours]
}

function worsens(change: (hour: SyntheticHour, by: number) => Partial<SyntheticHour>, greatest: number) {
  fc.assert(
    fc.property(night, number(0.01, greatest), ({ hours, settings }, by) => {
      const before = syntheticNight(hours, settings)
      const after = syntheticNight(
        shift(hours, (one) => change(one, by)),
        settings
      )
      expect(after.plantTemperatureMinC).toBeLessThanOrEqual(before.plantTemperatureMinC + tolerance)
      expect(after.score).toBeGreaterThanOrEqual(before.score - tolerance)
    }),
    { numRuns: runs }
  )
}

const lower = (value: number | null | undefined, by: number, least: number) =>
  value === null || value === undefined ? null : Math.max(value - by, least)

describe(`over ${runs} random nights each`, () => {
  it('lower temperatures in all hours never raise the minimum and never lower the score', () => {
    worsens((one, by) => ({ T: one.T - by }), 5)
  })

  it('less cloud in all hours likewise', () => {
    worsens((one, by) => ({ c: lower(one.c, by, 0) }), 1)
  })

  it('less wind in all hours likewise', () => {
    worsens((one, by) => ({ u: lower(one.u, by, 0) }), 10)
  })

  it('lower dew points in all hours likewise', () => {
    worsens((one, by) => ({ Td: lower(one.Td, by, -60) }), 10)
  })

  it('with the issue held instead of the lead, only a coldest hour that moves (and with it the lead) may cost a little', () => {
    const issuedAt = 493_000 * 3_600_000 - 20 * 3_600_000
    fc.assert(
      fc.property(night, number(0.01, 2), ({ hours, settings: { leadDays: _held, ...settings } }, by) => {
        const before = syntheticNight(hours, { ...settings, issuedAt })
        const after = syntheticNight(
          shift(hours, (one) => ({ T: one.T - by })),
          { ...settings, issuedAt }
        )
        const allowed = before.coldestHour === after.coldestHour ? 0 : lossBySpread(before, after)
        expect(after.score).toBeGreaterThanOrEqual(before.score - allowed - tolerance)
      }),
      { numRuns: runs }
    )
  })

  it('one hour alone hardly ever raises the minimum, and with the range held by the lag only', () => {
    fc.assert(
      fc.property(night, number(0.01, 3), fc.nat(15), ({ hours, settings }, by, which) => {
        const rise = riseOf(hours, { by, index: which % hours.length }, { ...settings, laws: rangeHeld })
        expect(rise).toBeLessThanOrEqual(greatestRiseC(by))
      }),
      { numRuns: runs }
    )
  })

  it('in a whole day, as served, the narrower range adds at most its share of a 24th of what the hour is colder', () => {
    fc.assert(
      fc.property(night, number(0.01, 3), fc.nat(23), ({ hours, settings }, by, index) => {
        const byRangeC = (servedLaws.ground.sharePerDegree * by * greatestX) / hoursPerDay
        const rise = riseOf(wholeDay(hours), { by, index }, settings)
        expect(rise).toBeLessThanOrEqual(greatestRiseC(by) * rangeShare + byRangeC)
      }),
      { numRuns: runs }
    )
  })

  it('no number is NaN, the parts of the score add up, the chances are in order, the score is the worst hour’s', () => {
    fc.assert(
      fc.property(night, ({ hours, settings }) =>
        isSound(syntheticNight(hours, settings), settings.curve.t10C)
      ),
      {
        numRuns: runs
      }
    )
  })

  it('the wet bulb lies between dew point and air, also at the ends of the Earth', () => {
    fc.assert(
      fc.property(
        number(-70, 55),
        number(0, 40),
        number(450, 1080),
        (temperatureC, depression, pressureHpa) => {
          const wetBulbC = wetBulbTemperatureC(temperatureC, temperatureC - depression, pressureHpa)
          expect(wetBulbC).toBeGreaterThanOrEqual(temperatureC - depression)
          expect(wetBulbC).toBeLessThanOrEqual(temperatureC)
        }
      ),
      { numRuns: runs }
    )
  })

  it('nothing in range gives NaN, from the coldest desert to the hottest, in storms and in calm', () => {
    const extreme = fc.record({ T: number(-80, 60), Td: number(-95, 60), u: number(0, 110), c: number(0, 1) })
    fc.assert(
      fc.property(fc.array(extreme, { minLength: 1, maxLength: 12 }), number(0, 20), (hours, leadDays) =>
        isSound(syntheticNight(hours, { leadDays }), 0)
      ),
      { numRuns: runs }
    )
  })
})

/** How much higher the plant's minimum is where one hour is colder [°C]. */
function riseOf(
  hours: readonly SyntheticHour[],
  { by, index }: { readonly by: number; readonly index: number },
  settings: Parameters<typeof syntheticNight>[1]
): number {
  const colder = hours.map((one, at) => (at === index ? { ...one, T: one.T - by } : one))
  return (
    syntheticNight(colder, settings).plantTemperatureMinC -
    syntheticNight(hours, settings).plantTemperatureMinC
  )
}

function isSound(night: KnownNight, t10C: number): void {
  const { probability: p, contributions, expectedHoursBelow } = night
  const numbers = [
    night.score,
    night.airTemperatureMinC,
    night.plantTemperatureMinC,
    night.sigmaC,
    night.sigmaAirC
  ]
  numbers.push(
    night.leadDays,
    night.radiativeOffsetC,
    night.fullOffsetMeanC,
    ...night.plantTemperatureC,
    ...night.hourScore
  )
  numbers.push(p.frost, p.airFrost, p.belowMinus2_2, p.belowMinus4_4, p.t10, p.t90 ?? 0)
  numbers.push(
    expectedHoursBelow.zero,
    expectedHoursBelow.t10,
    night.wetBulbTemperatureAtMinC ?? 0,
    night.dewPointAtMinC ?? 0
  )
  for (const value of numbers) expect(value).toSatisfy(Number.isFinite)
  const sum = contributions.airTemperature + contributions.radiation + contributions.uncertainty
  expect(roundToTenth(sum)).toBe(roundToTenth(night.score))
  expect(Object.is(contributions.uncertainty, -0)).toBe(false)
  expect(night.score).toBeGreaterThanOrEqual(0)
  expect(night.score).toBeLessThanOrEqual(100)
  expect(Math.max(...night.hourScore)).toBeCloseTo(night.score, 9)
  expect(night.level).toBe(levelOf(roundToTenth(night.score)))
  expect(p.belowMinus4_4).toBeLessThanOrEqual(p.belowMinus2_2)
  expect(p.belowMinus2_2).toBeLessThanOrEqual(p.frost)
  if (p.t90 !== null) expect(p.t90).toBeLessThanOrEqual(p.t10)
  if (t10C <= 0) expect(expectedHoursBelow.t10).toBeLessThanOrEqual(expectedHoursBelow.zero + 1e-12)
  expect(night.plantTemperatureP10C).toBeLessThanOrEqual(night.plantTemperatureP90C)
}
