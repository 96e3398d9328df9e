import { type RawBuilder, sql } from 'kysely'
import type { RetryingMessages } from '../alerts/outbox-ports.ts'
import { minuteMs } from '../common/time.ts'
import type { Database } from './database.ts'

interface MessageCounts {
  /** Waiting; and due, or failing at the operator's server, for more than ten minutes. */
  readonly due: number
  readonly late: number
  /** Ended since an instant. */
  readonly delivered: number
  readonly refused: number
}

const lateMs = 10 * minuteMs

interface CountedTime {
  readonly since: number
  readonly now: number
  readonly answering: readonly string[]
}

export async function countMessages(
  { queries }: Database,
  { since, now, answering }: CountedTime
): Promise<MessageCounts> {
  // Each count has its index: the log is never read whole.
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

/** Reasons to wait that no server caused: on purpose, our own limit, or a channel that the operator removed. */
const ownReasons = ['until_morning', 'too_many_proofs', 'channel_not_configured']
/** Two and a half minutes of attempts: what waited for the morning is not late at its first hiccup. */
const minAttempts = 4

/** At the operator's own servers, by channel; not one that has taken another since: a full mailbox is not an outage. */
export async function retryingMessages(
  { queries }: Database,
  answering: readonly string[]
): Promise<readonly RetryingMessages[]> {
  const { rows } = await sql<RetryingMessages>`select g.channel, g.count, g.since
    from (${byChannel(sharedServer(answering))}) g where ${isSilent} order by g.channel`.execute(queries)
  return rows
}

/** How many messages were created by `before` and have their next attempt after it. */
function retriedSince(before: number, answering: readonly string[]): RawBuilder<number> {
  // With a sign the time leads SQLite to no index: that of the times holds all that waits for the morning.
  const which = sql`f.created_at <= ${before} and +f.next_attempt_at > ${before} and ${sharedServer(answering)}`
  return sql`(select cast(coalesce(sum(g.count), 0) as integer) from (${byChannel(which)}) g where ${isSilent})`
}

/** Each part has its index. A claim counts the attempt that it begins. */
const failed = sql`select subscription_seq, created_at, next_attempt_at from messages
    where state = 'queued' and attempts > 0 and attempts >= ${sql.lit(minAttempts)}
      and reason not in (${sql.join(ownReasons.map((one) => sql.lit(one)))})
  union all select subscription_seq, created_at, next_attempt_at from messages
    where state = 'sending' and attempts > ${sql.lit(minAttempts)}`

function byChannel(which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select s.channel, count(*) as count, min(f.created_at) as since
    from (${failed}) f join subscriptions s on s.seq = f.subscription_seq where ${which} group by s.channel`
}

const isSilent = sql`not exists (select 1 from messages m join subscriptions t on t.seq = m.subscription_seq
  where m.state = 'sent' and m.ended_at > g.since and t.channel = g.channel)`

/** The condition for a shared receiver, as `receiverOf` (alerts/dispatch) decides. */
function sharedServer(answering: readonly string[]): RawBuilder<boolean> {
  if (answering.length === 0) return sql`1 = 1`
  return sql`(s.limited_by is null or s.channel not in (${sql.join(answering)}))`
}
