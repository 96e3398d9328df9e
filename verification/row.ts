/** The numbers of one method on one bench, and which limits they keep. */
import { brierParts, brierScore, contingencyScores, contingencyTable } from '../src/frost/scores/scores.ts'
import { type BenchOutcome, type Gate, isWithin, type Measure } from './bench.ts'
import { meanOf } from './data/sequence.ts'
import { type MethodForecast, needsOf } from './method.ts'
import { areaUnderRoc } from './scores/auc.ts'
import { type BootstrapInterval, blockBootstrap } from './scores/block-bootstrap.ts'
import { type HarmedPlaces, harmedPlaces, isHarmTolerated } from './scores/harmed-places.ts'
import { rootMeanSquareError } from './scores/point-error.ts'

/** A limit and what became of it. */
export interface JudgedGate extends Gate {
  readonly value: number
  readonly holds: boolean
}

/** One row of the table; null where a method does not give what a score needs. */
export interface VerificationRow {
  readonly bench: string
  readonly method: string
  /** What a user needs to get it; null where the service does not run the method. */
  readonly needs: string | null
  readonly rows: number
  readonly baseRate: number
  readonly brier: number
  readonly brierSkill: number
  readonly reliability: number
  readonly auc: number
  readonly crpsC: number | null
  readonly rmseC: number | null
  readonly pod: number
  readonly far: number
  readonly csi: number
  readonly hss: number
  /** Of the score itself, only on its bench. */
  readonly slope: number | null
  readonly widestGap: number | null
  readonly gates: readonly JudgedGate[]
}

/** A learned method against the usual one: CRPS difference [°C], below 0 = learning helps, with its 95 % interval. */
export interface ComparisonRow extends BootstrapInterval {
  readonly bench: string
  readonly learned: string
  readonly usual: string
  readonly duty: 'must' | 'printed'
  /** Place by place; null where that is not asked for. */
  readonly harm: HarmedPlaces | null
  /** Learning does no harm beyond noise: the interval reaches 0 or lies below it, and few places become worse. */
  readonly holds: boolean
}

/** Scores every method of an outcome. */
export function rowsOfOutcome(outcome: BenchOutcome): readonly VerificationRow[] {
  const { came } = outcome
  const baseRate = came.reduce((sum, value) => sum + value, 0) / came.length
  const reference = outcome.methods.find(({ method }) => method === outcome.reference)
  const zeroBrier =
    reference === undefined ? baseRate * (1 - baseRate) : brierScore(reference.probability, came)
  return outcome.methods.map((forecast) => rowOf(outcome, forecast, { baseRate, zeroBrier }))
}

/** Compares what an outcome wants compared. */
export function comparisonsOf(outcome: BenchOutcome): readonly ComparisonRow[] {
  return outcome.comparisons.flatMap(({ learned, usual, everywhere, blockDays, duty }) => {
    const better = outcome.methods.find(({ method }) => method === learned)?.crpsC
    const plain = outcome.methods.find(({ method }) => method === usual)?.crpsC
    if (better === undefined || better === null || plain === undefined || plain === null) return []
    const difference = better.map((value, row) => value - (plain[row] ?? Number.NaN))
    const interval = blockBootstrap(difference, outcome.days, { blockDays })
    const { bench, placeOf } = outcome
    const harm = everywhere === true && placeOf !== undefined ? harmedPlaces(difference, placeOf) : null
    const holds = interval.low <= 0 && (harm === null || isHarmTolerated(harm))
    return [{ bench, learned, usual, duty, ...interval, harm, holds }]
  })
}

function rowOf(
  outcome: BenchOutcome,
  forecast: MethodForecast,
  sample: { readonly baseRate: number; readonly zeroBrier: number }
): VerificationRow {
  const { came, observedC } = outcome
  const { method, probability } = forecast
  const brier = brierScore(probability, came)
  const calibration = outcome.calibrations?.get(method)
  const row = {
    bench: outcome.bench,
    method,
    needs: needsOf(method),
    rows: came.length,
    baseRate: sample.baseRate,
    brier,
    brierSkill: 1 - brier / sample.zeroBrier,
    reliability: brierParts(probability, came).reliability,
    auc: areaUnderRoc(probability, came),
    crpsC: forecast.crpsC === null ? null : meanOf(forecast.crpsC),
    rmseC: forecast.pointC === null ? null : rootMeanSquareError(forecast.pointC, observedC),
    ...contingencyScores(contingencyTable(probability, came)),
    slope: calibration?.slope ?? null,
    widestGap: calibration?.widestGap ?? null
  }
  const gates = outcome.gates.filter((gate) => gate.method === method)
  return { ...row, gates: gates.map((gate) => judged(gate, row[gate.measure])) }
}

function judged(gate: Gate, measured: number | null): JudgedGate {
  const value = measured ?? Number.NaN
  return { ...gate, value, holds: isWithin(value, gate) }
}

/** A short name of a measure for people. */
export const measureNames: Readonly<Record<Measure, string>> = {
  brier: 'Brier',
  brierSkill: 'BSS',
  reliability: 'reliability',
  crpsC: 'CRPS',
  rmseC: 'RMSE',
  slope: 'slope',
  widestGap: 'widest gap'
}
