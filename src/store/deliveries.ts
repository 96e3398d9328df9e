import { type RawBuilder, sql } from 'kysely'
import type {
  DeliveryLog,
  LoggedMessage,
  OwnedMessage,
  RecordedOutcome,
  Recording
} from '../alerts/outbox-ports.ts'
import { type Database, oneOf } from './database.ts'
import { type MessageRow, toLogged } from './message-rows.ts'
import type { RunReader } from './runs.ts'
import { notifiedRows, toSubscription } from './subscription-rows.ts'

/* Attempts that are to be repeated, many at once, as when a mail server does not answer. */

/**
 * A newer one of the same trigger takes over place, attempts and due time. One that may have been sent stays `sending`
 * without a holder and is repeated unchanged until settled: only then is known what the subscriber received.
 */
export async function returnToQueue(
  inside: Database,
  retries: readonly RecordingOf<'retry'>[],
  now: number
): Promise<void> {
  if (retries.length === 0) return
  await inside.dialect.joinByHash(inside.queries)
  const unsettled = retries.filter(({ claimed }) => claimed.due.maybeSent)
  if (unsettled.length > 0) {
    const again = sql`${inside.dialect.leaseTime(now)} + coalesce(v.column2 - ${now}, 0)`
    await sql`update messages set leased_by = null, leased_until = ${again}, reason = v.column3,
        next_attempt_at = coalesce(v.column2, messages.next_attempt_at), attempts = messages.attempts - v.column4
      ${fromRetries(inside, unsettled)}`.execute(inside.queries)
  }
  const unsent = retries.filter(({ claimed }) => !claimed.due.maybeSent)
  const replaced = await takeOver(inside, unsent)
  const [overtaken = [], others = []] = [true, false].map((is) =>
    unsent.filter(({ claimed }) => replaced.has(claimed.due.seq) === is)
  )
  for (const { part, state, endedAt } of [
    { part: overtaken, state: 'dropped', endedAt: now },
    { part: others, state: 'queued', endedAt: null }
  ]) {
    if (part.length === 0) continue
    await sql`update messages set leased_by = null, leased_until = null, reason = v.column3,
        next_attempt_at = coalesce(v.column2, messages.next_attempt_at), attempts = messages.attempts - v.column4,
        last_attempt_at = case when messages.attempts > v.column4 then messages.last_attempt_at end,
        state = ${state}, ended_at = cast(${endedAt} as bigint)
      ${fromRetries(inside, part)}`.execute(inside.queries)
  }
  await inside.dialect.goByIndexes(inside.queries)
}

/** Joined to these messages as `v`: next attempt, reason, and attempts that do not count. */
function fromRetries(inside: Database, retries: readonly RecordingOf<'retry'>[]): RawBuilder<unknown> {
  const values = inside.dialect.valuesTable(
    ['bigint', 'bigint', 'text', 'bigint'],
    retries.map((one) => [one.claimed.due.seq, ...retryOf(one)])
  )
  return sql`from ${values} as v
    where messages.seq = v.column1 and ${inside.dialect.isJoined('messages.seq', seqsOf(retries))}`
}

/** The claim counted an attempt that was never started. */
function retryOf({ outcome: { nextAttemptAt, reason, untried } }: RecordingOf<'retry'>) {
  return [nextAttemptAt, reason, untried ? 1 : 0] as const
}

/** A newer message of the same trigger gets what it needs of those it stands for; returns these. */
async function takeOver(
  inside: Database,
  unsent: readonly RecordingOf<'retry'>[]
): Promise<ReadonlySet<number>> {
  if (unsent.length === 0) return new Set()
  const waiting = await inside.queries
    .selectFrom('messages')
    .select(['seq', 'subscription_seq', 'prompt'])
    .where(oneOf(inside, 'subscription_seq', subscriptionsOf(unsent)))
    .where('state', '=', 'queued')
    // Uses the index of subscriptions, even where statistics show an empty table.
    .orderBy('subscription_seq')
    // No worker claims them meanwhile. SQLite has one writer.
    .$if(inside.dialect.engine === 'postgresql', (select) => select.forNoKeyUpdate())
    .execute()
  const newer = new Map(waiting.map((row) => [`${row.subscription_seq} ${row.prompt}`, row.seq]))
  const olderOf = new Map<number, RecordingOf<'retry'>>()
  for (const one of unsent) {
    const { subscription, trigger } = one.claimed.due
    const seq = newer.get(`${subscription.seq} ${trigger}`)
    if (seq !== undefined) olderOf.set(seq, one)
  }
  if (olderOf.size === 0) return new Set()
  const rows = [...olderOf].map(([seq, one]) => [seq, one.claimed.due.seq, ...retryOf(one)])
  const values = inside.dialect.valuesTable(['bigint', 'bigint', 'bigint', 'text', 'bigint'], rows)
  const { isJoined } = inside.dialect
  // With its fixed content: the receiver recognises an unchanged repeat by its id.
  await sql`update messages set attempts = old.attempts - v.column5, reason = v.column4,
      message_id = old.message_id, kind = old.kind, run_seq = old.run_seq, nights = old.nights,
      made_at = old.made_at, counted = old.counted, ends_data_gap = old.ends_data_gap, listed = old.listed,
      next_attempt_at = case when messages.next_attempt_at > coalesce(v.column3, old.next_attempt_at)
        then messages.next_attempt_at else coalesce(v.column3, old.next_attempt_at) end
    from ${values} as v join messages old on old.seq = v.column2
    where messages.seq = v.column1 and ${isJoined('messages.seq', [...olderOf.keys()])}
      and ${isJoined('old.seq', seqsOf([...olderOf.values()]))}`.execute(inside.queries)
  return new Set(seqsOf([...olderOf.values()]))
}

export type RecordingOf<Kind extends RecordedOutcome['kind']> = Recording & {
  readonly outcome: Extract<RecordedOutcome, { kind: Kind }>
}

export function seqsOf(recordings: readonly Recording[]): number[] {
  return recordings.map(({ claimed }) => claimed.due.seq)
}

export function subscriptionsOf(recordings: readonly Recording[]): number[] {
  return recordings.map(({ claimed }) => claimed.due.subscription.seq)
}

export function deliveryLog(database: Database, readRuns: RunReader): DeliveryLog {
  return {
    of: async (subscriptionId, limit, before) => {
      const rows = await rowsOf(database, subscriptionId)
        .where((is) => is.or([is('m.state', '<>', 'dropped'), is('m.attempts', '>', 0)]))
        .$if(before !== null, (query) => query.where('m.seq', '<', before ?? 0))
        .orderBy('m.seq', 'desc')
        .limit(limit)
        .execute()
      return withRuns(database, readRuns, rows)
    },
    byMessageId: async (subscriptionId, messageId) => {
      const rows = await rowsOf(database, subscriptionId).where('m.message_id', '=', messageId).execute()
      return (await withRuns(database, readRuns, rows.slice(0, 1)))[0] ?? null
    },
    sentAfter: async (subscriptionId, since, limit) => {
      const rows = await rowsOf(database, subscriptionId)
        .where('m.state', '=', 'sent')
        .where('m.ended_at', '>', since)
        .orderBy('m.seq', 'desc')
        .limit(limit)
        .execute()
      return (await withRuns(database, readRuns, rows)).toSorted(asSent)
    },
    bySeq: async (seq) => {
      const rows = await database.queries.selectFrom('messages').selectAll().where('seq', '=', seq).execute()
      const [owned] = await withSubscriptions(database, readRuns, rows)
      return owned ?? null
    },
    noteReceipt: async (seq, receipt, now) => {
      await database.queries
        .updateTable('messages')
        .set({ receipt, receipt_at: now })
        .where((is) => is.and({ seq, receipt: null }))
        .execute()
    },
    previews: (limit) => previews(database, readRuns, limit)
  }
}

/** Orders messages as sent: those that waited for the morning have lower numbers than those sent at night. */
function asSent(one: LoggedMessage, other: LoggedMessage): number {
  return (one.endedAt ?? 0) - (other.endedAt ?? 0) || one.seq - other.seq
}

function rowsOf(database: Database, subscriptionId: string) {
  return database.queries
    .selectFrom('messages as m')
    .innerJoin('subscriptions as s', 's.seq', 'm.subscription_seq')
    .selectAll('m')
    .where('s.id', '=', subscriptionId)
}

async function withRuns(
  database: Database,
  readRuns: RunReader,
  rows: readonly MessageRow[]
): Promise<readonly LoggedMessage[]> {
  const runs = await readRuns(
    database,
    rows.flatMap((row) => (row.run_seq === null ? [] : [row.run_seq]))
  )
  return rows.map((row) => toLogged(row, row.run_seq === null ? null : (runs.get(row.run_seq) ?? null)))
}

async function previews(
  database: Database,
  readRuns: RunReader,
  limit: number
): ReturnType<DeliveryLog['previews']> {
  const messages = await database.queries
    .selectFrom('messages')
    .selectAll()
    // Few are previews, with few messages. With a join SQLite would read all messages in order.
    .where('subscription_seq', 'in', (from) =>
      from.selectFrom('subscriptions').select('seq').where('preview', '=', sql.lit(1))
    )
    .where('state', '=', 'sent')
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
  return withSubscriptions(database, readRuns, messages)
}

async function withSubscriptions(
  database: Database,
  readRuns: RunReader,
  messages: readonly MessageRow[]
): Promise<readonly OwnedMessage[]> {
  if (messages.length === 0) return []
  const seqs = messages.map((row) => row.subscription_seq)
  const rows = await notifiedRows(database).where('seq', 'in', seqs).execute()
  const subscriptions = new Map(rows.map((row) => [row.seq, toSubscription(row)]))
  const logged = await withRuns(database, readRuns, messages)
  return messages.flatMap((row, index) => {
    const subscription = subscriptions.get(row.subscription_seq)
    const one = logged[index]
    return subscription === undefined || one === undefined ? [] : [{ subscription, logged: one }]
  })
}
