import { expect, test } from 'vitest'
import { repeat } from './repeating.ts'

const never = 1_000_000

/** Work whose runs the test ends one by one. */
function steppedWork() {
  const ends: (() => void)[] = []
  let started = 0
  return {
    started: () => started,
    work: () =>
      new Promise<void>((resolve) => {
        started += 1
        ends.push(resolve)
      }),
    endOne: () => ends.shift()?.()
  }
}

async function soon(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0))
  await new Promise((resolve) => setTimeout(resolve, 0))
}

test('two runs never overlap, and a nudge during a run leads to one more', async () => {
  const { started, work, endOne } = steppedWork()
  const repeating = repeat({ name: 'x', pauseMs: () => never, work, report: () => undefined })
  repeating.wake()
  repeating.wake()
  expect(started()).toBe(1)
  endOne()
  await soon()
  expect(started()).toBe(2)
  endOne()
  await soon()
  expect(started()).toBe(2)
  await repeating.stop()
})

test('stopping waits for the run under way, and nothing begins after it', async () => {
  const { started, work, endOne } = steppedWork()
  const repeating = repeat({ name: 'x', pauseMs: () => 0, work, report: () => undefined })
  let stopped = false
  const stopping = repeating.stop().then(() => {
    stopped = true
  })
  await soon()
  expect(stopped).toBe(false)
  endOne()
  await stopping
  repeating.wake()
  expect(started()).toBe(1)
})

test('a run that fails is reported, and the next one comes', async () => {
  const reported: unknown[] = []
  const broken = new RangeError('broken')
  let runs = 0
  const repeating = repeat({
    name: 'watch',
    pauseMs: () => 0,
    work: async () => {
      runs += 1
      throw broken
    },
    report: (event, details) => void reported.push([event, details])
  })
  await soon()
  await soon()
  await repeating.stop()
  expect(runs).toBeGreaterThan(1)
  expect(reported[0]).toEqual(['round_failed', { round: 'watch', error: 'RangeError: broken', err: broken }])
})
