import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hourMs } from '../common/time.ts'
import { fairPaceOf, fairShare, type SharingPlace } from './fair-pace.ts'

const dayMs = 24 * hourMs
const midnight = Date.UTC(2026, 3, 10)
const cost = 1.943
const daily = 9_370
const carried = daily / cost / 24
const stepMs = hourMs / 4

interface Simulated extends SharingPlace {
  confirmedAt: number | null
}

/** When each of the places was refreshed in two days, where others may join at an instant. */
function simulate(places: readonly Simulated[], others: readonly Simulated[] = [], from = midnight) {
  const all = [...places, ...others].map((place) => ({ ...place }))
  const refreshed = new Map(all.map((place) => [place, [] as number[]]))
  let spent = 0
  for (let now = midnight; now < midnight + 1.5 * dayMs; now += stepMs) {
    if ((now - midnight) % dayMs === 0) spent = 0
    const dayEndsAt = (Math.floor(now / dayMs) + 1) * dayMs
    const watched = now < from ? all.slice(0, places.length) : all
    const shown = watched.map((place) => ({ ...place, place, coldestAt: nextColdest(place.coldestAt, now) }))
    const budget = { now, dayEndsAt, left: daily - spent, cost, updatePeriodMs: hourMs }
    for (const { place } of fairPaceOf(shown, budget, carried).due) {
      place.confirmedAt = now
      refreshed.get(place)?.push(now)
      spent += cost
    }
    expect(spent).toBeLessThanOrEqual(daily + 1e-6)
  }
  return [...refreshed.values()].slice(0, places.length)
}

function nextColdest(coldestAt: number, now: number): number {
  return coldestAt + Math.ceil((now - coldestAt) / dayMs) * dayMs
}

function placesOf(count: number, members: (index: number) => Partial<SharingPlace>): Simulated[] {
  return Array.from({ length: count }, (_, index) => ({
    confirmedAt: midnight,
    coldestAt: midnight + 2 * hourMs + Math.round(((index % 16) * hourMs) / 12),
    isRisky: true,
    isRead: true,
    network: `grower ${index}`,
    isConfirmed: true,
    since: index,
    ...members(index)
  }))
}

/** By how much the latest confirmation of a place was ever older than in another course of the days [ms]. */
function longestDelay(refreshed: readonly (readonly number[])[], before: typeof refreshed): number {
  const latestAt = (times: readonly number[] = [], now: number): number =>
    times.findLast((at) => at <= now) ?? midnight
  let longest = 0
  for (const [index, times] of refreshed.entries())
    for (let now = midnight; now < midnight + 1.5 * dayMs; now += stepMs)
      longest = Math.max(longest, latestAt(before[index], now) - latestAt(times, now))
  return longest
}

const hostile = {
  'one network with ten times as many places as the budget carries': () => ({ network: 'hostile' }),
  'one network that seems to have more risk by far, in the nights before all others': (index: number) => ({
    network: 'hostile',
    coldestAt: midnight + (14 + (index % 10)) * hourMs,
    confirmedAt: null
  }),
  'a thousand networks with feeds that were never fetched': (index: number) => ({
    network: `other ${index % 1000}`,
    isConfirmed: false
  })
}

describe.each([
  ['150 growers with a place each, joined at midnight', 150, midnight],
  ['75 growers with two places each, joined at eleven', 75, midnight + 11 * hourMs]
])('%s', (_, growers, from) => {
  const places = placesOf(150, (index) => ({ network: `grower ${index % growers}` }))
  const before = simulate(places)

  it.each(Object.entries(hostile))('by %s are refreshed as before', (_what, members) => {
    const others = placesOf(Math.round(10 * carried), members)
    expect(longestDelay(simulate(places, others, from), before)).toBeLessThanOrEqual(stepMs)
  })
})

describe('a budget that is too small for growers alone', () => {
  const places = placesOf(500, (index) => ({ isRisky: index % 3 > 0 }))

  it('goes on as it was where one network watches ten times as much', () => {
    const before = simulate(places)
    const others = placesOf(Math.round(10 * carried), () => ({ network: 'hostile' }))
    const count = (all: readonly (readonly number[])[]): number => all.flat().length
    const refreshed = simulate(places, others)
    expect(count(refreshed)).toBeGreaterThan(0.98 * count(before))
    // Before dusk, and again in the evening.
    for (const times of refreshed)
      for (const [from, to] of [
        [11, 15],
        [20, 24]
      ] as const)
        expect(times.some((at) => at >= midnight + from * hourMs && at < midnight + to * hourMs)).toBe(true)
  })

  it('is shared within a network as without others: places at risk first, then the older ones', () => {
    const one = placesOf(2000, (index) => ({ network: 'one', isRisky: index >= 1000 }))
    const budget = {
      now: midnight + 23 * hourMs,
      dayEndsAt: midnight + dayMs,
      left: daily,
      cost,
      updatePeriodMs: hourMs
    }
    const late = one.map((place) => ({ ...place, coldestAt: place.coldestAt + dayMs }))
    const { due, beyond } = fairPaceOf([...late, ...placesOf(1, () => ({}))], budget, carried)
    expect(due.filter(({ isRisky, network }) => isRisky && network === 'one')).toHaveLength(1000)
    expect(beyond.every(({ network }) => network === 'one')).toBe(true)
    const within = late.filter((place) => !beyond.includes(place))
    expect(within.map(({ since }) => since)).toEqual(
      Array.from({ length: Math.floor(carried - 1) }, (_, index) => 1000 + index)
    )
  })
})

it('keeps an equal part for each network, and gives on what a network does not need', () => {
  expect(fairShare([1, 1, 1], 3)).toBe(Number.POSITIVE_INFINITY)
  expect(fairShare([2000, 1, 1, 6], 108)).toBe(100)
  expect(fairShare([10, 10], 5)).toBe(2.5)
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 40 }),
      fc.double({ min: 1, max: 3000, noNaN: true }),
      (sizes, most) => {
        const share = fairShare(sizes, most)
        const used = sizes.reduce((sum, size) => sum + Math.min(size, share), 0)
        if (Number.isFinite(share)) expect(used).toBeCloseTo(most, 6)
        else expect(used).toBeLessThanOrEqual(most)
      }
    )
  )
})

it('asks for no place twice and never spends more than is left, with any watchers', () => {
  const place = fc.record({
    confirmedAt: fc.option(fc.integer({ min: -30, max: 0 }).map((hours) => midnight + hours * hourMs)),
    coldestAt: fc.integer({ min: 0, max: 23 * 60 }).map((minutes) => midnight + minutes * 60_000),
    isRisky: fc.boolean(),
    isRead: fc.boolean(),
    network: fc.constantFrom(null, 'a', 'b', 'c'),
    isConfirmed: fc.boolean(),
    since: fc.nat(9)
  })
  fc.assert(
    fc.property(
      fc.array(place, { maxLength: 40 }),
      fc.double({ min: 0, max: 80, noNaN: true }),
      fc.double({ min: 0, max: 30, noNaN: true }),
      (places, left, most) => {
        const budget = { now: midnight, dayEndsAt: midnight + dayMs, left, cost, updatePeriodMs: hourMs }
        const { due, missing, beyond } = fairPaceOf(places, budget, most)
        expect(due.length * cost).toBeLessThanOrEqual(left + 1e-6)
        expect(new Set(due).size).toBe(due.length)
        expect(missing).toBeGreaterThanOrEqual(0)
        expect(beyond.length).toBeLessThanOrEqual(places.length)
      }
    )
  )
})
