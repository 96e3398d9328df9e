/** Changes many rows without making others wait for all of them. */
import { type RawBuilder, sql } from 'kysely'
import { type Database, transact } from './database.ts'

const portion = 1000

/**
 * Until less than a portion is affected; other statements run in between. Processes may delete the same rows in
 * different orders: the one that PostgreSQL aborts tries again.
 * @param work deletes at most `portion` rows and answers how many
 * @returns all of them
 */
export async function inPortions(
  database: Database,
  work: (portion: number, inside: Database) => Promise<number>
): Promise<number> {
  for (let all = 0; ; ) {
    const count = await transact(database, (inside) => work(portion, inside))
    all += count
    if (count < portion) return all
  }
}

/** Values of `seq`: after the first number, up to the last. */
export interface SomeSubscriptions {
  readonly after: number
  readonly upTo: number
}

/** Works through subscriptions, oldest first, each portion in a transaction. @returns the sum of what `work` answers */
export async function bySubscriptions(
  database: Database,
  work: (some: SomeSubscriptions, inside: Database) => Promise<number>
): Promise<number> {
  const { last } = await database.queries
    .selectFrom('subscriptions')
    .select(({ fn }) => fn.max('seq').as('last'))
    .executeTakeFirstOrThrow()
  let all = 0
  for (let after = 0; after < (last ?? 0); after += portion)
    all += await transact(database, (inside) => work({ after, upTo: after + portion }, inside))
  return all
}

/**
 * In portions.
 * @param key columns of the primary key
 * @param old table and condition: `leases where until <= 5`
 * @returns how many
 */
export function forgetByKey(
  database: Database,
  key: RawBuilder<unknown>,
  old: RawBuilder<unknown>
): Promise<number> {
  return inPortions(database, async (most, { queries }) => {
    const { numAffectedRows } = await sql`delete from ${old} and (${key}) in
      (select ${key} from ${old} limit ${most})`.execute(queries)
    return Number(numAffectedRows ?? 0)
  })
}
