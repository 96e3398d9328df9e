import { defaultAirVarianceC2 } from '../spread.ts'
import { type BlendLaw, servedBlend } from './blend-law.ts'

/** Sums over a model's errors, model minus what came, weighted by age. */
export interface ModelRecord {
  readonly weight: number
  readonly sumC: number
  readonly squaresC2: number
}

export const emptyRecord: ModelRecord = { weight: 0, sumC: 0, squaresC2: 0 }

/** A record with one more weighted error [°C]; NaN changes nothing. */
export function withError(record: ModelRecord, errorC: number, weight = 1): ModelRecord {
  if (Number.isNaN(errorC)) return record
  return {
    weight: record.weight + weight,
    sumC: record.sumC + weight * errorC,
    squaresC2: record.squaresC2 + weight * errorC * errorC
  }
}

export function scaledRecord({ weight, sumC, squaresC2 }: ModelRecord, by: number): ModelRecord {
  return { weight: weight * by, sumC: sumC * by, squaresC2: squaresC2 * by }
}

export function sumOf(one: ModelRecord, other: ModelRecord): ModelRecord {
  return {
    weight: one.weight + other.weight,
    sumC: one.sumC + other.sumC,
    squaresC2: one.squaresC2 + other.squaresC2
  }
}

/** The mean error [°C], held a little towards 0. */
export function biasOf({ weight, sumC }: ModelRecord, { biasNights }: BlendLaw): number {
  return weight === 0 ? 0 : sumC / (weight + biasNights)
}

/** The inverse of each model's error variance, held towards that of all (the mean without a record); sums to 1. */
export function weightsOf(records: readonly ModelRecord[], law: BlendLaw): readonly number[] {
  const own = records.map((record) => ({ weight: record.weight, scatterC2: scatterOf(record) }))
  const known = own.reduce((sum, { weight }) => sum + weight, 0)
  if (known === 0) return records.map(() => 1 / records.length)
  const meanC2 = own.reduce((sum, { scatterC2 }) => sum + scatterC2, 0) / known
  const least = Math.max(meanC2, minVarianceC2)
  const inverse = own.map(
    ({ weight, scatterC2 }) =>
      (weight + law.varianceNights) / (scatterC2 + law.varianceNights * least + minVarianceC2)
  )
  const sum = inverse.reduce((all, one) => all + one, 0)
  return inverse.map((one) => one / sum)
}

const minVarianceC2 = 0.01

/** Squares about the mean error, summed [°C²·nights]. */
export function scatterOf({ weight, sumC, squaresC2 }: ModelRecord): number {
  return weight === 0 ? 0 : Math.max(0, squaresC2 - (sumC * sumC) / weight)
}

export interface ModelSpread {
  readonly startHour: number
  /** Sample standard deviation of the models [°C]; NaN = unknown. */
  readonly spreadC: ArrayLike<number>
}

/** Most of a spread that counts, as a multiple of the usual variance between models. */
const greatestRatio = 6

/** The factor on σ at an hour, 1 where the spread is usual at that lead [days] or unknown. */
export function modelSpreadFactor(
  spread: ModelSpread | null,
  { hour, lead }: { hour: number; lead: number },
  law: BlendLaw = servedBlend
): number {
  const spreadC = spread?.spreadC[hour - spread.startHour] ?? Number.NaN
  if (Number.isNaN(spreadC)) return 1
  const usualC2 = law.usualSpreadShare * defaultAirVarianceC2(lead)
  const ratio = Math.min((spreadC * spreadC) / usualC2, greatestRatio)
  return Math.sqrt(1 - law.spreadShare + law.spreadShare * ratio)
}
