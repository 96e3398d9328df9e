import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minuteMs } from '../common/time.ts'
import type { AlertNight } from './alert-night.ts'
import { clearedLeavesAt, quietUntil, raisedLeavesAt } from './quiet-hours.ts'
import { readPatchBody } from './subscribe-body.ts'

/** The clock goes forward by an hour or half an hour, back by one, or not at all. */
const days = [
  ['Europe/Istanbul', '2026-04-10'],
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Australia/Lord_Howe', '2026-04-05']
] as const

const wallClock = (at: number, timezone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit' }).format(at)

/** As a person with a clock on the wall reads it. */
const isQuiet = ({ from, to }: { readonly from: string; readonly to: string }, time: string): boolean =>
  from < to ? time >= from && time < to : time >= from || time < to

const timeOfDay = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))

describe('quiet hours', () => {
  it('hold until a minute at which the clock of the place is outside of them, and not far beyond the first', () => {
    const asked = fc.record({
      day: fc.constantFrom(...days),
      minute: fc.integer({ min: -600, max: 2000 }),
      from: timeOfDay,
      to: timeOfDay
    })
    fc.assert(
      fc.property(asked, ({ day: [timezone, date], minute, from, to }) => {
        if (from === to) return
        const now =
          Temporal.PlainDate.from(date).toZonedDateTime(timezone).epochMilliseconds + minute * minuteMs
        const hours = { from, to, alwaysFrom: 'high' } as const
        const until = quietUntil(hours, now, timezone)
        if (!isQuiet(hours, wallClock(now, timezone))) {
          expect(until).toBe(now)
          return
        }
        let first = now
        while (isQuiet(hours, wallClock(first, timezone))) first += minuteMs
        expect(isQuiet(hours, wallClock(until, timezone))).toBe(false)
        expect(until).toBeGreaterThanOrEqual(first)
        // An end that the clock leaves out comes within an hour.
        const isLeftOut = wallClock(first, timezone) !== to
        expect(until - first).toBeLessThan(isLeftOut ? 60 * minuteMs : 1)
      }),
      { numRuns: 300 }
    )
  })

  it('hold a later night of the level until it is tonight, and an all-clear until a minute before its end', () => {
    const timezone = 'Europe/Istanbul'
    const at = (text: string) => Temporal.ZonedDateTime.from(`${text}[${timezone}]`).epochMilliseconds
    const hours = { from: '21:00', to: '22:00', alwaysFrom: 'high' } as const
    const night = { coldestAt: at('2026-04-11T21:40'), level: 'high', score: 70 } as AlertNight
    const asked = { threshold: 50, quietHours: hours }
    const now = { now: at('2026-04-10T21:15'), timezone }
    expect(raisedLeavesAt(asked, night, now)).toBe(at('2026-04-10T21:40'))
    expect(raisedLeavesAt(asked, { ...night, level: 'moderate' }, now)).toBe(at('2026-04-10T22:00'))
    expect(clearedLeavesAt(hours, { overAt: at('2026-04-10T21:40') }, now)).toBe(at('2026-04-10T21:39'))
  })

  it.each([
    [{ from: '22:00', to: '22:00' }, '/quiet_hours/to', 'not_allowed', 'have no end'],
    [{ from: '22.00', to: '06:00' }, '/quiet_hours/from', 'invalid_format', 'such as "22:00"'],
    [{ from: '22:00', to: '24:00' }, '/quiet_hours/to', 'invalid_format', 'up to "23:59"'],
    [{ from: '22:00' }, '/quiet_hours/to', 'required', 'required'],
    [{ from: '22:00', to: 6 }, '/quiet_hours/to', 'invalid_type', 'Did you mean "06:00"?'],
    [
      { from: '22:00', to: '06:00', always_form: 'low' },
      '/quiet_hours/always_form',
      'unknown_member',
      '"always_from"'
    ],
    [
      { from: '22:00', to: '06:00', always_from: 'none' },
      '/quiet_hours/always_from',
      'not_allowed',
      'severe'
    ],
    ['22:00-06:00', '/quiet_hours', 'invalid_type', 'an object']
  ])('refuse %j', (quiet_hours, pointer, code, words) => {
    expect(readPatchBody({ quiet_hours })).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer, code, detail: expect.stringContaining(words) }]
    })
  })
})
