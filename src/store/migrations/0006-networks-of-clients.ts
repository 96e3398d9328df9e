/** Shares a limited number of places between the networks that subscriptions come from. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'
import type { Migration } from './migration.ts'

export const networksOfClients: Migration = {
  version: 6,
  name: 'networks of clients',
  async up(queries) {
    await addNetworks(queries)
    // The index alone answers how many living subscriptions a channel has, and from which networks.
    await queries.schema.dropIndex('subscriptions_by_state').execute()
    await sql`create index subscriptions_by_state on subscriptions (channel, state, near_network, wide_network)`.execute(
      queries
    )
  }
}

async function addNetworks(queries: Kysely<Tables>): Promise<void> {
  for (const column of ['near_network', 'wide_network']) {
    await queries.schema.alterTable('subscriptions').addColumn(column, 'text').execute()
  }
}
