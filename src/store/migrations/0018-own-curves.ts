/** A scoring profile may be one client's own: judged with that client's thermometers. */
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

const members = 'location, crop, stage, exposure, stage_old'

export const ownCurves: Migration = {
  version: 18,
  name: 'own curves',
  async up(queries, { engine }) {
    for (const statement of engine === 'sqlite' ? rebuild : alter) await sql.raw(statement).execute(queries)
  }
}

/** The empty text where everybody's thermometers count, because NULL is never equal to itself. */
const owner = `owner text not null default ''`

const alter: readonly string[] = [
  'alter table curves drop constraint curves_once',
  `alter table curves add column ${owner}`,
  `alter table curves add constraint curves_once unique (${members}, owner)`
]

/**
 * SQLite cannot change the key of a table. Subscriptions refer to it: what they miss while it is dropped is counted,
 * and is there again before the transaction ends.
 */
const rebuild: readonly string[] = [
  'pragma defer_foreign_keys = on',
  'create table curves_before as select * from curves',
  'drop table curves',
  `create table curves (
    seq integer primary key autoincrement,
    location text not null,
    crop text not null,
    stage text not null,
    exposure text not null,
    stage_old smallint not null,
    current_run_seq bigint,
    episodes_until bigint not null default 0,
    ${owner},
    constraint curves_once unique (${members}, owner))`,
  `insert into curves (seq, ${members}, current_run_seq, episodes_until)
    select seq, ${members}, current_run_seq, episodes_until from curves_before`,
  'drop table curves_before'
]
