/** Within which limits a new subscription is stored, and with which result. */
import type { Holding } from './fair-share.ts'
import type { Subscription } from './subscription.ts'

export type Insertion =
  | { readonly kind: 'stored'; readonly subscription: Subscription }
  /** The same body under the same key before. */
  | { readonly kind: 'replayed'; readonly subscription: Subscription; readonly answer: string | null }
  | { readonly kind: 'key_reused' }
  /** The subscription of this instant must become older than the span first [ms since epoch]. */
  | { readonly kind: 'client_limit'; readonly oldestAt: number }
  | { readonly kind: 'living_limit' }
  | { readonly kind: 'destination_limit' }
  | { readonly kind: 'installation_limit' }
  | { readonly kind: 'network_limit' }

/** Younger than `since`, of these channels (null: all). */
export interface CountedCreations {
  readonly since: number
  readonly channels: readonly string[] | null
  /** Destinations that have not proved themselves. */
  readonly unprovenOnly: boolean
}

export interface InsertionRules {
  readonly idempotency: { readonly key: string; readonly bodyHash: string; readonly since: number } | null
  readonly clientLimit: (CountedCreations & { readonly count: number }) | null
  /** Living ones of the client; null: no limit. */
  readonly livingLimit: number | null
  /** New ones of a destination; null: no limit. */
  readonly destinationLimit: { readonly count: number; readonly since: number } | null
  /** Living ones of the channel, and whether a client's networks may hold one more. */
  readonly installationCap: { readonly most: number; readonly isFair: (holding: Holding) => boolean } | null
  readonly trigger: 'verify' | 'confirm' | null
}
