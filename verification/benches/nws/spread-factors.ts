/** What season, temperature and terrain do to the spread of each US night. */
import type { AirSpreadLaw } from '../../../src/frost/laws.ts'
import { type NightTraits, spreadFactor } from '../../../src/frost/night-spread.ts'
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

/** The factor on σ of every city and day, each by the law of its city. */
export function spreadFactors(
  data: NwsForecasts,
  lead: LeadHours,
  lawOf: (city: number) => AirSpreadLaw
): Float64Array {
  const { days, values } = data.observedC
  return Float64Array.from(values, (_, cell) =>
    spreadFactor(traitsOf(data, lead, cell), lawOf(Math.floor(cell / days)))
  )
}
