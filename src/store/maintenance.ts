import { sql } from 'kysely'
import type { Maintenance, StoredPreviews } from '../alerts/store-ports.ts'
import { minuteMs } from '../common/time.ts'
import { notifiedAt } from './awake-readers.ts'
import { type Database, oneOf, transact } from './database.ts'
import { forget } from './forget.ts'
import { enqueueOne } from './message-rows.ts'
import { bySubscriptions } from './portions.ts'
import { expectEpisodes, profileColumns, profileSeq, toProfile } from './scoring-profiles.ts'

export function maintenance(database: Database): Maintenance {
  return {
    ageStages: (givenBefore) => ageStages(database, givenBefore),
    expire: (input) => expire(database, input),
    endPreviews: (now, channels) => endPreviews(database, now, channels),
    hastenFuture: (now) => hastenFuture(database, now),
    queueStillWatching: (notSentSince, now) => queueStillWatching(database, notSentSince, now),
    forget: (input) => forget(database, input)
  }
}

async function ageStages(database: Database, givenBefore: number): Promise<readonly string[]> {
  return transact(database, async (inside) => {
    const profiles = await inside.queries
      .selectFrom('curves as c')
      .innerJoin('subscriptions as s', 's.curve_seq', 'c.seq')
      .select(profileColumns)
      .distinct()
      .where('c.stage_old', '=', 0)
      .where('s.stage_given_at', '<=', givenBefore)
      .where('s.ended_at', 'is', null)
      .execute()
    for (const profile of profiles.map(toProfile)) {
      const old = await profileSeq(inside, { ...profile, stageIsOld: true })
      await inside.queries
        .updateTable('subscriptions')
        .set({ curve_seq: old })
        .where('curve_seq', '=', profile.seq)
        .where('stage_given_at', '<=', givenBefore)
        .execute()
      await expectEpisodes(inside, profile.seq, old)
    }
    return [...new Set(profiles.map((profile) => profile.location))]
  })
}

async function expire(
  database: Database,
  { now, unreadSince, readChannels }: Parameters<Maintenance['expire']>[0]
): Promise<number> {
  return bySubscriptions(database, async ({ after, upTo }, { queries }) => {
    // Ten minutes: its end can be taken back until then.
    await sql`update subscriptions set state = 'unsubscribed', reason = 'by_subscriber', ended_at = ${now}
      where seq > ${after} and seq <= ${upTo} and follows is not null and ended_at is null and exists
        (select 1 from subscriptions f where f.id = subscriptions.follows
        and f.ended_at <= ${now - 10 * minuteMs})`.execute(queries)
    const unconfirmed = await queries
      .updateTable('subscriptions')
      .set({ state: 'expired', reason: 'unconfirmed', ended_at: now })
      .where('seq', '>', after)
      .where('seq', '<=', upTo)
      .where('state', '=', 'pending_confirmation')
      .where('confirm_until', '<=', now)
      .executeTakeFirst()
    if (readChannels.length === 0) return Number(unconfirmed.numUpdatedRows)
    const unread = await queries
      .updateTable('subscriptions')
      .set({ state: 'expired', reason: 'unread', ended_at: now })
      .where('seq', '>', after)
      .where('seq', '<=', upTo)
      .where('state', 'in', ['active', 'paused'])
      .where('channel', 'in', [...readChannels])
      .where(sql<boolean>`coalesce(read_at, created_at) <= ${unreadSince}`)
      .executeTakeFirst()
    return Number(unconfirmed.numUpdatedRows + unread.numUpdatedRows)
  })
}

/** Largest difference between the clocks of two processes. */
const skewMs = minuteMs
const longestLeaseMs = 10 * minuteMs

async function hastenFuture({ queries, dialect }: Database, now: number): Promise<number> {
  const isOfFuture = sql`coalesce(last_attempt_at, created_at) > ${now + skewMs}`
  const queued = await sql`update messages set next_attempt_at = ${now}
    where state = 'queued' and next_attempt_at > ${now} and ${isOfFuture}`.execute(queries)
  // From an attempt under way when the clock was set back.
  const time = dialect.leaseTime(now)
  const sending = await sql`update messages set leased_until = ${time} + ${skewMs}
    where state = 'sending' and leased_until > ${time} + ${longestLeaseMs} and ${isOfFuture}`.execute(queries)
  return Number(queued.numAffectedRows ?? 0n) + Number(sending.numAffectedRows ?? 0n)
}

async function endPreviews(
  database: Database,
  now: number,
  channels: readonly StoredPreviews[]
): ReturnType<Maintenance['endPreviews']> {
  if (!(await hasPreviews(database))) return { real: 0, ended: 0 }
  return transact(database, async (inside) => {
    let count = 0
    for (const one of channels) count += await makeReal(inside, one, now)
    const ended = await inside.queries
      .updateTable('subscriptions')
      .set({ state: 'expired', reason: 'preview_ended', ended_at: now })
      .where(isPreview)
      .executeTakeFirst()
    return { real: count, ended: Number(ended.numUpdatedRows) }
  })
}

// A literal: with a parameter SQLite would plan each time before it uses the index of previews.
const isPreview = sql<boolean>`preview = 1 and ended_at is null`

async function hasPreviews({ queries }: Database): Promise<boolean> {
  const first = await queries
    .selectFrom('subscriptions')
    .select('seq')
    .where(isPreview)
    .limit(1)
    .executeTakeFirst()
  return first !== undefined
}

/** Makes previews real; nothing that synthetic weather raised, sent or queued stays. */
async function makeReal(inside: Database, { channel, asked }: StoredPreviews, now: number): Promise<number> {
  const { queries } = inside
  const rows = await queries
    .updateTable('subscriptions')
    .set({ preview: 0, last_sent_at: null, blind_date: null, blind_open: 0, blind_told: 0 })
    .$if(asked !== null, (update) =>
      update.set({
        state: 'pending_confirmation',
        confirmed_at: null,
        confirm_until: asked?.confirmUntil ?? null
      })
    )
    .where(isPreview)
    .where('channel', '=', channel)
    .returning('seq')
    .execute()
  const seqs = rows.map(({ seq }) => seq)
  if (seqs.length === 0) return 0
  await queries
    .deleteFrom('messages')
    .where(oneOf(inside, 'subscription_seq', seqs))
    .execute()
  await queries
    .deleteFrom('episodes')
    .where(oneOf(inside, 'subscription_seq', seqs))
    .execute()
  const trigger = asked?.trigger ?? null
  if (trigger !== null) for (const seq of seqs) await enqueueOne(inside, seq, trigger, now)
  return seqs.length
}

async function queueStillWatching(database: Database, notSentSince: number, now: number): Promise<number> {
  return bySubscriptions(database, async ({ after, upTo }, { queries }) => {
    const queued =
      await sql`insert into messages (subscription_seq, prompt, state, created_at, next_attempt_at)
      select s.seq, 'still_watching', 'queued', cast(${now} as bigint), cast(${now} as bigint) from subscriptions s
      where s.seq > ${after} and s.seq <= ${upTo} and s.state = 'active'
        and coalesce(s.last_sent_at, s.confirmed_at, s.created_at) <= ${notSentSince}
        and coalesce(${notifiedAt('s')}, 0) <= ${notSentSince}
      on conflict (subscription_seq, prompt) where state = 'queued' do nothing`.execute(queries)
    return Number(queued.numAffectedRows ?? 0n)
  })
}
