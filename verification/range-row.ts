/** What became of the ranges that a bench wants judged. */
import type { BenchOutcome } from './bench.ts'
import { type RangeCell, type RangeWindows, rangeCells, rangeWindows } from './scores/range.ts'

export interface RangeRow {
  readonly bench: string
  readonly method: string
  readonly duty: 'must' | 'printed'
  readonly cells: readonly RangeCell[]
  /** Null where places have nothing that adapts to them. */
  readonly windows: RangeWindows | null
  readonly holds: boolean
}

/** Judges the ranges of an outcome. */
export function rangesOf({ bench, days, methods, placeOf, ranges = [] }: BenchOutcome): readonly RangeRow[] {
  return ranges.flatMap(({ method, duty, adapts, windowsOnly = false }) => {
    const inside = methods.find((one) => one.method === method)?.inside ?? null
    if (inside === null) return []
    const cells = rangeCells(inside, days)
    const windows = adapts && placeOf !== undefined ? rangeWindows(inside, placeOf) : null
    const seasonsHold = windowsOnly || cells.every((cell) => cell.holds)
    const holds = seasonsHold && (windows === null || windows.holds)
    return [{ bench, method, duty, cells, windows, holds }]
  })
}

/** A row in words. */
export function rangeText({ bench, method, duty, cells, windows, holds }: RangeRow): string {
  const percent = (value: number) => `${(100 * value).toFixed(1)} %`
  const seasons = cells.map(({ season, share, nights, effective, isJudged, holds: isWithin }) => {
    const judged = isJudged ? (isWithin ? '' : ', outside') : ', too few to judge'
    return `${season} ${percent(share)} of ${nights} (as ${Math.round(effective)} independent${judged})`
  })
  const byPlace =
    windows === null || windows.windows === 0
      ? ''
      : `; ${percent(windows.within)} of ${windows.windows} windows of 100 nights within 70–90 %${windows.isJudged ? '' : ' (too few to judge)'}`
  const verdict = duty === 'must' ? (holds ? 'holds' : 'missed') : 'printed, not a limit'
  return `${bench}, ${method}: ${seasons.join(', ')}${byPlace}: ${verdict}`
}
