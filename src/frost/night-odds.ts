import type { KnownNight, MinimumDistribution } from './frost-night.ts'
import { normalCdf, z90 } from './gaussian.ts'
import { frostBordersC, type SeverityCurve } from './severity.ts'
import { offsetSpreadC } from './spread.ts'

/** The chances 0…1 that the minimum falls below each threshold; ordered as the thresholds are. */
export function probabilities(night: MinimumDistribution, curve: SeverityCurve): KnownNight['probability'] {
  const below = (thresholdC: number) => normalCdf((thresholdC - night.plantTemperatureMinC) / night.sigmaC)
  const frost = below(frostBordersC.light)
  const belowMinus4_4 = below(frostBordersC.strong)
  const isGeneric = curve.kind === 'generic'
  return {
    frost,
    airFrost: normalCdf((0 - night.airTemperatureMinC) / night.sigmaAirC),
    belowMinus2_2: below(frostBordersC.moderate),
    belowMinus4_4,
    t10: isGeneric ? frost : below(curve.t10C),
    t90: curve.t90C === null ? null : isGeneric ? belowMinus4_4 : below(curve.t90C)
  }
}

/** The expected number of hours [h] at which the plant is below a threshold: the sum of the hours' chances. */
export function expectedHoursBelow(
  plantTemperatureC: Float64Array,
  thresholdC: number,
  sigmaC: number
): number {
  let hours = 0
  for (let position = 0; position < plantTemperatureC.length; position++) {
    const plantC = plantTemperatureC[position] ?? Number.NaN
    if (!Number.isNaN(plantC)) hours += normalCdf((thresholdC - plantC) / sigmaC)
  }
  return hours
}

/**
 * When the plant is expected at or below a threshold; null where it never is. Cold beyond the night's first and last
 * hour follows from the two hours there.
 */
export function frostHoursOf(
  plantTemperatureC: Float64Array,
  thresholdC: number,
  windowFirstHour: number
): KnownNight['frostHours'] {
  let first = -1
  let last = -1
  for (let position = 0; position < plantTemperatureC.length; position++) {
    if (!((plantTemperatureC[position] ?? Number.NaN) <= thresholdC)) continue
    if (first < 0) first = position
    last = position
  }
  if (first < 0) return null
  const beyond = (end: number, inside: number): boolean =>
    2 * (plantTemperatureC[end] ?? Number.NaN) - (plantTemperatureC[inside] ?? Number.NaN) <= thresholdC
  const end = plantTemperatureC.length - 1
  return {
    firstHour: windowFirstHour + first,
    lastHour: windowFirstHour + last,
    ...(first === 0 && beyond(0, 1) && { isColdBefore: true }),
    ...(last === end && beyond(end, end - 1) && { isColdAfter: true })
  }
}

/**
 * Half the width of the band [°C] at an hour whose plant is `offsetC` colder than the air. The air's part of the spread
 * is the same all night, the plant's grows with its offset: by day the band is as wide as the air's.
 */
export function bandHalfWidthC(night: KnownNight, offsetC: number): number {
  // Where plants alone were measured their spread may be the smaller one.
  const airVariance = Math.min(night.sigmaAirC, night.sigmaC) ** 2
  const offsetVariance = night.sigmaC ** 2 - airVariance
  const coldestC = Math.max(night.radiativeOffsetC, 0)
  const plantOffsetC = Math.max(0, night.airTemperatureMinC - night.plantTemperatureMinC)
  const factor = plantOffsetC < 0.05 ? 0 : Math.min(1, Math.max(0, offsetC) / plantOffsetC)
  const scaled = Math.sqrt(offsetVariance) * (offsetSpreadC(coldestC * factor) / offsetSpreadC(coldestC))
  return z90 * Math.sqrt(airVariance + scaled ** 2)
}
