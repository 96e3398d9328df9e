/** When to light heaters, and when the wind takes their heat away. */
import { type ColdNight, heatingStartAt } from './cold-night.ts'

/** Above it the warm air is blown out of the orchard [m/s]; docs/science.md §10. */
const strongestWindMps = 4.5

export const heatersReasons = ['no_cold', 'wind', 'cloud_cover_missing', 'wind_missing'] as const
type HeatersReason = (typeof heatersReasons)[number]

export interface HeatersAdvice {
  readonly startAt: number | null
  readonly isStartPast: boolean
  /** By how much they must lift the expected minimum of the plants to the critical temperature [°C]. */
  readonly neededC: number | null
  readonly usable: boolean | null
  readonly reason: HeatersReason | null
}

/** The advice of a night; docs/science.md §10. */
export function heatersAdvice(night: ColdNight): HeatersAdvice {
  const { inputsMissing, windSpeedMps } = night
  if (inputsMissing.includes('wind_speed') || windSpeedMps === null) return unknownAdvice('wind_missing')
  // Without clouds the plants' temperatures are those of a half clouded sky, and so would be the start.
  if (inputsMissing.includes('cloud_cover')) return unknownAdvice('cloud_cover_missing')
  const reason = !night.isCold ? 'no_cold' : windSpeedMps > strongestWindMps ? 'wind' : null
  const startAt = night.isCold ? heatingStartAt(night) : null
  return {
    startAt,
    isStartPast: startAt !== null && startAt <= night.at,
    neededC: night.neededC,
    usable: reason === null,
    reason
  }
}

function unknownAdvice(reason: HeatersReason): HeatersAdvice {
  return { startAt: null, isStartPast: false, neededC: null, usable: null, reason }
}
