import { sql } from 'kysely'
import type { Binding, SubscriptionStore } from '../alerts/store-ports.ts'
import type { ForecastStore } from '../forecasts/ports.ts'
import { type Database, transact } from './database.ts'
import { inPortions } from './portions.ts'
import { forgetStop, withheld } from './stops.ts'
import { type SubscriptionRow, shownState } from './subscription-rows.ts'

/** The last good answers of the sources, across restarts and processes. */

export function createForecastStore(database: Database): ForecastStore {
  return {
    read: async (sourceId, pointKey, newerThan = Number.MIN_SAFE_INTEGER) => {
      const row = await database.queries
        .selectFrom('kept_forecasts')
        .selectAll()
        .where((is) => is.and({ source: sourceId, point_key: pointKey }))
        .where('confirmed_at', '>', newerThan)
        .executeTakeFirst()
      if (row === undefined) return null
      return { sourceId, pointKey, confirmedAt: row.confirmed_at, meta: row.meta, body: row.body }
    },
    write: async ({ sourceId, pointKey, confirmedAt, meta, body }, over) => {
      const stored = { confirmed_at: confirmedAt, meta, body }
      const { numInsertedOrUpdatedRows } = await database.queries
        .insertInto('kept_forecasts')
        .values({ source: sourceId, point_key: pointKey, ...stored })
        .onConflict((conflict) => {
          const there = conflict.columns(['source', 'point_key'])
          if (over === null) return there.doNothing()
          const replaced = there.doUpdateSet(stored)
          if (over === undefined) return replaced
          // And the text: two processes may store at the same millisecond.
          return replaced
            .where('kept_forecasts.confirmed_at', '=', over.confirmedAt)
            .where('kept_forecasts.meta', '=', over.meta)
        })
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === undefined || numInsertedOrUpdatedRows > 0n
    },
    any: async () => {
      const row = await database.queries
        .selectFrom('kept_forecasts')
        .select('source')
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
    prune: async (before, most) => {
      const lastLeft = await database.queries
        .selectFrom('kept_forecasts')
        .select('confirmed_at')
        .where('confirmed_at', '>=', before)
        .orderBy('confirmed_at', 'desc')
        .offset(most - 1)
        .limit(1)
        .executeTakeFirst()
      const from = lastLeft?.confirmed_at ?? before
      return inPortions(database, async (portion, { queries }) => {
        const { numAffectedRows } =
          await sql`delete from kept_forecasts where confirmed_at < ${from} and (source, point_key) in
          (select source, point_key from kept_forecasts where confirmed_at < ${from}
            and confirmed_at < (select max(confirmed_at) from kept_forecasts) limit ${sql.lit(portion)})`.execute(
            queries
          )
        return Number(numAffectedRows ?? 0n)
      })
    }
  }
}

/** Two of the same destination must see each other: one after the other. */
export const confirmationLock = 4_197_003

/** Confirms a subscription. False: not pending, too late, or a newer one was confirmed; then it ends as replaced. */
export async function confirm(database: Database, id: string, binding: Binding): Promise<boolean> {
  const { destination, destinationKey, language, labelIsOwn, vouched, now } = binding
  return transact(database, async (inside) => {
    await inside.dialect.advisoryLock(inside.queries, confirmationLock)
    if (vouched !== undefined && (await isWithheld(inside, id))) return false
    const row = await inside.queries
      .updateTable('subscriptions')
      .set({
        state: 'active',
        reason: null,
        confirmed_at: now,
        ...(destination === null ? {} : { destination: JSON.stringify(destination) }),
        ...(destinationKey === null ? {} : { same_as: destinationKey }),
        ...(language === null ? {} : { language }),
        ...(labelIsOwn && { label_own: 1 }),
        ...(vouched && { vouched: JSON.stringify(vouched) })
      })
      .where((is) => is.and({ id, state: 'pending_confirmation' }))
      .where((is) => is.or([is('confirm_until', 'is', null), is('confirm_until', '>', now)]))
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) return false
    if (await isReplaced(inside, row, now)) return false
    await replaceOlder(inside, row, now)
    if (vouched === undefined) await forgetStop(inside, id)
    return true
  })
}

async function isWithheld(inside: Database, id: string): Promise<boolean> {
  const target = await inside.queries
    .selectFrom('subscriptions')
    .select(['id', 'channel', 'same_as as destinationKey', 'location', 'crop', 'client'])
    .where('id', '=', id)
    .executeTakeFirst()
  return target !== undefined && (await withheld(inside, target)) !== null
}

const wanted = ['active', 'paused']
const waits = 'pending_confirmation'
const replaced = { state: 'unsubscribed', reason: 'replaced' } as const

/** Whether a newer subscription of the same place, channel, crop and destination exists. */
async function isReplaced(inside: Database, row: SubscriptionRow, now: number): Promise<boolean> {
  if (row.same_as === null) return false
  const newer = await inside.queries
    .selectFrom('subscriptions')
    .select('seq')
    .where((is) => is.and(sameTarget(row)))
    .where('seq', '>', row.seq)
    .where('state', 'in', wanted)
    // What a person proved is worth more than what another key vouched for since.
    .where(sql<boolean>`(${row.vouched === null ? 0 : 1} = 1 or vouched is null or client = ${row.client})`)
    .limit(1)
    .executeTakeFirst()
  if (newer === undefined) return false
  await inside.queries
    .updateTable('subscriptions')
    .set({ ...replaced, ended_at: now })
    .where('seq', '=', row.seq)
    .execute()
  return true
}

/**
 * Older living ones, also unconfirmed, which would come back, and newer ones suspended by a refusal: the proof shows
 * that the destination accepts messages again. Where a key vouches, what a person asked for elsewhere goes on waiting;
 * what a person proves ends what another key vouched for, newer ones too.
 */
export async function replaceOlder(inside: Database, row: SubscriptionRow, now: number): Promise<void> {
  if (row.same_as === null) return
  const ended = await inside.queries
    .updateTable('subscriptions')
    .set({ ...replaced, ended_at: now })
    .where((is) => is.and(sameTarget(row)))
    .where('seq', '<>', row.seq)
    .where((is) =>
      is.or([
        is(shownState, '=', 'suspended'),
        is.and([
          is('seq', '<', row.seq),
          is('state', 'in', row.vouched === null ? [...wanted, waits] : wanted)
        ]),
        is.and([is('seq', '<', row.seq), is('state', '=', waits), is('client', '=', row.client)]),
        sql<boolean>`(${row.vouched === null ? 1 : 0} = 1 and vouched is not null and state in ('active', 'paused'))`
      ])
    )
    .returning(['id', 'escalation', 'quiet_hours'])
    .execute()
  if (ended.length > 0) await takeOver(inside, row, ended)
}

/** Contacts and quiet hours of what it replaces go on. */
async function takeOver(
  { queries }: Database,
  row: SubscriptionRow,
  ended: readonly Pick<SubscriptionRow, 'id' | 'escalation' | 'quiet_hours'>[]
): Promise<void> {
  const ids = ended.map(({ id }) => id)
  const inherited = (member: 'escalation' | 'quiet_hours'): string | null =>
    row[member] ?? ended.find((one) => one[member] !== null)?.[member] ?? null
  const [escalation, quiet_hours] = [inherited('escalation'), inherited('quiet_hours')]
  if (escalation === null && quiet_hours === null) return
  await queries
    .updateTable('subscriptions')
    .set({ escalation, quiet_hours })
    .where('seq', '=', row.seq)
    .execute()
  await queries
    .updateTable('subscriptions')
    .set({ follows: row.id })
    .where('follows', 'in', ids)
    .where('ended_at', 'is', null)
    .execute()
}

function sameTarget(row: SubscriptionRow): Partial<SubscriptionRow> {
  const { same_as, channel, location, crop, follows } = row
  return { same_as, channel, location, crop, follows }
}

/** Moves subscriptions from the destination with the hash `from`; returns how many. */
export async function rebind(
  database: Database,
  to: Parameters<SubscriptionStore['rebind']>[0]
): Promise<number> {
  const rebound = await database.queries
    .updateTable('subscriptions')
    .set({ destination: JSON.stringify(to.destination), same_as: to.destinationKey })
    .where((is) => is.and({ same_as: to.from, channel: to.channel }))
    .where('state', 'in', [...wanted, 'suspended'])
    .executeTakeFirst()
  return Number(rebound.numUpdatedRows)
}
