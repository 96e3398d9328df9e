/** What a subscription is. */

import type { Exposure } from '../frost/frost-night.ts'
import type { Threshold } from '../frost/temperature-threshold.ts'
import type { Language } from '../language/language.ts'
import type { ClientNetworks, Destination, SuspensionReason } from './ports.ts'
import type { QuietHours } from './quiet-hours.ts'
import type { ComparedThreshold } from './threshold.ts'

/**
 * `pending_confirmation → active ⇄ paused`, `active → suspended → active` when a test is accepted; ends in
 * `unsubscribed` or `expired`.
 */
export type SubscriptionState =
  | 'pending_confirmation'
  | 'active'
  | 'paused'
  | 'suspended'
  | 'unsubscribed'
  | 'expired'

/** Why a subscription is suspended or has ended; null in normal operation. */
export type StateReason =
  | SuspensionReason
  | 'by_subscriber'
  | 'replaced'
  | 'unconfirmed'
  | 'unread'
  | 'preview_ended'

/** What a subscription says of a warning that is not answered. */
export interface Escalation {
  /** Between two steps. */
  readonly afterMinutes: number
  /** Where a night names no last hour to prepare: this long before its first harmful hour, or its coldest one. */
  readonly leadMinutes: number
}

export interface Subscription {
  /** The store's own number; never shown. */
  readonly seq: number
  /** Cannot be guessed, for URLs. */
  readonly id: string
  readonly state: SubscriptionState
  readonly reason: StateReason | null
  /** Created on demo data: nothing of it is ever sent. */
  readonly preview: boolean
  /** Slug of the place. */
  readonly location: string
  readonly channel: string
  /** On the published score, or on the probability of a temperature. */
  readonly threshold: Threshold
  readonly language: Language
  readonly label: string | null
  /** The label was set by who receives the messages; else it is the words of who asked for them. */
  readonly labelIsOwn: boolean
  /** By which who made it sorts its subscriptions. */
  readonly tag: string | null
  /** The row of a file that it was made from; null where it was not imported. */
  readonly imported: ImportedRow | null
  /** Slug of the crop table, or `generic`. */
  readonly crop: string
  readonly stage: string | null
  /** As the subscriber gave it; null: the crop's own. */
  readonly exposure: Exposure | null
  /** Null where no stage was given. */
  readonly stageGivenAt: number | null
  /** Null until a destination is bound, and again once it was scrubbed. */
  readonly destination: Destination | null
  /** Hash that identifies the destination, or null. */
  readonly destinationKey: string | null
  /** Hash of what proofs are limited by (an address, a host), or null. */
  readonly rateLimitKey: string | null
  /** Hash of the client that created it; limits count by it. */
  readonly client: string
  /** Hashes of the client's networks; shares count by them. Null where unknown. */
  readonly networks: ClientNetworks | null
  readonly createdAt: number
  /** Until when a confirmation is awaited; null where none is. */
  readonly confirmUntil: number | null
  readonly confirmedAt: number | null
  readonly endedAt: number | null
  /** When a message was last accepted by the channel. */
  readonly lastSentAt: number | null
  /** When a feed or stream was last fetched. */
  readonly readAt: number | null
  readonly secret: SecretVersion
  /** Null: a warning that is not answered is not sent again. */
  readonly escalation: Escalation | null
  readonly quietHours: QuietHours | null
  /** Null where its destination proved itself, or has to. */
  readonly vouched: Vouched | null
  /** The id of the subscription whose contact it is, and its turn: 2, 3 …; null: it is none. */
  readonly follows: string | null
  readonly step: number | null
}

/** Why it is active without a proof of its destination. */
export interface Vouched {
  /** The id of the key. */
  readonly by: string
  readonly at: number
  /** As its holder wrote it. */
  readonly ground: string
}

export interface ImportedRow {
  /** What the client calls it, once for ever. */
  readonly externalId: string
  /** Hash of what the row says, as it was imported last. */
  readonly rowHash: string
}

/** Which secret signs: how often it was rotated, and when last [ms since epoch]; null where never. */
export interface SecretVersion {
  readonly number: number
  readonly changedAt: number | null
}

/** The members needed to create one. */
export type NewSubscription = Omit<
  Subscription,
  'seq' | 'reason' | 'confirmedAt' | 'endedAt' | 'lastSentAt' | 'readAt' | 'secret'
> &
  ComparedThreshold
