import { expect, test } from 'vitest'
import { hourMs, minuteMs } from '../common/time.ts'
import { readInstant } from './intake.ts'
import type { IntakeChannel } from './intake-ports.ts'

const now = Date.parse('2026-04-12T01:40:00Z')
const zoneMs = 3 * hourMs

/** Uploads one after the other, a minute apart, each with what its clock shows ahead. */
function uploads(aheadMs: readonly number[], zone = zoneMs) {
  let known: IntakeChannel['clock'] = null
  return aheadMs.map((ms, index) => {
    const at = now + index * minuteMs
    const read = readInstant({ sentAt: at + ms, isNetworks: false, known, now: at, zoneMs: zone })
    known = read.clock
    return { off: read.at - at, isLate: read.isLate }
  })
}

test('a clock that is off by a few minutes is believed', () => {
  expect(uploads([4 * minuteMs, -4 * minuteMs])).toEqual([
    { off: 4 * minuteMs, isLate: false },
    { off: -4 * minuteMs, isLate: false }
  ])
})

test('one that was off by as much three times running is corrected; before, its readings are late', () => {
  const off = -95 * minuteMs
  const seen = uploads([off, off + 20_000, off - 20_000, off])
  expect(seen.map(({ isLate }) => isLate)).toEqual([true, true, false, false])
  for (const { off: left } of seen.slice(2)) expect(Math.abs(left)).toBeLessThanOrEqual(minuteMs)
})

test('a retry has the instant of the first attempt', () => {
  const known = { ms: -95 * minuteMs, uploads: 7 }
  const sent = { sentAt: now - 95 * minuteMs, isNetworks: false, zoneMs }
  const first = readInstant({ ...sent, known, now })
  expect(readInstant({ ...sent, known: first.clock, now: now + 40_000 }).at).toBe(first.at)
})

test('one that was off otherwise each time keeps its time; an older one than half an hour is late', () => {
  const off = [-20, -25, -50, -90].map((minutes) => minutes * minuteMs)
  expect(uploads(off).map(({ off: left, isLate }) => [left, isLate])).toEqual(
    off.map((ms) => [ms, ms < -30 * minuteMs])
  )
})

test('local time said to be UTC is seen at once where the zone is ahead', () => {
  expect(uploads([3 * hourMs + 30_000])).toEqual([{ off: 30_000, isLate: false }])
  // Behind UTC it may be a reading that comes late, until it is always as late.
  expect(uploads([-5 * hourMs, -5 * hourMs, -5 * hourMs], -5 * hourMs).map(({ off }) => off)).toEqual([
    -5 * hourMs,
    -5 * hourMs,
    0
  ])
})

test('one that is a year off is not set', () => {
  const year = -365 * 24 * hourMs
  expect(uploads([year, year, year, year]).map(({ off }) => off)).toEqual([year, year, year, year])
})

test('a network’s clock is right, and an upload without a time is of now', () => {
  const late = { sentAt: now - 90 * minuteMs, known: null, now, zoneMs }
  expect(readInstant({ ...late, isNetworks: true })).toEqual({ at: late.sentAt, clock: null, isLate: false })
  expect(readInstant({ ...late, sentAt: null, isNetworks: false }).at).toBe(now)
})
