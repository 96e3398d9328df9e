import { expect, it } from 'vitest'
import { createDemo } from '../sources/demo/demo.ts'
import type { Source } from '../sources/source.ts'
import { createBudget } from './budget.ts'
import type { BudgetStore } from './ports.ts'

const startAt = Date.parse('2026-04-11T20:00:00Z')

function countedDays(): BudgetStore {
  const days = new Map<string, number>()
  return {
    spent: async (id, day) => days.get(id + day) ?? 0,
    async add(id, day, units) {
      const sum = (days.get(id + day) ?? 0) + units
      days.set(id + day, sum)
      return sum
    }
  }
}

const synthetic = createDemo(() => startAt)
const source: Source = { ...synthetic, limits: { ...synthetic.limits, dailyBudget: 100 } }

it('lets visitors have their half of the day in the evening too, except what watched places still need', async () => {
  const store = countedDays()
  const [watching, other] = [createBudget(store, () => startAt), createBudget(store, () => startAt)]
  expect(await watching.takeMany(source, 1, 60)).toBe(60)
  let visitors = 0
  while (visitors < 20 && (await other.take(source, 1, false))) visitors++
  expect(visitors).toBe(20)
  // Twenty are left, and fifteen of them are needed.
  await watching.reserve(source, 15)
  while (await other.take(source, 1, false)) visitors++
  expect(visitors).toBe(25)
  await watching.reserve(source, 5)
  while (await other.take(source, 1, false)) visitors++
  expect(visitors).toBe(35)
  expect(await watching.takeMany(source, 1, 10)).toBe(5)
  expect(await watching.spending(source)).toEqual({ spentToday: 100, dailyBudget: 100 })
})

it('never lets visitors have more than half, and begins anew with the day', async () => {
  let now = startAt
  const budget = createBudget(countedDays(), () => now)
  await budget.reserve(source, 100)
  expect(await budget.take(source, 1, false)).toBe(false)
  now += 24 * 3_600_000
  let visitors = 0
  while (await budget.take(source, 1, false)) visitors++
  expect(visitors).toBe(50)
})

it('gives to what comes last only what watched places and visitors leave, and to past forecasts a tenth at most', async () => {
  const store = countedDays()
  const [watching, other] = [createBudget(store, () => startAt), createBudget(store, () => startAt)]
  const spare = async (): Promise<number> => {
    let units = 0
    while (await watching.takeSpare(source, 1)) units++
    return units
  }
  // Watched places want thirty of their fifty.
  await watching.reserve(source, 10, { refreshes: 30, models: 0 })
  let backfill = 0
  while (await watching.takeForBackfill(source, 1)) backfill++
  expect(backfill).toBe(10)
  expect(await spare()).toBe(10)
  // Nothing of it is missing to anyone.
  expect(await watching.takeMany(source, 1, 30)).toBe(30)
  await watching.reserve(source, 0)
  let visitors = 0
  while (await other.take(source, 1, false)) visitors++
  expect(visitors).toBe(50)
  expect(await watching.spending(source)).toEqual({ spentToday: 100, dailyBudget: 100 })
  // With more places the models are the first to go, then nothing is left for the past.
  const busy = createBudget(countedDays(), () => startAt)
  await busy.reserve(source, 10, { refreshes: 100, models: 0 })
  expect([await busy.takeSpare(source, 1), await busy.takeForBackfill(source, 1)]).toEqual([false, false])
})

it('gives spare units first to the models of places that decide tonight', async () => {
  const budget = createBudget(countedDays(), () => startAt)
  // Of the watched places' fifty, thirty are wanted for refreshes, and fifteen for such models.
  await budget.reserve(source, 10, { refreshes: 30, models: 15 })
  let others = 0
  while (await budget.takeSpare(source, 1)) others++
  expect([others, await budget.takeForBackfill(source, 1)]).toEqual([5, false])
  let deciding = 0
  while (await budget.takeSpare(source, 1, true)) deciding++
  expect(deciding).toBe(15)
  // In summer none decides.
  await budget.reserve(source, 10, { refreshes: 20, models: 0 })
  expect(await budget.takeSpare(source, 1)).toBe(true)
})

it('gives visitors of all processes together no more of a minute than one process gives them', async () => {
  let now = startAt
  const paced: Source = { ...source, limits: { ...source.limits, dailyBudget: null, perMinute: 600 } }
  /** What so many processes grant in each second of ten minutes to visitors who never stop asking. */
  const granted = async (processes: number): Promise<readonly number[]> => {
    const budgets = Array.from({ length: processes }, () =>
      createBudget(
        countedDays(),
        () => now,
        () => processes
      )
    )
    const seconds: number[] = []
    for (let second = 0; second < 600; second += 1, now += 1000) {
      let units = 0
      for (const budget of budgets) while (await budget.take(paced, 1.9, false)) units += 1.9
      seconds.push(units)
    }
    return seconds
  }
  const sum = (units: readonly number[]): number => units.reduce((one, other) => one + other, 0)
  for (const processes of [1, 4, 16]) {
    const seconds = await granted(processes)
    const most = Math.max(...seconds.map((_, at) => sum(seconds.slice(at, at + 60))))
    expect(most).toBeLessThanOrEqual(300)
    expect(sum(seconds)).toBeGreaterThan(1500)
  }
  const waiting = createBudget(
    countedDays(),
    () => now,
    () => 4
  )
  while (await waiting.take(paced, 1.9, false));
  const freeAt = waiting.freeAt(paced, 1.9, false)
  expect(freeAt).toBeGreaterThan(now)
  now = freeAt
  expect(await waiting.take(paced, 1.9, false)).toBe(true)
  // The process that watches has the other half to itself.
  expect(await waiting.takeMany(paced, 1.9, 1000)).toBe(78)
})
