/** Stores which raised nights a person has seen, and as which run described them. */
import { sql } from 'kysely'
import type { Acknowledgement } from '../alerts/outbox-ports.ts'
import type { Database } from './database.ts'

/**
 * The nights of the message, and what was announced before it to the same destination. An older description never takes
 * the place of a newer one.
 */
export async function acknowledge(database: Database, given: Acknowledgement): Promise<void> {
  if (given.ofContact !== undefined) return acknowledgeListed(database, { ...given, ...given.ofContact })
  const { subscription, dates, runSeq, notifiedUntil, now } = given
  const { seq, id, channel, destinationKey } = subscription
  const seenRun = sql`case when subscription_seq = ${seq} then cast(${runSeq} as bigint) else told_run_seq end`
  const others =
    destinationKey === null
      ? sql`false`
      : sql`(told_state = 'raised' and told_at <= ${notifiedUntil} and subscription_seq in
          (select s.seq from subscriptions s where s.channel = ${channel} and s.same_as = ${destinationKey}
            and s.state in ('active', 'paused')))`
  // An answer to the newest message ends the wait; whether an older one does, the next round judges.
  const isNewest = sql`${seenRun} >= coalesce(told_run_seq, 0)`
  await sql`update episodes set alarm_since = case when ${isNewest} then null else alarm_since end,
      unanswered_at = case when ${isNewest} then null else unanswered_at end, seen_at = ${now}, seen_by = ${id}, seen_run_seq = ${seenRun}
    where night_date in (${sql.join(dates)}) and state = 'raised' and over_at > ${now}
      and (subscription_seq = ${seq} or ${others})
      and (seen_run_seq is null or seen_run_seq < ${seenRun})`.execute(database.queries)
}

/** What a message to a contact was about, as it was announced then. */
async function acknowledgeListed(
  { queries }: Database,
  given: Acknowledgement & { readonly messageSeq: number; readonly lead: number }
): Promise<void> {
  const { subscription, messageSeq, lead, runSeq, notifiedUntil, now } = given
  const current = sql`(select c.current_run_seq from subscriptions s join curves c on c.seq = s.curve_seq
    where s.seq = episodes.subscription_seq)`
  const seenRun = sql`case when subscription_seq = ${lead} then cast(${runSeq} as bigint)
    else coalesce(told_run_seq, ${current}) end`
  const isNewest = sql`coalesce(told_at, 0) <= ${notifiedUntil}`
  await sql`update episodes set alarm_since = case when ${isNewest} then null else alarm_since end,
      unanswered_at = case when ${isNewest} then null else unanswered_at end,
      seen_at = ${now}, seen_by = ${subscription.id}, seen_run_seq = ${seenRun}
    where state = 'raised' and over_at > ${now} and (subscription_seq = ${lead} or ${isNewest})
      and (subscription_seq, night_date) in
        (select t.subscription_seq, t.night_date from steps t where t.message_seq = ${messageSeq} and t.step > 0)
      and (seen_run_seq is null or seen_run_seq < ${seenRun})`.execute(queries)
}
