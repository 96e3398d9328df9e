/** Why messages were refused, channel by channel, for the operator. */
import { sql } from 'kysely'
import type { Database } from './database.ts'

export interface Refusals {
  readonly channel: string
  /** Messages with the newest reason. */
  readonly count: number
  readonly reason: string
}

/** The newest reason of each channel in whose messages one was refused since the instant, and is not delivered. */
export async function refusalsSince({ queries }: Database, since: number): Promise<readonly Refusals[]> {
  // Reasons of our own are single words.
  const { rows } = await sql<Refusals>`select s.channel, m.reason, cast(count(*) as integer) as count
    from messages m join subscriptions s on s.seq = m.subscription_seq
    where m.last_attempt_at > ${since} and m.state <> 'sent' and m.reason like '% %'
    group by s.channel, m.reason order by max(m.last_attempt_at) desc`.execute(queries)
  return [...Map.groupBy(rows, ({ channel }) => channel).values()].flatMap(([newest]) => newest ?? [])
}
