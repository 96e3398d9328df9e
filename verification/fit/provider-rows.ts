/**
 * meteostat_hourly_forecast_vs_history_2020_tmin.csv: one provider's minima nought to nine days ahead for six cities in
 * one winter.
 */
import { epochDay } from '../../src/frost/season.ts'
import type { NightTraits } from '../../src/frost/spread.ts'
import { readCsvTable } from '../data/csv-table.ts'
import { at } from '../data/sequence.ts'

export const providerFile = 'meteostat_hourly_forecast_vs_history_2020_tmin.csv'
/** Degrees north; the file names the cities only. All six lie lower than 200 m. */
const latitudes: Readonly<Record<string, number>> = {
  London: 51.5,
  Moscow: 55.8,
  'New York': 40.7,
  Novosibirsk: 55,
  Rome: 41.9,
  Warsaw: 52.2
}
/** A night with fewer hours is not whole. */
const minHours = 8
const hoursPerDay = 24

interface ProviderNight {
  readonly city: string
  /** Whole days from the run's date to the night's. */
  readonly lead: number
  /** Measured minus forecast [°C]. */
  readonly errorC: number
  readonly traits: NightTraits
}

export type ProviderRows = readonly ProviderNight[]

export async function readProviderRows(path: string): Promise<ProviderRows> {
  const { rows, text, numbers } = await readCsvTable(path, {
    text: ['city', 'night_date'],
    numbers: ['lead_days', 'fc_tmin_c', 'obs_tmin_c', 'hours']
  })
  return Array.from({ length: rows }, (_, row): ProviderNight => {
    const city = text.city[row] ?? ''
    const airMinC = at(numbers.fc_tmin_c, row)
    return {
      city,
      lead: at(numbers.lead_days, row),
      errorC: at(numbers.hours, row) < minHours ? Number.NaN : at(numbers.obs_tmin_c, row) - airMinC,
      traits: {
        airMinC,
        hour: hoursPerDay * epochDay(text.night_date[row] ?? ''),
        latitude: latitudes[city] ?? null,
        heightM: null
      }
    }
  }).filter(({ errorC }) => Number.isFinite(errorC))
}
