import { describe, expect, it } from 'vitest'
import { syntheticSeries, syntheticWindow } from '../../test/made/synthetic-night.ts'
import { learnedNights } from '../forecasts/frost-view.ts'
import { epochDay } from './season.ts'
import { learnedSeasons, predictSeasonalEmos, seasonalNights } from './seasonal-site.ts'
import { type FrostSettings, genericSettings } from './settings.ts'
import { sigmaAirC, siteVarianceForC2 } from './spread.ts'

const startHour = 493_000
const air = [3, 1, -1, 0, 2]
const window = syntheticWindow(startHour, [true, true, true, true, true])
const day = epochDay(window.date)

/** The nights up to the one two days before, at one lead, whose minima lie 4 °C above the members' mean. */
function history(count: number, leadDay = 1) {
  return Array.from({ length: count }, (_, index) => {
    const meanC = ((index * 37) % 19) - 9
    const night = day - 2 - (count - 1 - index)
    return { day: night, leadDay, leadDays: leadDay, meanC, spreadC: 1, observedC: meanC + 4 + (index % 2) }
  })
}

/** Members with one mean at every hour; the night's coldest hour is the third. */
function scored(settings: Partial<FrostSettings>, leadHours = 24) {
  const [night] = learnedNights({
    series: syntheticSeries(
      startHour,
      air.map((T) => ({ T, Td: T - 1, u: 3, c: 0.5 }))
    ),
    windows: [window],
    issuedAt: (startHour + 2 - leadHours) * 3_600_000,
    nowHour: startHour - 30,
    settings: { ...genericSettings, biasC: -0.7, siteVarianceC2: 2, ensemble: members(-6), ...settings }
  })
  if (night?.state !== 'known') throw new Error('the made night is known')
  return night
}

function members(meanC: number | null) {
  return {
    startHour,
    hours: air.length,
    standardDeviationC: new Float64Array(air.length).fill(1.2),
    meanC: meanC === null ? null : new Float64Array(air.length).fill(meanC),
    members: new Uint16Array(air.length).fill(30)
  }
}

describe('what a place learns of an ensemble', () => {
  it('is nothing before sixty nights of one lead', () => {
    expect(learnedSeasons([...history(59, 1), ...history(59, 2)])).toBeNull()
    const site = learnedSeasons([...history(60, 1), ...history(59, 2)])
    expect([...(site?.keys() ?? [])]).toEqual([1])
    expect(seasonalNights(site ?? new Map())).toBe(60)
  })
})

describe('a night by the law of its lead', () => {
  const seasonal = learnedSeasons(history(80))

  it('has the law’s mean and spread in the air, whatever the deterministic run said', () => {
    const fit = seasonal?.get(1)?.fit
    if (fit === undefined) throw new Error('eighty nights are enough')
    // Two days back, the newest night that a forecast a whole day ahead can know.
    const laggedResidualC = 4 + (79 % 2)
    const law = predictSeasonalEmos(fit, { dayOfYear: 102, meanC: -6, spreadC: 1.2, laggedResidualC })
    const night = scored({ seasonal })
    expect(night.airTemperatureMinC).toBeCloseTo(law.meanC, 5)
    expect(night.sigmaAirC).toBeCloseTo(law.sigmaC, 9)
    // 4.5 °C above a mean of −6, and nothing of the plain −1 − 0.7.
    expect(Math.abs(night.airTemperatureMinC + 1.5)).toBeLessThan(0.7)
    expect(night.sigmaAirC).toBeLessThan(1.2)
  })

  it('keeps the plant as far below the air as it was', () => {
    const plain = scored({})
    const night = scored({ seasonal })
    const below = (one: typeof night) => one.airTemperatureMinC - one.plantTemperatureMinC
    expect(below(night)).toBeCloseTo(below(plain), 9)
    expect(night.coldestHour).toBe(plain.coldestHour)
  })

  it('is as it was at a lead without a law, without the members’ mean, and without members', () => {
    const same = (settings: Partial<FrostSettings>, leadHours?: number) =>
      expect(scored({ ...settings, seasonal }, leadHours)).toEqual(scored(settings, leadHours))
    same({}, 48)
    same({ ensemble: members(null) })
    same({ ensemble: null })
  })

  it('is as it was in a season in which nothing was measured', () => {
    const moved = (days: number) =>
      learnedSeasons(history(80).map((one) => ({ ...one, day: one.day + 2 - days })))
    expect(scored({ seasonal: moved(30) })).not.toEqual(scored({}))
    expect(scored({ seasonal: moved(31) })).toEqual(scored({}))
    expect(scored({ seasonal: moved(200) })).toEqual(scored({}))
    // The same nights a year ago are of the same season.
    expect(scored({ seasonal: moved(365) })).not.toEqual(scored({}))
  })

  it('wants a variance that comes out as its σ, at any lead and with coarse steps', () => {
    for (const stepHours of [1, 3, 6]) {
      for (const leadDays of [0, 0.6, 5]) {
        const night = { leadDays, stepHours, spreadFactor: 1.2 }
        const siteVarianceC2 = siteVarianceForC2(1.7, night)
        const inputs = { ...night, siteVarianceC2, coldestHour: 0, ensemble: null }
        expect(sigmaAirC(inputs)).toBeCloseTo(1.7, 12)
      }
    }
  })
})
