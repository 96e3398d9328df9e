/** Deletes what is no longer needed, in portions: all messages about one frost are due in the same hour. */
import { type RawBuilder, sql } from 'kysely'
import type { Maintenance } from '../alerts/store-ports.ts'
import { dayMs } from '../common/time.ts'
import { forgottenField } from '../weather/field.ts'
import { pointsScope } from './allowances.ts'
import { type Database, oneOf, transact } from './database.ts'
import { bySubscriptions, forgetByKey, inPortions, type SomeSubscriptions } from './portions.ts'

/** How long a message stays in the log after its end [ms]. */
const logMs = 400 * dayMs
/** A message had its numbers before it ended: it may have waited, and its run may have been the newest. */
const runOfLogMs = logMs + 30 * dayMs

const portion = 1000

export async function forget(
  database: Database,
  { endedBefore, now }: Parameters<Maintenance['forget']>[0]
): Promise<void> {
  await bySubscriptions(database, async (some, inside) => {
    await forgetDestinations(inside, some, endedBefore)
    await forgetFields(inside, some, endedBefore)
    await forgetSensors(inside, some, endedBefore)
    return 0
  })
  await forgetMessages(database, sql`state in ('sent', 'dropped', 'rejected', 'expired')`, now - logMs)
  await forgetMessages(database, sql`state = 'dropped' and attempts = 0`, now - dayMs)
  await forgetEpisodes(database, now - 31 * dayMs)
  await forgetRuns(database, sql`told = 0`, now - 7 * dayMs)
  await forgetRuns(database, sql`told = 1`, now - runOfLogMs)
  await forgetByKey(database, sql`client, key`, sql`idempotency where created_at <= ${now - 2 * dayMs}`)
  // Also of days to come, left by a clock that was ahead: no client is refused for them.
  const ofPoints = sql`scope = ${pointsScope}`
  for (const used of [
    sql`allowances where window_start <= ${now - 40 * dayMs}`,
    sql`allowances where window_start <= ${now - dayMs} and ${ofPoints}`,
    sql`allowances where window_start > ${now} and ${ofPoints}`
  ])
    await forgetByKey(database, sql`scope, key, window_start`, used)
  // From processes that ended without releasing them.
  await forgetByKey(database, sql`name`, sql`leases where until <= ${now - dayMs}`)
}

async function forgetDestinations(
  { queries }: Database,
  { after, upTo }: SomeSubscriptions,
  endedBefore: number
): Promise<void> {
  await queries
    .updateTable('subscriptions')
    .set({ destination: null, same_as: null, label: null, tag: null })
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .where('ended_at', '<=', endedBefore)
    .where((is) => is.or([is('destination', 'is not', null), is('label', 'is not', null)]))
    .execute()
}

/** A field's location is in its subscriptions and every scoring profile they had; profiles go with the last one. */
async function forgetFields({ queries }: Database, { after, upTo }: SomeSubscriptions, endedBefore: number) {
  const ended = sql`seq > ${after} and seq <= ${upTo} and ended_at <= ${endedBefore}
    and location like '%,%' and location <> ${forgottenField}`
  const { rows } = await sql<{
    location: string
  }>`select distinct location from subscriptions where ${ended}`.execute(queries)
  if (rows.length === 0) return
  await sql`update subscriptions set location = ${forgottenField} where ${ended}`.execute(queries)
  for (const { location } of rows)
    await sql`update curves set location = ${forgottenField} || seq where location = ${location} and not exists
      (select 1 from curves c join subscriptions s on s.curve_seq = c.seq
        where c.location = ${location} and s.location = ${location})`.execute(queries)
}

/** A subscriber's own station: what it measured, and where it hangs. */
async function forgetSensors({ queries }: Database, { after, upTo }: SomeSubscriptions, endedBefore: number) {
  const owners = sql`(select id from subscriptions where seq > ${after} and seq <= ${upTo}
    and ended_at <= ${endedBefore})`
  const { rows } = await sql<{ seq: number }>`select seq from sensors where owner in ${owners}`.execute(
    queries
  )
  const seqs = rows.map(({ seq }) => seq)
  if (seqs.length > 0) {
    await queries.deleteFrom('readings').where('sensor_seq', 'in', seqs).execute()
    await queries.deleteFrom('observations').where('sensor_seq', 'in', seqs).execute()
    for (const table of ['evening_states', 'evening_laws'] as const)
      await queries.deleteFrom(table).where('station', 'in', seqs.map(String)).execute()
    await queries.deleteFrom('sensors').where('seq', 'in', seqs).execute()
  }
  await sql`update intake_channels set sensor = null where sensor is not null and intake_seq in
    (select seq from intakes where owner in ${owners})`.execute(queries)
}

async function forgetMessages(database: Database, which: RawBuilder<unknown>, endedBefore: number) {
  await inPortions(database, async (most, { queries }) => {
    const { numAffectedRows } = await sql`delete from messages where seq in
      (select seq from messages where ${which} and ended_at <= ${endedBefore} limit ${most})`.execute(queries)
    return Number(numAffectedRows ?? 0)
  })
}

/** Subscription by subscription, oldest first: one search finds each one's. The last sending is copied to it. */
async function forgetEpisodes(database: Database, before: number): Promise<void> {
  const lastDate = new Date(before).toISOString().slice(0, 10)
  await bySubscriptions(database, async ({ after, upTo }, { queries }) => {
    const old = sql`night_date <= ${lastDate} and subscription_seq in
      (select seq from subscriptions where seq > ${after} and seq <= ${upTo})`
    await sql`update subscriptions set last_sent_at = told.told_at
      from (select subscription_seq, max(told_at) as told_at from episodes where ${old}
      group by subscription_seq) as told
      where subscriptions.seq = told.subscription_seq
        and told.told_at > coalesce(subscriptions.last_sent_at, 0)`.execute(queries)
    await sql`delete from episodes where ${old}`.execute(queries)
    await sql`delete from steps where ${old}`.execute(queries)
    return 0
  })
}

/** Deletes runs to which nothing refers: not current, and too old for a log entry or an episode. */
async function forgetRuns(database: Database, which: RawBuilder<unknown>, seenBefore: number): Promise<void> {
  for (;;) {
    const forgotten = await transact(database, async (inside) => {
      const { rows } = await sql<{ seq: number }>`select r.seq from runs r
        where ${which} and r.seen_at <= ${seenBefore} and not exists
          (select 1 from curves c where c.seq = r.curve_seq and c.current_run_seq = r.seq)
        limit ${portion}`.execute(inside.queries)
      const seqs = rows.map(({ seq }) => seq)
      if (seqs.length === 0) return 0
      await inside.queries
        .deleteFrom('nights')
        .where(oneOf(inside, 'run_seq', seqs))
        .execute()
      await inside.queries
        .deleteFrom('runs')
        .where(oneOf(inside, 'seq', seqs))
        .execute()
      return seqs.length
    })
    if (forgotten < portion) return
  }
}
