/** What the evenings of each thermometer taught, and the nights that it was learned from. */
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

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
