/** A message as channels get it and words are made of it: facts alone, in no language yet. */

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
  /**
   * `raised`: the alert holds. `cleared`: it held and is over. `seen`: named without an alert (sighted,
   * blind, test).
   */
  readonly standing: 'raised' | 'cleared' | 'seen'
  /** What the last message said of it, where it has become worse since; else null. */
  readonly before: SentBefore | null
  /** No message before this one said that it was raised; absent in messages of older versions. */
  readonly isNew?: true
  /** Its all-clear is heard: the reader answered the warning, or was notified of it again. */
  readonly rings?: true
}

/** The crop of a subscription, as slugs of the crop table; `stage` is null only where `crop` is `generic`. */
export interface MessageCrop {
  readonly crop: string
  readonly stage: string | null
  readonly exposure: Exposure | null
  /**
   * The stage was given more than ten days ago. The more sensitive of it and the generic crop was used; the
   * message says so and asks.
   */
  readonly stageIsOld: boolean
}

export interface MessagePlace {
  /** Null for a field. */
  readonly slug: string | null
  readonly name: string
  /** Of a field, for others than its subscriber: without its coordinates and its label. */
  readonly sharedName?: string
  readonly region: string | null
  readonly country: string
  /** IANA zone of every time in the text. */
  readonly timezone: string
}

/**
 * One message: a snapshot of all raised nights of one subscription, as data without language. A channel makes
 * its text with src/language. It replaces every older message of its subscription.
 */
export interface AlertMessage {
  readonly kind: MessageKind
  readonly subscriptionId: string
  readonly channel: string
  readonly language: Language
  /** The subscriber's own name for it, plain text (never markup), or null. */
  readonly label: string | null
  /** The label is not known to be of the one who reads the message: in no title, and said to be of who asked. */
  readonly labelIsOthers?: boolean
  /** Its reader is a contact: the names of others whose nights no one has answered either. */
  readonly alsoFor?: readonly string[]
  readonly threshold: Threshold
  readonly place: MessagePlace
  readonly crop: MessageCrop
  readonly urgency: MessageUrgency
  /** It also says that forecasts are back after a data gap of which the subscriber was notified. */
  readonly endsDataGap: boolean
  /** The date of the night that pages call tonight; null where that is not known. */
  readonly tonight: string | null
  /** By date; empty for `verify`, `confirm`, `still_watching`. */
  readonly nights: readonly MessageNight[]
  /** When the source issued the data; null where there are none. */
  readonly issuedAt: number | null
  /** When a source last confirmed them; null where never. `blind` names it. */
  readonly confirmedAt: number | null
  /** The sentence that the licence of the data asks for; null where the message contains no data. */
  readonly attribution: string | null
  /** Synthetic data: the message must carry DEMO. */
  readonly synthetic: boolean
  /** When this message was created (not when it is sent), so that a repeat has the same bytes. */
  readonly createdAt: number
  readonly links: MessageLinks
  /** `verify`: the value that the receiver must send back; `confirm`: the code that a person enters; else null. */
  readonly challenge: string | null
}

/** The coming nights of a watched place with one crop: nothing of a subscription. */
export interface PlaceState
  extends Pick<AlertMessage, 'issuedAt' | 'confirmedAt' | 'attribution' | 'synthetic'> {
  /** A named place, or without a slug the field of a subscription: it is shown to its subscriber only. */
  readonly place: MessagePlace
  readonly crop: Omit<MessageCrop, 'stageIsOld'>
  /** By date, tonight first; never empty. */
  readonly nights: readonly AlertNight[]
}

/** Absolute URLs under SITE_URL. */
export interface MessageLinks {
  readonly placeUrl: string
  /** One click (RFC 8058) with POST; a page with a button with GET. */
  readonly unsubscribeUrl: string
  /** Null in messages that third parties may read. */
  readonly manageUrl: string | null
  /** `confirm` and `verify` only: a page whose button confirms. */
  readonly confirmUrl: string | null
  /** A page whose button says that the message was seen; null or absent where there is nothing to acknowledge. */
  readonly seenUrl?: string | null
}

/** How a message would look on the page /preview: the parts that a person may see, without any secret. */
export interface MessagePreview {
  readonly appearance: 'bubble' | 'mail' | 'push' | 'request' | 'entry'
  readonly title: string | null
  /** Plain text, as it would be read. */
  readonly text: string
  /** Headers of the request or the mail, in order; empty where the channel shows none. */
  readonly headers: readonly (readonly [name: string, value: string])[]
}

/** What a server of the operator's reports by itself; `id` is a `receiptId`. */
export type IncomingEvent =
  | { readonly kind: 'delivered' | 'failed'; readonly id: string }
  | {
      readonly kind: 'answered'
      /** Of the message that is answered, or null. */
      readonly id: string | null
      /** The one who answers, as written there, or null. */
      readonly number: string | null
      readonly text: string
    }

/** What came, and the answer that the server expects. */
export interface Incoming {
  readonly events: readonly IncomingEvent[]
  readonly reply: { readonly status: number; readonly type: string; readonly body: string }
}

export interface GatewayState {
  /** Messages in a row that it did not take, since this process began. */
  readonly failuresInRow: number
  /** How much was sent this month, and how much may be. */
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
  /** The label, where the person of the conversation has not set it; absent where there is none. */
  readonly requesterWrote?: string | null
  readonly threshold: Threshold
  readonly crop: string
  readonly stage: string | null
  readonly status: string
  readonly language: Language
}
