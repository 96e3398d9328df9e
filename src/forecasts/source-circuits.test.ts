import { describe, expect, it } from 'vitest'
import { SourceError } from '../sources/source.ts'
import { createBudget } from './budget.ts'
import { createSourceCircuits } from './source-circuits.ts'

function stoppedClock() {
  let now = 1_000_000
  const pass = (milliseconds: number): void => {
    now += milliseconds
  }
  return { clock: () => now, pass }
}

describe('attempts at a source', () => {
  it('wait 30 s after a failure, twice as long after each further one, at most ten minutes', () => {
    const { clock, pass } = stoppedClock()
    const circuits = createSourceCircuits(clock).by('visitor')
    const waits: number[] = []
    for (let failure = 0; failure < 7; failure++) {
      circuits.failed('a', ['p'], new SourceError('not_covered', 'no'))
      const until = circuits.pausedUntil('a', 'p') ?? clock()
      waits.push((until - clock()) / 1000)
      pass(until - clock())
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 600, 600])
  })

  it('of a probe are told, but nobody waits for them, and they close nothing later', () => {
    const { clock } = stoppedClock()
    const circuits = createSourceCircuits(clock)
    const failure = new SourceError('unreachable', 'no network')
    for (let probe = 0; probe < 20; probe++) circuits.probeFailed('a', failure)
    const reported = { kind: 'unreachable', message: 'no network', at: clock() }
    expect(circuits.stateOf('a')).toMatchObject({ failures: 20, closedUntil: null, lastFailure: reported })
    expect(circuits.by('visitor').pausedUntil('a', 'p')).toBeNull()
    circuits.by('visitor').failed('a', ['p'], failure)
    expect(circuits.stateOf('a').failures).toBe(21)
    expect(circuits.by('visitor').pausedUntil('a', 'q')).toBeNull()
    circuits.by('visitor').succeeded('a', 'p')
    expect(circuits.stateOf('a')).toMatchObject({ failures: 0, lastFailure: reported })
  })

  it('leave other points alone until the source fails five times in a row, whatever the points', () => {
    const { clock } = stoppedClock()
    const circuits = createSourceCircuits(clock).by('visitor')
    const failure = new SourceError('unreachable', 'no')
    for (const point of ['p', 'q', 'r', 's']) circuits.failed('a', [point], failure)
    expect(circuits.pausedUntil('a', 'z')).toBeNull()
    circuits.failed('a', ['t'], failure)
    expect(circuits.pausedUntil('a', 'z')).toBe(clock() + 30_000)
    expect(circuits.pausedUntil('b', 'z')).toBeNull()
    circuits.succeeded('a', 'z')
    expect(circuits.pausedUntil('a', 'z')).toBeNull()
  })

  it('wait as long as the source asks', () => {
    const { clock } = stoppedClock()
    const circuits = createSourceCircuits(clock).by('visitor')
    circuits.failed('a', ['p'], new SourceError('rate_limited', 'slow down', 900))
    expect(circuits.pausedUntil('a', 'p')).toBe(clock() + 900_000)
    expect(circuits.pausedUntil('a', 'other')).toBe(clock() + 900_000)
  })
})

describe('a 429 that a visitor meets', () => {
  it('pauses watched places only where it names a pause', () => {
    const { clock } = stoppedClock()
    const circuits = createSourceCircuits(clock)
    const [visitor, watched] = [circuits.by('visitor'), circuits.by('watched')]
    visitor.failed('a', ['p'], new SourceError('rate_limited', 'slow down'))
    expect(visitor.pausedUntil('a', 'q')).toBe(clock() + 30_000)
    expect([watched.pausedUntil('a', 'p'), watched.pausedUntil('a', 'q')]).toEqual([null, null])
    visitor.failed('a', ['p'], new SourceError('rate_limited', 'slow down', 60))
    expect(watched.pausedUntil('a', 'q')).toBe(clock() + 60_000)
    watched.failed('b', ['p'], new SourceError('rate_limited', 'slow down'))
    expect(visitor.pausedUntil('b', 'q')).toBe(clock() + 30_000)
  })
})

describe('a clock that is set back by a day', () => {
  it('ends the pauses of points and of the source that it left in the future', () => {
    const { clock, pass } = stoppedClock()
    const circuits = createSourceCircuits(clock)
    const visitor = circuits.by('visitor')
    pass(86_400_000)
    visitor.failed('a', ['p'], new SourceError('not_covered', 'no'))
    visitor.failed('b', ['p'], new SourceError('rate_limited', 'slow down', 1800))
    expect([visitor.pausedUntil('a', 'p'), visitor.pausedUntil('b', 'q')]).toEqual([
      clock() + 30_000,
      clock() + 1_800_000
    ])
    pass(-86_400_000)
    expect([visitor.pausedUntil('a', 'p'), visitor.pausedUntil('b', 'p')]).toEqual([null, null])
    expect(circuits.stateOf('b').closedUntil).toBeNull()
    visitor.failed('a', ['p'], new SourceError('not_covered', 'no'))
    expect(visitor.pausedUntil('a', 'p')).toBe(clock() + 60_000)
  })
})

describe('what may be spent', () => {
  const source = {
    credit: { id: 'a', name: '', license: '', url: '', attribution: '' },
    limits: { updatePeriodSeconds: 3600, dailyBudget: 100, costOf: () => 10, isPublic: true },
    synthetic: false,
    fetchForecast: () => Promise.reject(new SourceError('unreachable', ''))
  }

  it('keeps half of a source’s day for watched places', async () => {
    const spent = new Map<string, number>()
    const store = {
      spent: async (id: string, day: string) => spent.get(id + day) ?? 0,
      add: async (id: string, day: string, units: number) => {
        const sum = (spent.get(id + day) ?? 0) + units
        spent.set(id + day, sum)
        return sum
      }
    }
    const budget = createBudget(store, () => Date.parse('2026-04-12T10:00:00Z'))
    let anonymous = 0
    while (await budget.take(source, 10, false)) anonymous++
    let watched = 0
    while (await budget.take(source, 10, true)) watched++
    expect([anonymous, watched]).toEqual([5, 5])
    expect(await budget.spending(source)).toEqual({ spentToday: 100, dailyBudget: 100 })
  })
})
