import { expect, it } from 'vitest'
import { lastingBudgets } from './budget.ts'

function openStore() {
  const sums = new Map<string, number>()
  const store = { sums, isAway: false, of: (id: string, day: string) => sums.get(`${day} ${id}`) ?? 0 }
  const here = (): void => {
    if (store.isAway) throw new Error('away')
  }
  return Object.assign(store, {
    add: async (id: string, day: string, units: number) => {
      here()
      sums.set(`${day} ${id}`, store.of(id, day) + units)
      return store.of(id, day)
    },
    spent: async (id: string, day: string) => {
      here()
      return store.of(id, day)
    }
  })
}

it('counts on from the last sum while the store is away, and brings it what was spent when it is back', async () => {
  const store = openStore()
  const reported: string[] = []
  const budgets = lastingBudgets(store, (event) => reported.push(event))
  expect(await budgets.add('one', '2026-04-11', 10)).toBe(10)
  store.isAway = true
  expect(await budgets.add('one', '2026-04-11', 2)).toBe(12)
  expect(await budgets.add('one', '2026-04-11', 3)).toBe(15)
  expect(await budgets.add('other', '2026-04-11', 1)).toBe(1)
  expect(await budgets.spent('one', '2026-04-11')).toBe(15)
  expect(new Set(reported)).toEqual(new Set(['store_failed']))
  store.isAway = false
  expect(await budgets.spent('one', '2026-04-11')).toBe(15)
  expect(await budgets.add('one', '2026-04-11', 1)).toBe(16)
  expect(store.of('one', '2026-04-11')).toBe(16)
})

it('begins each day anew', async () => {
  const store = openStore()
  store.isAway = true
  const budgets = lastingBudgets(store, () => undefined)
  await budgets.add('one', '2026-04-11', 5)
  expect(await budgets.add('one', '2026-04-12', 1)).toBe(1)
})
