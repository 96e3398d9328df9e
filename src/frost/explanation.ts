/** Why a score is what it is: three parts that add up to it exactly. */
import { roundToTenth } from './published.ts'
import { type SeverityCurve, scoreOf } from './severity.ts'

export interface Contributions {
  /** What the score would be with the air minimum alone and nothing uncertain. */
  readonly airTemperature: number
  /** What the surface's loss to the sky adds. */
  readonly radiation: number
  /** What not knowing for certain adds or takes away. */
  readonly uncertainty: number
}

/** The parts of a score, unrounded; their sum is the score. */
export function contributionsOf(night: {
  readonly curve: SeverityCurve
  readonly score: number
  readonly airTemperatureMinC: number
  readonly plantTemperatureMinC: number
}): Contributions {
  const airTemperature = scoreOf(night.curve, night.airTemperatureMinC, night.curve.widthC)
  const certain = scoreOf(night.curve, night.plantTemperatureMinC, night.curve.widthC)
  return { airTemperature, radiation: certain - airTemperature, uncertainty: night.score - certain }
}

/** The parts rounded to 0.1 so that they sum to the published score: uncertainty takes the remainder. */
export function publishedContributions(parts: Contributions, score: number): Contributions {
  const airTemperature = roundToTenth(parts.airTemperature)
  const radiation = roundToTenth(parts.radiation)
  return {
    airTemperature,
    radiation,
    uncertainty: roundToTenth(roundToTenth(score) - airTemperature - radiation)
  }
}
