/** What the list of an API key needs of a store. */

import type { AlertNight } from '../alert-night.ts'
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
  ) => Promise<readonly (Insertion | Withheld | { readonly kind: 'known' })[]>
  /** Of one subscription the first night that is over by then, and who has seen it. */
  readonly night: (seq: number, now: number, until: number) => Promise<MemberNight | null>
  /** The same of many, by number; those without a night are left out. */
  readonly nights: (
    seqs: readonly number[],
    now: number,
    until: number
  ) => Promise<ReadonlyMap<number, MemberNight>>
  /** The holder of the key has informed the person of the night as it is now; false where it is raised no more. */
  readonly seenByPhone: (night: RaisedNight, now: number) => Promise<boolean>
  /** Queues the warning once more; false where the night is raised no more. */
  readonly sendAgain: (night: RaisedNight, now: number) => Promise<boolean>
  /** The person behind the destination of a subscription stops: no key vouches for it from now on. */
  readonly noteStop: (id: string, now: number) => Promise<void>
  /** When that was, by the hash of the destination; null: it was not, or the person has asked again since. */
  readonly stoppedAt: (channel: string, destinationKey: string) => Promise<number | null>
  /** Why no key may vouch for a destination at a place and for a crop; null: it may. */
  readonly withheld: (target: VouchedTarget) => Promise<Withheld | null>
  /** It says what a row with this hash says. */
  readonly noteRow: (id: string, rowHash: string) => Promise<void>
}

/** Of one subscription. */
export interface RaisedNight {
  readonly seq: number
  readonly date: string
}

export type VouchedTarget = Pick<
  NewSubscription,
  'id' | 'channel' | 'destinationKey' | 'location' | 'crop' | 'client'
>

/** Its person stopped, has paused another alert of it, or has a confirmed one that this client did not make. */
export type Withheld =
  | { readonly kind: 'stopped'; readonly at: number }
  | { readonly kind: 'paused' | 'own_alert' }

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
  /** As it is in the present run; null where that does not have it. */
  readonly run: AlertNight | null
  /** Of the last message that announced the night; null where no gateway reported on it. */
  readonly receipt: LoggedMessage['receipt']
  /**
   * The id of the subscription by which it was seen, or `key`: its holder informed the person. Absent in lists, null
   * where no person has seen it.
   */
  readonly seenBy?: string | null
  /** When it was reported that no one answered; absent in lists, null where it was not. */
  readonly unansweredAt?: number | null
}
