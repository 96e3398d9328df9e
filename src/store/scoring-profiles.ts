import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { StoredProfile } from '../alerts/store-ports.ts'
import type { WatchedProfile } from '../alerts/watched-forecasts.ts'
import type { CurvesTable } from './alert-tables.ts'
import { type Database, transact } from './database.ts'
import { orNull } from './subscription-rows.ts'

interface Asked {
  readonly location: string
  /** Owners of thermometers: hashes of clients, or ids of single subscriptions. */
  readonly owners: readonly string[]
  readonly onlySubscription: string | null
}

const columns = sql.raw(
  'c.seq, c.location, c.crop, c.stage, c.exposure, c.stage_old, c.owner, s.client, s.id'
)

interface Misjudged extends ProfileRow {
  /** The client whose subscriptions move, and one of the subscriptions. */
  readonly client: string
  readonly id: string
}

export async function judgeByOwners(database: Database, asked: Asked): Promise<boolean> {
  const { onlySubscription: only } = asked
  const which = only === null ? sql`s.ended_at is null` : sql`s.ended_at is null and s.id = ${only}`
  return transact(database, async (inside) => {
    const misjudged = await findMisjudged(inside, asked, which)
    for (const { client, id, ...row } of misjudged) {
      const isAlone = asked.owners.includes(id)
      const owner = isAlone ? id : client
      const profile = toProfile(row)
      const to = await profileSeq(inside, { ...profile, owner: profile.owner === null ? owner : null })
      await sql`update subscriptions as s set curve_seq = ${to}
        where s.curve_seq = ${profile.seq} and ${isAlone ? sql`s.id = ${id}` : sql`s.client = ${client}`}
          and ${which}`.execute(inside.queries)
      await expectEpisodes(inside, profile.seq, to)
    }
    return misjudged.length > 0
  })
}

/** Reads the profiles of owners, and the few subscriptions with thermometers there, not all of a town. */
async function findMisjudged(
  { queries }: Database,
  { location, owners }: Asked,
  which: RawBuilder<unknown>
): Promise<readonly Misjudged[]> {
  const inOwnProfiles = sql`select ${columns} from curves c join subscriptions s on s.curve_seq = c.seq
    where ${which} and c.location = ${location} and c.owner <> ''`
  if (owners.length === 0) return (await sql<Misjudged>`${inOwnProfiles}`.execute(queries)).rows
  const isOwner = sql`(s.client in (${sql.join([...owners])}) or s.id in (${sql.join([...owners])}))`
  const { rows } = await sql<Misjudged>`${inOwnProfiles} and not ${isOwner}
    union select ${columns} from subscriptions s cross join curves c
    where ${isOwner} and ${which} and c.seq = s.curve_seq and c.location = ${location} and c.owner = ''`.execute(
    queries
  )
  return rows
}

/** The number of a profile, which is created if it is new. */
export async function profileSeq(database: Database, profile: Omit<StoredProfile, 'seq'>): Promise<number> {
  const row = await database.queries
    .insertInto('curves')
    .values({
      location: profile.location,
      crop: profile.crop,
      stage: profile.stage ?? '',
      exposure: profile.exposure ?? '',
      stage_old: profile.stageIsOld ? 1 : 0,
      owner: profile.owner ?? '',
      current_run_seq: null
    })
    // Changes nothing, so that the row is returned in both cases.
    .onConflict((conflict) =>
      conflict
        .columns(['location', 'crop', 'stage', 'exposure', 'stage_old', 'owner'])
        .doUpdateSet({ location: (now) => now.ref('excluded.location') })
    )
    .returning('seq')
    .executeTakeFirstOrThrow()
  return row.seq
}

/** Takes over open episodes. Clearing starts again: a run of another profile is no second forecast. */
export async function expectEpisodes(inside: Database, from: number, to: number): Promise<void> {
  await sql`update episodes set clearing_at = null, clearing_run_seq = null
    where subscription_seq in (select seq from subscriptions where curve_seq = ${to})
      and state = 'raised' and clearing_run_seq not in (select seq from runs where curve_seq = ${to})`.execute(
    inside.queries
  )
  await sql`update curves set episodes_until = o.episodes_until from curves o
    where curves.seq = ${to} and o.seq = ${from} and curves.episodes_until < o.episodes_until`.execute(
    inside.queries
  )
}

export const hasActiveSubscription = sql<boolean>`exists
  (select 1 from subscriptions s where s.curve_seq = c.seq and s.state = 'active')`

/** Takes about 3 ms of the service's thread. */
const profilesAtOnce = 2000

/** Active profiles of some places or all, by place. */
export async function activeProfiles(
  database: Database,
  locations: readonly string[] | null
): Promise<readonly StoredProfile[]> {
  const found: StoredProfile[] = []
  for (;;) {
    const some = await profilesAfter(database, locations, found.at(-1))
    found.push(...some)
    if (some.length < profilesAtOnce) return found
  }
}

async function profilesAfter(
  { queries }: Database,
  locations: readonly string[] | null,
  last: StoredProfile | undefined
): Promise<readonly StoredProfile[]> {
  const rows = await queries
    .selectFrom('curves as c')
    .select(profileColumns)
    .$if(locations !== null, (query) => query.where('c.location', 'in', locations ?? []))
    .$if(last !== undefined, (query) =>
      query.where(sql<boolean>`(c.location, c.seq) > (${last?.location}, ${last?.seq})`)
    )
    .where(hasActiveSubscription)
    .orderBy('c.location')
    .orderBy('c.seq')
    .limit(profilesAtOnce)
    .execute()
  return rows.map(toProfile)
}

/** Profiles without a subscription, with a current run confirmed since the instant. */
export async function unwatchedProfiles(
  database: Database,
  confirmedSince: number
): Promise<readonly WatchedProfile[]> {
  const rows = await database.queries
    .selectFrom('curves as c')
    .innerJoin('runs as r', 'r.seq', 'c.current_run_seq')
    .select(profileColumns)
    .where('r.confirmed_at', '>=', confirmedSince)
    .where(
      sql<boolean>`not exists (select 1 from subscriptions s where s.curve_seq = c.seq and s.state = 'active')`
    )
    .execute()
  return rows.map(toProfile)
}
export type ProfileRow = Pick<
  Selectable<CurvesTable>,
  'seq' | 'location' | 'crop' | 'stage' | 'exposure' | 'stage_old' | 'owner'
>

export const profileColumns = [
  'c.seq',
  'c.location',
  'c.crop',
  'c.stage',
  'c.exposure',
  'c.stage_old',
  'c.owner'
] as const

export function toProfile(row: ProfileRow): StoredProfile {
  return {
    seq: row.seq,
    location: row.location,
    crop: row.crop,
    stage: orNull(row.stage),
    exposure: orNull(row.exposure) as StoredProfile['exposure'],
    stageIsOld: row.stage_old === 1,
    owner: orNull(row.owner)
  }
}
