import { medianOf } from '../../common/mean.ts'
import { absurdDifferenceC, absurdIndices } from '../../weather/absurd-hours.ts'
import { type BlendLaw, servedBlend } from './blend-law.ts'
import {
  biasOf,
  emptyRecord,
  type ModelRecord,
  scaledRecord,
  scatterOf,
  sumOf,
  weightsOf,
  withError
} from './model-record.ts'

/** One model's temperatures at 2 m [°C], hour by hour as all others; NaN = missing. */
export interface ModelHours {
  readonly name: string
  readonly temperaturesC: ArrayLike<number>
}

interface BlendRequest {
  /** The model of the place's series: its past hours are the latest analysis, without its own error. */
  readonly first: ModelHours
  readonly others: readonly ModelHours[]
  readonly from: number
  /** Absent: what the service uses. */
  readonly law?: BlendLaw
}

/** A model that is left out. `missing`: no hour to come; `absurd`: too far from analysis or other models. */
interface LeftModel {
  readonly name: string
  readonly reason: 'missing' | 'absurd'
}

/** From the first hour to come on; NaN where fewer than two models are known. */
export interface BlendedHours {
  /** The robust mean of the models but the first [°C], each without its own error. */
  readonly othersC: Float64Array
  /** Sample standard deviation of all models [°C]. */
  readonly spreadC: Float64Array
  /** The first model's weight against that mean, 0…1. */
  readonly firstShare: number
  readonly names: readonly string[]
  readonly left: readonly LeftModel[]
}

const hoursPerDay = 24
/** The error of an hour is the mean over the five hours around it. */
const hoursAround = 2
/** No model is farther from the analysis in the mean [°C]: it is of another place, or another unit. */
const greatestBiasC = 15

interface Member {
  readonly name: string
  readonly hours: Float64Array
  readonly record: ModelRecord
}

/** Blends the hours to come; null where only the first model remains. */
export function blendHours(request: BlendRequest): BlendedHours | null {
  const { first, others, from, law = servedBlend } = request
  const left: LeftModel[] = []
  const candidates: Member[] = []
  for (const model of others) {
    const cleaned = withoutAbsurd(model, [first, ...others])
    const known = errorsOf(cleaned, request, law)
    if (!cleaned.some((value, index) => index >= from && !Number.isNaN(value))) {
      left.push({ name: model.name, reason: 'missing' })
    } else if (Math.abs(known.meanC) > greatestBiasC) left.push({ name: model.name, reason: 'absurd' })
    else candidates.push({ name: model.name, hours: corrected(cleaned, known.biasC), record: known.record })
  }
  const members = candidates.filter(({ name, hours }) => {
    const isAbsurd = departs(hours, [first.temperaturesC, ...candidates.map((one) => one.hours)], from)
    if (isAbsurd) left.push({ name, reason: 'absurd' })
    return !isAbsurd
  })
  return members.length === 0 ? null : { ...blended(request, members, law), left }
}

function blended(
  { first, from }: BlendRequest,
  members: readonly Member[],
  law: BlendLaw
): Omit<BlendedHours, 'left'> {
  const weights = weightsOf(
    members.map(({ record }) => record),
    law
  )
  // The first has no record, because the others are compared with it: it counts as one of them.
  const firstShare = 1 / (members.length + 1)
  const hours = Math.max(0, first.temperaturesC.length - from)
  const othersC = new Float64Array(hours).fill(Number.NaN)
  const spreadC = new Float64Array(hours).fill(Number.NaN)
  for (let hour = 0; hour < hours; hour++) {
    const values = members.map((member, index) => ({
      valueC: member.hours[from + hour] ?? Number.NaN,
      weight: (weights[index] ?? 0) * (1 - firstShare)
    }))
    const own = { valueC: first.temperaturesC[from + hour] ?? Number.NaN, weight: firstShare }
    const known = values.filter(({ valueC }) => !Number.isNaN(valueC))
    const single = known.length === 1 ? (known[0]?.valueC ?? Number.NaN) : Number.NaN
    othersC[hour] = robustMean(values, law.trimmedShare)?.meanC ?? single
    spreadC[hour] = robustMean([own, ...values], 0)?.spreadC ?? Number.NaN
  }
  return { othersC, spreadC, firstShare, names: members.map(({ name }) => name) }
}

/** A model's hours [°C] without those that depart from both neighbours and from the other models. */
function withoutAbsurd(model: ModelHours, all: readonly ModelHours[]): Float64Array {
  const hours = Float64Array.from(model.temperaturesC)
  const others = all.filter((one) => one !== model)
  const absurd = absurdIndices(hours)
  for (const { index } of absurd) {
    const supportC = medianOf(others.map(({ temperaturesC }) => temperaturesC[index] ?? Number.NaN))
    if (!(Math.abs((hours[index] ?? Number.NaN) - supportC) <= absurdDifferenceC)) hours[index] = Number.NaN
  }
  return hours
}

function errorsOf(hours: Float64Array, { first, from }: BlendRequest, law: BlendLaw) {
  const byHour = Array.from({ length: hoursPerDay }, () => emptyRecord)
  for (let index = 0; index < from; index++) {
    const errorC = (hours[index] ?? Number.NaN) - (first.temperaturesC[index] ?? Number.NaN)
    const weight = law.memory ** Math.floor((from - 1 - index) / hoursPerDay)
    const hour = index % hoursPerDay
    byHour[hour] = withError(byHour[hour] ?? emptyRecord, errorC, weight)
  }
  const around = byHour.map((_, hour) => joined(byHour, hour))
  const biasC = Float64Array.from(around, (record) => biasOf(record, law))
  const whole = byHour.reduce(sumOf, emptyRecord)
  const record = byHour.reduce((sum, one) => sumOf(sum, aboutMean(one)), emptyRecord)
  return {
    biasC,
    meanC: whole.weight === 0 ? 0 : whole.sumC / whole.weight,
    record: scaledRecord(record, 1 / hoursPerDay)
  }
}

function joined(byHour: readonly ModelRecord[], hour: number): ModelRecord {
  let sum = emptyRecord
  for (let step = -hoursAround; step <= hoursAround; step++) {
    sum = sumOf(sum, byHour[(hour + step + hoursPerDay) % hoursPerDay] ?? emptyRecord)
  }
  return scaledRecord(sum, 1 / (2 * hoursAround + 1))
}

/** The record of an hour without its mean error, so that only the scatter about it is left. */
function aboutMean(record: ModelRecord): ModelRecord {
  return { weight: record.weight, sumC: 0, squaresC2: scatterOf(record) }
}

function corrected(hours: Float64Array, biasC: Float64Array): Float64Array {
  return hours.map((value, index) => value - (biasC[index % hoursPerDay] ?? 0))
}

/** Whether a model is absurdly far from the middle of all at more than half of its hours to come. */
function departs(hours: Float64Array, all: readonly ArrayLike<number>[], from: number): boolean {
  let [known, far] = [0, 0]
  for (let index = from; index < hours.length; index++) {
    const own = hours[index] ?? Number.NaN
    if (Number.isNaN(own)) continue
    known += 1
    const middleC = medianOf(all.map((one) => one[index] ?? Number.NaN))
    if (Math.abs(own - middleC) > absurdDifferenceC) far += 1
  }
  return far > known / 2
}

/** A model's temperature, its own mean error removed [°C]; NaN = missing. */
interface WeightedValue {
  readonly valueC: number
  /** Above 0. */
  readonly weight: number
}

interface RobustMean {
  readonly meanC: number
  /** Weighted standard deviation of all of them [°C], as a sample's. */
  readonly spreadC: number
}

/** The weighted mean without this share of the weight at each end; null where fewer than two are known. */
export function robustMean(values: readonly WeightedValue[], trimmedShare: number): RobustMean | null {
  const known = values.filter(({ valueC }) => !Number.isNaN(valueC))
  if (known.length < 2) return null
  const sorted = known.toSorted((left, right) => left.valueC - right.valueC)
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0)
  const cut = trimmedShare * total
  let [before, counted, sumC] = [0, 0, 0]
  for (const { valueC, weight } of sorted) {
    const from = Math.max(before, cut)
    const until = Math.min(before + weight, total - cut)
    if (until > from) {
      counted += until - from
      sumC += (until - from) * valueC
    }
    before += weight
  }
  return { meanC: sumC / counted, spreadC: spreadOf(known, total) }
}

function spreadOf(values: readonly WeightedValue[], total: number): number {
  const meanC = values.reduce((sum, { valueC, weight }) => sum + weight * valueC, 0) / total
  const squares = values.reduce((sum, { valueC, weight }) => sum + weight * (valueC - meanC) ** 2, 0)
  // Reliability weights: (Σw)² − Σw² stands for n − 1.
  const unbiased = total - values.reduce((sum, { weight }) => sum + weight * weight, 0) / total
  return Math.sqrt(squares / unbiased)
}
