import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createTokenBucket } from './budget.ts'

const windowMs = 60_000

function bucketOf(limit: number) {
  let now = 1_000_000
  const pass = (milliseconds: number): void => {
    now += milliseconds
  }
  return { bucket: createTokenBucket({ limit, windowMs }, () => now), pass, now: () => now }
}

it('gives half of the limit at once and half spread over the window, in whole multiples', () => {
  const { bucket, pass, now } = bucketOf(100)
  expect(bucket.tokens()).toBe(50)
  expect(bucket.take(3, 100)).toBe(16)
  expect(bucket.tokens()).toBe(2)
  expect(bucket.take(3, 1)).toBe(0)
  expect(bucket.freeAt(3)).toBe(now() + 1200)
  pass(1200)
  expect(bucket.take(3, 1)).toBe(1)
  pass(windowMs)
  expect(bucket.tokens()).toBe(50)
  expect(bucket.freeAt(50)).toBe(now())
})

it('takes back what was not used, never more than it holds', () => {
  const { bucket } = bucketOf(100)
  expect(bucket.take(10, 3)).toBe(3)
  bucket.giveBack(10)
  expect(bucket.tokens()).toBe(30)
  bucket.giveBack(1000)
  expect(bucket.tokens()).toBe(50)
})

it('lets what costs more than it holds pass when it is full', () => {
  const { bucket, pass, now } = bucketOf(100)
  expect(bucket.take(80, 2)).toBe(1)
  expect(bucket.tokens()).toBe(-30)
  expect(bucket.take(1, 1)).toBe(0)
  expect(bucket.freeAt(80)).toBe(now() + 96_000)
  pass(96_000)
  expect(bucket.take(80, 1)).toBe(1)
})

it('goes on from there when the clock is set back', () => {
  const { bucket, pass } = bucketOf(100)
  bucket.take(1, 50)
  pass(-86_400_000)
  expect(bucket.tokens()).toBe(0)
  pass(windowMs / 2)
  expect(bucket.tokens()).toBe(25)
})

it('lets no window see more than the limit', () => {
  const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: 60 })), {
    maxLength: 60
  })
  fc.assert(
    fc.property(steps, (waits) => {
      const { bucket, pass, now } = bucketOf(100)
      const taken: (readonly [at: number, units: number])[] = []
      for (const [wait, count] of waits) {
        pass(wait)
        taken.push([now(), bucket.take(1, count)])
      }
      for (const [from] of taken) {
        const within = taken.filter(([at]) => at >= from && at < from + windowMs)
        expect(within.reduce((sum, [, units]) => sum + units, 0)).toBeLessThanOrEqual(100)
      }
    })
  )
})
