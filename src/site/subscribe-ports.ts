import type { ProfileRequest } from '../frost/scoring-profile.ts'
import type { NamedChannel } from '../language/labels.ts'
import type { Language } from '../language/language.ts'
import type { AskedPoint } from '../places/point.ts'

/** A channel as this installation offers it to a visitor without a key. */
export interface ChannelOffer extends NamedChannel {
  readonly needs: 'nothing' | 'email' | 'url' | 'push' | 'phone'
  /** Chat programs in whose form it writes; absent where its messages have one form. */
  readonly formats?: readonly string[]
  /** Its place among the channels that need no program, from 1; null where one is needed. */
  readonly rankForPeople: number | null
  readonly pushes: boolean
  /** While on demo data: accepted, but nothing leaves the machine. */
  readonly preview: boolean
}

export type FormThreshold =
  | { readonly threshold: number }
  | {
      readonly threshold_temperature: number
      readonly threshold_of: string
      readonly threshold_probability?: number
    }

export interface SubscribeForm extends ProfileRequest {
  /** A slug, or a field. */
  readonly location: string | AskedPoint
  /** The subscriber's own name for a field; null or absent without one. */
  readonly label?: string | null
  readonly channel: string
  /** A score, or a temperature [°C] with its subject and probability; as typed; the subscribe request checks it. */
  readonly threshold: FormThreshold
  /** An address or URL, or a PushSubscription as JSON text; null where none was given. */
  readonly destination: string | null
  /** One of the channel's `formats`; null or absent: its own. */
  readonly format?: string | null
  /** New for each form that is sent; a repeated request does not make a second subscription. Null without scripts. */
  readonly idempotencyKey: string | null
  readonly lang: Language
}

export type SubscribeOutcome =
  | {
      readonly kind: 'subscribed'
      /** The page that says what was made, for an hour. */
      readonly path: string
    }
  | {
      readonly kind: 'refused'
      /** The status a page should answer with: 422, 429, 503. */
      readonly status: number
      readonly code: string
      readonly detail: string
      readonly wrong: readonly string[]
    }
