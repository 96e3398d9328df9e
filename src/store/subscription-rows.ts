import { type Insertable, type Selectable, sql } from 'kysely'
import type { ClientNetworks, Destination } from '../alerts/ports.ts'
import type { NewSubscription, StateReason, Subscription, SubscriptionState } from '../alerts/subscription.ts'
import type { ComparedThreshold } from '../alerts/threshold.ts'
import type { Language } from '../language/language.ts'
import type { SubscriptionsTable } from './alert-tables.ts'
import { later, notifiedAt } from './awake-readers.ts'
import type { Database } from './database.ts'

export type SubscriptionRow = Selectable<SubscriptionsTable>

export function notifiedRows({ queries }: Database) {
  return queries.selectFrom('subscriptions').selectAll().select(notifiedAt('subscriptions').as('told_at'))
}

/** A subscription, and when its episodes were last announced. */
export type NotifiedSubscriptionRow = SubscriptionRow & { readonly told_at: number | null }

export function toSubscription(row: NotifiedSubscriptionRow): Subscription {
  return {
    seq: row.seq,
    id: row.id,
    state: stateOf(row),
    reason: row.reason as StateReason | null,
    preview: row.preview === 1,
    location: row.location,
    channel: row.channel,
    threshold: thresholdOf(row),
    language: row.language as Language,
    label: row.label,
    labelIsOwn: row.label_own === 1,
    tag: row.tag,
    imported: importedOf(row),
    crop: row.crop,
    stage: orNull(row.stage),
    exposure: orNull(row.exposure) as Subscription['exposure'],
    stageGivenAt: row.stage_given_at,
    destination: row.destination === null ? null : (JSON.parse(row.destination) as Destination),
    destinationKey: row.same_as,
    rateLimitKey: row.limited_by,
    client: row.client,
    networks: networksOf(row),
    createdAt: row.created_at,
    confirmUntil: row.confirm_until,
    confirmedAt: row.confirmed_at,
    endedAt: row.ended_at,
    lastSentAt: later(row.last_sent_at, row.told_at),
    readAt: row.read_at,
    secret: secretOf(row),
    escalation: row.escalation === null ? null : (JSON.parse(row.escalation) as Subscription['escalation']),
    quietHours: row.quiet_hours === null ? null : (JSON.parse(row.quiet_hours) as Subscription['quietHours']),
    vouched: row.vouched === null ? null : (JSON.parse(row.vouched) as Subscription['vouched']),
    follows: row.follows,
    step: row.step
  }
}

/** A refusal for good suspends; with contacts, notified instead, the row stays active with the reason. */
export function stateOf({ state, reason }: Pick<SubscriptionRow, 'state' | 'reason'>): SubscriptionState {
  return state === 'active' && reason !== null ? 'suspended' : (state as SubscriptionState)
}

export const shownState = sql<string>`case when state = 'active' and reason is not null then 'suspended' else state end`

/** The version of a secret that was never rotated, shared by nearly all rows. */
const firstSecret: Subscription['secret'] = { number: 0, changedAt: null }

export function secretOf(
  row: Pick<SubscriptionRow, 'secret_changed_at'> & { readonly secret_number: number | null }
): Subscription['secret'] {
  return row.secret_number === null || row.secret_number === 0
    ? firstSecret
    : { number: row.secret_number, changedAt: row.secret_changed_at }
}

function importedOf({
  external_id: externalId,
  row_hash: rowHash
}: SubscriptionRow): Subscription['imported'] {
  return externalId === null || rowHash === null ? null : { externalId, rowHash }
}

function networksOf({ near_network: near, wide_network: wide }: SubscriptionRow): ClientNetworks | null {
  return near === null || wide === null ? null : { near, wide }
}

export function toRow(subscription: NewSubscription, profileSeq: number): Insertable<SubscriptionsTable> {
  const { destination } = subscription
  return {
    id: subscription.id,
    state: subscription.state,
    preview: subscription.preview ? 1 : 0,
    curve_seq: profileSeq,
    location: subscription.location,
    channel: subscription.channel,
    ...thresholdColumns(subscription),
    language: subscription.language,
    label: subscription.label,
    label_own: subscription.labelIsOwn ? 1 : 0,
    tag: subscription.tag,
    external_id: subscription.imported?.externalId ?? null,
    row_hash: subscription.imported?.rowHash ?? null,
    crop: subscription.crop,
    stage: subscription.stage ?? '',
    exposure: subscription.exposure ?? '',
    stage_given_at: subscription.stageGivenAt,
    destination: destination === null ? null : JSON.stringify(destination),
    same_as: subscription.destinationKey,
    limited_by: subscription.rateLimitKey,
    client: subscription.client,
    near_network: subscription.networks?.near ?? null,
    wide_network: subscription.networks?.wide ?? null,
    created_at: subscription.createdAt,
    confirm_until: subscription.confirmUntil,
    confirmed_at: subscription.state === 'active' ? subscription.createdAt : null,
    blind_open: 0,
    blind_told: 0,
    escalation: jsonOrNull(subscription.escalation),
    quiet_hours: jsonOrNull(subscription.quietHours),
    vouched: jsonOrNull(subscription.vouched),
    follows: subscription.follows,
    step: subscription.step,
    // It raises nothing: no evaluation compares it.
    ...(subscription.follows !== null && { threshold_of: 'none' })
  }
}

export function jsonOrNull(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value)
}

type ThresholdColumns = Pick<
  SubscriptionsTable,
  'threshold' | 'clear_below' | 'threshold_temperature' | 'threshold_probability'
> & { readonly threshold_of: string }

/** The columns of a threshold: as the evaluation compares it, and as it was given. */
export function thresholdColumns({
  threshold,
  raiseFrom,
  clearBelow
}: Pick<Subscription, 'threshold'> & ComparedThreshold): ThresholdColumns {
  const degrees = typeof threshold === 'number' ? null : threshold
  return {
    threshold_of: degrees?.of ?? 'score',
    threshold: raiseFrom,
    clear_below: clearBelow,
    threshold_temperature: degrees?.temperatureC ?? null,
    threshold_probability: degrees?.probability ?? null
  }
}

export function thresholdOf(row: Omit<ThresholdColumns, 'clear_below'>): Subscription['threshold'] {
  const { threshold, threshold_of, threshold_temperature, threshold_probability } = row
  if (threshold_temperature === null || threshold_probability === null) return threshold
  const of = threshold_of === 'air' ? 'air' : 'plant'
  return { temperatureC: threshold_temperature, of, probability: threshold_probability }
}

/** Key columns hold the empty text for "none": NULL is never equal to itself. */
export function orNull(text: string): string | null {
  return text === '' ? null : text
}
