import { expect, it } from 'vitest'
import { hourMs } from '../common/time.ts'
import { column, emptySeries, endHour, type HourlySeries, valueAt } from '../weather/series.ts'
import { carryLostHours, lackingNights, withLostHours, withoutOldCarried } from './lost-hours.ts'
import { comingNights, lackOfAnswer, nightLacks } from './night-lacks.ts'

const point = { lat: 38.355, lon: 38.31, timezone: 'Europe/Istanbul' }
/** Noon in Malatya. */
const now = Date.UTC(2026, 3, 11, 9)
const nowHour = now / hourMs
const columns = ['temperature', 'dewPoint', 'relativeHumidity', 'windSpeed', 'cloudCover'] as const

function whole(byC = 0): HourlySeries {
  const series = emptySeries(nowHour - 24, 24 * 9)
  for (const name of columns)
    for (let hour = 0; hour < series.hours; hour++)
      column(series, name)[hour] = name === 'temperature' ? byC + Math.cos((hour * Math.PI) / 12) * 6 : 0.5
  return series
}

/** A known sequence of numbers 0…1, so that every run makes the same holes. */
function chances(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Night hours of a column, a block anywhere, single hours, a whole column, or the end of all. */
function withHoles(series: HourlySeries, chance: () => number): HourlySeries {
  const holed = { ...series, values: series.values.slice(), stepHours: series.stepHours.slice() }
  const kind = Math.floor(chance() * 5)
  const from = nowHour + Math.floor(chance() * 80)
  const until = from + 4 + Math.floor(chance() * 16)
  for (const name of kind === 4 ? columns : columns.filter(() => chance() < 0.5)) {
    const values = column(holed, name)
    for (let index = 0; index < values.length; index++) {
      const hour = series.startHour + index
      const isNight = hour % 24 >= 17 || hour % 24 <= 3
      const isHole = [
        isNight && hour > nowHour,
        hour >= from && hour < until,
        chance() < 0.3,
        true,
        hour >= from
      ]
      if (isHole[kind]) values[index] = Number.NaN
    }
  }
  return holed
}

const seeds = Array.from({ length: 100 }, (_, seed) => seed + 1)

it('keeps what an answer with holes has lost, and nothing else: every hour is its own, or named with its age', () => {
  const nights = comingNights(point, now)
  const earlier = { series: whole(), confirmedAt: now - 5 * hourMs }
  const reach = (nights.at(-1)?.window.lastHour ?? 0) + 1
  let carried = 0
  for (const seed of seeds) {
    const fresh = withHoles(whole(2), chances(seed))
    const found = withLostHours(fresh, { point, earlier, shown: null, now })
    // All that alerts look at is known again.
    expect(lackOfAnswer(nightLacks(found.series, nights, now)), String(seed)).toBe(0)
    for (const name of columns)
      for (let hour = nowHour + 1; hour < reach; hour++) {
        const own = valueAt(fresh, name, hour)
        const shown = valueAt(found.series, name, hour)
        const span = found.carried.find(
          (one) => one.variable === name && one.firstHour <= hour && hour <= one.lastHour
        )
        if (span === undefined) expect(shown, `${seed} ${name}`).toBe(own)
        else {
          expect([own, shown, span.confirmedAt]).toEqual([
            Number.NaN,
            valueAt(earlier.series, name, hour),
            earlier.confirmedAt
          ])
          carried += 1
        }
      }
    // A night with a kept hour says when that was confirmed.
    for (const { confirmedAt, lacks } of found.lackingNights)
      expect([confirmedAt, lacks]).toEqual([earlier.confirmedAt, []])
  }
  expect(carried).toBeGreaterThan(300)
})

it('without an earlier answer, or with one beyond the limit, an unknown night stays unknown, and says since when', () => {
  const nights = comingNights(point, now)
  for (const seed of seeds) {
    const fresh = withHoles(whole(), chances(seed))
    const lacks = nightLacks(fresh, nights, now)
    const unknown = nights.filter((_, index) => lacks[index]?.includes('temperature'))
    const old = { series: whole(), confirmedAt: now - 37 * hourMs }
    for (const earlier of [null, old]) {
      const found = withLostHours(fresh, { point, earlier, shown: null, now })
      expect(found.carried).toEqual([])
      expect(found.lackingNights.map(({ overHour }) => overHour)).toEqual(
        unknown.map(({ overHour }) => overHour)
      )
      for (const { confirmedAt } of found.lackingNights)
        expect(confirmedAt).toBe(earlier?.confirmedAt ?? null)
    }
  }
})

it('drops a kept hour once it is older than data may be shown, and the night is unknown then', () => {
  const nights = comingNights(point, now)
  const fresh = whole()
  column(fresh, 'temperature').fill(Number.NaN, 25)
  const { series, carried } = carryLostHours({ series: whole(), confirmedAt: now - 30 * hourMs }, fresh, {
    nights,
    now
  })
  expect(carried).toHaveLength(1)
  expect(endHour(series)).toBe(endHour(fresh))
  const later = now + 7 * hourMs
  const young = withoutOldCarried({ series, carried }, later)
  expect(young.carried).toEqual([])
  const [coming] = lackingNights(young, { nights: comingNights(point, later), before: [], now: later })
  expect(coming).toMatchObject({ lacks: ['temperature'], confirmedAt: null })
})
