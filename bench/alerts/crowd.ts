/** A crowd of subscriptions for the benches, put into a fresh database with as few statements as possible. */
import { sql } from 'kysely'
import type { ScoredRun } from '../../src/alerts/store-ports.ts'
import type { Store } from '../../src/store/open.ts'

/** The instant the benches stand still at. */
export const benchNow = Date.UTC(2026, 3, 9, 9)

const hour = 3_600_000

/** How large a crowd is. */
export interface Crowd {
  readonly places: number
  readonly subscriptions: number
}

/** Spreads subscriptions evenly over places; every second one has a threshold that the bench's night reaches. */
export async function gather(store: Store, { places, subscriptions }: Crowd): Promise<void> {
  const { queries } = store.database
  await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${places})
    insert into curves (location, crop, stage, exposure, stage_old)
    select 'place-' || i, 'generic', '', '', 0 from n`.execute(queries)
  await sql`with recursive n(i) as (select 0 union all select i + 1 from n where i < ${subscriptions - 1})
    insert into subscriptions (id, state, preview, curve_seq, location, channel, threshold, clear_below, language, crop, stage,
      exposure, destination, client, created_at, confirmed_at)
    select 'sub_' || i, 'active', 0, c.seq, c.location, 'receiver', case when i % 2 = 0 then 60 else 90 end,
      case when i % 2 = 0 then 50 else 80 end, 'tr', 'generic', '', '', '{}', 'client', ${benchNow}, ${benchNow}
    from n join curves c on c.seq = 1 + (i / 2) % ${places}`.execute(queries)
  if (store.engine === 'postgresql') await sql`analyze`.execute(queries)
}

/** One new run for every place: one night over the threshold of half the crowd. */
export async function oneRun(store: Store, runId: string): Promise<readonly ScoredRun[]> {
  const curves = await store.subscriptions.curves(null)
  const night = {
    date: '2026-04-11',
    watched: true,
    score: 70,
    levelRank: 3,
    minimumTenths: -25,
    p10Tenths: -45,
    fromHour: 493_000,
    coldestAt: benchNow + 41 * hour,
    overAt: benchNow + 43 * hour,
    duskAt: benchNow + 30 * hour,
    facts: '{"date":"2026-04-11","score":70,"level":"high"}'
  }
  const said = { runId, issuedAt: benchNow, confirmedAt: benchNow, synthetic: false, attribution: 'Made' }
  return curves.map((curve) => ({ curve, ...said, nights: [night] }))
}

/** Forgets every run, episode and message, so that the next round begins like the first. */
export async function forgetAll(store: Store): Promise<void> {
  const { queries } = store.database
  await queries.deleteFrom('messages').execute()
  await queries.deleteFrom('episodes').execute()
  await queries.updateTable('curves').set({ current_run_seq: null, episodes_until: 0 }).execute()
  await queries.deleteFrom('nights').execute()
  await queries.deleteFrom('runs').execute()
  await queries.updateTable('subscriptions').set({ last_sent_at: null }).execute()
}
