/** The same few statements for any number of subscriptions. Rules: alerts/decisions.ts, alerts/rules.ts. */

import { type QueryResult, type RawBuilder, sql } from 'kysely'
import type { WaitReason } from '../alerts/outbox-ports.ts'
import { alertRules, levelRanks } from '../alerts/rules.ts'
import type { ScoredRun } from '../alerts/store-ports.ts'
import { portionsOf } from '../common/portions-of.ts'
import { hourMs } from '../common/time.ts'
import { isSeen, seeAgain } from './data-gaps.ts'
import { type Database, transact } from './database.ts'
import { compared, measured } from './night-distribution.ts'
import { type CurrentSeq, saveRuns } from './runs.ts'

/** The reason of messages with news only of nights beyond the coming day. */
const untilMorning: WaitReason = 'until_morning'

/** Runs in a statement, far below the limit of parameters; with more, writes follow the order of keys better. */
const runsPerStatement = 1000

/** From here a bad plan costs minutes, analyzing a fraction of a second. */
const manyRuns = 50
const analyzed = ['runs', 'nights', 'curves', 'episodes', 'messages'] as const

interface Scope {
  readonly runs: RawBuilder<unknown>
  /** One subscription, or empty. */
  readonly only: RawBuilder<unknown>
  readonly now: number
  /** When news of nights beyond the coming day may leave; `now` by day. */
  readonly dayTime: number
}

const byScore = sql`s.threshold_of = 'score'`
const byTemperature = sql`s.threshold_of in ('air', 'plant')`

export async function evaluateRuns(
  database: Database,
  runs: readonly ScoredRun[],
  now: number,
  onlySubscription: string | null
): Promise<void> {
  if (runs.length === 0) return
  await transact(database, async (inside) => {
    const current = await saveRuns(inside, runs, now)
    const seqs = current.map(({ seq }) => seq)
    const only = onlySubscription === null ? sql`` : sql`and s.id = ${onlySubscription}`
    const known = await withEpisodes(inside, seqs, now)
    if (known.size >= manyRuns) await inside.dialect.analyze(inside.queries, analyzed)
    for (const part of portions(current.filter(({ seq }) => known.has(seq)))) {
      const scope = { ...part, only, now }
      await moveNights(inside, scope)
      await queueChanges(inside, scope)
    }
    for (const part of portions(current.filter(({ seq }) => !known.has(seq)))) {
      const scope = { ...part, only, now }
      await raiseFirst(inside, scope)
      await queueFirst(inside, scope)
    }
    const seen = current.flatMap(({ run, seq }) => (isSeen(run, now) ? [seq] : []))
    for (const some of portionsOf(seen, runsPerStatement)) await seeAgain(inside, { runs: some, only, now })
  })
}

/** Profiles with episodes; the others have nothing to clear or repeat. */
async function withEpisodes(
  inside: Database,
  seqs: readonly number[],
  now: number
): Promise<ReadonlySet<number>> {
  const rows = await inside.queries
    .selectFrom('runs as r')
    .innerJoin('curves as c', 'c.seq', 'r.curve_seq')
    .select('r.seq')
    .where('r.seq', 'in', [...seqs])
    .where('c.episodes_until', '>', now)
    .execute()
  return new Set(rows.map((row) => row.seq))
}

/** Portions of runs with the same `dayTime`: most places share it by day, at night each zone has its morning. */
function* portions(current: readonly CurrentSeq[]): Generator<Pick<Scope, 'runs' | 'dayTime'>> {
  for (const [dayTime, group] of Map.groupBy(current, ({ run }) => run.dayTime)) {
    const seqs = group.map(({ seq }) => seq)
    for (const some of portionsOf(seqs, runsPerStatement)) yield { runs: sql.join(some), dayTime }
  }
}

/**
 * Raises; begins to clear below the threshold, and a later run confirms or takes it back; also a later one while no
 * message has said that it was cleared. A doubtful night (`may_clear`) does neither of the first two. Only this and a
 * move to another profile (`expectEpisodes`) write `clearing_…`.
 */
async function moveNights(inside: Database, scope: Scope): Promise<void> {
  const now = sql`cast(${scope.now} as bigint)`
  const looked = byEachThreshold(scope, (value) => ({
    columns: sql`s.seq, n.night_date, n.run_seq, n.over_at, n.may_clear,
      case when n.watched = 1 and s.threshold <= ${value} then 1 else 0 end as is_reached,
      case when s.clear_below < ${value} then 1 else 0 end as is_above`,
    where: sql`${value} is not null`
  }))
  const goesOn = sql`(episodes.state = 'raised' or episodes.told_state = 'raised')`
  const moved = await sql`insert into episodes
      (subscription_seq, night_date, state, raised_at, over_at, clearing_at, clearing_run_seq)
    select v.seq, v.night_date,
      case when v.is_above = 0 and e.clearing_at is not null then 'cleared' else 'raised' end,
      ${now}, v.over_at,
      case when v.is_above = 0 then coalesce(e.clearing_at, ${now}) end,
      case when v.is_above = 0 then coalesce(e.clearing_run_seq, v.run_seq) end
    from (${looked}) v
      left join episodes e on e.subscription_seq = v.seq and e.night_date = v.night_date
    where case
      when e.state = 'raised' and v.is_above = 1 then e.clearing_at is not null
      when e.state = 'raised' then v.may_clear = 1 and (e.clearing_at is null
        or (e.clearing_run_seq <> v.run_seq and e.clearing_at <= ${scope.now - alertRules.clearApartMs}))
      else v.is_reached = 1 or (v.is_above = 1 and e.told_state = 'raised') end
    order by 1
    on conflict (subscription_seq, night_date) do update set
      state = excluded.state,
      raised_at = case when ${goesOn} then episodes.raised_at else excluded.raised_at end,
      over_at = case when ${goesOn} then episodes.over_at else excluded.over_at end,
      clearing_at = excluded.clearing_at, clearing_run_seq = excluded.clearing_run_seq,
      seen_at = case when ${goesOn} then episodes.seen_at end,
      seen_run_seq = case when ${goesOn} then episodes.seen_run_seq end,
      alarm_since = case when ${goesOn} then episodes.alarm_since end,
      unanswered_at = case when ${goesOn} then episodes.unanswered_at end`.execute(inside.queries)
  await openUntil(inside, scope, moved)
}

/** Raises where no night is open: nothing clears there, and the index alone shows which thresholds are reached. */
async function raiseFirst(inside: Database, scope: Scope): Promise<void> {
  const reached = byEachThreshold(scope, (value) => ({
    columns: sql`s.seq, n.night_date, 'raised', cast(${scope.now} as bigint), n.over_at`,
    where: sql`n.watched = 1 and s.threshold <= ${value}`
  }))
  const raised = await sql`insert into episodes (subscription_seq, night_date, state, raised_at, over_at)
    ${reached} order by 1
    on conflict (subscription_seq, night_date) do update set
      state = 'raised', raised_at = excluded.raised_at, over_at = excluded.over_at,
      clearing_at = null, clearing_run_seq = null, seen_at = null, seen_run_seq = null,
      alarm_since = null, unanswered_at = null
    where episodes.state = 'cleared'`.execute(inside.queries)
  await openUntil(inside, scope, raised)
}

/** One join of nights and subscriptions for each kind of threshold, as the index is ordered by kind. */
function byEachThreshold(
  { runs, only, now }: Scope,
  what: (value: RawBuilder<unknown>) => {
    readonly columns: RawBuilder<unknown>
    readonly where: RawBuilder<unknown>
  }
): RawBuilder<unknown> {
  const each = compared.map(({ of, value }) => {
    const { columns, where } = what(value)
    return sql`select ${columns} from runs r
      join nights n on n.run_seq = r.seq
      join subscriptions s on s.curve_seq = r.curve_seq and s.state = 'active' and s.preview = r.synthetic
        and s.threshold_of = ${sql.lit(of)}
      where r.seq in (${runs}) ${only} and n.over_at > ${now} and ${where}`
  })
  return sql.join(each, sql` union all `)
}

/** After raising, sets until when profiles may have open nights. */
async function openUntil(inside: Database, { runs }: Scope, { numAffectedRows }: QueryResult<unknown>) {
  if ((numAffectedRows ?? 0n) === 0n) return
  await sql`update curves set episodes_until = last.over_at
    from (select r.curve_seq, max(n.over_at) as over_at from runs r join nights n on n.run_seq = r.seq
      where r.seq in (${runs}) group by r.curve_seq) as last
    where curves.seq = last.curve_seq and curves.episodes_until < last.over_at`.execute(inside.queries)
}

/** Queues first warnings; which subscriptions are raised follows from the runs alone. */
async function queueFirst(inside: Database, scope: Scope): Promise<void> {
  const { runs, only, now } = scope
  const nearUntil = scope.dayTime + alertRules.usefulDayMs
  const highest = (which: RawBuilder<unknown>) => sql`s.threshold <= (select max(n.score) from nights n
    where n.run_seq = r.seq and n.watched = 1 and n.over_at > ${now} and ${which})`
  const row = (mayNotWait: RawBuilder<unknown>) =>
    sql`select s.seq, 'change', 'queued', cast(${now} as bigint), ${dueAndReason(scope, mayNotWait)}`
  const evaluated = sql`s.curve_seq = r.curve_seq and s.state = 'active' and s.preview = r.synthetic`
  await sql`insert into messages (subscription_seq, prompt, state, created_at, next_attempt_at, reason)
    ${row(highest(sql`n.coldest_at <= ${nearUntil}`))}
    from runs r join subscriptions s on ${evaluated} and ${byScore} and ${highest(sql`true`)}
    where r.seq in (${runs}) ${only}
    union all ${row(sql`min(n.coldest_at) <= ${nearUntil}`)}
    from runs r
      join nights n on n.run_seq = r.seq and n.watched = 1 and n.over_at > ${now}
      join subscriptions s on ${evaluated} and ${byTemperature} and s.threshold <= ${measured}
    where r.seq in (${runs}) ${only}
    group by s.seq
    order by 1
    ${joinWaiting}`.execute(inside.queries)
}

function dueAndReason({ now, dayTime }: Scope, mayNotWait: RawBuilder<unknown>): RawBuilder<unknown> {
  if (dayTime <= now) return sql`cast(${now} as bigint), cast(null as text)`
  return sql`case when ${mayNotWait} then cast(${now} as bigint) else cast(${dayTime} as bigint) end,
    case when ${mayNotWait} then null else ${untilMorning} end`
}

/** A waiting row stays, but one waiting for the morning leaves with news of a near night. */
const joinWaiting = sql`on conflict (subscription_seq, prompt) where state = 'queued'
  do update set next_attempt_at = case when messages.reason = ${untilMorning}
  and excluded.next_attempt_at < messages.next_attempt_at
    then excluded.next_attempt_at else messages.next_attempt_at end`

/** Queues a message for each subscription whose nights differ from what was last sent. */
async function queueChanges(inside: Database, scope: Scope): Promise<void> {
  const { runs, only, now } = scope
  const mayNotWait = sql`exists (select 1 from nights near where near.run_seq = r.seq and near.night_date = e.night_date
    and near.coldest_at <= ${scope.dayTime + alertRules.usefulDayMs})`
  await sql`insert into messages (subscription_seq, prompt, state, created_at, next_attempt_at, reason)
    with compared as materialized (${comparedRuns(scope)})
    select s.seq, 'change', 'queued', cast(${now} as bigint), ${dueAndReason(scope, news(scope, mayNotWait))}
    from runs r
      join subscriptions s on s.curve_seq = r.curve_seq and s.state = 'active' and s.preview = r.synthetic
    where r.seq in (${runs}) ${only} and ${news(scope, sql`true`)}
    order by s.seq
    ${joinWaiting}`.execute(inside.queries)
}

/** Night `n` than `t` of an earlier run; see `worseThanNotified`. */
function isWorse({ now }: Scope): RawBuilder<unknown> {
  const { lowerTenths, lowerTenthsOfSevere, earlierHours, nearMs } = alertRules
  return sql`n.coldest_at > ${now} and (n.level_rank > t.level_rank or (n.coldest_at <= ${now + nearMs} and (
    t.minimum_tenths - n.minimum_tenths >= case when t.level_rank = ${levelRanks.severe}
      then ${sql.lit(lowerTenthsOfSevere)} else ${sql.lit(lowerTenths)} end
    or (t.from_hour - n.from_hour >= ${earlierHours} and t.from_hour > ${Math.floor(now / hourMs)}))))`
}

/** A run with earlier ones of its profile that were sent, compared once for all subscriptions. */
function comparedRuns(scope: Scope): RawBuilder<unknown> {
  return sql`select r.seq, t.run_seq as told_seq, t.night_date,
    case when ${isWorse(scope)} then 1 else 0 end as is_worse
    from runs r
      join nights n on n.run_seq = r.seq and n.over_at > ${scope.now}
      join runs earlier on earlier.curve_seq = r.curve_seq
      join nights t on t.run_seq = earlier.seq and t.night_date = n.night_date
    where r.seq in (${scope.runs})`
}

/**
 * A night `e` that fulfils `which` differs from what was last sent. Of one that a person has seen less is news than a
 * column shows: decided at the claim. After a change of profile the run of the one before is compared for that
 * subscription alone.
 */
function news(scope: Scope, which: RawBuilder<unknown>): RawBuilder<unknown> {
  const sent = sql`(r.seq, e.told_run_seq, e.night_date)`
  const nearUntil = scope.now + alertRules.nearMs
  return sql`exists (select 1 from episodes e
      where e.subscription_seq = s.seq and e.over_at > ${scope.now} and ${which} and case
        when e.state = 'cleared' then (e.told_state = 'raised' and exists (select 1 from nights n
            where n.run_seq in (r.seq, e.told_run_seq) and n.night_date = e.night_date
            and n.coldest_at <= ${nearUntil}))
          or exists (select 1 from messages m where m.subscription_seq = s.seq and m.state = 'sending')
        when coalesce(e.told_state, 'cleared') = 'cleared' then true
        when e.seen_run_seq is not null and e.told_run_seq <> r.seq then true
        when ${sent} in (select seq, told_seq, night_date from compared where is_worse = 1) then true
        when ${sent} in (select seq, told_seq, night_date from compared) then false
        else exists (select 1 from nights n join nights t on t.night_date = n.night_date
          where n.run_seq = r.seq and n.night_date = e.night_date and t.run_seq = e.told_run_seq
            and ${isWorse(scope)}) end)`
}
