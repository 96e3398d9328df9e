import { expect, test } from 'vitest'
import { BoundedMap } from './bounded-map.ts'

test('drops the entry that was added first, and never more than one', () => {
  const map = new BoundedMap<string, number>(2)
  map.set('a', 1).set('b', 2).set('a', 3)
  expect([...map]).toEqual([
    ['a', 3],
    ['b', 2]
  ])
  map.set('c', 4)
  expect([...map.keys()]).toEqual(['b', 'c'])
  map.delete('b')
  map.set('d', 5)
  expect([...map.keys()]).toEqual(['c', 'd'])
})

test('keeps its limit also where an entry is looked for and added', () => {
  const map = new BoundedMap<string, number>(2)
  for (const [index, key] of ['a', 'b', 'a', 'c'].entries()) map.getOrInsert(key, index)
  map.getOrInsertComputed('d', () => 9)
  expect([...map]).toEqual([
    ['c', 3],
    ['d', 9]
  ])
})
