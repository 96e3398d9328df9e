import type { Exposure } from '../frost/frost-night.ts'
import type { Threshold } from '../frost/temperature-threshold.ts'
import type { Language } from '../language/language.ts'
import type { ClientNetworks, Destination, SuspensionReason } from './ports.ts'
import type { QuietHours } from './quiet-hours.ts'
import type { ComparedThreshold } from './threshold.ts'

/** `pending_confirmation → active ⇄ paused`; `suspended → active` by an accepted test. */
export type SubscriptionState =
  | 'pending_confirmation'
  | 'active'
  | 'paused'
  | 'suspended'
  | 'unsubscribed'
  | 'expired'

/** Suspended or ended; else null. */
export type StateReason =
  | SuspensionReason
  | 'by_subscriber'
  | 'replaced'
  | 'unconfirmed'
  | 'unread'
  | 'preview_ended'

/** What follows a warning that is not answered. */
export interface Escalation {
  /** Minutes between two steps. */
  readonly afterMinutes: number
  /** Where a night names no last hour to prepare: before its first harmful, or its coldest hour. */
  readonly leadMinutes: number
}

export interface Subscription {
  /** The store's own; never shown. */
  readonly seq: number
  /** Cannot be guessed. */
  readonly id: string
  readonly state: SubscriptionState
  readonly reason: StateReason | null
  /** Created on demo data: never sent. */
  readonly preview: boolean
  readonly location: string
  readonly channel: string
  /** A published score, or the probability of a temperature. */
  readonly threshold: Threshold
  readonly language: Language
  readonly label: string | null
  /** Written by the one who receives the messages; else by the one who asked for them. */
  readonly labelIsOwn: boolean
  /** A word to sort by, for the client that made it. */
  readonly tag: string | null
  /** The row of a file; null: not imported. */
  readonly imported: {
    /** What the client calls it; never changes. */
    readonly externalId: string
    readonly rowHash: string
  } | null
  /** Slug, or `generic`. */
  readonly crop: string
  readonly stage: string | null
  readonly exposure: Exposure | null
  readonly stageGivenAt: number | null
  /** Null until it is bound, and once it was scrubbed. */
  readonly destination: Destination | null
  readonly destinationKey: string | null
  /** Hash of what proofs are limited by (an address, a host). */
  readonly rateLimitKey: string | null
  /** Hash; limits count by it. */
  readonly client: string
  /** Hashes; shares count by them. Null: unknown. */
  readonly networks: ClientNetworks | null
  readonly createdAt: number
  readonly confirmUntil: number | null
  readonly confirmedAt: number | null
  readonly endedAt: number | null
  readonly lastSentAt: number | null
  /** When a feed or stream was last fetched. */
  readonly readAt: number | null
  readonly secret: SecretVersion
  /** Null: an unanswered warning is not sent again. */
  readonly escalation: Escalation | null
  readonly quietHours: QuietHours | null
  /** Null: its destination proved itself, or has to. */
  readonly vouched: Vouched | null
  /** Id of the subscription whose contact it is, and its turn: 2, 3 … */
  readonly follows: string | null
  readonly step: number | null
}

/** Active without a proof of its destination. */
export interface Vouched {
  readonly by: string
  readonly at: number
  readonly ground: string
}

/** Rotations, and the last one; null: never. */
interface SecretVersion {
  readonly number: number
  readonly changedAt: number | null
}

export type NewSubscription = Omit<
  Subscription,
  'seq' | 'reason' | 'confirmedAt' | 'endedAt' | 'lastSentAt' | 'readAt' | 'secret'
> &
  ComparedThreshold
