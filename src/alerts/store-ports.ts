/** What alerts need from a store. Every call is durable when it returns; each is one transaction unless it says otherwise. */
import type { Language } from '../language/language.ts'
import type { Holding } from './fair-share.ts'
import type { Destination } from './ports.ts'
import type { NewSubscription, StateReason, Subscription, SubscriptionState } from './subscription.ts'
import type { ProfileRequest } from './watched-forecasts.ts'

/** A curve that living subscriptions follow. */
export interface StoredProfile extends ProfileRequest {
  readonly seq: number
  readonly stageIsOld: boolean
}

/** What became of a new subscription. */
export type Insertion =
  | { readonly kind: 'stored'; readonly subscription: Subscription }
  /** The same client sent the same body under the same key before. */
  | { readonly kind: 'replayed'; readonly subscription: Subscription; readonly answer: string | null }
  | { readonly kind: 'key_reused' }
  /** `oldestAt`: when the one was made that must leave the span before the next one passes [ms since epoch]. */
  | { readonly kind: 'client_limit'; readonly oldestAt: number }
  | { readonly kind: 'installation_limit' }
  | { readonly kind: 'network_limit' }

export interface InsertionRules {
  readonly idempotency: { readonly key: string; readonly bodyHash: string; readonly since: number } | null
  readonly clientLimit: { readonly count: number; readonly since: number }
  /** Living subscriptions of the channel: how many there may be, and whether a client's networks may hold one more. */
  readonly installationCap: { readonly most: number; readonly isFair: (holding: Holding) => boolean } | null
  /** Messages to queue with it: `verify` or `confirm`. */
  readonly prompt: 'verify' | 'confirm' | null
}

/** What may change of a subscription; absent members stay. */
export interface SubscriptionChange {
  readonly threshold?: number
  readonly clearBelow?: number
  readonly crop?: string
  readonly stage?: string | null
  readonly stageGivenAt?: number | null
  readonly exposure?: Subscription['exposure']
  readonly language?: Language
  readonly label?: string | null
}

export interface Binding {
  readonly destination: Destination | null
  readonly destinationKey: string | null
  readonly language: Language | null
  readonly now: number
}

/** A destination that takes the place of another; `from` and `destinationKey` are their hashes. */
export interface Rebinding {
  readonly channel: string
  readonly from: string
  readonly destination: Destination
  readonly destinationKey: string
}

export interface SubscriptionStore {
  readonly insert: (subscription: NewSubscription, rules: InsertionRules) => Promise<Insertion>
  /** What an earlier request of this client under this key came to; null where there was none within its time. */
  readonly earlier: (
    client: string,
    idempotency: NonNullable<InsertionRules['idempotency']>
  ) => Promise<Insertion | null>
  /** When the client's subscriptions were made that are younger than `since`, the newest `most` of them, newest first. */
  readonly syntheticSince: (client: string, since: number, most: number) => Promise<readonly number[]>
  /** Keeps what was answered under an idempotency key, for its replays. */
  readonly rememberAnswer: (client: string, key: string, answer: string) => Promise<void>
  readonly byId: (id: string) => Promise<Subscription | null>
  /** Active and paused ones bound to the same destination, newest first. */
  readonly byDestinationKey: (channel: string, destinationKey: string) => Promise<readonly Subscription[]>
  /**
   * Makes a pending one active and ends older ones of the same place, channel, crop and destination. False where it was not pending, or where
   * a newer one is there already: then this one ends.
   */
  readonly confirm: (id: string, binding: Binding) => Promise<boolean>
  /** Binds living ones that are bound to `from` to another destination of their channel; returns how many. */
  readonly rebind: (to: Rebinding) => Promise<number>
  /** Changes members; a new crop, stage or exposure moves it to another curve. */
  readonly change: (id: string, change: SubscriptionChange) => Promise<Subscription | null>
  /** Moves it if it is in one of `from`; false where it is not. */
  readonly move: (id: string, from: readonly SubscriptionState[], to: SubscriptionMove) => Promise<boolean>
  /** Remembers that a feed or stream was fetched. */
  readonly markRead: (id: string, now: number) => Promise<void>
  /** When something was last sent to each of these, and when it ended; unknown ids are left out. One question for all. */
  readonly pulses: (ids: readonly string[]) => Promise<readonly SubscriptionPulse[]>
  /** Curves with an active subscription, by place. */
  readonly profiles: (location: string | null) => Promise<readonly StoredProfile[]>
  /** Slugs of places with an active subscription. */
  readonly watchedPlaces: () => Promise<readonly string[]>
  /** The same, with what decides when each is refreshed. */
  readonly watchOrder: (query: WatchOrderQuery) => Promise<readonly WatchedPlace[]>
  readonly countByState: () => Promise<
    readonly { readonly state: string; readonly channel: string; readonly count: number }[]
  >
}

/** What makes a night one of risk, and a feed one that is read. Instants are ms since epoch. */
export interface WatchOrderQuery {
  readonly now: number
  /** Nights whose coldest hour comes later are not looked at. */
  readonly nearUntil: number
  /** A night is risky from this far below the lowest threshold on [points of score]. */
  readonly scoreMargin: number
  /** … or up to this p10 of the plant minimum [tenths of °C]. */
  readonly p10Tenths: number
  /** Channels that are fetched by their readers; they count as read where they were read, or made, since then. */
  readonly fetchedChannels: readonly string[]
  readonly readSince: number
}

export interface WatchedPlace {
  readonly location: string
  readonly isRead: boolean
  readonly isRisky: boolean
  /** The coldest hour of the first night that is not over, as the last run has it; null where none was seen. */
  readonly coldestAt: number | null
}

/** What an open stream must know of its subscription. */
export type SubscriptionPulse = Pick<Subscription, 'id' | 'lastSentAt' | 'endedAt'>

export interface SubscriptionMove {
  readonly state: SubscriptionState
  readonly reason: StateReason | null
  readonly now: number
}

/** One night of a run, ready to be compared by the store. */
export interface ScoredNight {
  readonly date: string
  readonly watched: boolean
  readonly score: number | null
  readonly levelRank: number
  readonly minimumTenths: number | null
  readonly p10Tenths: number | null
  readonly fromHour: number | null
  readonly coldestAt: number
  readonly overAt: number
  readonly duskAt: number | null
  /** A `MessageNight` without its standing, as JSON. */
  readonly facts: string
}

export interface ScoredRun {
  readonly profile: StoredProfile
  readonly runId: string
  readonly issuedAt: number
  readonly confirmedAt: number
  readonly synthetic: boolean
  readonly attribution: string
  readonly nights: readonly ScoredNight[]
  /** When news of nights that are not near may leave: the instant of the evaluation, or the next morning of the place. */
  readonly dayTime: number
}

/** A curve's sight of tonight, for the blind alarm. */
export interface ProfileVisibility extends StoredProfile {
  /** Null where no run was ever seen. */
  readonly confirmedAt: number | null
  readonly nights: readonly {
    readonly date: string
    readonly p10Tenths: number | null
    readonly coldestAt: number
    readonly overAt: number
  }[]
}

export interface UnseenProfile {
  readonly profileSeq: number
  readonly date: string
  /** Null: everyone on the curve. Else only who has an episode raised for the date. */
  readonly raisedOnly: boolean
}

export interface EpisodeStore {
  /**
   * Takes new runs and, in the same transaction, raises, clears and queues what follows from them.
   * `onlySubscription` restricts it to one (just confirmed, resumed or changed). Repeating it changes nothing.
   */
  readonly evaluate: (
    runs: readonly ScoredRun[],
    now: number,
    onlySubscription: string | null
  ) => Promise<void>
  /** Queues dusk reminders that are due and marks their nights as done; some hundred curves a transaction. */
  readonly remindAtDusk: (now: number, quietSince: number) => Promise<number>
  /** Curves whose last confirmation is older than `since`, or that never had one. */
  readonly unseen: (since: number, now: number) => Promise<readonly ProfileVisibility[]>
  /** Queues one blind message a subscription and night. */
  readonly loseData: (profiles: readonly UnseenProfile[], now: number) => Promise<number>
  /** Nights that stand as raised and are not over. */
  readonly openCount: (now: number) => Promise<number>
}

/** What runs once in a while; each is set-based and harmless to repeat. */
export interface Maintenance {
  /** Moves subscriptions whose stage was given before the instant to the curve that mistrusts it; answers at which places. */
  readonly ageStages: (givenBefore: number) => Promise<readonly string[]>
  /** Ends unconfirmed ones past their time, and feeds or streams unread since `unreadSince`. */
  readonly expire: (input: {
    readonly now: number
    readonly unreadSince: number
    readonly readChannels: readonly string[]
  }) => Promise<number>
  readonly endPreviews: (now: number) => Promise<number>
  /** Makes due what a clock that was ahead has put off: messages made, or last tried, later than now. Answers how many. */
  readonly hastenFuture: (now: number) => Promise<number>
  /** Queues `still_watching` for active ones that were silent since the instant. */
  readonly endSilence: (silentSince: number, now: number) => Promise<number>
  /**
   * Forgets destinations of ended ones, and the log, episodes, runs, idempotency keys and used allowances that nobody needs any more;
   * in portions, each its own transaction.
   */
  readonly forget: (input: { readonly endedBefore: number; readonly now: number }) => Promise<void>
}

/** Counts against a cap; shared by all processes on the store. */
export interface Allowances {
  /** Takes one from the window that holds `now`; false where all `limit` are used. */
  readonly take: (use: AllowanceUse) => Promise<boolean>
  /** One that was taken so and came to nothing. */
  readonly giveBack: (use: AllowanceUse) => Promise<void>
}

/** One use of a cap of `limit` in each window of `windowMs` [ms]; windows begin at multiples of that since the epoch. */
export interface AllowanceUse {
  readonly scope: string
  readonly key: string
  readonly limit: number
  readonly windowMs: number
  /** [ms since epoch] */
  readonly now: number
}
