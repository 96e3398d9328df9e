/** nws_lows.csv: one year of the US National Weather Service's forecasts of the night's low, with the low that came. */

import { daysUntilKnown } from '../../../src/frost/fading-site.ts'
import { epochDay } from '../../../src/frost/season.ts'
import { readCsvTable } from '../../data/csv-table.ts'
import { at } from '../../data/sequence.ts'
import type { PlacePosition } from '../../learning/neighbours.ts'
import { emptyPlaceDays, type PlaceDays } from '../../learning/place-days.ts'

export const leadHours = [12, 24, 36, 48] as const
export type LeadHours = (typeof leadHours)[number]

export interface NwsForecasts {
  readonly cities: readonly PlacePosition[]
  readonly firstDay: number
  readonly observedC: PlaceDays
  /** The forecast low of that morning [°C], by lead. */
  readonly forecastC: Readonly<Record<LeadHours, PlaceDays>>
}

/** Reads the file; Fahrenheit becomes Celsius, nothing else is changed. */
export async function readNwsForecasts(path: string): Promise<NwsForecasts> {
  const table = await readCsvTable(path, {
    text: ['city', 'morning_date'],
    numbers: ['lat', 'lon', 'elevation_m', 'lead_h', 'fc_tmin_f', 'obs_tmin_f']
  })
  const day = table.text.morning_date.map(epochDay)
  const firstDay = day.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY)
  const days = day.reduce((most, value) => Math.max(most, value), firstDay) - firstDay + 1
  const index = new Map<string, number>()
  const cities: PlacePosition[] = []
  for (const [row, city] of table.text.city.entries()) {
    if (index.has(city)) continue
    index.set(city, cities.length)
    const elevationM = at(table.numbers.elevation_m, row)
    cities.push({
      lat: at(table.numbers.lat, row),
      lon: at(table.numbers.lon, row),
      elevationM: Number.isFinite(elevationM) ? elevationM : 0
    })
  }
  const grid = () => emptyPlaceDays(cities.length, days)
  const observedC = grid()
  const forecastC = { 12: grid(), 24: grid(), 36: grid(), 48: grid() }
  for (let row = 0; row < table.rows; row++) {
    const cell = (index.get(table.text.city[row] ?? '') ?? 0) * days + (day[row] ?? 0) - firstDay
    const lead = leadHours.find((hours) => hours === at(table.numbers.lead_h, row))
    if (lead !== undefined) forecastC[lead].values[cell] = celsius(at(table.numbers.fc_tmin_f, row))
    observedC.values[cell] = celsius(at(table.numbers.obs_tmin_f, row))
  }
  return { cities, firstDay, observedC, forecastC }
}

/**
 * On the day of a forecast for the morning D, the newest reported low is D minus so many days: the morning's own low
 * appears in that day's evening bulletin, so a forecast issued in the morning does not know it yet.
 */
export function lagDaysOf(lead: LeadHours): number {
  return daysUntilKnown(lead / 24)
}

function celsius(fahrenheit: number): number {
  return (fahrenheit - 32) / 1.8
}
