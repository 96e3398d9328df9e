/** Confirms a subscription: it becomes active and replaces older ones of the same destination. */
import type { Binding, Rebinding } from '../alerts/store-ports.ts'
import { type Database, transact } from './database.ts'
import type { SubscriptionRow } from './subscription-rows.ts'

/** Confirmations run one after the other: two of the same destination must see each other. */
const confirmationLock = 4_197_003

/**
 * False where it was not pending, its time was over, or a newer one was confirmed before: then it ends as
 * replaced.
 */
export async function confirm(database: Database, id: string, binding: Binding): Promise<boolean> {
  const { destination, destinationKey, language, labelIsOwn, now } = binding
  return transact(database, async (inside) => {
    await inside.dialect.advisoryLock(inside.queries, confirmationLock)
    const row = await inside.queries
      .updateTable('subscriptions')
      .set({
        state: 'active',
        reason: null,
        confirmed_at: now,
        ...(destination === null ? {} : { destination: JSON.stringify(destination) }),
        ...(destinationKey === null ? {} : { same_as: destinationKey }),
        ...(language === null ? {} : { language }),
        ...(labelIsOwn && { label_own: 1 })
      })
      .where('id', '=', id)
      .where('state', '=', 'pending_confirmation')
      .where((is) => is.or([is('confirm_until', 'is', null), is('confirm_until', '>', now)]))
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) return false
    if (await isReplaced(inside, row, now)) return false
    await replaceOlder(inside, row, now)
    return true
  })
}

const wanted = ['active', 'paused']
const replaced = { state: 'unsubscribed', reason: 'replaced' } as const

/** Ends it where a newer one of the same place, channel, crop and destination exists. */
async function isReplaced(inside: Database, row: SubscriptionRow, now: number): Promise<boolean> {
  if (row.same_as === null) return false
  const newer = await inside.queries
    .selectFrom('subscriptions')
    .select('seq')
    .where((is) => is.and(sameTarget(row)))
    .where('seq', '>', row.seq)
    .where('state', 'in', wanted)
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
 * Ends older living ones of the same place, channel, crop and destination, also unconfirmed ones, which would
 * come back later. A newer one that was suspended because its destination refused ends as well: the proof
 * shows that the destination accepts messages again.
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
        is('state', '=', 'suspended'),
        is.and([is('seq', '<', row.seq), is('state', 'in', [...wanted, 'pending_confirmation'])])
      ])
    )
    .returning(['id', 'escalation'])
    .execute()
  if (ended.length > 0) await takeContacts(inside, row, ended)
}

/** The contacts of what it replaces go on as its own. */
async function takeContacts(
  { queries }: Database,
  row: SubscriptionRow,
  ended: readonly Pick<SubscriptionRow, 'id' | 'escalation'>[]
): Promise<void> {
  const ids = ended.map(({ id }) => id)
  const escalation = row.escalation ?? ended.find((one) => one.escalation !== null)?.escalation ?? null
  if (escalation === null) return
  await queries.updateTable('subscriptions').set({ escalation }).where('seq', '=', row.seq).execute()
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

/** Moves living ones from the destination with the hash `from` to another one; returns how many. */
export async function rebind(database: Database, to: Rebinding): Promise<number> {
  const rebound = await database.queries
    .updateTable('subscriptions')
    .set({ destination: JSON.stringify(to.destination), same_as: to.destinationKey })
    .where('same_as', '=', to.from)
    .where('channel', '=', to.channel)
    .where('state', 'in', [...wanted, 'suspended'])
    .executeTakeFirst()
  return Number(rebound.numUpdatedRows)
}
