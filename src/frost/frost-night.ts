export type FrostLevel = 'none' | 'low' | 'moderate' | 'high' | 'severe' | 'unknown'
export type Exposure = 'ground' | 'vine' | 'canopy'
export type FrostType = 'radiation' | 'advection' | 'mixed'
export type FrostAppearance = 'white' | 'black'
/** The Turkish State Meteorological Service's classes of the 2 m minimum. */
export type MgmClass = 'none' | 'hafif' | 'orta' | 'kuvvetli'
export type Confidence = 'high' | 'medium' | 'low'
/** Inputs that were missing in more than a quarter of the dark hours and were replaced by a default. */
export type MissingInput = 'cloud_cover' | 'dew_point' | 'wind_speed'

/** The noon-to-noon span of one night; hours are whole UTC hours since the epoch. */
export interface NightWindow {
  /** The civil date, in the place's zone, of the solar noon that ends the night: `YYYY-MM-DD`. */
  readonly date: string
  readonly firstHour: number
  readonly lastHour: number
  /** One flag an hour from `firstHour`: the sun's apparent altitude is below +3°. */
  readonly dark: readonly boolean[]
  /** First and last dark hour, null where nothing is dark (polar day). */
  readonly firstDarkHour: number | null
  readonly lastDarkHour: number | null
  /** [ms since epoch]; null in polar day or night. */
  readonly sunsetAt: number | null
  readonly sunriseAt: number | null
  /** An hour after the last dark hour, or solar noon's; for a scored night not before its ice melts (`overHourOf`). */
  readonly overHour: number
  readonly midnightHour: number
}

interface NightBase {
  readonly window: NightWindow
  /** Hours of the window (23–25 stamps) and how many of them have a temperature. */
  readonly hours: number
  readonly hoursAvailable: number
  readonly partial: boolean
}

export interface UnknownNight extends NightBase {
  readonly state: 'unknown'
  /** `horizon`: cut by the end of the forecast. `temperature_missing`: too few temperatures. */
  readonly reason: 'horizon' | 'temperature_missing'
  /** The lowest of the hours that are there says nothing of the night. */
  readonly airTemperatureMinC: null
}

/** The two predictive distributions of a night: minimum of plants and of the air, each with its σ [°C]. */
export interface MinimumDistribution {
  readonly plantTemperatureMinC: number
  readonly sigmaC: number
  readonly airTemperatureMinC: number
  readonly sigmaAirC: number
  /** Those of a warmer forecast of the night (`colderNight`); absent where there is none. */
  readonly beside?: MinimumDistribution
}

/** Whole UTC hours since the epoch. Nights end at noon, and cold does not: it may hold on there. */
export interface FrostHours extends ColdBeyondNoon {
  readonly firstHour: number
  readonly lastHour: number
}

/** Cold at the noon before a night had begun earlier, and cold at the noon after it continues. */
export interface ColdBeyondNoon {
  readonly isColdBefore?: true
  readonly isColdAfter?: true
}

/** All numbers are unrounded; `published.ts` rounds once. */
export interface KnownNight extends NightBase, MinimumDistribution {
  readonly state: 'known'
  /** 0…100; NaN for a stage with only the temperature of first damage known. */
  readonly score: number
  readonly level: FrostLevel
  /** Learned bias, and what is taken back of a change since an earlier run, in every hour [°C]. */
  readonly biasC: number
  readonly plantTemperatureP10C: number
  readonly plantTemperatureP90C: number
  /** The hour of the plant minimum (ties: the earliest). */
  readonly coldestHour: number
  /** From the issue to the coldest hour [days]. */
  readonly leadDays: number
  /** Effect of season, temperature, terrain and model spread (not earlier runs) on the air's σ; 1: law's reference. */
  readonly spreadFactor: number
  /** The place's seasonal law for this lead decides; absent where recent nights decide, or nothing was learned. */
  readonly isBySeasonalLaw?: true
  readonly updatedBy?: {
    readonly station: string
    /** [ms since epoch] */
    readonly measuredAt: number
    readonly distanceKm: number
    /** It counts for its owner alone, and is named to no one else. */
    readonly isOwn?: boolean
  }
  /** What a warmer forecast of it says (`colderNight`); absent where there is one forecast. */
  readonly beside?: MinimumDistribution & {
    readonly score: number
    readonly level: FrostLevel
    readonly coldestHour: number
    /** Two runs disagree, or a thermometer without a record speaks for another night. */
    readonly because: 'runs_disagree' | 'thermometer'
    /** The warmer numbers are those of the second forecast (see `colderNight`); else the published ones are. */
    readonly isOfOther: boolean
  }
  /** ΔT at the coldest hour: air minus ground surface, whatever the exposure [°C]. */
  readonly radiativeOffsetC: number
  /** Mean ΔT_eq of the ground law in the dark [°C]: a place's offset is learned from it; 0 where nothing is dark. */
  readonly fullOffsetMeanC: number
  readonly probability: {
    readonly frost: number
    readonly airFrost: number
    readonly belowMinus2_2: number
    readonly belowMinus4_4: number
    readonly t10: number
    readonly t90: number | null
  }
  readonly expectedHoursBelow: { readonly zero: number; readonly t10: number }
  /** Expected damage of a crop and stage that has T90; else null. */
  readonly expectedDamagePercent: number | null
  /** When the plant is expected at or below T10 (0 °C in the generic curve); null where it never is. */
  readonly frostHours: FrostHours | null
  readonly frostType: FrostType | null
  readonly appearance: FrostAppearance | null
  readonly mgmClass: MgmClass
  readonly wetBulbTemperatureAtMinC: number | null
  readonly dewPointAtMinC: number | null
  readonly windSpeedMeanMps: number | null
  readonly cloudCoverMeanFraction: number | null
  /** Already rounded to 0.1, so that they sum to the published score. */
  readonly contributions: Contributions
  /** One step lower where a cold hour was set aside. */
  readonly confidence: Confidence
  /** A cold hour of the night was set aside as absurd, and may have been right; absent: none was. */
  readonly isColdHourSetAside?: true
  readonly inputsMissing: readonly MissingInput[]
  /** The step of the source [h] where its coarseness moved μ and σ (3 or 6), else 1. */
  readonly stepHours: number
  /** Snow lies deeper than 1 cm in some dark hour. */
  readonly snowCover: boolean
  /** Per hour of the window: plant temperature [°C] and hour score 0…100; NaN where missing. */
  readonly plantTemperatureC: Float64Array
  readonly hourScore: Float64Array
}

export interface Contributions {
  readonly airTemperature: number
  /** What the surface's loss to the sky adds. */
  readonly radiation: number
  /** What uncertainty adds or takes away. */
  readonly uncertainty: number
}

export type FrostNight = KnownNight | UnknownNight

export type BriefKnownNight = NightBase &
  Pick<KnownNight, 'state' | 'score' | 'level' | 'plantTemperatureMinC'>
export type BriefNight = BriefKnownNight | UnknownNight
