import { sql } from 'kysely'
import type { DeliveryLog, LoggedMessage, OwnedMessage } from '../alerts/outbox-ports.ts'
import { notifiedAt } from './awake-readers.ts'
import type { Database } from './database.ts'
import { type MessageRow, toLogged } from './message-rows.ts'
import type { RunReader } from './runs.ts'
import { toSubscription } from './subscription-rows.ts'

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
        .where('seq', '=', seq)
        .where('receipt', 'is', null)
        .execute()
    },
    previews: (limit) => previews(database, readRuns, limit)
  }
}

/** What waited for the morning was numbered before those sent at night. */
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
  const rows = await database.queries
    .selectFrom('subscriptions')
    .selectAll()
    .select(notifiedAt('subscriptions').as('told_at'))
    .where('seq', 'in', seqs)
    .execute()
  const subscriptions = new Map(rows.map((row) => [row.seq, toSubscription(row)]))
  const logged = await withRuns(database, readRuns, messages)
  return messages.flatMap((row, index) => {
    const subscription = subscriptions.get(row.subscription_seq)
    const one = logged[index]
    return subscription === undefined || one === undefined ? [] : [{ subscription, logged: one }]
  })
}
