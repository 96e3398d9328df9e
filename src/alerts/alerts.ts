/** Everything that alerts work with. The app builds it once and passes it to each function. */
import type { NearPlace } from '../places/gazetteer.ts'
import type { AskedPoint } from '../places/point.ts'
import type { Place } from '../weather/point.ts'
import type { MemberStore } from './members/member-ports.ts'
import type { DeliveryLog, Outbox } from './outbox-ports.ts'
import type { Channel, Clock, Keys, Randomness } from './ports.ts'
import type { Allowances, Reservations } from './reservations.ts'
import type { EpisodeStore, Maintenance, SubscriptionStore } from './store-ports.ts'
import type { WatchedForecasts } from './watched-forecasts.ts'

/** A place with the named one nearest to it; null: it is named itself. */
export interface FoundPlace {
  readonly place: Place
  readonly nearest: NearPlace | null
}

/** Places and fields, as far as alerts need them. */
export interface AlertPlaces {
  /**
   * The place of a slug, of a spelling that folds to it (`İzmir`) or of an alias (`antalya-merkez`), or the field of
   * what is stored of it; null for any other text.
   */
  readonly find: (location: string) => Place | null
  /** The place of coordinates: a field, or the named place that lies exactly there. */
  readonly pointAt: (point: AskedPoint) => Promise<FoundPlace>
  /** The named place nearest to coordinates. */
  readonly near: (lat: number, lon: number) => NearPlace | null
  /** Up to five similar slugs. */
  readonly suggest: (text: string) => readonly string[]
  /** Districts of Türkiye with the bare name of a place abroad; empty for every other place. */
  readonly homonyms: (place: Place) => readonly Place[]
}

/** What an operator allows the keys of a tier; absent: as without a key. 0: no limit. */
export interface TierLimits {
  readonly subscriptionsPerDay?: number
  /** Living ones of one key. */
  readonly subscriptions?: number
  /** Points that it makes the service watch in a UTC day, in files. */
  readonly pointsPerDay?: number
}

export interface Alerts {
  readonly subscriptions: SubscriptionStore
  readonly members: MemberStore
  readonly episodes: EpisodeStore
  readonly outbox: Outbox
  readonly deliveryLog: DeliveryLog
  readonly maintenance: Maintenance
  readonly allowances: Allowances
  readonly forecasts: WatchedForecasts
  readonly places: AlertPlaces
  /** By id. Includes channels that are not configured, for previews. */
  readonly channels: ReadonlyMap<string, Channel>
  readonly keys: Keys
  readonly reservations: Reservations
  readonly random: Randomness
  readonly now: Clock
  /** New subscriptions of one client in 24 hours; null: no limit. Keys of the operator have none. */
  readonly subscriptionsPerDay: number | null
  /** The same of telephones, mailboxes, chats and browsers that have not proved themselves. */
  readonly unprovenPerDay: number | null
  /** What the keys of a tier may do, by its name. */
  readonly tierLimits: (tier: string) => TierLimits
  /** SITE_URL without a trailing slash. */
  readonly siteUrl: string
  /** `{base_url}` without a trailing slash. */
  readonly baseUrl: string
  /** True while the service runs on synthetic data: subscriptions are previews and nothing is sent. */
  readonly isDemo: () => boolean
  /** False where all sources are synthetic, so that previews stay previews. */
  readonly awaitsRealData: () => boolean
  /**
   * False while watching, evaluation or delivery keep failing, or the database is damaged. Alerts are then
   * not reliable.
   */
  readonly isWorking: () => boolean
  /** Writes to the operator's log. Details never contain a secret or an address. */
  readonly report: (event: string, details: Readonly<Record<string, unknown>>) => void
}
