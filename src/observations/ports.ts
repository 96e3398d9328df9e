/** Temperatures are °C, civil days `YYYY-MM-DD`. */
import type { Exposure } from '../frost/frost-night.ts'
import type { Position } from '../weather/point.ts'
import type { SensorFault } from './faults/sensor-fault.ts'

/** Where a minimum is measured: in the screen at 2 m, or at the plants themselves. */
export type MinimumKind = 'air_2m' | 'plant'

export interface ExposedMinimum {
  readonly minimumC: number
  readonly sigmaC: number
  /** What learning had added to that minimum [°C]; 0 where nothing was learned. */
  readonly learnedC: number
}

/** `elevation`: its own or, where not known, the source's terrain. */
export interface RecordedPoint extends Position {
  readonly pointKey: string
  /** A field as its subscriber is shown it: with what is recorded there because it is watched. */
  readonly isOwn?: boolean
}

/** What was issued for one night at one lead; the first run of each lead is stored and never changed. */
export interface IssuedNight {
  readonly date: string
  /** Made afterwards from past forecasts of the source: never issued here, and of the air alone. */
  readonly isBackFilled?: true
  /** The lead rounded to whole days: 0, 1, 2 …. */
  readonly leadDay: number
  /** The exact lead [days]. */
  readonly leadDays: number
  readonly source: string
  /** [ms since epoch] */
  readonly issuedAt: number
  /** The learned bias at that time, which the two minima below include. */
  readonly biasC: number
  readonly airMinimumC: number
  readonly airSigmaC: number
  readonly plantMinimumC: number
  readonly plantSigmaC: number
  /** Minima of plants of each exposure, open ground among them; null in rows of earlier versions. */
  readonly exposed: Readonly<Record<Exposure, ExposedMinimum>> | null
  /** The dark hours' mean of the ground law's ΔT_eq [°C]. */
  readonly fullOffsetC: number
  /** Mean and sample standard deviation at the coldest hour [°C]; both null without an ensemble. */
  readonly ensembleMeanC: number | null
  readonly ensembleSpreadC: number | null
  /** 0…100, generic profile. */
  readonly score: number
  /** Probabilities 0…1 that the air, and the plant, fall below 0 °C. */
  readonly airFrostProbability: number
  readonly plantFrostProbability: number
  /** Probabilities 0…1 that the plant falls below −2.2 and −4.4 °C. */
  readonly moderateFrostProbability: number
  readonly strongFrostProbability: number
}

export interface Issuance {
  /** When this service said so first [ms since epoch]; `issuedAt` is when the source made its run. */
  readonly at: number
  /** Name and version of the method: `frost-p 2.0`. */
  readonly method: string
}

export interface RecordedNight {
  readonly night: IssuedNight
  /** Null in rows of earlier versions, and where `isBackFilled`. */
  readonly issuance: Issuance | null
  /** Made from past forecasts of the source. */
  readonly isBackFilled: boolean
  readonly link: ChainLink | null
}

interface ChainLink {
  /** 1, 2, 3 …. */
  readonly seq: number
  /** SHA-256 of the hash before, a line feed and `entry`, in hexadecimal. */
  readonly hash: string
  /** What was said, as one JSON object. */
  readonly entry: string
}

/** The state of a chain, signed by the service; signatures are Ed25519, base64url. */
export interface ChainState {
  readonly publicKey: string
  readonly head: { readonly seq: number; readonly hash: string; readonly signature: string }
  /** All nights up to `seq` were removed on purpose; null where none was. */
  readonly checkpoint: {
    readonly seq: number
    readonly hash: string
    /** [ms since epoch] */
    readonly at: number
    readonly signature: string
  } | null
}

export interface NightsQuestion {
  readonly pointKey: string
  readonly synthetic: boolean
  /** Only what was issued since then [ms since epoch]; 0, the default: what was made afterwards too. */
  readonly issuedSince?: number
  readonly from: string
  readonly until: string
  readonly leadDay: number | null
  /** Only those that come after this one; null: from the first. */
  readonly after: Pick<IssuedNight, 'date' | 'leadDay'> | null
  readonly limit: number
}

/** The plants' minimum is that on open ground, with the usual κ; neither has a learned bias. */
export interface AnalysedNight
  extends Pick<IssuedNight, 'date' | 'source' | 'airMinimumC' | 'plantMinimumC'> {
  /** When the source said so [ms since epoch]. */
  readonly analysedAt: number
}

/** The name of the thermometer that a person reads: not the same as one that sends by itself. */
export const byHand = 'by hand'

/** A sensor as its owner names it: one owner has one of a kind, exposure and station at a point. */
export interface NewSensor {
  /** The id of an API key, or `operator` for the operator's own imports. */
  readonly owner: string
  /** Whether it was the operator's when the sensor was first seen. */
  readonly isOperators: boolean
  readonly point: RecordedPoint
  readonly kind: MinimumKind
  /** At plants; null at 2 m and where unknown: such nights are stored and shown, not learned from. */
  readonly exposure: Exposure | null
  readonly station: string
}

export interface Sensor extends NewSensor {
  readonly seq: number
  /** When its first measurement came in [ms since epoch]. */
  readonly firstSeenAt: number
  /** Nights after it count again, as the operator accepted the sensor; null: never. */
  readonly acceptedAfterDate: string | null
  /** Since when its measurements are refused [ms since epoch]; null where it is not revoked. */
  readonly revokedAt: number | null
  /** The fault that was found in its readings; null: none. */
  readonly fault: SensorFault | null
}

export interface NewObservation {
  readonly sensor: NewSensor
  readonly date: string
  readonly minimumC: number
}

/** The result of storing one observation; `replaced` contains the earlier value. */
export type StoredObservation =
  | { readonly status: 'stored' | 'unchanged'; readonly sensorSeq: number }
  | { readonly status: 'replaced'; readonly previousC: number; readonly sensorSeq: number }

export interface Observation {
  readonly sensorSeq: number
  readonly date: string
  readonly minimumC: number
}

/** Degrees, edges included; never `west` > `east`: small boxes are cut at the date line. */
export interface Box {
  readonly south: number
  readonly north: number
  readonly west: number
  readonly east: number
}

export interface IssuedNightStore {
  /** Stores what is new of a run; what was issued before for the same night and lead stays. */
  readonly saveIssued: (run: {
    readonly point: RecordedPoint
    readonly synthetic: boolean
    readonly nights: readonly IssuedNight[]
    /** Null: made afterwards of past forecasts, and never issued here; such nights are marked, and in no chain. */
    readonly issuance: Issuance | null
  }) => Promise<void>
  /** Stores the source's latest analysis of past nights, replacing earlier ones. */
  readonly saveAnalysed: (run: {
    readonly point: RecordedPoint
    readonly synthetic: boolean
    readonly nights: readonly AnalysedNight[]
  }) => Promise<void>
  /** By date, then lead; nights from `sinceDate` on. @param issuedSince See `NightsQuestion`. */
  readonly issued: (
    pointKey: string,
    synthetic: boolean,
    sinceDate: string,
    issuedSince?: number
  ) => Promise<readonly IssuedNight[]>
  /** Whether anything was issued at a point since then [ms since epoch]. */
  readonly isIssuedSince: (pointKey: string, at: number) => Promise<boolean>
  readonly analysed: (
    pointKey: string,
    synthetic: boolean,
    sinceDate: string
  ) => Promise<readonly AnalysedNight[]>
  /** Whether the oldest night of the point was made afterwards, or is before a date. */
  readonly hasPastWeeks: (pointKey: string, before: string) => Promise<boolean>
  readonly pointsIn: (box: Box) => Promise<readonly RecordedPoint[]>
  /** Prepares for the nights of this month and of the next ones; call it once a day with the date of today. */
  readonly prepareMonths: (today: string) => Promise<void>
  readonly nights: (question: NightsQuestion) => Promise<readonly RecordedNight[]>
  /** Null where no night of the point is in a chain. @param now [ms since epoch] */
  readonly chain: (pointKey: string, synthetic: boolean, now: number) => Promise<ChainState | null>
  /**
   * Nights before a date; returns how many rows. A chained one goes from the start of its chain, behind a signed
   * checkpoint, with all that its run said, up to sixteen days later.
   */
  readonly forgetBefore: (date: string, now: number) => Promise<number>
}

export interface ObservationStore {
  /** A watched field as its subscriber sees it, an airport or, under `measuredKey`, a sensor; else null. */
  readonly recordedAs: (point: RecordedPoint) => Promise<RecordedPoint | null>
  /** Whether the subscription with this id is for the field of a point. */
  readonly isFieldOf: (
    subscription: string,
    point: Pick<RecordedPoint, 'pointKey' | 'timezone'>
  ) => Promise<boolean>
  /** In one transaction and order; the later of two for the same night wins. */
  readonly save: (rows: readonly NewObservation[], now: number) => Promise<readonly StoredObservation[]>
  readonly sensorsIn: (box: Box) => Promise<readonly Sensor[]>
  /** The sensors of one owner, or of all for null, by number. */
  readonly sensors: (owner: string | null, limit: number) => Promise<readonly Sensor[]>
  readonly sensor: (seq: number) => Promise<Sensor | null>
  readonly observations: (sensorSeqs: readonly number[], sinceDate: string) => Promise<readonly Observation[]>
  /** Nights after `afterDate` count again; false for an unknown sensor. */
  readonly accept: (seq: number, afterDate: string, now: number) => Promise<boolean>
  /** Stores the fault that was found; the minima of its readings since then are deleted. Null: no fault now. */
  readonly saveFault: (seq: number, fault: SensorFault | null, now: number) => Promise<void>
  /** Sensors first seen, changed or accepted after an instant [ms since epoch], each point once. */
  readonly changedSince: (at: number) => Promise<readonly RecordedPoint[]>
  /** Refuses its measurements until the sensor is accepted; false for an unknown sensor. */
  readonly revoke: (seq: number, now: number) => Promise<boolean>
  readonly revoked: (owners: readonly string[]) => Promise<readonly Sensor[]>
}

export interface EveningNight {
  readonly pointKey: string
  readonly date: string
  /** When the newest reading that moved the night was measured [ms since epoch]. */
  readonly measuredAt: number
  readonly forecast: { readonly minimumC: number; readonly sigmaC: number }
  readonly updated: { readonly minimumC: number; readonly sigmaC: number }
}

export interface EveningStore {
  /** What is stored already stays. */
  readonly saveEvenings: (nights: readonly EveningNight[]) => Promise<void>
  readonly evenings: (pointKey: string, sinceDate: string) => Promise<readonly EveningNight[]>
}
