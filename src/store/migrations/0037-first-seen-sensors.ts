/** Since when a sensor sends: what is older than that is not shown to its owner. */
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const firstSeenSensors: Migration = {
  version: 37,
  name: 'first seen sensors',
  // The code before stores sensors without it: they open no record of an unnamed point.
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
