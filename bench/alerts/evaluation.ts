/**
 * One run's evaluation and enqueue beside a bare INSERT … SELECT of the rows it enqueued: same database, tables and
 * indexes. First the first frost of a spell, then the runs after it, which have standing episodes to compare with.
 */
import { sql } from 'kysely'
import { profilesPerTransaction } from '../../src/alerts/evaluate.ts'
import type { ScoredRun } from '../../src/alerts/store-ports.ts'
import type { Store } from '../../src/store/open.ts'
import {
  type Backlog,
  benchNow,
  forgetAll,
  frost,
  gather,
  type NightContent,
  notifyAll,
  oneRun
} from './crowd.ts'

/** One run of a spell over all rounds. */
export interface StageFigures {
  readonly name: string
  readonly enqueued: number
  readonly evaluationMs: readonly number[]
  /** The bare insert of as many rows; where nothing is enqueued, of as many as the first run enqueued. */
  readonly bareMs: readonly number[]
  /** Median over the rounds of evaluation time / bare time. */
  readonly ratio: number
}

const hour = 3_600_000
const worse: NightContent = { score: 85, level: 'severe', plantTemperatureMinC: -4 }
const gone = { score: 10, level: 'low', plantTemperatureMinC: 1.5 } as const

/** What each run of a spell says, in order; `notified`: what the run before enqueued has been sent meanwhile. */
const spell = [
  { name: 'first frost of a spell', at: benchNow, notified: false, said: () => frost },
  {
    name: 'the run after it, worse at half the places',
    at: benchNow + hour,
    notified: true,
    said: (place: number) => (place % 2 === 0 ? worse : frost)
  },
  { name: 'first sight of the risk gone', at: benchNow + 2 * hour, notified: true, said: () => gone },
  { name: 'all cleared by the run after', at: benchNow + 3 * hour, notified: false, said: () => gone }
] as const

/** Measures in turns, so that what slows the machine slows both. */
export async function measureEvaluation(
  store: Store,
  backlog: Backlog,
  rounds: number
): Promise<readonly StageFigures[]> {
  await gather(store, backlog)
  const stages = spell.map(({ name }) => ({ name, enqueued: 0, evaluationMs: [0], bareMs: [0] }))
  for (const stage of stages) stage.evaluationMs.length = stage.bareMs.length = 0
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { at, notified, said }] of spell.entries()) {
      if (notified) await notifyAll(store)
      const runs = await oneRun(store, `run-${round}-${index}`, said)
      const stage = stages[index]
      if (stage === undefined) continue
      stage.evaluationMs.push(await evaluationMs(store, runs, at))
      stage.enqueued = (await store.outbox.waiting()).count
      if (index === 0 && stage.enqueued * 2 !== backlog.subscriptions)
        throw new Error('half the crowd must hear')
      const isSilent = stage.enqueued === 0
      stage.bareMs.push(isSilent ? (stages[0]?.bareMs.at(-1) ?? Number.NaN) : await bareInsert(store))
    }
    await forgetAll(store)
  }
  return stages.map((stage) => {
    const ratios = stage.evaluationMs.map((ms, round) => ms / (stage.bareMs[round] ?? Number.NaN))
    return { ...stage, ratio: median(ratios) }
  })
}

async function evaluationMs(store: Store, runs: readonly ScoredRun[], now: number): Promise<number> {
  const startedAt = performance.now()
  for (let from = 0; from < runs.length; from += profilesPerTransaction) {
    await store.episodes.evaluate(runs.slice(from, from + profilesPerTransaction), now, null)
  }
  return performance.now() - startedAt
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
