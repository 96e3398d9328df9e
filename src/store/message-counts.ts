/** Counts of messages for the status page and the metrics. */
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
export async function countMessages(
  { queries }: Database,
  since: number,
  now: number
): Promise<MessageCounts> {
  // Each count has its own index: the whole log is never read.
  const queued = (dueAt: number) =>
    sql`(select count(*) from messages where state = 'queued' and next_attempt_at <= ${dueAt})`
  const underWay = (dueAt: number) =>
    sql`(select count(*) from messages where state = 'sending' and next_attempt_at <= ${dueAt})`
  return queries
    .selectNoFrom([
      sql<number>`${queued(now)} + ${underWay(now)}`.as('due'),
      sql<number>`${queued(now - lateMs)} + ${underWay(now - lateMs)}`.as('late'),
      sql<number>`(select count(*) from messages where state = 'sent' and ended_at >= ${since})`.as(
        'delivered'
      ),
      sql<number>`(select count(*) from messages where state in ('rejected', 'expired') and ended_at >= ${since})`.as(
        'refused'
      )
    ])
    .executeTakeFirstOrThrow()
}
