import fc from 'fast-check'
import { expect, it } from 'vitest'
import { syntheticSeries, syntheticWindow } from '../../test/made/synthetic-night.ts'
import { hourMs } from '../common/time.ts'
import { briefLearnedNights, learnedNights } from '../forecasts/frost-view.ts'
import type { BriefNight, FrostNight } from './frost-night.ts'
import { nightsNotOver } from './period.ts'
import { genericSettings } from './settings.ts'
import { cropCurve, genericCurve } from './severity.ts'

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true, noDefaultInfinity: true })
const startHour = 493_000
const dark = Array.from({ length: 24 }, (_, hour) => hour >= 7 && hour < 18)
const windows = [0, 24, 48].map((hours, index) => ({
  ...syntheticWindow(startHour + hours, dark),
  date: `2026-04-1${index + 2}`
}))

const request = fc
  .record({
    levelC: number(-8, 12),
    hours: fc.array(
      fc.record({ T: number(-6, 6), depression: number(0, 15), u: number(0, 12), c: number(0, 1) }),
      { minLength: 50, maxLength: 72 }
    ),
    gap: fc.option(fc.nat({ max: 60 }), { nil: null }),
    nowHour: fc.integer({ min: startHour - 5, max: startHour + 72 }),
    curve: fc.constantFrom(genericCurve, cropCurve(-2.8, -5.6)),
    exposure: fc.constantFrom('ground' as const, 'canopy' as const),
    biasC: number(-3, 3),
    plantBiasC: number(-2, 2),
    siteVarianceC2: fc.option(number(0.1, 5), { nil: null }),
    plantVarianceC2: fc.option(number(0.1, 5), { nil: null })
  })
  .map(({ levelC, hours, gap, nowHour, ...settings }) => ({
    series: syntheticSeries(
      startHour,
      hours.map(({ T, depression, u, c }, index) => {
        const isMissing = gap !== null && index >= gap && index < gap + 6
        return isMissing ? { T: Number.NaN } : { T: levelC + T, Td: levelC + T - depression, u, c }
      })
    ),
    windows,
    issuedAt: (startHour - 2) * hourMs,
    nowHour,
    settings: { ...genericSettings, ...settings }
  }))

const shownOf = (nights: readonly BriefNight[], nowHour: number) =>
  nightsNotOver(nights, nowHour).map(({ state, window, hours, hoursAvailable, partial, ...night }) => ({
    ...{ state, date: window.date, hours, hoursAvailable, partial },
    numbers: 'score' in night ? [night.score, night.level, night.plantTemperatureMinC] : night.reason
  }))

it('a brief night says what the whole one says, and is over at the same hour', () => {
  let [known, over] = [0, 0]
  fc.assert(
    fc.property(request, (asked) => {
      const whole: readonly FrostNight[] = learnedNights(asked)
      const [got, expected] = [briefLearnedNights(asked), whole].map((one) => shownOf(one, asked.nowHour))
      expect(got).toEqual(expected)
      known += whole.filter(({ state }) => state === 'known').length
      over += whole.length - (expected?.length ?? 0)
    }),
    { numRuns: 2000 }
  )
  expect(known).toBeGreaterThan(2000)
  expect(over).toBeGreaterThan(200)
})
