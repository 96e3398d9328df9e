import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, civilDate, zoneClock } from './zone-clock.ts'

const zones = [
  'Europe/Istanbul',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Africa/Cairo',
  'America/Santiago',
  'Etc/GMT+5'
]

describe('the clock of a zone', () => {
  it('agrees with Temporal at any instant of 2020 to 2035 in ten hard zones', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 1_577_836_800, max: 2_051_222_400 }),
        (zone, second) => {
          const truth = Temporal.Instant.fromEpochMilliseconds(second * 1000).toZonedDateTimeISO(zone)
          const clock = zoneClock(zone)
          expect(clock.dateAt(second)).toBe(truth.toPlainDate().toString())
          expect(clock.format(second)).toBe(truth.toString({ timeZoneName: 'never', smallestUnit: 'second' }))
          expect(clock.wallClock(second)).toEqual({ hour: truth.hour, minute: truth.minute })
          const date = truth.toPlainDate().toString()
          expect(clock.startOfDate(date)).toBe(truth.startOfDay().epochMilliseconds / 1000)
        }
      ),
      { numRuns: 2000 }
    )
  })

  it('begins a new offset at the very second of the change', () => {
    const clock = zoneClock('Europe/Berlin')
    const change = Date.parse('2026-03-29T01:00:00Z') / 1000
    expect(clock.format(change - 1)).toBe('2026-03-29T01:59:59+01:00')
    expect(clock.format(change)).toBe('2026-03-29T03:00:00+02:00')
  })

  it('counts civil days as the calendar does', () => {
    expect(civilDate(0)).toBe('1970-01-01')
    expect(civilDate(-1)).toBe('1969-12-31')
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  })

  it('refuses a zone that does not exist', () => {
    expect(() => zoneClock('Mars/Olympus')).toThrow(RangeError)
  })
})
