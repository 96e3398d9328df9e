import { sql } from 'kysely'
import type { CountedCreations, Insertion, InsertionRules } from '../alerts/insertion-ports.ts'
import type { NewSubscription } from '../alerts/subscription.ts'
import { notifiedAt } from './awake-readers.ts'
import { type Database, transact } from './database.ts'
import { enqueueOne } from './message-rows.ts'
import { profileSeq } from './scoring-profiles.ts'
import { replaceOlder } from './stored-forecasts.ts'
import { toRow, toSubscription } from './subscription-rows.ts'

/** One transaction at a time counts and uses limits. */
export const insertionLock = 4_197_002

export async function insertSubscription(
  database: Database,
  subscription: NewSubscription,
  rules: InsertionRules
): Promise<Insertion> {
  return transact(database, async (inside) => {
    await inside.dialect.advisoryLock(inside.queries, insertionLock)
    return (
      (await earlierInsertion(inside, subscription.client, rules.idempotency)) ??
      (await overLimit(inside, subscription, rules)) ??
      (await storeNew(inside, subscription, rules))
    )
  })
}

/** An earlier insertion by the same client under the same key. */
export async function earlierInsertion(
  inside: Database,
  client: string,
  idempotency: InsertionRules['idempotency']
): Promise<Insertion | null> {
  if (idempotency === null) return null
  const row = await inside.queries
    .selectFrom('idempotency as i')
    .innerJoin('subscriptions as s', 's.id', 'i.subscription_id')
    .selectAll('s')
    .select(['i.body_hash', 'i.answer', notifiedAt('s').as('told_at')])
    .where((is) => is.and({ 'i.client': client, 'i.key': idempotency.key }))
    .where('i.created_at', '>', idempotency.since)
    .executeTakeFirst()
  if (row === undefined) return null
  if (row.body_hash !== idempotency.bodyHash) return { kind: 'key_reused' }
  return { kind: 'replayed', subscription: toSubscription(row), answer: row.answer }
}

async function overLimit(
  inside: Database,
  subscription: NewSubscription,
  { clientLimit, livingLimit, destinationLimit, installationCap }: InsertionRules
): Promise<Insertion | null> {
  if (clientLimit !== null) {
    const { count } = clientLimit
    const created = await createdSince(inside, subscription.client, { ...clientLimit, most: count })
    const oldestAt = created[count - 1]
    // The next one is accepted once that one is older than the span.
    if (oldestAt !== undefined) return { kind: 'client_limit', oldestAt }
  }
  if (livingLimit !== null && (await livingCount(inside, subscription.client)) >= livingLimit)
    return { kind: 'living_limit' }
  if (destinationLimit !== null && (await isDestinationFull(inside, subscription, destinationLimit)))
    return { kind: 'destination_limit' }
  return installationCap === null ? null : overCap(inside, subscription, installationCap)
}

export async function overCap(
  { queries }: Database,
  { channel, networks }: NewSubscription,
  { most, isFair }: NonNullable<InsertionRules['installationCap']>
): Promise<Insertion | null> {
  const { rows } = await sql<{ count: number; near: number; wide: number }>`select count(*) as count,
      count(case when near_network = ${networks?.near ?? null} then 1 end) as near,
      count(case when wide_network = ${networks?.wide ?? null} then 1 end) as wide
    from subscriptions where channel = ${channel}
      and state in ('pending_confirmation', 'active', 'paused', 'suspended')`.execute(queries)
  const { count = 0, near = 0, wide = 0 } = rows[0] ?? {}
  if (count >= most) return { kind: 'installation_limit' }
  return networks === null || isFair({ near, wide, free: most - count }) ? null : { kind: 'network_limit' }
}

export async function livingCount({ queries }: Database, client: string): Promise<number> {
  const { count } = await queries
    .selectFrom('subscriptions')
    .select(({ fn }) => fn.countAll().as('count'))
    .where((is) => is.and({ client, ended_at: null }))
    .executeTakeFirstOrThrow()
  return Number(count)
}

// Unproven ones do not count: else anyone could keep the owner out.
async function isDestinationFull(
  { queries }: Database,
  { destinationKey, channel }: NewSubscription,
  { count, since }: NonNullable<InsertionRules['destinationLimit']>
): Promise<boolean> {
  if (destinationKey === null) return false
  const rows = await queries
    .selectFrom('subscriptions')
    .select('seq')
    .where((is) => is.and({ same_as: destinationKey, channel }))
    .where('created_at', '>', since)
    .where('confirmed_at', 'is not', null)
    .limit(count)
    .execute()
  return rows.length >= count
}

/** The newest `most` that count. */
export async function createdSince(
  { queries }: Database,
  client: string,
  { since, channels, unprovenOnly, most }: CountedCreations & { most: number }
): Promise<readonly number[]> {
  const rows = await queries
    .selectFrom('subscriptions')
    .select('created_at')
    .where('client', '=', client)
    .where('created_at', '>', since)
    .$if(channels !== null, (rows) => rows.where('channel', 'in', channels ?? []))
    .$if(unprovenOnly, (rows) => rows.where('confirmed_at', 'is', null))
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => row.created_at)
}

export async function storeNew(
  inside: Database,
  subscription: NewSubscription,
  { idempotency, trigger }: InsertionRules
): Promise<Insertion> {
  const { location, crop, stage, exposure, createdAt, client, id } = subscription
  const planted = { location, crop, stage, exposure }
  // Its evaluation finds out whether its client has a thermometer there.
  const profile = await profileSeq(inside, { ...planted, stageIsOld: false, owner: null })
  const row = await inside.queries
    .insertInto('subscriptions')
    .values(toRow(subscription, profile))
    .returningAll()
    .executeTakeFirstOrThrow()
  if (row.state === 'active') await replaceOlder(inside, row, createdAt)
  if (idempotency !== null) {
    const stored = {
      body_hash: idempotency.bodyHash,
      subscription_id: id,
      answer: null,
      created_at: createdAt
    }
    await inside.queries
      .insertInto('idempotency')
      .values({ client, key: idempotency.key, ...stored })
      .onConflict((conflict) => conflict.columns(['client', 'key']).doUpdateSet(stored))
      .execute()
  }
  if (trigger !== null) await enqueueOne(inside, row.seq, trigger, createdAt)
  return { kind: 'stored', subscription: toSubscription({ ...row, told_at: null }) }
}
