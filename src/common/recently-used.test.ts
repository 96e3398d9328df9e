import { expect, it } from 'vitest'
import { recentlyUsed } from './recently-used.ts'

it('keeps so many entries, and drops the one that was used least recently', () => {
  const entries = recentlyUsed<number>(3)
  for (const [index, key] of ['a', 'b', 'c'].entries()) entries.set(key, index)
  expect(entries.get('a')).toBe(0)
  entries.set('d', 3)
  expect([...entries.keys()].sort()).toEqual(['a', 'c', 'd'])
})

it('takes no memory for entries that are not there yet', () => {
  const taken = (): number => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers
  const before = taken()
  const all = Array.from({ length: 50 }, () => recentlyUsed<number>(100_000))
  expect(taken() - before).toBeLessThan(5_000_000)
  expect(all.map(({ size }) => size)).toEqual(all.map(() => 0))
})
