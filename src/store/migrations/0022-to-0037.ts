import { sql } from 'kysely'
import {
  chainSigner,
  countedChains,
  countedNights,
  nothingCounted,
  signedRegister
} from '../chain-register.ts'
import { headText } from '../night-chain.ts'
import type { IssuedNightsTable, NightChainsTable } from '../record-tables.ts'
import type { Migration } from './migration.ts'

/** The newest hash of each chain, and the list of chains, are signed; records of fields and visitors part. */
export const signedChains: Migration = {
  version: 22,
  name: 'signed chains',
  async up(queries, dialect, now) {
    await sql`alter table night_chains add column head_signature text`.execute(queries)
    await sql`create table chain_register (
      id smallint primary key,
      chains bigint not null,
      chains_sum text not null,
      outside bigint not null,
      outside_sum text not null,
      signature text not null)`.execute(queries)
    await sql`update kept_forecasts set point_key = point_key || ' own' where exists
      (select 1 from curves where location like kept_forecasts.point_key || ' %')`.execute(queries)
    const chains = (await sql<NightChainsTable>`select * from night_chains`.execute(queries)).rows
    const outside = (
      await sql<IssuedNightsTable>`select * from issued_nights where chain_seq is null and back_filled = 0`.execute(
        queries
      )
    ).rows
    // An empty database stays empty: another may be copied into it.
    if (chains.length === 0 && outside.length === 0) return
    const signer = await chainSigner({ queries, dialect }, now)
    for (const chain of chains.filter(({ last_seq }) => last_seq > 0))
      await sql`update night_chains set head_signature = ${signer.sign(headText(chain))}
        where point_key = ${chain.point_key} and synthetic = ${chain.synthetic}`.execute(queries)
    const counts = { chains: countedChains(chains), outside: countedNights(outside, nothingCounted) }
    await queries.insertInto('chain_register').values(signedRegister(counts, signer)).execute()
  }
}

/** A coming night is unknown or older than its run: freshness is judged by the night. */
export const lackingNights: Migration = {
  version: 23,
  name: 'lacking nights',
  worksFrom: 22,
  async up(queries) {
    await sql`alter table runs add column lacking smallint not null default 0`.execute(queries)
  }
}

/** A person says that a warning was seen, and a gateway what became of a message. */
export const whatWasSeen: Migration = {
  version: 24,
  name: 'what was seen',
  worksFrom: 22,
  async up(queries) {
    await queries.schema.alterTable('episodes').addColumn('seen_at', 'bigint').execute()
    await queries.schema.alterTable('episodes').addColumn('seen_run_seq', 'bigint').execute()
    await queries.schema.alterTable('episodes').addColumn('seen_by', 'text').execute()
    await queries.schema.alterTable('messages').addColumn('receipt', 'text').execute()
    await queries.schema.alterTable('messages').addColumn('receipt_at', 'bigint').execute()
  }
}

/** Secrets by which stations send readings in their makers' protocols. */
export const intakes: Migration = {
  version: 25,
  name: 'intakes',
  worksFrom: 22,
  async up(queries, dialect) {
    await sql`alter table readings add column is_late smallint not null default 0`.execute(queries)
    await sql`alter table sensors add column last_received_at bigint`.execute(queries)
    await sql`create index sensors_by_receipt on sensors (last_received_at)`.execute(queries)
    await sql`create table intakes (
      seq ${dialect.countingKey},
      owner text not null,
      is_operators smallint not null,
      label text not null,
      secret_hash text not null unique,
      unit text,
      mqtt text,
      created_at bigint not null,
      revoked_at bigint,
      contact_at bigint)`.execute(queries)
    await sql`create index intakes_by_owner on intakes (owner)`.execute(queries)
    await sql`create table intake_channels (
      intake_seq bigint not null references intakes (seq),
      device text not null,
      field text not null,
      last_value text not null,
      unit text,
      is_indoors smallint not null,
      first_at bigint not null,
      last_at bigint not null,
      clock_ms bigint,
      clock_uploads integer,
      sensor text,
      primary key (intake_seq, device, field)) ${dialect.storedByKey}`.execute(queries)
    await sql`create table intake_refusals (
      intake_seq bigint not null references intakes (seq),
      reason text not null,
      detail text not null,
      count bigint not null,
      last_at bigint not null,
      primary key (intake_seq, reason)) ${dialect.storedByKey}`.execute(queries)
  }
}

/** Marks who wrote a label; labels confirmed earlier count as the receiver's own. */
export const ownLabels: Migration = {
  version: 26,
  name: 'own labels',
  worksFrom: 22,
  async up(queries) {
    await sql`alter table subscriptions add column label_own smallint not null default 0`.execute(queries)
    await sql`update subscriptions set label_own = 1
      where label is not null and state <> 'pending_confirmation'`.execute(queries)
  }
}

/** Lets the maker of many subscriptions list them, sorted by tag. */
export const listsOfKeys: Migration = {
  version: 27,
  name: 'lists of keys',
  worksFrom: 22,
  async up(queries) {
    await queries.schema.alterTable('subscriptions').addColumn('tag', 'text').execute()
    await queries.schema
      .createIndex('subscriptions_of_key')
      .on('subscriptions')
      .columns(['client', 'seq'])
      .execute()
  }
}

/** An unanswered warning is sent again, and who was to answer is counted. */
export const answeredAlarms: Migration = {
  version: 28,
  name: 'answered alarms',
  worksFrom: 22,
  async up(queries, dialect) {
    await queries.schema.alterTable('subscriptions').addColumn('escalation', 'text').execute()
    await sql`create index subscriptions_that_escalate on subscriptions (seq) where escalation is not null`.execute(
      queries
    )
    await queries.schema.alterTable('episodes').addColumn('alarm_since', 'bigint').execute()
    await queries.schema.alterTable('episodes').addColumn('unanswered_at', 'bigint').execute()
    await sql`create table steps (
      subscription_seq bigint not null,
      night_date text not null,
      since bigint not null,
      step integer not null,
      made_at bigint not null,
      message_seq bigint,
      primary key (subscription_seq, night_date, since, step)) ${dialect.storedByKey}`.execute(queries)
  }
}

/** What evenings taught, and from which nights. */
export const eveningLaws: Migration = {
  version: 29,
  name: 'evening laws',
  worksFrom: 22,
  async up(queries, dialect) {
    await sql`create table evening_states (
      station text not null,
      night_day integer not null,
      evenings text not null,
      primary key (station, night_day)) ${dialect.storedByKey}`.execute(queries)
    await sql`create index evening_states_by_age on evening_states (night_day)`.execute(queries)
    await sql`create table evening_laws (
      station text not null primary key,
      world text not null,
      learned text not null)`.execute(queries)
  }
}

/** A row of a file stays one subscription, by its sender's id. */
export const importedRows: Migration = {
  version: 30,
  name: 'imported rows',
  worksFrom: 22,
  async up(queries) {
    await queries.schema.alterTable('subscriptions').addColumn('external_id', 'text').execute()
    await queries.schema.alterTable('subscriptions').addColumn('row_hash', 'text').execute()
    await sql`create unique index subscriptions_imported on subscriptions (client, external_id)
      where external_id is not null`.execute(queries)
  }
}

/** Contacts, who are notified of the unanswered nights of the subscription that they follow. */
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
