/** What who watches for others does by hand: notes that a warning was passed on by telephone, or sends it once more. */
import { sql } from 'kysely'
import type { RaisedNight } from '../alerts/members/member-ports.ts'
import { escalationLock } from './contacts.ts'
import { type Database, transact } from './database.ts'
import { enqueueOne } from './queue-message.ts'

/** Its reader knows the night as it is now: what was said is what was announced. False where it is raised no more. */
export async function noteSeenByPhone(
  { queries }: Database,
  { seq, date }: RaisedNight,
  now: number
): Promise<boolean> {
  const current = sql`(select c.current_run_seq from subscriptions s join curves c on c.seq = s.curve_seq
    where s.seq = episodes.subscription_seq)`
  const { numAffectedRows } = await sql`update episodes set
      told_at = case when told_state = 'raised' then told_at else cast(${now} as bigint) end,
      told_state = 'raised', told_run_seq = ${current}, seen_at = ${now}, seen_by = 'key', seen_run_seq = ${current},
      alarm_since = null, unanswered_at = null
    where subscription_seq = ${seq} and night_date = ${date} and state = 'raised' and over_at > ${now}`.execute(
    queries
  )
  return (numAffectedRows ?? 0n) > 0n
}

/** Queues the warning once more, outside its steps: their turns stay. False where it is raised no more. */
export async function sendAgain(
  database: Database,
  { seq, date }: RaisedNight,
  now: number
): Promise<boolean> {
  return transact(database, async (inside) => {
    await inside.dialect.advisoryLock(inside.queries, escalationLock)
    const row = await inside.queries
      .selectFrom('episodes')
      .select(['alarm_since', 'raised_at'])
      .where('subscription_seq', '=', seq)
      .where('night_date', '=', date)
      .where('state', '=', 'raised')
      .where('over_at', '>', now)
      .executeTakeFirst()
    if (row === undefined) return false
    const message = await enqueueOne(inside, seq, 'escalate', now)
    await sql`insert into steps (subscription_seq, night_date, since, step, made_at, message_seq)
      values (${seq}, ${date}, ${row.alarm_since ?? row.raised_at}, 0, ${now}, ${message})
      on conflict (subscription_seq, night_date, since, step)
      do update set made_at = excluded.made_at, message_seq = excluded.message_seq`.execute(inside.queries)
    return true
  })
}
