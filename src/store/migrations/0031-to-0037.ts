import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** They are notified of the unanswered nights of the subscription that they follow. */
export const contacts: Migration = {
  version: 31,
  name: 'contacts',
  worksFrom: 22,
  async up(queries) {
    await queries.schema.alterTable('subscriptions').addColumn('follows', 'text').execute()
    await queries.schema.alterTable('subscriptions').addColumn('step', 'integer').execute()
    await queries.schema.alterTable('messages').addColumn('listed', 'text').execute()
    await sql`create index subscriptions_that_follow on subscriptions (follows) where follows is not null`.execute(
      queries
    )
    await sql`create index steps_of_message on steps (message_seq) where message_seq is not null`.execute(
      queries
    )
  }
}

/** Hours in which subscriptions hold what may wait. */
export const quietHours: Migration = {
  version: 32,
  name: 'quiet hours',
  worksFrom: 22,
  async up(queries) {
    await queries.schema.alterTable('subscriptions').addColumn('quiet_hours', 'text').execute()
  }
}

/** What a sensor was found to do instead of measuring the air. */
export const liesOfSensors: Migration = {
  version: 33,
  name: 'lies of sensors',
  worksFrom: 22,
  async up(queries) {
    await queries.schema.alterTable('sensors').addColumn('lie', 'text').execute()
    await queries.schema.alterTable('sensors').addColumn('lie_from', 'bigint').execute()
    await queries.schema.alterTable('sensors').addColumn('lie_found_at', 'bigint').execute()
    await queries.schema.alterTable('sensors').addColumn('lie_seen_at', 'bigint').execute()
  }
}

/** Messages to a contact about one night are one conversation. */
export const threadsOfContacts: Migration = {
  version: 34,
  name: 'threads of contacts',
  worksFrom: 22,
  async up(queries) {
    await queries.schema.alterTable('steps').addColumn('thread', 'text').execute()
  }
}

/** Keys that vouch for their members, and people who have stopped what they get. */
export const vouchedMembers: Migration = {
  version: 35,
  name: 'vouched members',
  worksFrom: 22,
  async up(queries, dialect) {
    await sql`alter table api_keys add column vouches smallint not null default 0`.execute(queries)
    await queries.schema.alterTable('subscriptions').addColumn('vouched', 'text').execute()
    await sql`create table stops (
      channel text not null,
      same_as text not null,
      stopped_at bigint not null,
      primary key (channel, same_as)) ${dialect.storedByKey}`.execute(queries)
  }
}

/** An active one with a reason is refused by its destination. */
export const shownStates: Migration = {
  version: 36,
  name: 'shown states',
  worksFrom: 22,
  async up(queries) {
    await sql`create index subscriptions_by_shown_state on subscriptions (channel, state, reason)`.execute(
      queries
    )
  }
}

/** What is older than its first sending is not shown to a sensor's owner. */
export const firstSeenSensors: Migration = {
  version: 37,
  name: 'first seen sensors',
  // Earlier code stores sensors without it: they open no record of an unnamed point.
  worksFrom: 22,
  async up(queries) {
    await sql`alter table sensors add column first_seen_at bigint not null default 9007199254740991`.execute(
      queries
    )
    await sql`update sensors set first_seen_at = coalesce(
      (select min(received_at) from observations o where o.sensor_seq = sensors.seq), changed_at)`.execute(
      queries
    )
  }
}
