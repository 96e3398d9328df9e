/** Warnings that wait to be answered: what is stored of them, and the steps that a round takes. */
import { type Selectable, sql } from 'kysely'
import type { AlertNight } from '../alerts/alert-night.ts'
import type { Advancing, AlarmFacts, TakenStep, UnansweredNight } from '../alerts/escalation.ts'
import type { EpisodesTable, MessagesTable, StepsTable } from './alert-tables.ts'
import { type Database, oneOf, transact } from './database.ts'
import { openEpisode } from './due-messages.ts'
import { enqueueOne } from './queue-message.ts'
import type { ReadRun, RunReader } from './runs.ts'

/** One number for all processes: what a round takes no other one takes again. */
const escalationLock = 4_197_009

type WaitingRow = Selectable<EpisodesTable> & {
  readonly id: string
  readonly escalation: string
  readonly current_run_seq: number | null
}

/** One round: takes the steps that are due; returns the nights that no one has answered. */
export async function escalate(
  database: Database,
  readRuns: RunReader,
  now: number,
  advancing: Advancing
): Promise<readonly UnansweredNight[]> {
  return transact(database, async (inside) => {
    await inside.dialect.advisoryLock(inside.queries, escalationLock)
    const rows = await waitingRows(inside, now)
    if (rows.length === 0) return []
    const runs = await readRuns(inside, runsOf(rows))
    const steps = await takenSteps(inside, rows)
    const lastReportAt = Math.max(...rows.map(({ unanswered_at }) => unanswered_at ?? 0))
    const unanswered: UnansweredNight[] = []
    for (const row of rows) {
      const facts = factsOf(row, steps.get(keyOf(row)) ?? [], runs)
      const {
        since,
        unansweredAt,
        steps: due
      } = advancing({
        facts,
        run: nightIn(runs, row),
        escalation: JSON.parse(row.escalation),
        lastReportAt
      })
      await store(inside, row, { since, unansweredAt, due, now })
      if (unansweredAt === now) unanswered.push({ subscriptionId: row.id, date: row.night_date })
    }
    return unanswered
  })
}

/** Nights that wait, or may begin to. */
async function waitingRows({ queries }: Database, now: number): Promise<readonly WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`select e.*, s.id, s.escalation, c.current_run_seq
    from subscriptions s
      join episodes e on e.subscription_seq = s.seq and e.over_at > ${now}
      join curves c on c.seq = s.curve_seq
    where s.escalation is not null and s.state = 'active' and s.preview = 0
      and (e.state = 'raised' or e.alarm_since is not null)
    order by e.subscription_seq, e.night_date`.execute(queries)
  return rows
}

function runsOf(rows: readonly WaitingRow[]): readonly number[] {
  return rows
    .flatMap(({ current_run_seq, told_run_seq, seen_run_seq }) => [
      current_run_seq,
      told_run_seq,
      seen_run_seq
    ])
    .filter((seq) => seq !== null)
}

function nightIn(runs: ReadonlyMap<number, ReadRun>, row: WaitingRow): AlertNight | null {
  const run = row.current_run_seq === null ? undefined : runs.get(row.current_run_seq)
  return run?.nights.find(({ date }) => date === row.night_date) ?? null
}

function keyOf(row: Pick<StepsTable, 'subscription_seq' | 'night_date'>): string {
  return `${row.subscription_seq} ${row.night_date}`
}

type StepRow = StepsTable & Partial<Pick<MessagesTable, 'state' | 'ended_at' | 'receipt' | 'receipt_at'>>

async function takenSteps(
  inside: Database,
  rows: readonly WaitingRow[]
): Promise<ReadonlyMap<string, readonly StepRow[]>> {
  const seqs = rows.map((row) => row.subscription_seq)
  const { rows: steps } = await sql<StepRow>`select t.*, m.state, m.ended_at, m.receipt, m.receipt_at
    from steps t left join messages m on m.seq = t.message_seq
    where ${oneOf(inside, 't.subscription_seq', seqs)} order by t.step`.execute(inside.queries)
  return Map.groupBy(steps, keyOf)
}

function factsOf(row: WaitingRow, steps: readonly StepRow[], runs: ReadonlyMap<number, ReadRun>): AlarmFacts {
  return {
    ...openEpisode(row, runs),
    raisedAt: row.raised_at,
    clearingAt: row.clearing_at,
    since: row.alarm_since,
    unansweredAt: row.unanswered_at,
    steps: steps.filter(({ since }) => since === row.alarm_since).map(takenStep)
  }
}

function takenStep({ step, made_at, state, ended_at, receipt, receipt_at }: StepRow): TakenStep {
  if (state === 'queued' || state === 'sending') return { step, outcome: 'waiting', at: made_at }
  const isTold = state === 'sent' && receipt !== 'failed'
  return isTold
    ? { step, outcome: 'told', at: ended_at ?? made_at }
    : { step, outcome: 'failed', at: receipt_at ?? ended_at ?? made_at }
}

async function store(
  inside: Database,
  row: WaitingRow,
  changed: {
    readonly since: number | null
    readonly unansweredAt: number | null
    readonly due: readonly number[]
    readonly now: number
  }
): Promise<void> {
  const { subscription_seq, night_date } = row
  const { since, unansweredAt, due, now } = changed
  if (since !== row.alarm_since || unansweredAt !== row.unanswered_at)
    await inside.queries
      .updateTable('episodes')
      .set({ alarm_since: since, unanswered_at: unansweredAt })
      .where('subscription_seq', '=', subscription_seq)
      .where('night_date', '=', night_date)
      .execute()
  if (since === null) return
  for (const step of due) {
    const message_seq = await enqueueOne(inside, subscription_seq, 'escalate', now)
    const taken = { subscription_seq, night_date, since, step, made_at: now, message_seq }
    await inside.queries.insertInto('steps').values(taken).execute()
  }
}
