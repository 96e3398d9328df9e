import { expect, it } from 'vitest'
import { mapChunked } from './outbox-claim.ts'

it('keeps the order, and lets others have their turn between portions', async () => {
  const items = Array.from({ length: 1500 }, (_, index) => index)
  const seen: (number | 'others')[] = []
  setImmediate(() => seen.push('others'))
  const results = await mapChunked(items, (item) => {
    seen.push(item)
    return item * 2
  })
  expect(results).toEqual(items.map((item) => item * 2))
  expect(seen.indexOf('others')).toBe(512)
})

it('does a few at once', async () => {
  let turns = 0
  setImmediate(() => {
    turns += 1
  })
  expect(await mapChunked([1, 2, 3], () => turns)).toEqual([0, 0, 0])
  expect(turns).toBe(0)
})

it('fails where the work fails', async () => {
  const failing = mapChunked([1], () => {
    throw new Error('broken')
  })
  await expect(failing).rejects.toThrow('broken')
})
