/** When to light heaters, and when the wind takes their heat away. */
import { type ColdNight, heatingStartAt } from './cold-night.ts'

/** Above it the warm air is blown out of the orchard [m/s]; docs/science.md §10. */
const strongestWindMps = 4.5

export const heatersReasons = ['no_cold', 'wind', 'wind_missing'] as const
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
  const { windSpeedMps } = night
  if (night.inputsMissing.includes('wind_speed') || windSpeedMps === null) {
    return { startAt: null, isStartPast: false, neededC: null, usable: null, reason: 'wind_missing' }
  }
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
