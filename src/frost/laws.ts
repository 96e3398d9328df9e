/** The laws of the method whose constants are fitted to data; `npm run fit` makes them (fitted.ts). */
import { fittedLaws } from './fitted.ts'

/** How much colder than the air the ground grows, in the mean over ordinary sites. */
export interface GroundLaw {
  /** The sky that clouds leave open: 1 − p·c⁴ − q·c⁶. */
  readonly cloudToFourth: number
  readonly cloudToSixth: number
  /** The share of the full radiative offset that the ground reaches: `share` + `sharePerDegree`·range. */
  readonly share: number
  /** [1/°C] of the day's range, its mean temperature minus its minimum. */
  readonly sharePerDegree: number
}

/** σ² of the air minimum = (base + perDay·d + perSquaredDay·d² + perCubedDay·d³)·factor², d in days. */
export interface AirSpreadLaw {
  /** [°C²] */
  readonly baseC2: number
  readonly perDayC2: number
  readonly perSquaredDayC2: number
  readonly perCubedDayC2: number
  /** ln of the factor on σ: in the middle of winter, */
  readonly winter: number
  /** for ten degrees of the minimum, */
  readonly perTenDegrees: number
  /** for a kilometre of height, */
  readonly perKilometre: number
}

export interface FrostLaws {
  readonly ground: GroundLaw
  readonly airSpread: AirSpreadLaw
  /** The ground law's offset x over ordinary nights: that of a place before its first. */
  readonly offsetPrior: {
    /** Mean of x [°C] and of x² [°C²]. */
    readonly meanX: number
    readonly meanX2: number
  }
  readonly runs: {
    /** The share of a change since half a day ago that is taken back. */
    readonly takenBack: number
    /** ln of the factor on σ without a change, and for each degree of it [1/°C]. */
    readonly constant: number
    readonly perDegree: number
  }
  /** How fast a place's own nights gain weight over the default. */
  readonly learning: {
    /** ln of the odds, before the first night, that what is learned serves better than the default. */
    readonly logOdds: number
    /** These odds grow by this for a gain in CRPS of one σ. */
    readonly perGain: number
  }
}

export const servedLaws: FrostLaws = fittedLaws
