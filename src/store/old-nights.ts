/** On PostgreSQL each month of issued nights is a partition, dropped once no night of it is left. */
import { type Kysely, sql } from 'kysely'
import { lockedChain } from './append-nights.ts'
import type { ChainSigner } from './chain-register.ts'
import { type Database, transact } from './database.ts'
import { type ChainKey, checkpointText, nightEntry, nightHash } from './night-chain.ts'
import type { Tables } from './schema.ts'

/* Removing the oldest nights of chains, so that what is left can still be checked. */

const portion = 1000

/**
 * Nights before a date, up to the first that is not, leaving a signed checkpoint. A chain whose oldest nights do not
 * fit together stays: what is wrong must remain to be seen.
 * @returns how many nights
 */
export async function shortenChains(
  database: Database,
  { date, now, signer }: { date: string; now: number; signer: ChainSigner }
): Promise<number> {
  const { rows } = await sql<ChainKey>`select point_key, synthetic from night_chains c where exists
    (select 1 from issued_nights n where n.point_key = c.point_key and n.synthetic = c.synthetic
      and n.chain_seq = c.removed_seq + 1 and n.night_date < ${date})`.execute(database.queries)
  let all = 0
  for (const { point_key, synthetic } of rows) {
    for (let removed = portion; removed === portion; ) {
      removed = await transact(database, (inside) =>
        shorten(inside, { point_key, synthetic }, { date, now, signer })
      )
      all += removed
    }
  }
  return all
}

async function shorten(
  inside: Database,
  key: ChainKey,
  { date, now, signer }: { date: string; now: number; signer: ChainSigner }
): Promise<number> {
  const chain = await lockedChain(inside, key, signer)
  const oldest = await inside.queries
    .selectFrom('issued_nights')
    .selectAll()
    .where((is) => is.and({ point_key: key.point_key, synthetic: key.synthetic }))
    .where('chain_seq', '>', chain.removed_seq)
    .orderBy('chain_seq')
    .limit(portion)
    .execute()
  let { removed_seq: seq, removed_hash: hash } = chain
  for (const row of oldest) {
    if (row.night_date >= date) break
    const next = nightHash(hash, nightEntry(row))
    if (row.chain_seq !== seq + 1 || row.chain_hash !== next) return 0
    seq += 1
    hash = next
  }
  const count = seq - chain.removed_seq
  if (count === 0) return 0
  const removed = { ...key, removed_seq: seq, removed_hash: hash, removed_at: now }
  await inside.queries
    .updateTable('night_chains')
    .set({ ...removed, signature: signer.sign(checkpointText(removed)) })
    .where((is) => is.and({ point_key: key.point_key, synthetic: key.synthetic }))
    .execute()
  await inside.queries
    .deleteFrom('issued_nights')
    .where((is) => is.and({ point_key: key.point_key, synthetic: key.synthetic }))
    .where('chain_seq', '<=', seq)
    .execute()
  return count
}

/** A forecast reaches 16 days ahead; the rest is for a service that is stopped meanwhile. */
const monthsAhead = 2
/** A backup holds the table for minutes, and what waits for it holds all others: tomorrow is soon enough. */
const lockTimeout = sql`set local lock_timeout = '2s'`
const lockNotAvailable = '55P03'
/** Months before the first partition stay together. */
const overlaps = '42P17'

/** Creates partitions of this and the next month, unless another has nights of it. @param today `2026-04-11` */
export async function prepareMonths(database: Database, today: string): Promise<void> {
  if (!database.dialect.storesByMonth) return
  const present = await monthsIn(database.queries)
  const wanted = Array.from({ length: monthsAhead + 1 }, (_, ahead) => firstOfMonth(today, ahead))
  const missing = wanted.filter((month) => !present.includes(month))
  for (const month of missing) await unlessLocked(database, month, createMonth)
}

/** Ended before a date, `2026-04-11`, and empty: nights of a chain may stay longer. */
export async function dropMonthsBefore(database: Database, date: string): Promise<void> {
  if (!database.dialect.storesByMonth) return
  const ended = (await monthsIn(database.queries)).filter((month) => firstOfMonth(month, 1) <= date)
  for (const month of ended) await unlessLocked(database, month, dropMonth)
}

async function dropMonth(queries: Kysely<Tables>, month: string): Promise<void> {
  const table = sql.table(tableOf(month))
  // No one may insert between the look and the end.
  await sql`lock table issued_nights in share row exclusive mode`.execute(queries)
  const { rows } = await sql`select 1 from ${table} limit 1`.execute(queries)
  if (rows.length === 0) await sql`drop table if exists ${table}`.execute(queries)
}

async function createMonth(queries: Kysely<Tables>, month: string): Promise<void> {
  const next = firstOfMonth(month, 1)
  // An insert between look and creation would make it fail.
  await sql`lock table issued_nights in share row exclusive mode`.execute(queries)
  const { rows } = await sql`select 1 from issued_nights_other
    where night_date >= ${month} and night_date < ${next} limit 1`.execute(queries)
  if (rows.length > 0) return
  await sql`create table if not exists ${sql.table(tableOf(month))} partition of issued_nights
    for values from (${sql.lit(month)}) to (${sql.lit(next)})`.execute(queries)
}

async function unlessLocked(
  database: Database,
  month: string,
  work: (queries: Kysely<Tables>, month: string) => Promise<unknown>
): Promise<void> {
  try {
    await transact(database, async ({ queries }) => {
      await lockTimeout.execute(queries)
      await work(queries, month)
    })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code !== lockNotAvailable && code !== overlaps) throw error
  }
}

async function monthsIn(queries: Kysely<Tables>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select c.relname as name from pg_inherits i
    join pg_class c on c.oid = i.inhrelid where i.inhparent = 'issued_nights'::regclass`.execute(queries)
  return rows.flatMap(({ name }) => {
    const [, year, month] = /^issued_nights_(\d{4})_(\d{2})$/.exec(name) ?? []
    return month === undefined ? [] : [`${year}-${month}-01`]
  })
}

function tableOf(month: string): string {
  return `issued_nights_${month.slice(0, 7).replace('-', '_')}`
}

function firstOfMonth(date: string, later: number): string {
  const [year = 0, month = 1] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + later)).toISOString().slice(0, 10)
}
