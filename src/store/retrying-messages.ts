/** Messages that have failed and are tried again. */
import { type RawBuilder, sql } from 'kysely'
import type { RetryingMessages, WaitReason } from '../alerts/outbox-ports.ts'
import type { Database } from './database.ts'

const untilMorning: WaitReason = 'until_morning'

/**
 * Those at the operator's own servers, by channel: `answering` are the channels whose subscribers name a server of
 * their own. Without those that wait for the morning on purpose.
 */
export async function retryingMessages(
  { queries }: Database,
  answering: readonly string[]
): Promise<readonly RetryingMessages[]> {
  const { rows } = await sql<RetryingMessages>`select s.channel as channel, count(*) as count,
      min(f.created_at) as since
    from (${failed}) f join subscriptions s on s.seq = f.subscription_seq
    where ${sharedServer(answering)} group by s.channel order by s.channel`.execute(queries)
  return rows
}

/** How many of those were created before `before` and are not due since as long. */
export function retriedSince(before: number, answering: readonly string[]): RawBuilder<number> {
  return sql`(select count(*) from (${failed}) f join subscriptions s on s.seq = f.subscription_seq
    where f.created_at <= ${before} and f.next_attempt_at > ${before} and ${sharedServer(answering)})`
}

/** Each part has its own index. A claim counts the attempt that it begins, so one under way has failed before from the second on. */
const failed = sql`select subscription_seq, created_at, next_attempt_at from messages
    where state = 'queued' and attempts > 0 and reason <> ${sql.lit(untilMorning)}
  union all select subscription_seq, created_at, next_attempt_at from messages
    where state = 'sending' and (attempts > 1 or leased_by is null)`

/** As `receiverOf` (alerts/dispatch) decides. */
function sharedServer(answering: readonly string[]): RawBuilder<boolean> {
  if (answering.length === 0) return sql`1 = 1`
  return sql`(s.limited_by is null or s.channel not in (${sql.join(answering)}))`
}
