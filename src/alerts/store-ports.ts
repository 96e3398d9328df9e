/**
 * What alerts need from a store. Every call is durable when it returns, and is one transaction unless its
 * comment says otherwise.
 */
import type { Language } from '../language/language.ts'
import type { Advancing, UnansweredNight } from './escalation.ts'
import type { CountedCreations, Insertion, InsertionRules } from './insertion-ports.ts'
import type { Acknowledgement } from './outbox-ports.ts'
import type { Destination, StatedSubscription } from './ports.ts'
import type { StoredPreviews } from './stored-previews.ts'
import type { Escalation, NewSubscription, Subscription, SubscriptionState, Vouched } from './subscription.ts'
import type { ComparedThreshold } from './threshold.ts'
import type { WatchedForecast, WatchedProfile } from './watched-forecasts.ts'
import type { PlaceWatcher } from './watching/place-watcher.ts'

export interface StoredProfile extends WatchedProfile {
  readonly seq: number
  readonly stageIsOld: boolean
  /** Hash of the client whose own thermometers count too; null: everybody’s alone. */
  readonly owner: string | null
}

/** Members of a subscription to change; absent members stay. */
export interface SubscriptionChange {
  readonly threshold?: Pick<NewSubscription, 'threshold' | keyof ComparedThreshold>
  readonly crop?: string
  readonly stage?: string | null
  readonly stageGivenAt?: number | null
  readonly exposure?: Subscription['exposure']
  readonly language?: Language
  readonly label?: string | null
  readonly labelIsOwn?: boolean
  readonly tag?: string | null
  readonly escalation?: Escalation | null
  readonly quietHours?: Subscription['quietHours']
}

export interface ChangeRefusal {
  readonly ok: false
}

export interface Binding {
  readonly destination: Destination | null
  readonly destinationKey: string | null
  readonly language: Language | null
  /** Who confirms takes the label for the own name. */
  readonly labelIsOwn?: boolean
  /** A key confirms, where no person has said otherwise. */
  readonly vouched?: Vouched
  readonly now: number
}

/** A destination that replaces another; `from` and `destinationKey` are hashes. */
export interface Rebinding {
  readonly channel: string
  readonly from: string
  readonly destination: Destination
  readonly destinationKey: string
}

/** Pure; called inside the transaction. */
type OrderOfContacts = <Contact extends { readonly id: string; readonly step: number }>(
  contacts: readonly Contact[]
) => readonly Contact[]

export interface SubscriptionStore {
  readonly insert: (subscription: NewSubscription, rules: InsertionRules) => Promise<Insertion>
  /**
   * The result of an earlier request of this client under this key; null where there was none within its
   * time.
   */
  readonly earlier: (
    client: string,
    idempotency: NonNullable<InsertionRules['idempotency']>
  ) => Promise<Insertion | null>
  /** When those of the client's subscriptions that count were created: the newest `most` of them, newest first. */
  readonly createdSince: (
    client: string,
    counted: CountedCreations,
    most: number
  ) => Promise<readonly number[]>
  readonly livingCount: (client: string) => Promise<number>
  /** Stores the answer to an idempotency key, for its replays. */
  readonly rememberAnswer: (client: string, key: string, answer: string) => Promise<void>
  readonly byId: (id: string) => Promise<Subscription | null>
  /** Living ones with this destination that are confirmed, and those that ended since an instant; newest first. */
  readonly byDestinationKey: (
    channel: string,
    destinationKey: string,
    endedSince?: number
  ) => Promise<readonly Subscription[]>
  /** Living contacts of one, in their order. */
  readonly contacts: (id: string) => Promise<readonly Subscription[]>
  /** Gives them another order, in which each of them stands once. */
  readonly orderContacts: (id: string, orderOf: OrderOfContacts) => Promise<void>
  /**
   * Activates a pending one and ends older ones of the same place, channel, crop and destination. False where
   * it was not pending, or where a newer one is already active: then this one ends.
   */
  readonly confirm: (id: string, binding: Binding) => Promise<boolean>
  /** Moves living ones from the destination `from` to another one of their channel; returns how many. */
  readonly rebind: (to: Rebinding) => Promise<number>
  /**
   * Changes members; a new crop, stage or exposure moves it to another scoring profile. What to change is decided while
   * no other request changes the subscription; where that is refused, nothing is changed. Null where there is none.
   */
  readonly change: <Decision extends SubscriptionChange | ChangeRefusal>(
    id: string,
    changeOf: (found: Subscription) => Decision
  ) => Promise<Subscription | Extract<Decision, ChangeRefusal> | null>
  /** Gives a living one its next secret; null where it has ended. */
  readonly rotateSecret: (id: string, now: number) => Promise<Subscription | null>
  /** Moves it if it is in one of `from`; false where it is not. */
  readonly move: (id: string, from: readonly SubscriptionState[], to: SubscriptionMove) => Promise<boolean>
  /** Stores when a feed or stream was fetched. */
  readonly markRead: (id: string, now: number) => Promise<void>
  /**
   * When a message was last sent to each of these, and when each ended. Unknown ids are left out. One query
   * for all.
   */
  readonly activity: (ids: readonly string[]) => Promise<readonly SubscriptionActivity[]>
  /** Scoring profiles with an active subscription, of these places (null: of all), by place. */
  readonly profiles: (locations: readonly string[] | null) => Promise<readonly StoredProfile[]>
  /** The same without an active subscription, where the forecast was confirmed since the instant. */
  readonly unwatchedProfiles: (confirmedSince: number) => Promise<readonly WatchedProfile[]>
  /**
   * From now on the living subscriptions of these clients (hashes) at a place, or those with one of these ids, have
   * scoring profiles of their own, all others common ones; `onlySubscription` restricts it to one. False where that was
   * so before.
   */
  readonly judgeByOwners: (
    location: string,
    owners: readonly string[],
    onlySubscription: string | null
  ) => Promise<boolean>
  /** The channel's active subscriptions, and those that ended since the instant; never previews. */
  readonly ofChannel: (channel: string, endedSince: number) => Promise<readonly StatedSubscription[]>
  /** Slugs of places with an active subscription. */
  readonly watchedPlaces: () => Promise<readonly string[]>
  /** The same, with what decides when each is refreshed. */
  readonly watchOrder: (query: WatchOrderQuery) => Promise<readonly WatchedPlace[]>
  /**
   * From which networks each place is watched; the same one may be there several times.
   * @param fetchedChannels Channels that readers fetch
   */
  readonly watchers: (fetchedChannels: readonly string[]) => Promise<readonly PlaceWatcher[]>
  readonly countByState: () => Promise<
    readonly { readonly state: string; readonly channel: string; readonly count: number }[]
  >
}

/** What makes a night risky, and a feed one that is read. Instants are ms since epoch. */
export interface WatchOrderQuery {
  readonly now: number
  /** Nights whose coldest hour comes later are ignored. */
  readonly nearUntil: number
  /** A night is risky from this far below the lowest threshold [points of score] … */
  readonly scoreMargin: number
  /** … or up to this p10 of the plant minimum [tenths of °C]. */
  readonly p10Tenths: number
  /**
   * Channels that readers fetch; they count as read where they were fetched, or created, since `readSince`.
   */
  readonly fetchedChannels: readonly string[]
  /** The stage of a profile whose stage is estimated. */
  readonly estimatedStage: string
  readonly readSince: number
}

export interface WatchedPlace {
  readonly location: string
  readonly isRead: boolean
  readonly isRisky: boolean
  /** Whether the stage of a crop there follows from the temperatures of the season. */
  readonly isEstimated: boolean
  /** The coldest hour of the first night that is not over, in the last run; null without one. */
  readonly coldestAt: number | null
}

/** What an open stream must know of its subscription. */
export type SubscriptionActivity = Pick<Subscription, 'id' | 'lastSentAt' | 'endedAt'>

export interface SubscriptionMove {
  readonly state: SubscriptionState
  readonly reason: Subscription['reason']
  readonly now: number
}

/** A forecast to be stored as the current run of a scoring profile. */
export interface ScoredRun extends WatchedForecast {
  readonly profile: StoredProfile
  /**
   * When news of nights that are not near may be sent: the instant of the evaluation, or the next morning of
   * the place.
   */
  readonly dayTime: number
}

/** When the data of a scoring profile were last confirmed and what its nights were, for data gaps. */
export interface ProfileVisibility extends StoredProfile {
  /** Null where there never was a run. */
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
  /** Null: everyone with the scoring profile. Else only those with an episode raised for the date. */
  readonly raisedOnly: boolean
}

export interface EpisodeStore {
  /** Stores it; what is known of a newer run stays. */
  readonly acknowledge: (given: Acknowledgement) => Promise<void>
  /**
   * Takes new runs and, in the same transaction, raises, clears and queues what follows. `onlySubscription`
   * restricts it to one (just confirmed, resumed or changed). Repeating it changes nothing.
   */
  readonly evaluate: (
    runs: readonly ScoredRun[],
    now: number,
    onlySubscription: string | null
  ) => Promise<void>
  /**
   * Queues dusk reminders that are due and marks their nights as done; a few hundred profiles a transaction.
   */
  readonly remindAtDusk: (now: number, quietSince: number) => Promise<number>
  /** Scoring profiles whose last confirmation is older than `since`, or that never had one. */
  readonly unseen: (since: number, now: number) => Promise<readonly ProfileVisibility[]>
  /** Queues one `blind` message for each subscription and night. */
  readonly loseData: (profiles: readonly UnseenProfile[], now: number) => Promise<number>
  /**
   * Takes the steps that are due of nights that wait to be answered.
   * @param advancing Pure; called inside the transaction
   * @returns nights of which it is to be reported now that no one has answered
   */
  readonly escalate: (now: number, advancing: Advancing) => Promise<readonly UnansweredNight[]>
  /** Raised nights that are not over. */
  readonly openCount: (now: number) => Promise<number>
  /** Those that no one has answered. */
  readonly unansweredCount: (now: number) => Promise<number>
  /** Messages of escalations that were due before the instant and have not left, by why. */
  readonly lateSteps: (dueBefore: number) => Promise<{ readonly refused: number; readonly notBegun: number }>
}

/** What runs once in a while. Each call uses set-based SQL and is harmless to repeat. */
export interface Maintenance {
  /**
   * Moves subscriptions whose stage was given before the instant to the profile with an old stage; returns
   * their places.
   */
  readonly ageStages: (givenBefore: number) => Promise<readonly string[]>
  /** Ends unconfirmed ones past their time, and feeds or streams not read since `unreadSince`. */
  readonly expire: (input: {
    readonly now: number
    readonly unreadSince: number
    readonly readChannels: readonly string[]
  }) => Promise<number>
  /**
   * Previews of the channels in `stored` become real, without anything that synthetic weather raised or said; the
   * others end. Returns how many.
   */
  readonly endPreviews: (
    now: number,
    stored: readonly StoredPreviews[]
  ) => Promise<{ readonly real: number; readonly ended: number }>
  /**
   * Makes due what a clock that was ahead has postponed: messages created or last tried later than now.
   * Returns how many.
   */
  readonly hastenFuture: (now: number) => Promise<number>
  /** Queues `still_watching` for active ones that were silent since the instant. */
  readonly queueStillWatching: (notSentSince: number, now: number) => Promise<number>
  /**
   * Scrubs destinations of ended subscriptions and deletes old log entries, episodes, runs, idempotency keys
   * and allowances that are no longer needed; in portions, each its own transaction.
   */
  readonly forget: (input: { readonly endedBefore: number; readonly now: number }) => Promise<void>
}
