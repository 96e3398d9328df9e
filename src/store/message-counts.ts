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
  const row = await database.queries
    .selectFrom('messages')
    .select([
      sql<number>`coalesce(sum(case when state in ('queued', 'sending') and next_attempt_at <= ${now} then 1 else 0 end), 0)`.as(
        'due'
      ),
      sql<number>`coalesce(sum(case when state in ('queued', 'sending') and next_attempt_at <= ${now - lateMs} then 1 else 0 end), 0)`.as(
        'late'
      ),
      sql<number>`coalesce(sum(case when state = 'sent' and ended_at >= ${since} then 1 else 0 end), 0)`.as(
        'delivered'
      ),
      sql<number>`coalesce(sum(case when state in ('rejected', 'expired') and ended_at >= ${since} then 1 else 0 end), 0)`.as(
        'refused'
      )
    ])
    .executeTakeFirstOrThrow()
  return {
    due: Number(row.due),
    late: Number(row.late),
    delivered: Number(row.delivered),
    refused: Number(row.refused)
  }
}
