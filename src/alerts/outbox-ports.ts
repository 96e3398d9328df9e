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
  /** Set by an earlier claim; null on the first. */
  readonly fixed: FixedMessage | null
  /** A claim has no recorded outcome: it may have been sent. True until the outcome of a repeat settles the message. */
  readonly maybeSent: boolean
  readonly subscription: Pick<
    Subscription,
    | ('seq' | 'id' | 'state' | 'preview' | 'location' | 'channel' | 'threshold' | 'language' | 'label')
    | ('crop' | 'stage' | 'exposure' | 'destination' | 'rateLimitKey' | 'confirmUntil' | 'lastSentAt')
    | ('secret' | 'labelIsOwn')
  >
  readonly stageIsOld: boolean
  readonly dataGap: { readonly date: string | null; readonly open: boolean; readonly notified: boolean }
  readonly episodes: readonly OpenEpisode[]
  /** By date: what the channel called the first message of the conversation about the night. */
  readonly threads: ReadonlyMap<string, string>
  readonly currentRun: StoredRun | null
  /** Nights of an escalation, soonest first. */
  readonly about?: readonly EscalatedNight[]
  readonly quietHours?: QuietHours
  /** Counted messages of the last 36 h. */
  readonly countedSentAt: readonly number[]
}

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

/** A night that no one has answered, as a contact is notified of it. */
export interface EscalatedNight {
  readonly subscription: Pick<
    Subscription,
    'seq' | 'location' | 'crop' | 'stage' | 'exposure' | 'label' | 'threshold'
  >
  readonly isActive: boolean
  /** The contact has yet to learn that the risk is over. */
  readonly isTakenBack: boolean
  readonly stageIsOld: boolean
  readonly episode: OpenEpisode
  readonly run: StoredRun | null
  /** What the contact's channel called its first message about the night. */
  readonly thread: string | null
}

export interface OpenEpisode {
  readonly date: string
  readonly state: 'raised' | 'cleared'
  readonly overAt: number
  readonly notifiedAt: number | null
  readonly notifiedState: 'raised' | 'cleared' | null
  readonly notified: AlertNight | null
  readonly seen?: AlertNight | null
  readonly seenAt?: number
  /** Its reader knows a newer forecast than was announced here: a contact's message had it. */
  readonly isSeenAhead?: true
  /** Its reader answered, or was notified again: an all-clear lets them sleep. */
  readonly isAwake?: true
}

export interface StoredRun extends Omit<WatchedForecast, 'runId'> {
  readonly seq: number
}

/** Fixed at its claim, the same at every repeat. */
export interface FixedMessage {
  readonly messageId: string
  readonly kind: MessageKind
  readonly runSeq: number | null
  readonly nights: readonly (Pick<MessageNight, 'date' | 'standing' | 'isNew' | 'rings'> & {
    readonly before?: SentBefore
  })[]
  readonly madeAt: number
  readonly counted: boolean
  readonly endsDataGap: boolean
  readonly listed?: {
    readonly lead: number
    /** Others by label or place; null: a field without a label. */
    readonly others: readonly (string | null)[]
  }
}

/** News of far nights or a data gap waits: for morning, the end of quiet hours, or half an hour after a message. */
export type WaitReason = 'until_morning'

export type ClaimDecision =
  | { readonly act: 'send'; readonly message: FixedMessage }
  /** The message waits and is decided again when it is due. */
  | { readonly act: 'wait'; readonly until: number; readonly reason: WaitReason }
  | { readonly act: 'drop'; readonly reason: string }
  | { readonly act: 'expire'; readonly reason: string }

/** The members that still matter after the decision: thousands of messages wait in memory. */
type DecidedMessage = Pick<
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
  /** Rows that were read, also those dropped or waiting for the morning. */
  readonly examined: number
}

export interface Claim {
  readonly now: number
  readonly limit: number
  readonly worker: string
  readonly leasedUntil: number
  /** The one subscription to claim for; null: all. */
  readonly onlySubscription: string | null
  /** Pure; called inside the transaction. */
  readonly decide: (due: DueMessage, now: number) => ClaimDecision
}

export type RecordedOutcome =
  /** `thread`: what the channel calls the first message of the conversation. */
  | { readonly kind: 'sent'; readonly thread?: string }
  | {
      readonly kind: 'retry'
      /** Null: at once, with its old due time. */
      readonly nextAttemptAt: number | null
      readonly reason: string
      /** The claim does not count as an attempt. */
      readonly untried?: true
    }
  | { readonly kind: 'expired'; readonly reason: string }
  | { readonly kind: 'rejected'; readonly suspend: SuspensionReason; readonly reason: string }

export interface Recording {
  readonly claimed: ClaimedMessage
  readonly outcome: RecordedOutcome
}

export interface Outbox {
  /** One message of a subscription at a time. Rows of other workers are skipped. */
  readonly claim: (claim: Claim) => Promise<Claimed>
  /** A row whose lease another worker has taken over is left to that worker. */
  readonly record: (recordings: readonly Recording[], worker: string, now: number) => Promise<void>
  /** Queues a message that is due now, or merges it with a waiting one of the same trigger. */
  readonly enqueue: (subscriptionId: string, trigger: MessageTrigger, now: number) => Promise<void>
  readonly nextDueAt: () => Promise<number | null>
  /** `since`: the oldest that is due and waits for no other of its subscription. */
  readonly waiting: () => Promise<{ readonly count: number; readonly oldestDueAt: number | null }>
  /** At the operator's own servers, by channel. @param answering channels with servers of subscribers: not counted */
  readonly retrying: (answering: readonly string[]) => Promise<readonly RetryingMessages[]>
}

export interface RetryingMessages {
  readonly channel: string
  readonly count: number
  readonly since: number
}

export interface LoggedMessage
  extends Pick<DueMessage, 'seq' | 'trigger' | 'attempts' | 'createdAt' | 'fixed'> {
  readonly messageId: string | null
  readonly kind: MessageKind | null
  readonly state: 'queued' | 'sending' | 'sent' | 'dropped' | 'rejected' | 'expired'
  readonly lastAttemptAt: number | null
  readonly nextAttemptAt: number | null
  readonly endedAt: number | null
  readonly reason: string | null
  /** What a gateway reported by itself. */
  readonly receipt: 'delivered' | 'failed' | null
  readonly run: StoredRun | null
}

export interface OwnedMessage {
  readonly subscription: Subscription
  readonly logged: LoggedMessage
}

export interface DeliveryLog {
  /** Newest first; `before` is a `seq`. Dropped ones that were never tried are left out. */
  readonly of: (
    subscriptionId: string,
    limit: number,
    before: number | null
  ) => Promise<readonly LoggedMessage[]>
  readonly byMessageId: (subscriptionId: string, messageId: string) => Promise<LoggedMessage | null>
  readonly bySeq: (seq: number) => Promise<OwnedMessage | null>
  /** The first report counts. */
  readonly noteReceipt: (seq: number, receipt: 'delivered' | 'failed', now: number) => Promise<void>
  /** Messages in the order in which they were sent: the content of feeds and streams. */
  readonly sentAfter: (
    subscriptionId: string,
    since: number,
    limit: number
  ) => Promise<readonly LoggedMessage[]>
  /** Messages of previews, newest first. */
  readonly previews: (limit: number) => Promise<readonly OwnedMessage[]>
}

export interface Acknowledgement {
  readonly subscription: Pick<Subscription, 'seq' | 'id' | 'channel' | 'destinationKey'>
  readonly dates: readonly string[]
  /** The run that described the nights; those of other subscriptions are as announced last. */
  readonly runSeq: number
  /** Until when announcements of the destination's other subscriptions count. */
  readonly notifiedUntil: number
  readonly ofContact?: { readonly messageSeq: number; readonly lead: number }
  readonly isSeen: (episode: OpenEpisode, now: number) => boolean
  readonly now: number
}
