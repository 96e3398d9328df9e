/** What a subscription is, wherever it is kept. */

import type { Exposure } from '../frost/frost-night.ts'
import type { Language } from '../language/language.ts'
import type { ClientNetworks, Destination, SuspensionReason } from './ports.ts'

/**
 * `pending_confirmation → active ⇄ paused`, `active → suspended → active` on a good test; ends in `unsubscribed` or `expired`.
 */
export type SubscriptionState =
  | 'pending_confirmation'
  | 'active'
  | 'paused'
  | 'suspended'
  | 'unsubscribed'
  | 'expired'

/** Why a subscription is suspended or has ended; null while it lives normally. */
export type StateReason =
  | SuspensionReason
  | 'by_subscriber'
  | 'replaced'
  | 'unconfirmed'
  | 'unread'
  | 'preview_ended'

export interface Subscription {
  /** The store's own number; never shown. */
  readonly seq: number
  /** Unguessable, for URLs. */
  readonly id: string
  readonly state: SubscriptionState
  readonly reason: StateReason | null
  /** Made on demo data: nothing of it ever leaves the machine. */
  readonly preview: boolean
  /** Slug of the place. */
  readonly location: string
  /** Id of the channel. */
  readonly channel: string
  /** 1…100 on the published score. */
  readonly threshold: number
  readonly language: Language
  readonly label: string | null
  /** Slug of the crop table, or `generic`. */
  readonly crop: string
  readonly stage: string | null
  /** What the subscriber gave; null: the crop's own. */
  readonly exposure: Exposure | null
  /** Null where no stage was given. */
  readonly stageGivenAt: number | null
  /** Null while nobody is bound, and again once it was scrubbed. */
  readonly destination: Destination | null
  /** Hash of what makes destinations the same, or null. */
  readonly destinationKey: string | null
  /** Hash of what proofs are limited by (an address, a host), or null. */
  readonly rateLimitKey: string | null
  /** Hash of who made it; caps count by it. */
  readonly client: string
  /** Hashes of the networks they belong to; shares count by them. Null where unknown. */
  readonly networks: ClientNetworks | null
  readonly createdAt: number
  /** Until when a confirmation is waited for; null where none is. */
  readonly confirmUntil: number | null
  readonly confirmedAt: number | null
  readonly endedAt: number | null
  /** When a message was last accepted by the channel. */
  readonly lastSentAt: number | null
  /** When a feed or stream was last fetched. */
  readonly readAt: number | null
}

/** What is given to make one. */
export type NewSubscription = Omit<
  Subscription,
  'seq' | 'reason' | 'confirmedAt' | 'endedAt' | 'lastSentAt' | 'readAt'
> & {
  /** See `clearBelow` in decisions.ts. */
  readonly clearBelow: number
}
