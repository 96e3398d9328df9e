/** The scores of issued minima and chances; null where a score has nothing to stand on. docs/record.md has each formula. */

/** One night's forecast of a minimum beside what came. */
export interface ScoredMinimum {
  readonly expectedC: number
  readonly sigmaC: number
  /** The chance 0…1 that was given to a minimum below 0 °C. */
  readonly frostProbability: number
  readonly cameC: number
}

/** One row of the reliability diagram. */
export interface ReliabilityRow {
  /** [from, to) of the chance that was given; the last one includes 1. */
  readonly from: number
  readonly to: number
  readonly nights: number
  /** The mean chance given, and the share of nights with frost; null in an empty row. */
  readonly meanProbability: number | null
  readonly frostShare: number | null
}

const bins = 10
/** From this chance on a night counts as warned. */
const warnFrom = 0.5
/** Between the 10th and the 90th percentile of N(0, 1). */
const z90 = 1.2815515655446004

/** At or below 0 °C, as the Turkish State Meteorological Service counts light frost; docs/science.md [10]. */
export function isFrost(minimumC: number): boolean {
  return minimumC <= 0
}

/** The mean of measured minus expected [°C]: above zero it was warmer than foretold. */
export function biasOf(nights: readonly ScoredMinimum[]): number | null {
  return meanOf(nights, (night) => night.cameC - night.expectedC)
}

export function meanAbsoluteError(nights: readonly ScoredMinimum[]): number | null {
  return meanOf(nights, (night) => Math.abs(night.cameC - night.expectedC))
}

/** The mean squared difference between the chance of frost and what came; 0 is perfect. */
export function brierScore(nights: readonly ScoredMinimum[]): number | null {
  return meanOf(nights, (night) => (night.frostProbability - outcome(night)) ** 2)
}

/** The share of nights inside the 10–90 % range; 0.8 would be perfect. */
export function insideRange(nights: readonly ScoredMinimum[]): number | null {
  return meanOf(nights, (night) => (Math.abs(night.cameC - night.expectedC) <= z90 * night.sigmaC ? 1 : 0))
}

/** Ten rows of equal width. */
export function reliabilityRows(nights: readonly ScoredMinimum[]): readonly ReliabilityRow[] {
  const groups = Map.groupBy(nights, (night) =>
    Math.min(bins - 1, Math.floor(night.frostProbability * bins + 1e-9))
  )
  return Array.from({ length: bins }, (_, index) => {
    const inside = groups.get(index) ?? []
    return {
      from: index / bins,
      to: (index + 1) / bins,
      nights: inside.length,
      meanProbability: meanOf(inside, (night) => night.frostProbability),
      frostShare: meanOf(inside, outcome)
    }
  })
}

/** The reliability part of the Brier score over those rows (Murphy): 0 is perfect. */
export function reliabilityOf(nights: readonly ScoredMinimum[]): number | null {
  if (nights.length === 0) return null
  return reliabilityRows(nights).reduce(
    (sum, row) =>
      sum + (row.nights / nights.length) * ((row.meanProbability ?? 0) - (row.frostShare ?? 0)) ** 2,
    0
  )
}

/** POD, FAR and what they are counted from: a night is warned from a chance of 50 % on. */
export function warnings(nights: readonly ScoredMinimum[]): {
  readonly hits: number
  readonly misses: number
  readonly falseAlarms: number
  /** Hits of all nights with frost; null where there was none. */
  readonly probabilityOfDetection: number | null
  /** False alarms of all warnings; null where there was none. */
  readonly falseAlarmRatio: number | null
} {
  const count = (warned: boolean, frost: boolean) =>
    nights.filter((night) => night.frostProbability >= warnFrom === warned && isFrost(night.cameC) === frost)
      .length
  const hits = count(true, true)
  const misses = count(false, true)
  const falseAlarms = count(true, false)
  return {
    hits,
    misses,
    falseAlarms,
    probabilityOfDetection: hits + misses === 0 ? null : hits / (hits + misses),
    falseAlarmRatio: hits + falseAlarms === 0 ? null : falseAlarms / (hits + falseAlarms)
  }
}

function outcome(night: ScoredMinimum): number {
  return isFrost(night.cameC) ? 1 : 0
}

/** A mean, or null of nothing. */
export function meanOf<One>(values: readonly One[], of: (one: One) => number): number | null {
  return values.length === 0 ? null : values.reduce((sum, one) => sum + of(one), 0) / values.length
}
