import { sql } from 'kysely'
import type {
  AnalysedNight,
  ChainState,
  IssuedNight,
  IssuedNightStore,
  NightsQuestion,
  RecordedNight
} from '../observations/ports.ts'
import { appendNights, saveBackFilled, toIssued } from './append-nights.ts'
import { type ChainSigner, chainSigner, countedChains, countedNights, register } from './chain-register.ts'
import { asGiven, type Database, transact } from './database.ts'
import { type ChainKey, nightEntry } from './night-chain.ts'
import { dropMonthsBefore, prepareMonths, shortenChains } from './old-nights.ts'
import { inPortions } from './portions.ts'
import type { AnalysedNightsTable, IssuedNightsTable } from './record-tables.ts'
import { pointsIn, savePoint } from './sensor-numbers.ts'

export function issuedNightStore(database: Database): IssuedNightStore {
  return {
    saveIssued: (run) => saveIssued(database, run),
    saveAnalysed: (run) => saveAnalysed(database, run),
    issued: (pointKey, synthetic, sinceDate, from = 0) =>
      issuedSince(database, { pointKey, synthetic, sinceDate }, from),
    isIssuedSince: async (pointKey, at) =>
      (await database.queries
        .selectFrom('issued_nights')
        .select('night_date')
        .where('point_key', '=', pointKey)
        .where(isSince(at))
        .limit(1)
        .executeTakeFirst()) !== undefined,
    analysed: (pointKey, synthetic, sinceDate) => analysedSince(database, { pointKey, synthetic, sinceDate }),
    hasPastWeeks: (pointKey, before) => hasPastWeeks(database, pointKey, before),
    pointsIn: (box) => pointsIn(database, box),
    prepareMonths: (today) => prepareMonths(database, today),
    forgetBefore: (date, now) => forgetBefore(database, date, now),
    nights: (question) => nights(database, question),
    chain: (pointKey, synthetic, now) =>
      chainState(database, { point_key: pointKey, synthetic: synthetic ? 1 : 0 }, now)
  }
}

interface Wanted {
  readonly pointKey: string
  readonly synthetic: boolean
  readonly sinceDate: string
}

async function saveIssued(
  database: Database,
  { point, synthetic, nights, issuance }: Parameters<IssuedNightStore['saveIssued']>[0]
): Promise<void> {
  if (nights.length === 0) return
  const key = { point_key: point.pointKey, synthetic: synthetic ? 1 : 0 }
  const signer = issuance === null ? null : await chainSigner(database, issuance.at)
  await transact(database, async (inside) => {
    await savePoint(inside, point)
    if (issuance === null || signer === null) await saveBackFilled(inside, key, nights)
    else await appendNights(inside, key, { nights, issuance, signer })
  })
}

async function saveAnalysed(
  database: Database,
  { point, synthetic, nights }: Parameters<IssuedNightStore['saveAnalysed']>[0]
) {
  if (nights.length === 0) return
  await transact(database, async (inside) => {
    await savePoint(inside, point)
    await inside.queries
      .insertInto('analysed_nights')
      .values(nights.map((night) => analysedRow(point.pointKey, synthetic, night)))
      .onConflict((conflict) =>
        conflict
          .columns(['point_key', 'synthetic', 'night_date'])
          .doUpdateSet(asGiven('source', 'analysed_at', 'air_minimum', 'plant_minimum'))
      )
      .execute()
  })
}

/** Whether a row was issued since then. Rows made afterwards never were; older rows only know when their source ran. */
function isSince(at: number) {
  return at === 0
    ? sql<boolean>`true`
    : sql<boolean>`(back_filled = 0 and coalesce(recorded_at, issued_at) >= ${at})`
}

async function issuedSince(
  database: Database,
  { pointKey, synthetic, sinceDate }: Wanted,
  from: number
): Promise<readonly IssuedNight[]> {
  const rows = await database.queries
    .selectFrom('issued_nights')
    .selectAll()
    .where((is) => is.and({ point_key: pointKey, synthetic: synthetic ? 1 : 0 }))
    .where('night_date', '>=', sinceDate)
    .where(isSince(from))
    .orderBy('night_date')
    .orderBy('lead_day')
    .execute()
  return rows.map(toIssued)
}

async function hasPastWeeks({ queries }: Database, pointKey: string, before: string): Promise<boolean> {
  const oldest = await queries
    .selectFrom('issued_nights')
    .select(['night_date', 'back_filled'])
    .where((is) => is.and({ point_key: pointKey, synthetic: 0 }))
    .orderBy('night_date')
    .limit(1)
    .executeTakeFirst()
  return oldest !== undefined && (oldest.back_filled === 1 || oldest.night_date < before)
}

async function analysedSince(database: Database, { pointKey, synthetic, sinceDate }: Wanted) {
  const rows = await database.queries
    .selectFrom('analysed_nights')
    .selectAll()
    .where((is) => is.and({ point_key: pointKey, synthetic: synthetic ? 1 : 0 }))
    .where('night_date', '>=', sinceDate)
    .orderBy('night_date')
    .execute()
  return rows.map(toAnalysed)
}

async function forgetBefore(database: Database, date: string, now: number): Promise<number> {
  const forget = (table: string, key: string, which: string): Promise<number> =>
    inPortions(database, async (portion, { queries }) => {
      const { numAffectedRows } = await sql`delete from ${sql.table(table)} where (${sql.raw(key)}) in
        (select ${sql.raw(key)} from ${sql.table(table)}
          where night_date < ${date} ${sql.raw(which)} limit ${sql.lit(portion)})`.execute(queries)
      return Number(numAffectedRows ?? 0n)
    })
  const signer = await chainSigner(database, now)
  const chained = await shortenChains(database, { date, now, signer })
  const issuedKey = 'point_key, synthetic, night_date, lead_day'
  const backFilled = await forget('issued_nights', issuedKey, 'and chain_seq is null and back_filled = 1')
  const outside = await inPortions(database, (most, inside) => forgetOutside(inside, { date, most, signer }))
  const analysed = await forget('analysed_nights', 'point_key, synthetic, night_date', '')
  const evenings = await forget('evening_nights', 'point_key, night_date', '')
  const airports = await forget('airport_nights', 'icao, night_date', '')
  await sql`delete from record_points where not exists
    (select 1 from issued_nights n where n.point_key = record_points.point_key) and not exists
    (select 1 from analysed_nights n where n.point_key = record_points.point_key)`.execute(database.queries)
  // A point is deleted with its last night, and so is its position.
  await transact(database, async (inside) => {
    const { rows } = await sql<ChainKey>`delete from night_chains where last_seq = removed_seq and not exists
      (select 1 from record_points p where p.point_key = night_chains.point_key)
      returning point_key, synthetic`.execute(inside.queries)
    if (rows.length > 0)
      await register(inside, signer, ({ chains }) => ({ chains: countedChains(rows, chains, -1) }))
  })
  // After the chains: a month with any night left is not dropped.
  await dropMonthsBefore(database, date)
  return chained + backFilled + outside + analysed + evenings + airports
}

/** Issued before there were chains; the register says how many. */
async function forgetOutside(
  inside: Database,
  { date, most, signer }: { date: string; most: number; signer: ChainSigner }
): Promise<number> {
  const { rows } = await sql<IssuedNightsTable>`delete from issued_nights
    where (point_key, synthetic, night_date, lead_day) in
      (select point_key, synthetic, night_date, lead_day from issued_nights
        where night_date < ${date} and chain_seq is null and back_filled = 0 limit ${sql.lit(most)})
    returning *`.execute(inside.queries)
  if (rows.length > 0)
    await register(inside, signer, ({ outside }) => ({ outside: countedNights(rows, outside, -1) }))
  return rows.length
}

function analysedRow(pointKey: string, synthetic: boolean, night: AnalysedNight): AnalysedNightsTable {
  return {
    point_key: pointKey,
    night_date: night.date,
    synthetic: synthetic ? 1 : 0,
    source: night.source,
    analysed_at: night.analysedAt,
    air_minimum: night.airMinimumC,
    plant_minimum: night.plantMinimumC
  }
}

function toAnalysed(row: AnalysedNightsTable): AnalysedNight {
  return {
    date: row.night_date,
    source: row.source,
    analysedAt: row.analysed_at,
    airMinimumC: row.air_minimum,
    plantMinimumC: row.plant_minimum
  }
}

/** The primary key backwards: the earliest forecast of a night has the longest lead. */
async function nights(
  { queries }: Database,
  { pointKey, synthetic, issuedSince: since = 0, from, until, leadDay, after, limit }: NightsQuestion
): Promise<readonly RecordedNight[]> {
  const rows = await queries
    .selectFrom('issued_nights')
    .selectAll()
    .where((is) => is.and({ point_key: pointKey, synthetic: synthetic ? 1 : 0 }))
    .where(isSince(since))
    .where('night_date', '>=', from)
    .where('night_date', '<=', after !== null && after.date < until ? after.date : until)
    .$if(leadDay !== null, (query) => query.where('lead_day', '=', leadDay))
    .$if(after !== null, (query) =>
      query.where(({ or, eb }) =>
        or([
          eb('night_date', '<', after?.date ?? ''),
          eb.and([eb('night_date', '=', after?.date ?? ''), eb('lead_day', '<', after?.leadDay ?? 0)])
        ])
      )
    )
    .orderBy('night_date', 'desc')
    .orderBy('lead_day', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toRecorded)
}

function toRecorded(row: IssuedNightsTable): RecordedNight {
  const { method, recorded_at: at, chain_seq: seq, chain_hash: hash } = row
  return {
    night: toIssued(row),
    issuance: method === null || at === null ? null : { at, method },
    isBackFilled: row.back_filled === 1,
    link: seq === null || hash === null ? null : { seq, hash, entry: nightEntry(row) }
  }
}

async function chainState(database: Database, key: ChainKey, now: number): Promise<ChainState | null> {
  const chain = await database.queries
    .selectFrom('night_chains')
    .selectAll()
    .where((is) => is.and({ point_key: key.point_key, synthetic: key.synthetic }))
    .executeTakeFirst()
  if (chain === undefined || chain.last_seq === 0) return null
  const { removed_seq, removed_hash, removed_at, signature, head_signature } = chain
  const signer = await chainSigner(database, now)
  // As signed when appended: the answer does not sign what was changed since.
  const head = { seq: chain.last_seq, hash: chain.last_hash, signature: head_signature ?? '' }
  const checkpoint =
    removed_at === null || signature === null
      ? null
      : { seq: removed_seq, hash: removed_hash, at: removed_at, signature }
  return { publicKey: signer.publicKey, head, checkpoint }
}
