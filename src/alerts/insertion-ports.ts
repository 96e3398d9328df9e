/** The limits within which a new subscription is stored, and the result. */
import type { Subscription } from './subscription.ts'

/* Shares a limited number of places between networks: a client with many addresses gets only its network's share. */

interface Holding {
  readonly near: number
  readonly wide: number
  readonly free: number
}

/**
 * A wide network holds at most half as many as are free, a near one an eighth, so that one network always leaves places
 * to others (dynamic thresholds of Choudhury and Hahne, https://doi.org/10.1109/90.664262).
 */
export function isWithinShare({ near, wide, free }: Holding): boolean {
  return wide < free / 2 && near < free / 8
}

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
  /** Most living subscriptions of the client; null: no limit. */
  readonly livingLimit: number | null
  /** New subscriptions of a destination; null: no limit. */
  readonly destinationLimit: { readonly count: number; readonly since: number } | null
  /** Most living subscriptions of the channel, and whether a client's networks may hold one more. */
  readonly installationCap: { readonly most: number; readonly isFair: (holding: Holding) => boolean } | null
  readonly trigger: 'verify' | 'confirm' | null
}
