import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLimiter, type Tier } from './limiter.ts'

const free: Tier = { name: 'free', quota: 60, windowSeconds: 60 }

describe('the sliding log', () => {
  it('lets 60 pass and refuses the next until the first is 60 s old', () => {
    const limiter = createLimiter(10)
    for (let index = 0; index < 60; index++) {
      expect(limiter.take('a', free, index * 100).allowed).toBe(true)
    }
    expect(limiter.take('a', free, 6000)).toEqual({ allowed: false, remaining: 0, resetSeconds: 54 })
    expect(limiter.take('a', free, 59_999).allowed).toBe(false)
    expect(limiter.take('a', free, 60_000).allowed).toBe(true)
    expect(limiter.take('a', free, 60_001).allowed).toBe(false)
  })

  it('has no edge at which twice as many pass', () => {
    const limiter = createLimiter(10)
    let passed = 0
    for (let at = 59_000; at < 61_000; at += 10) if (limiter.take('a', free, at).allowed) passed++
    expect(passed).toBe(60)
  })

  it('never lets more than the quota through in any window, and never refuses a client below it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 400 }),
        fc.integer({ min: 1, max: 40 }),
        (gaps, quota) => {
          const tier = { name: 't', quota, windowSeconds: 60 }
          const limiter = createLimiter(2)
          const passed: number[] = []
          let at = 0
          for (const gap of gaps) {
            at += gap
            const inWindow = passed.filter((stamp) => stamp > at - 60_000).length
            const verdict = limiter.take('a', tier, at)
            expect(verdict.allowed).toBe(inWindow < quota)
            if (verdict.allowed) passed.push(at)
          }
        }
      ),
      { numRuns: 300 }
    )
  })

  it('keeps a bounded number of clients and forgets the longest silent', () => {
    const limiter = createLimiter(100)
    for (let index = 0; index < 5000; index++) limiter.take(`client ${index}`, free, 0)
    expect(limiter.clients()).toBe(100)
  })
})

it('after the clock was set back by a day, a spent quota is whole again one window later, and not before', () => {
  const limiter = createLimiter(10)
  const two: Tier = { name: 'two', quota: 2, windowSeconds: 60 }
  const day = 86_400_000
  const at = 10 * day
  limiter.take('a', two, at)
  limiter.take('a', two, at + 1000)
  expect(limiter.take('a', two, at - day)).toEqual({ allowed: false, remaining: 0, resetSeconds: 60 })
  expect(limiter.take('a', two, at - day + 59_999).allowed).toBe(false)
  expect(limiter.take('a', two, at - day + 60_000)).toMatchObject({ allowed: true, remaining: 1 })
})
