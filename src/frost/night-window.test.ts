import { describe, expect, it } from 'vitest'
import { solarNoonAt } from '../weather/sun.ts'
import type { NightWindow } from './frost-night.ts'
import { nightWindows } from './night-window.ts'

/** Name, °N, °E, zone, from, to. Spans cross DST changes where the zone has them. */
const places = [
  ['Malatya', 38.355, 38.31, 'Europe/Istanbul', '2026-04-01', '2026-05-10'],
  ['Kiritimati', 1.87, -157.4, 'Pacific/Kiritimati', '2026-04-01', '2026-05-10'],
  ['Apia, Samoa', -13.83, -171.76, 'Pacific/Apia', '2026-04-01', '2026-05-10'],
  ['Nukuʻalofa, Tonga', -21.14, -175.2, 'Pacific/Tongatapu', '2026-04-01', '2026-05-10'],
  ['Chatham', -43.95, -176.55, 'Pacific/Chatham', '2026-03-20', '2026-04-20'],
  ['Attu', 52.9, 172.9, 'America/Adak', '2026-02-20', '2026-03-20'],
  ['Kathmandu', 27.7, 85.3, 'Asia/Kathmandu', '2026-10-01', '2026-11-10'],
  ['Lord Howe', -31.55, 159.08, 'Australia/Lord_Howe', '2026-03-25', '2026-04-15'],
  ['North Pole', 89.9, 135, 'Etc/UTC', '2026-03-01', '2026-04-10'],
  ['South Pole', -90, -45, 'Antarctica/McMurdo', '2026-09-01', '2026-10-10'],
  [
    'inland Antarctica on New Zealand time, solar noon at midnight',
    -85,
    0,
    'Antarctica/McMurdo',
    '2026-03-20',
    '2026-05-01'
  ],
  ['Longyearbyen in June', 78.22, 15.65, 'Arctic/Longyearbyen', '2026-06-01', '2026-07-10'],
  ['Longyearbyen in December', 78.22, 15.65, 'Arctic/Longyearbyen', '2025-12-01', '2026-01-10'],
  ['Tromsø in May', 69.65, 18.96, 'Europe/Oslo', '2026-05-01', '2026-06-05'],
  ['180°, open sea', -10, 180, 'Etc/GMT-12', '2026-04-01', '2026-05-10'],
  ['just west of 180°', -10, -179.999, 'Etc/GMT+12', '2026-04-01', '2026-05-10'],
  ['Kashgar on Peking time', 39.47, 75.99, 'Asia/Shanghai', '2026-10-01', '2026-11-10'],
  ['Berlin over the change to summer time', 52.52, 13.4, 'Europe/Berlin', '2026-03-15', '2026-04-15'],
  ['New York over the change to winter time', 40.71, -74.01, 'America/New_York', '2026-10-15', '2026-11-15']
] as const

const hourOf = (date: string) => Date.parse(date) / 3_600_000
const dayAfter = (date: string) => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)
const localDate = (at: number, timezone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(at)

function pairs(windows: readonly NightWindow[]): [NightWindow, NightWindow][] {
  return windows.slice(1).map((window, index) => [windows[index] ?? window, window])
}

describe.each(places)('nights at %s', (_name, lat, lon, timezone, from, to) => {
  const windows = nightWindows({ lat, lon, timezone }, hourOf(from), hourOf(to))

  it('follow each other without a gap, without an overlap, and cover the whole span', () => {
    expect(windows[0]?.firstHour).toBeLessThanOrEqual(hourOf(from))
    expect(windows.at(-1)?.lastHour).toBeGreaterThanOrEqual(hourOf(to) - 1)
    for (const [before, after] of pairs(windows)) {
      expect(after.firstHour).toBe(before.lastHour + 1)
      expect(after.dark).toHaveLength(after.lastHour - after.firstHour + 1)
      expect([23, 24, 25]).toContain(after.dark.length)
    }
  })

  it('have consecutive dates', () => {
    for (const [before, after] of pairs(windows)) expect(after.date).toBe(dayAfter(before.date))
  })

  it('are over when the last dark hour is, or at noon', () => {
    for (const window of windows) {
      const isDark = window.dark.some(Boolean)
      expect(window.firstDarkHour === null).toBe(!isDark)
      expect(window.overHour).toBe(
        isDark ? (window.lastDarkHour ?? 0) + 1 : Math.max(window.overHour, window.lastHour)
      )
      expect(window.overHour - window.lastHour).toBeLessThanOrEqual(1)
      expect(window.midnightHour).toBeGreaterThan(window.firstHour + 10)
      expect(window.midnightHour).toBeLessThan(window.lastHour - 9)
    }
  })

  // Near a pole the solar noon of a place is on any date.
  if (Math.abs(lat) < 80) {
    it('are named by the civil date of the noon that ends them', () => {
      for (const window of windows) expect(window.date).toBe(localDate(window.lastHour * 3_600_000, timezone))
    })
  }
})

const at = (place: number) => {
  const [, lat, lon, timezone, from, to] = places[place] ?? places[0]
  return nightWindows({ lat, lon, timezone }, hourOf(from), hourOf(to))
}

describe('night windows', () => {
  it('name the night by the date of its UTC noon only where the zone agrees', () => {
    // Solar noon of UTC day 2026-04-11 at Kiritimati is 22:30 UTC: already the 12th there. At Attu it is 00:30 UTC:
    // still the 10th.
    expect(at(1).find((window) => window.lastHour === hourOf('2026-04-11T22:00Z'))?.date).toBe('2026-04-12')
    const attu = nightWindows(
      { lat: 52.9, lon: 172.9, timezone: 'America/Adak' },
      hourOf('2026-04-11'),
      hourOf('2026-04-11T01:00Z')
    )
    expect(attu[0]?.date).toBe('2026-04-10')
  })

  it('have no sunset and no sunrise in polar day and polar night, and all or nothing is dark', () => {
    const day = at(11)
    expect(day.every((window) => window.sunsetAt === null && window.sunriseAt === null)).toBe(true)
    expect(day.every((window) => !window.dark.includes(true))).toBe(true)
    const night = at(12)
    expect(night.every((window) => window.sunsetAt === null && window.sunriseAt === null)).toBe(true)
    expect(night.every((window) => !window.dark.includes(false))).toBe(true)
  })

  it('tell sunset and sunrise inside the window (Kyiv, 20 March 2026: USNO has the rise at 04:01 and the set at 16:11 UTC)', () => {
    const kyiv = { lat: 50.45466, lon: 30.5238, timezone: 'Europe/Kyiv' }
    const windows = nightWindows(kyiv, hourOf('2026-03-20T00:00Z'), hourOf('2026-03-20T20:00Z'))
    expect(windows.map((window) => window.date)).toEqual(['2026-03-20', '2026-03-21'])
    expect(Math.abs((windows[0]?.sunriseAt ?? 0) - Date.parse('2026-03-20T04:01Z'))).toBeLessThan(60_000)
    expect(Math.abs((windows[1]?.sunsetAt ?? 0) - Date.parse('2026-03-20T16:11Z'))).toBeLessThan(60_000)
  })

  it('are not moved by a change of the clocks', () => {
    const windows = at(17)
    const noons = windows.map((window) => window.lastHour % 24)
    expect(new Set(noons)).toEqual(new Set([11]))
    expect(Math.floor(solarNoonAt(hourOf('2026-03-29') / 24, 13.4) / 3_600_000) % 24).toBe(11)
  })

  it('touch the span asked for, and nothing else', () => {
    const site = { lat: 38.355, lon: 38.31, timezone: 'Europe/Istanbul' }
    const from = hourOf('2026-04-12T00:00Z')
    expect(nightWindows(site, from, from + 1).map((window) => window.date)).toEqual(['2026-04-12'])
    expect(nightWindows(site, from, from + 12).map((window) => window.date)).toEqual([
      '2026-04-12',
      '2026-04-13'
    ])
    expect(nightWindows(site, from, from)).toEqual([])
  })

  it('refuse a zone that does not exist', () => {
    expect(() => nightWindows({ lat: 0, lon: 0, timezone: 'Mars/Olympus' }, 0, 24)).toThrow(RangeError)
  })
})
