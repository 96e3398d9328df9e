/** The advice on protection of one night, from the forecast and what was learned at the place. */
import type { FrostNight, KnownNight } from '../../frost/frost-night.ts'
import { frostHoursOf } from '../../frost/night-odds.ts'
import { protectionHours } from '../../frost/protection/cold-night.ts'
import { type Protection, protectionOf } from '../../frost/protection/protection.ts'
import { probabilityAtOrBelow } from '../../frost/temperature-threshold.ts'
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

interface NightSite {
  readonly at: number
  readonly criticalC: number
  readonly elevationM: number | null
}

/*
 * A night for a stage of which only the temperature of first damage is known: no score, but how likely, when, and what
 * to do.
 */

export interface LimitForecast {
  /** That the plants reach the temperature, 0…1. */
  readonly probability: number
  /** First and last hour at which they are expected at or below it; null where at none. */
  readonly frostHours: KnownNight['frostHours']
  readonly protection: Protection | null
}

/** Null of a night without data. */
export function limitForecast(
  night: FrostNight | null,
  series: HourlySeries,
  site: NightSite
): LimitForecast | null {
  if (night?.state !== 'known') return null
  const { criticalC } = site
  const frostHours = frostHoursOf(night.plantTemperatureC, criticalC, night.window.firstHour)
  const t10 = probabilityAtOrBelow({ temperatureC: criticalC, of: 'plant' }, night)
  const harmed = { ...night, frostHours, probability: { ...night.probability, t10 } }
  return { probability: t10, frostHours, protection: nightProtection(harmed, series, site) }
}
