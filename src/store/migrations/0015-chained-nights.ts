/**
 * Issued nights are chained by hashes from here on; nights of airports, and what evening updates made of nights, are
 * stored.
 */
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const chainedNights: Migration = {
  version: 15,
  name: 'chained nights',
  async up(queries) {
    // One column a statement: SQLite adds only one at a time. Null in rows of earlier versions, which stay outside.
    await sql`alter table issued_nights add column method text`.execute(queries)
    await sql`alter table issued_nights add column recorded_at bigint`.execute(queries)
    await sql`alter table issued_nights add column chain_seq bigint`.execute(queries)
    await sql`alter table issued_nights add column chain_hash text`.execute(queries)
    // Unique, so that no two nights can ever follow the same one.
    await sql`create unique index issued_nights_chain on issued_nights (point_key, synthetic, chain_seq)`.execute(
      queries
    )
    await sql`create table night_chains (
      point_key text not null,
      synthetic smallint not null,
      last_seq bigint not null,
      last_hash text not null,
      removed_seq bigint not null,
      removed_hash text not null,
      removed_at bigint,
      signature text,
      primary key (point_key, synthetic))`.execute(queries)
    await sql`create table airport_nights (
      icao text not null references airports (icao),
      night_date text not null,
      minimum_tenths integer not null,
      is_whole smallint not null,
      primary key (icao, night_date))`.execute(queries)
    await sql`create table evening_nights (
      point_key text not null,
      night_date text not null,
      measured_at bigint not null,
      forecast_minimum double precision not null,
      forecast_sigma double precision not null,
      updated_minimum double precision not null,
      updated_sigma double precision not null,
      primary key (point_key, night_date))`.execute(queries)
    await sql`create index evening_nights_by_date on evening_nights (night_date)`.execute(queries)
    await sql`create index airport_nights_by_date on airport_nights (night_date)`.execute(queries)
  }
}
