/** Null where there is nothing to compute a score from. docs/record.md has each formula. */
import { z90 } from '../frost/gaussian.ts'
import {
  brierParts,
  brierScore,
  contingencyScores,
  contingencyTable,
  reliabilityBins
} from '../frost/scores/scores.ts'

export interface ScoredMinimum {
  readonly expectedC: number
  readonly sigmaC: number
  /** The forecast probability 0…1 of a minimum below 0 °C. */
  readonly frostProbability: number
  readonly cameC: number
}

export interface ReliabilityRow {
  /** [from, to) of the forecast probability; the last one includes 1. */
  readonly from: number
  readonly to: number
  readonly nights: number
  /** The mean forecast probability, and the share of nights with frost; null in an empty row. */
  readonly meanProbability: number | null
  readonly frostShare: number | null
}

/**
 * Whether a minimum is at or below 0 °C, as the Turkish State Meteorological Service counts light frost;
 * docs/science.md [10].
 */
export function isFrost(minimumC: number): boolean {
  return minimumC <= 0
}

/** The mean of measured minus expected [°C]: above zero it was warmer than forecast. */
export function biasOf(nights: readonly ScoredMinimum[]): number | null {
  return meanOf(nights, (night) => night.cameC - night.expectedC)
}

export function meanAbsoluteError(nights: readonly ScoredMinimum[]): number | null {
  return meanOf(nights, (night) => Math.abs(night.cameC - night.expectedC))
}

/** The mean squared difference between the probability of frost and the outcome; 0 is perfect. */
export function brierOf(nights: readonly ScoredMinimum[]): number | null {
  return nights.length === 0 ? null : brierScore(chancesOf(nights), outcomesOf(nights))
}

/** The share of nights inside the 10–90 % range; 0.8 would be perfect. */
export function insideRange(nights: readonly ScoredMinimum[]): number | null {
  return meanOf(nights, (night) => (Math.abs(night.cameC - night.expectedC) <= z90 * night.sigmaC ? 1 : 0))
}

export function reliabilityRows(nights: readonly ScoredMinimum[]): readonly ReliabilityRow[] {
  return reliabilityBins(chancesOf(nights), outcomesOf(nights)).map(
    ({ from, to, rows, probability, frequency }) => ({
      from,
      to,
      nights: rows,
      meanProbability: numberOrNull(probability),
      frostShare: numberOrNull(frequency)
    })
  )
}

/** The reliability part of the Brier score over those rows (Murphy): 0 is perfect. */
export function reliabilityOf(nights: readonly ScoredMinimum[]): number | null {
  return nights.length === 0 ? null : brierParts(chancesOf(nights), outcomesOf(nights)).reliability
}

/** POD and FAR: a probability of 50 % or more counts as a warning. */
export function warnings(nights: readonly ScoredMinimum[]): {
  /** Hits as a share of all nights with frost; null where there was none. */
  readonly probabilityOfDetection: number | null
  /** False alarms as a share of all warnings; null where there was none. */
  readonly falseAlarmRatio: number | null
} {
  const { pod, far } = contingencyScores(contingencyTable(chancesOf(nights), outcomesOf(nights)))
  return { probabilityOfDetection: numberOrNull(pod), falseAlarmRatio: numberOrNull(far) }
}

function chancesOf(nights: readonly ScoredMinimum[]): readonly number[] {
  return nights.map((night) => night.frostProbability)
}

function outcomesOf(nights: readonly ScoredMinimum[]): readonly number[] {
  return nights.map((night) => (isFrost(night.cameC) ? 1 : 0))
}

function numberOrNull(value: number): number | null {
  return Number.isNaN(value) ? null : value
}

/** A mean; null for no values. */
export function meanOf<One>(values: readonly One[], of: (one: One) => number): number | null {
  return values.length === 0 ? null : values.reduce((sum, one) => sum + of(one), 0) / values.length
}
