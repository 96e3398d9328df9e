/** What is set right once in a while. */
import { sql } from 'kysely'
import type { Upkeep } from '../alerts/store-ports.ts'
import { curveSeq, expectEpisodes, toCurve } from './curves.ts'
import { type Database, transact } from './database.ts'

const day = 24 * 3_600_000

/** Upkeep on an opened database. */
export function upkeep(database: Database): Upkeep {
  return {
    ageStages: (givenBefore) => ageStages(database, givenBefore),
    expire: (input) => expire(database, input),
    endPreviews: (now) => endPreviews(database, now),
    breakSilence: (silentSince, now) => breakSilence(database, silentSince, now),
    forget: (input) => forget(database, input)
  }
}

async function ageStages(database: Database, givenBefore: number): Promise<readonly string[]> {
  return transact(database, async (inside) => {
    const curves = await inside.queries
      .selectFrom('curves as c')
      .innerJoin('subscriptions as s', 's.curve_seq', 'c.seq')
      .select(['c.seq', 'c.location', 'c.crop', 'c.stage', 'c.exposure', 'c.stage_old'])
      .distinct()
      .where('c.stage_old', '=', 0)
      .where('s.stage_given_at', '<=', givenBefore)
      .where('s.ended_at', 'is', null)
      .execute()
    for (const curve of curves.map(toCurve)) {
      const old = await curveSeq(inside, { ...curve, stageIsOld: true })
      await inside.queries
        .updateTable('subscriptions')
        .set({ curve_seq: old })
        .where('curve_seq', '=', curve.seq)
        .where('stage_given_at', '<=', givenBefore)
        .execute()
      await expectEpisodes(inside, curve.seq, old)
    }
    return [...new Set(curves.map((curve) => curve.location))]
  })
}

async function expire(
  database: Database,
  { now, unreadSince, readChannels }: Parameters<Upkeep['expire']>[0]
): Promise<number> {
  const unconfirmed = await database.queries
    .updateTable('subscriptions')
    .set({ state: 'expired', reason: 'unconfirmed', ended_at: now })
    .where('state', '=', 'pending_confirmation')
    .where('confirm_until', '<=', now)
    .executeTakeFirst()
  if (readChannels.length === 0) return Number(unconfirmed.numUpdatedRows)
  const unread = await database.queries
    .updateTable('subscriptions')
    .set({ state: 'expired', reason: 'unread', ended_at: now })
    .where('state', 'in', ['active', 'paused'])
    .where('channel', 'in', [...readChannels])
    .where(sql<boolean>`coalesce(read_at, created_at) <= ${unreadSince}`)
    .executeTakeFirst()
  return Number(unconfirmed.numUpdatedRows + unread.numUpdatedRows)
}

async function endPreviews(database: Database, now: number): Promise<number> {
  const ended = await database.queries
    .updateTable('subscriptions')
    .set({ state: 'expired', reason: 'preview_ended', ended_at: now })
    .where('preview', '=', 1)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}

async function breakSilence(database: Database, silentSince: number, now: number): Promise<number> {
  const queued = await sql`insert into messages (subscription_seq, prompt, state, created_at, next_attempt_at)
    select s.seq, 'still_watching', 'queued', cast(${now} as bigint), cast(${now} as bigint) from subscriptions s
    where s.state = 'active' and coalesce(s.last_sent_at, s.confirmed_at, s.created_at) <= ${silentSince}
    on conflict (subscription_seq, prompt) where state = 'queued' do nothing`.execute(database.queries)
  return Number(queued.numAffectedRows ?? 0n)
}

async function forget(
  database: Database,
  { endedBefore, now }: { readonly endedBefore: number; readonly now: number }
): Promise<void> {
  await database.queries
    .updateTable('subscriptions')
    .set({ destination: null, same_as: null, label: null })
    .where('ended_at', '<=', endedBefore)
    .where((is) => is.or([is('destination', 'is not', null), is('label', 'is not', null)]))
    .execute()
  await database.queries
    .deleteFrom('messages')
    .where('created_at', '<=', now - 400 * day)
    .where('state', 'not in', ['queued', 'sending'])
    .execute()
  await database.queries
    .deleteFrom('messages')
    .where('state', '=', 'dropped')
    .where('attempts', '=', 0)
    .where('created_at', '<=', now - day)
    .execute()
  await database.queries
    .deleteFrom('episodes')
    .where('over_at', '<=', now - 30 * day)
    .execute()
  await database.queries
    .deleteFrom('idempotency')
    .where('created_at', '<=', now - 2 * day)
    .execute()
  await database.queries
    .deleteFrom('allowances')
    .where('window_start', '<=', now - 40 * day)
    .execute()
  await forgetRuns(database, now - 7 * day)
}

/** Runs go once nothing tells them any more: no curve, no open episode, no line of the log. */
async function forgetRuns(database: Database, seenBefore: number): Promise<void> {
  const old = sql`select r.seq from runs r where r.seen_at <= ${seenBefore}
    and not exists (select 1 from curves c where c.current_run_seq = r.seq)
    and r.seq not in (select run_seq from messages where run_seq is not null)
    and r.seq not in (select told_run_seq from episodes where told_run_seq is not null)`
  await sql`delete from nights where run_seq in (${old})`.execute(database.queries)
  await sql`delete from runs where seq in (${old})`.execute(database.queries)
}
