import { expect, it } from 'vitest'
import { SourceError } from '../sources/source.ts'
import { askAside } from './ask-aside.ts'
import { createGates } from './gate.ts'
import { createSourceCircuits } from './source-circuits.ts'

const point = { key: '38.353,38.312' }
const askedUntilPaused = async (given: Partial<Parameters<typeof askAside>[1]>): Promise<number> => {
  const clock = () => 0
  const report = () => undefined
  const signal = () => new AbortController().signal
  const deps = {
    clock,
    report,
    gates: createGates(),
    abortAfter: signal,
    circuits: createSourceCircuits(clock)
  }
  let asked = 0
  const pay = async () => {
    asked++
    return true
  }
  const request = { id: 'models', point, requester: 'watched', pay, fetch: async () => 1, ...given } as const
  for (let index = 0; index < 20; index++) await askAside(deps as Parameters<typeof askAside>[0], request)
  return asked
}

it('a fault of the source opens its circuit, one of the budget’s store does not', async () => {
  const fetch = async () => {
    throw new SourceError('unreachable', 'no route')
  }
  expect(await askedUntilPaused({ fetch })).toBeLessThan(10)
  let paid = 0
  const pay = async () => {
    paid++
    throw new Error('database is locked')
  }
  await askedUntilPaused({ pay })
  expect(paid).toBe(20)
})
