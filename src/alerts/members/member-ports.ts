/** What the list of an API key needs of a store. */

import type { Insertion, InsertionRules } from '../insertion-ports.ts'
import type { LoggedMessage, OpenEpisode } from '../outbox-ports.ts'
import type { NewSubscription, Subscription, SubscriptionState } from '../subscription.ts'

export interface MemberStore {
  /** A client's subscriptions, the newest first, each with its night that is over first. */
  readonly list: (query: MemberQuery) => Promise<readonly Member[]>
  /** A client's subscriptions with these `external_id`s. */
  readonly byExternalId: (client: string, externalIds: readonly string[]) => Promise<readonly Subscription[]>
  /** Stores those of one client whose id it has not used; for each its outcome, in order. One transaction. */
  readonly add: (
    rows: readonly { readonly subscription: NewSubscription; readonly rules: InsertionRules }[]
  ) => Promise<readonly (Insertion | { readonly kind: 'known' })[]>
  /** It says what a row with this hash says. */
  readonly noteRow: (id: string, rowHash: string) => Promise<void>
}

/** Null: any. */
export interface MemberQuery {
  /** Hash of the client. */
  readonly client: string
  readonly state: SubscriptionState | null
  readonly location: string | null
  readonly tag: string | null
  /** Only those with a raised night that is over by then [ms since epoch]. */
  readonly raisedUntil: number | null
  /** The `seq` to continue from. */
  readonly before: number | null
  readonly limit: number
  /** Nights are not over now and over by `nightsUntil` [ms since epoch]. */
  readonly now: number
  readonly nightsUntil: number
}

export interface Member {
  readonly subscription: Subscription
  /** Null where no night was raised. */
  readonly night: MemberNight | null
}

export interface MemberNight {
  readonly episode: OpenEpisode
  /** Of the last message that announced the night; null where no gateway reported on it. */
  readonly receipt: LoggedMessage['receipt']
}
