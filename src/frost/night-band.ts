/** How wide the 10–90 % band of the plant temperature is at each hour of a night. */
import type { KnownNight } from './frost-night.ts'

/** Quantile of the standard normal distribution at 90 %. */
const z90 = 1.2816
/** The method's spread of the offset: f · (0.30 + 0.35 · min(ΔT, 2.6)); docs/science.md [9]. */
const offsetBaseC = 0.3
const offsetSlope = 0.35
const widestOffsetC = 2.6

/**
 * Half the width of the band [°C] at an hour whose plant is `offsetC` colder than the air. The night tells its spread
 * at the coldest hour only; the part that belongs to the air is the same all night, the part that belongs to the
 * plant's offset grows with the offset, so that by day the band is as wide as the air's.
 */
export function bandHalfWidthC(night: KnownNight, offsetC: number): number {
  // Where plants alone were measured their spread may be the smaller one.
  const airVariance = Math.min(night.sigmaAirC, night.sigmaC) ** 2
  const offsetVariance = night.sigmaC ** 2 - airVariance
  const coldest = night.radiativeOffsetC
  const atColdest = offsetBaseC + offsetSlope * Math.min(Math.max(coldest, 0), widestOffsetC)
  const plantOffsetC = Math.max(0, night.airTemperatureMinC - night.plantTemperatureMinC)
  const factor = plantOffsetC < 0.05 ? 0 : Math.min(1, Math.max(0, offsetC) / plantOffsetC)
  const here = offsetBaseC + offsetSlope * Math.min(Math.max(coldest, 0) * factor, widestOffsetC)
  const scaled = Math.sqrt(offsetVariance) * (here / atColdest)
  return z90 * Math.sqrt(airVariance + scaled ** 2)
}
