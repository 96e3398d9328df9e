import { sql } from 'kysely'
import type { PlaceWatcher, WatchedPlace, WatchOrderQuery } from '../alerts/store-ports.ts'
import type { Database } from './database.ts'
import { measured } from './night-distribution.ts'
import { hasActiveSubscription } from './scoring-profiles.ts'

/** One row for each near night of each scoring profile with an active subscription. */
interface Row {
  seq: number
  location: string
  stage: string
  coldest_at: number | null
  score: number | null
  p10_tenths: number | null
  /** The lowest on the score. */
  threshold: number | null
  is_cold: number
  is_read: number
}

/** Takes about 5 ms of the service's thread. */
const profilesAtOnce = 2000

export async function watchOrder(
  database: Database,
  query: WatchOrderQuery
): Promise<readonly WatchedPlace[]> {
  const places = new Map<string, WatchedPlace>()
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows: readonly Row[] = await readRows(database, query, after)
    for (const row of rows) places.set(row.location, withRow(places.get(row.location), row, query))
    after = rows.at(-1)?.seq
  }
  return [...places.values()]
}

async function readRows(
  database: Database,
  { now, nearUntil, readSince, fetchedChannels }: WatchOrderQuery,
  after: number
): Promise<readonly Row[]> {
  const isPushed =
    fetchedChannels.length === 0 ? sql`1 = 1` : sql`s.channel not in (${sql.join([...fetchedChannels])})`
  const { rows } = await sql<Row>`select c.seq, c.location, c.stage, n.coldest_at, n.score, n.p10_tenths,
      (select min(s.threshold) from subscriptions s where s.curve_seq = c.seq and s.state = 'active'
        and s.threshold_of = 'score') as threshold,
      case when exists (select 1 from subscriptions s where s.curve_seq = c.seq and s.state = 'active'
        and s.threshold_of in ('air', 'plant') and ${measured} > s.clear_below) then 1 else 0 end as is_cold,
      case when exists (select 1 from subscriptions s where s.curve_seq = c.seq and s.state = 'active'
        and (${isPushed} or coalesce(s.read_at, s.created_at) >= ${readSince})) then 1 else 0 end as is_read
    from (select c.seq, c.location, c.stage, c.current_run_seq from curves c
        where c.seq > ${after} and ${hasActiveSubscription} order by c.seq limit ${profilesAtOnce}) c
      left join nights n on n.run_seq = c.current_run_seq and n.over_at > ${now} and n.coldest_at <= ${nearUntil}
    order by c.seq, n.night_date`.execute(database.queries)
  return rows
}

/** Portions of a hundred subscriptions: about 20 ms of the service's thread. */
const profilesOfWatchers = 200

export async function placeWatchers(
  { queries }: Database,
  fetchedChannels: readonly string[]
): Promise<readonly PlaceWatcher[]> {
  const isConfirmed =
    fetchedChannels.length === 0
      ? sql`1`
      : sql`max(case when s.channel in (${sql.join([...fetchedChannels])}) and s.read_at is null then 0 else 1 end)`
  const found: PlaceWatcher[] = []
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { rows } = await sql<{
      seq: number
      location: string
      network: string
      confirmed: number
      since: number
    }>`select c.seq, c.location, coalesce(s.near_network, s.client) as network,
        ${isConfirmed} as confirmed, min(s.seq) as since
      from (select c.seq, c.location from curves c where c.seq > ${after} and ${hasActiveSubscription}
          order by c.seq limit ${profilesOfWatchers}) c
        join subscriptions s on s.curve_seq = c.seq and s.state = 'active'
      group by c.seq, c.location, coalesce(s.near_network, s.client) order by c.seq`.execute(queries)
    for (const { location, network, confirmed, since } of rows)
      found.push({ location, network, isConfirmed: confirmed === 1, since })
    after = rows.at(-1)?.seq
  }
  return found
}

function withRow(known: WatchedPlace | undefined, row: Row, query: WatchOrderQuery): WatchedPlace {
  const { location, coldest_at: coldestAt, is_read } = row
  const [isRead, risky, isEstimated] = [
    is_read === 1,
    isRisky(row, query),
    row.stage === query.estimatedStage
  ]
  if (known === undefined) return { location, isRead, isRisky: risky, isEstimated, coldestAt }
  return {
    location,
    isRead: known.isRead || isRead,
    isRisky: known.isRisky || risky,
    isEstimated: known.isEstimated || isEstimated,
    coldestAt: earlier(known.coldestAt, coldestAt)
  }
}

function earlier(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other)
}

/** Whether a place is risky; without a night there was no forecast yet, which counts as risky. */
function isRisky(
  { coldest_at, score, p10_tenths, threshold, is_cold }: Row,
  query: WatchOrderQuery
): boolean {
  if (coldest_at === null || score === null || p10_tenths === null) return true
  if (is_cold === 1 || p10_tenths <= query.p10Tenths) return true
  // The margin would leave nothing of a low threshold: every place would be risky all year.
  return threshold !== null && score >= Math.max(threshold - query.scoreMargin, threshold / 2)
}
