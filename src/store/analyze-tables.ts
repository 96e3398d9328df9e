/** Refreshes the planner's statistics when claims meet a large backlog. */
import type { Outbox } from '../alerts/outbox-ports.ts'
import { minuteMs } from '../common/time.ts'
import type { Database } from './database.ts'

/** A claim that examines this many rows has met a backlog. */
const backlog = 64
const analyzeEveryMs = minuteMs
const claimedFrom = ['messages', 'episodes', 'subscriptions'] as const

/**
 * Analyzes the tables each minute while a backlog lasts, from the first claim for all subscriptions that met it until
 * one that finds nothing.
 */
export function analyzingBacklogs(database: Database, claim: Outbox['claim']): Outbox['claim'] {
  let since: number | null = null
  return async (wanted) => {
    if (wanted.onlySubscription !== null) return claim(wanted)
    if (since !== null && wanted.now - since >= analyzeEveryMs) {
      since = wanted.now
      await database.dialect.analyze(database.queries, claimedFrom)
    }
    const { examined, messages } = await claim(wanted)
    if (examined === 0) since = null
    else if (examined >= backlog) since ??= wanted.now
    return { examined, messages }
  }
}
