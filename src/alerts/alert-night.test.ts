import { expect, test } from 'vitest'
import { distinctReport } from '../../test/contracts/formats/distinct-report.ts'
import { dayMs, hourMs } from '../common/time.ts'
import { alertNight, isLastNightShown, isWatched, moreSensitive } from './alert-night.ts'

test('of an old stage the generic score is taken where it is the higher, with hours of frost', () => {
  const nights = distinctReport().nights.map(alertNight)
  const generic = nights.map((night, index) => ({ ...night, score: index === 0 ? 99 : 0 }))
  const [first, second] = moreSensitive(nights, generic)
  expect(first).toMatchObject({ score: 99, isWithoutStage: true })
  expect(second).toEqual(nights[1])
})

test('a night is still shown from the end of its dark hours until it thaws, and in rows of older versions not at all', () => {
  const [last, coming] = [
    { overAt: 6, shownUntil: 10 },
    { overAt: 30, shownUntil: 34 }
  ]
  const isShown = [5, 6, 9, 10].map((at) => isLastNightShown([last, coming], at))
  expect(isShown).toEqual([false, true, true, false])
  expect(isLastNightShown([{ overAt: 6 }, coming], 7)).toBe(false)
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
