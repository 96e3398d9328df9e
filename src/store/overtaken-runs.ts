import type { Selectable } from 'kysely'
import type { AlertNight } from '../alerts/alert-night.ts'
import type { ScoredRun } from '../alerts/store-ports.ts'
import type { RunsTable } from './alert-tables.ts'
import { type Database, oneOf } from './database.ts'

type CurrentRun = Pick<Selectable<RunsTable>, 'seq' | 'run_id' | 'issued_at' | 'confirmed_at' | 'synthetic'>

type CurrentRuns = ReadonlyMap<number, CurrentRun>

/** Reads current runs under a lock: no other transaction changes them until this one ends. */
export async function currentRuns(inside: Database, runs: readonly ScoredRun[]): Promise<CurrentRuns> {
  const profiles = runs.map((run) => run.profile.seq)
  await inside.dialect.lockRows(inside.queries, 'curves', profiles)
  const rows = await inside.queries
    .selectFrom('curves as c')
    .innerJoin('runs as r', 'r.seq', 'c.current_run_seq')
    .select(['c.seq as profile', 'r.seq', 'r.run_id', 'r.issued_at', 'r.confirmed_at', 'r.synthetic'])
    .where('c.seq', 'in', profiles)
    .execute()
  return new Map(rows.map((row) => [row.profile, row]))
}

/**
 * The current run was confirmed later (the other's process was suspended), or is of no older forecast with a later
 * reading of the same thermometer (the other was computed before it came). Not where the current one is of the future,
 * left by a wrong clock, or differs in `synthetic`.
 */
export async function overtaking(
  inside: Database,
  runs: readonly ScoredRun[],
  { known, now }: { known: CurrentRuns; now: number }
): Promise<(run: ScoredRun) => boolean> {
  const measured = await measurements(inside, runs, known)
  return (run) => {
    const current = known.get(run.profile.seq)
    if (current === undefined || current.confirmed_at > now) return false
    if ((current.synthetic === 1) !== run.synthetic) return false
    if (current.confirmed_at > run.confirmedAt) return true
    return current.issued_at >= run.issuedAt && run.nights.some((night) => isOlder(night, current))
  }

  function isOlder({ date, updatedBy }: AlertNight, { seq }: CurrentRun): boolean {
    const later = updatedBy === null ? undefined : measured.get(keyOf(seq, date))
    return later?.station === updatedBy?.station && (later?.measuredAt ?? 0) > (updatedBy?.measuredAt ?? 0)
  }
}

/** Measurements of current runs, as far as those of the new ones are. */
async function measurements(
  inside: Database,
  runs: readonly ScoredRun[],
  known: CurrentRuns
): Promise<ReadonlyMap<string, NonNullable<AlertNight['updatedBy']>>> {
  const moved = runs.flatMap(({ profile, runId, nights }) => {
    const current = known.get(profile.seq)
    if (current === undefined || current.run_id === runId) return []
    return nights.flatMap(({ date, updatedBy }) => (updatedBy === null ? [] : [{ seq: current.seq, date }]))
  })
  if (moved.length === 0) return new Map()
  const seqs = [...new Set(moved.map(({ seq }) => seq))]
  const rows = await inside.queries
    .selectFrom('nights')
    .select(['run_seq', 'night_date', 'facts'])
    .where(oneOf(inside, 'run_seq', seqs))
    .where('night_date', 'in', [...new Set(moved.map(({ date }) => date))])
    .execute()
  return new Map(
    rows.flatMap(({ run_seq, night_date, facts }) => {
      const { updatedBy } = JSON.parse(facts) as Partial<AlertNight>
      return updatedBy == null ? [] : [[keyOf(run_seq, night_date), updatedBy] as const]
    })
  )
}

function keyOf(runSeq: number, date: string): string {
  return `${runSeq} ${date}`
}
