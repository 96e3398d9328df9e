/** Everything that deciding about a due message needs, read for many at once. */
import { sql } from 'kysely'
import type { DueMessage, KeptRun, OpenEpisode, Prompt } from '../alerts/outbox-ports.ts'
import { type Database, oneOf } from './database.ts'
import { fixedOf, type MessageRow } from './message-rows.ts'
import type { RunReader } from './runs.ts'
import type { EpisodesTable } from './schema.ts'
import { type SubscriptionRow, toSubscription } from './subscription-rows.ts'

const hour = 3_600_000

interface DueRow {
  readonly message: MessageRow
  readonly subscription: SubscriptionRow
  readonly stageIsOld: boolean
  readonly currentRunSeq: number | null
}

/** The rows as they are now; those that were claimed meanwhile, or whose subscription has another under way, are left out. */
export async function dueMessages(
  inside: Database,
  readRuns: RunReader,
  seqs: readonly number[],
  now: number
): Promise<readonly DueMessage[]> {
  const rows = await dueRows(inside, seqs, now)
  const subscriptions = rows.map((row) => row.subscription.seq)
  if (subscriptions.length === 0) return []
  const episodes = Map.groupBy(await openEpisodes(inside, subscriptions, now), (row) => row.subscription_seq)
  const counted = await countedSends(inside, subscriptions, now)
  const runs = await readRuns(inside, runsToRead(rows, episodes))
  return rows.map((row) => ({
    seq: row.message.seq,
    prompt: row.message.prompt as Prompt,
    attempts: row.message.attempts,
    createdAt: row.message.created_at,
    fixed: fixedOf(row.message),
    maybeSent: row.message.state === 'sending',
    subscription: toSubscription(row.subscription),
    stageIsOld: row.stageIsOld,
    blind: {
      date: row.subscription.blind_date,
      open: row.subscription.blind_open === 1,
      told: row.subscription.blind_told === 1
    },
    episodes: (episodes.get(row.subscription.seq) ?? []).map((episode) => openEpisode(episode, runs)),
    currentRun: row.currentRunSeq === null ? null : (runs.get(row.currentRunSeq) ?? null),
    countedSentAt: counted.get(row.subscription.seq) ?? []
  }))
}

/** One row a subscription: the one whose lease ran out, else the first that waits. */
async function dueRows(inside: Database, seqs: readonly number[], now: number): Promise<readonly DueRow[]> {
  const messages = await inside.queries
    .selectFrom('messages as m')
    .selectAll('m')
    .where('m.seq', 'in', oneOf(inside, seqs))
    .where(sql<boolean>`(m.state = 'queued' and not exists (select 1 from messages o
        where o.subscription_seq = m.subscription_seq and o.state = 'sending' and o.seq <> m.seq)
      or m.state = 'sending' and m.leased_until <= ${now})`)
    .orderBy('m.state', 'desc')
    .orderBy('m.seq')
    .execute()
  const first = new Map<number, MessageRow>()
  for (const row of messages) if (!first.has(row.subscription_seq)) first.set(row.subscription_seq, row)
  if (first.size === 0) return []
  const rows = await inside.queries
    .selectFrom('subscriptions as s')
    .innerJoin('curves as c', 'c.seq', 's.curve_seq')
    .selectAll('s')
    .select(['c.stage_old', 'c.current_run_seq'])
    .where('s.seq', 'in', oneOf(inside, [...first.keys()]))
    .execute()
  return rows.flatMap((row) => {
    const message = first.get(row.seq)
    if (message === undefined) return []
    return [
      { message, subscription: row, stageIsOld: row.stage_old === 1, currentRunSeq: row.current_run_seq }
    ]
  })
}

/** With those that were over within the last day: a repeat must know when its night ended. */
async function openEpisodes(
  inside: Database,
  subscriptions: readonly number[],
  now: number
): Promise<readonly OpenRow[]> {
  return inside.queries
    .selectFrom('episodes')
    .selectAll()
    .where('subscription_seq', 'in', oneOf(inside, subscriptions))
    .where('over_at', '>', now - 24 * hour)
    .orderBy('night_date')
    .execute()
}

type OpenRow = Omit<EpisodesTable, 'dusk_done'>

async function countedSends(
  inside: Database,
  subscriptions: readonly number[],
  now: number
): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await inside.queries
    .selectFrom('messages')
    .select(['subscription_seq', 'ended_at'])
    .where('subscription_seq', 'in', oneOf(inside, subscriptions))
    .where('state', '=', 'sent')
    .where('counted', '=', 1)
    .where('ended_at', '>', now - 36 * hour)
    .execute()
  const sent = new Map<number, number[]>()
  for (const row of rows) {
    if (row.ended_at === null) continue
    const known = sent.get(row.subscription_seq)
    if (known === undefined) sent.set(row.subscription_seq, [row.ended_at])
    else known.push(row.ended_at)
  }
  return sent
}

function runsToRead(
  rows: readonly DueRow[],
  episodes: ReadonlyMap<number, readonly OpenRow[]>
): readonly number[] {
  const seqs = new Set<number>()
  for (const { currentRunSeq } of rows) if (currentRunSeq !== null) seqs.add(currentRunSeq)
  for (const group of episodes.values()) {
    for (const episode of group) if (episode.told_run_seq !== null) seqs.add(episode.told_run_seq)
  }
  return [...seqs]
}

function openEpisode(row: OpenRow, runs: ReadonlyMap<number, KeptRun>): OpenEpisode {
  const told = row.told_run_seq === null ? undefined : runs.get(row.told_run_seq)
  return {
    date: row.night_date,
    state: row.state as OpenEpisode['state'],
    overAt: row.over_at,
    toldAt: row.told_at,
    toldState: row.told_state as OpenEpisode['toldState'],
    told: told?.nights.find((night) => night.date === row.night_date) ?? null
  }
}
