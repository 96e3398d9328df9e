import { expect, it } from 'vitest'
import { hourMs } from '../common/time.ts'
import { createDemo } from '../sources/demo/demo.ts'
import { type Point, pointOf } from '../weather/point.ts'
import { createBudget } from './budget.ts'
import { createForecastCache } from './forecast-cache.ts'
import { createForecasts, type Forecasts } from './forecasts.ts'
import { createGates } from './gate.ts'
import type { ForecastStore } from './ports.ts'
import { createSourceCircuits } from './source-circuits.ts'

const point: Point = pointOf({ lat: 38.35, lon: 38.317, timezone: 'Europe/Istanbul', elevation: 963 })
const startAt = Date.parse('2026-04-11T17:00:00Z')

/** Forecasts over a database that can be made unavailable. */
function forecastsOverFailingStore(onRun: () => void = () => undefined) {
  let nowAt = startAt
  let isAway = false
  const reported: string[] = []
  const errors: unknown[] = []
  const clock = (): number => nowAt
  const orAway = <T>(answer: T): Promise<T> =>
    isAway ? Promise.reject(new Error('the database is away')) : Promise.resolve(answer)
  const store: ForecastStore = {
    read: () => orAway(null),
    write: () => orAway(true),
    any: () => orAway(true),
    prune: () => orAway(0)
  }
  const forecasts: Forecasts = createForecasts({
    sources: [{ ...createDemo(clock), synthetic: false }],
    circuits: createSourceCircuits(clock),
    budget: createBudget({ add: () => orAway(0), spent: () => orAway(0) }, clock),
    gates: createGates(),
    clock,
    random: () => 0.5,
    report: (event, { err }) => {
      reported.push(event)
      errors.push(err)
    },
    cache: createForecastCache(1_000_000),
    abortAfter: () => new AbortController().signal,
    store,
    leases: null,
    allowance: { take: async () => null, giveBack: async () => undefined },
    onRun,
    wantsEnsemble: () => false,
    demo: null
  })
  return {
    forecasts,
    reported,
    errors,
    later(milliseconds: number) {
      nowAt += milliseconds
      isAway = true
    }
  }
}

it('gives what is in memory, and goes on, while the database is away', async () => {
  const { forecasts, reported, later } = forecastsOverFailingStore()
  const requester = { kind: 'client', key: '192.0.2.7' } as const
  expect((await forecasts.get(point, requester)).kind).toBe('snapshot')
  for (const waitMs of [1.2 * hourMs, 3 * hourMs]) {
    later(waitMs)
    // An unhandled rejection would fail this run, as it would end the service.
    expect((await forecasts.get(point, requester)).kind).toBe('snapshot')
    await new Promise(setImmediate)
    expect(reported).toContain('store_failed')
    reported.length = 0
  }
})

it('a fault in a renewal is reported as the error that it was', async () => {
  const fault = new TypeError('not a function')
  const { forecasts, reported, errors } = forecastsOverFailingStore(() => {
    throw fault
  })
  await forecasts.get(point, { kind: 'client', key: '192.0.2.7' })
  expect(reported).toEqual(['renewal_failed'])
  expect(errors[0]).toBe(fault)
})
