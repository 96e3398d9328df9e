import { describe, expect, it } from 'vitest'
import type { ForecastMinima } from './contrasts.ts'
import { type PastNight, pastNight } from './fading-site.ts'
import { givenAfterEach } from './learned-site.ts'
import { weightedLeastSquares } from './least-squares.ts'
import { noSourceLaw, siteAtSource, sourceEvidence, sourceLaw, withSourceNight } from './source-law.ts'

/** Forecasts that rise and fall, at each place at its own pace. */
function forecastOf(place: number, day: number): ForecastMinima {
  const minimumOf = (on: number) => 5 * Math.sin(on * (1.3 + place / 40)) + 2 * Math.sin(on * 0.37)
  return { minimumC: minimumOf(day), previousC: minimumOf(day - 1), nextC: minimumOf(day + 1) }
}

type ErrorOf = (forecast: ForecastMinima, day: number, place: number) => number

function nightsOf(errorOf: ErrorOf, { place = 0, nights = 100 } = {}): readonly PastNight[] {
  return Array.from({ length: nights }, (_, day) => {
    const forecast = forecastOf(place, day)
    return pastNight({ day, leadDays: 1, forecast, residualC: errorOf(forecast, day, place) })
  })
}

function lawOf(places: number, errorOf: ErrorOf, nights = 100) {
  return sourceLaw(
    Array.from({ length: places }, (_, place) => sourceEvidence(nightsOf(errorOf, { place, nights })))
  )
}

/** A source that exaggerates what comes next and is too cold; each place is off by something of its own. */
const habit: ErrorOf = ({ minimumC, nextC }, day, place) =>
  0.2 +
  0.065 * (minimumC - (nextC ?? 0)) +
  ((place * 7) % 11) / 10 -
  0.5 +
  1.5 * Math.sin(day * 2.399 + place)

/** A steady error under errors that nothing predicts. */
const noisy: ErrorOf = (_, day, place) => 0.3 + 3.1 * Math.sin((day + 1) ** 2 * 12.9898 + place * 78.233)

describe('what the forecasts of a source are off by', () => {
  it('is seen where many places show it', () => {
    const { biasC, slopes } = lawOf(40, habit)
    expect(biasC).toBeGreaterThan(0.1)
    expect(biasC).toBeLessThan(0.3)
    expect(Math.abs(slopes[0])).toBeLessThan(0.01)
    expect(slopes[1]).toBeGreaterThan(0.05)
    expect(slopes[1]).toBeLessThan(0.07)
  })

  it('is nothing where one place, or places with a night each, speak of it', () => {
    expect(lawOf(1, habit, 400)).toEqual(noSourceLaw)
    expect(lawOf(5, habit, 1)).toEqual(noSourceLaw)
    expect(lawOf(5, habit, 100)).not.toEqual(noSourceLaw)
    expect(sourceLaw([])).toEqual(noSourceLaw)
  })

  it('has no edge: it moves by two steps at most when a place is lost, and by one when nights of one are', () => {
    const cold: ErrorOf = () => -1
    for (let places = 4; places < 12; places++) {
      const evidence = Array.from({ length: places }, (_, place) => sourceEvidence(nightsOf(cold, { place })))
      const others = evidence.slice(1)
      const all = sourceLaw(evidence).biasC
      expect(Math.abs(all - sourceLaw(others).biasC)).toBeLessThanOrEqual(0.1 + 1e-9)
      const shorter = sourceEvidence(nightsOf(cold, { nights: 29 }))
      expect(Math.abs(all - sourceLaw([shorter, ...others]).biasC)).toBeLessThanOrEqual(0.05 + 1e-9)
    }
  })

  it('is little moved by one faulty thermometer, and never by more than its limits', () => {
    const faulty: ErrorOf = (_, day, place) => (place === 0 ? -4.5 : 0) + 1.5 * Math.sin(day * 2.399 + place)
    for (const places of [2, 3, 5, 10]) {
      expect(Math.abs(lawOf(places, faulty, 400).biasC), `${places}`).toBeLessThanOrEqual(0.1)
    }
    const wild = lawOf(60, ({ minimumC, nextC }) => -4 - 0.9 * (minimumC - (nextC ?? 0)))
    expect(wild).toEqual({ biasC: -0.3, slopes: [expect.any(Number), -0.1] })
    expect(Math.abs(wild.slopes[0])).toBeLessThanOrEqual(0.1)
  })

  it('seldom changes with a night more', () => {
    for (const places of [5, 10, 40]) {
      const nights = Array.from({ length: places }, (_, place) => nightsOf(noisy, { place, nights: 400 }))
      const evidence = nights.map((own) => sourceEvidence(own.slice(0, 100)))
      const laws = Array.from({ length: 300 }, (_, day) => {
        for (const [place, own] of nights.entries()) {
          const night = own[100 + day]
          if (night !== undefined) evidence[place] = withSourceNight(evidence[place], night)
        }
        return JSON.stringify(sourceLaw(evidence))
      })
      const changed = laws.filter((law, day) => day > 0 && law !== laws[day - 1])
      expect(changed.length, `${places} places`).toBeLessThan(45)
    }
  })

  it('is next to nothing where errors have nothing in common', () => {
    const { biasC, slopes } = lawOf(40, (_, day, place) => 2 * Math.sin(day * 2.399 + place * 1.7))
    for (const value of [biasC, ...slopes]) expect(Math.abs(value)).toBeLessThanOrEqual(0.01)
  })

  it('grows with the number of places: a few that share an error of their own are held back', () => {
    const steady: ErrorOf = () => -0.5
    const few = lawOf(5, steady).biasC
    const many = lawOf(60, steady).biasC
    expect(many).toBeLessThan(few)
    expect(few).toBeGreaterThan(-0.25)
  })
})

describe('a place whose forecasts come from a known source', () => {
  const law = { biasC: 0.3, slopes: [0.01, 0.06] } as const

  it('has the law of the source without nights of its own', () => {
    const { biasC, contrasts } = siteAtSource(undefined, law)
    expect(biasC).toBe(0.3)
    expect(contrasts?.slopes).toEqual([0.01, 0.06, 0])
  })

  it('follows its own nights in the end', () => {
    const own: ErrorOf = ({ minimumC, nextC }, day) =>
      -1 - 0.1 * (minimumC - (nextC ?? 0)) + Math.sin(day * 2.399)
    const atSource = (nights: number) =>
      siteAtSource(givenAfterEach(nightsOf(own, { nights })).at(-1), law).contrasts?.slopes[1] ?? 0
    expect(atSource(1)).toBeGreaterThan(0.04)
    expect(atSource(300)).toBeLessThan(-0.05)
    const { biasC } = siteAtSource(givenAfterEach(nightsOf(own, { nights: 300 })).at(-1), law)
    expect(biasC).toBeLessThan(-0.6)
  })

  it('has the slopes of a regression that is held at the source in place of 0', () => {
    const hold = 100
    const towards = [0.01, 0.06, 0]
    const rows = [
      { predictors: [1, 2, 3], outcome: 0.5, weight: 3 },
      { predictors: [4, 0, -1], outcome: 1.5, weight: 3 }
    ]
    const held = (value: readonly number[]) =>
      weightedLeastSquares(
        rows,
        value.map((one) => ({ value: one, strength: hold }))
      )
    const own = [0, 1, 2].map((row) =>
      [0, 1, 2].map((at) =>
        rows.reduce(
          (sum, { predictors, weight }) => sum + weight * (predictors[row] ?? 0) * (predictors[at] ?? 0),
          at === row ? hold : 0
        )
      )
    )
    const [before = 0, after = 0, recent = 0] = held([0, 0, 0])
    const site = {
      ...{ biasC: 0, contrasts: { slopes: [before, after, recent], recentC: 0, recentDay: 0 } as const },
      ownSay: { bias: 1, share: 1, held: { products: own, hold } }
    }
    const slopes = siteAtSource(site, law).contrasts?.slopes ?? []
    for (const [at, slope] of held(towards).entries()) expect(slopes[at]).toBeCloseTo(slope, 12)
  })

  it('stays as it is where nothing was learned of its slopes', () => {
    expect(siteAtSource({ biasC: 0, contrasts: null }, law)).toEqual({ biasC: 0, contrasts: null })
  })
})
