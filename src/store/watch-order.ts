/** What decides in which order watched places are refreshed. */
import { sql } from 'kysely'
import type { WatchedPlace, WatchOrderQuery } from '../alerts/store-ports.ts'
import type { Database } from './database.ts'
import { measured } from './evaluation.ts'

/** One row for each scoring profile with an active subscription and each of its near nights. */
interface Row {
  location: string
  night_date: string | null
  coldest_at: number | null
  score: number | null
  p10_tenths: number | null
  /** The lowest threshold on the score; null where there is none. */
  threshold: number | null
  is_cold: number
  is_read: number
}

/** Every place with an active subscription, once. */
export async function watchOrder(
  database: Database,
  query: WatchOrderQuery
): Promise<readonly WatchedPlace[]> {
  const { now, nearUntil, readSince, fetchedChannels } = query
  const isPushed =
    fetchedChannels.length === 0 ? sql`1 = 1` : sql`s.channel not in (${sql.join([...fetchedChannels])})`
  const { rows } = await sql<Row>`select c.location, n.night_date, n.coldest_at, n.score, n.p10_tenths,
      (select min(s.threshold) from subscriptions s where s.curve_seq = c.seq and s.state = 'active'
        and s.threshold_of = 'score') as threshold,
      case when exists (select 1 from subscriptions s where s.curve_seq = c.seq and s.state = 'active'
        and s.threshold_of in ('air', 'plant') and ${measured} > s.clear_below) then 1 else 0 end as is_cold,
      case when exists (select 1 from subscriptions s where s.curve_seq = c.seq and s.state = 'active'
        and (${isPushed} or coalesce(s.read_at, s.created_at) >= ${readSince})) then 1 else 0 end as is_read
    from curves c left join nights n on n.run_seq = c.current_run_seq and n.over_at > ${now} and n.coldest_at <= ${nearUntil}
    where exists (select 1 from subscriptions s where s.curve_seq = c.seq and s.state = 'active')
    order by c.location, n.night_date`.execute(database.queries)
  return [...Map.groupBy(rows, (row) => row.location)].map(([location, group]) => ({
    location,
    isRead: group.some((row) => row.is_read === 1),
    isRisky: group.some((row) => isRisky(row, query)),
    coldestAt: group[0]?.coldest_at ?? null
  }))
}

/** A profile without a night has had no forecast yet, so it counts as risky. */
function isRisky(
  { night_date, score, p10_tenths, threshold, is_cold }: Row,
  query: WatchOrderQuery
): boolean {
  if (night_date === null || score === null || p10_tenths === null) return true
  if (is_cold === 1 || p10_tenths <= query.p10Tenths) return true
  // Of a low threshold the margin would leave nothing, and every place would count as risky all year.
  return threshold !== null && score >= Math.max(threshold - query.scoreMargin, threshold / 2)
}
