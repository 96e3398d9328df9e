/** How wide the 10–90 % band of the plant temperature is at each hour of a night. */
import type { KnownNight } from './frost-night.ts'
import { z90 } from './gaussian.ts'
import { offsetSpreadC } from './spread.ts'

/**
 * Half the width of the band [°C] at an hour whose plant is `offsetC` colder than the air. The night tells its spread
 * at the coldest hour only; the part that belongs to the air is the same all night, the part that belongs to the
 * plant's offset grows with the offset, so that by day the band is as wide as the air's.
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
