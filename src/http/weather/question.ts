/** What a weather request came to after all checks: one canonical question, from which an answer's key and body follow. */
import type { Place, Point } from '../../forecast/point.ts'
import type { UnitSystem } from '../../forecast/units.ts'
import type { StageEstimate } from '../../frost/degree-days.ts'
import type { Exposure } from '../../frost/frost-night.ts'
import type { SeverityCurve } from '../../frost/severity.ts'
import type { Language } from '../../language/language.ts'

export interface WeatherQuestion {
  readonly point: Point
  /** The named place it stands for: the one asked by slug, or one within 3 km of the bare point. */
  readonly place: Place | null
  readonly units: UnitSystem
  readonly lang: Language
}

/** With which curve the nights are judged, resolved from `crop`, `stage` and `exposure`. */
export interface CurveChoice {
  /** Slugs of the crop table; null = the generic curve. */
  readonly crop: string | null
  readonly stage: string | null
  readonly exposure: Exposure
  readonly curve: SeverityCurve
  readonly evidence: 'corroborated' | 'low' | null
  /** With `stage=auto`: what the season says, `wanted` until it has been looked at; absent where the stage was given. */
  readonly estimate?: 'wanted' | ToldEstimate
  /** Nobody may be asked for the season any more today. */
  readonly isSeasonRefused?: boolean
}

/** An estimate, and what the season's temperatures are; `source` is null where there are none. */
export type ToldEstimate = StageEstimate & { readonly source: string | null }

export interface ForecastQuestion extends WeatherQuestion {
  readonly days: number
}

export interface HourlyQuestion extends WeatherQuestion {
  readonly slots: number
}

export interface FrostRiskQuestion extends WeatherQuestion {
  readonly choice: CurveChoice
  readonly days: number
}
