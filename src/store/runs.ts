import { type Selectable, sql } from 'kysely'
import type { AlertNight } from '../alerts/alert-night.ts'
import type { StoredRun } from '../alerts/outbox-ports.ts'
import { alertRules } from '../alerts/rules.ts'
import type { ScoredRun } from '../alerts/store-ports.ts'
import { BoundedMap } from '../common/bounded-map.ts'
import { portionsOf } from '../common/portions-of.ts'
import { hourMs } from '../common/time.ts'
import type { NightsTable, RunsTable } from './alert-tables.ts'
import { type Database, oneOf } from './database.ts'
import type { ColumnType } from './dialect.ts'
import { columnsOf, distributionColumns, distributionOf } from './night-distribution.ts'
import { currentRuns, overtaking } from './overtaken-runs.ts'

/** Makes each current in its profile, but overtaken ones. Returns which are current, each with the given one. */
export async function saveRuns(
  inside: Database,
  runs: readonly ScoredRun[],
  now: number
): Promise<readonly CurrentSeq[]> {
  const known = await currentRuns(inside, runs)
  const overtakes = await overtaking(inside, runs, { known, now })
  const seqOf = new Map<number, number>()
  const same: Confirmed[] = []
  const overtaken = new Set<ScoredRun>()
  for (const run of runs) {
    const { profile, runId, confirmedAt } = run
    const current = known.get(profile.seq)
    if (current === undefined) continue
    if (current.run_id === runId) same.push({ seq: current.seq, confirmedAt, lacking: lackingOf(run) })
    else if (overtakes(run)) overtaken.add(run)
    else continue
    seqOf.set(profile.seq, current.seq)
  }
  await confirmRuns(inside, same)
  const added = await insertRuns(
    inside,
    runs.filter(({ profile }) => !seqOf.has(profile.seq)),
    now
  )
  for (const { curve_seq, seq } of added) seqOf.set(curve_seq, seq)
  const stored = runs.flatMap((run) => {
    const seq = seqOf.get(run.profile.seq)
    return seq === undefined ? [] : [{ run, seq }]
  })
  for (const some of portionsOf(stored, runsAtOnce)) {
    const nights = some.flatMap(({ run, seq }) =>
      overtaken.has(run) ? [] : run.nights.map((night) => nightRow(seq, night, now))
    )
    await saveNights(inside, nights)
  }
  const addedSeqs = added.map(({ seq }) => seq)
  await pointProfilesAt(inside, addedSeqs)
  return stored
}

/** Runs in a statement: their nights as text take 1 to 3 ms of the service's thread (15 on a busy machine). */
const runsAtOnce = 20

export interface CurrentSeq {
  readonly run: ScoredRun
  readonly seq: number
}

interface Confirmed {
  readonly seq: number
  readonly confirmedAt: number
  readonly lacking: number
}

function lackingOf({ nights }: ScoredRun): number {
  return nights.some(({ score, confirmedAt }) => score === null || confirmedAt !== undefined) ? 1 : 0
}

async function confirmRuns(inside: Database, same: readonly Confirmed[]): Promise<void> {
  if (same.length === 0) return
  const rows = same.map(({ seq, confirmedAt, lacking }) => [seq, confirmedAt, lacking])
  await sql`update runs set confirmed_at = v.column2, lacking = v.column3
    from ${inside.dialect.valuesTable(['bigint', 'bigint', 'smallint'], rows)} as v
    where runs.seq = v.column1 and runs.confirmed_at < v.column2`.execute(inside.queries)
}

async function insertRuns(
  inside: Database,
  runs: readonly ScoredRun[],
  now: number
): Promise<readonly { readonly seq: number; readonly curve_seq: number }[]> {
  if (runs.length === 0) return []
  const rows = runs.map((run) => [
    run.profile.seq,
    run.runId,
    run.issuedAt,
    run.confirmedAt,
    run.synthetic ? 1 : 0,
    run.attribution,
    lackingOf(run)
  ])
  const types = ['bigint', 'text', 'bigint', 'bigint', 'smallint', 'text', 'smallint'] as const
  const { rows: added } = await sql<{ seq: number; curve_seq: number }>`insert into runs
      (curve_seq, run_id, issued_at, confirmed_at, synthetic, attribution, lacking, seen_at)
    select v.*, cast(${now} as bigint) from ${inside.dialect.valuesTable(types, rows)} as v
    returning seq, curve_seq`.execute(inside.queries)
  return added
}

const nightTypes: Readonly<Record<keyof NightsTable, ColumnType>> = {
  run_seq: 'bigint',
  night_date: 'text',
  watched: 'smallint',
  score: 'double precision',
  level_rank: 'smallint',
  minimum_tenths: 'integer',
  p10_tenths: 'integer',
  from_hour: 'integer',
  coldest_at: 'bigint',
  over_at: 'bigint',
  dusk_at: 'bigint',
  may_clear: 'smallint',
  facts: 'text',
  air_mean: 'double precision',
  air_sigma: 'double precision',
  plant_mean: 'double precision',
  plant_sigma: 'double precision',
  beside_air_mean: 'double precision',
  beside_air_sigma: 'double precision',
  beside_plant_mean: 'double precision',
  beside_plant_sigma: 'double precision'
}
const nightColumns = Object.keys(nightTypes) as readonly (keyof NightsTable)[]

/** A night that comes into reach becomes watched; numbers stay. One of an earlier version gets its distribution. */
async function saveNights(inside: Database, nights: readonly NightsTable[]): Promise<void> {
  if (nights.length === 0) return
  const rows = nights.map((night) => nightColumns.map((column) => night[column]))
  const filledIn = distributionColumns.map((column) => {
    const name = sql.ref(column)
    return sql`${name} = coalesce(nights.${name}, excluded.${name})`
  })
  await sql`insert into nights (${sql.join(nightColumns.map((column) => sql.ref(column)))})
    select * from ${inside.dialect.valuesTable(Object.values(nightTypes), rows)} as v where true
    on conflict (run_seq, night_date) do update set watched = excluded.watched,
      ${sql.join(filledIn)}
    where nights.watched <> excluded.watched
      or (nights.plant_sigma is null and excluded.plant_sigma is not null)`.execute(inside.queries)
}

async function pointProfilesAt(inside: Database, seqs: readonly number[]): Promise<void> {
  if (seqs.length === 0) return
  await sql`update curves set current_run_seq = r.seq from runs r
    where r.seq in (${sql.join(seqs)}) and curves.seq = r.curve_seq`.execute(inside.queries)
}

function nightRow(runSeq: number, night: AlertNight, now: number): NightsTable {
  const { watchMs, beforeSunsetMs, levelRanks } = alertRules
  const { distribution, ...facts } = night
  const { date, score, level, coldestAt, frostFromAt, sunsetAt, overAt } = facts
  return {
    run_seq: runSeq,
    night_date: date,
    watched: score !== null && coldestAt <= now + watchMs ? 1 : 0,
    score,
    level_rank: levelRanks[level],
    minimum_tenths: tenths(night.plantTemperatureMinC),
    p10_tenths: tenths(night.plantTemperatureP10C),
    from_hour: frostFromAt === null ? null : frostFromAt / hourMs,
    coldest_at: coldestAt,
    over_at: overAt,
    dusk_at: sunsetAt === null ? null : sunsetAt - beforeSunsetMs,
    ...columnsOf(distribution),
    may_clear: night.isColdHourSetAside === true || night.beside?.because === 'runs_disagree' ? 0 : 1,
    facts: JSON.stringify(facts)
  }
}

function tenths(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10)
}

/** Kept as long as the log. Where evaluation (runs first) and claim (messages first) meet, `transact` retries. */
export async function markNotified(inside: Database, seqs: readonly number[]): Promise<void> {
  if (seqs.length === 0) return
  await inside.queries
    .updateTable('runs')
    .set({ told: 1 })
    .where(oneOf(inside, 'seq', seqs))
    .execute()
}

/** A run as it was read, and whether a message names it. */
export interface ReadRun extends StoredRun {
  readonly isNotified: boolean
}

/** Reads runs, from memory if read before. `confirmedAt`, `isNotified` and the count of nights are read each time. */
export type RunReader = (inside: Database, seqs: readonly number[]) => Promise<ReadonlyMap<number, ReadRun>>

export function runReader(capacity = 5000): RunReader {
  const cached = new BoundedMap<number, readonly AlertNight[]>(capacity)
  return async (inside, seqs) => {
    const wanted = [...new Set(seqs)]
    if (wanted.length === 0) return new Map()
    const heads = await inside.queries
      .selectFrom('runs')
      .selectAll()
      .select(sql<number>`(select count(*) from nights where run_seq = runs.seq)`.as('night_count'))
      .where(oneOf(inside, 'seq', wanted))
      .execute()
    // Before anything else is read or cached: the cache may drop them meanwhile.
    const nightsOf = new Map(heads.map(({ seq }) => [seq, cached.get(seq) ?? []]))
    const missing = heads.flatMap(({ seq, night_count }) => {
      const nights = nightsOf.get(seq) ?? []
      return nights.length === night_count && nights.every(isWhole) ? [] : [seq]
    })
    for (const [seq, nights] of await readNights(inside, missing)) {
      nightsOf.set(seq, nights)
      cached.set(seq, nights)
    }
    return new Map(heads.map((head) => [head.seq, readRun(head, nightsOf.get(head.seq) ?? [])]))
  }
}

/** Whether a cached night is complete; one of an earlier version may have got its distribution since. */
function isWhole({ score, distribution }: AlertNight): boolean {
  return score === null || distribution !== null
}

async function readNights(
  inside: Database,
  seqs: readonly number[]
): Promise<ReadonlyMap<number, readonly AlertNight[]>> {
  if (seqs.length === 0) return new Map()
  const rows = await inside.queries
    .selectFrom('nights')
    .selectAll()
    .where(oneOf(inside, 'run_seq', seqs))
    .orderBy('run_seq')
    .orderBy('night_date')
    .execute()
  const groups = Map.groupBy(rows, (row) => row.run_seq)
  return new Map([...groups].map(([seq, group]) => [seq, group.map(storedNight)]))
}

/** Older rows have no probability, no measurement, and no coldest hour where there is no score. */
function storedNight(row: NightsTable): AlertNight {
  const { facts, night_date, score, coldest_at, over_at } = row
  const night = JSON.parse(facts) as Omit<AlertNight, 'frostProbability' | 'updatedBy'>
  const columns = { date: night_date, score, coldestAt: coldest_at, overAt: over_at }
  return { frostProbability: null, updatedBy: null, ...night, ...columns, distribution: distributionOf(row) }
}

function readRun(head: Selectable<RunsTable>, nights: readonly AlertNight[]): ReadRun {
  return {
    seq: head.seq,
    issuedAt: head.issued_at,
    confirmedAt: head.confirmed_at,
    synthetic: head.synthetic === 1,
    attribution: head.attribution,
    nights,
    isNotified: head.told === 1
  }
}
