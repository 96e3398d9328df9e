/** What alerts need from a store. A call is durable when it returns, and one transaction unless it says otherwise. */
import type { Language } from '../language/language.ts'
import type { Advancing } from './escalation.ts'
import type { CountedCreations, Insertion, InsertionRules } from './insertion-ports.ts'
import type { Acknowledgement } from './outbox-ports.ts'
import type { Destination, StatedSubscription } from './ports.ts'
import type { NewSubscription, Subscription, SubscriptionState, Vouched } from './subscription.ts'
import type { ComparedThreshold } from './threshold.ts'
import type { WatchedForecast, WatchedProfile } from './watched-forecasts.ts'

export interface PlaceWatcher {
  readonly location: string
  /** Hash, or of the client where it has none: an API key, or an address that is not public. */
  readonly network: string
  /** A subscription of the place is sent its messages, or has fetched them. */
  readonly isConfirmed: boolean
  /** The number of the first: a lower one is older. */
  readonly since: number
}

export interface StoredPreviews {
  readonly channel: string
  /** The message that asks for confirmation, where the channel sends one; null: the subscriptions are active. */
  readonly asked: {
    readonly trigger: 'verify' | 'confirm' | null
    readonly confirmUntil: number | null
  } | null
}

export interface StoredProfile extends WatchedProfile {
  readonly seq: number
  readonly stageIsOld: boolean
  /** Hash of the client whose own thermometers count too; null: only thermometers that count for everyone. */
  readonly owner: string | null
}

type Changeable = 'crop' | 'stage' | 'stageGivenAt' | 'exposure' | 'language' | 'label' | 'labelIsOwn' | 'tag'

export interface SubscriptionChange
  extends Partial<Pick<Subscription, Changeable | 'escalation' | 'quietHours'>> {
  readonly threshold?: Pick<NewSubscription, 'threshold' | keyof ComparedThreshold>
}

export interface ChangeRefusal {
  readonly ok: false
}

export interface Binding {
  readonly destination: Destination | null
  readonly destinationKey: string | null
  readonly language: Language | null
  /** The person who confirms accepts the label as their own. */
  readonly labelIsOwn?: boolean
  /** A key vouches, unless the person has said otherwise. */
  readonly vouched?: Vouched
  readonly now: number
}

/** Pure; called inside the transaction. */
type OrderOfContacts = <Contact extends { readonly id: string; readonly step: number }>(
  contacts: readonly Contact[]
) => readonly Contact[]

export interface SubscriptionStore {
  readonly insert: (subscription: NewSubscription, rules: InsertionRules) => Promise<Insertion>
  /** An earlier request of this client under the key; null: none within its time. */
  readonly earlier: (
    client: string,
    idempotency: NonNullable<InsertionRules['idempotency']>
  ) => Promise<Insertion | null>
  /** The newest `most` creations that count, newest first. */
  readonly createdSince: (
    client: string,
    counted: CountedCreations,
    most: number
  ) => Promise<readonly number[]>
  readonly livingCount: (client: string) => Promise<number>
  readonly rememberAnswer: (client: string, key: string, answer: string) => Promise<void>
  readonly byId: (id: string) => Promise<Subscription | null>
  /** Living, confirmed ones, and those that ended since; newest first. */
  readonly byDestinationKey: (
    channel: string,
    destinationKey: string,
    endedSince?: number
  ) => Promise<readonly Subscription[]>
  /** Living contacts, in their order. */
  readonly contacts: (id: string) => Promise<readonly Subscription[]>
  /** The new order holds each contact once. */
  readonly orderContacts: (id: string, orderOf: OrderOfContacts) => Promise<void>
  /** Ends older subscriptions of place, channel, crop and destination. False: not pending, or a newer one is active. */
  readonly confirm: (id: string, binding: Binding) => Promise<boolean>
  /** Moves the channel's living subscriptions; returns how many. `from` and `destinationKey` are hashes. */
  readonly rebind: (to: {
    readonly channel: string
    readonly from: string
    readonly destination: Destination
    readonly destinationKey: string
  }) => Promise<number>
  /** Decided while no other request changes it; where refused, nothing changes. Null: there is none. */
  readonly change: <Decision extends SubscriptionChange | ChangeRefusal>(
    id: string,
    changeOf: (found: Subscription) => Decision
  ) => Promise<Subscription | Extract<Decision, ChangeRefusal> | null>
  /** Null where the subscription has ended. */
  readonly rotateSecret: (id: string, now: number) => Promise<Subscription | null>
  /** If it is in one of `from`; false where it is not. */
  readonly move: (
    id: string,
    from: readonly SubscriptionState[],
    to: {
      readonly state: SubscriptionState
      readonly reason: Subscription['reason']
      readonly now: number
    }
  ) => Promise<boolean>
  readonly markRead: (id: string, now: number) => Promise<void>
  /** Unknown ids are left out. One query for all. */
  readonly activity: (
    ids: readonly string[]
  ) => Promise<readonly Pick<Subscription, 'id' | 'lastSentAt' | 'endedAt'>[]>
  /** Profiles with an active subscription, of these places (null: all), by place. */
  readonly profiles: (locations: readonly string[] | null) => Promise<readonly StoredProfile[]>
  /** Profiles without an active subscription, with a forecast confirmed since the instant. */
  readonly unwatchedProfiles: (confirmedSince: number) => Promise<readonly WatchedProfile[]>
  /** From now on these subscriptions or clients (hashes) have own scoring profiles at a place. False: as before. */
  readonly judgeByOwners: (
    location: string,
    owners: readonly string[],
    onlySubscription: string | null
  ) => Promise<boolean>
  /** Active, or ended since; never previews. */
  readonly ofChannel: (channel: string, endedSince: number) => Promise<readonly StatedSubscription[]>
  readonly watchedPlaces: () => Promise<readonly string[]>
  readonly watchOrder: (query: WatchOrderQuery) => Promise<readonly WatchedPlace[]>
  /** Watchers by network; a watcher may be in the list several times. @param fetchedChannels that readers fetch */
  readonly watchers: (fetchedChannels: readonly string[]) => Promise<readonly PlaceWatcher[]>
  readonly countByState: () => Promise<
    readonly { readonly state: string; readonly channel: string; readonly count: number }[]
  >
}

export interface WatchOrderQuery {
  readonly now: number
  /** Later coldest hours are ignored. */
  readonly nearUntil: number
  /** A night is risky so far below the lowest threshold [points of score] … */
  readonly scoreMargin: number
  /** … or up to this p10 of the plant minimum [tenths of °C]. */
  readonly p10Tenths: number
  /** Channels that readers fetch; they count as read where fetched, or created, since `readSince`. */
  readonly fetchedChannels: readonly string[]
  readonly estimatedStage: string
  readonly readSince: number
}

export interface WatchedPlace {
  readonly location: string
  readonly isRead: boolean
  readonly isRisky: boolean
  /** The stage of a crop follows from the temperatures of the season. */
  readonly isEstimated: boolean
  /** Coldest hour of the first night that is not over, in the last run. */
  readonly coldestAt: number | null
}

export interface ScoredRun extends WatchedForecast {
  readonly profile: StoredProfile
  /** News of nights that are not near may leave: the instant of the evaluation, or the next morning. */
  readonly dayTime: number
}

export interface ProfileVisibility extends StoredProfile {
  /** Null: there never was a run. */
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
  /** False: everyone with the scoring profile. */
  readonly raisedOnly: boolean
}

export interface EpisodeStore {
  /** What is known about a newer run stays. */
  readonly acknowledge: (given: Acknowledgement) => Promise<void>
  /** Takes runs and, in the same transaction, raises, clears and queues. Repeating it changes nothing. */
  readonly evaluate: (
    runs: readonly ScoredRun[],
    now: number,
    onlySubscription: string | null
  ) => Promise<void>
  /** Queues reminders that are due; a few hundred profiles a transaction. */
  readonly remindAtDusk: (now: number, quietSince: number) => Promise<number>
  /** Profiles whose forecast was last confirmed before `since`, or never. */
  readonly unseen: (since: number, now: number) => Promise<readonly ProfileVisibility[]>
  /** One `blind` message for each subscription and night. */
  readonly loseData: (profiles: readonly UnseenProfile[], now: number) => Promise<number>
  /**
   * Queues the steps that are due for nights that wait for an answer.
   * @param advancing pure; called inside the transaction
   * @returns nights to be reported now: no one has answered
   */
  readonly escalate: (
    now: number,
    advancing: Advancing
  ) => Promise<readonly { readonly subscriptionId: string; readonly date: string }[]>
  readonly openCount: (now: number) => Promise<number>
  readonly unansweredCount: (now: number) => Promise<number>
  /** Escalations due before the instant and not sent, by reason. */
  readonly lateSteps: (dueBefore: number) => Promise<{ readonly refused: number; readonly notBegun: number }>
}

/** Each call is set-based SQL, harmless to repeat. */
export interface Maintenance {
  /** Where the stage was given before the instant, to the profile with an old stage; returns places. */
  readonly ageStages: (givenBefore: number) => Promise<readonly string[]>
  /** Ends unconfirmed subscriptions past their time, and feeds or streams not read since `unreadSince`. */
  readonly expire: (input: {
    readonly now: number
    readonly unreadSince: number
    readonly readChannels: readonly string[]
  }) => Promise<number>
  /** Previews of `stored` channels become real, without synthetic warnings; others end. Returns how many. */
  readonly endPreviews: (
    now: number,
    stored: readonly StoredPreviews[]
  ) => Promise<{ readonly real: number; readonly ended: number }>
  /** Makes messages due that a clock ahead has postponed: created or last tried later than now. Returns how many. */
  readonly hastenFuture: (now: number) => Promise<number>
  /** Queues a sign of life for active subscriptions without a message since `notSentSince`. */
  readonly queueStillWatching: (notSentSince: number, now: number) => Promise<number>
  /** Scrubs destinations of ended subscriptions, deletes what is no longer needed; each portion is a transaction. */
  readonly forget: (input: { readonly endedBefore: number; readonly now: number }) => Promise<void>
}
