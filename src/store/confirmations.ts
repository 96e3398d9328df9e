/** A destination proves itself: the subscription becomes active, and the newer replaces the older. */
import type { Binding } from '../alerts/store-ports.ts'
import { type Database, transact } from './database.ts'
import type { SubscriptionRow } from './subscription-rows.ts'

/** False where it was not pending, or no longer in time. */
export async function confirm(database: Database, id: string, binding: Binding): Promise<boolean> {
  const { destination, sameAs, language, now } = binding
  return transact(database, async (inside) => {
    const row = await inside.queries
      .updateTable('subscriptions')
      .set({
        state: 'active',
        reason: null,
        confirmed_at: now,
        ...(destination === null ? {} : { destination: JSON.stringify(destination) }),
        ...(sameAs === null ? {} : { same_as: sameAs }),
        ...(language === null ? {} : { language })
      })
      .where('id', '=', id)
      .where('state', '=', 'pending_confirmation')
      .where((is) => is.or([is('confirm_until', 'is', null), is('confirm_until', '>', now)]))
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) return false
    await replaceOlder(inside, row, now)
    return true
  })
}

/** Ends older living ones of the same place, channel, crop and destination. */
export async function replaceOlder(inside: Database, row: SubscriptionRow, now: number): Promise<void> {
  if (row.same_as === null) return
  await inside.queries
    .updateTable('subscriptions')
    .set({ state: 'unsubscribed', reason: 'replaced', ended_at: now })
    .where('same_as', '=', row.same_as)
    .where('channel', '=', row.channel)
    .where('location', '=', row.location)
    .where('crop', '=', row.crop)
    .where('seq', '<>', row.seq)
    .where('state', 'in', ['active', 'paused', 'suspended'])
    .execute()
}
