/** How much colder than the air a place's own grass grows: y_2m − y_grass = b0 + b1·ΔT_eq(κ = 1), learned night by night. */
import type { LearnedOffset } from './settings.ts'

/** The prior: 60 nights on 0.35 + 0.45·x with a mean x of 1.9 °C and a mean x² of 4 °C²; docs/science.md [9]. */
const prior = { nights: 60, constantC: 0.35, slope: 0.45, meanX: 1.9, meanX2: 4 }
/** What a night's weight shrinks by with each later night; docs/science.md [9]. */
const forgetting = 0.998

/** Weighted sums over the nights so far, the prior among them: all that must be kept. x = ΔT_eq(κ = 1), y = y_2m − y_grass [°C]. */
export interface OffsetRecord {
  readonly weight: number
  readonly sumX: number
  readonly sumX2: number
  readonly sumY: number
  readonly sumXY: number
}

/** The record of a place without a night of its own. */
export const offsetPrior: OffsetRecord = {
  weight: prior.nights,
  sumX: prior.nights * prior.meanX,
  sumX2: prior.nights * prior.meanX2,
  sumY: prior.nights * (prior.constantC + prior.slope * prior.meanX),
  sumXY: prior.nights * (prior.constantC * prior.meanX + prior.slope * prior.meanX2)
}

/**
 * A record with one more night; everything older, the prior too, is forgotten a little.
 * @param night `fullOffsetC`: the night's mean ΔT_eq for κ = 1 (`fullOffsetMeanC` of a night); `differenceC`: the 2 m minimum
 *   minus the grass minimum. A night with a number missing changes nothing.
 */
export function withNight(
  record: OffsetRecord,
  night: { readonly fullOffsetC: number; readonly differenceC: number }
): OffsetRecord {
  const { fullOffsetC: x, differenceC: y } = night
  if (!Number.isFinite(x) || !Number.isFinite(y)) return record
  return {
    weight: forgetting * record.weight + 1,
    sumX: forgetting * record.sumX + x,
    sumX2: forgetting * record.sumX2 + x * x,
    sumY: forgetting * record.sumY + y,
    sumXY: forgetting * record.sumXY + x * y
  }
}

/** The line of least squares through a record. The prior's spread of x keeps it defined. */
export function offsetOf(record: OffsetRecord): LearnedOffset {
  const { weight, sumX, sumX2, sumY, sumXY } = record
  const slope = (weight * sumXY - sumX * sumY) / (weight * sumX2 - sumX * sumX)
  return { constantC: (sumY - slope * sumX) / weight, slope }
}
