/** What alerts need from outside, and what a channel must be. */
import type { TObject } from 'typebox'
import type { Language, Localized } from '../language/language.ts'
import type { AskedThreshold, ThresholdChange } from './asked-threshold.ts'
import type {
  AlertMessage,
  ConversationSubscription,
  GatewayState,
  Incoming,
  MessagePreview,
  PlaceState,
  ShownAlarm,
  ShownThermometer
} from './message-ports.ts'
import type { WatchedProfile } from './watched-forecasts.ts'

/** The present instant [ms since epoch]. */
export type Clock = () => number

/** Random bytes for ids and topics: the operating system's in service, a counter in tests. */
export type Randomness = (bytes: number) => Uint8Array

/** Derives secrets from the server's key. Nothing that it returns may be logged. */
export interface Keys {
  /** HMAC-SHA-256(server key, purpose ‖ 0 ‖ text): 32 bytes. */
  readonly derive: (purpose: string, text: string) => Uint8Array
  /** SHA-256 as lower-case hex, for values that are only compared. */
  readonly hash: (text: string) => string
}

/** A client's networks as opaque text: the block that a provider usually assigns to a customer, and one around it. */
export interface ClientNetworks {
  /** IPv4 /24, IPv6 /48. */
  readonly near: string
  /** IPv4 /16, IPv6 /32. */
  readonly wide: string
}

/** Where a channel sends to, as its `prepare` returned it. Plain JSON, stored unchanged, scrubbed after the end. */
export type Destination = Readonly<Record<string, unknown>>

/**
 * The outcome of one attempt.
 * - `sent` accepted by the channel (not: read by a person)
 * - `retry` may work later; never sooner than `afterSeconds`
 * - `rejected` will not work again: `blocked` by the person, `gone` for good, `failing` for another lasting reason
 */
export type DeliveryOutcome =
  /**
   * `thread`: what the channel calls the first message of the conversation, for messages that answer it; null where
   * none can. `asksReader`: of a proof, whose receiver cannot answer; a reader confirms by the link in it.
   */
  | { readonly outcome: 'sent'; readonly thread: string | null; readonly asksReader?: true }
  | {
      readonly outcome: 'retry'
      readonly afterSeconds: number | null
      readonly reason: string
      /** It is certain that the message did not reach anyone. */
      readonly reachedNoRecipient?: true
      /** It may have been sent: it is not tried again. */
      readonly isFinal?: true
    }
  | { readonly outcome: 'rejected'; readonly suspend: SuspensionReason; readonly reason: string }

export type SuspensionReason = 'blocked' | 'gone' | 'failing'

export interface DeliveryContext {
  /** The same for every repeat of a message, so that a receiver can drop duplicates: `msg_…`. */
  readonly messageId: string
  /** 1, 2 … */
  readonly attempt: number
  readonly now: number
  /** 32 bytes that belong to this subscription, for signatures. */
  readonly signingKey: Uint8Array
  /** Signs beside it for a day after the secret was rotated; else null. */
  readonly previousSigningKey: Uint8Array | null
  /** Names the message to a server that reports on it later; cannot be guessed. */
  readonly receiptId: string
  /** The `thread` of the message before in the same conversation; null where there was none. */
  readonly thread: string | null
  /** Aborted when the attempt takes too long or the process stops. */
  readonly signal: AbortSignal
}

/** Why a destination is refused; `pointer` is a JSON pointer into the body (`/destination/url`). */
export interface DestinationProblem {
  readonly ok: false
  readonly code: 'destination_required' | 'destination_invalid' | 'destination_not_allowed'
  readonly pointer: string
  readonly detail: string
}

export interface PreparedDestination {
  readonly ok: true
  /** Null until a person is bound (a conversation that has not begun). */
  readonly destination: Destination | null
  /** Identifies the destination (an address, a URL, a chat); null where it is unique by itself. Stored as a hash. */
  readonly destinationKey: string | null
  /** What limits on confirmations count by: a mail address, a host. Null: no such limit. */
  readonly confirmationRateLimitKey: string | null
}

/**
 * How a destination proves that it wants the messages.
 * - `none` active at once
 * - `answer` a `verify` message; its being `sent` confirms, unless it asks a reader to
 * - `link` a `confirm` message; a person POSTs its link
 * - `conversation` the subscriber starts a chat with a single-use token (a bot)
 * - `code` a `confirm` message; a person enters its code
 */
export const confirmationMethods = ['none', 'answer', 'link', 'conversation', 'code'] as const
export type ConfirmationMethod = (typeof confirmationMethods)[number]

/** What the answer to `subscribe` contains for this channel; a member is null where it does not apply. */
export interface Setup {
  /** What to open: a deep link, a topic's URL, a feed. */
  readonly url: string | null
  /** `whsec_…`, shown once (and again for the same idempotency key). */
  readonly secret: string | null
  /**
   * Which sentence of src/language explains the next step: `press_start`, `answer_challenge`, `open_mail`,
   * `subscribe_topic` …
   */
  readonly instructions: string | null
}

export interface SetupInput {
  readonly destination: Destination | null
  readonly signingKey: Uint8Array
  /** The single-use token of a conversation, ≤ 64 characters of [A-Za-z0-9_-]; null for other methods. */
  readonly conversationToken: string | null
  readonly feedUrl: string
  readonly streamUrl: string
}

/** A way to reach people or programs. Each has one folder and one line in the registry. */
export interface Channel {
  /** The value of `channel` in the body: `telegram`, or the operator's own `koop-telegram`. */
  readonly id: string
  /** The folder: `telegram`. */
  readonly kind: string
  /** What people call this kind. */
  readonly names: Localized
  /** False where the reader must fetch (feed, sse). */
  readonly pushes: boolean
  /** Accepts the body without a destination. */
  readonly takesMinimalBody: boolean
  /** Can deliver with the present configuration; if false, it serves previews only. */
  readonly isConfigured: boolean
  /** Names of the variables that are missing, for GET /channels; empty when configured. */
  readonly needs: readonly string[]
  /** What will not arrive as it is set up here, in English, for all to see; absent where all will. */
  readonly warning?: string
  /** JSON pointers of the members that a body must contain: `/destination/url`; empty with a minimal body. */
  readonly destinationMembers: readonly string[]
  /** What the OpenAPI document publishes of `destination`; absent where the channel takes none. */
  readonly destinationSchema?: TObject
  /** The input of a form that asks for the destination; `push` is the browser's push subscription; null: none. */
  readonly formField: 'email' | 'url' | 'push' | 'phone' | null
  /** Its place among the channels that need no program, the commonest being 1; absent for all others. */
  readonly rankForPeople?: number
  /** As what its readers fetch the messages; absent where they do not. */
  readonly fetchedAs?: 'atom' | 'events'
  /** Its messages have a button or a link, or are answered, to say that they were seen. */
  readonly takesAnswers?: true
  /** The subscriber's program may have missed a message: the manage page offers to send it again. */
  readonly offersResend?: true
  /** Only with the operator's API key. */
  readonly needsOperatorKey: boolean
  readonly confirmation: ConfirmationMethod
  /** How long a confirmation is awaited [s]; null with `none`. */
  readonly confirmWithinSeconds: number | null
  /** `verify` is tried during the request, so that the answer can already say `active` (webpush). */
  readonly confirmsAtOnce: boolean
  /** How many living subscriptions this installation allows; null: no limit. */
  readonly installationCap: number | null
  /**
   * Checks and completes what the body named; `destination` is null where the body has none. Never throws for
   * bad input.
   */
  readonly prepare: (input: {
    readonly destination: unknown
    readonly place: { readonly slug: string }
    readonly random: Randomness
    /** The client of the request, as limits count it; absent for the operator. */
    readonly client?: string
  }) => Promise<PreparedDestination | DestinationProblem>
  /**
   * Why it cannot deliver just now, in a sentence for the subscriber; null where no fault is known. Called
   * before a subscription is accepted, never on demo data. Absent where no server of the operator is between
   * the service and the subscriber.
   */
  readonly unavailable?: () => Promise<string | null>
  readonly setup: (input: SetupInput) => Setup
  /** Sends one message once. Never throws for an expected refusal; a throw is recorded as `retry`. */
  readonly deliver: (
    message: AlertMessage,
    destination: Destination,
    context: DeliveryContext
  ) => Promise<DeliveryOutcome>
  /** How it would look; `destination` may be null (previews are not bound). */
  readonly preview: (
    message: AlertMessage,
    destination: Destination | null,
    context: Pick<DeliveryContext, 'messageId' | 'now' | 'signingKey'>
  ) => MessagePreview
  /** Reads what the operator's server sends by itself; null without the secret of its address. */
  readonly receive?: (secret: string, body: string, receiptId: string | null) => Incoming | null
  readonly gatewayState?: () => Promise<GatewayState>
  /** The destination key of a sender, as `prepare` would give it; null where it is none. */
  readonly keyOfSender?: (written: string) => string | null
  /**
   * Runs a conversation until aborted (a bot's long polling). A lease makes sure that one process at a time
   * runs it.
   */
  readonly converse?: (chat: ConversationApi, signal: AbortSignal) => Promise<void>
  /**
   * One round that brings what readers find at any time into line with forecasts and subscriptions. Called
   * after each round of evaluation, in one process at a time. It may take long and may fail: nothing waits
   * for it, and the next round continues.
   */
  readonly showState?: (states: StateApi, signal: AbortSignal) => Promise<void>
}

/** The present state of watched places and of the channel's subscriptions. Instants are ms since epoch. */
export interface StateApi {
  readonly now: Clock
  /** Differs once another process may have shown states in between. */
  readonly term: () => number
  /** Every watched place with the generic crop, and with each crop for which it is watched. */
  readonly watched: () => Promise<readonly WatchedProfile[]>
  /** The same for what was evaluated since the instant and is not watched any more. */
  readonly unwatched: (since: number) => Promise<readonly WatchedProfile[]>
  /** Places that were evaluated since the last call. */
  readonly takeEvaluated: () => ReadonlySet<string>
  /** Null where nothing may be shown: no forecast that is recent enough, or a synthetic one. */
  readonly stateOf: (profile: WatchedProfile) => Promise<PlaceState | null>
  /** The channel's active subscriptions, and those that ended since the instant. */
  readonly subscriptions: (endedSince: number) => Promise<readonly StatedSubscription[]>
  /** What its subscriber calls a field, or near which place it is; null for a named place. */
  readonly fieldName: (subscription: StatedSubscription) => string | null
  readonly fieldState: (subscription: StatedSubscription) => Promise<PlaceState | null>
  /** Its own thermometer near a field; null where there is none. */
  readonly fieldThermometer: (subscription: StatedSubscription) => Promise<ShownThermometer | null>
  readonly alarms: (subscriptions: readonly StatedSubscription[]) => Promise<ReadonlyMap<string, ShownAlarm>>
  /** The last message about nights that was sent to an active one, with the present numbers; null without one. */
  readonly messageOf: (
    subscriptionId: string
  ) => Promise<{ readonly messageId: string; readonly message: AlertMessage } | null>
}

export interface StatedSubscription extends Pick<AlertMessage, 'label' | 'language'> {
  readonly seq: number
  readonly id: string
  readonly location: string
  readonly channel: string
  readonly labelIsOwn: boolean
  readonly destination: Destination | null
  readonly lastSentAt: number | null
  readonly endedAt: number | null
}

/** What a conversation may do; subscribers are found by the `destinationKey` of their destination. */
export interface ConversationApi {
  /**
   * Binds the chat to the subscription of the token. A second use is `unknown`, but from the same chat it is
   * `confirmed` again while the subscription is active.
   */
  readonly confirm: (input: {
    readonly token: string
    readonly destination: Destination
    readonly destinationKey: string
    /** The language of the person; null leaves the one that was requested. */
    readonly language: Language | null
  }) => Promise<'confirmed' | 'expired' | 'unknown'>
  /** A person has seen the message of the token. */
  readonly seen: (token: string) => Promise<'seen' | 'over' | 'unknown'>
  /** The same by a program, of what was sent there last. */
  readonly seenLast: (destination: Destination) => Promise<void>
  readonly list: (destinationKey: string) => Promise<readonly ConversationSubscription[]>
  /** Ends one, or all where `subscriptionId` is null; returns how many ended. */
  readonly stop: (destinationKey: string, subscriptionId: string | null) => Promise<number>
  /** Takes the end of one back, or of all that last ended together where it is null; empty where it is too late. */
  readonly takeBack: (chat: string, id: string | null) => Promise<readonly ConversationSubscription[]>
  /** Changes one, or all where `subscriptionId` is null, or none: each in what it is in. */
  readonly changeThreshold: (
    destinationKey: string,
    subscriptionId: string | null,
    asked: AskedThreshold
  ) => Promise<ThresholdChange>
  /**
   * A chat continues under another id: what was bound to `from` is bound to the new destination. Returns how
   * many.
   */
  readonly rebind: (input: {
    readonly from: string
    readonly destination: Destination
    readonly destinationKey: string
  }) => Promise<number>
}
