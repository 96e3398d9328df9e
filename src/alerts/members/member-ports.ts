import type { AlertNight } from '../alert-night.ts'
import type { Insertion, InsertionRules } from '../insertion-ports.ts'
import type { LoggedMessage, OpenEpisode } from '../outbox-ports.ts'
import type { NewSubscription, Subscription, SubscriptionState } from '../subscription.ts'

export interface MemberStore {
  /** Newest first, each with the night that ends first. */
  readonly list: (query: MemberQuery) => Promise<readonly Member[]>
  readonly byExternalId: (client: string, externalIds: readonly string[]) => Promise<readonly Subscription[]>
  /** Adds rows whose id the client has not used; an outcome for each, in order. One transaction. */
  readonly add: (
    rows: readonly { readonly subscription: NewSubscription; readonly rules: InsertionRules }[]
  ) => Promise<readonly (Insertion | Withheld | { readonly kind: 'known' })[]>
  /** The first raised night that is over by `until`, and who has seen it. */
  readonly night: (seq: number, now: number, until: number) => Promise<MemberNight | null>
  /** Nights of many subscriptions by number; those without a night are left out. */
  readonly nights: (
    seqs: readonly number[],
    now: number,
    until: number
  ) => Promise<ReadonlyMap<number, MemberNight>>
  /** The key's holder informed the person of the night as it is now; false where it is no longer raised. */
  readonly seenByPhone: (night: RaisedNight, now: number) => Promise<boolean>
  /** Queues the warning; false where the night is raised no more. */
  readonly sendAgain: (night: RaisedNight, now: number) => Promise<boolean>
  /** The person behind the destination stops: no key vouches for it from now on. */
  readonly noteStop: (stop: {
    readonly id: string
    readonly channels: readonly string[]
    readonly now: number
  }) => Promise<void>
  /** By the hash of the destination; null: no stop, or the person has asked again since. */
  readonly stoppedAt: (channel: string, destinationKey: string) => Promise<number | null>
  /** Null: a key may vouch for it. */
  readonly withheld: (
    target: Pick<NewSubscription, 'id' | 'channel' | 'destinationKey' | 'location' | 'crop' | 'client'>
  ) => Promise<Withheld | null>
  /** Stores the row's hash for the next import to compare. */
  readonly noteRow: (id: string, rowHash: string) => Promise<void>
}

export interface RaisedNight {
  readonly seq: number
  readonly date: string
}

/** The person stopped, has paused another alert, has confirmed one of another client, or is in another row. */
export type Withheld =
  | { readonly kind: 'stopped'; readonly at: number }
  | { readonly kind: 'paused' | 'own_alert' | 'own_row' }

export interface MemberQuery {
  /** A hash. */
  readonly client: string
  readonly state: SubscriptionState | null
  readonly location: string | null
  readonly tag: string | null
  /** Only with a raised night that is over by then. */
  readonly raisedUntil: number | null
  /** `seq` to continue from. */
  readonly before: number | null
  readonly limit: number
  /** Nights are over between these two. */
  readonly now: number
  readonly nightsUntil: number
}

export interface Member {
  readonly subscription: Subscription
  readonly night: MemberNight | null
}

export interface MemberNight {
  readonly episode: OpenEpisode
  /** The night in the present run; null where the run does not have it. */
  readonly run: AlertNight | null
  /** What the gateway reported on the last message that announced the night; null: nothing. */
  readonly receipt: LoggedMessage['receipt']
  /** Id of the subscription, or `key`: its holder informed the person. Absent in lists, null: no person. */
  readonly seenBy?: string | null
  /** When the missing answer was reported; null: it was not; absent in lists. */
  readonly unansweredAt?: number | null
}
