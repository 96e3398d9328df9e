/** What the method must know beside the weather: the plant, the site, and what was learned there. */
import type { Exposure } from './frost-night.ts'
import type { FrostLaws } from './laws.ts'
import { usualKappa } from './radiation.ts'
import type { SeasonalSite } from './seasonal-site.ts'
import { genericCurve, type SeverityCurve } from './severity.ts'
import type { EnsembleSpread } from './spread.ts'

/** A place's own offset law, learned from minima at 2 m and at the grass: b0 + b1·ΔT_eq of the ground law. */
export interface LearnedOffset {
  /** b0 [°C]. */
  readonly constantC: number
  /** b1, a κ of the place. */
  readonly slope: number
}

export interface FrostSettings {
  readonly exposure: Exposure
  readonly curve: SeverityCurve
  /** κ: 1, a learned one, or 0 on the open sea (`kappaOf`). */
  readonly kappa: number
  /** b: what the place's nights are warmer than their forecasts [°C]. */
  readonly biasC: number
  /** Learned variance of the air minimum at one day's lead [°C²]; null or absent: the default. */
  readonly siteVarianceC2?: number | null
  /** The members' spread (`ensembleSpread`); null or absent: the default growth with lead. */
  readonly ensemble?: EnsembleSpread | null
  /** What the place learned of its ensemble, lead by lead; takes the place of bias and variance where it knows a night's lead. */
  readonly seasonal?: SeasonalSite | null
  /** Takes the place of κ where it was learned; ignored where κ is 0. */
  readonly offset?: LearnedOffset | null
  /** Absent: what the service uses. */
  readonly laws?: FrostLaws
  /** The place's height [m], for the pressure of the wet bulb (null or absent: sea level) and the spread. */
  readonly elevationM?: number | null
  /** Degrees north, for the season of the spread; null or absent: no season. */
  readonly latitude?: number | null
}

/** Bare ground, the generic curve, nothing learned: what `daily[]` and slots are scored with. */
export const genericSettings: FrostSettings = {
  exposure: 'ground',
  curve: genericCurve,
  kappa: usualKappa,
  biasC: 0
}
