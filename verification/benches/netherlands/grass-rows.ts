/** knmi_grassmin_daily.csv: the minimum at 10 cm over grass, with what the formula needs of the day. */

import type { SkyAndAir } from '../../../src/frost/radiation.ts'
import { epochDay } from '../../../src/frost/season.ts'
import { saturationVapourPressureKpa } from '../../../src/weather/moist-air.ts'
import { readCsvTable } from '../../data/csv-table.ts'
import { at, pick, rowsWhere } from '../../data/sequence.ts'

const numbers = [
  'wind_mean_ms',
  'wind_min_hourly_ms',
  'tmean_c',
  'tmin_2m_c',
  'tmin_10cm_c',
  'cloud_mean_okta',
  'rh_mean_pct',
  'sunshine_pct_of_max'
] as const

/** The rows with all that the formula needs, in the order of station and day. */
export interface GrassRows {
  readonly days: Float64Array
  readonly stationOf: Int32Array
  /** WMO numbers. */
  readonly stations: readonly string[]
  readonly airC: Float64Array
  readonly grassC: Float64Array
  readonly meanC: Float64Array
  readonly windMps: Float64Array
  readonly cloudFraction: Float64Array
  readonly humidityPercent: Float64Array
  /** How many rows were left out because something is missing. */
  readonly left: number
}

export async function readGrassRows(path: string): Promise<GrassRows> {
  const table = await readCsvTable(path, { text: ['station', 'date'], numbers })
  const n = table.numbers
  const wind = n.wind_mean_ms.map((mean, row) => (mean + at(n.wind_min_hourly_ms, row)) / 2)
  const cloud = n.cloud_mean_okta.map((okta, row) =>
    Number.isFinite(okta) ? Math.min(okta / 8, 1) : 1 - at(n.sunshine_pct_of_max, row) / 100
  )
  const needed = [wind, cloud, n.tmin_2m_c, n.tmean_c, n.rh_mean_pct, n.tmin_10cm_c]
  const known = rowsWhere(table.rows, (row) => needed.every((values) => Number.isFinite(at(values, row))))
  const stations = [...new Set(table.text.station)]
  return {
    days: pick(Float64Array.from(table.text.date, epochDay), known),
    stationOf: Int32Array.from(known, (row) => stations.indexOf(table.text.station[row] ?? '')),
    stations,
    airC: pick(n.tmin_2m_c, known),
    grassC: pick(n.tmin_10cm_c, known),
    meanC: pick(n.tmean_c, known),
    windMps: pick(wind, known),
    cloudFraction: pick(cloud, known),
    humidityPercent: pick(n.rh_mean_pct, known),
    left: table.rows - known.length
  }
}

/** The day's air over the grass: its minimum, with the moisture of the day's mean temperature and humidity. */
export function skyAndAirOf(rows: GrassRows, row: number): SkyAndAir {
  const temperatureC = at(rows.airC, row)
  const meanKpa = saturationVapourPressureKpa(at(rows.meanC, row))
  const vapourKpa = (at(rows.humidityPercent, row) / 100) * meanKpa
  return {
    temperatureC,
    vapourPressureKpa: Math.min(vapourKpa, saturationVapourPressureKpa(temperatureC)),
    windSpeedMps: at(rows.windMps, row),
    cloudCoverFraction: at(rows.cloudFraction, row)
  }
}

/** The day's mean temperature minus its minimum [°C]. */
export function rangeOf(rows: GrassRows, row: number): number {
  return at(rows.meanC, row) - at(rows.airC, row)
}
