/** Runs and their nights: written once, then only read, so that reading them is cached. */
import { sql } from 'kysely'
import type { KeptRun } from '../alerts/outbox-ports.ts'
import type { ScoredNight, ScoredRun } from '../alerts/store-ports.ts'
import { type Database, oneOf } from './database.ts'
import type { NightsTable, RunsTable } from './schema.ts'

/** Rows a statement takes at most; SQLite allows 32,766 parameters. */
const rowsPerStatement = 1000

/** Keeps the runs and makes each its curve's current one; answers their numbers in the same order. */
export async function keepRuns(
  inside: Database,
  runs: readonly ScoredRun[],
  now: number
): Promise<readonly number[]> {
  const known = await currentRuns(inside, runs)
  const seqs: number[] = []
  const nights: NightsTable[] = []
  for (const run of runs) {
    const current = known.get(run.curve.seq)
    const same = current !== undefined && current.run_id === run.runId
    const seq = same ? await confirmRun(inside, current.seq, run) : await insertRun(inside, run, now)
    seqs.push(seq)
    nights.push(...run.nights.map((night) => nightRow(seq, night)))
  }
  for (let from = 0; from < nights.length; from += rowsPerStatement) {
    await keepNights(inside, nights.slice(from, from + rowsPerStatement))
  }
  await pointCurvesAt(inside, seqs)
  return seqs
}

async function currentRuns(
  inside: Database,
  runs: readonly ScoredRun[]
): Promise<ReadonlyMap<number, { seq: number; run_id: string }>> {
  const rows = await inside.queries
    .selectFrom('curves as c')
    .innerJoin('runs as r', 'r.seq', 'c.current_run_seq')
    .select(['c.seq as curve', 'r.seq', 'r.run_id'])
    .where(
      'c.seq',
      'in',
      runs.map((run) => run.curve.seq)
    )
    .execute()
  return new Map(rows.map((row) => [row.curve, row]))
}

async function confirmRun(inside: Database, seq: number, run: ScoredRun): Promise<number> {
  await inside.queries
    .updateTable('runs')
    .set({ confirmed_at: run.confirmedAt })
    .where('seq', '=', seq)
    .where('confirmed_at', '<', run.confirmedAt)
    .execute()
  return seq
}

async function insertRun(inside: Database, run: ScoredRun, now: number): Promise<number> {
  const row = await inside.queries
    .insertInto('runs')
    .values({
      curve_seq: run.curve.seq,
      run_id: run.runId,
      issued_at: run.issuedAt,
      confirmed_at: run.confirmedAt,
      seen_at: now,
      synthetic: run.synthetic ? 1 : 0,
      attribution: run.attribution
    })
    .returning('seq')
    .executeTakeFirstOrThrow()
  return row.seq
}

/** A night that comes into reach later in the life of the same run becomes watched; its numbers stay. */
async function keepNights(inside: Database, rows: readonly NightsTable[]): Promise<void> {
  if (rows.length === 0) return
  await inside.queries
    .insertInto('nights')
    .values([...rows])
    .onConflict((conflict) =>
      conflict
        .columns(['run_seq', 'night_date'])
        .doUpdateSet({ watched: (now) => now.ref('excluded.watched') })
        .where((is) => is(is.ref('nights.watched'), '<>', is.ref('excluded.watched')))
    )
    .execute()
}

async function pointCurvesAt(inside: Database, seqs: readonly number[]): Promise<void> {
  if (seqs.length === 0) return
  await sql`update curves set current_run_seq = r.seq from runs r
    where r.seq in (${sql.join(seqs)}) and curves.seq = r.curve_seq`.execute(inside.queries)
}

function nightRow(runSeq: number, night: ScoredNight): NightsTable {
  return {
    run_seq: runSeq,
    night_date: night.date,
    watched: night.watched ? 1 : 0,
    score: night.score,
    level_rank: night.levelRank,
    minimum_tenths: night.minimumTenths,
    p10_tenths: night.p10Tenths,
    from_hour: night.fromHour,
    coldest_at: night.coldestAt,
    over_at: night.overAt,
    dusk_at: night.duskAt,
    facts: night.facts
  }
}

/** Reads runs by number, out of memory where they were read before: their numbers never change, `confirmedAt` does. */
export type RunReader = (inside: Database, seqs: readonly number[]) => Promise<ReadonlyMap<number, KeptRun>>

/** Makes a reader that remembers the nights of the last `capacity` runs. */
export function runReader(capacity = 5000): RunReader {
  const kept = new Map<number, readonly ScoredNight[]>()
  return async (inside, seqs) => {
    const wanted = [...new Set(seqs)]
    if (wanted.length === 0) return new Map()
    const heads = await inside.queries
      .selectFrom('runs')
      .selectAll()
      .where('seq', 'in', oneOf(inside, wanted))
      .execute()
    const missing = wanted.filter((seq) => !kept.has(seq))
    const read = await readNights(inside, missing)
    if (kept.size + read.size > capacity) kept.clear()
    for (const [seq, nights] of read) kept.set(seq, nights)
    return new Map(
      heads.map((head) => [head.seq, keptRun(head, kept.get(head.seq) ?? read.get(head.seq) ?? [])])
    )
  }
}

async function readNights(
  inside: Database,
  seqs: readonly number[]
): Promise<ReadonlyMap<number, readonly ScoredNight[]>> {
  if (seqs.length === 0) return new Map()
  const rows = await inside.queries
    .selectFrom('nights')
    .selectAll()
    .where('run_seq', 'in', oneOf(inside, seqs))
    .orderBy('run_seq')
    .orderBy('night_date')
    .execute()
  return Map.groupBy(rows.map(scoredNight), (night) => night.runSeq)
}

function scoredNight(row: NightsTable): ScoredNight & { runSeq: number } {
  return {
    runSeq: row.run_seq,
    date: row.night_date,
    watched: row.watched === 1,
    score: row.score,
    levelRank: row.level_rank,
    minimumTenths: row.minimum_tenths,
    p10Tenths: row.p10_tenths,
    fromHour: row.from_hour,
    coldestAt: row.coldest_at,
    overAt: row.over_at,
    duskAt: row.dusk_at,
    facts: row.facts
  }
}

function keptRun(head: Omit<RunsTable, 'seq'> & { seq: number }, nights: readonly ScoredNight[]): KeptRun {
  return {
    seq: head.seq,
    issuedAt: head.issued_at,
    confirmedAt: head.confirmed_at,
    synthetic: head.synthetic === 1,
    attribution: head.attribution,
    nights
  }
}
