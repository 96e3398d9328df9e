/**
 * PostgreSQL plans by statistics, and these know nothing of a crowd that was queued a moment ago: left to itself it
 * read and sorted everything that waited for each claim, and the whole log for each record. Looked at where no
 * statistics were made at all.
 */
import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ClaimedMessage, DueMessage } from '../../../src/alerts/outbox-ports.ts'
import { minuteMs } from '../../../src/common/time.ts'
import { countMessages } from '../../../src/store/message-counts.ts'
import type { Store } from '../../../src/store/open.ts'
import { outbox } from '../../../src/store/outbox.ts'
import { runReader } from '../../../src/store/runs.ts'
import { postgresEngine } from './engines.ts'
import { noon, onlyProfile, openFresh, run, scored, stored } from './opened.ts'
import { type Watched, watch } from './whole-reads.ts'

const engine = postgresEngine()
const backlog = 5000

let store: Store
let watched: Watched

beforeAll(async () => {
  await engine.start()
  store = await openFresh(engine)
  watched = watch(store.database)
  for (const table of ['messages', 'episodes', 'subscriptions']) {
    await sql`alter table ${sql.ref(table)} set (autovacuum_enabled = off)`.execute(store.database.queries)
  }
  await stored(store)
  await sql`insert into subscriptions (id, state, preview, curve_seq, location, channel, threshold, clear_below, language, crop, stage,
      exposure, destination, client, created_at)
    select 'sub_' || i, state, preview, curve_seq, location, channel, threshold, clear_below, language, crop, stage,
      exposure, destination, client, created_at
    from subscriptions, generate_series(2, ${sql.lit(backlog)}) as i`.execute(store.database.queries)
  await store.episodes.evaluate([run(await onlyProfile(store), 'first', [scored()])], noon, null)
  expect((await store.outbox.waiting()).count).toBe(backlog)
})

afterAll(async () => {
  await store.close()
  await engine.stop()
})

it('claims go through what waits in its order, and read no more than they take', async () => {
  await claimed(100)
  const plans = await explained()
  const waiting = plans.filter(({ text }) => text.includes("m.state = 'queued'"))
  expect(waiting).toHaveLength(1)
  expect(waiting[0]?.ways).toContain('Index Scan messages messages_due')
  expect(waiting[0]?.ways.filter((way) => /Sort|Bitmap/.test(way))).toEqual([])
  expect(wholeReads(plans)).toEqual([])
})

it('a claim for one subscription finds its messages by the subscription', async () => {
  const [one] = await claimed(100, 'sub_4000')
  expect(one?.due.subscription.id).toBe('sub_4000')
  const plans = await explained()
  const used = plans.flatMap(({ ways: all }) => all).filter((way) => way.endsWith('messages_due'))
  expect(used).toEqual([])
})

it('records find each row by its key', async () => {
  const messages = await claimed(3000)
  expect(messages).toHaveLength(3000)
  watched.asked()
  await watchedOutbox().record(
    messages.map((one) => ({ claimed: one, outcome: { kind: 'sent' } })),
    'w',
    noon
  )
  const plans = await explained()
  expect(plans.filter(({ text }) => text.startsWith('update')).length).toBeGreaterThan(1)
  expect(wholeReads(plans)).toEqual([])
})

it('what has failed is found among all that waits, without a look at the rest', async () => {
  watched.asked()
  await watchedOutbox().retrying(['webhook'])
  await countMessages(watched.database, { since: noon, now: noon, answering: ['webhook'] })
  const plans = await explained()
  expect(plans).toHaveLength(2)
  for (const { ways: all } of plans) {
    expect(all.filter((way) => way.endsWith('messages_retried'))).toHaveLength(1)
  }
})

it('episodes are looked at anew before many runs are compared with them, and not before a few', async () => {
  for (let place = 1; place < 50; place += 1)
    await stored(store, { location: `place-${place}`, client: `client-${place}` })
  const profiles = await store.subscriptions.profiles(null)
  expect(profiles).toHaveLength(50)
  const evaluated = (runId: string) =>
    store.episodes.evaluate(
      profiles.map((profile) => run(profile, runId, [scored()])),
      noon,
      null
    )
  const unknown = -1
  await evaluated('second')
  expect(await rowsAsPlanned('episodes')).toBe(unknown)
  await evaluated('third')
  expect(await rowsAsPlanned('episodes')).toBe(backlog + 49)
})

it('a crowd in tables that were empty when last looked at is claimed and recorded as any other', async () => {
  await asIfEmpty()
  const stored = watchedOutbox()
  const messages = await claimed(300, null, stored)
  expect(messages).toHaveLength(300)
  const leased = await explained()
  expect(leasing(leased)).toContain('Hash Join')
  expect(leasing(leased)).not.toContain('Nested Loop')
  const waiting = leased.find(({ text }) => text.includes("m.state = 'queued'"))
  expect(waiting?.ways.join()).not.toMatch(/Whole [\w ]+messages_under_way/)
  expect(wholeReads(leased)).toEqual([])
  watched.asked()
  await stored.record(
    messages.map((one) => ({ claimed: one, outcome: { kind: 'sent', thread: `thread-${one.due.seq}` } })),
    'w',
    noon
  )
  const recorded = await explained()
  const joined = recorded.filter(({ ways: all }) => all.includes('Hash Join'))
  expect(joined.map(({ text }) => /set \w+/.exec(text)?.[0])).toEqual(['set told_at', 'set thread'])
  expect(wholeReads(recorded)).toEqual([])
})

it('a crowd that failed goes back into the queue as fast, also where newer messages wait for some', async () => {
  const stored = watchedOutbox()
  const messages = await claimed(300, null, stored)
  expect(messages).toHaveLength(300)
  const subscriptions = messages.map(({ due }) => due.subscription.seq)
  await sql`insert into messages (subscription_seq, prompt, state, created_at, next_attempt_at)
    select subscription_seq, prompt, 'queued', created_at, next_attempt_at from messages
    where state = 'sending' and subscription_seq = any(cast(${subscriptions.slice(100)} as bigint[]))`.execute(
    store.database.queries
  )
  await asIfEmpty()
  watched.asked()
  const outcome = { kind: 'retry', nextAttemptAt: noon, reason: 'answered 503' } as const
  await stored.record(
    messages.map((one) => ({ claimed: one, outcome })),
    'w',
    noon
  )
  const returned = await explained()
  const updates = returned.filter(({ text }) => text.startsWith('update'))
  expect(updates.map(({ ways: all }) => all.filter((way) => way === 'Hash Join').length)).toEqual([2, 1, 1])
  expect(returned.flatMap(({ ways: all }) => all)).not.toContain('Nested Loop')
  expect(wholeReads(returned)).toEqual([])
  const { rows } = await sql<{ state: string; attempts: number; of: string; count: number }>`
    select state, attempts, case when message_id is null then 'new' else 'fixed' end as of, cast(count(*) as integer) as count
    from messages where subscription_seq = any(cast(${subscriptions} as bigint[]))
    group by 1, 2, 3 order by 1, 2, 3`.execute(store.database.queries)
  expect(rows).toEqual([
    { state: 'dropped', attempts: 1, of: 'fixed', count: 200 },
    { state: 'queued', attempts: 1, of: 'fixed', count: 300 }
  ])
})

it('a failure is not recorded of what another worker takes over at that moment', async () => {
  const messages = await claimed(1)
  const seq = messages[0]?.due.seq ?? 0
  const { queries } = store.database
  let recorded: Promise<void> | undefined
  await queries.transaction().execute(async (other) => {
    await sql`update messages set leased_by = 'other', attempts = attempts + 1 where seq = ${seq}`.execute(
      other
    )
    const outcome = { kind: 'retry', nextAttemptAt: noon, reason: 'answered 503' } as const
    recorded = store.outbox.record(
      messages.map((one) => ({ claimed: one, outcome })),
      'w',
      noon
    )
    const waiting = sql<{
      count: number
    }>`select cast(count(*) as integer) as count from pg_locks where not granted`
    await expect.poll(async () => (await waiting.execute(queries)).rows[0]?.count).toBeGreaterThan(0)
  })
  await recorded
  const row = queries.selectFrom('messages').select(['state', 'leased_by']).where('seq', '=', seq)
  expect(await row.executeTakeFirst()).toEqual({ state: 'sending', leased_by: 'other' })
})

it('tables are looked at anew each minute while a crowd waits', async () => {
  await asIfEmpty()
  const stored = watchedOutbox()
  await claimed(100, null, stored)
  await claimed(100, null, stored, noon + minuteMs - 1)
  expect(await rowsAsPlanned('messages')).toBe(0)
  await claimed(100, null, stored, noon + minuteMs)
  expect(await rowsAsPlanned('messages')).toBeGreaterThanOrEqual(backlog)
})

it('what reads a table whole is seen', async () => {
  watched.asked()
  await sql`select count(*) from messages where created_at < 1`.execute(watched.database.queries)
  expect(wholeReads(await explained())).toEqual([
    expect.stringMatching(/^Whole Seq Scan messages: select count/)
  ])
})

/** As a vacuum leaves tables whose rows are all dead: counted as empty, with their pages. */
async function asIfEmpty(): Promise<void> {
  await sql`update pg_class set reltuples = 0, relpages = 200
    where oid in ('messages'::regclass, 'episodes'::regclass)`.execute(store.database.queries)
}

/** How many rows the planner believes there are. */
async function rowsAsPlanned(table: 'episodes' | 'messages'): Promise<number | undefined> {
  const { rows } = await sql<{
    reltuples: number
  }>`select reltuples from pg_class where oid = cast(${table} as regclass)`.execute(store.database.queries)
  return rows[0]?.reltuples
}

function watchedOutbox() {
  return outbox(watched.database, runReader())
}

function leasing(plans: readonly Plan[]): readonly string[] {
  return plans.find(({ text }) => text.startsWith("update messages set state = 'sending'"))?.ways ?? []
}

async function claimed(
  limit: number,
  onlySubscription: string | null = null,
  from = watchedOutbox(),
  now = noon
): Promise<readonly ClaimedMessage[]> {
  watched.asked()
  const claim = { now, limit, worker: 'w', leasedUntil: now + minuteMs, onlySubscription }
  const { messages } = await from.claim({ ...claim, decide })
  return messages
}

function decide(due: DueMessage) {
  const nights = due.episodes.map(({ date }) => ({ date, standing: 'raised' as const }))
  const fresh = {
    kind: 'raised' as const,
    runSeq: due.currentRun?.seq ?? null,
    madeAt: noon,
    counted: false,
    endsDataGap: false
  }
  return { act: 'send' as const, message: { ...fresh, nights, messageId: `msg_${due.seq}` } }
}

interface Plan {
  readonly text: string
  /** Each step with the table and the index it reads. */
  readonly ways: readonly string[]
}

/** Plans what was asked once more, under the settings that its transaction gave itself. */
async function explained(): Promise<readonly Plan[]> {
  const asked = watched.asked()
  return store.database.queries.transaction().execute(async (queries) => {
    const plans: Plan[] = []
    for (const one of asked) {
      if (one.sql.startsWith('analyze')) continue
      if (one.sql.includes('set_config')) await queries.executeQuery(one)
      else {
        const question = CompiledQuery.raw(`explain (format json) ${one.sql}`, [...one.parameters])
        const { rows } = await queries.executeQuery<{ 'QUERY PLAN': [{ Plan: Step }] }>(question)
        const text = one.sql.replace(/\s+/g, ' ')
        plans.push({ text, ways: rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => ways(Plan))) })
      }
    }
    return plans
  })
}

interface Step {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly Step[]
}

function ways(step: Step): readonly string[] {
  const { 'Node Type': kind, 'Relation Name': table, 'Index Name': index, Plans: parts = [] } = step
  const isWhole = kind === 'Seq Scan' || (kind.includes('Index') && step['Index Cond'] === undefined)
  const way = [isWhole ? 'Whole' : undefined, kind, table, index].filter((name) => name !== undefined)
  return [way.join(' '), ...parts.flatMap(ways)]
}

/** The index of what is under way holds little at any time: it may be read whole. */
function wholeReads(plans: readonly Plan[]): readonly string[] {
  return plans.flatMap(({ text, ways: all }) =>
    all
      .filter((way) => way.startsWith('Whole') && !way.endsWith('messages_under_way'))
      .map((way) => `${way}: ${text}`)
  )
}
