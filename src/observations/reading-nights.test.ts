import { expect, it } from 'vitest'
import { hourMs, minuteMs } from '../common/time.ts'
import { nightWindows } from '../frost/night-window.ts'
import { endedNights, minimumOfReadings, readingSpan } from './reading-nights.ts'

const point = { pointKey: '', lat: 38.353, lon: 38.312, timezone: 'Europe/Istanbul', elevation: 964 }
const at = (instant: string) => Date.parse(instant)
/** The night to 2026-04-12 is dark from 16 to 3 UTC. */
const span = {
  from: at('2026-04-11T16:00Z'),
  until: at('2026-04-12T04:00Z'),
  // The sun rises a little before 3 UTC.
  everyHourFrom: at('2026-04-11T22:00Z')
}

const every = (stepMs: number, temperatureC: (at: number) => number, from = span.from - hourMs) =>
  Array.from({ length: Math.ceil((span.until + 2 * hourMs - from) / stepMs) }, (_, index) => {
    const measuredAt = from + index * stepMs + 7 * minuteMs
    return { measuredAt, temperatureC: temperatureC(measuredAt), dewPointC: null, windSpeedMps: null }
  })

it('a night goes from the first dark hour to the hour after the last one', () => {
  const [window] = nightWindows(point, span.from / hourMs, span.from / hourMs + 1)
  expect(window && readingSpan(window)).toEqual(span)
  const [summer] = nightWindows(
    { ...point, lat: 78 },
    at('2026-06-11') / hourMs,
    at('2026-06-11') / hourMs + 1
  )
  expect(summer && readingSpan(summer)).toBe(null)
})

it('the minimum is the lowest reading of the night, not of the day', () => {
  const cold = at('2026-04-12T02:07Z')
  const readings = every(hourMs, (when) => (when === cold ? -3.5 : when < span.from ? -20 : 2))
  expect(minimumOfReadings(readings, span)).toBe(-3.5)
  expect(
    minimumOfReadings(
      every(10 * minuteMs, () => 1),
      span
    )
  ).toBe(1)
})

it('there is none where the air of the night leaps by more than weather does', () => {
  const lost = at('2026-04-11T20:00Z')
  const leapTo = (temperatureC: number) =>
    every(30 * minuteMs, (when) => (when >= lost && when < lost + hourMs ? temperatureC : -4))
  expect(minimumOfReadings(leapTo(-40), span)).toBe(null)
  expect(minimumOfReadings(leapTo(-20), span)).toBe(-20)
  const inOtherUnit = every(30 * minuteMs, (when) => (when >= lost ? 24.8 : -4))
  expect(minimumOfReadings(inOtherUnit, span)).toBe(null)
})

/** The hourly readings without some, by the hour of the first and how many. */
const without = (from: string, count: number) => {
  const until = at(from) + count * hourMs
  return every(hourMs, () => 2).filter(({ measuredAt }) => measuredAt < at(from) || measuredAt >= until)
}

it.each([
  ['one of the last four hours before sunrise', '2026-04-11T22:00Z', 1],
  ['the hour after', '2026-04-12T03:00Z', 1],
  ['more than two hours earlier', '2026-04-11T18:00Z', 2],
  ['more than two hours at the beginning', '2026-04-11T16:00Z', 2]
])('without %s there is none', (_, from, count) => {
  expect(minimumOfReadings(without(from, count), span)).toBe(null)
})

it.each([
  ['an hour in the evening', '2026-04-11T20:00Z', 1],
  ['the first two hours but some minutes', '2026-04-11T15:00Z', 2]
])('without %s there is one all the same', (_, from, count) => {
  expect(minimumOfReadings(without(from, count), span)).toBe(2)
})

it('a night that is not over is none', () => {
  const dates = (now: string) =>
    endedNights(point, { from: at('2026-04-11T12:00Z'), until: at(now) }, at(now)).map(({ date }) => date)
  expect(dates('2026-04-12T03:59Z')).toEqual([])
  expect(dates('2026-04-12T04:00Z')).toEqual(['2026-04-12'])
})
