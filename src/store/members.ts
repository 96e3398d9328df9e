import type { MemberNight, MemberQuery, MemberStore } from '../alerts/members/member-ports.ts'
import type { FixedMessage, LoggedMessage } from '../alerts/outbox-ports.ts'
import type { Subscription } from '../alerts/subscription.ts'
import { dayMs } from '../common/time.ts'
import { noteSeenByPhone, sendAgain } from './contacts.ts'
import { type Database, oneOf, transact } from './database.ts'
import { openEpisodes } from './due-messages.ts'
import { openEpisode } from './episode-rows.ts'
import { insertionLock, overCap, storeNew } from './new-subscriptions.ts'
import type { RunReader } from './runs.ts'
import { noteStop, stoppedAt, withheld } from './stops.ts'
import { confirmationLock } from './stored-forecasts.ts'
import { notifiedRows, shownState, toSubscription } from './subscription-rows.ts'

export function memberStore(database: Database, readRuns: RunReader): MemberStore {
  return {
    list: (query) => listMembers(database, readRuns, query),
    byExternalId: (client, externalIds) => byExternalId(database, client, externalIds),
    add: (rows) => add(database, rows),
    night: async (seq, now, until) =>
      (await nightsInFull(database, readRuns, { seqs: [seq], now, until })).get(seq) ?? null,
    nights: (seqs, now, until) => nightsInFull(database, readRuns, { seqs, now, until }),
    seenByPhone: (night, now) => noteSeenByPhone(database, night, now),
    sendAgain: (night, now) => sendAgain(database, night, now),
    noteStop: (stop) => noteStop(database, stop),
    stoppedAt: (channel, destinationKey) => stoppedAt(database, channel, destinationKey),
    withheld: (target) => withheld(database, target),
    noteRow: async (id, rowHash) => {
      await database.queries
        .updateTable('subscriptions')
        .set({ row_hash: rowHash })
        .where('id', '=', id)
        .execute()
    }
  }
}

async function listMembers(database: Database, readRuns: RunReader, query: MemberQuery) {
  const rows = await rowsOf(database, query)
  const nights = await nightsOf(database, readRuns, {
    // One that has ended is called by no one.
    seqs: rows.filter((row) => row.ended_at === null).map(({ seq }) => seq),
    now: query.now,
    until: query.nightsUntil
  })
  return rows.map((row) => ({ subscription: toSubscription(row), night: nights.get(row.seq) ?? null }))
}

async function byExternalId(
  database: Database,
  client: string,
  externalIds: readonly string[]
): Promise<readonly Subscription[]> {
  if (externalIds.length === 0) return []
  const rows = await notifiedRows(database)
    .where('client', '=', client)
    .where('external_id', 'in', [...externalIds])
    .execute()
  return rows.map(toSubscription)
}

async function add(
  database: Database,
  rows: Parameters<MemberStore['add']>[0]
): ReturnType<MemberStore['add']> {
  return transact(database, async (inside) => {
    await inside.dialect.advisoryLock(inside.queries, insertionLock)
    // Who confirms meanwhile is seen here.
    await inside.dialect.advisoryLock(inside.queries, confirmationLock)
    const known = await knownRows(inside, rows)
    const outcomes: Awaited<ReturnType<MemberStore['add']>>[number][] = []
    for (const { subscription, rules } of rows) {
      const { installationCap: cap } = rules
      const isKnown = known.has(subscription.imported?.externalId ?? '')
      const capped = isKnown || cap === null ? null : await overCap(inside, subscription, cap)
      const isVouched = !isKnown && subscription.vouched !== null
      const refusal = (isVouched ? await withheld(inside, subscription) : null) ?? capped
      outcomes.push(isKnown ? { kind: 'known' } : (refusal ?? (await storeNew(inside, subscription, rules))))
    }
    return outcomes
  })
}

async function knownRows(
  inside: Database,
  rows: Parameters<MemberStore['add']>[0]
): Promise<ReadonlySet<string>> {
  const ids = rows.flatMap(({ subscription }) => subscription.imported?.externalId ?? [])
  const stored = await byExternalId(inside, rows[0]?.subscription.client ?? '', ids)
  return new Set(stored.map(({ imported }) => imported?.externalId ?? ''))
}

async function rowsOf(database: Database, query: MemberQuery) {
  const { client, state, location, tag, raisedUntil, before, limit, now } = query
  return notifiedRows(database)
    .where('client', '=', client)
    .$if(before !== null, (rows) => rows.where('seq', '<', before ?? 0))
    .$if(state !== null, (rows) => rows.where(shownState, '=', state ?? ''))
    .$if(location !== null, (rows) => rows.where('location', '=', location ?? ''))
    .$if(tag !== null, (rows) => rows.where('tag', '=', tag ?? ''))
    .$if(raisedUntil !== null, (rows) =>
      rows.where('ended_at', 'is', null).where(({ exists, selectFrom }) =>
        exists(
          selectFrom('episodes as e')
            .select('e.night_date')
            .whereRef('e.subscription_seq', '=', 'subscriptions.seq')
            .where('e.state', '=', 'raised')
            .where('e.over_at', '>', now)
            .where('e.over_at', '<=', raisedUntil ?? 0)
        )
      )
    )
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}

/** How far back messages are read: a night is announced three days ahead at most. */
const logMs = 5 * dayMs

/** The first night of each subscription that is not over, by the subscription’s number. */
async function nightsOf(
  database: Database,
  readRuns: RunReader,
  { seqs, now, until }: { readonly seqs: readonly number[]; readonly now: number; readonly until: number }
): Promise<ReadonlyMap<number, MemberNight>> {
  if (seqs.length === 0) return new Map()
  const found = await openEpisodes(
    database,
    seqs.map((subscription_seq) => ({ subscription_seq })),
    now
  )
  const first = [...found.values()].flatMap((rows) => {
    const row = rows.find(({ over_at }) => over_at > now && over_at <= until)
    return row === undefined ? [] : [row]
  })
  const current = await currentRuns(database, first)
  const runs = await readRuns(
    database,
    first.flatMap(({ subscription_seq, told_run_seq, seen_run_seq }) =>
      [told_run_seq, seen_run_seq, current.get(subscription_seq) ?? null].filter((seq) => seq !== null)
    )
  )
  const announced = first.filter(({ told_at }) => told_at !== null)
  const receipts = await receiptsOf(database, announced, now - logMs)
  return new Map(
    first.map((row) => {
      const { subscription_seq: seq } = row
      const run = runs.get(current.get(seq) ?? 0)?.nights.find(({ date }) => date === row.night_date) ?? null
      return [seq, { episode: openEpisode(row, runs), run, receipt: receipts.get(seq) ?? null }]
    })
  )
}

async function currentRuns(
  database: Database,
  rows: readonly { readonly subscription_seq: number }[]
): Promise<ReadonlyMap<number, number | null>> {
  if (rows.length === 0) return new Map()
  const seqs = rows.map((row) => row.subscription_seq)
  const found = await database.queries
    .selectFrom('subscriptions as s')
    .innerJoin('curves as c', 'c.seq', 's.curve_seq')
    .select(['s.seq', 'c.current_run_seq'])
    .where(oneOf(database, 's.seq', seqs))
    .execute()
  return new Map(found.map(({ seq, current_run_seq }) => [seq, current_run_seq]))
}

async function nightsInFull(
  database: Database,
  readRuns: RunReader,
  asked: Parameters<typeof nightsOf>[2]
): Promise<ReadonlyMap<number, MemberNight>> {
  const nights = await nightsOf(database, readRuns, asked)
  if (nights.size === 0) return nights
  const rows = await database.queries
    .selectFrom('episodes')
    .select(['subscription_seq', 'night_date', 'seen_by', 'unanswered_at'])
    .where(oneOf(database, 'subscription_seq', [...nights.keys()]))
    .where('over_at', '>', asked.now)
    .execute()
  const full = rows.flatMap(({ subscription_seq: seq, night_date, seen_by, unanswered_at: unansweredAt }) => {
    const night = nights.get(seq)
    if (night?.episode.date !== night_date) return []
    const seenBy = night.episode.seenAt === undefined ? null : seen_by
    return [[seq, { ...night, seenBy, unansweredAt }] as const]
  })
  return new Map(full)
}

/** Receipts of the last message to each that names its night. */
async function receiptsOf(
  database: Database,
  nights: readonly { readonly subscription_seq: number; readonly night_date: string }[],
  since: number
): Promise<ReadonlyMap<number, LoggedMessage['receipt']>> {
  if (nights.length === 0) return new Map()
  const seqs = nights.map((night) => night.subscription_seq)
  const dates = new Map(nights.map((night) => [night.subscription_seq, night.night_date]))
  const rows = await database.queries
    .selectFrom('messages')
    .select(['subscription_seq', 'nights', 'receipt'])
    .where(oneOf(database, 'subscription_seq', seqs))
    .where('state', '=', 'sent')
    .where('nights', 'is not', null)
    .where('created_at', '>', since)
    .orderBy('seq')
    .execute()
  const receipts = new Map<number, LoggedMessage['receipt']>()
  for (const { subscription_seq: seq, nights: named, receipt } of rows) {
    const said = JSON.parse(named ?? '[]') as FixedMessage['nights']
    const isNamed = said.some(({ date }) => date === dates.get(seq))
    if (isNamed) receipts.set(seq, receipt as LoggedMessage['receipt'])
  }
  return receipts
}
