import { expect, it } from 'vitest'
import { dayMs, minuteMs } from '../common/time.ts'
import { createPointAllowance } from './point-allowance.ts'
import type { ClientDay, OpenedPoints } from './ports.ts'

const lastMinute = Date.parse('2026-04-12T23:59:00Z')

/** Counts in memory, which can be out of reach. */
function openStore() {
  const counts = new Map<string, number>()
  const asked: number[] = []
  const state = { isAway: false }
  const keyOf = ({ client, dayStart }: ClientDay): string => {
    if (state.isAway) throw new Error('away')
    return `${dayStart} ${client}`
  }
  const store: OpenedPoints = {
    async take(of, points, limit) {
      asked.push(points)
      const sum = (counts.get(keyOf(of)) ?? 0) + points
      if (sum > limit) return null
      counts.set(keyOf(of), sum)
      return sum
    },
    async add(of, points) {
      asked.push(points)
      counts.set(keyOf(of), Math.max(0, (counts.get(keyOf(of)) ?? 0) + points))
    }
  }
  return { ...{ store, state }, asked: () => asked.splice(0), stored: () => [...counts.values()] }
}

function openProcess(store: OpenedPoints, limit: number | null, now = lastMinute) {
  const reported: string[] = []
  const time = { now }
  const clock = (): number => time.now
  const allowance = createPointAllowance({
    limitOf: async () => limit,
    store,
    clock,
    report: (event) => reported.push(event)
  })
  const takeAll = (client: string, times: number) =>
    Promise.all(Array.from({ length: times }, () => allowance.take(client)))
  return { ...allowance, reported, time, takeAll }
}

it('lets a client open so many points a UTC day, and others theirs', async () => {
  const { take, takeAll, time } = openProcess(openStore().store, 2)
  expect(await takeAll('x', 3)).toEqual([null, null, 60])
  expect(await take('y')).toBeNull()
  time.now += minuteMs
  expect(await takeAll('x', 3)).toEqual([null, null, 86_400])
})

it('asks the store nothing where there is no limit, nor for more points than there are in a day', async () => {
  const { store, asked } = openStore()
  expect(await openProcess(store, null).take('x', 1000)).toBeNull()
  expect(await openProcess(store, 14).take('x', 15)).toBe(60)
  expect(asked()).toEqual([])
})

it('gives back what was not needed, and never more than was counted', async () => {
  const { store, stored, asked } = openStore()
  const { take, giveBack, time } = openProcess(store, 20)
  await take('x')
  await take('x', 15)
  await giveBack('x', 15)
  await giveBack('y', 15)
  expect(stored()).toEqual([1])
  expect(await take('x', 19)).toBeNull()
  time.now += minuteMs
  asked()
  await giveBack('x', 15)
  expect(asked()).toEqual([])
})

it('counts on from what it last heard while the store is away, and brings it what was counted, once', async () => {
  const { store, state, stored, asked } = openStore()
  const { take, takeAll, giveBack, reported } = openProcess(store, 10)
  const other = openProcess(store, 10)
  await takeAll('x', 3)
  await other.takeAll('x', 2)
  expect(await take('x')).toBeNull()
  state.isAway = true
  expect(await takeAll('x', 6)).toEqual([null, null, null, null, 60, 60])
  await giveBack('x', 2)
  expect(await takeAll('x', 3)).toEqual([null, null, 60])
  expect(new Set(reported)).toEqual(new Set(['store_failed']))
  state.isAway = false
  expect(stored()).toEqual([6])
  asked()
  expect(await takeAll('x', 3)).toEqual([60, 60, 60])
  expect(asked()).toEqual([4, 1, 1, 1])
  expect(stored()).toEqual([10])
  expect(await other.take('x')).toBe(60)
  await giveBack('x', 1)
  expect(await other.take('x')).toBeNull()
})

it('remembers that a client has had all, also where the store goes away then', async () => {
  const { store, state } = openStore()
  const { take } = openProcess(store, 5)
  await openProcess(store, 5).takeAll('x', 5)
  expect(await take('x')).toBe(60)
  state.isAway = true
  expect(await take('x')).toBe(60)
})

it('a clock set forward or back by a day has the counts of its day, and refuses no client for longer', async () => {
  const { store } = openStore()
  const { take, takeAll, time } = openProcess(store, 2)
  await takeAll('x', 2)
  time.now += dayMs
  expect(await take('x')).toBeNull()
  time.now -= dayMs
  expect(await take('x')).toBe(60)
  time.now -= dayMs
  expect(await takeAll('x', 3)).toEqual([null, null, 60])
})
