/** Winds and clouds that no weather makes, seen beside the run before. */
import type { Finding } from './finding.ts'
import { eachPair, meanDifference, type Overlap, partOf, rangeOf, steadySpans } from './overlap.ts'

const dayHours = 24
/** So much is added to both winds before they are divided, because a calm is no measure [m/s]. */
const calmMps = 0.2

/** What a run's winds are found to be; empty: nothing. */
export function windShapes(whole: Overlap): readonly Finding[] {
  const days = [0, 1, 2, 3, 4].map((day) => partOf(whole, day * dayHours, (day + 1) * dayHours))
  return [
    ...steadySpans(whole.fresh, 0.005, 8).flatMap(([start, end]): readonly Finding[] => {
      const part = partOf(whole, start, end)
      const isOdd = rangeOf(part.earlier) >= 0.8
      return isOdd ? [finding('wind_constant', end - start >= 18, part)] : []
    }),
    ...otherWindUnit(whole, 0.3, true),
    ...days.flatMap((day) => otherWindUnit(day, 0.3, false))
  ]
}

/** All winds are the same multiple or part of what they were: 1.94 (knots), 2.24 (mph) or 3.6 (km/h). */
function otherWindUnit(part: Overlap, mostSpread: number, isCertain: boolean): readonly Finding[] {
  const ratios: number[] = []
  eachPair(part, (fresh, earlier) => {
    if (fresh >= 0.5 || earlier >= 0.5) ratios.push(Math.log((fresh + calmMps) / (earlier + calmMps)))
  })
  if (ratios.length < 16) return []
  const middle = medianOf(ratios)
  const spread = medianOf(ratios.map((ratio) => Math.abs(ratio - middle)))
  const isUnit = Math.abs(middle) >= 0.5 && Math.abs(middle) <= 1.6
  return isUnit && spread <= mostSpread ? [finding('wind_unit', isCertain, part)] : []
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[sorted.length >> 1] ?? Number.NaN
}

/** One cloud cover for hours, other than that of the run before. */
export function cloudShapes(whole: Overlap): readonly Finding[] {
  return steadySpans(whole.fresh, 0.0005, 8).flatMap(([start, end]): readonly Finding[] => {
    const part = partOf(whole, start, end)
    const apart = meanDifference(part)
    if (end - start >= 72 && apart >= 0.3) return [finding('cloud_constant', true, part)]
    return chunksOf(part).flatMap((chunk) =>
      meanDifference(chunk) >= 0.35 ? [finding('cloud_constant', false, chunk)] : []
    )
  })
}

/** One dew point for a day, while the run before had a course. */
export function dewShapes(whole: Overlap): readonly Finding[] {
  return steadySpans(whole.fresh, 0.05, 24).flatMap(([start, end]) => {
    const part = partOf(whole, start, end)
    return rangeOf(part.earlier) >= 1.5 ? [finding('dew_constant', false, part)] : []
  })
}

const chunkHours = 8

function chunksOf(part: Overlap): readonly Overlap[] {
  const chunks: Overlap[] = []
  for (let start = 0; start + chunkHours <= part.fresh.length; start += chunkHours / 2)
    chunks.push(partOf(part, start, start + chunkHours))
  return chunks
}

function finding(shape: Finding['shape'], isCertain: boolean, { from, fresh }: Overlap): Finding {
  return { shape, isCertain, from, to: from + fresh.length }
}
