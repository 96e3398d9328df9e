import { sql } from 'kysely'
import type { ClaimedMessage, Outbox, RecordedOutcome, Recording } from '../alerts/outbox-ports.ts'
import { minuteMs } from '../common/time.ts'
import { type Database, oneOf, transact } from './database.ts'
import { type RecordingOf, returnToQueue, seqsOf, subscriptionsOf } from './deliveries.ts'
import { retryingMessages } from './message-counts.ts'
import { enqueueOne } from './message-rows.ts'
import { claimDue, noneUnderWay } from './outbox-claim.ts'
import type { RunReader } from './runs.ts'
import { shownState } from './subscription-rows.ts'

/** Records rows that this worker still holds; a lease taken over is another worker's to record. */
async function recordOutcomes(
  database: Database,
  recordings: readonly Recording[],
  worker: string,
  now: number
): Promise<void> {
  if (recordings.length === 0) return
  await transact(database, async (inside) => {
    await inside.dialect.goByIndexes(inside.queries)
    await recordSent(inside, await markSent(inside, of(recordings, 'sent'), worker, now), now)
    const failed = recordings.filter(({ outcome }) => outcome.kind !== 'sent')
    if (failed.length === 0) return
    const held = await stillHeld(inside, failed, worker)
    await returnToQueue(inside, of(held, 'retry'), now)
    await recordEnds(inside, [...of(held, 'rejected'), ...of(held, 'expired')], now)
  })
}

function of<Kind extends RecordedOutcome['kind']>(
  held: readonly Recording[],
  kind: Kind
): readonly RecordingOf<Kind>[] {
  return held.filter((one): one is RecordingOf<Kind> => one.outcome.kind === kind)
}

async function stillHeld(
  inside: Database,
  recordings: readonly Recording[],
  worker: string
): Promise<readonly Recording[]> {
  // Another worker's claim has ended before, and is seen, or passes these rows over.
  await inside.dialect.lockRows(inside.queries, 'messages', seqsOf(recordings))
  const rows = await inside.queries
    .selectFrom('messages')
    .select(['seq', 'attempts'])
    .where(oneOf(inside, 'seq', seqsOf(recordings)))
    .where((is) => is.and({ state: 'sending', leased_by: worker }))
    .execute()
  const attempts = new Map(rows.map((row) => [row.seq, row.attempts]))
  // Claimed again by the same worker after its lease ran out, only the later attempt counts.
  return recordings.filter(({ claimed }) => attempts.get(claimed.due.seq) === claimed.due.attempts + 1)
}

async function markSent(
  inside: Database,
  sent: readonly RecordingOf<'sent'>[],
  worker: string,
  now: number
): Promise<readonly RecordingOf<'sent'>[]> {
  const marked: RecordingOf<'sent'>[] = []
  for (const [attempts, group] of Map.groupBy(sent, ({ claimed }) => claimed.due.attempts + 1)) {
    const isAttempt = sql`${oneOf(inside, 'seq', seqsOf(group))} and attempts = ${attempts}`
    const { numAffectedRows } =
      await sql`update messages set state = 'sent', ended_at = ${now}, reason = null,
        leased_by = null, leased_until = null
      where ${isAttempt} and state = 'sending' and leased_by = ${worker}`.execute(inside.queries)
    // Nearly always all are held: which ones is read only where some are not.
    if (Number(numAffectedRows) === group.length) {
      marked.push(...group)
      continue
    }
    const { rows } = await sql<{ seq: number }>`select seq from messages
      where ${isAttempt} and state = 'sent' and ended_at = ${now}`.execute(inside.queries)
    const ended = new Set(rows.map(({ seq }) => seq))
    marked.push(...group.filter(({ claimed }) => ended.has(claimed.due.seq)))
  }
  return marked
}

async function recordSent(inside: Database, sent: readonly RecordingOf<'sent'>[], now: number) {
  if (sent.length === 0) return
  await inside.dialect.joinByHash(inside.queries)
  await reportEpisodes(inside, sent, now)
  await startThreads(inside, sent)
  await inside.dialect.goByIndexes(inside.queries)
  await noteSent(inside, sent, now)
  await setGapNotified(
    inside,
    sent.filter(({ claimed }) => claimed.message.kind === 'blind'),
    1
  )
  await setGapNotified(
    inside,
    sent.filter(({ claimed }) => endsDataGap(claimed)),
    0
  )
  const tests = subscriptionsOf(sent.filter(({ claimed }) => claimed.message.kind === 'test'))
  if (tests.length === 0) return
  await inside.queries
    .updateTable('subscriptions')
    .set({ state: 'active', reason: null })
    .where('seq', 'in', tests)
    .where(shownState, '=', 'suspended')
    .execute()
}

/** Records the announced nights, with which later ones are compared. */
async function reportEpisodes(inside: Database, sent: readonly RecordingOf<'sent'>[], now: number) {
  const notified = new Map<string, { date: string; standing: string; about: RecordingOf<'sent'>[] }>()
  // Thousands share one list of nights.
  for (const [nights, group] of Map.groupBy(sent, ({ claimed }) => notifiedNights(claimed))) {
    for (const { date, standing } of nights) {
      if (standing === 'seen') continue
      const alike = notified.getOrInsert(`${date} ${standing}`, { date, standing, about: [] })
      for (const one of group) alike.about.push(one)
    }
  }
  for (const { date, standing, about } of notified.values()) {
    const rows = about.map(({ claimed: { due, message } }) => [due.subscription.seq, message.runSeq])
    await sql`update episodes set told_at = ${now}, told_state = ${standing}, told_run_seq = v.column2
      from ${inside.dialect.valuesTable(['bigint', 'bigint'], rows)} as v
      where ${inside.dialect.isJoined('episodes.subscription_seq', subscriptionsOf(about))}
        and episodes.subscription_seq = v.column1 and episodes.night_date = ${date}`.execute(inside.queries)
  }
}

/** Nights without a conversation join the message's. */
async function startThreads(inside: Database, sent: readonly RecordingOf<'sent'>[]): Promise<void> {
  const begun = sent.filter(({ outcome }) => outcome.thread !== undefined)
  const rows = begun.flatMap(({ claimed, outcome: { thread } }) =>
    notifiedNights(claimed).map(({ date }) => [claimed.due.subscription.seq, date, thread ?? null])
  )
  if (rows.length === 0) return
  const values = inside.dialect.valuesTable(['bigint', 'text', 'text'], rows)
  // A contact has no nights: what it was notified by has.
  const listed = begun.filter(({ claimed }) => claimed.message.listed !== undefined)
  for (const { claimed, outcome } of listed)
    await inside.queries
      .updateTable('steps')
      .set({ thread: outcome.thread ?? null })
      .where('message_seq', '=', claimed.due.seq)
      .execute()
  await sql`update episodes set thread = v.column3 from ${values} as v
    where ${inside.dialect.isJoined('episodes.subscription_seq', subscriptionsOf(begun))}
      and episodes.subscription_seq = v.column1 and episodes.night_date = v.column2
      and episodes.thread is null`.execute(inside.queries)
}

/** The nights to store as announced; a test names nights without announcing them. */
function notifiedNights({ message }: ClaimedMessage): ClaimedMessage['message']['nights'] {
  return message.kind === 'test' ? none : message.nights
}

const none: ClaimedMessage['message']['nights'] = []

function reportsNone(claimed: ClaimedMessage): boolean {
  return notifiedNights(claimed).every(({ standing }) => standing === 'seen')
}

/** Messages that announce no episode are stored with their subscription. */
async function noteSent(inside: Database, sent: readonly RecordingOf<'sent'>[], now: number): Promise<void> {
  const subscriptions = subscriptionsOf(sent.filter(({ claimed }) => reportsNone(claimed)))
  if (subscriptions.length === 0) return
  await inside.queries
    .updateTable('subscriptions')
    .set({ last_sent_at: now })
    .where(oneOf(inside, 'seq', subscriptions))
    .execute()
}

function endsDataGap({ message }: ClaimedMessage): boolean {
  return message.kind === 'sighted' || message.endsDataGap
}

async function setGapNotified(inside: Database, sent: readonly RecordingOf<'sent'>[], blind_told: 0 | 1) {
  const subscriptions = subscriptionsOf(sent)
  if (subscriptions.length === 0) return
  await inside.queries
    .updateTable('subscriptions')
    .set({ blind_told })
    .where('seq', 'in', subscriptions)
    .execute()
}

/** Many end for few reasons, as when a mail server does not answer until the night is over. */
async function recordEnds(
  inside: Database,
  ended: readonly (RecordingOf<'rejected'> | RecordingOf<'expired'>)[],
  now: number
): Promise<void> {
  for (const group of Map.groupBy(ended, ({ outcome }) => JSON.stringify(outcome)).values()) {
    const outcome = group[0]?.outcome
    if (outcome === undefined) continue
    await inside.queries
      .updateTable('messages')
      .set({
        state: outcome.kind,
        reason: outcome.reason,
        ended_at: now,
        leased_by: null,
        leased_until: null
      })
      .where(oneOf(inside, 'seq', seqsOf(group)))
      .execute()
    if (outcome.kind === 'expired') continue
    // With contacts the nights go on being judged: they are notified instead.
    await sql`update subscriptions set reason = ${outcome.suspend},
        state = case when escalation is null then 'suspended' else state end
      where ${oneOf(inside, 'seq', subscriptionsOf(group))} and state = 'active'`.execute(inside.queries)
  }
}

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
          .where((is) => is.and({ subscription_seq: row.seq, prompt: trigger, state: 'queued' }))
          .where('next_attempt_at', '>', now)
          .execute()
      }),
    nextDueAt: () => nextDueAt(database),
    waiting: () => waiting(database),
    retrying: (answering) => retryingMessages(database, answering)
  }
}

/** Conditions that have indexes of their own. */
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

/** Analyzes tables each minute while a backlog lasts: from the claim that met it until one that finds nothing. */
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
