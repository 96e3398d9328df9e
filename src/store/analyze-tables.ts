/** Refreshes the planner's statistics when claims meet a large backlog. */
import type { Outbox } from '../alerts/outbox-ports.ts'
import { minuteMs } from '../common/time.ts'
import type { Database } from './database.ts'

/** A claim that examines this many rows has met a backlog. */
const backlog = 64
/** While the backlog lasts [ms]. */
const analyzeEveryMs = minuteMs
const claimedFrom = ['messages', 'episodes', 'subscriptions'] as const

/**
 * After a claim for all subscriptions has met a backlog, the tables are analyzed before the next claim, and
 * once a minute while the backlog lasts. A table that was empty at its last analysis is taken for empty
 * whatever has been queued since, and then each claim compares every row with every row.
 */
export function analyzingBacklogs(database: Database, claim: Outbox['claim']): Outbox['claim'] {
  let isBacklog = false
  let analyzedAt = Number.NEGATIVE_INFINITY
  return async (wanted) => {
    if (wanted.onlySubscription !== null) return claim(wanted)
    if (isBacklog && wanted.now - analyzedAt >= analyzeEveryMs) {
      analyzedAt = wanted.now
      await database.dialect.analyze(database.queries, claimedFrom)
    }
    const claimed = await claim(wanted)
    isBacklog = claimed.examined >= backlog
    if (claimed.examined === 0) analyzedAt = Number.NEGATIVE_INFINITY
    return claimed
  }
}
