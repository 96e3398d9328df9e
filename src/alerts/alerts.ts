/** Everything alerts work with, put together once by the house and handed to each function. */
import type { Place } from '../weather/point.ts'
import type { DeliveryLog, Outbox } from './outbox-ports.ts'
import type { Channel, Clock, Keys, Randomness } from './ports.ts'
import type { Reservations } from './reservations.ts'
import type { Allowances, EpisodeStore, Maintenance, SubscriptionStore } from './store-ports.ts'
import type { WatchedForecasts } from './watched-forecasts.ts'

/** Named places as alerts need them. */
export interface AlertPlaces {
  /** The place of a slug, also of one that folds to it (`İzmir`); null where there is none. */
  readonly find: (slug: string) => Place | null
  /** Up to five slugs that were perhaps meant. */
  readonly suggest: (text: string) => readonly string[]
}

export interface Alerts {
  readonly subscriptions: SubscriptionStore
  readonly episodes: EpisodeStore
  readonly outbox: Outbox
  readonly deliveryLog: DeliveryLog
  readonly maintenance: Maintenance
  readonly allowances: Allowances
  readonly forecasts: WatchedForecasts
  readonly places: AlertPlaces
  /** By id; unconfigured ones too, for previews. */
  readonly channels: ReadonlyMap<string, Channel>
  readonly keys: Keys
  readonly reservations: Reservations
  readonly random: Randomness
  readonly now: Clock
  /** SITE_URL without a slash at its end. */
  readonly siteUrl: string
  /** `{base_url}` without a slash at its end. */
  readonly baseUrl: string
  /** While true the service runs on made data: subscriptions are previews and nothing leaves the machine. */
  readonly isDemo: () => boolean
  /** False while watching, evaluation or delivery keep failing, or the database is damaged: nobody may rely on an alert then. */
  readonly isWorking: () => boolean
  /** Tells the operator; never a secret, never an address. */
  readonly report: (event: string, details: Readonly<Record<string, unknown>>) => void
}
