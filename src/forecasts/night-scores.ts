import { hourMs } from '../common/time.ts'
import { firstKnownHour, forgivenFrom } from '../frost/frost-columns.ts'
import type { FrostNight } from '../frost/frost-night.ts'
import { levelOf, roundToTenth } from '../frost/published.ts'
import { airShiftC } from '../frost/shifted-air.ts'
import {
  hoursOf,
  isOfOlderRun,
  nightsIn,
  type PublishedScore,
  type ScoredPoint,
  unknownScore
} from './frost-view.ts'

const unknownNight = { ...unknownScore, airTemperatureMinC: null, plantTemperatureMinC: null }
const valuesOfNight = 8

/**
 * For each night in order: published score and plants' minimum while it runs (its beginning may be missing), and
 * otherwise; the air's minimum and the shift of its hours, of both [°C]; 1 for hours of the older run; the hour from
 * which on its beginning may be missing. NaN: unknown. Scores depend on time only by whether the night has begun and
 * its first known hour has come.
 */
export function scoreNights(point: ScoredPoint): Float64Array {
  const { windows, series } = point
  const scores = new Float64Array(valuesOfNight * windows.length)
  const forgiven = forgivenFrom(firstKnownHour(series))
  const settled = nightsIn(point, windows, Number.NEGATIVE_INFINITY)
  for (const [index, otherwise] of settled.entries()) {
    const { window } = otherwise
    const mayDiffer = otherwise.state === 'unknown' || window.firstHour < series.startHour
    const [running = otherwise] = mayDiffer
      ? nightsIn(point, windows.slice(index, index + 1), Math.max(window.firstHour, forgiven) * hourMs)
      : []
    const { airTemperatureMinC } = running
    const shiftC = airShiftC(running, hoursOf(point, running))
    const air = [airTemperatureMinC ?? Number.NaN, shiftC, isOfOlderRun(running) ? 1 : 0]
    const from = mayDiffer ? forgiven : Number.NEGATIVE_INFINITY
    scores.set([...valuesOf(running), ...valuesOf(otherwise), ...air, from], valuesOfNight * index)
  }
  return scores
}

/**
 * The published score of a night with its minima, corrected by what was learned at the point [°C], by the index of its
 * window; unknown for −1.
 */
export function scoreAt(
  point: Pick<ScoredPoint, 'windows'> & { readonly nightScores: Float64Array },
  index: number,
  at: number
): PublishedScore & Readonly<Record<'airTemperatureMinC' | 'plantTemperatureMinC', number | null>> {
  const window = point.windows[index]
  if (window === undefined) return unknownNight
  const hour = Math.floor(at / hourMs)
  const from = valuesOfNight * index
  const forgiven = point.nightScores[from + 7] ?? Number.NaN
  const isRunning = Math.max(window.firstHour, forgiven) <= hour && hour <= window.lastHour
  const valueAt = (position: number): number | null => {
    const value = point.nightScores[from + position] ?? Number.NaN
    return Number.isNaN(value) ? null : value
  }
  const score = valueAt(isRunning ? 0 : 2)
  return {
    score,
    level: levelOf(score),
    airTemperatureMinC: score === null ? null : valueAt(4),
    plantTemperatureMinC: valueAt(isRunning ? 1 : 3)
  }
}

/** How far each night's hours are moved, in the order of the windows [°C]. */
export function shiftsIn(scores: Float64Array): readonly number[] {
  return Array.from(
    { length: scores.length / valuesOfNight },
    (_, index) => scores[valuesOfNight * index + 5] ?? 0
  )
}

/** Whether the hours of each night are those of the older run, in the order of the windows. */
export function areOfOlderRun(scores: Float64Array): readonly boolean[] {
  return Array.from(
    { length: scores.length / valuesOfNight },
    (_, index) => scores[valuesOfNight * index + 6] === 1
  )
}

function valuesOf(night: FrostNight): readonly [score: number, plantC: number] {
  return night.state === 'unknown'
    ? [Number.NaN, Number.NaN]
    : [roundToTenth(night.score), night.plantTemperatureMinC]
}
