/** The advice on sprinklers over made nights: the rule of the bench, without its files. */
import { expect, test } from 'vitest'
import { column, emptySeries } from '../../../src/weather/series.ts'
import { seededRandom } from '../../data/seeded-random.ts'
import { isStarted, startedInTime } from './bench.ts'
import { type ProtectedNight, protectedNights } from './nights.ts'
import { costOf, reachedAt, rules } from './running.ts'

const startHour = Date.UTC(2026, 2, 1, 9) / 3_600_000
const days = 160
const site = { lat: 38.4, lon: 38.3, timezone: 'Europe/Istanbul', elevationM: 950 }

/** Spring days that begin between 0 and 14 °C at noon and fall to −8…+6 °C, in dry and in moist air. */
function madeNights(): readonly ProtectedNight[] {
  const random = seededRandom(7)
  const series = emptySeries(startHour, 24 * days)
  const [temperature, dewPoint] = [column(series, 'temperature'), column(series, 'dewPoint')]
  let [mean, range, depression] = [0, 0, 0]
  for (let hour = 0; hour < series.hours; hour++) {
    if (hour % 24 === 0) [mean, range, depression] = [9 * random() - 1, 3 + 4 * random(), 8 * random()]
    const phase = (2 * Math.PI * ((hour % 24) - 4)) / 24
    const airC = mean + range * Math.cos(phase) + random() - 0.5
    temperature[hour] = airC
    dewPoint[hour] = airC - depression * (0.6 + 0.4 * Math.cos(phase))
    column(series, 'windSpeed')[hour] = 2 * random()
    column(series, 'cloudCover')[hour] = random()
  }
  return protectedNights({ ...site, series }, seededRandom(11)).filter(isStarted)
}

const nights = madeNights()
const cold = nights.filter((night) => reachedAt(night) !== null)

test('on perfect data every start is at or before the first hour of harmful wet bulb', () => {
  expect(cold.length).toBeGreaterThan(25)
  expect(nights.length).toBeGreaterThan(cold.length + 25)
  expect(startedInTime(nights, 'perfect')).toBe(1)
  for (const { perfect } of cold) expect(perfect.sprinkler.expectedStartAt).not.toBeNull()
  // The forecast itself, without its uncertainty, would be early enough too.
  for (const night of cold) {
    expect(night.perfect.sprinkler.expectedStartAt).toBeLessThanOrEqual(reachedAt(night) ?? 0)
  }
})

test('on forecasts with the method’s own errors at least 19 in 20 starts are early enough', () => {
  expect(startedInTime(nights, 'forecast')).toBeGreaterThanOrEqual(0.95)
  // The errors are real: without the spread more nights would be missed.
  const late = cold.filter((night) => {
    const { expectedStartAt } = night.forecast.sprinkler
    return expectedStartAt === null || expectedStartAt > (reachedAt(night) ?? 0)
  })
  expect(late.length).toBeGreaterThan(0.05 * cold.length)
})

test('a start with the own wet bulb runs shorter than the +1 °C rule, and foresight costs least', () => {
  for (const ratio of [0.02, 0.1, 0.5]) {
    const cost = (name: string) => costOf(nights, rules[name] ?? (() => null), ratio)
    expect(cost('advice and own wet bulb').hoursPerNight).toBeLessThan(cost('+1 °C rule').hoursPerNight)
    expect(cost('perfect foresight').missed).toBe(0)
    for (const name of Object.keys(rules)) {
      expect(cost('perfect foresight').expense, name).toBeLessThanOrEqual(cost(name).expense)
    }
  }
})
