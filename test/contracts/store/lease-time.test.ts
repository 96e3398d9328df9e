/** Machines whose clocks differ share one PostgreSQL: leases of tasks and of messages run by its clock. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Store } from '../../../src/store/open.ts'
import { postgresEngine } from './engines.ts'
import { hour, noon, onlyProfile, openFresh, run, sayIt, scored, stored } from './opened.ts'

const engine = postgresEngine()
let store: Store
beforeAll(() => engine.start())
afterAll(() => engine.stop())
beforeEach(async () => {
  store = await openFresh(engine, { timesLeases: true })
  return () => store.close()
})

/** As long as that of watching, and of messages. */
const leaseMs = 30_000
/** By how much the clocks of two machines are ahead of the right time. */
const clocks = [-600, 0, 600].map((seconds) => seconds * 1000)
const pairs = clocks.flatMap((a) => clocks.map((b) => [a, b] as const))

it.for(pairs)('a task is not taken from a clock %i ms ahead by one %i ms ahead', async ([a, b]) => {
  const hold = (holder: string, aheadMs: number, forMs = leaseMs): Promise<boolean> => {
    const now = Date.now() + aheadMs
    return store.leases.hold({ name: 'alerts', holder, now, until: now + forMs })
  }
  expect([await hold('a', a), await hold('b', b), await hold('a', a)]).toEqual([true, false, true])
  const [seen] = await store.leases.named(['alerts'], Date.now() + b)
  const restMs = (seen?.until ?? 0) - (Date.now() + b)
  expect(restMs).toBeGreaterThan(leaseMs - 10_000)
  expect(restMs).toBeLessThanOrEqual(leaseMs)
  expect(await hold('a', a, 1)).toBe(true)
  await expect.poll(() => hold('b', b)).toBe(true)
})

it.for(pairs)(
  'a message being sent by a clock %i ms ahead is left to it by one %i ms ahead',
  async ([a, b]) => {
    for (const _ of 'ab') await stored(store)
    await store.episodes.evaluate([run(await onlyProfile(store), 'one', [scored()])], noon - hour, null)
    const claim = async (worker: string, aheadMs: number, rest: { limit?: number; forMs?: number } = {}) => {
      const { limit = 100, forMs = leaseMs } = rest
      const now = noon + aheadMs
      const claimed = { now, limit, worker, leasedUntil: now + forMs, onlySubscription: null, decide: sayIt }
      return (await store.outbox.claim(claimed)).messages.map(({ due: { seq } }) => seq)
    }
    const [held] = await claim('a', a, { limit: 1 })
    const [left] = await claim('a', a, { forMs: 1 })
    await store.maintenance.hastenFuture(noon + b)
    const taken: number[] = []
    await expect
      .poll(async () => {
        taken.push(...(await claim('b', b)))
        return taken
      })
      .toEqual([left])
    expect(held).not.toBe(left)
  }
)
