import { expect, it } from 'vitest'
import { hourMs } from '../common/time.ts'
import { createDemo } from '../sources/demo/demo.ts'
import type { FetchedForecast, Source } from '../sources/source.ts'
import { type Point, pointOf } from '../weather/point.ts'
import { createBudget } from './budget.ts'
import { createForecastCache } from './forecast-cache.ts'
import { createForecasts } from './forecasts.ts'
import { createGates } from './gate.ts'
import { createSourceCircuits } from './source-circuits.ts'

const point: Point = pointOf({ lat: 38.35, lon: 38.317, timezone: 'Europe/Istanbul', elevation: 963 })
const startAt = Date.parse('2026-04-11T17:00:00Z')

/** Forecasts of one real source, under a clock and over an empty store. */
function openForecasts(clock: () => number, fetches: Partial<Source>) {
  const reported: string[] = []
  const forecasts = createForecasts({
    sources: [{ ...createDemo(clock), synthetic: false, ...fetches }],
    circuits: createSourceCircuits(clock),
    budget: createBudget({ add: async () => 0, spent: async () => 0 }, clock),
    gates: createGates(),
    clock,
    random: () => 0,
    report: (event) => reported.push(event),
    cache: createForecastCache(1_000_000),
    abortAfter: () => new AbortController().signal,
    store: {
      ...{ read: async () => null, write: async () => true },
      ...{ any: async () => false, prune: async () => 0 }
    },
    leases: null,
    allowance: { take: async () => null, giveBack: async () => undefined },
    onRun: () => undefined,
    wantsEnsemble: () => false,
    demo: createDemo(clock)
  })
  return { forecasts, reported }
}

it.each([
  [0.5, 0.5],
  [2, 2],
  [20, 3],
  [24 * 365, 3]
])('respects an Expires %d h ahead for %d h', async (aheadHours, waitHours) => {
  let now = startAt
  const clock = (): number => now
  let requests = 0
  const { forecasts } = openForecasts(clock, {
    async fetchForecast(request, signal) {
      requests++
      const fetched = (await createDemo(clock).fetchForecast(request, signal)) as FetchedForecast
      return { ...fetched, expiresAt: now + aheadHours * hourMs }
    }
  })
  await forecasts.probe(point)
  expect(requests).toBe(1)
  now = startAt + waitHours * hourMs - 1
  await forecasts.refreshWatched([point])
  expect(requests).toBe(1)
  now += 1
  await forecasts.refreshWatched([point])
  expect(requests).toBe(2)
})
