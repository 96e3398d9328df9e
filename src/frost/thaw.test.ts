import { expect, test } from 'vitest'
import {
  type SyntheticHour,
  syntheticNight,
  syntheticSeries,
  syntheticWindow
} from '../../test/made/synthetic-night.ts'
import { frostNights, genericSettings } from './frost-nights.ts'
import { genericCurve } from './severity.ts'

const settings = { exposure: 'canopy', curve: genericCurve, leadDays: 0.5 } as const

/** Ten dark hours at the lowest temperature, and six of the morning that rise by a degree each. */
function hoursFrom(lowestC: number, drynessC: number): readonly SyntheticHour[] {
  return Array.from({ length: 16 }, (_, index) => {
    const T = lowestC + Math.max(0, index - 9)
    return { T, Td: T - drynessC, u: 2, c: 1, dark: index < 10 }
  })
}

/** In hours from the first one. */
function overAfter(lowestC: number, drynessC: number, isGround = false): number {
  const night = syntheticNight(hoursFrom(lowestC, drynessC), {
    ...settings,
    exposure: isGround ? 'ground' : 'canopy'
  })
  return night.window.overHour - night.window.firstHour
}

test('a night without frost is over when it is no longer dark', () => {
  expect(overAfter(6, 1)).toBe(10)
})

test('a night with frost is over an hour after its ice melts, whatever is grown', () => {
  // −3 °C in the dark: at 0 °C in the hour 12, warmer in the hour 13.
  expect([overAfter(-3, 0, false), overAfter(-3, 0, true)]).toEqual([14, 14])
  expect(overAfter(-3, 4)).toBeGreaterThan(14)
})

test('a night that does not thaw is over at noon', () => {
  expect(overAfter(-20, 0)).toBe(16)
})

test('at 3000 m air of 13 °C without any moisture still freezes water', () => {
  // Wet bulb t of dry air at 701 hPa: 6.1 hPa = 6.62e-4·701·(13 − t) at t = −0.1 °C.
  const dry = hoursFrom(13, 0).map((hour) => ({ ...hour, T: Math.min(hour.T, 13), Td: -80 }))
  const { overHour, lastHour } = syntheticNight(dry, { ...settings, elevationM: 3000 }).window
  expect(overHour).toBe(lastHour + 1)
})

test('values that stand for six hours are warmer than the night is, so it lasts longer', () => {
  const hours = hoursFrom(-2.7, 0)
  const overAt = (step: number): number | undefined => {
    const series = syntheticSeries(493_000, hours)
    series.stepHours.fill(step)
    const dark = hours.map((hour) => hour.dark ?? true)
    const windows = [syntheticWindow(493_000, dark)]
    return frostNights({
      ...{ series, windows, issuedAt: 492_990 * 3_600_000, nowHour: 492_990 },
      settings: { ...genericSettings, ...settings }
    })[0]?.window.overHour
  }
  expect(overAt(6)).toBe((overAt(1) ?? 0) + 1)
})
