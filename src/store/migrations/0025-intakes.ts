/** Secrets by which stations send readings in the protocols of their makers. */
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

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
