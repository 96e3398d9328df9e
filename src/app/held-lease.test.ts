import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStore, type Store } from '../store/open.ts'
import { type HeldLease, holdLease } from './held-lease.ts'

const leaseMs = 30_000
const workWithinMs = 600_000

let store: Store
let now: number
let pauses: (() => void)[]
let reports: unknown[]
let lease: HeldLease

beforeEach(async () => {
  now = Date.UTC(2026, 3, 9)
  pauses = []
  reports = []
  store = await openStore({ url: null, dataDir: ':memory:', now })
  lease = holdLease({
    ...{ leases: store.leases, name: 'alerts', holder: 'one', leaseMs, workWithinMs, clock: () => now },
    report: (_event, details) => void reports.push(details),
    pause: () => new Promise((resolve) => pauses.push(resolve))
  })
})

afterEach(async () => {
  await lease.stop()
  await store.close()
})

/** Lets time pass for the timer of the lease. */
async function live(milliseconds: number): Promise<void> {
  for (const until = now + milliseconds; now < until; ) {
    await expect.poll(() => pauses).toHaveLength(1)
    now += leaseMs / 3
    pauses.pop()?.()
  }
  await expect.poll(() => pauses).toHaveLength(1)
}

const otherMayTake = () => store.leases.hold({ name: 'alerts', holder: 'two', now, until: now + leaseMs })

it('is kept between two holds of its work, and let go when the work hangs', async () => {
  expect(await lease.hold()).toBe(true)
  await live(workWithinMs - leaseMs)
  expect(await otherMayTake()).toBe(false)
  expect(await lease.hold()).toBe(true)
  await live(workWithinMs - leaseMs)
  expect(await otherMayTake()).toBe(false)
  expect(reports).toEqual([])
  await live(2 * leaseMs)
  expect(await otherMayTake()).toBe(true)
  expect(reports).toContainEqual(expect.objectContaining({ round: 'lease alerts' }))
  expect(await lease.hold()).toBe(false)
})

it('that gave way is left to others for its length, and taken again where none of them wants it', async () => {
  expect(await lease.hold()).toBe(true)
  await lease.giveWay()
  // Neither its work nor its timer takes it back.
  expect(await lease.hold()).toBe(false)
  await live(leaseMs / 3)
  expect(await otherMayTake()).toBe(true)
  await store.leases.release('alerts', 'two')
  await live(leaseMs / 3)
  expect(await lease.hold()).toBe(false)
  await live(leaseMs / 3)
  expect(await lease.hold()).toBe(true)
  expect(await otherMayTake()).toBe(false)
})
