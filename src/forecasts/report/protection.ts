/** The advice on protection of one night, from the forecast and what was learned at the place. */
import type { FrostNight } from '../../frost/frost-night.ts'
import { type Protection, protectionOf } from '../../frost/protection/protection.ts'
import { protectionHours } from '../../frost/protection/protection-hours.ts'
import type { HourlySeries } from '../../weather/series.ts'

/**
 * The advice of a night; null of a night without a score.
 * @param at The instant of the report [ms since epoch].
 * @param criticalC T10 of the stage, 0 °C without one.
 */
export function nightProtection(
  night: FrostNight | null,
  series: HourlySeries,
  { at, criticalC, elevationM }: NightSite
): Protection | null {
  if (night?.state !== 'known') return null
  return protectionOf(night, { hours: protectionHours(night, series, elevationM), at, criticalC })
}

export interface NightSite {
  readonly at: number
  readonly criticalC: number
  readonly elevationM: number | null
}
