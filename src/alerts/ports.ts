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

export type Clock = () => number

/** Random bytes: from the operating system in service, from a counter in tests. */
export type Randomness = (bytes: number) => Uint8Array

/** Secrets from the server's key. Nothing that it returns may be logged. */
export interface Keys {
  /** HMAC-SHA-256(server key, purpose ‖ 0 ‖ text): 32 bytes. */
  readonly derive: (purpose: string, text: string) => Uint8Array
  /** SHA-256 as lower-case hex, for values that are only compared. */
  readonly hash: (text: string) => string
}

/** Opaque text: the block usually assigned to a customer, and one around it. */
export interface ClientNetworks {
  /** IPv4 /24, IPv6 /48. */
  readonly near: string
  /** IPv4 /16, IPv6 /32. */
  readonly wide: string
}

/** A destination as `prepare` returned it: plain JSON, stored unchanged, erased after the end. */
export type Destination = Readonly<Record<string, unknown>>

/**
 * The outcome of one attempt.
 * - `sent` accepted by the channel (not: read by a person)
 * - `retry` may work later; never sooner than `afterSeconds`
 * - `rejected` will not work again: `blocked` by the person, `gone` for good, `failing` for another lasting reason
 */
export type DeliveryOutcome =
  /** `thread`: what the first message of a conversation is called. `asksReader`: the proof's link confirms. */
  | { readonly outcome: 'sent'; readonly thread: string | null; readonly asksReader?: true }
  | {
      readonly outcome: 'retry'
      readonly afterSeconds: number | null
      readonly reason: string
      readonly reachedNoRecipient?: true
      /** The message may have been sent: it is not tried again. */
      readonly isFinal?: true
    }
  | { readonly outcome: 'rejected'; readonly suspend: SuspensionReason; readonly reason: string }

export type SuspensionReason = 'blocked' | 'gone' | 'failing'

export interface DeliveryContext {
  /** `msg_…`, the same at every repeat, so that a receiver can drop duplicates. */
  readonly messageId: string
  /** 1, 2 … */
  readonly attempt: number
  readonly now: number
  /** 32 bytes of this subscription, for signatures. */
  readonly signingKey: Uint8Array
  /** Also signs for a day after a rotation; else null. */
  readonly previousSigningKey: Uint8Array | null
  /** Names the message to a server that reports on it later; cannot be guessed. */
  readonly receiptId: string
  /** The message before in the conversation; null: none. */
  readonly thread: string | null
  /** When the attempt takes too long or the process stops. */
  readonly signal: AbortSignal
}

/** `pointer`: JSON pointer into the body (`/destination/url`). */
export interface DestinationProblem {
  readonly ok: false
  readonly code: 'destination_required' | 'destination_invalid' | 'destination_not_allowed'
  readonly pointer: string
  readonly detail: string
}

export interface PreparedDestination {
  readonly ok: true
  /** Null until a person is bound. */
  readonly destination: Destination | null
  /** An address, a URL, a chat; null where it is unique by itself. Stored as a hash. */
  readonly destinationKey: string | null
  /** Limits on confirmations count by it (a mail address, a host); null: no limit. */
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

/** Part of the answer to `subscribe`; null: does not apply. */
interface Setup {
  readonly url: string | null
  /** `whsec_…`, shown once, and again for the same idempotency key. */
  readonly secret: string | null
  /** The sentence of src/language that explains the next step: `press_start`, `open_mail` … */
  readonly instructions: string | null
}

interface SetupInput {
  readonly destination: Destination | null
  readonly signingKey: Uint8Array
  /** Single use, ≤ 64 characters of [A-Za-z0-9_-]; null for other methods. */
  readonly conversationToken: string | null
  readonly feedUrl: string
  readonly streamUrl: string
}

/** A way to reach people or programs: one folder and one line in the registry. */
export interface Channel {
  /** `channel` in the body: `telegram`, or the operator's own `koop-telegram`. */
  readonly id: string
  readonly kind: string
  readonly names: Localized
  /** False where the reader must fetch (feed, sse). */
  readonly pushes: boolean
  /** A body without a destination is enough. */
  readonly takesMinimalBody: boolean
  /** False: it serves previews only. */
  readonly isConfigured: boolean
  /** The settings that are missing. */
  readonly needs: readonly string[]
  /** What will not arrive as it is set up, in English, for all to see. */
  readonly warning?: string
  /** JSON pointers (`/destination/url`); empty with a minimal body. */
  readonly destinationMembers: readonly string[]
  readonly destinationSchema?: TObject
  /** The form's input for the destination; `push`: the browser's subscription. */
  readonly formField: 'email' | 'url' | 'push' | 'phone' | null
  /** 1: the commonest channel that needs no program; absent for channels that do. */
  readonly rankForPeople?: number
  readonly fetchedAs?: 'atom' | 'events'
  readonly takesAnswers?: true
  /** The subscriber's program may have missed one: the manage page offers to send it again. */
  readonly offersResend?: true
  readonly needsOperatorKey: boolean
  readonly confirmation: ConfirmationMethod
  /** [s]; null with `none`. */
  readonly confirmWithinSeconds: number | null
  /** `verify` is tried during the request, so that the answer can say `active` (webpush). */
  readonly confirmsAtOnce: boolean
  /** Living subscriptions; null: no limit. */
  readonly installationCap: number | null
  /** Checks and completes what the body named; never throws for bad input. */
  readonly prepare: (input: {
    readonly destination: unknown
    readonly place: { readonly slug: string }
    readonly random: Randomness
    /** The client as limits count it; absent for the operator. */
    readonly client?: string
  }) => Promise<PreparedDestination | DestinationProblem>
  /** The known fault, in a sentence for the subscriber; null: none. Not on demo data. Absent: no server in between. */
  readonly unavailable?: () => Promise<string | null>
  readonly setup: (input: SetupInput) => Setup
  /** Once. Never throws for an expected refusal; a throw is recorded as `retry`. */
  readonly deliver: (
    message: AlertMessage,
    destination: Destination,
    context: DeliveryContext
  ) => Promise<DeliveryOutcome>
  /** A preview of the message; `destination` may be null, as previews are not bound. */
  readonly preview: (
    message: AlertMessage,
    destination: Destination | null,
    context: Pick<DeliveryContext, 'messageId' | 'now' | 'signingKey'>
  ) => MessagePreview
  /** What the operator's server sends by itself; null without the secret of its address. */
  readonly receive?: (secret: string, body: string, receiptId: string | null) => Incoming | null
  readonly gatewayState?: () => Promise<GatewayState>
  /** A sender as `prepare` would give it; null: the text is no sender. */
  readonly keyOfSender?: (written: string) => string | null
  /** Until aborted (a bot's long polling). A lease has one process at a time run it. */
  readonly converse?: (chat: ConversationApi, signal: AbortSignal) => Promise<void>
  /** After each round of evaluation, in one process at a time; may take long and fail: the next round continues. */
  readonly showState?: (states: StateApi, signal: AbortSignal) => Promise<void>
}

/** What a channel can read about watched places and its subscriptions. Instants are ms since epoch. */
export interface StateApi {
  readonly now: Clock
  /** Changes once another process may have shown states in between. */
  readonly term: () => number
  /** Watched places with the generic crop, and with each crop for which they are watched. */
  readonly watched: () => Promise<readonly WatchedProfile[]>
  readonly unwatched: (since: number) => Promise<readonly WatchedProfile[]>
  readonly takeEvaluated: () => ReadonlySet<string>
  /** Null: no forecast that is recent enough, or a synthetic one. */
  readonly stateOf: (profile: WatchedProfile) => Promise<PlaceState | null>
  /** Active, or ended since. */
  readonly subscriptions: (endedSince: number) => Promise<readonly StatedSubscription[]>
  /** What its subscriber calls a field, or near which place it is; null: a named place. */
  readonly fieldName: (subscription: StatedSubscription) => string | null
  readonly fieldState: (subscription: StatedSubscription) => Promise<PlaceState | null>
  /** The owner of a nearby field; null: none. */
  readonly fieldThermometer: (subscription: StatedSubscription) => Promise<ShownThermometer | null>
  readonly alarms: (subscriptions: readonly StatedSubscription[]) => Promise<ReadonlyMap<string, ShownAlarm>>
  /** The last one about nights that was sent to an active subscription, with the present numbers; null: none. */
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

/** Subscribers are found by the `destinationKey` of their destination. */
export interface ConversationApi {
  /** Binds the chat to the token's subscription. A second use is `unknown`, or from the same chat `confirmed`. */
  readonly confirm: (input: {
    readonly token: string
    readonly destination: Destination
    readonly destinationKey: string
    /** Null leaves the one that was requested. */
    readonly language: Language | null
  }) => Promise<'confirmed' | 'expired' | 'unknown'>
  readonly seen: (token: string) => Promise<'seen' | 'over' | 'unknown'>
  /** Acknowledges what was last sent there; a program calls it. */
  readonly seenLast: (destination: Destination) => Promise<void>
  readonly list: (destinationKey: string) => Promise<readonly ConversationSubscription[]>
  /** Null: all. Returns how many ended. */
  readonly stop: (destinationKey: string, subscriptionId: string | null) => Promise<number>
  /** Null: all that last ended together. Empty where it is too late. */
  readonly takeBack: (chat: string, id: string | null) => Promise<readonly ConversationSubscription[]>
  /** Null: all, or none; each threshold keeps its kind, score or degrees. */
  readonly changeThreshold: (
    destinationKey: string,
    subscriptionId: string | null,
    asked: AskedThreshold
  ) => Promise<ThresholdChange>
  /** A chat continues under another id. Returns how many subscriptions move. */
  readonly rebind: (input: {
    readonly from: string
    readonly destination: Destination
    readonly destinationKey: string
  }) => Promise<number>
}
