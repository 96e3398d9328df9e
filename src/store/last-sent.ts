/**
 * When a subscription was last sent anything. Nearly every message tells nights, and then their episodes say when; only of those that tell
 * none the subscription's own row says it. So a crowd that hears of one frost has one table to write to, not two.
 */
import { type RawBuilder, sql } from 'kysely'

/** When the last episode of `subscriptions`, under the name it has in the query, was told [ms since epoch]; null for never. */
export function notifiedAt(subscriptions: string): RawBuilder<number | null> {
  return sql<number | null>`(select max(told.told_at) from episodes as told
    where told.subscription_seq = ${sql.ref(`${subscriptions}.seq`)})`
}

/** The later of two instants, either of which may be missing. */
export function later(one: number | null, other: number | null): number | null {
  return one === null || (other !== null && other > one) ? other : one
}
