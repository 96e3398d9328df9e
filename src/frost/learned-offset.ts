/** How much colder than the air a place's own grass grows: y_2m − y_grass = b0 + b1·x, x of the ground law, learned night by night. */
import { type OffsetPrior, servedLaws } from './laws.ts'
import type { LearnedOffset } from './settings.ts'

/** The ground law counts as so many nights; docs/science.md [9]. */
const priorNights = 60
/** What a night's weight shrinks by with each later night; docs/science.md [9]. */
const forgetting = 0.998

/** Weighted sums over the nights so far, the prior among them: all that must be kept. x = the ground law's ΔT_eq, y = y_2m − y_grass [°C]. */
export interface OffsetRecord {
  readonly weight: number
  readonly sumX: number
  readonly sumX2: number
  readonly sumY: number
  readonly sumXY: number
}

/** The record of a place without a night of its own. */
export const offsetPrior: OffsetRecord = recordOf(servedLaws.offsetPrior)

/** A record that holds a law as 60 nights would. */
export function recordOf({ constantC, slope, meanX, meanX2 }: OffsetPrior): OffsetRecord {
  return {
    weight: priorNights,
    sumX: priorNights * meanX,
    sumX2: priorNights * meanX2,
    sumY: priorNights * (constantC + slope * meanX),
    sumXY: priorNights * (constantC * meanX + slope * meanX2)
  }
}

/**
 * A record with one more night; everything older, the prior too, is forgotten a little.
 * @param night `fullOffsetC`: the night's mean of the ground law (`fullOffsetMeanC` of a night); `differenceC`: the 2 m minimum
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
