/** Readers whose all-clear makes a sound: they answered the warning, or were notified of it again. */
import { type RawBuilder, sql } from 'kysely'
import { type Database, oneOf } from './database.ts'
import type { OpenRow } from './episode-rows.ts'

/** Finds awake readers; without an escalation only the reader can have answered, so there is no query. */
export async function awakeReaders(
  inside: Database,
  rows: readonly { readonly subscription_seq: number; readonly escalates: unknown }[],
  episodes: ReadonlyMap<number, readonly OpenRow[]>
): Promise<(row: OpenRow) => boolean> {
  const isCleared = (row: OpenRow): boolean => row.state === 'cleared'
  const escalating = new Set(rows.flatMap((row) => (row.escalates === null ? [] : [row.subscription_seq])))
  const asked = [...escalating].filter((seq) => episodes.get(seq)?.some(isCleared))
  const awake = asked.length === 0 ? new Set() : await awakeNights(inside, asked)
  return (row) => {
    if (!isCleared(row)) return false
    return escalating.has(row.subscription_seq) ? awake.has(keyOf(row)) : row.seen_at !== null
  }
}

type Night = Pick<OpenRow, 'subscription_seq' | 'night_date'>

function keyOf({ subscription_seq, night_date }: Night): string {
  return `${subscription_seq} ${night_date}`
}

async function awakeNights(inside: Database, seqs: readonly number[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<Night>`select t.subscription_seq, t.night_date
      from steps t join messages m on m.seq = t.message_seq
      where t.step in (0, 1) and m.state = 'sent' and ${oneOf(inside, 't.subscription_seq', seqs)}
    union select e.subscription_seq, e.night_date
      from episodes e left join subscriptions s on s.id = e.seen_by
      where e.seen_at is not null and s.follows is null and ${oneOf(inside, 'e.subscription_seq', seqs)}`.execute(
    inside.queries
  )
  return new Set(rows.map(keyOf))
}

/* Messages about nights are recorded in episodes alone, so that a frost of many subscribers writes to one table. */

/** When the last episode of `subscriptions` was (its name in the query); null: never. */
export function notifiedAt(subscriptions: string): RawBuilder<number | null> {
  return sql<number | null>`(select max(told.told_at) from episodes as told
    where told.subscription_seq = ${sql.ref(`${subscriptions}.seq`)})`
}

/** The later of two instants; null counts as earlier. */
export function later(one: number | null, other: number | null): number | null {
  return one === null || (other !== null && other > one) ? other : one
}
