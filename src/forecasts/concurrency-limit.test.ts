import { expect, it } from 'vitest'
import { limitConcurrency } from './concurrency.ts'

it('has never more than so many under way, begins in order, and a failure frees its place', async () => {
  const limited = limitConcurrency(2)
  const started: number[] = []
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<number>())
  const results = gates.map((gate, index) =>
    limited(() => {
      started.push(index)
      return gate.promise
    })
  )
  expect(started).toEqual([0, 1])
  gates[1]?.reject(new Error('no'))
  await expect(results[1]).rejects.toThrow('no')
  expect(started).toEqual([0, 1, 2])
  for (const [index, gate] of gates.entries()) gate.resolve(index)
  expect(await Promise.all(results.filter((_, index) => index !== 1))).toEqual([0, 2, 3, 4])
  expect(started).toEqual([0, 1, 2, 3, 4])
})
