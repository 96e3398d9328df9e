import type { NearPlace } from '../places/gazetteer.ts'
import type { AskedPoint } from '../places/point.ts'
import type { Place } from '../weather/point.ts'
import type { MemberStore } from './members/member-ports.ts'
import type { DeliveryLog, Outbox } from './outbox-ports.ts'
import type { Channel, Clock, Keys, Randomness } from './ports.ts'
import type { Allowances, createReservations } from './reservations.ts'
import type { EpisodeStore, Maintenance, SubscriptionStore } from './store-ports.ts'
import type { WatchedForecasts } from './watched-forecasts.ts'

/** A place with the nearest named place; null: the place itself is named. */
export interface FoundPlace {
  readonly place: Place
  readonly nearest: NearPlace | null
}

export interface AlertPlaces {
  /** Takes a slug, a spelling that folds to it (`İzmir`), an alias (`antalya-merkez`), or a field's stored location. */
  readonly find: (location: string) => Place | null
  /** A field, or the named place that lies exactly there. */
  readonly pointAt: (point: AskedPoint) => Promise<FoundPlace>
  readonly near: (lat: number, lon: number) => NearPlace | null
  readonly suggest: (text: string) => readonly string[]
  readonly homonyms: (place: Place) => readonly Place[]
}

/** An absent limit is that of clients without a key; 0: no limit. */
interface TierLimits {
  readonly subscriptionsPerDay?: number
  /** Living subscriptions of a key. */
  readonly subscriptions?: number
  /** New points that a key may import in a UTC day. */
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
  readonly reservations: ReturnType<typeof createReservations>
  readonly random: Randomness
  readonly now: Clock
  /** New subscriptions of a client in 24 hours; null: no limit. Keys of the operator have none. */
  readonly subscriptionsPerDay: number | null
  /** The same limit for telephones, mailboxes, chats and browsers that are not yet proved. */
  readonly unprovenPerDay: number | null
  readonly tierLimits: (tier: string) => TierLimits
  /** Public address, without a trailing slash. */
  readonly siteUrl: string
  readonly baseUrl: string
  /** Synthetic data: subscriptions are previews and nothing is sent. */
  readonly isDemo: () => boolean
  /** False where all sources are synthetic: previews stay previews. */
  readonly awaitsRealData: () => boolean
  /** False while watching, evaluation or delivery keep failing, or the database is damaged. */
  readonly isWorking: () => boolean
  /** Writes to the operator's log. Details contain no secret and no address. */
  readonly report: (event: string, details: Readonly<Record<string, unknown>>) => void
}
