/** What is known of each US night beside its lead. */
import type { NightTraits } from '../../../src/frost/spread.ts'
import { at } from '../../data/sequence.ts'
import type { LeadHours, NwsForecasts } from './forecasts.ts'

const hoursPerDay = 24

export function traitsOf(data: NwsForecasts, lead: LeadHours, cell: number): NightTraits {
  const { days } = data.observedC
  const city = data.cities[Math.floor(cell / days)]
  return {
    airMinC: at(data.forecastC[lead].values, cell),
    hour: hoursPerDay * (data.firstDay + (cell % days)),
    latitude: city?.lat ?? null,
    heightM: city?.elevationM ?? null
  }
}
