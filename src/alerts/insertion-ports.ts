/** How a new subscription is stored: within which limits, and with which result. */
import type { Holding } from './fair-share.ts'
import type { Subscription } from './subscription.ts'

export type Insertion =
  | { readonly kind: 'stored'; readonly subscription: Subscription }
  /** The same client sent the same body under the same key before. */
  | { readonly kind: 'replayed'; readonly subscription: Subscription; readonly answer: string | null }
  | { readonly kind: 'key_reused' }
  /**
   * `oldestAt`: when the subscription was created that must become older than the span before another is
   * accepted [ms since epoch].
   */
  | { readonly kind: 'client_limit'; readonly oldestAt: number }
  | { readonly kind: 'living_limit' }
  | { readonly kind: 'destination_limit' }
  | { readonly kind: 'installation_limit' }
  | { readonly kind: 'network_limit' }

/** Which of a client's subscriptions count: those younger than `since` of these channels (null: all). */
export interface CountedCreations {
  readonly since: number
  readonly channels: readonly string[] | null
  /** Only those whose destination has not proved itself. */
  readonly unprovenOnly: boolean
}

export interface InsertionRules {
  readonly idempotency: { readonly key: string; readonly bodyHash: string; readonly since: number } | null
  readonly clientLimit: (CountedCreations & { readonly count: number }) | null
  /** How many living ones the client may have; null: no limit. */
  readonly livingLimit: number | null
  /** How many new ones a destination may have; null: no limit. */
  readonly destinationLimit: { readonly count: number; readonly since: number } | null
  /**
   * Living subscriptions of the channel: how many there may be, and whether a client's networks may hold one
   * more.
   */
  readonly installationCap: { readonly most: number; readonly isFair: (holding: Holding) => boolean } | null
  /** The message to queue with it. */
  readonly trigger: 'verify' | 'confirm' | null
}
