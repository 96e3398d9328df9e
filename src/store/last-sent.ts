/**
 * When a subscription was last sent a message. Nearly every message names nights, and its episodes store when
 * it was sent. Only messages without a night write it to the subscription's row. So a frost that concerns
 * many subscriptions writes to one table, not two.
 */
import { type RawBuilder, sql } from 'kysely'

/**
 * When the last episode of `subscriptions` (its name in the query) was announced [ms since epoch]; null for
 * never.
 */
export function notifiedAt(subscriptions: string): RawBuilder<number | null> {
  return sql<number | null>`(select max(told.told_at) from episodes as told
    where told.subscription_seq = ${sql.ref(`${subscriptions}.seq`)})`
}

/** The later of two instants, either of which may be null. */
export function later(one: number | null, other: number | null): number | null {
  return one === null || (other !== null && other > one) ? other : one
}
