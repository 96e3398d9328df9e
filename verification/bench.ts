/**
 * What a bench is: real forecasts or observations, a split, the methods that were let at them, and what must come out.
 */
import type { BenchFiles } from './data/csv-table.ts'
import type { MethodForecast } from './method.ts'
import type { ScoreCalibration } from './scores/score-calibration.ts'

/** A number by which a method is judged. */
export type Measure = 'brier' | 'brierSkill' | 'reliability' | 'crpsC' | 'rmseC' | 'slope' | 'widestGap'

/** A limit on a measure of one method. */
export interface Gate {
  readonly method: string
  readonly measure: Measure
  /** `about`: equal to the fourth decimal. */
  readonly relation: 'at_most' | 'at_least' | 'about'
  readonly limit: number
  /** A missed `must` fails the command, a missed `goal` is printed. */
  readonly duty: 'must' | 'goal'
}

/** Whether a learned method beats the default it grew from, night by night on the same rows. */
export interface Comparison {
  readonly learned: string
  readonly usual: string
  /** Whether it must also help at nearly every place of the outcome's `placeOf`, and not only in the mean. */
  readonly everywhere?: true
  /** Dates this close are drawn together [days]. */
  readonly blockDays: number
  /** `must`: harm beyond noise fails the command; `printed`: it is only shown. */
  readonly duty: 'must' | 'printed'
}

/** A method whose range is judged. */
export interface RangeCheck {
  readonly method: string
  /** `must`: a cell that is missed fails the command. */
  readonly duty: 'must' | 'printed'
  /** Whether it adapts to each place of `placeOf`, so that windows of a place's nights are judged too. */
  readonly adapts: boolean
  /** Whether only these are judged, and the seasons printed. */
  readonly windowsOnly?: true
}

/** The same rows seen by several methods. */
export interface BenchOutcome {
  /** As the table names it, for example `nws_lows 24 h`. */
  readonly bench: string
  /** What was fitted on what, and what was scored. */
  readonly split: string
  /** What came [°C] and on which day (whole days since 1970-01-01); scored rows only. */
  readonly observedC: Float64Array
  readonly days: Float64Array
  /** 1 where the event came: observed ≤ 0 °C. */
  readonly came: Uint8Array
  /** The place of each scored row, for comparisons place by place. */
  readonly placeOf?: ArrayLike<number>
  /** The method whose Brier score is the zero of the skill; null: the base rate of the sample. */
  readonly reference: string | null
  readonly methods: readonly MethodForecast[]
  readonly gates: readonly Gate[]
  readonly comparisons: readonly Comparison[]
  /** Score against realised severity, by method; for the bench of the score itself. */
  readonly calibrations?: ReadonlyMap<string, ScoreCalibration>
  /** Ranges to be judged; absent: none. */
  readonly ranges?: readonly RangeCheck[]
  /** What a reader of the numbers should know: rows left out and why. */
  readonly notes: readonly string[]
  /** Limits on what is no measure of a method. */
  readonly checks?: readonly Check[]
  /** Further figures, as texts. */
  readonly table?: OutcomeTable
  /** Methods that one would look for in the table but that these data cannot be given to. */
  readonly notApplicable?: readonly NotApplicable[]
}

/** A number besides the measures of the methods, and its limit. */
export interface Check extends Limit {
  readonly what: string
  readonly value: number
}

export interface OutcomeTable {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** A method without a number, and why: the rest of a sentence that begins with "not applicable:". */
export interface NotApplicable {
  readonly method: string
  readonly reason: string
}

/** The FAO's regression begins with what a station measures two hours after sunset. */
export function noTwoStepRegression(reason: string): readonly NotApplicable[] {
  return [{ method: 'FAO two-step', reason }]
}

export interface Bench {
  /** What `--bench` asks for: the name of its data. */
  readonly name: string
  /** The file in the data folder. */
  readonly file: string
  /** @throws {VerificationDataError} where the file cannot be read. */
  readonly run: (files: BenchFiles) => Promise<readonly BenchOutcome[]>
}

/** The outcome's rows: what came, when, and whether it was frost. */
export function observedRows(
  observedC: Float64Array,
  days: Float64Array
): Pick<BenchOutcome, 'observedC' | 'days' | 'came'> {
  return { observedC, days, came: Uint8Array.from(observedC, (value) => (value <= 0 ? 1 : 0)) }
}

/** Which values of a measure are within a limit. */
export type Limit = Pick<Gate, 'relation' | 'limit'>

/** Whether a value is within a limit. */
export function isWithin(value: number, { relation, limit }: Limit): boolean {
  if (relation === 'at_most') return value <= limit
  if (relation === 'at_least') return value >= limit
  return Math.abs(value - limit) < 0.00005
}

/** At most this. */
export function atMost(limit: number): Limit {
  return { relation: 'at_most', limit }
}

/** At least this. */
export function atLeast(limit: number): Limit {
  return { relation: 'at_least', limit }
}

/** This, to the fourth decimal. */
export function about(limit: number): Limit {
  return { relation: 'about', limit }
}

/** A limit that fails the command where it is missed. */
export function must(method: string, measure: Measure, limit: Limit): Gate {
  return { method, measure, ...limit, duty: 'must' }
}

/** A limit that is worked towards. */
export function goal(method: string, measure: Measure, limit: Limit): Gate {
  return { method, measure, ...limit, duty: 'goal' }
}
