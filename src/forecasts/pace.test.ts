import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hourMs } from '../common/time.ts'
import { carriedPlaces, type PacedPlace, paceOf } from './pace.ts'

const dayMs = 24 * hourMs
const midnight = Date.UTC(2026, 3, 10)
const cost = 1.943
const daily = 9_370

interface Simulated extends PacedPlace {
  confirmedAt: number | null
}

/**
 * Simulates two days in steps of five minutes; returns what was spent on each, and the age of the data when
 * it mattered.
 */
function simulate(places: readonly Simulated[], units = daily) {
  const spent = [0, 0]
  let gaps = 0
  const ageAtColdest = new Map<Simulated, number>()
  const missing: number[] = []
  for (let now = midnight; now < midnight + 2 * dayMs; now += hourMs / 12) {
    const day = now < midnight + dayMs ? 0 : 1
    const left = units - (spent[day] ?? 0)
    const shown = places.map((place) => ({ ...place, place, coldestAt: nextColdest(place.coldestAt, now) }))
    const budget = { now, dayEndsAt: midnight + (day + 1) * dayMs, left, cost, updatePeriodMs: hourMs }
    const pace = paceOf(shown, budget)
    missing.push(pace.missing)
    for (const { place } of pace.due) {
      place.confirmedAt = now
      spent[day] = (spent[day] ?? 0) + cost
    }
    for (const place of places) {
      const until = nextColdest(place.coldestAt, now) - now
      const age = now - (place.confirmedAt ?? Number.NEGATIVE_INFINITY)
      if (place.isRisky && place.isRead && until <= 12 * hourMs && age >= 6 * hourMs) gaps++
      if (day === 1 && until < hourMs / 12) ageAtColdest.set(place, age)
    }
  }
  const young = [...ageAtColdest.values()].filter((age) => age <= 4 * hourMs).length
  return { spent, gaps, young, missing }
}

function nextColdest(coldestAt: number, now: number): number {
  return coldestAt + Math.ceil((now - coldestAt) / dayMs) * dayMs
}

/** Places between 26° and 45° east, whose coldest hours come between 02 and 03:20 UTC. */
function placesOf(count: number, members: Partial<PacedPlace> = {}): Simulated[] {
  return Array.from({ length: count }, (_, index) => ({
    confirmedAt: midnight,
    coldestAt: midnight + 2 * hourMs + Math.round(((index % 16) * hourMs) / 12),
    isRisky: true,
    isRead: true,
    ...members
  }))
}

describe('the pace of watched places', () => {
  it('knows the next look of a place whose first night is more than a day ahead', () => {
    const budget = { now: midnight, dayEndsAt: midnight + dayMs, left: daily, cost, updatePeriodMs: hourMs }
    for (let ahead = -3; ahead <= 60; ahead += 0.5) {
      const coldestAt = midnight + ahead * hourMs
      for (const isRead of [true, false])
        for (const isRisky of [true, false]) {
          const [place] = placesOf(1, { confirmedAt: null, coldestAt, isRead, isRisky })
          expect(paceOf(place === undefined ? [] : [place], budget).due).toEqual([place])
        }
    }
  })

  it.each([
    ['a tenth of its period before the hour is up', { isRead: true }, hourMs + dayMs / 2, 0.9 * hourMs],
    ['where its look was taken more than half an hour early', { isRead: false }, 2 * hourMs, 2 * hourMs + 1]
  ])('asks %s, and not before', (_, members, aheadMs, ageMs) => {
    const budget = { now: midnight, dayEndsAt: midnight + dayMs, left: daily, cost, updatePeriodMs: hourMs }
    const dueAt = (age: number) => {
      const place = { coldestAt: midnight + aheadMs, confirmedAt: midnight - age, ...members }
      return paceOf(placesOf(1, place), budget).due.length
    }
    expect([dueAt(ageMs - 1), dueAt(ageMs)]).toEqual([0, 1])
  })

  it('is the source’s own while the budget lasts', () => {
    const places = placesOf(150)
    const budget = {
      now: midnight + hourMs,
      dayEndsAt: midnight + dayMs,
      left: daily,
      cost,
      updatePeriodMs: hourMs
    }
    const { due, ...pace } = paceOf(places, budget)
    expect(due).toHaveLength(150)
    // The three looks before the next night are all still to come today.
    const wantedUnits = expect.closeTo(150 * 23 * cost, 6)
    expect(pace).toEqual({ leftOut: [], periodMs: hourMs, missing: 0, needed: 450, wantedUnits })
    expect(carriedPlaces(daily, cost, hourMs)).toEqual({ fully: 200, atLeast: 1607 })
  })

  it('stretches with the places, so that what is due in an hour is its share of what is left', () => {
    const budget = { now: midnight, dayEndsAt: midnight + dayMs, left: daily, cost, updatePeriodMs: hourMs }
    const periods = [200, 400, 800].map((count) => paceOf(placesOf(count), budget).periodMs / hourMs)
    const [usual = 0, stretched = 0, longest = 0] = periods
    expect(usual).toBeLessThan(1.2)
    expect(stretched).toBeGreaterThan(1.5 * usual)
    expect(longest).toBeGreaterThan(1.8 * stretched)
    // Refreshed a period ago each, a part of them is due and the rest waits for later hours.
    const fresh = placesOf(800, { confirmedAt: midnight - hourMs })
    expect(paceOf(fresh, budget).due.length * cost).toBeLessThan(daily / 4)
  })

  it.each([300, 1000, 1600])('carries %i places through the day without a gap before a night', (count) => {
    const { spent, gaps, young, missing } = simulate(placesOf(count))
    expect(gaps).toBe(0)
    expect(young).toBe(count)
    expect(Math.max(...missing)).toBe(0)
    for (const units of spent) expect(units).toBeLessThanOrEqual(daily)
    // The budget is used: what is left at midnight is lost.
    expect(spent[1]).toBeGreaterThan(0.8 * daily)
  })

  it('gives the last look before the coldest hour to as many places as the arithmetic allows, and tells what is missing', () => {
    const near = placesOf(1000)
    const mild = placesOf(4000, { isRisky: false })
    const { gaps, missing, young } = simulate([...near, ...mild])
    expect(gaps).toBe(0)
    // Three refreshes of each place at risk, and one of each other place as far as the budget goes.
    const carried = Math.floor(daily / cost) - 3 * near.length
    expect(young).toBeGreaterThanOrEqual(near.length + 0.98 * carried)
    expect(Math.max(...missing)).toBeGreaterThan(3000)
  })

  it('lets neither unread feeds nor mild places take a look from a place at risk', () => {
    const unread = placesOf(1500, { isRead: false })
    const { gaps, spent } = simulate([...unread, ...placesOf(700)])
    expect(gaps).toBe(0)
    expect(Math.max(...spent)).toBeLessThanOrEqual(daily)
    const mild = placesOf(200, { isRead: false, isRisky: false })
    expect(simulate(mild).spent[1]).toBeCloseTo(200 * cost, 5)
  })

  it('never spends more than is left, asks for nobody twice, and puts missed looks of places at risk first', () => {
    const place = fc.record({
      confirmedAt: fc.option(fc.integer({ min: -30, max: 0 }).map((hours) => midnight + hours * hourMs)),
      coldestAt: fc.integer({ min: 0, max: 23 * 60 }).map((minutes) => midnight + minutes * 60_000),
      isRisky: fc.boolean(),
      isRead: fc.boolean()
    })
    fc.assert(
      fc.property(
        fc.array(place, { maxLength: 40 }),
        fc.double({ min: 0, max: 80, noNaN: true }),
        (places, left) => {
          const budget = { now: midnight, dayEndsAt: midnight + dayMs, left, cost, updatePeriodMs: hourMs }
          const { due, periodMs, missing } = paceOf(places, budget)
          expect(due.length * cost).toBeLessThanOrEqual(left + 1e-6)
          expect(new Set(due).size).toBe(due.length)
          expect(periodMs).toBeGreaterThanOrEqual(hourMs)
          expect(missing).toBeGreaterThanOrEqual(0)
          const more = paceOf(places, { ...budget, left: left + 50 })
          expect(more.periodMs).toBeLessThanOrEqual(periodMs)
          expect(more.missing).toBeLessThanOrEqual(missing)
        }
      )
    )
  })
})
