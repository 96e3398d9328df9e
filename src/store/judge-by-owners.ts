/** Which subscriptions of a place are judged with thermometers of their own. */
import { type RawBuilder, sql } from 'kysely'
import { type Database, transact } from './database.ts'
import { expectEpisodes, type ProfileRow, profileSeq, toProfile } from './scoring-profiles.ts'

interface Asked {
  readonly location: string
  /** Who has thermometers: clients as hashes, or the ids of single subscriptions. */
  readonly owners: readonly string[]
  /** Its id; null: all of the place. */
  readonly onlySubscription: string | null
}

const columns = sql.raw(
  'c.seq, c.location, c.crop, c.stage, c.exposure, c.stage_old, c.owner, s.client, s.id'
)

interface Misjudged extends ProfileRow {
  /** The client whose subscriptions move, and one of them. */
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
        where s.curve_seq = ${profile.seq} and ${isAlone ? sql`s.id = ${id}` : sql`s.client = ${client}`} and ${which}`.execute(
        inside.queries
      )
      await expectEpisodes(inside, profile.seq, to)
    }
    return misjudged.length > 0
  })
}

/**
 * By the profiles of owners, and by the few subscriptions of those who have thermometers there: not by all of a town.
 */
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
