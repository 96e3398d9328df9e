import type { Destination } from '../alerts/ports.ts'
import type {
  ChangeRefusal,
  StoredProfile,
  SubscriptionChange,
  SubscriptionStore
} from '../alerts/store-ports.ts'
import type { Subscription, SubscriptionState } from '../alerts/subscription.ts'
import type { WatchedProfile } from '../alerts/watched-forecasts.ts'
import type { Language } from '../language/language.ts'
import { later, notifiedAt } from './awake-readers.ts'
import { orderContacts } from './contacts.ts'
import { type Database, transact } from './database.ts'
import { createdSince, earlierInsertion, insertSubscription, livingCount } from './new-subscriptions.ts'
import {
  activeProfiles,
  expectEpisodes,
  hasActiveSubscription,
  judgeByOwners,
  profileSeq,
  unwatchedProfiles
} from './scoring-profiles.ts'
import { countByState, forgetStop } from './stops.ts'
import { confirm, rebind } from './stored-forecasts.ts'
import {
  jsonOrNull,
  type NotifiedSubscriptionRow,
  notifiedRows,
  orNull,
  type SubscriptionRow,
  shownState,
  thresholdColumns,
  toSubscription
} from './subscription-rows.ts'
import { placeWatchers, watchOrder } from './watch-order.ts'

export function subscriptionStore(database: Database): SubscriptionStore {
  return {
    insert: (subscription, rules) => insertSubscription(database, subscription, rules),
    earlier: (client, idempotency) => earlierInsertion(database, client, idempotency),
    createdSince: (client, counted, most) => createdSince(database, client, { ...counted, most }),
    livingCount: (client) => livingCount(database, client),
    rememberAnswer: async (client, key, answer) => {
      await database.queries
        .updateTable('idempotency')
        .set({ answer })
        .where((is) => is.and({ client, key }))
        .execute()
    },
    byId: async (id) => valueOrNull(await rowById(database, id)),
    byDestinationKey: (channel, key, endedSince) => byDestinationKey(database, { channel, key, endedSince }),
    contacts: (id) => contacts(database, id),
    orderContacts: (id, orderOf) => orderContacts(database, id, orderOf),
    confirm: (id, binding) => confirm(database, id, binding),
    rebind: (to) => rebind(database, to),
    change: (id, changeOf) => changeSubscription(database, id, changeOf),
    rotateSecret: (id, now) => rotateSecret(database, id, now),
    move: (id, from, to) => move(database, id, from, to),
    markRead: async (id, now) => {
      await database.queries.updateTable('subscriptions').set({ read_at: now }).where('id', '=', id).execute()
    },
    activity: (ids) => activity(database, ids),
    profiles: (locations) => activeProfiles(database, locations),
    judgeByOwners: (location, owners, onlySubscription) =>
      judgeByOwners(database, { location, owners, onlySubscription }),
    unwatchedProfiles: (confirmedSince) => unwatchedProfiles(database, confirmedSince),
    ofChannel: (channel, endedSince) => ofChannel(database, channel, endedSince),
    watchedPlaces: () => watchedPlaces(database),
    watchOrder: (query) => watchOrder(database, query),
    watchers: (fetchedChannels) => placeWatchers(database, fetchedChannels),
    countByState: () => countByState(database)
  }
}

async function rowById(database: Database, id: string): Promise<NotifiedSubscriptionRow | undefined> {
  return notifiedRows(database).where('id', '=', id).executeTakeFirst()
}

function valueOrNull(row: NotifiedSubscriptionRow | undefined): Subscription | null {
  return row === undefined ? null : toSubscription(row)
}

async function activity(
  { queries }: Database,
  ids: readonly string[]
): ReturnType<SubscriptionStore['activity']> {
  if (ids.length === 0) return []
  const rows = await queries
    .selectFrom('subscriptions')
    .select(['id', 'last_sent_at', 'ended_at'])
    .select(notifiedAt('subscriptions').as('told_at'))
    .where('id', 'in', [...ids])
    .execute()
  return rows.map((row) => {
    return { id: row.id, lastSentAt: later(row.last_sent_at, row.told_at), endedAt: row.ended_at }
  })
}

async function byDestinationKey(
  database: Database,
  { channel, key, endedSince }: { channel: string; key: string; endedSince: number | undefined }
): Promise<readonly Subscription[]> {
  const rows = await notifiedRows(database)
    .where((is) => is.and({ same_as: key, channel }))
    .where((is) =>
      is.or([
        is('state', 'in', ['active', 'paused', 'suspended']),
        ...(endedSince === undefined ? [] : [is('ended_at', '>=', endedSince)])
      ])
    )
    .orderBy('seq', 'desc')
    .execute()
  return rows.map(toSubscription)
}

async function contacts(database: Database, id: string): Promise<readonly Subscription[]> {
  const rows = await notifiedRows(database)
    .where((is) => is.and({ follows: id, ended_at: null }))
    .orderBy('step')
    .execute()
  return rows.map(toSubscription)
}

async function ofChannel(
  { queries }: Database,
  channel: string,
  endedSince: number
): ReturnType<SubscriptionStore['ofChannel']> {
  const rows = await queries
    .selectFrom('subscriptions')
    .select(['seq', 'id', 'location', 'channel', 'label', 'label_own', 'language', 'destination'])
    .select(['last_sent_at', 'ended_at'])
    .select(notifiedAt('subscriptions').as('told_at'))
    .where('channel', '=', channel)
    .where('state', 'in', ['active', 'unsubscribed', 'expired'])
    .where((is) => is.or([is('ended_at', 'is', null), is('ended_at', '>=', endedSince)]))
    .where('preview', '=', 0)
    .execute()
  return rows.map((row) => ({
    seq: row.seq,
    id: row.id,
    location: row.location,
    channel: row.channel,
    label: row.label,
    labelIsOwn: row.label_own === 1,
    language: row.language as Language,
    destination: row.destination === null ? null : (JSON.parse(row.destination) as Destination),
    lastSentAt: later(row.last_sent_at, row.told_at),
    endedAt: row.ended_at
  }))
}

async function move(
  database: Database,
  id: string,
  from: readonly SubscriptionState[],
  to: Parameters<SubscriptionStore['move']>[2]
): Promise<boolean> {
  const ends = to.state === 'unsubscribed' || to.state === 'expired'
  const moved = await database.queries
    .updateTable('subscriptions')
    .set({ state: to.state, reason: to.reason, ended_at: ends ? to.now : null })
    .where('id', '=', id)
    .where(shownState, 'in', [...from])
    .executeTakeFirst()
  const isMoved = moved.numUpdatedRows > 0n
  if (isMoved && from.includes('unsubscribed')) await forgetStop(database, id)
  return isMoved
}

async function rotateSecret(database: Database, id: string, now: number): Promise<Subscription | null> {
  const rotated = await database.queries
    .updateTable('subscriptions')
    .set(({ eb }) => ({ secret_number: eb('secret_number', '+', 1), secret_changed_at: now }))
    .where((is) => is.and({ id, ended_at: null }))
    .executeTakeFirst()
  return rotated.numUpdatedRows > 0n ? valueOrNull(await rowById(database, id)) : null
}

async function changeSubscription<Decision extends SubscriptionChange | ChangeRefusal>(
  database: Database,
  id: string,
  changeOf: (found: Subscription) => Decision
): Promise<Subscription | Extract<Decision, ChangeRefusal> | null> {
  return transact(database, async (inside) => {
    // Locked before it is read: no other transaction changes what is decided about.
    await inside.queries
      .updateTable('subscriptions')
      .set(({ ref }) => ({ threshold: ref('threshold') }))
      .where('id', '=', id)
      .execute()
    const row = await rowById(inside, id)
    if (row === undefined) return null
    const change: SubscriptionChange | ChangeRefusal = changeOf(toSubscription(row))
    if ('ok' in change) return change as Extract<Decision, ChangeRefusal>
    // With contacts what was suspended is judged as before; the reason stays.
    const isJudged = row.state === 'suspended' && row.reason !== null && change.escalation != null
    const columns = { ...columnsOf(change), ...(isJudged && { state: 'active' }) }
    const changed = { ...row, ...columns }
    const curve_seq = movesProfile(change)
      ? await profileSeq(inside, { ...profileOf(changed), ...(await retained(inside, row, change)) })
      : row.curve_seq
    await expectEpisodes(inside, row.curve_seq, curve_seq)
    await inside.queries
      .updateTable('subscriptions')
      .set({ ...columns, curve_seq })
      .where('seq', '=', row.seq)
      .execute()
    const { crop, stage, stage_given_at, exposure } = changed
    if (movesProfile(change))
      await inside.queries
        .updateTable('subscriptions')
        .set({ curve_seq, crop, stage, stage_given_at, exposure })
        .where('follows', '=', row.id)
        .execute()
    return toSubscription({ ...changed, curve_seq })
  })
}

function movesProfile(change: SubscriptionChange): boolean {
  return change.crop !== undefined || change.stage !== undefined || change.exposure !== undefined
}

/** The parts of the present profile that the new one keeps. An old stage becomes current only when given again. */
async function retained(
  inside: Database,
  { curve_seq }: NotifiedSubscriptionRow,
  change: SubscriptionChange
): Promise<Pick<StoredProfile, 'stageIsOld' | 'owner'>> {
  const profile = await inside.queries
    .selectFrom('curves')
    .select(['stage_old', 'owner'])
    .where('seq', '=', curve_seq)
    .executeTakeFirstOrThrow()
  const stageIsOld = change.stageGivenAt === undefined && profile.stage_old === 1
  return { stageIsOld, owner: orNull(profile.owner) }
}

function profileOf(row: NotifiedSubscriptionRow): WatchedProfile {
  const { location, crop, stage, exposure } = toSubscription(row)
  return { location, crop, stage, exposure }
}

function columnsOf(change: SubscriptionChange): Partial<SubscriptionRow> {
  return {
    ...(change.threshold === undefined ? {} : thresholdColumns(change.threshold)),
    ...(change.crop === undefined ? {} : { crop: change.crop }),
    ...(change.stage === undefined ? {} : { stage: change.stage ?? '' }),
    ...(change.stageGivenAt === undefined ? {} : { stage_given_at: change.stageGivenAt }),
    ...(change.exposure === undefined ? {} : { exposure: change.exposure ?? '' }),
    ...(change.language === undefined ? {} : { language: change.language }),
    ...(change.label === undefined ? {} : { label: change.label }),
    ...(change.labelIsOwn === undefined ? {} : { label_own: change.labelIsOwn ? 1 : 0 }),
    ...(change.tag === undefined ? {} : { tag: change.tag }),
    ...(change.escalation === undefined ? {} : { escalation: jsonOrNull(change.escalation) }),
    ...(change.quietHours === undefined ? {} : { quiet_hours: jsonOrNull(change.quietHours) })
  }
}

/** Takes about 3 ms of the service's thread. */
const placesAtOnce = 4000

async function watchedPlaces({ queries }: Database): Promise<readonly string[]> {
  const found: string[] = []
  for (;;) {
    const rows = await queries
      .selectFrom('curves as c')
      .select('c.location')
      .distinct()
      .where('c.location', '>', found.at(-1) ?? '')
      .where(hasActiveSubscription)
      .orderBy('c.location')
      .limit(placesAtOnce)
      .execute()
    for (const { location } of rows) found.push(location)
    if (rows.length < placesAtOnce) return found
  }
}
