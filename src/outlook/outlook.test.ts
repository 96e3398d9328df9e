import { expect, it } from 'vitest'
import type { Point } from '../forecast/point.ts'
import { createDemo } from '../sources/demo/demo.ts'
import { createAttempts } from './attempts.ts'
import { createBudget, createPointAllowance } from './budget.ts'
import { createGates } from './gate.ts'
import { createKeptPoints } from './kept-points.ts'
import { createOutlook, type Outlook } from './outlook.ts'
import type { KeptForecastStore } from './ports.ts'

const point: Point = { lat: 38.35, lon: 38.317, timezone: 'Europe/Istanbul', elevation: 963 }
const startAt = Date.parse('2026-04-11T17:00:00Z')
const hourMs = 3_600_000

/** An outlook whose database can be taken away. */
function outlookOverFailingStore() {
  let nowAt = startAt
  let isAway = false
  const reported: string[] = []
  const clock = (): number => nowAt
  const orAway = <T>(answer: T): Promise<T> =>
    isAway ? Promise.reject(new Error('the database is away')) : Promise.resolve(answer)
  const store: KeptForecastStore = {
    read: () => orAway(null),
    write: () => orAway(undefined),
    any: () => orAway(true),
    prune: () => orAway(0)
  }
  const outlook: Outlook = createOutlook({
    sources: [{ ...createDemo(clock), synthetic: false }],
    attempts: createAttempts(clock),
    budget: createBudget({ add: () => orAway(0), spent: () => orAway(0) }, clock),
    gates: createGates(),
    clock,
    random: () => 0.5,
    report: (event) => reported.push(event),
    kept: createKeptPoints(1_000_000),
    abortAfter: () => new AbortController().signal,
    store,
    allowance: createPointAllowance(null, clock),
    onRun: () => undefined,
    wantsEnsemble: () => false,
    demo: null
  })
  return {
    outlook,
    reported,
    later(milliseconds: number) {
      nowAt += milliseconds
      isAway = true
    }
  }
}

it('gives what is in memory, and goes on, while the database is away', async () => {
  const { outlook, reported, later } = outlookOverFailingStore()
  const asker = { kind: 'client', key: '192.0.2.7' } as const
  expect((await outlook.obtain(point, asker)).kind).toBe('snapshot')
  for (const waitMs of [1.2 * hourMs, 3 * hourMs]) {
    later(waitMs)
    // A rejection that nobody takes would fail this run, as it would end the service.
    expect((await outlook.obtain(point, asker)).kind).toBe('snapshot')
    await new Promise(setImmediate)
    expect(reported).toContain('renewal_failed')
    reported.length = 0
  }
})
