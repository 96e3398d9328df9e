/** Data gaps: scoring profiles that no source now confirms, and the messages about them. */
import { type RawBuilder, sql } from 'kysely'
import type { AlertNight } from '../alerts/alert-night.ts'
import { alertRules, nightConfirmedAt } from '../alerts/rules.ts'
import type { ProfileVisibility, ScoredRun, UnseenProfile } from '../alerts/store-ports.ts'
import { type Database, oneOf, transact } from './database.ts'
import { type ProfileRow, toProfile } from './scoring-profiles.ts'

/** Profiles with an active subscription whose coming night no source has confirmed since the instant. */
export async function unseenProfiles(
  database: Database,
  since: number,
  now: number
): Promise<readonly ProfileVisibility[]> {
  const { rows } =
    await sql<VisibilityRow>`select c.seq, c.location, c.crop, c.stage, c.exposure, c.stage_old, c.owner,
      r.confirmed_at, n.night_date, n.p10_tenths, n.coldest_at, n.over_at, n.score,
      case when r.lacking = 1 then n.facts end as facts
    from curves c left join runs r on r.seq = c.current_run_seq
      left join nights n on n.run_seq = r.seq and n.over_at > ${now}
    where (r.confirmed_at is null or r.confirmed_at <= ${since} or r.lacking = 1)
      and exists (select 1 from subscriptions s where s.curve_seq = c.seq and s.state = 'active')
    order by c.seq, n.night_date`.execute(database.queries)
  return [...Map.groupBy(rows, (row) => row.seq).values()].flatMap((group) => {
    const [head] = group
    if (head === undefined) return []
    const confirmedAt = confirmationOf(head, now)
    if (confirmedAt !== null && confirmedAt > since) return []
    return [{ ...toProfile(head), confirmedAt, nights: group.flatMap(night) }]
  })
}

/** When the coming night, whose row is the first, was confirmed. */
function confirmationOf({ confirmed_at, over_at, score, facts }: VisibilityRow, now: number): number | null {
  if (confirmed_at === null || over_at === null || facts === null) return confirmed_at
  const { confirmedAt } = JSON.parse(facts) as Pick<AlertNight, 'confirmedAt'>
  const night = { overAt: over_at, score, ...(confirmedAt !== undefined && { confirmedAt }) }
  return nightConfirmedAt({ nights: [night], confirmedAt: confirmed_at }, now)
}

interface VisibilityRow extends ProfileRow {
  confirmed_at: number | null
  night_date: string | null
  p10_tenths: number | null
  coldest_at: number | null
  over_at: number | null
  score: number | null
  /** Facts of a run that lacks a night. */
  facts: string | null
}

function night(row: VisibilityRow): ProfileVisibility['nights'] {
  if (row.night_date === null || row.coldest_at === null || row.over_at === null) return []
  return [{ date: row.night_date, p10Tenths: row.p10_tenths, coldestAt: row.coldest_at, overAt: row.over_at }]
}

interface GapAt {
  readonly now: number
  /** Subscriptions confirmed later are not notified. */
  readonly confirmedBefore: number
}

/** Queues one `blind` for each subscription and night; not if notified, or new, as the forecast is on its way. */
export async function loseData(
  database: Database,
  profiles: readonly UnseenProfile[],
  at: GapAt
): Promise<number> {
  if (profiles.length === 0) return 0
  const groups = Map.groupBy(
    profiles,
    ({ date, raisedOnly }) => `${date} ${raisedOnly ? 'raised' : 'everyone'}`
  )
  return transact(database, async (inside) => {
    let count = 0
    for (const group of groups.values()) count += await loseDataTogether(inside, group, at)
    return count
  })
}

async function loseDataTogether(
  inside: Database,
  group: readonly UnseenProfile[],
  { now, confirmedBefore }: GapAt
): Promise<number> {
  const [head] = group
  if (head === undefined) return 0
  const raised = head.raisedOnly
    ? sql`and exists (select 1 from episodes e where e.subscription_seq = s.seq
      and e.night_date = ${head.date} and e.state = 'raised')`
    : sql``
  const affected = sql`s.state = 'active' and s.follows is null
    and coalesce(s.confirmed_at, s.created_at) <= ${confirmedBefore}
    and s.curve_seq in (${sql.join(group.map((one) => one.profileSeq))})
    and (s.blind_date is null or s.blind_date <> ${head.date}) ${raised}`
  await sql`insert into messages (subscription_seq, prompt, state, created_at, next_attempt_at)
    select s.seq, 'blind', 'queued', cast(${now} as bigint), cast(${now} as bigint) from subscriptions s
    where ${affected}
    on conflict (subscription_seq, prompt) where state = 'queued'
    do update set created_at = excluded.created_at`.execute(inside.queries)
  const dataGap = await sql`update subscriptions as s set blind_date = ${head.date},
    blind_told = case when blind_open = 1 then blind_told else 0 end, blind_open = 1
    where ${affected}`.execute(inside.queries)
  return Number(dataGap.numAffectedRows ?? 0n)
}

/** Known from an answer that no data gap makes old. */
export function isSeen(run: ScoredRun, now: number): boolean {
  const confirmedAt = nightConfirmedAt(run, now)
  return confirmedAt !== null && confirmedAt > now - alertRules.dataGapAfterMs
}

/** The end of a gap, once. Whether the message about the gap was sent is checked at the claim. */
export async function seeAgain(
  inside: Database,
  { runs, only, now }: { runs: readonly number[]; only: RawBuilder<unknown>; now: number }
): Promise<void> {
  const { rows } = await sql<{ seq: number; state: string }>`update subscriptions as s set blind_open = 0
    where s.blind_open = 1 and s.curve_seq in
      (select r.curve_seq from runs r where r.seq in (${sql.join(runs)})) ${only}
    returning seq, state`.execute(inside.queries)
  const active = rows.filter(({ state }) => state === 'active').map(({ seq }) => seq)
  if (active.length === 0) return
  await sql`insert into messages (subscription_seq, prompt, state, created_at, next_attempt_at)
    select s.seq, 'sighted', 'queued', cast(${now} as bigint), cast(${now} as bigint) from subscriptions s
    where ${oneOf(inside, 's.seq', active)}
    on conflict (subscription_seq, prompt) where state = 'queued'
    do update set created_at = messages.created_at`.execute(inside.queries)
}
