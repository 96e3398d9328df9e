import { setImmediate as turnOfOthers } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type {
  Claim,
  Claimed,
  ClaimedMessage,
  DueMessage,
  EscalatedNight,
  FixedMessage,
  WaitReason
} from '../alerts/outbox-ports.ts'
import { type Database, oneOf, transact } from './database.ts'
import { type ClaimableRow, claimableColumns, readDue } from './due-messages.ts'
import { markNotified, type ReadRun, type RunReader } from './runs.ts'

/** Takes about a millisecond. */
const portion = 512

/** Maps in order; between portions receivers and requests without the database get a turn. */
export async function mapChunked<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result
): Promise<readonly Result[]> {
  const results: Result[] = []
  for (const item of items) {
    if (results.length > 0 && results.length % portion === 0) await turnOfOthers()
    results.push(work(item))
  }
  return results
}

/** Claims up to `limit` messages, one for each subscription, and fixes their content. */
export async function claimDue(database: Database, readRuns: RunReader, claim: Claim): Promise<Claimed> {
  return transact(database, async (inside) => {
    // One subscription's few messages are found by it, then sorted.
    if (claim.onlySubscription === null) await inside.dialect.goByIndexes(inside.queries)
    const rows = await claimable(inside, claim)
    if (rows.length === 0) return { messages: [], examined: 0 }
    const reading = await readDue(inside, readRuns, rows, claim.now)
    const judged = await mapChunked(rows, (row) => judge(reading, row, claim))
    const messages = judged.filter((one) => one !== null && 'message' in one)
    const silent = judged.filter((one) => one !== null && 'end' in one)
    const waiting = judged.filter((one) => one !== null && 'until' in one)
    await endSilent(inside, silent, claim.now)
    await postpone(inside, waiting)
    await markNotified(inside, notYetNotified(messages, reading.runs))
    await lease(inside, messages, claim)
    return { messages, examined: messages.length + silent.length + waiting.length }
  })
}

interface Silent {
  readonly seq: number
  readonly end: 'dropped' | 'expired'
  readonly reason: string
}

interface Waiting {
  readonly seq: number
  readonly until: number
  readonly reason: WaitReason
}

function judge(
  { dueOf, runs }: Awaited<ReturnType<typeof readDue>>,
  row: ClaimableRow,
  claim: Claim
): ClaimedMessage | Silent | Waiting | null {
  const due = dueOf(row)
  if (due === null) return null
  const { seq, trigger, attempts, createdAt, fixed, maybeSent, subscription, stageIsOld, threads } = due
  const decision = claim.decide(due, claim.now)
  if (decision.act === 'wait') return { seq, until: decision.until, reason: decision.reason }
  if (decision.act !== 'send') {
    return { seq, end: decision.act === 'drop' ? 'dropped' : 'expired', reason: decision.reason }
  }
  const { message } = decision
  const lead = due.about?.find((one) => one.subscription.seq === message.listed?.lead)
  return {
    due: {
      seq,
      trigger,
      attempts,
      createdAt,
      fixed,
      maybeSent,
      threads,
      subscription: lead === undefined ? subscription : followedBy(subscription, lead.subscription),
      stageIsOld: lead?.stageIsOld ?? stageIsOld
    },
    message,
    run: message.runSeq === null ? null : (runs.get(message.runSeq) ?? null),
    leasedUntil: claim.leasedUntil
  }
}

/** About what is followed: the label is another person's words. */
function followedBy(
  contact: DueMessage['subscription'],
  { seq: _seq, ...followed }: EscalatedNight['subscription']
): DueMessage['subscription'] {
  return { ...contact, ...followed, labelIsOwn: false }
}

/** One for each subscription: first where a lease ran out, then where nothing is being sent. Locks both tables. */
async function claimable(inside: Database, claim: Claim): Promise<readonly ClaimableRow[]> {
  const abandoned = await lockedRows(inside, claim, {
    limit: claim.limit,
    due: sql`m.state = 'sending' and m.leased_until <= ${inside.dialect.leaseTime(claim.now)}`,
    // Ordered by `seq`, SQLite would read all messages in order, not the few being sent.
    order: sql`m.leased_until, m.seq`
  })
  const waiting = await lockedRows(inside, claim, {
    limit: claim.limit - abandoned.length,
    due: sql`m.state = 'queued' and m.next_attempt_at <= ${claim.now} and ${noneUnderWay('m')}`,
    order: sql`m.next_attempt_at, m.seq`
  })
  const overtaken = await subscriptionsUnderWay(inside, waiting)
  const rows = new Map<number, ClaimableRow>()
  for (const row of [...abandoned, ...waiting]) {
    const { subscription_seq: subscription } = row
    if (!rows.has(subscription) && !overtaken.has(subscription)) rows.set(subscription, row)
  }
  return [...rows.values()]
}

/** No message is under way. With the offset PostgreSQL uses the index for each row; a join took minutes for 100,000. */
export function noneUnderWay(messages: string): RawBuilder<boolean> {
  return sql`not exists (select 1 from messages o
    where o.subscription_seq = ${sql.ref(`${messages}.subscription_seq`)} and o.state = 'sending' limit 1 offset 0)`
}

async function lockedRows(
  inside: Database,
  claim: Claim,
  { limit, due, order }: Record<'due' | 'order', RawBuilder<unknown>> & { limit: number }
): Promise<readonly ClaimableRow[]> {
  const only = claim.onlySubscription === null ? sql`` : sql`and s.id = ${claim.onlySubscription}`
  const { rows } = await sql<ClaimableRow>`select ${sql.raw(claimableColumns)} from messages m
    join subscriptions s on s.seq = m.subscription_seq where ${due} ${only}
    order by ${order} limit ${limit} ${inside.dialect.claimRows}`.execute(inside.queries)
  return rows
}

/** Locked waiting rows that another worker began to serve during the select. */
async function subscriptionsUnderWay(
  inside: Database,
  waiting: readonly ClaimableRow[]
): Promise<ReadonlySet<number>> {
  if (!inside.dialect.readsBeforeLocking || waiting.length === 0) return new Set()
  const subscriptions = waiting.map((row) => row.subscription_seq)
  const rows = await inside.queries
    .selectFrom('messages')
    .select('subscription_seq')
    .where(oneOf(inside, 'subscription_seq', subscriptions))
    .where('state', '=', 'sending')
    .execute()
  return new Set(rows.map((row) => row.subscription_seq))
}

async function endSilent(inside: Database, silent: readonly Silent[], now: number): Promise<void> {
  for (const group of Map.groupBy(silent, ({ end, reason }) => `${end} ${reason}`).values()) {
    const [first] = group
    if (first === undefined) continue
    await inside.queries
      .updateTable('messages')
      .set({ state: first.end, reason: first.reason, ended_at: now, leased_by: null, leased_until: null })
      .where(
        'seq',
        'in',
        group.map(({ seq }) => seq)
      )
      .execute()
  }
}

async function postpone(inside: Database, waiting: readonly Waiting[]): Promise<void> {
  for (const group of Map.groupBy(waiting, ({ until, reason }) => `${until} ${reason}`).values()) {
    const [first] = group
    if (first === undefined) continue
    const seqs = group.map(({ seq }) => seq)
    await inside.queries
      .updateTable('messages')
      .set({ next_attempt_at: first.until, reason: first.reason })
      .where(oneOf(inside, 'seq', seqs))
      .execute()
  }
}

/** Runs not yet marked, each once: many messages name the same few. */
function notYetNotified(
  sends: readonly ClaimedMessage[],
  runs: ReadonlyMap<number, ReadRun>
): readonly number[] {
  const seqs = new Set(sends.flatMap(({ message }) => message.runSeq ?? []))
  return [...seqs].filter((seq) => runs.get(seq)?.isNotified === false)
}

/** Most of a batch has the same content: only what differs is passed row by row. */
async function lease(inside: Database, sends: readonly ClaimedMessage[], claim: Claim): Promise<void> {
  const groups = Map.groupBy(sends, ({ due, message }) => (message === due.fixed ? '' : contentKey(message)))
  // Last in the claim's transaction.
  await inside.dialect.joinByHash(inside.queries)
  for (const [key, group] of groups) {
    await (key === '' ? leaseAsItWas(inside, group, claim) : leaseAnew(inside, group, claim))
  }
}

function contentKey(message: FixedMessage): string {
  const { kind, madeAt, counted, endsDataGap, listed } = message
  const about = listed === undefined ? '' : ` ${JSON.stringify(listed)}`
  return `${kind} ${madeAt} ${counted} ${endsDataGap} ${nightsText(message)}${about}`
}

function leased({ dialect }: Database, { worker, leasedUntil, now }: Claim): RawBuilder<unknown> {
  return sql`state = 'sending', leased_by = ${worker}, leased_until = ${dialect.leaseTime(now)} + ${leasedUntil - now},
    attempts = attempts + 1, last_attempt_at = ${now}`
}

async function leaseAsItWas(inside: Database, sends: readonly ClaimedMessage[], claim: Claim): Promise<void> {
  const seqs = sends.map(({ due }) => due.seq)
  await sql`update messages set ${leased(inside, claim)} where ${oneOf(inside, 'seq', seqs)}`.execute(
    inside.queries
  )
}

async function leaseAnew(inside: Database, sends: readonly ClaimedMessage[], claim: Claim): Promise<void> {
  const [first] = sends
  if (first === undefined) return
  const { kind, madeAt, counted, endsDataGap, listed } = first.message
  const about = listed === undefined ? null : JSON.stringify(listed)
  const seqs = sends.map(({ due }) => due.seq)
  const rows = sends.map(({ due, message }) => [due.seq, message.messageId, message.runSeq])
  const values = inside.dialect.valuesTable(['bigint', 'text', 'bigint'], rows)
  await sql`update messages set ${leased(inside, claim)}, message_id = v.column2, kind = ${kind}, run_seq = v.column3,
      nights = ${nightsText(first.message)}, made_at = ${madeAt}, counted = ${counted ? 1 : 0},
      ends_data_gap = ${endsDataGap ? 1 : 0},
      listed = cast(${about} as text)
    from ${values} as v where messages.seq = v.column1 and ${inside.dialect.isJoined('messages.seq', seqs)}`.execute(
    inside.queries
  )
}

/** Messages of a profile share the list of nights: serialised once. */
const nightTexts = new WeakMap<FixedMessage['nights'], string>()

function nightsText({ nights }: FixedMessage): string {
  return nightTexts.getOrInsertComputed(nights, JSON.stringify)
}
