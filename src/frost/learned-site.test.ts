import { describe, expect, it } from 'vitest'
import { normals } from '../../test/made/normals.ts'
import { learnedAfterEach, pastNight } from './fading-site.ts'
import { z90 } from './gaussian.ts'
import { givenAfterEach, learnedSite } from './learned-site.ts'
import { defaultAirVarianceC2 } from './spread.ts'

const usualC2 = defaultAirVarianceC2(1)
const nights = (residualsC: readonly number[]) =>
  residualsC.map((residualC, day) => pastNight({ day, leadDays: 1, residualC }))

describe('what a place’s forecasts are given of what it learned', () => {
  it('is all of a steady error of 8 °C but 0.3 after 25 nights, and nothing without a night', () => {
    expect(8 - (learnedSite(nights(new Array(25).fill(8)))?.biasC ?? 0)).toBeLessThan(0.3)
    expect(learnedSite([])).toBeNull()
  })

  it('is the more, the better what was learned has served, and less again once it has led astray', () => {
    const errors = nights([...new Array(40).fill(1), ...new Array(8).fill(-3)])
    const learned = learnedAfterEach(errors)
    const given = givenAfterEach(errors)
    const share = (night: number) => (given[night]?.biasC ?? 0) / (learned[night]?.biasC ?? 1)
    expect(share(39)).toBeGreaterThan(share(0) + 0.2)
    expect(share(47)).toBeLessThan(share(39) - 0.05)
  })

  it('knows no later night: what comes changes no earlier word', () => {
    const before = givenAfterEach(nights([1, -2, 0.5, 3]))
    expect(givenAfterEach(nights([1, -2, 0.5, 3, 99])).slice(0, 4)).toEqual(before)
  })

  it('has a range that holds four minima of five, also from the sixtieth night after a thermometer moved by 3 °C', () => {
    const windows: number[] = []
    for (let seed = 1; seed <= 40; seed++) {
      const normal = normals(seed * 7919)
      const errors = Array.from({ length: 360 }, (_, night) => (night < 200 ? 0 : 3) + 1.1 * normal())
      const past = nights(errors)
      const given = givenAfterEach(past)
      const isInside = (night: number) => {
        const site = given[night - 2]
        return (
          Math.abs((errors[night] ?? 0) - (site?.biasC ?? 0)) <=
          z90 * Math.sqrt(site?.siteVarianceC2 ?? usualC2)
        )
      }
      for (const from of [100, 260]) {
        const inside = Array.from({ length: 100 }, (_, index) => isInside(from + index))
        windows.push(inside.filter(Boolean).length / 100)
      }
    }
    const within = windows.filter((share) => share >= 0.7 && share <= 0.9)
    expect(within.length / windows.length).toBeGreaterThanOrEqual(0.95)
  })
})
