import { expect, it } from 'vitest'
import { takeTurns } from './turns.ts'

it('gives other work its turn in the middle of a long computation', async () => {
  const turn = takeTurns()
  let others = 0
  setImmediate(() => {
    others += 1
  })
  const endsAt = performance.now() + 1000
  while (others === 0 && performance.now() < endsAt) await turn()
  expect(others).toBe(1)
})
