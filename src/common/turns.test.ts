import { expect, it } from 'vitest'
import { takeTurn } from './turns.ts'

it('gives other work its turn in the middle of a long computation', async () => {
  let others = 0
  setImmediate(() => {
    others += 1
  })
  const endsAt = performance.now() + 1000
  while (others === 0 && performance.now() < endsAt) await takeTurn()
  expect(others).toBe(1)
})
