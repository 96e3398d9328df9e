/**
 * How a place's plants depart from the usual law of their cooling: y = c0 + c1·x, x the ground law's ΔT_eq, y the
 * measured (2 m − plant)/f less the forecast one, learned night by night.
 */
import { type FrostLaws, servedLaws } from './laws.ts'
import { widthAfter } from './learned-site.ts'
import type { LearnedOffset } from './settings.ts'
import { offsetSpreadC } from './spread.ts'

/** Nights for which the prior counts that nothing deviates; docs/science.md [9]. */
const priorNights = 60
/** A night's weight shrinks by this with each later night; docs/science.md [9]. */
const forgetting = 0.998

/** Weighted sums over the nights so far, the prior among them. x = the ground law's ΔT_eq, y the deviation [°C]. */
interface OffsetRecord {
  readonly weight: number
  readonly sumX: number
  readonly sumX2: number
  readonly sumY: number
  readonly sumXY: number
  /** The addition to ln σ_off. */
  readonly logWidth: number
}

export const offsetPrior: OffsetRecord = recordOf(servedLaws.offsetPrior)

/** A record of 60 nights without a deviation. */
export function recordOf({ meanX, meanX2 }: FrostLaws['offsetPrior']): OffsetRecord {
  return {
    weight: priorNights,
    sumX: priorNights * meanX,
    sumX2: priorNights * meanX2,
    sumY: 0,
    sumXY: 0,
    logWidth: 0
  }
}

/**
 * With one more night; all older, the prior too, fades. A night with a number missing changes nothing. @param night
 * `fullOffsetC`: mean of the ground law (`fullOffsetMeanC`); `deviationC`: measured (2 m − plant)/f less the forecast;
 * `weight`: f² of what was measured, at most 1, as an error of a thermometer counts 1/f.
 */
export function withNight(
  record: OffsetRecord,
  night: { readonly fullOffsetC: number; readonly deviationC: number; readonly weight?: number }
): OffsetRecord {
  const { fullOffsetC: x, deviationC: y, weight = 1 } = night
  if (!Number.isFinite(x) || !Number.isFinite(y)) return record
  return {
    weight: forgetting * record.weight + weight,
    sumX: forgetting * record.sumX + weight * x,
    sumX2: forgetting * record.sumX2 + weight * x * x,
    sumY: forgetting * record.sumY + weight * y,
    sumXY: forgetting * record.sumXY + weight * x * y,
    logWidth: widthOf(record, x, y)
  }
}

/** Whether the range of the offset, by what was known before the night, held what came. */
function widthOf(record: OffsetRecord, x: number, y: number): number {
  const { constantC, slope } = offsetOf(record)
  const deviationC = constantC + slope * x
  const sigmaC = offsetSpreadC(Math.max(x + deviationC, 0)) * Math.exp(record.logWidth)
  return widthAfter(record.logWidth, { errorC: y - deviationC, sigmaC })
}

/** The line of least squares through a record. The prior's spread of x keeps it defined. */
export function offsetOf(record: OffsetRecord): LearnedOffset {
  const { weight, sumX, sumX2, sumY, sumXY, logWidth } = record
  const slope = (weight * sumXY - sumX * sumY) / (weight * sumX2 - sumX * sumX)
  return { constantC: (sumY - slope * sumX) / weight, slope, spreadFactor: Math.exp(logWidth) }
}
