import { describe, expect, it } from 'vitest'
import { syntheticNight, syntheticSeries, syntheticWindow } from '../../test/made/synthetic-night.ts'
import { hourMs } from '../common/time.ts'
import { frostColumns } from './frost-columns.ts'
import { servedLaws } from './laws.ts'
import { nightShift } from './night-shift.ts'
import { genericSettings } from './settings.ts'

const startHour = 493_000
const hours = Array.from({ length: 24 }, (_, hour) => ({ T: Math.abs(hour - 15) / 2, Td: -4, u: 2, c: 0.2 }))
/** Half a day before the night begins. */
const issuedAt = (startHour - 12) * hourMs
const runOf = (minimumC: number) => ({
  issuedAt: issuedAt - 12 * hourMs,
  lastHour: startHour + 23,
  hundredthsC: [100 * minimumC]
})

describe('a night with an earlier run', () => {
  const plain = syntheticNight(hours, { issuedAt })
  const changed = syntheticNight(hours, { issuedAt, earlierRuns: [runOf(3)] })
  const { takenBack, constant, perDegree } = servedLaws.runs

  it('has the part of the change that is taken back in all its temperatures, and its spread', () => {
    expect(plain.airTemperatureMinC).toBe(0)
    expect(changed.airTemperatureMinC).toBeCloseTo(3 * takenBack, 12)
    expect(changed.biasC).toBeCloseTo(3 * takenBack, 12)
    expect(changed.plantTemperatureMinC - plain.plantTemperatureMinC).toBeCloseTo(3 * takenBack, 12)
    const byChange = Math.exp(constant + 3 * perDegree)
    const bySeasonAndCold = changed.spreadFactor / plain.spreadFactor
    expect(changed.sigmaAirC / plain.sigmaAirC).toBeCloseTo(byChange * bySeasonAndCold, 9)
    // Warmer by what was taken back, and so a little surer.
    expect(bySeasonAndCold).toBeLessThan(1)
  })

  it('is as it was where that run is of another day', () => {
    const other = { ...runOf(3), lastHour: startHour + 23 + 48 }
    expect(syntheticNight(hours, { issuedAt, earlierRuns: [other] })).toEqual(plain)
  })

  it('has the learned contrasts beside the bias', () => {
    const contrasts = { slopes: [0, 0, 0.25], recentC: 8, recentDay: 20_554 } as const
    const night = syntheticNight(hours, { issuedAt, contrasts, biasC: 1 })
    // The night of 2026-04-12 is day 20 555; it departs from the recent ones by −8 °C.
    expect(night.airTemperatureMinC).toBeCloseTo(1 - 2, 12)
    expect(night.spreadFactor).toBeCloseTo(plain.spreadFactor, 12)
  })

  it('has a contrast to the night before only where its run forecasts that night, as when contrasts are learned', () => {
    const contrasts = { slopes: [0.5, 0, 0], recentC: 0, recentDay: 20_554 } as const
    const series = syntheticSeries(startHour - 24, [
      ...hours.map((one) => ({ ...one, T: one.T + 4 })),
      ...hours
    ])
    const window = syntheticWindow(
      startHour,
      hours.map(() => true)
    )
    const contrastAt = (issuedHour: number) =>
      nightShift(
        {
          columns: frostColumns(series),
          issuedAt: issuedHour * hourMs,
          settings: { ...genericSettings, contrasts }
        },
        window
      ).contrastC
    expect(contrastAt(startHour - 12)).toBeCloseTo(-2, 12)
    // The night before is coldest at its hour 15.
    expect(contrastAt(startHour - 10)).toBeCloseTo(-2, 12)
    expect(contrastAt(startHour - 9)).toBe(0)
    expect(contrastAt(startHour + 6)).toBe(0)
  })
})
