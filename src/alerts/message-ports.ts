/** A message as channels get it and words are made of it: facts alone, in no language yet. */

import type { Exposure, FrostAppearance, FrostLevel, FrostType } from '../frost/frost-night.ts'
import type { Language } from '../language/language.ts'

/**
 * Why a message is sent.
 * - `raised` first word of a night; `updated` it got worse; `cleared` the risk is over; `dusk` a reminder before the night
 * - `dataGap` no source can be seen tonight; `dataRestored` it can be seen again
 * - `still_watching` one sign of life after 180 silent days; `test` asked for by the subscriber
 * - `verify` the receiver must prove itself by its answer (webhook, push); `confirm` carries a link to be confirmed by a person (mail)
 */
export type MessageKind =
  | 'raised'
  | 'updated'
  | 'cleared'
  | 'dusk'
  | 'blind'
  | 'sighted'
  | 'still_watching'
  | 'test'
  | 'verify'
  | 'confirm'

/**
 * How loudly a message may come: nearness and severity together.
 * - `alarm` breaks silence; `notice` comes as any message; `quiet` makes no sound
 */
export type MessageUrgency = 'alarm' | 'notice' | 'quiet'

/** One night as a message tells it; every number is the published one (rounded once). */
export interface MessageNight {
  /** The morning that ends the night, in the place's zone: `YYYY-MM-DD`. */
  readonly date: string
  /** `raised`: the alert stands. `cleared`: it stood and is over. `seen`: told without an alert (sighted, blind, test). */
  readonly standing: 'raised' | 'cleared' | 'seen'
  /** 0…100, one decimal; null where it cannot be computed. */
  readonly score: number | null
  readonly level: FrostLevel
  readonly airTemperatureMinC: number | null
  readonly plantTemperatureMinC: number | null
  /** The range within which the plant minimum lies in four of five such nights [°C]. */
  readonly plantTemperatureP10C: number | null
  readonly plantTemperatureP90C: number | null
  readonly coldestAt: number | null
  /** First and last hour at which damage is expected to begin and end; null where it never is. */
  readonly frostFromAt: number | null
  readonly frostToAt: number | null
  readonly sunsetAt: number | null
  readonly sunriseAt: number | null
  /** The instant the night is over; a warning after it is worthless. */
  readonly overAt: number
  readonly frostType: FrostType | null
  readonly appearance: FrostAppearance | null
  /** Expected percentage of buds killed, with a crop and stage that has it; else null. */
  readonly expectedDamagePercent: number | null
}

/** The crop a subscription names, as slugs of the crop table; `stage` null only where `crop` is `generic`. */
export interface MessageCrop {
  readonly crop: string
  readonly stage: string | null
  readonly exposure: Exposure | null
  /** The stage was given more than ten days ago: the more sensitive of it and the generic curve was used; say so and ask. */
  readonly stageIsOld: boolean
}

/**
 * One message: a snapshot of all raised nights of one subscription as data without language; a channel makes its text with
 * src/language. It supersedes every older message of its subscription whole.
 */
export interface AlertMessage {
  readonly kind: MessageKind
  readonly subscriptionId: string
  readonly channel: string
  readonly language: Language
  /** The subscriber's own name for it, plain text (never markup), or null. */
  readonly label: string | null
  readonly threshold: number
  readonly place: {
    readonly slug: string
    readonly name: string
    readonly region: string | null
    readonly country: string
    /** IANA zone in which every time is told. */
    readonly timezone: string
  }
  readonly crop: MessageCrop
  /** How loudly it may come. */
  readonly urgency: MessageUrgency
  /** It also says that forecasts are back after a data gap of which the subscriber was notified. */
  readonly endsDataGap: boolean
  /** By date; empty for `verify`, `confirm`, `still_watching`. */
  readonly nights: readonly MessageNight[]
  /** When the data are from; null where there are none. */
  readonly issuedAt: number | null
  /** When a source last confirmed them; null where never. `dataGap` tells it. */
  readonly confirmedAt: number | null
  /** The sentence the data's licence asks for; null where no data are told. */
  readonly attribution: string | null
  /** Made-up data: the message must carry DEMO. */
  readonly synthetic: boolean
  /** When this message was made (not when it is sent), so that a repeat has the same bytes. */
  readonly createdAt: number
  readonly links: MessageLinks
  /** `verify` only: the value the receiver must send back. */
  readonly challenge: string | null
}

/** Where a message leads; absolute URLs under SITE_URL. */
export interface MessageLinks {
  readonly placeUrl: string
  /** One click (RFC 8058) with POST; a page with a button with GET. */
  readonly unsubscribeUrl: string
  /** Null in messages that third parties may read. */
  readonly manageUrl: string | null
  /** `confirm` only. */
  readonly confirmUrl: string | null
}
