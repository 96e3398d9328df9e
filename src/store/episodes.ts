import { type RawBuilder, sql } from 'kysely'
import type { Acknowledgement } from '../alerts/outbox-ports.ts'
import { alertRules } from '../alerts/rules.ts'
import type { EpisodeStore } from '../alerts/store-ports.ts'
import { portionsOf } from '../common/portions-of.ts'
import { notifiedAt } from './awake-readers.ts'
import { loseData, unseenProfiles } from './data-gaps.ts'
import { type Database, oneOf, transact } from './database.ts'
import { type OpenRow, openEpisode } from './episode-rows.ts'
import { escalate } from './escalations.ts'
import { evaluateRuns } from './evaluation.ts'
import { type RunReader, runReader } from './runs.ts'

export function episodeStore(database: Database, readRuns: RunReader = runReader()): EpisodeStore {
  return {
    evaluate: (runs, now, onlySubscription) => evaluateRuns(database, runs, now, onlySubscription),
    remindAtDusk: (now, quietSince) => remindAtDusk(database, now, quietSince),
    unseen: (since, now) => unseenProfiles(database, since, now),
    loseData: (profiles, now) =>
      loseData(database, profiles, { now, confirmedBefore: now - alertRules.dataGapGraceMs }),
    acknowledge: (given) => transact(database, (inside) => acknowledge(inside, readRuns, given)),
    escalate: (now, advancing) => escalate(database, readRuns, now, advancing),
    openCount: (now) => openCount(database, now),
    unansweredCount: (now) => unansweredCount(database, now),
    lateSteps: (dueBefore) => lateSteps(database, dueBefore)
  }
}

/** Acknowledges its nights, and those announced before to the destination. A newer description is never replaced. */
async function acknowledge(inside: Database, readRuns: RunReader, given: Acknowledgement): Promise<void> {
  if (given.ofContact !== undefined)
    return acknowledgeListed(inside, readRuns, { ...given, ...given.ofContact })
  const { subscription, dates, runSeq, notifiedUntil, now } = given
  const { seq, id, channel, destinationKey } = subscription
  const seenRun = sql`case when subscription_seq = ${seq} then cast(${runSeq} as bigint) else told_run_seq end`
  const others =
    destinationKey === null
      ? sql`false`
      : sql`(told_state = 'raised' and told_at <= ${notifiedUntil} and subscription_seq in
          (select s.seq from subscriptions s where s.channel = ${channel} and s.same_as = ${destinationKey}
            and s.state in ('active', 'paused')))`
  // Whether an answer to an older message ends the wait the next round judges.
  const isNewest = sql`${seenRun} >= coalesce(told_run_seq, 0)`
  // The answer may come before the sending is recorded, and proves it.
  const isFirst = sql`subscription_seq = ${seq} and ${isNewest} and coalesce(told_state, '') <> 'raised'`
  const answered = sql`night_date in (${sql.join(dates)}) and state = 'raised' and over_at > ${now}
      and (subscription_seq = ${seq} or ${others}) and ${isNewer(seenRun)}`
  const isWanted = await uncovered(inside, readRuns, { ...given, answered, seenRun })
  await sql`update episodes set told_at = case when ${isFirst} then cast(${now} as bigint) else told_at end,
      told_run_seq = case when ${isFirst} then ${seenRun} else told_run_seq end,
      told_state = case when ${isFirst} then 'raised' else told_state end,
      alarm_since = case when ${isNewest} then null else alarm_since end,
      unanswered_at = case when ${isNewest} then null else unanswered_at end,
      seen_at = ${now}, seen_by = ${id}, seen_run_seq = ${seenRun}
    where ${answered} and ${isWanted}`.execute(inside.queries)
}

/** Acknowledges listed nights as they were announced. */
async function acknowledgeListed(
  inside: Database,
  readRuns: RunReader,
  given: Acknowledgement & { readonly messageSeq: number; readonly lead: number }
): Promise<void> {
  const { subscription, messageSeq, lead, runSeq, notifiedUntil, now } = given
  const current = sql`(select c.current_run_seq from subscriptions s join curves c on c.seq = s.curve_seq
    where s.seq = episodes.subscription_seq)`
  const seenRun = sql`case when subscription_seq = ${lead} then cast(${runSeq} as bigint)
    else coalesce(case when told_state = 'raised' then told_run_seq end, ${current}) end`
  const isNewest = sql`coalesce(told_at, 0) <= ${notifiedUntil}`
  const answered = sql`state = 'raised' and over_at > ${now} and (subscription_seq = ${lead} or ${isNewest})
      and (subscription_seq, night_date) in
        (select t.subscription_seq, t.night_date from steps t where t.message_seq = ${messageSeq} and t.step > 0)
      and ${isNewer(seenRun)}`
  const isWanted = await uncovered(inside, readRuns, { ...given, answered, seenRun })
  await sql`update episodes set alarm_since = case when ${isNewest} then null else alarm_since end,
      unanswered_at = case when ${isNewest} then null else unanswered_at end,
      seen_at = ${now}, seen_by = ${subscription.id}, seen_run_seq = ${seenRun}
    where ${answered} and ${isWanted}`.execute(inside.queries)
}

/** Whether an answer is newer than what was seen, and than an all-clear: older warnings precede a risk that is back. */
function isNewer(seenRun: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(seen_run_seq is null or seen_run_seq < ${seenRun})
    and (coalesce(told_state, '') <> 'cleared' or told_run_seq < ${seenRun})`
}

/** Leaves out nights whose last announcement was answered before, where this answer is to a milder one. */
async function uncovered(
  inside: Database,
  readRuns: RunReader,
  {
    answered,
    seenRun,
    isSeen,
    now
  }: Pick<Acknowledgement, 'isSeen' | 'now'> & Readonly<Record<'answered' | 'seenRun', RawBuilder<unknown>>>
): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<
    OpenRow & { readonly answers: number }
  >`select *, ${seenRun} as answers from episodes
    where seen_run_seq is not null and ${seenRun} < told_run_seq and ${answered}`.execute(inside.queries)
  const runs = await readRuns(
    inside,
    rows.flatMap(({ answers, seen_run_seq, told_run_seq }) => [answers, seen_run_seq ?? 0, told_run_seq ?? 0])
  )
  const covered = rows.filter(
    (row) =>
      isSeen(openEpisode(row, runs), now) &&
      !isSeen(openEpisode({ ...row, seen_run_seq: row.answers }, runs), now)
  )
  const each = covered.map(
    ({ subscription_seq: seq, night_date: date }) =>
      sql`not (subscription_seq = ${seq} and night_date = ${date})`
  )
  return sql.join([sql`true`, ...each], sql` and `)
}

/** Profiles in a transaction, as in an evaluation, so that other work does not wait long for many reminders. */
const profilesAtOnce = 500

async function openCount(database: Database, now: number): Promise<number> {
  const profiles = await database.queries
    .selectFrom('curves')
    .select('seq')
    .where('episodes_until', '>', now)
    .execute()
  let open = 0
  for (const some of portionsOf(profiles, profilesAtOnce)) {
    const seqs = some.map(({ seq }) => seq)
    const { count } = await database.queries
      .selectFrom('subscriptions as s')
      .innerJoin('episodes as e', 'e.subscription_seq', 's.seq')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(oneOf(database, 's.curve_seq', seqs))
      .where('e.state', '=', 'raised')
      .where('e.over_at', '>', now)
      .executeTakeFirstOrThrow()
    open += count
  }
  return open
}

async function unansweredCount({ queries }: Database, now: number): Promise<number> {
  const { count } = await queries
    .selectFrom('subscriptions as s')
    .innerJoin('episodes as e', 'e.subscription_seq', 's.seq')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('s.escalation', 'is not', null)
    .where('e.unanswered_at', 'is not', null)
    .where('e.subscription_seq', 'in', (all) =>
      all.selectFrom('subscriptions').select('seq').where('escalation', 'is not', null)
    )
    .where('e.over_at', '>', now)
    .executeTakeFirstOrThrow()
  return count
}

async function lateSteps({ queries }: Database, dueBefore: number) {
  const { rows } = await sql<{ is_tried: number; count: number }>`
    select case when attempts > 0 then 1 else 0 end as is_tried, count(*) as count from (
      select prompt, attempts, created_at, next_attempt_at from messages where state = 'queued'
      union all select prompt, attempts, created_at, next_attempt_at from messages where state = 'sending') as m
    where prompt = 'escalate' and created_at <= ${dueBefore}
      and (attempts > 0 or next_attempt_at <= ${dueBefore}) group by 1`.execute(queries)
  const countOf = (isTried: number) => Number(rows.find((row) => row.is_tried === isTried)?.count ?? 0)
  return { refused: countOf(1), notBegun: countOf(0) }
}

/** Marks nights whose reminder is due, one each; queued where no message was sent since `quietSince`. */
async function remindAtDusk(database: Database, now: number, quietSince: number): Promise<number> {
  let queued = 0
  for (const profiles of portionsOf(await profilesAtDusk(database, now), profilesAtOnce))
    queued += await remind(database, profiles, now, quietSince)
  return queued
}

interface ProfileAtDusk {
  readonly seq: number
  readonly night_date: string
}

async function profilesAtDusk({ queries }: Database, now: number): Promise<readonly ProfileAtDusk[]> {
  const { rows } = await sql<ProfileAtDusk>`select c.seq, n.night_date
    from curves c join nights n on n.run_seq = c.current_run_seq
    where c.episodes_until > ${now} and n.dusk_at <= ${now} and n.coldest_at > ${now}`.execute(queries)
  return rows
}

async function remind(
  database: Database,
  profiles: readonly ProfileAtDusk[],
  now: number,
  quietSince: number
): Promise<number> {
  const valuesTable = profiles.map(({ seq, night_date }) => [seq, night_date])
  return transact(database, async (inside) => {
    const { rows: due } = await sql<{ subscription_seq: number }>`update episodes set dusk_done = 1
      where state = 'raised' and dusk_done = 0
      and (subscription_seq, night_date) in (select e.subscription_seq, e.night_date
        from ${inside.dialect.valuesTable(['bigint', 'text'], valuesTable)} as c
          join subscriptions s on s.curve_seq = c.column1 and s.state = 'active'
          join episodes e on e.subscription_seq = s.seq and e.night_date = c.column2)
      returning subscription_seq`.execute(inside.queries)
    if (due.length === 0) return 0
    const seqs = due.map((episode) => episode.subscription_seq)
    // What was sent later than now, before the clock was set back, does not count.
    const isQuiet = (at: RawBuilder<unknown>) => sql`(coalesce(${at}, 0) <= ${quietSince} or ${at} > ${now})`
    const queued =
      await sql`insert into messages (subscription_seq, prompt, state, created_at, next_attempt_at)
      select s.seq, 'dusk', 'queued', cast(${now} as bigint), cast(${now} as bigint) from subscriptions s
      where ${oneOf(inside, 's.seq', seqs)} and ${isQuiet(sql`s.last_sent_at`)} and ${isQuiet(notifiedAt('s'))}
      on conflict (subscription_seq, prompt) where state = 'queued'
      do update set created_at = excluded.created_at`.execute(inside.queries)
    return Number(queued.numAffectedRows ?? 0n)
  })
}
