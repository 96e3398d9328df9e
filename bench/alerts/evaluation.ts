/** One run's evaluation and enqueue beside a bare INSERT … SELECT of the rows it enqueued: same database, tables and indexes. */
import { sql } from 'kysely'
import { curvesPerTransaction } from '../../src/alerts/evaluate.ts'
import type { Store } from '../../src/store/open.ts'
import { benchNow, type Crowd, forgetAll, gather, oneRun } from './crowd.ts'

export interface EvaluationFigures {
  /** Median over the rounds of evaluation time / bare time. */
  readonly ratio: number
  readonly evaluationMs: readonly number[]
  readonly bareMs: readonly number[]
  readonly enqueued: number
}

/** Measures in turns, so that what slows the machine slows both. */
export async function measureEvaluation(
  store: Store,
  crowd: Crowd,
  rounds: number
): Promise<EvaluationFigures> {
  await gather(store, crowd)
  const evaluationMs: number[] = []
  const bareMs: number[] = []
  let enqueued = 0
  for (let round = 0; round < rounds; round += 1) {
    const runs = await oneRun(store, `run-${round}`)
    const startedAt = performance.now()
    for (let from = 0; from < runs.length; from += curvesPerTransaction) {
      await store.episodes.evaluate(runs.slice(from, from + curvesPerTransaction), benchNow, null)
    }
    evaluationMs.push(performance.now() - startedAt)
    enqueued = (await store.outbox.waiting()).count
    bareMs.push(await bareInsert(store))
    await forgetAll(store)
  }
  const ratios = evaluationMs.map((ms, round) => ms / (bareMs[round] ?? Number.NaN))
  return { ratio: median(ratios), evaluationMs, bareMs, enqueued }
}

async function bareInsert(store: Store): Promise<number> {
  const { queries } = store.database
  await sql`create table enqueued as select subscription_seq, prompt, state, created_at, next_attempt_at from messages`.execute(
    queries
  )
  await queries.deleteFrom('messages').execute()
  const startedAt = performance.now()
  await sql`insert into messages (subscription_seq, prompt, state, created_at, next_attempt_at)
    select subscription_seq, prompt, state, created_at, next_attempt_at from enqueued`.execute(queries)
  const ms = performance.now() - startedAt
  await sql`drop table enqueued`.execute(queries)
  return ms
}

/** The middle value; of an even number the upper one. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}
