import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { firstLaws } from '../../test/made/first-laws.ts'
import { syntheticSeries } from '../../test/made/synthetic-night.ts'
import { frostNights } from './frost-nights.ts'
import { nightWindows } from './night-window.ts'
import { slotScore } from './period.ts'
import { genericSettings } from './settings.ts'

interface VectorHour {
  readonly local: string
  readonly T: number
  readonly Td: number
  readonly u: number
  readonly c: number
  readonly dark: boolean
}

const hourOf = (local: string) => Date.parse(local) / 3_600_000

describe('a whole night at Malatya, hour by hour, to 0.001', () => {
  const vector = JSON.parse(
    readFileSync(new URL('../../test/truth/night-vector.json', import.meta.url), 'utf8')
  )
  const hours: readonly VectorHour[] = vector.hours
  const [lat, lon, timezone] = vector.place
  const startHour = hourOf(hours[0]?.local ?? '')
  const windows = nightWindows({ lat, lon, timezone }, startHour, startHour + hours.length)
  const coldestHour = hourOf(vector.night.coldest)
  const issuedAt = (coldestHour - 24 * vector.lead_days) * 3_600_000
  const series = syntheticSeries(startHour, hours)
  const settings = { ...genericSettings, laws: firstLaws }
  const nights = frostNights({ series, windows, issuedAt, nowHour: startHour, settings })
  const night = nights[0]

  it('is one window, with the sun where the vector has it', () => {
    expect(windows).toHaveLength(1)
    expect(windows[0]).toMatchObject({ date: '2026-04-12', firstHour: startHour, lastHour: startHour + 23 })
    expect(windows[0]?.dark).toEqual(hours.map((hour) => hour.dark))
  })

  it('has the plant temperatures, the minimum and the score', () => {
    if (night?.state !== 'known') throw new Error('the night must be known')
    for (const [position, expected] of vector.plant.entries()) {
      expect(Math.abs((night.plantTemperatureC[position] ?? Number.NaN) - expected)).toBeLessThan(0.001)
    }
    expect(night.coldestHour).toBe(coldestHour)
    expect(night.airTemperatureMinC).toBeCloseTo(vector.night.airMin, 3)
    expect(night.plantTemperatureMinC).toBeCloseTo(vector.night.plantMin, 3)
    expect(night.sigmaC).toBeCloseTo(vector.night.sigma, 3)
    expect(Math.abs(night.score - vector.night.score)).toBeLessThan(0.001)
    expect(night.expectedHoursBelow.zero).toBeCloseTo(vector.night.expectedHoursBelow0, 3)
  })

  it('scores its 3-hour slots', () => {
    expect(vector.slots).toHaveLength(7)
    for (const slot of vector.slots) {
      const from = hourOf(slot.from)
      expect(Math.abs((slotScore(nights, from, from + 3) ?? Number.NaN) - slot.score)).toBeLessThan(0.001)
    }
  })
})
