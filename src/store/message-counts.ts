/** Counts of messages for the status page and the metrics. */
import { sql } from 'kysely'
import { minuteMs } from '../common/time.ts'
import type { Database } from './database.ts'
import { retriedSince } from './retrying-messages.ts'

export interface MessageCounts {
  /** Waiting now, and how many have been due, or failing at a server of the operator, for more than ten minutes. */
  readonly due: number
  readonly late: number
  /** Ended since an instant. */
  readonly delivered: number
  readonly refused: number
}

const lateMs = 10 * minuteMs

export interface CountedTime {
  /** Messages that ended from here on count [ms since epoch]. */
  readonly since: number
  readonly now: number
  /** Channels whose subscribers name servers of their own. */
  readonly answering: readonly string[]
}

/** Counts messages that wait now, and those that have ended. */
export async function countMessages(
  { queries }: Database,
  { since, now, answering }: CountedTime
): Promise<MessageCounts> {
  // Each count has its own index: the whole log is never read.
  const queued = (dueAt: number) =>
    sql`(select count(*) from messages where state = 'queued' and next_attempt_at <= ${dueAt})`
  const underWay = (dueAt: number) =>
    sql`(select count(*) from messages where state = 'sending' and next_attempt_at <= ${dueAt})`
  const lateAt = now - lateMs
  return queries
    .selectNoFrom([
      sql<number>`${queued(now)} + ${underWay(now)}`.as('due'),
      sql<number>`${queued(lateAt)} + ${underWay(lateAt)} + ${retriedSince(lateAt, answering)}`.as('late'),
      sql<number>`(select count(*) from messages where state = 'sent' and ended_at >= ${since})`.as(
        'delivered'
      ),
      sql<number>`(select count(*) from messages where state in ('rejected', 'expired') and ended_at >= ${since})`.as(
        'refused'
      )
    ])
    .executeTakeFirstOrThrow()
}
