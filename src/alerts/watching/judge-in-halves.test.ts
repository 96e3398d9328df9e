import { expect, test } from 'vitest'
import { judgeInHalves } from './place-judging.ts'

const places = Array.from({ length: 1000 }, (_, index) => `place-${index}`)
const portions = [places.slice(0, 500), places.slice(500)]

/** Evaluates all but the places that fail; `away` is an error of the database. */
function failingAt(failing: (location: string) => Error | null) {
  const judged: string[] = []
  const state = { calls: 0 }
  const judge = async (locations: readonly string[]) => {
    state.calls += 1
    const error = locations.map(failing).find((one) => one !== null)
    if (error !== undefined) throw error
    judged.push(...locations)
  }
  return { judge, judged, state }
}

test('evaluates all places but the one that fails, in about ten steps', async () => {
  const { judge, judged, state } = failingAt((location) => (location === 'place-77' ? new Error('no') : null))
  const fault = await judgeInHalves(judge, portions, { mayGoOn: () => true })
  expect(fault?.error).toEqual(new Error('no'))
  expect(judged.toSorted()).toEqual(places.filter((one) => one !== 'place-77').toSorted())
  expect(state.calls).toBeLessThan(25)
})

test('ends after the first failure where the database is away', async () => {
  const away = new Error('away')
  const { judge, state } = failingAt(() => away)
  const fault = await judgeInHalves(judge, portions, { mayGoOn: (error) => error !== away })
  expect([fault?.error, state.calls]).toEqual([away, 1])
})

test('ends where everything fails, whatever the reason', async () => {
  const { judge, state } = failingAt(() => new Error('no'))
  await judgeInHalves(judge, portions, { mayGoOn: () => true })
  // 200 places alone, and as many portions and halves on the way to them.
  expect(state.calls).toBeLessThan(410)
})

test('evaluates all but fifty places that fail, wherever they are', async () => {
  const failing = new Set(places.filter((_, index) => index % 20 === 7))
  const { judge, judged } = failingAt((location) => (failing.has(location) ? new Error('no') : null))
  await judgeInHalves(judge, portions, { mayGoOn: () => true })
  expect(judged.toSorted()).toEqual(places.filter((one) => !failing.has(one)).toSorted())
})
