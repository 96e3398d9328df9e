/** Episodes that are not over, found by the scoring profiles that may have any: in summer none is read. */
import { type RawBuilder, sql } from 'kysely'
import { type Database, oneOf, transact } from './database.ts'
import { notifiedAt } from './last-sent.ts'

/**
 * As many as one evaluation takes, so that other work does not wait long when many reminders are due at once.
 */
const profilesAtOnce = 500

/** Raised nights that are not over. */
export async function openCount(database: Database, now: number): Promise<number> {
  const profiles = await database.queries
    .selectFrom('curves')
    .select('seq')
    .where('episodes_until', '>', now)
    .execute()
  let open = 0
  for (const some of portions(profiles)) {
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

/** Those that no one has answered. */
export async function unansweredCount({ queries }: Database, now: number): Promise<number> {
  const { count } = await queries
    .selectFrom('subscriptions as s')
    .innerJoin('episodes as e', 'e.subscription_seq', 's.seq')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('s.escalation', 'is not', null)
    .where('e.unanswered_at', 'is not', null)
    .where('e.over_at', '>', now)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Marks nights whose reminder is due, so that each has at most one, and queues it where no message was sent
 * since `quietSince`.
 */
export async function remindAtDusk(database: Database, now: number, quietSince: number): Promise<number> {
  let queued = 0
  for (const profiles of portions(await profilesAtDusk(database, now))) {
    queued += await remind(database, profiles, now, quietSince)
  }
  return queued
}

function* portions<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += profilesAtOnce)
    yield items.slice(from, from + profilesAtOnce)
}

interface ProfileAtDusk {
  readonly seq: number
  readonly night_date: string
}

/** Scoring profiles between dusk and coldest hour, with the date of the night. */
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
      where state = 'raised' and dusk_done = 0 and (subscription_seq, night_date) in (select e.subscription_seq, e.night_date
        from ${inside.dialect.valuesTable(['bigint', 'text'], valuesTable)} as c
          join subscriptions s on s.curve_seq = c.column1 and s.state = 'active'
          join episodes e on e.subscription_seq = s.seq and e.night_date = c.column2)
      returning subscription_seq`.execute(inside.queries)
    if (due.length === 0) return 0
    const seqs = due.map((episode) => episode.subscription_seq)
    // What was sent in a future that a clock set back has taken away does not count.
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
