/** Which channels subscribers wait for, and in which states. */
import { sql } from 'kysely'
import type { SubscriptionStore } from '../alerts/store-ports.ts'
import type { Database } from './database.ts'
import { shownState } from './subscription-rows.ts'

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

export async function countByState(database: Database): ReturnType<SubscriptionStore['countByState']> {
  return database.queries
    .selectFrom('subscriptions')
    .select([shownState.as('state'), 'channel', sql<number>`count(*)`.as('count')])
    .groupBy(['channel', shownState])
    .execute()
}
