/** People who have stopped what they get: by hash, which stays when their destinations are erased. */
import { sql } from 'kysely'
import type { MemberStore, Withheld } from '../alerts/members/member-ports.ts'
import type { SubscriptionStore } from '../alerts/store-ports.ts'
import type { Database } from './database.ts'
import { shownState } from './subscription-rows.ts'

/** No key may vouch for the subscription's destination from now on, in its channel and in these. */
export async function noteStop(
  { queries }: Database,
  { id, channels, now }: Parameters<MemberStore['noteStop']>[0]
): Promise<void> {
  for (const channel of [sql`channel`, ...channels.map((one) => sql`cast(${one} as text)`)])
    await sql`insert into stops (channel, same_as, stopped_at)
      select ${channel}, same_as, cast(${now} as bigint) from subscriptions where id = ${id} and same_as is not null
      on conflict (channel, same_as) do update set stopped_at = excluded.stopped_at`.execute(queries)
}

export async function forgetStop({ queries }: Database, id: string): Promise<void> {
  await sql`delete from stops where exists (select 1 from subscriptions s
    where s.id = ${id} and s.channel = stops.channel and s.same_as = stops.same_as)`.execute(queries)
}

/** When the person behind a destination stopped; null: never. */
export async function stoppedAt(
  { queries }: Database,
  channel: string,
  destinationKey: string
): Promise<number | null> {
  const row = await queries
    .selectFrom('stops')
    .select('stopped_at')
    .where((is) => is.and({ channel, same_as: destinationKey }))
    .executeTakeFirst()
  return row?.stopped_at ?? null
}

export async function withheld(
  database: Database,
  { id, channel, destinationKey, location, crop, client }: Parameters<MemberStore['withheld']>[0]
): Promise<Withheld | null> {
  if (destinationKey === null) return null
  const at = await stoppedAt(database, channel, destinationKey)
  if (at !== null) return { kind: 'stopped', at }
  const own = await database.queries
    .selectFrom('subscriptions')
    .select(['client', 'state', 'reason'])
    .where((is) => is.and({ channel, same_as: destinationKey, location, crop, follows: null }))
    .where('id', '<>', id)
    .where((is) =>
      is.or([
        is('client', '<>', client),
        is.and({ state: 'paused', reason: 'by_subscriber' }),
        is.and([is('external_id', 'is not', null), is('state', 'in', ['active', 'paused'])])
      ])
    )
    .where('confirmed_at', 'is not', null)
    .where('ended_at', 'is', null)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  if (own === undefined) return null
  if (own.client !== client) return { kind: 'own_alert' }
  return { kind: own.state === 'paused' && own.reason === 'by_subscriber' ? 'paused' : 'own_row' }
}

/** Active subscriptions by channel, without previews of synthetic weather. */
export function activeByChannel({
  queries
}: Database): Promise<readonly { readonly channel: string; readonly count: number }[]> {
  return queries
    .selectFrom('subscriptions')
    .select(['channel', sql<number>`count(*)`.as('count')])
    .where((is) => is.and({ state: 'active', preview: 0 }))
    .groupBy('channel')
    .orderBy('channel')
    .execute()
}

export async function countByState(database: Database): ReturnType<SubscriptionStore['countByState']> {
  return database.queries
    .selectFrom('subscriptions')
    .select([shownState.as('state'), 'channel', sql<number>`count(*)`.as('count')])
    .groupBy(['channel', shownState])
    .execute()
}

interface Refusals {
  readonly channel: string
  readonly count: number
  readonly reason: string
}

/** Refusals by channel, of messages refused since the instant and not delivered. */
export async function refusalsSince({ queries }: Database, since: number): Promise<readonly Refusals[]> {
  // This service's own reasons are single words.
  const { rows } = await sql<Refusals>`select s.channel, m.reason, cast(count(*) as integer) as count
    from messages m join subscriptions s on s.seq = m.subscription_seq
    where m.last_attempt_at > ${since} and m.state <> 'sent' and m.reason like '% %'
    group by s.channel, m.reason order by max(m.last_attempt_at) desc`.execute(queries)
  return [...Map.groupBy(rows, ({ channel }) => channel).values()].flatMap(([newest]) => newest ?? [])
}
