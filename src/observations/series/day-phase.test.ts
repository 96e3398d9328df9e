import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hourMs, minuteMs } from '../../common/time.ts'
import { nightlyWarmth, readLogger } from './logger-file.ts'

const lon = 38.3
const firstAt = Date.parse('2026-03-01T05:00Z')

/** Days that are warmest at 14:30 by the sun, each with its own mean and swing, by a clock that is off. */
function series(days: readonly { readonly meanC: number; readonly swingC: number }[], offHours: number) {
  return Array.from({ length: days.length * 48 }, (_, index) => {
    const at = firstAt + index * 30 * minuteMs
    const { meanC = 0, swingC = 0 } = days[Math.floor(index / 48)] ?? {}
    const sun = (at / hourMs + lon / 15 - 14.5) / 24
    return {
      line: index + 2,
      measuredAt: at + offHours * hourMs,
      temperatureC: meanC + swingC * Math.cos(2 * Math.PI * sun)
    }
  })
}

const weather = fc.array(
  fc.record({
    meanC: fc.double({ min: 0, max: 4, noNaN: true }),
    swingC: fc.double({ min: 3, max: 9, noNaN: true })
  }),
  { minLength: 4, maxLength: 12 }
)

it('a clock that is right, or off by a zone’s three hours, makes no night warm', () => {
  fc.assert(
    fc.property(weather, fc.constantFrom(-3, -1, 0, 1, 3), (days, off) => {
      expect(nightlyWarmth(series(days, off), lon)).toBe(null)
    }),
    { numRuns: 200 }
  )
})

it('a clock of twelve hours, or of another continent, does', () => {
  fc.assert(
    fc.property(weather, fc.constantFrom(-12, -10, -8, 8, 9, 12), (days, off) => {
      expect(nightlyWarmth(series(days, off), lon)).not.toBe(null)
    }),
    { numRuns: 200 }
  )
})

it('two days, and days without a course, show nothing', () => {
  expect(nightlyWarmth(series(Array(2).fill({ meanC: 3, swingC: 6 }), 12), lon)).toBe(null)
  expect(nightlyWarmth(series(Array(9).fill({ meanC: 3, swingC: 0.5 }), 12), lon)).toBe(null)
})

it('readings of the last day are late: tonight is not followed by them', async () => {
  const now = firstAt + 40 * hourMs
  const times = [-24 * hourMs, -24 * hourMs + minuteMs, -minuteMs].map((ms) => new Date(now + ms))
  async function* lines() {
    const rows = times.map((at, index) => `${at.toISOString()},${index + 1}.25`)
    yield ['time,temperature °C', ...rows].map((text, index) => ({ number: index + 1, text }))
  }
  const read = await readLogger(lines(), {
    columns: { time: null, temperature: null },
    unit: null,
    order: null,
    zone: null,
    now,
    point: { pointKey: 'p', lat: 38.355, lon, elevation: 980, timezone: 'Europe/Istanbul' },
    sensor: {} as never
  })
  if (read.kind !== 'nights') return expect.unreachable()
  expect(read.readings.map(({ isLate }) => isLate)).toEqual([false, true, true])
})
