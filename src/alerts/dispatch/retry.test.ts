import { describe, expect, it } from 'vitest'
import { nextAttemptAt } from './outcomes.ts'

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
      ...{ afterSeconds: null, seededRandom: 0 }
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

  it('never come after the night is over', () => {
    const failed = { attempt: 9, now, coldestAt: now + minute, afterSeconds: null, seededRandom: 0 }
    expect(nextAttemptAt({ ...failed, endsAt: now + 10 * minute })).toBeNull()
    expect(nextAttemptAt({ ...failed, endsAt: now + 10 * minute + 1 })).toBe(now + 10 * minute)
    expect(nextAttemptAt({ ...failed, endsAt: now + hour, afterSeconds: 3599 })).toBe(now + 3599_000)
  })

  it('come once more shortly before the end where the receiver asks for a pause beyond it', () => {
    const failed = { attempt: 2, now, coldestAt: now + 3 * hour, afterSeconds: 86_400, seededRandom: 0 }
    const endsAt = now + 5 * hour
    expect(nextAttemptAt({ ...failed, endsAt })).toBe(endsAt - 5 * minute)
    // Jitter: not all messages come back at once.
    expect(nextAttemptAt({ ...failed, endsAt, seededRandom: 1 })).toBe(endsAt - 10 * minute)
    expect(nextAttemptAt({ ...failed, endsAt: now + hour, afterSeconds: 3600 })).toBe(now + 55 * minute)
  })

  it('end with that last try, whenever it was made and however often it is asked for more', () => {
    for (const seededRandom of [0, 0.5, 1]) {
      let at: number | null = now
      let tries = 0
      while (at !== null) {
        const failed = { attempt: 5 + tries, now: at, coldestAt: null, afterSeconds: 90_000, seededRandom }
        at = nextAttemptAt({ ...failed, endsAt: now + 5 * hour })
        if (at !== null) tries += 1
      }
      expect(tries).toBe(1)
    }
    const late = { attempt: 5, now, coldestAt: null, afterSeconds: 900, seededRandom: 0 }
    expect(nextAttemptAt({ ...late, endsAt: now + 10 * minute })).toBeNull()
    expect(nextAttemptAt({ ...late, endsAt: now - minute })).toBeNull()
  })

  it('are only ever made earlier by chance, by at most a tenth, and never before what was asked for', () => {
    const failed = { attempt: 2, now, coldestAt: null, endsAt: now + hour, afterSeconds: null }
    expect(nextAttemptAt({ ...failed, seededRandom: 1 })).toBe(now + 27_000)
    expect(nextAttemptAt({ ...failed, seededRandom: 1, afterSeconds: 30 })).toBe(now + 30_000)
  })
})
