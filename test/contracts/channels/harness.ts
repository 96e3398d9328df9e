/** What the contract asks of each channel's counterpart. */
import type { AlertMessage } from '../../../src/alerts/message-ports.ts'
import type { Channel, DeliveryContext, Destination, SuspensionReason } from '../../../src/alerts/ports.ts'

/** One message as the counterpart took it. */
export interface Received {
  /** What its reader sees, markup taken away. */
  readonly plain: string
  /** The markup a reader's program would interpret; null where there is none. */
  readonly markup: string | null
  /** By what the counterpart knows a repeat; null where its protocol has nothing of the kind. */
  readonly id: string | null
}

export interface Harness {
  readonly channel: Channel
  /** What a body names as `destination`; undefined for the minimal body. */
  readonly given: unknown
  /** The destination of messages once a person is bound, where `prepare` binds none. */
  readonly bound: Destination | null
  /** The instant attempts are made at [ms since epoch]; the real one where the counterpart's library checks it. */
  readonly now: number
  readonly received: () => Promise<readonly Received[]>
  /** Makes the counterpart refuse once for now; returns the wait it asks for [s], null where it asks for none. */
  readonly refuseForNow: (() => number | null) | null
  /** Makes the counterpart refuse for good; returns why the subscription is to be suspended. */
  readonly refuseForGood: (() => SuspensionReason) | null
  /** Ways in which the counterpart refuses the next message in these words; absent where it refuses none. */
  readonly refuse?: readonly ((words: string) => void)[]
  /** What may stand in no outcome, report or preview. */
  readonly secrets: readonly string[]
  readonly reports: readonly string[]
  /** Called after each delivery that was sent, in place of the app (a log that is read later). */
  readonly recorded?: (message: AlertMessage, context: DeliveryContext) => void
  readonly close: () => Promise<void>
}

export interface HarnessPlan {
  readonly kind: string
  /** Why this harness cannot run here; null where it can. */
  readonly missing: string | null
  readonly open: () => Promise<Harness>
}
