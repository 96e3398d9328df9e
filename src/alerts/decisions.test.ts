import { describe, expect, it } from 'vitest'
import type { AlertNight } from './alert-night.ts'
import { clearBelow, fitsTonight, lastNoon, readDataGap, worseThanNotified } from './decisions.ts'
import { isAnswered } from './open-nights.ts'

const hour = 3_600_000

describe('the decisions of alerts', () => {
  it.each([
    [100, 90],
    [60, 50],
    [20, 10],
    [19, 9.5],
    [5, 2.5],
    [1, 0.5]
  ])('a threshold of %d clears at %d', (threshold, clears) => {
    expect(clearBelow(threshold)).toBe(clears)
  })

  it('an answer counts for tonight from a day before its coldest hour', () => {
    const night = { level: 'high', plantTemperatureMinC: -2, frostFromAt: null, coldestAt: 100 * hour }
    const seen = { seen: night as AlertNight, notified: null }
    const isCounted = (seenAt: number) => isAnswered({ ...seen, seenAt }, night, 99 * hour)
    expect([76 * hour, 76 * hour + 1].map(isCounted)).toEqual([false, true])
  })

  it('names every way in which a night got worse, and none for what is unknown', () => {
    const notified = { level: 'moderate', plantTemperatureMinC: -1, frostFromAt: 100 * hour } as const
    const coldest = { coldestAt: 102 * hour } as const
    const worse = { ...coldest, level: 'high', plantTemperatureMinC: -2, frostFromAt: 98 * hour } as const
    const same = { ...notified, ...coldest, plantTemperatureMinC: -1.9, frostFromAt: 99 * hour }
    const unknown = { ...coldest, level: 'unknown', plantTemperatureMinC: null, frostFromAt: null } as const
    expect(worseThanNotified({ ...notified, ...coldest }, notified, 99 * hour)).toEqual([])
    expect(worseThanNotified(worse, notified, 99 * hour)).toEqual(['level', 'minimum', 'earlier'])
    expect(worseThanNotified(worse, notified, 100 * hour)).toEqual(['level', 'minimum'])
    expect(worseThanNotified(same, notified, 99 * hour)).toEqual([])
    expect(worseThanNotified(unknown, notified, 99 * hour)).toEqual([])
  })

  it('names none of a night whose coldest hour is past, and of one that is far the level alone', () => {
    const notified = { level: 'moderate', plantTemperatureMinC: -1, frostFromAt: 100 * hour } as const
    const worse = { level: 'high', plantTemperatureMinC: -4, frostFromAt: 95 * hour } as const
    const seenAt = (at: number) => worseThanNotified({ ...worse, coldestAt: 102 * hour }, notified, at * hour)
    expect([77, 78, 101, 102].map((at) => seenAt(at).length)).toEqual([1, 3, 2, 0])
    expect(seenAt(77)).toEqual(['level'])
  })

  it('takes two degrees for worse where a night was severe already', () => {
    const notified = { level: 'severe', plantTemperatureMinC: -5, frostFromAt: null } as const
    const seen = (plantTemperatureMinC: number) =>
      worseThanNotified({ ...notified, plantTemperatureMinC, coldestAt: 5 * hour }, notified, 0)
    expect([seen(-6.9), seen(-7)]).toEqual([[], ['minimum']])
  })

  it.each([
    // Noon to noon through the days on which the clocks of Berlin change: 23 and 25 hours.
    ['2027-03-28T09:59:59Z', 'Europe/Berlin', '2027-03-27T11:00:00Z'],
    ['2027-03-28T10:00:00Z', 'Europe/Berlin', '2027-03-28T10:00:00Z'],
    ['2026-10-25T10:59:59Z', 'Europe/Berlin', '2026-10-24T10:00:00Z'],
    ['2026-10-25T11:00:00Z', 'Europe/Berlin', '2026-10-25T11:00:00Z'],
    ['2026-04-10T22:00:00Z', 'Pacific/Kiritimati', '2026-04-10T22:00:00Z']
  ])('at %s in %s the last noon was %s', (now, zone, noon) => {
    expect(new Date(lastNoon(Date.parse(now), zone)).toISOString()).toBe(new Date(noon).toISOString())
  })

  it('lets four counted messages into a night, whatever came before its noon', () => {
    const noon = Date.parse('2026-04-10T09:00:00Z')
    const sent = [noon - 1, noon, noon + 1, noon + 2]
    expect(fitsTonight(sent, noon + hour, 'Europe/Istanbul')).toBe(true)
    expect(fitsTonight([...sent, noon + 3], noon + hour, 'Europe/Istanbul')).toBe(false)
    // Sent before the clock was set back.
    expect(fitsTonight([...sent, noon + 2 * hour], noon + hour, 'Europe/Istanbul')).toBe(true)
  })

  it('is blind from six hours without confirmation, within twelve hours of the coldest, and not after it', () => {
    const coldestAt = Date.parse('2026-04-11T02:00:00Z')
    const night = { p10Tenths: 20, coldestAt, seen: true }
    const at = (before: number) => coldestAt - before * hour
    expect(readDataGap(night, at(18), at(12))).toBe('everyone')
    expect(readDataGap(night, at(18), at(12) - 1)).toBe('none')
    expect(readDataGap(night, at(12), at(6) - 1)).toBe('none')
    expect(readDataGap(night, at(12), at(6))).toBe('everyone')
    expect(readDataGap(night, at(12), coldestAt)).toBe('none')
    expect(readDataGap({ ...night, p10Tenths: 21 }, at(12), at(6))).toBe('raised')
    expect(readDataGap({ ...night, p10Tenths: null }, at(12), at(6))).toBe('everyone')
    expect(readDataGap({ ...night, seen: false }, null, at(6))).toBe('everyone')
  })
})
