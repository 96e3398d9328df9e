import { describe, expect, it } from 'vitest'
import { nextAttemptAt } from './retry.ts'

const minute = 60_000
const hour = 60 * minute
const now = Date.UTC(2026, 3, 10, 12)

function delays(coldestInHours: number, count: number): readonly (number | null)[] {
  const coldestAt = now + coldestInHours * hour
  let at: number | null = now
  return Array.from({ length: count }, (_, index) => {
    if (at === null) return null
    const from = at
    at = nextAttemptAt({
      ...{ attempt: index + 1, now: from, coldestAt, endsAt: coldestAt + 2 * hour },
      ...{ afterSeconds: null, chance: 0 }
    })
    return at === null ? null : (at - from) / 1000
  })
}

describe('retries', () => {
  it('come after 5 s, 30 s, 2 min and 5 min, then every ten minutes when the coldest hour is near', () => {
    expect(delays(10, 7)).toEqual([5, 30, 120, 300, 600, 600, 600])
  })

  it('come hourly while the coldest hour is far, but no hour runs far into the last twelve', () => {
    expect(delays(15, 8)).toEqual([5, 30, 120, 300, 3600, 3600, 3145, 600])
  })

  it('never come after the night is over, and an asked-for pause that ends later is the end', () => {
    const failed = { attempt: 9, now, coldestAt: now + minute, afterSeconds: null, chance: 0 }
    expect(nextAttemptAt({ ...failed, endsAt: now + 10 * minute })).toBeNull()
    expect(nextAttemptAt({ ...failed, endsAt: now + 10 * minute + 1 })).toBe(now + 10 * minute)
    expect(nextAttemptAt({ ...failed, endsAt: now + hour, afterSeconds: 3600 })).toBeNull()
    expect(nextAttemptAt({ ...failed, endsAt: now + hour, afterSeconds: 3599 })).toBe(now + 3599_000)
  })

  it('are only ever made earlier by chance, by at most a tenth, and never before what was asked for', () => {
    const failed = { attempt: 2, now, coldestAt: null, endsAt: now + hour, afterSeconds: null }
    expect(nextAttemptAt({ ...failed, chance: 1 })).toBe(now + 27_000)
    expect(nextAttemptAt({ ...failed, chance: 1, afterSeconds: 30 })).toBe(now + 30_000)
  })
})
