import { expect, test } from 'vitest'
import { distinctReport } from '../../test/contracts/formats/distinct-report.ts'
import { dayMs, hourMs } from '../common/time.ts'
import { alertNight, dateOfTonight, isWatched, moreSensitive, nightsToStore } from './alert-night.ts'

test('of an old stage the generic score is taken where it is the higher, with hours of frost', () => {
  const nights = distinctReport().nights.map(alertNight)
  const generic = nights.map((night, index) => ({ ...night, score: index === 0 ? 99 : 0 }))
  const [first, second] = moreSensitive(nights, generic)
  expect(first).toMatchObject({ score: 99, isWithoutStage: true })
  expect(second).toEqual(nights[1])
})

test('the coming night is tonight once the coldest hour of the last one is past and its morning has begun', () => {
  const hour = 3_600_000
  const last = { date: '2026-04-12', coldestAt: 4 * hour, sunriseAt: 6 * hour, overAt: 7 * hour }
  const coming = { date: '2026-04-13', coldestAt: 28 * hour, sunriseAt: 30 * hour, overAt: 31 * hour }
  const at = (hours: number, nights = [last, coming]) => dateOfTonight(nights, hours * hour)
  expect([3, 4.9, 5, 11].map((hours) => at(hours))).toEqual([last.date, last.date, coming.date, coming.date])
  const frontAt9 = { ...last, coldestAt: 9 * hour }
  expect([7, 9].map((hours) => at(hours, [frontAt9, coming]))).toEqual([last.date, coming.date])
  expect(at(7, [])).toBe(null)
})

test('the three nights of the next 72 hours are watched, each until its coldest hour', () => {
  const night = alertNight(distinctReport().nights[0] ?? expect.unreachable())
  const nights = [0, 1, 2, 3, 4].map((day) => {
    const midnight = day * dayMs
    return { ...night, score: 0, coldestAt: midnight + 5 * hourMs, overAt: midnight + 7 * hourMs }
  })
  const watchedAt = (hour: number) =>
    nights.flatMap((one, day) => (isWatched(one, hour * hourMs) ? [day] : []))
  expect([4, 5, 6, 7].map(watchedAt)).toEqual([
    [0, 1, 2],
    [1, 2, 3],
    [1, 2, 3],
    [1, 2, 3]
  ])
})

test('nights are stored until they are no longer shown, up to a day beyond those that are watched', () => {
  const night = alertNight(distinctReport().nights[0] ?? expect.unreachable())
  const stored = (shownUntil: number, coldestAt: number) =>
    nightsToStore([{ ...night, shownUntil, coldestAt }], 0).length === 1
  expect([0, 1].map((shownUntil) => stored(shownUntil, 0))).toEqual([false, true])
  const ahead = [96 * hourMs, 96 * hourMs + 1]
  expect(ahead.map((coldestAt) => stored(coldestAt, coldestAt))).toEqual([true, false])
})
