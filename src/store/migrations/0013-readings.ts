/** Readings of thermometers at instants, from which nights follow, and the reports of airports. */
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const readingTables: Migration = {
  version: 13,
  name: 'readings',
  async up(queries, dialect) {
    // One column a statement: SQLite adds only one at a time.
    await sql`alter table sensors add column last_reading_at bigint`.execute(queries)
    await sql`alter table sensors add column revoked_at bigint`.execute(queries)
    await sql`alter table observations add column from_readings smallint not null default 0`.execute(queries)
    await sql`create index sensors_by_reading on sensors (last_reading_at)`.execute(queries)
    await sql`create table readings (
      sensor_seq bigint not null references sensors (seq),
      measured_at bigint not null,
      temperature_hundredths integer not null,
      dew_point_hundredths integer,
      wind_speed_hundredths integer,
      received_at bigint not null,
      primary key (sensor_seq, measured_at)) ${dialect.storedByKey}`.execute(queries)
    await sql`create index readings_by_age on readings (measured_at)`.execute(queries)
    await sql`create table airports (
      icao text not null primary key,
      name text not null,
      lat double precision not null,
      lon double precision not null,
      elevation double precision not null)`.execute(queries)
    await sql`create index airports_by_place on airports (lat)`.execute(queries)
    await sql`create table airport_reports (
      icao text not null references airports (icao),
      measured_at bigint not null,
      temperature_tenths integer not null,
      dew_point_tenths integer,
      wind_speed_hundredths integer,
      cloud_cover_percent smallint,
      is_whole smallint not null,
      primary key (icao, measured_at)) ${dialect.storedByKey}`.execute(queries)
    await sql`create index airport_reports_by_age on airport_reports (measured_at)`.execute(queries)
  }
}
