import type { Exposure } from '../frost/frost-night.ts'
import type { Threshold } from '../frost/temperature-threshold.ts'
import type { Language } from '../language/language.ts'
import type { AlertNight, SentBefore } from './alert-night.ts'
import type { MeasuredBeside } from './watched-forecasts.ts'

/**
 * Why a message is sent.
 * - `raised` first message about a night; `updated` it got worse; `cleared` the risk is over; `dusk` a
 *   reminder before the night
 * - `escalated` a warning about tonight that was not answered, once more
 * - `blind` a data gap tonight; `sighted` forecasts are back
 * - `still_watching` one sign of life after 180 days without a message; `test` asked for by the subscriber
 * - `verify` the receiver must prove itself by its answer (webhook, push); `confirm` carries a link for a
 *   person to confirm (mail)
 */
export type MessageKind =
  | 'raised'
  | 'updated'
  | 'cleared'
  | 'dusk'
  | 'escalated'
  | 'blind'
  | 'sighted'
  | 'still_watching'
  | 'test'
  | 'verify'
  | 'confirm'

/**
 * How much attention a message may demand, by what is new, nearness and likelihood.
 * - `alarm` may break through do-not-disturb; `warning` is about tonight too; `notice` arrives as any message; `quiet`
 *   makes no sound
 */
export const messageUrgencies = ['alarm', 'warning', 'notice', 'quiet'] as const
export type MessageUrgency = (typeof messageUrgencies)[number]

export interface MessageNight extends AlertNight {
  /** `cleared`: it held and is over. `seen`: named without an alert (`sighted`, `blind`, `test`). */
  readonly standing: 'raised' | 'cleared' | 'seen'
  /** The last message's numbers where the night has become worse since; else null. */
  readonly before: SentBefore | null
  /** No message before said that it was raised; absent in messages of older versions. */
  readonly isNew?: true
  /** Its all-clear makes a sound: the reader answered the warning, or was notified again. */
  readonly rings?: true
}

/** Slugs of the crop table; `stage` is null only where `crop` is `generic`. */
interface MessageCrop {
  readonly crop: string
  readonly stage: string | null
  readonly exposure: Exposure | null
  /** The stage was given more than ten days ago: the more sensitive of it and the generic crop counts. */
  readonly stageIsOld: boolean
}

export interface MessagePlace {
  /** Null for a field. */
  readonly slug: string | null
  readonly name: string
  /** Name of a field for others than its subscriber: without coordinates and label. */
  readonly sharedName?: string
  readonly region: string | null
  readonly country: string
  readonly timezone: string
}

/** All raised nights of one subscription: replaces every older message of it. */
export interface AlertMessage {
  readonly kind: MessageKind
  readonly subscriptionId: string
  readonly channel: string
  readonly language: Language
  /** Plain text, never markup. */
  readonly label: string | null
  readonly labelIsOthers?: boolean
  /** In a message to a contact: other subscribers whose nights are also unanswered. */
  readonly alsoFor?: readonly string[]
  readonly threshold: Threshold
  readonly place: MessagePlace
  readonly crop: MessageCrop
  readonly urgency: MessageUrgency
  /** The message also says that forecasts are back after a gap of which the subscriber was notified. */
  readonly endsDataGap: boolean
  readonly tonight: string | null
  /** Empty for `verify`, `confirm`, `still_watching`. */
  readonly nights: readonly MessageNight[]
  readonly issuedAt: number | null
  /** Null: never. `blind` names it. */
  readonly confirmedAt: number | null
  /** The attribution that the licence of the data requires; null without data. */
  readonly attribution: string | null
  /** The message must carry DEMO. */
  readonly synthetic: boolean
  /** When the message was created, not sent, so that a repeat has the same bytes. */
  readonly createdAt: number
  /** Absolute URLs under SITE_URL. */
  readonly links: {
    readonly placeUrl: string
    /** POST: one click (RFC 8058); GET: a page with a button. */
    readonly unsubscribeUrl: string
    /** Null where third parties may read the message. */
    readonly manageUrl: string | null
    /** `confirm` and `verify` only. */
    readonly confirmUrl: string | null
    readonly seenUrl?: string | null
  }
  /** `verify`: what the receiver must send back; `confirm`: the code that a person enters. */
  readonly challenge: string | null
}

export interface PlaceState
  extends Pick<AlertMessage, 'issuedAt' | 'confirmedAt' | 'attribution' | 'synthetic'> {
  /** A place; without a slug the field of a subscription, shown to its subscriber only. */
  readonly place: MessagePlace
  readonly crop: Omit<MessageCrop, 'stageIsOld'>
  /** Tonight first; never empty. */
  readonly nights: readonly AlertNight[]
}

/** How a message would look, without any secret. */
export interface MessagePreview {
  readonly appearance: 'bubble' | 'mail' | 'push' | 'request' | 'entry'
  readonly title: string | null
  readonly text: string
  /** Headers of the request or the mail, in order; empty where the channel shows none. */
  readonly headers: readonly (readonly [name: string, value: string])[]
}

/** What a server of the operator's reports by itself; `id` is a `receiptId`. */
export type IncomingEvent =
  | { readonly kind: 'delivered' | 'failed'; readonly id: string }
  | {
      readonly kind: 'answered'
      readonly id: string | null
      /** The number that answered, as the server writes it. */
      readonly number: string | null
      readonly text: string
    }

/** `answer` is what the server expects. */
export interface Incoming {
  readonly events: readonly IncomingEvent[]
  readonly reply: { readonly status: number; readonly type: string; readonly body: string }
}

export interface GatewayState {
  /** Messages it did not take since this process began. */
  readonly failuresInRow: number
  /** Sent this month, and how much may be. */
  readonly used: number
  readonly monthly: number
}

/**
 * - `none` no night is raised that is over within 28 hours
 * - `waiting` for a person who says that the warning was seen
 * - `unanswered` it was reported that no person did before all had to be ready
 */
export interface ShownAlarm {
  readonly state: 'none' | 'waiting' | 'acknowledged' | 'unanswered' | 'cleared'
  readonly date: string | null
  readonly notifiedAt: number | null
  readonly seenAt: number | null
  readonly unansweredAt: number | null
  readonly timezone: string
}

/** What the owner of a field measures there. */
export interface ShownThermometer extends MeasuredBeside {
  readonly timezone: string
}

export interface ConversationSubscription {
  readonly subscriptionId: string
  readonly placeName: string
  readonly requesterWrote?: string | null
  readonly threshold: Threshold
  readonly crop: string
  readonly stage: string | null
  readonly status: string
  readonly language: Language
}
