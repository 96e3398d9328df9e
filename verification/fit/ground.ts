/**
 * The ground law, from Dutch days and hours: ΔT_eq = (share + sharePerDegree·range)·x, with the sky open to 1 − p·c⁴ −
 * q·c⁶.
 *
 * Days tell how the offset goes with the weather at eight stations; hours, which only De Bilt has, tell what a law for
 * means of a day reads too small when it is applied hour by hour. De Bilt's own offset is far above the others': the
 * ratio is taken out first.
 */
import type { FrostLaws, GroundLaw } from '../../src/frost/laws.ts'
import { fullEquilibriumOffsetC, groundShare } from '../../src/frost/radiation.ts'
import { type GrassRows, rangeOf, skyAndAirOf } from '../benches/netherlands/grass-rows.ts'
import { coldestOf, type HourlyRows, lagged } from '../benches/netherlands/hourly-rows.ts'
import { at, meanOf, rowsOf, rowsWhere } from '../data/sequence.ts'
import { leastSquares } from './least-squares.ts'

/** Shapes of the cloud curve that are compared: p of c⁴ and q of c⁶. */
const clouds = [
  { cloudToFourth: 0.9, cloudToSixth: 0 },
  { cloudToFourth: 0.6, cloudToSixth: 0 },
  { cloudToFourth: 0.7, cloudToSixth: 0 },
  { cloudToFourth: 0, cloudToSixth: 0.6 },
  { cloudToFourth: 0, cloudToSixth: 0.7 },
  { cloudToFourth: 0, cloudToSixth: 0.8 }
]
/** What the hours weigh against the days in the level of the law. */
const weightOfHours = 0.25
const hourlyStation = '260'
const heldOutShare = 1 / 3

export interface GroundFit {
  readonly ground: GroundLaw
  readonly offsetPrior: FrostLaws['offsetPrior']
  /** What the law reads for the means of a day, as a share of what it reads hour by hour. */
  readonly dailyMeans: number
  readonly days: number
  readonly blocks: number
}

interface GroundRows {
  readonly daily: GrassRows
  readonly hourly: HourlyRows | null
  /** Which days, and which blocks by their last row, may be fitted on; absent: all. */
  readonly isDaily?: (row: number) => boolean
  readonly isBlock?: (end: number) => boolean
}

/** Fits the law; the cloud curve is chosen on the last third of the days, with the law of the first two. */
export function fitGround({ daily, hourly, isDaily, isBlock }: GroundRows): GroundFit {
  const days = rowsWhere(daily.days.length, isDaily ?? (() => true))
  const blocks = (hourly?.ends ?? []).flatMap((end, block) => (isBlock?.(end) === false ? [] : [block]))
  const cut = at(pickSorted(daily.days, days), Math.floor(days.length * (1 - heldOutShare)))
  const early = days.filter((row) => at(daily.days, row) < cut)
  const late = days.filter((row) => at(daily.days, row) >= cut)
  const [best = clouds[0]] = clouds
    .map((cloud) => ({ cloud, loss: heldOutLoss({ daily, hourly, blocks }, cloud, early, late) }))
    .sort((left, right) => left.loss - right.loss)
    .map(({ cloud }) => cloud)
  return fitLevels({ daily, hourly, days, blocks }, best ?? { cloudToFourth: 0.9, cloudToSixth: 0 })
}

/** What the law says of a Dutch day from its means [°C]. */
export function dailyOffsetC(rows: GrassRows, row: number, fit: GroundFit): number {
  const x = fullEquilibriumOffsetC(skyAndAirOf(rows, row), fit.ground)
  return fit.dailyMeans * groundShare(rangeOf(rows, row), fit.ground) * x
}

type Cloud = Pick<GroundLaw, 'cloudToFourth' | 'cloudToSixth'>

interface ChosenRows {
  readonly daily: GrassRows
  readonly hourly: HourlyRows | null
  readonly days: readonly number[]
  readonly blocks: readonly number[]
}

/**
 * Mean squared errors [°C²] of the days held out and of all blocks, weighted as in the fit; the blocks' level is De
 * Bilt's own.
 */
function heldOutLoss(
  rows: Omit<ChosenRows, 'days'>,
  cloud: Cloud,
  early: readonly number[],
  late: readonly number[]
): number {
  const { features, target } = dailyFeatures(rows.daily, cloud)
  const law = leastSquares(features, target, early)
  const error = (row: number) => at(target, row) - predicted(law, features, row)
  const days = meanOf(late.map((row) => error(row) ** 2))
  const hours = blockFeatures(rows.hourly, rows.blocks, { ...cloud, ...shares(law) })
  const level = slopeThroughZero(hours)
  const blocks = hours.map(({ law: said, measured }) => (measured - level * said) ** 2)
  return blocks.length === 0 ? days : (1 - weightOfHours) * days + weightOfHours * meanOf(blocks)
}

function fitLevels(rows: ChosenRows, cloud: Cloud): GroundFit {
  const { daily, days } = rows
  const { features, target } = dailyFeatures(daily, cloud)
  const law = leastSquares(features, target, days)
  const said = days.map((row) => ({ law: predicted(law, features, row), measured: at(target, row), row }))
  const home = said.filter(({ row }) => daily.stations[daily.stationOf[row] ?? -1] === hourlyStation)
  const hours = blockFeatures(rows.hourly, rows.blocks, { ...cloud, ...shares(law) })
  const hourByHour =
    hours.length === 0 || home.length === 0 ? 1 : slopeThroughZero(hours) / slopeThroughZero(home)
  const level =
    hours.length === 0
      ? 1
      : jointLevel(
          said,
          hours.map((one) => ({ ...one, law: one.law * hourByHour }))
        )
  const { share, sharePerDegree } = shares(law)
  const scale = level * hourByHour
  const x = said.map((one) => level * one.law)
  return {
    ground: { ...cloud, share: scale * share, sharePerDegree: scale * sharePerDegree },
    offsetPrior: { meanX: meanOf(x), meanX2: meanOf(x.map((value) => value * value)) },
    dailyMeans: 1 / hourByHour,
    days: days.length,
    blocks: hours.length
  }
}

interface Pair {
  readonly law: number
  readonly measured: number
}

/** The factor on the law that is best for days and hours together. */
function jointLevel(days: readonly Pair[], hours: readonly Pair[]): number {
  const moment = (of: (pair: Pair) => number) =>
    (1 - weightOfHours) * meanOf(days.map(of)) + weightOfHours * meanOf(hours.map(of))
  return moment(({ law, measured }) => law * measured) / moment(({ law }) => law * law)
}

function slopeThroughZero(pairs: readonly Pair[]): number {
  return meanOf(pairs.map(({ law, measured }) => law * measured)) / meanOf(pairs.map(({ law }) => law * law))
}

/** x and x·range of each day, and how far the grass lay below the air [°C]. */
function dailyFeatures(rows: GrassRows, cloud: Cloud) {
  const ground = { ...cloud, share: 0, sharePerDegree: 1 }
  const x = rowsOf(rows.days.length, (row) => fullEquilibriumOffsetC(skyAndAirOf(rows, row), ground))
  const byRange = x.map((value, row) => value * groundShare(rangeOf(rows, row), ground))
  return { features: [x, byRange], target: rows.airC.map((air, row) => air - at(rows.grassC, row)) }
}

/** What a law says, hour by hour with its lag, at each block's coldest hour, beside what was measured [°C]. */
function blockFeatures(
  rows: HourlyRows | null,
  blocks: readonly number[],
  ground: GroundLaw
): readonly Pair[] {
  if (rows === null || blocks.length === 0) return []
  const offsetC = lagged(
    rows,
    (row) => groundShare(at(rows.rangeC, row), ground) * fullEquilibriumOffsetC(rows.air(row), ground)
  )
  return blocks.map((block) => {
    const row = coldestOf(rows.ends[block] ?? -1, (one) => at(rows.airC, one) - at(offsetC, one))
    return { law: at(offsetC, row), measured: at(rows.airC, row) - at(rows.grassC, block) }
  })
}

function shares([share = 0, sharePerDegree = 0]: readonly number[]): Pick<
  GroundLaw,
  'share' | 'sharePerDegree'
> {
  return { share, sharePerDegree }
}

function predicted(law: readonly number[], features: readonly Float64Array[], row: number): number {
  return features.reduce((sum, values, index) => sum + (law[index] ?? 0) * at(values, row), 0)
}

function pickSorted(values: Float64Array, rows: readonly number[]): Float64Array {
  return Float64Array.from(rows, (row) => at(values, row)).sort()
}
