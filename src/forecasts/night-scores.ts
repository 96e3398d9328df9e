/** The generic score of every night of a forecast, derived once; days show it. */

import type { FrostNight } from '../frost/frost-night.ts'
import { levelOf, roundToTenth } from '../frost/published.ts'
import { hourMs } from '../weather/time.ts'
import { nightsIn, type PublishedScore, type ScoredPoint, unknownScore } from './frost-view.ts'

/**
 * Two published scores for each window of a point, in order: while the night runs, when its beginning may be
 * missing, and otherwise. NaN: unknown.
 */
export type NightScores = Float64Array

/**
 * Scores every night. A score depends on the forecast and on what was learned; of the time, only on whether
 * the night runs.
 */
export function scoreNights(point: ScoredPoint): NightScores {
  const { windows, series } = point
  const scores = new Float64Array(2 * windows.length)
  const otherwise = nightsIn(point, windows, Number.NEGATIVE_INFINITY)
  for (const [index, window] of windows.entries()) {
    const settled = scoreOf(otherwise[index])
    const mayDiffer = Number.isNaN(settled) || window.firstHour < series.startHour
    scores[2 * index] = mayDiffer ? scoreOf(nightsIn(point, [window], window.firstHour * hourMs)[0]) : settled
    scores[2 * index + 1] = settled
  }
  return scores
}

/** The published score of a night, by the index of its window; unknown for −1. */
export function scoreAt(
  point: Pick<ScoredPoint, 'windows'> & { readonly nightScores: NightScores },
  index: number,
  at: number
): PublishedScore {
  const window = point.windows[index]
  if (window === undefined) return unknownScore
  const hour = Math.floor(at / hourMs)
  const isRunning = window.firstHour <= hour && hour < window.overHour
  const score = point.nightScores[2 * index + (isRunning ? 0 : 1)] ?? Number.NaN
  return Number.isNaN(score) ? unknownScore : { score, level: levelOf(score) }
}

function scoreOf(night: FrostNight | undefined): number {
  return night === undefined || night.state === 'unknown' ? Number.NaN : roundToTenth(night.score)
}
