/** A crowd of subscriptions for the benches, put into a fresh database with as few statements as possible. */
import { sql } from 'kysely'
import type { AlertNight } from '../../src/alerts/alert-night.ts'
import type { ScoredRun } from '../../src/alerts/store-ports.ts'
import { comparedThreshold } from '../../src/alerts/threshold.ts'
import type { Store } from '../../src/store/open.ts'

/** The instant the benches stand still at. */
export const benchNow = Date.UTC(2026, 3, 9, 9)

const hour = 3_600_000

/** How large a crowd is. */
export interface Backlog {
  readonly places: number
  readonly subscriptions: number
}

/** Thresholds of every fourth subscription: the bench's night reaches the first of scores and of degrees. */
const degrees = comparedThreshold({ temperatureC: -1, of: 'plant', probability: 0.5 })

/**
 * Spreads subscriptions evenly over places; every second one has a threshold that the bench's night reaches,
 * and every second pair is in degrees.
 */
export async function gather(store: Store, { places, subscriptions }: Backlog): Promise<void> {
  const { queries } = store.database
  await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${places})
    insert into curves (location, crop, stage, exposure, stage_old)
    select 'place-' || i, 'generic', '', '', 0 from n`.execute(queries)
  await sql`with recursive n(i) as (select 0 union all select i + 1 from n where i < ${subscriptions - 1})
    insert into subscriptions (id, state, preview, curve_seq, location, channel, threshold, clear_below, threshold_of,
      threshold_temperature, threshold_probability, language, crop, stage, exposure, destination, client, created_at, confirmed_at)
    select 'sub_' || i, 'active', 0, c.seq, c.location, 'receiver', case when i % 4 = 0 then 60 when i % 4 = 1 then 90
        else cast(${degrees.raiseFrom} as double precision) end,
      case when i % 4 = 0 then 50 when i % 4 = 1 then 80 else cast(${degrees.clearBelow} as double precision) end,
      case when i % 4 < 2 then 'score' else 'plant' end,
      case when i % 4 = 2 then cast(-1 as double precision) when i % 4 = 3 then cast(-9 as double precision) end,
      case when i % 4 > 1 then cast(0.5 as double precision) end, 'tr', 'generic', '', '', '{}', 'client', ${benchNow}, ${benchNow}
    from n join curves c on c.location = 'place-' || cast(1 + (i / 4) % ${places} as integer)`.execute(
    queries
  )
  if (store.engine === 'postgresql') await sql`analyze`.execute(queries)
}

/** What a run says of the one night of a place; the rest is the same in all. */
export type NightContent = Pick<AlertNight, 'score' | 'level' | 'plantTemperatureMinC'>

/** Over the threshold of half the crowd. */
export const frost: NightContent = { score: 70, level: 'high', plantTemperatureMinC: -2.5 }

/** One new run for every place; `saidOf` gives what it says at a place, by the place's number. */
export async function oneRun(
  store: Store,
  runId: string,
  saidOf: (place: number) => NightContent = () => frost
): Promise<readonly ScoredRun[]> {
  const profiles = await store.subscriptions.profiles(null)
  const said = {
    runId,
    issuedAt: benchNow,
    confirmedAt: benchNow,
    synthetic: false,
    attribution: 'Made',
    dayTime: 0
  }
  return profiles.map((profile, place) => {
    const content = saidOf(place)
    const plantTemperatureMinC = content.plantTemperatureMinC ?? 0
    const distribution = { plantTemperatureMinC, sigmaC: 1.5, airTemperatureMinC: 0, sigmaAirC: 1 }
    return { profile, ...said, nights: [{ ...night, ...content, distribution }] }
  })
}

/** A night in full. */
const night: AlertNight = {
  date: '2026-04-11',
  score: 70,
  level: 'high',
  airTemperatureMinC: -1.2,
  plantTemperatureMinC: -2.5,
  plantTemperatureP10C: -4.5,
  plantTemperatureP90C: -0.4,
  frostProbability: 0.94,
  distribution: null,
  coldestAt: benchNow + 41 * hour,
  frostFromAt: benchNow + 37 * hour,
  frostToAt: benchNow + 42 * hour,
  sunsetAt: benchNow + 31 * hour,
  sunriseAt: benchNow + 42 * hour,
  overAt: benchNow + 43 * hour,
  frostType: 'radiation',
  appearance: 'white',
  expectedDamagePercent: null,
  updatedBy: null
}

/** As if everything that waits had been sent: from now on the next run is compared with the present one. */
export async function notifyAll(store: Store): Promise<void> {
  const { queries } = store.database
  await queries.deleteFrom('messages').execute()
  await sql`update episodes set told_at = ${benchNow}, told_state = 'raised', told_run_seq = c.current_run_seq
    from subscriptions s join curves c on c.seq = s.curve_seq where s.seq = episodes.subscription_seq`.execute(
    queries
  )
}

/** Forgets every run, episode and message, so that the next round begins like the first. */
export async function forgetAll(store: Store): Promise<void> {
  const { queries } = store.database
  await queries.deleteFrom('messages').execute()
  await queries.deleteFrom('episodes').execute()
  await queries.updateTable('curves').set({ current_run_seq: null, episodes_until: 0 }).execute()
  await queries.deleteFrom('nights').execute()
  await queries.deleteFrom('runs').execute()
  await queries
    .updateTable('subscriptions')
    .set({ last_sent_at: null })
    .where('last_sent_at', 'is not', null)
    .execute()
  // Else the server would clear away in the next round what this one left.
  if (store.engine === 'postgresql') await sql`vacuum`.execute(queries)
}

/** Leaves the tables as empty as they were found, for the next crowd. */
export async function scatter(store: Store): Promise<void> {
  await forgetAll(store)
  await store.database.queries.deleteFrom('subscriptions').execute()
  await store.database.queries.deleteFrom('curves').execute()
}
