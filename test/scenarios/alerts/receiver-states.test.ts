/** The states of a receiver in docs/alerts.md are those of the code: random attempts take every edge, and no other. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  afterAttempt,
  type FinishedAttempt,
  firstState,
  type ReceiverState
} from '../../../src/alerts/dispatch/receiver-state.ts'
import { edgesOf } from '../../state-diagram.ts'

const rules = { slowMs: 2000, widest: 24, slowWidest: 3 }

const attempts = fc.array(
  fc.record({
    settled: fc.boolean(),
    tookMs: fc.constantFrom(20, 1900, 2100, 5000, 20_000),
    /** After the attempt before it ended. */
    laterMs: fc.constantFrom(10, 1000, 2500)
  }),
  { maxLength: 12 }
)

function eventOf({ settled, tookMs }: FinishedAttempt): string {
  if (tookMs < rules.slowMs) return 'quick answer'
  return settled ? 'slow answer' : 'no answer'
}

it('the states of a receiver and their changes are those of the diagram, and no others', () => {
  const edges = new Set<string>()
  const begin = (isKnown: boolean): ReceiverState => {
    const state = firstState(isKnown)
    edges.add(`[*] --> ${state.health}: ${isKnown ? 'answered before' : 'new'}`)
    return state
  }
  for (const [isKnown, history] of fc.sample(fc.tuple(fc.boolean(), attempts), { numRuns: 5000, seed: 1 })) {
    let state = begin(isKnown)
    let at = 0
    for (const { laterMs, ...finished } of history) {
      at += laterMs
      const next = afterAttempt(state, { ...finished, at }, rules)
      if (next.health !== state.health) {
        edges.add(`${state.health} --> ${next.health}: ${eventOf({ ...finished, at })}`)
      }
      expect(next.width).toBeLessThanOrEqual(rules.widest)
      if (next.health === 'silent') expect(next.width).toBe(1)
      state = next
    }
  }
  expect([...edges].toSorted()).toEqual(edgesOf('docs/alerts.md', 'States of a receiver'))
})
