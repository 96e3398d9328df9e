/** What alerts need of an outbox: due messages, their content, their outcomes. */
import type { AlertNight, SentBefore } from './alert-night.ts'
import type { MessageKind, MessageNight } from './message-ports.ts'
import type { SuspensionReason } from './ports.ts'
import type { QuietHours } from './quiet-hours.ts'
import type { Subscription } from './subscription.ts'
import type { WatchedForecast } from './watched-forecasts.ts'

export interface DueMessage {
  readonly seq: number
  readonly trigger: MessageTrigger
  readonly attempts: number
  readonly createdAt: number
  /** The content that an earlier claim fixed; null on the first. */
  readonly fixed: FixedMessage | null
  /**
   * An earlier claim has no recorded outcome, so it may have been sent. Remains true until the outcome of a
   * repeat settles the message.
   */
  readonly maybeSent: boolean
  readonly subscription: DueSubscription
  readonly stageIsOld: boolean
  readonly dataGap: { readonly date: string | null; readonly open: boolean; readonly notified: boolean }
  readonly episodes: readonly OpenEpisode[]
  /** By date: what the channel called the first message of the conversation about that night. */
  readonly threads: ReadonlyMap<string, string>
  readonly currentRun: StoredRun | null
  /** Of an escalation: the nights that it is about, the soonest first. */
  readonly about?: readonly EscalatedNight[]
  /** Absent: none. */
  readonly quietHours?: QuietHours
  /** When counted messages were sent in the last 36 h. */
  readonly countedSentAt: readonly number[]
}

/** What a decision and a message need to know of the subscription. */
export type DueSubscription = Pick<
  Subscription,
  | ('seq' | 'id' | 'state' | 'preview' | 'location' | 'channel' | 'threshold' | 'language' | 'label')
  | ('crop' | 'stage' | 'exposure' | 'destination' | 'rateLimitKey' | 'confirmUntil' | 'lastSentAt')
  | ('secret' | 'labelIsOwn')
>

export type MessageTrigger =
  | 'change'
  | 'dusk'
  | 'blind'
  | 'sighted'
  | 'still_watching'
  | 'test'
  | 'verify'
  | 'confirm'
  | 'escalate'

/** A night of a subscription that no one has answered, as its contact is notified of it. */
export interface EscalatedNight {
  readonly subscription: Pick<
    Subscription,
    'seq' | 'location' | 'crop' | 'stage' | 'exposure' | 'label' | 'threshold'
  >
  readonly isActive: boolean
  /** Its contact has yet to learn that the risk is over. */
  readonly isTakenBack: boolean
  readonly stageIsOld: boolean
  readonly episode: OpenEpisode
  readonly run: StoredRun | null
  /** What the contact's channel called its first message about the night; null where it has none. */
  readonly thread: string | null
}

/** What a message to a contact is about. */
export interface Listed {
  /** The number of the subscription whose nights it names. */
  readonly lead: number
  /** Other subscriptions, by label or place; null: a field without a label. */
  readonly others: readonly (string | null)[]
}

export interface OpenEpisode {
  readonly date: string
  readonly state: 'raised' | 'cleared'
  readonly overAt: number
  readonly notifiedAt: number | null
  readonly notifiedState: 'raised' | 'cleared' | null
  readonly notified: AlertNight | null
  /** As it was when a person said that it was seen, and when that was; absent where none did. */
  readonly seen?: AlertNight | null
  readonly seenAt?: number
  /** Its reader answered, or was notified again: an all-clear lets them sleep. */
  readonly isAwake?: true
}

export interface StoredRun extends Omit<WatchedForecast, 'runId'> {
  readonly seq: number
}

/** The content of a message: fixed at its claim, the same at every repeat. */
export interface FixedMessage {
  readonly messageId: string
  readonly kind: MessageKind
  readonly runSeq: number | null
  /** `before` where a night has become worse since the last message. */
  readonly nights: readonly (Pick<MessageNight, 'date' | 'standing' | 'isNew' | 'rings'> & {
    readonly before?: SentBefore
  })[]
  readonly madeAt: number
  readonly counted: boolean
  /** It also says that forecasts are back after a data gap of which the subscriber was notified. */
  readonly endsDataGap: boolean
  /** Of a message to a contact. */
  readonly listed?: Listed
}

/**
 * Why a message waits that has news only of nights that are not near, or only of a data gap: until the morning or the
 * end of quiet hours, or half an hour after another message.
 */
export type WaitReason = 'until_morning'

export type ClaimDecision =
  | { readonly act: 'send'; readonly message: FixedMessage }
  /** Stays in the queue until then and is decided again when it is due. */
  | { readonly act: 'wait'; readonly until: number; readonly reason: WaitReason }
  | { readonly act: 'drop'; readonly reason: string }
  | { readonly act: 'expire'; readonly reason: string }

/**
 * The part of a due message that still matters after its decision. Thousands wait in memory, so the rest is
 * dropped.
 */
export type DecidedMessage = Pick<
  DueMessage,
  | 'seq'
  | 'trigger'
  | 'attempts'
  | 'createdAt'
  | 'fixed'
  | 'maybeSent'
  | 'subscription'
  | 'stageIsOld'
  | 'threads'
>

export interface ClaimedMessage {
  readonly due: DecidedMessage
  readonly message: FixedMessage
  /** The run with the nights of the message; null where it names none. */
  readonly run: StoredRun | null
  readonly leasedUntil: number
}

export interface Claimed {
  readonly messages: readonly ClaimedMessage[]
  /** How many rows were read, including those that were dropped or wait for the morning. */
  readonly examined: number
}

export interface Claim {
  readonly now: number
  readonly limit: number
  readonly worker: string
  readonly leasedUntil: number
  /** Id of the one subscription to claim for; null for all. */
  readonly onlySubscription: string | null
  /** Pure; called inside the transaction. */
  readonly decide: (due: DueMessage, now: number) => ClaimDecision
}

export type RecordedOutcome =
  /** `thread`: what the channel calls the first message of its conversation, where it has conversations. */
  | { readonly kind: 'sent'; readonly thread?: string }
  | {
      readonly kind: 'retry'
      /** Null: at once, with its old due time. */
      readonly nextAttemptAt: number | null
      readonly reason: string
      /** No attempt was started: the claim does not count as one. */
      readonly untried?: true
    }
  | { readonly kind: 'expired'; readonly reason: string }
  | { readonly kind: 'rejected'; readonly suspend: SuspensionReason; readonly reason: string }

export interface Recording {
  readonly claimed: ClaimedMessage
  readonly outcome: RecordedOutcome
}

export interface Outbox {
  /** At most one message of a subscription is being sent at a time. Rows of other workers are skipped. */
  readonly claim: (claim: Claim) => Promise<Claimed>
  /**
   * Records many outcomes at once. A row whose lease another worker has taken over is left to that worker.
   */
  readonly record: (recordings: readonly Recording[], worker: string, now: number) => Promise<void>
  /** Queues one, due now, or merges it with one of the same trigger that already waits. */
  readonly enqueue: (subscriptionId: string, trigger: MessageTrigger, now: number) => Promise<void>
  /** When the next row is due; null where nothing waits. */
  readonly nextDueAt: () => Promise<number | null>
  /** How many wait, and since when the oldest has been due that does not wait for another of its subscription. */
  readonly waiting: () => Promise<{ readonly count: number; readonly oldestDueAt: number | null }>
  /**
   * Messages that have failed at the operator's own servers and are tried again, by channel.
   * @param answering channels whose subscribers name servers of their own: those do not count
   */
  readonly retrying: (answering: readonly string[]) => Promise<readonly RetryingMessages[]>
}

export interface RetryingMessages {
  readonly channel: string
  readonly count: number
  /** When the oldest of them was queued [ms since epoch]. */
  readonly since: number
}

export interface LoggedMessage {
  readonly seq: number
  readonly messageId: string | null
  readonly kind: MessageKind | null
  readonly trigger: MessageTrigger
  readonly state: 'queued' | 'sending' | 'sent' | 'dropped' | 'rejected' | 'expired'
  readonly createdAt: number
  readonly attempts: number
  readonly lastAttemptAt: number | null
  readonly nextAttemptAt: number | null
  readonly endedAt: number | null
  readonly reason: string | null
  /** What a gateway reported of it by itself; null: nothing. */
  readonly receipt: 'delivered' | 'failed' | null
  readonly fixed: FixedMessage | null
  readonly run: StoredRun | null
}

export interface OwnedMessage {
  readonly subscription: Subscription
  readonly logged: LoggedMessage
}

export interface DeliveryLog {
  /**
   * Newest first; `before` is the `seq` to continue from. Dropped messages that were never tried are left
   * out.
   */
  readonly of: (
    subscriptionId: string,
    limit: number,
    before: number | null
  ) => Promise<readonly LoggedMessage[]>
  /** The message with this id; null where the subscription has none. */
  readonly byMessageId: (subscriptionId: string, messageId: string) => Promise<LoggedMessage | null>
  /** The message with this number; null where there is none. */
  readonly bySeq: (seq: number) => Promise<OwnedMessage | null>
  /** The first report counts; later ones change nothing. */
  readonly noteReceipt: (seq: number, receipt: 'delivered' | 'failed', now: number) => Promise<void>
  /** Messages sent after an instant, in the order in which they were sent: the content of feeds and streams. */
  readonly sentAfter: (
    subscriptionId: string,
    since: number,
    limit: number
  ) => Promise<readonly LoggedMessage[]>
  /** The newest messages of preview subscriptions, newest first. */
  readonly previews: (limit: number) => Promise<readonly OwnedMessage[]>
}

/** That a person has seen warnings. */
export interface Acknowledgement {
  readonly subscription: Pick<Subscription, 'seq' | 'id' | 'channel' | 'destinationKey'>
  readonly dates: readonly string[]
  /** As which run described the nights of the subscription; those of others are as they were announced last. */
  readonly runSeq: number
  /** Of other subscriptions of the destination, what was announced until then [ms since epoch]. */
  readonly notifiedUntil: number
  /** The number of a message to a contact: it covers the nights that this one was about. */
  readonly ofContact?: { readonly messageSeq: number; readonly lead: number }
  readonly now: number
}
