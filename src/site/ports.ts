/** What pages need of the app, as types: °C, m/s, mm, fractions; NaN or null = unknown. */
import type { MessagePreview } from '../alerts/message-ports.ts'
import type { Operator } from '../common/operator.ts'
import type { FrostDatesAnswer } from '../forecasts/archive/frost-dates.ts'
import type { ForecastSnapshot } from '../forecasts/forecast-snapshot.ts'
import type { PublishedScore } from '../forecasts/frost-view.ts'
import type { Neighbours } from '../forecasts/ports.ts'
import type { PlaceReport, ReportData } from '../forecasts/report/place-report.ts'
import type { Seasons } from '../forecasts/seasons.ts'
import type { SourceFailure } from '../forecasts/source-circuits.ts'
import type { ProfileRequest } from '../frost/scoring-profile.ts'
import type { NamedChannel } from '../language/labels.ts'
import type { Language } from '../language/language.ts'
import type { VerifiedAirport } from '../observations/airport-nights.ts'
import type { ComparedNight, ComparedQuestion } from '../observations/compared-nights.ts'
import type { VerifiedRecord } from '../observations/place-verification.ts'
import type { ChainState } from '../observations/ports.ts'
import type { NearPlace } from '../places/gazetteer.ts'
import type { AskedPoint } from '../places/point.ts'
import type { Place, Position } from '../weather/point.ts'
import type { MapQuestion } from './profile-question.ts'

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

export interface SubscribeForm extends ProfileRequest {
  /** A slug, or a field. */
  readonly location: string | AskedPoint
  /** The subscriber's own name for a field; null or absent without one. */
  readonly label?: string | null
  readonly channel: string
  /** A score, or a temperature [°C] with its subject and probability; as typed; the subscribe request checks it. */
  readonly threshold:
    | { readonly threshold: number }
    | {
        readonly threshold_temperature: number
        readonly threshold_of: string
        readonly threshold_probability?: number
      }
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

export type PlaceLookup =
  | { readonly kind: 'found'; readonly place: Place }
  | { readonly kind: 'moved'; readonly place: Place }
  | { readonly kind: 'unknown'; readonly suggestions: readonly Place[] }

export interface PlaceRecord {
  readonly nights: number
  readonly meanAbsoluteErrorC: number
  /** Measured minus expected [°C]; above zero: it was warmer than forecast. */
  readonly biasC: number
  /** Share of nights inside the 10–90 % range, 0…1; 0.8 would be perfect. */
  readonly insideRangeFraction: number
  /** Whose nights these are, where not the place's own. */
  readonly of: Position | null
}

/** The place near whose record it would be, were its height alike. */
export interface RecordAtOtherHeight {
  readonly otherHeight: Position
}

export interface PlaceVerificationView {
  readonly verification: VerifiedRecord
  readonly airports: readonly VerifiedAirport[]
  /** State of the place's own chain; null where nothing is chained. */
  readonly chain: ChainState | null
}

export interface PlaceView {
  readonly kind: 'view'
  readonly place: Place
  readonly report: PlaceReport
  /** When the report's step ends [ms since epoch]. */
  readonly until: number
  /** When a request asks the source again [ms since epoch]; null: this one did. */
  readonly retryAt: number | null
}

/** What a page shows beyond the forecast, and goes without while it cannot be read. */
export type OrUnreadable<Part> = Part | 'unreadable'

/** No view: no source gave data, and the stored data are too old. */
export interface NoView {
  readonly kind: 'none'
  readonly place: Place
  /** When data were last there [ms since epoch], null if never. */
  readonly lastDataAt: number | null
  /** When the sources are asked again at the earliest [ms since epoch]. */
  readonly retryAt: number
}

/** This client has opened its share of new places for today; places that are known already still have a view. */
export interface ShareSpent {
  readonly kind: 'share_spent'
  readonly place: Place
  /** [s], until new places pass again. */
  readonly retryAfterSeconds: number
}

export interface ProvinceNight {
  readonly place: Place
  readonly frost: PublishedScore
  readonly airTemperatureMinC: number | null
  /** The minimum of plants at the exposure of the chosen crop. */
  readonly plantTemperatureMinC: number | null
  /** Its temperatures are known, and not the stage of the crop by which to judge them. */
  readonly lacksStage: boolean
}

export interface NationalMap {
  readonly provinces: readonly ProvinceNight[]
  /** The morning that ends the night shown, `YYYY-MM-DD` (Europe/Istanbul). */
  readonly date: string
  readonly tonight: string
  /** The nights that can be shown, in the same form; in the morning the last one too. */
  readonly dates: readonly string[]
  /** When the map was last made [ms since epoch], null before the first time. */
  readonly madeAt: number | null
  /** Whether every province has a forecast; false for a while after a first start. */
  readonly isWhole: boolean
  readonly data: ReportData | null
}

/** How one kind of question to a source has fared since the start. */
export interface AskedHealth {
  readonly state: 'answering' | 'failing' | 'unused'
  /** [ms since epoch], null if never. */
  readonly lastAnswerAt: number | null
  /** The last failure, even if answers have come since; null: never. */
  readonly lastFailure: SourceFailure | null
}

export interface SourceStatus extends AskedHealth {
  readonly name: string
  readonly synthetic: boolean
  readonly ensemble: AskedEnsemble | null
  readonly season: AskedHealth | null
  /** Calls of all its requests, except those of an ensemble with a separate budget. */
  readonly calls: SpentCalls
}

/** Units used today, and a day's budget; null = unlimited. */
export interface SpentCalls {
  readonly used: number
  readonly budget: number | null
}

interface AskedEnsemble extends AskedHealth {
  /** Calls that are counted apart; null where they count as the source's own. */
  readonly ownCalls: SpentCalls | null
}

export interface SiteStatus {
  readonly version: string
  /** [ms since epoch], as all instants here. */
  readonly startedAt: number
  readonly sources: readonly SourceStatus[]
  readonly oldestIssuedAt: number | null
  readonly newestIssuedAt: number | null
  /** Null before the first; `elsewhere` where this process does not evaluate. */
  readonly lastEvaluation:
    | { readonly at: number; readonly places: number; readonly milliseconds: number }
    | 'elsewhere'
    | null
  readonly airports:
    | { readonly isOn: boolean; readonly airports: number; readonly lastAnswerAt: number | null }
    | 'elsewhere'
  /** Null while the database cannot be read. */
  readonly deliveries: {
    readonly due: number
    readonly late: number
    readonly deliveredToday: number
    readonly refusedToday: number
  } | null
}

export interface PreviewMessage {
  /** Names the element that shows it; a subscription's newest message has the subscription's own id. */
  readonly id: string
  readonly at: number
  readonly channel: NamedChannel
  readonly lang: Language
  readonly shown: MessagePreview
}

export interface FoundPoint {
  readonly place: Place
  /** Its coordinates, and the elevation that was asked for, as a page's path has them. */
  readonly key: string
  readonly nearest: NearPlace | null
}

export interface SiteData {
  readonly findPlace: (written: string) => PlaceLookup
  /** The districts of a province by name; for a district those of its province; else none. */
  readonly districts: (place: Place) => readonly Place[]
  readonly mapPlaces: () => readonly Place[]
  /** As you type: folded, by population. */
  readonly searchPlaces: (query: string, limit: number) => readonly Place[]
  /** Words of a search that none of the places found by it explains. */
  readonly unknownWords: (query: string, found: readonly Place[]) => readonly string[]
  /** The point of coordinates, as a place without a slug and without a name, and the nearest named place. */
  readonly findPoint: (point: AskedPoint) => Promise<FoundPoint>
  /** The field of a subscriber, by the token of its page; null where the token opens none. */
  readonly ownField: (token: string) => Promise<FoundPoint | null>
  /** The forecast of a place, fetched where it is not known; `client` is whom a new point is counted against. */
  readonly placePoint: (place: Place, client: string) => Promise<ForecastSnapshot | NoView | ShareSpent>
  readonly seasons: Pick<Seasons, 'known' | 'instantOf' | 'refresh'>
  readonly neighbours: Neighbours
  /** How the forecasts of a place at a height [m] have done; null where nothing was measured. */
  readonly placeRecord: (
    place: Place,
    elevation: number | null
  ) => Promise<OrUnreadable<PlaceRecord | RecordAtOtherHeight | null>>
  /** The first and last frosts of a place at a height [m], at 0 °C, or why they are not known yet. */
  readonly frostDates: (place: Place, elevation: number | null) => Promise<OrUnreadable<FrostDatesAnswer>>
  readonly comparedNights: (
    place: Place,
    question: ComparedQuestion
  ) => Promise<OrUnreadable<readonly ComparedNight[]>>
  readonly placeVerification: (place: Place) => Promise<PlaceVerificationView>
  /** Tonight at each place, in the same order; `unknown` where no forecast is in memory. Nothing is fetched. */
  readonly knownNights: (
    places: readonly Place[],
    asked: { readonly nowAt: number; readonly question: MapQuestion }
  ) => Promise<readonly ProvinceNight[]>
  /** `date`: which night to show; null or one that is out of reach: tonight. */
  readonly nationalMap: (
    nowAt: number,
    asked: { readonly date: string | null; readonly question: MapQuestion }
  ) => Promise<NationalMap>
  readonly channels: () => readonly ChannelOffer[]
  readonly subscribe: (form: SubscribeForm, client: string) => Promise<SubscribeOutcome>
  readonly status: (nowAt: number) => Promise<SiteStatus>
  readonly isDemo: () => boolean
  /** Newest first; empty where the service does not run on demo data. */
  readonly previews: () => Promise<readonly PreviewMessage[]>
  /** The VAPID public key (base64url), null where web push is off. */
  readonly pushPublicKey: () => string | null
}

export interface NamedWidget {
  readonly slug: string
  readonly location: string
  /** Stands above the place's name; null for none. */
  readonly title: string | null
  /** `#rrggbb`; null for our own. */
  readonly accent: string | null
}

export interface SiteOptions {
  /** Without a slash at the end; never taken from a request. */
  readonly siteUrl: string
  /** Where the API begins, without a slash at the end: `…/api/v1`. */
  readonly baseUrl: string
  readonly widgets: readonly NamedWidget[]
  readonly rootFolder: string
  readonly data: SiteData
  readonly operator?: Operator
  /** Where it is not set up, home says what is missing and the command that asks for it: null in a container. */
  readonly setUpBy?: { readonly command: string | null } | null
  readonly openApi: () => object
}
