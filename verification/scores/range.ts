/**
 * Whether the published range, p10 to p90, holds what it promises: four minima of five, in every season and at every
 * place.
 */
import { monthOfEpochDay } from '../data/civil-day.ts'
import { at, meanOf } from '../data/sequence.ts'
import { blockBootstrap } from './block-bootstrap.ts'

const promised = { share: 0.8, variance: 0.16, tolerance: 0.05 }
/** Dates this close are drawn together [days]. */
const blockDays = 3
/** Cells that are worth fewer independent nights are printed and not judged. */
const minEffective = 100
const z975 = 1.96
const windowNights = 100
const windowShare = { least: 0.7, most: 0.9 }
/** How many windows must be within, and from how many on that is judged. */
const windowLimits = { within: 0.95, least: 20 }

const seasons = ['DJF', 'MAM', 'JJA', 'SON'] as const

export interface RangeCell {
  readonly season: (typeof seasons)[number] | 'year'
  readonly nights: number
  /** How many independent nights have an equally certain share. */
  readonly effective: number
  /** Of minima within the range, 0…1. */
  readonly share: number
  readonly isJudged: boolean
  /** 75 to 85 %, each widened by what chance does to so many nights; true where it is not judged. */
  readonly holds: boolean
}

/**
 * The cells of a method's rows, season by season, and of all together where no season has enough.
 * @param inside 1 where what came was within the range.
 */
export function rangeCells(inside: Uint8Array, days: Float64Array): readonly RangeCell[] {
  const rowsOfSeason = Map.groupBy(days.keys(), (row) => seasonOf(at(days, row)))
  const cellOf = (season: RangeCell['season'], rows: readonly number[]): RangeCell => {
    const hits = Float64Array.from(rows, (row) => inside[row] ?? 0)
    const share = meanOf(hits)
    const blocks = Float64Array.from(rows, (row) => at(days, row))
    const { low, high } = blockBootstrap(hits, blocks, { blockDays })
    const deviation = (high - low) / (2 * z975)
    const effective = Math.min(deviation > 0 ? promised.variance / deviation ** 2 : rows.length, rows.length)
    const isJudged = effective >= minEffective
    const tolerated = promised.tolerance + z975 * Math.sqrt(promised.variance / effective)
    const holds = !isJudged || Math.abs(share - promised.share) <= tolerated
    return { season, nights: rows.length, effective, share, isJudged, holds }
  }
  const cells = seasons.flatMap((season, index) => {
    const rows = rowsOfSeason.get(index)
    return rows === undefined ? [] : [cellOf(season, rows)]
  })
  const isEnough = cells.length < 2 || cells.some(({ isJudged }) => isJudged)
  return isEnough ? cells : [...cells, cellOf('year', [...days.keys()])]
}

export interface RangeWindows {
  /** Disjoint windows of 100 nights of one place. */
  readonly windows: number
  /** Of them within 70 to 90 %, 0…1. */
  readonly within: number
  readonly isJudged: boolean
  readonly holds: boolean
}

/** @param placeOf The place of each row; the rows of a place are in order of date. */
export function rangeWindows(inside: Uint8Array, placeOf: ArrayLike<number>): RangeWindows {
  const byPlace = Map.groupBy(inside.keys(), (row) => placeOf[row] ?? 0)
  const shares = [...byPlace.values()].flatMap((rows) =>
    Array.from({ length: Math.floor(rows.length / windowNights) }, (_, window) =>
      meanOf(rows.slice(window * windowNights, (window + 1) * windowNights).map((row) => inside[row] ?? 0))
    )
  )
  const { least, most } = windowShare
  const within = shares.filter((share) => share >= least && share <= most).length / shares.length
  const isJudged = shares.length >= windowLimits.least
  return {
    ...{ windows: shares.length, within, isJudged },
    holds: !isJudged || within >= windowLimits.within
  }
}

/** 0 from December to February, and so on. */
function seasonOf(day: number): number {
  return Math.floor((monthOfEpochDay(day) % 12) / 3)
}
