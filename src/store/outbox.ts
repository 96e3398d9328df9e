import { sql } from 'kysely'
import type { Outbox } from '../alerts/outbox-ports.ts'
import { minuteMs } from '../common/time.ts'
import { type Database, transact } from './database.ts'
import { retryingMessages } from './message-counts.ts'
import { enqueueOne } from './message-rows.ts'
import { claimDue, noneUnderWay } from './outbox-claim.ts'
import { recordOutcomes } from './outbox-record.ts'
import type { RunReader } from './runs.ts'

export function outbox(database: Database, readRuns: RunReader): Outbox {
  return {
    claim: analyzingBacklogs(database, (claim) => claimDue(database, readRuns, claim)),
    record: (recordings, worker, now) => recordOutcomes(database, recordings, worker, now),
    enqueue: (subscriptionId, trigger, now) =>
      transact(database, async (inside) => {
        const row = await inside.queries
          .selectFrom('subscriptions')
          .select('seq')
          .where('id', '=', subscriptionId)
          .executeTakeFirst()
        if (row === undefined) return
        await enqueueOne(inside, row.seq, trigger, now)
        // A request for it came now: what waits for its next try is due at once.
        await inside.queries
          .updateTable('messages')
          .set({ next_attempt_at: now })
          .where('subscription_seq', '=', row.seq)
          .where('prompt', '=', trigger)
          .where('state', '=', 'queued')
          .where('next_attempt_at', '>', now)
          .execute()
      }),
    nextDueAt: () => nextDueAt(database),
    waiting: () => waiting(database),
    retrying: (answering) => retryingMessages(database, answering)
  }
}

/** Each has its own index. */
const queued = sql`messages where state = 'queued'`
const underWay = sql`messages where state = 'sending'`

async function nextDueAt(database: Database): Promise<number | null> {
  const { rows } = await sql<{ queued_at: number | null; leased_at: number | null }>`select
    (select min(next_attempt_at) from ${queued}) as queued_at,
    (select min(leased_until) from ${underWay}) as leased_at`.execute(database.queries)
  const times = rows.flatMap((row) => [row.queued_at, row.leased_at]).filter((at) => at !== null)
  return times.length === 0 ? null : Math.min(...times)
}

async function waiting(database: Database): Promise<{ count: number; oldestDueAt: number | null }> {
  const { rows } = await sql<{ count: number; queued_at: number | null; sending_at: number | null }>`select
    (select count(*) from ${queued}) + (select count(*) from ${underWay}) as count,
    (select min(next_attempt_at) from ${queued} and ${noneUnderWay('messages')}) as queued_at,
    (select min(next_attempt_at) from ${underWay}) as sending_at`.execute(database.queries)
  const [row] = rows
  const times = [row?.queued_at ?? null, row?.sending_at ?? null].filter((at) => at !== null)
  return { count: row?.count ?? 0, oldestDueAt: times.length === 0 ? null : Math.min(...times) }
}

/** From this many rows a claim has met a backlog. */
const backlog = 64
const analyzeEveryMs = minuteMs
const claimedFrom = ['messages', 'episodes', 'subscriptions'] as const

/** Each minute while a backlog lasts: from the first claim for all that met it until one that finds nothing. */
function analyzingBacklogs(database: Database, claim: Outbox['claim']): Outbox['claim'] {
  let since: number | null = null
  return async (wanted) => {
    if (wanted.onlySubscription !== null) return claim(wanted)
    if (since !== null && wanted.now - since >= analyzeEveryMs) {
      since = wanted.now
      await database.dialect.analyze(database.queries, claimedFrom)
    }
    const { examined, messages } = await claim(wanted)
    if (examined === 0) since = null
    else if (examined >= backlog) since ??= wanted.now
    return { examined, messages }
  }
}
