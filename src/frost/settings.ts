import type { ModelSpread } from './blend/model-record.ts'
import type { ContrastLaw } from './contrasts.ts'
import type { EarlierRun } from './earlier-runs.ts'
import type { EveningStation } from './evening-station.ts'
import type { Exposure } from './frost-night.ts'
import type { FrostLaws } from './laws.ts'
import { usualKappa } from './radiation.ts'
import type { SeasonalSite } from './seasonal-site.ts'
import { genericCurve, type SeverityCurve } from './severity.ts'
import type { EnsembleSpread } from './spread.ts'

/** Deviation from the usual law of the offset, of minima at 2 m and at plants: c0 + c1·x, x the ground law's ΔT_eq. */
export interface LearnedOffset {
  /** c0 [°C]. */
  readonly constantC: number
  /** c1, added to κ. */
  readonly slope: number
  /** Multiplies σ_off; absent: 1. */
  readonly spreadFactor?: number
}

export interface FrostSettings {
  readonly exposure: Exposure
  readonly curve: SeverityCurve
  /** κ: 1, a learned one, or 0 on the open sea (`kappaOf`). */
  readonly kappa: number
  /** b: what the place's nights are warmer than their forecasts [°C]. */
  readonly biasC: number
  /** What is also added, by how far a night departs from those around it; null or absent: nothing. */
  readonly contrasts?: ContrastLaw | null
  /** What earlier runs said about the same nights; absent: none. */
  readonly earlierRuns?: readonly EarlierRun[]
  /** Learned variance of the air minimum at one day's lead [°C²]; null or absent: the default. */
  readonly siteVarianceC2?: number | null
  /** Added to the plant's minimum as well as b, not to the air, where only plants are measured [°C]; absent: 0. */
  readonly plantBiasC?: number
  /** For `siteVarianceC2` in the plant's spread where plants alone are measured [°C²]; null or absent: the air's. */
  readonly plantVarianceC2?: number | null
  /** The members' spread (`ensembleSpread`); null or absent: the default growth with lead. */
  readonly ensemble?: EnsembleSpread | null
  /** How far the models of a blend are apart, hour by hour; null or absent: one model. */
  readonly modelSpread?: ModelSpread | null
  /** What was learned of the ensemble, lead by lead; it replaces bias and variance at the leads that it knows. */
  readonly seasonal?: SeasonalSite | null
  /** Settings without what unproven measurements taught: each night is the colder one. Absent: all is proven. */
  readonly proven?: Partial<FrostSettings>
  /** Added to the usual law where it was learned; ignored where κ is 0. */
  readonly offset?: LearnedOffset | null
  /** Absent: what the service uses. */
  readonly laws?: FrostLaws
  /** Hours whose temperature was set aside as absurd and too cold, whole hours since 1970-01-01; absent: none. */
  readonly coldHoursSetAside?: readonly number[]
  /** Thermometers near the place that follow the night in progress, nearest first; absent: none. */
  readonly evening?: readonly EveningStation[]
  /** What is added to ln σ of a night that thermometers follow, learned from such nights; absent: 0. */
  readonly eveningLogWidth?: number
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
