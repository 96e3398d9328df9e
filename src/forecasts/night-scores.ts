/** The generic score and the minima of every night of a forecast, derived once; days show them. */

import { hourMs } from '../common/time.ts'
import type { FrostNight } from '../frost/frost-night.ts'
import { levelOf, roundToTenth } from '../frost/published.ts'
import { nightsIn, type PublishedScore, type ScoredPoint, unknownScore } from './frost-view.ts'

/**
 * Two published nights for each window of a point, in order: while the night runs, when its beginning may be
 * missing, and otherwise. Each is its score, the minima of air and plants, and the bias in them [°C]. NaN: unknown.
 */
export type NightScores = Float64Array

/** A night's published score with its minima, corrected by what was learned at the point [°C]; null: unknown. */
export interface NightFrost extends PublishedScore {
  readonly airTemperatureMinC: number | null
  readonly plantTemperatureMinC: number | null
}

const unknownNight: NightFrost = { ...unknownScore, airTemperatureMinC: null, plantTemperatureMinC: null }
const valuesOfNight = 4

/**
 * Scores every night. A score depends on the forecast and on what was learned; of the time, only on whether
 * the night runs.
 */
export function scoreNights(point: ScoredPoint): NightScores {
  const { windows, series } = point
  const scores = new Float64Array(2 * valuesOfNight * windows.length)
  const otherwise = nightsIn(point, windows, Number.NEGATIVE_INFINITY)
  for (const [index, window] of windows.entries()) {
    const settled = valuesOf(otherwise[index])
    const mayDiffer = Number.isNaN(settled[0]) || window.firstHour < series.startHour
    const running = mayDiffer ? valuesOf(nightsIn(point, [window], window.firstHour * hourMs)[0]) : settled
    scores.set([...running, ...settled], 2 * valuesOfNight * index)
  }
  return scores
}

/** The learned bias in the temperatures of a night [°C], by the index of its window; 0 where it is unknown. */
export function biasAt({ nightScores }: { readonly nightScores: NightScores }, index: number): number {
  const biasC = nightScores[2 * valuesOfNight * index + 3] ?? Number.NaN
  return Number.isNaN(biasC) ? 0 : biasC
}

/** The published score of a night, by the index of its window; unknown for −1. */
export function scoreAt(
  point: Pick<ScoredPoint, 'windows'> & { readonly nightScores: NightScores },
  index: number,
  at: number
): NightFrost {
  const window = point.windows[index]
  if (window === undefined) return unknownNight
  const hour = Math.floor(at / hourMs)
  const isRunning = window.firstHour <= hour && hour <= window.lastHour
  const from = valuesOfNight * (2 * index + (isRunning ? 0 : 1))
  const { nightScores } = point
  const score = nightScores[from] ?? Number.NaN
  if (Number.isNaN(score)) return unknownNight
  return {
    score,
    level: levelOf(score),
    airTemperatureMinC: nightScores[from + 1] ?? null,
    plantTemperatureMinC: nightScores[from + 2] ?? null
  }
}

function valuesOf(night: FrostNight | undefined): readonly [score: number, ...rest: readonly number[]] {
  if (night === undefined || night.state === 'unknown') return unknownValues
  return [roundToTenth(night.score), night.airTemperatureMinC, night.plantTemperatureMinC, night.biasC]
}

const unknownValues = [Number.NaN, Number.NaN, Number.NaN, Number.NaN] as const
