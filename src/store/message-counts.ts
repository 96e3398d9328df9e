/** What the status page and the metrics count of messages. */
import { sql } from 'kysely'
import type { Database } from './database.ts'

export interface MessageCounts {
  /** Waiting now, and how many of them have been due for more than ten minutes. */
  readonly due: number
  readonly late: number
  /** Ended since an instant. */
  readonly delivered: number
  readonly refused: number
}

const lateMs = 600_000

/** Counts messages that wait now, and those that ended since `since` [ms since epoch]. */
export async function countMessages(database: Database, since: number, now: number): Promise<MessageCounts> {
  // Two questions, so that each is served by the index of its states instead of reading the whole log.
  const waiting = await database.queries
    .selectFrom('messages')
    .select([
      sql<number>`coalesce(sum(case when next_attempt_at <= ${now} then 1 else 0 end), 0)`.as('due'),
      sql<number>`coalesce(sum(case when next_attempt_at <= ${now - lateMs} then 1 else 0 end), 0)`.as('late')
    ])
    .where('state', 'in', ['queued', 'sending'])
    .executeTakeFirstOrThrow()
  const ended = await database.queries
    .selectFrom('messages')
    .select([
      sql<number>`coalesce(sum(case when state = 'sent' then 1 else 0 end), 0)`.as('delivered'),
      sql<number>`coalesce(sum(case when state = 'sent' then 0 else 1 end), 0)`.as('refused')
    ])
    .where('state', 'in', ['sent', 'rejected', 'expired'])
    .where('ended_at', '>=', since)
    .executeTakeFirstOrThrow()
  return {
    due: Number(waiting.due),
    late: Number(waiting.late),
    delivered: Number(ended.delivered),
    refused: Number(ended.refused)
  }
}
