/** Claims that come upon a crowd, and what the planner believes of the tables it waits in. */
import type { Outbox } from '../alerts/outbox-ports.ts'
import { minuteMs } from '../weather/time.ts'
import type { Database } from './database.ts'

/** A claim that examines so many rows has come upon a crowd. */
const backlog = 64
/** While the crowd lasts [ms]. */
const lookEveryMs = minuteMs
const claimedFrom = ['messages', 'episodes', 'subscriptions'] as const

/**
 * Once a claim for everyone has come upon a crowd, the planner looks at it before the next one, and once a minute while it lasts. Where a
 * table was empty when it was last looked at, it is taken for empty whatever has been queued since: then each claim compares everything
 * with everything.
 */
export function lookingAtCrowds(database: Database, claim: Outbox['claim']): Outbox['claim'] {
  let isBacklog = false
  let lookedAt = Number.NEGATIVE_INFINITY
  return async (wanted) => {
    if (wanted.onlySubscription !== null) return claim(wanted)
    if (isBacklog && wanted.now - lookedAt >= lookEveryMs) {
      lookedAt = wanted.now
      await database.dialect.lookAgain(database.queries, claimedFrom)
    }
    const claimed = await claim(wanted)
    isBacklog = claimed.examined >= backlog
    if (claimed.examined === 0) lookedAt = Number.NEGATIVE_INFINITY
    return claimed
  }
}
