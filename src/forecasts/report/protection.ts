import type { FrostNight, KnownNight } from '../../frost/frost-night.ts'
import { frostHoursOf } from '../../frost/night-odds.ts'
import { protectionHours } from '../../frost/protection/cold-night.ts'
import { type Protection, protectionOf } from '../../frost/protection/protection.ts'
import { probabilityAtOrBelow } from '../../frost/temperature-threshold.ts'
import type { HourlySeries } from '../../weather/series.ts'

/** Null without a score. @param at Of the report [ms since epoch]. @param criticalC T10, 0 °C without a stage. */
export function nightProtection(
  night: FrostNight | null,
  series: HourlySeries,
  { at, criticalC, elevationM }: ProtectedSite
): Protection | null {
  if (night?.state !== 'known') return null
  return protectionOf(night, { hours: protectionHours(night, series, elevationM), at, criticalC })
}

interface ProtectedSite {
  readonly at: number
  readonly criticalC: number
  readonly elevationM: number | null
}

/* Only the temperature of first damage is known: no score, but how likely, when, and what to do. */

export interface LimitForecast {
  /** That the plants reach the temperature, 0…1. */
  readonly probability: number
  /** First and last hour at which they are expected at or below it; null where at none. */
  readonly frostHours: KnownNight['frostHours']
  readonly protection: Protection | null
}

export function limitForecast(
  night: FrostNight | null,
  series: HourlySeries,
  site: ProtectedSite
): LimitForecast | null {
  if (night?.state !== 'known') return null
  const { criticalC } = site
  const frostHours = frostHoursOf(night.plantTemperatureC, criticalC, night.window.firstHour)
  const t10 = probabilityAtOrBelow({ temperatureC: criticalC, of: 'plant' }, night)
  const harmed = { ...night, frostHours, probability: { ...night.probability, t10 } }
  return { probability: t10, frostHours, protection: nightProtection(harmed, series, site) }
}
