/** Which channels subscribers wait for. */
import { sql } from 'kysely'
import type { Database } from './database.ts'

/** Active subscriptions by channel, without previews of synthetic weather. */
export function activeByChannel({
  queries
}: Database): Promise<readonly { readonly channel: string; readonly count: number }[]> {
  return queries
    .selectFrom('subscriptions')
    .select(['channel', sql<number>`count(*)`.as('count')])
    .where('state', '=', 'active')
    .where('preview', '=', 0)
    .groupBy('channel')
    .orderBy('channel')
    .execute()
}
