/** australia_3pm_tmin.csv: what fifteen stations measure at 09:00 and 15:00, and the minimum of the next morning. */

import { epochDay } from '../../../src/frost/season.ts'
import { dewPointC } from '../../../src/weather/moist-air.ts'
import { seasonAngle } from '../../data/civil-day.ts'
import { type BenchFiles, readBenchTable } from '../../data/csv-table.ts'
import { at, rowsOf } from '../../data/sequence.ts'
import type { PlacePosition } from '../../learning/neighbours.ts'

export interface AustraliaRows {
  /** The day of the measurements; the minimum comes on the next. */
  readonly days: Float64Array
  readonly scoredFrom: number
  readonly stations: readonly PlacePosition[]
  readonly stationOf: Int32Array
  readonly observedC: Float64Array
  readonly angle: Float64Array
  readonly temperatureC: Float64Array
  readonly humidityPercent: Float64Array
  readonly windKmh: Float64Array
  readonly cloudFraction: Float64Array
  readonly pressureHpa: Float64Array
  readonly pressureChangeHpa: Float64Array
  readonly dewPointC: Float64Array
  readonly lastMinimumC: Float64Array
  /** What the morning and the day say besides, each a predictor of its own. */
  readonly others: readonly Float64Array[]
}

const numbers = [
  'lat',
  'lon',
  'obs_tmin_next_morning_c',
  't3pm_c',
  'rh3pm_pct',
  'wind3pm_kmh',
  'cloud3pm_okta',
  'mslp3pm_hpa',
  'tmin_d_c',
  'tmax_d_c',
  't9am_c',
  'rh9am_pct',
  'wind9am_kmh',
  'mslp9am_hpa',
  'cloud9am_okta',
  'rain_d_mm'
] as const

/** Reads the file. Its stations have no height. */
export async function readAustraliaRows(files: BenchFiles): Promise<AustraliaRows> {
  const table = await readBenchTable(files, { text: ['location', 'date_d'], numbers })
  const n = table.numbers
  const names = [...new Set(table.text.location)]
  const days = Float64Array.from(table.text.date_d, epochDay)
  const all = (value: (row: number) => number) => rowsOf(table.rows, value)
  const dew = (temperatureC: Float64Array, percent: Float64Array) =>
    all((row) => dewPointC(at(temperatureC, row), at(percent, row) / 100))
  return {
    days,
    scoredFrom: table.scoredFrom,
    stations: names.map((name) => {
      const row = table.text.location.indexOf(name)
      return { lat: at(n.lat, row), lon: at(n.lon, row), elevationM: 0 }
    }),
    stationOf: Int32Array.from(table.text.location, (name) => names.indexOf(name)),
    observedC: n.obs_tmin_next_morning_c,
    angle: days.map(seasonAngle),
    temperatureC: n.t3pm_c,
    humidityPercent: n.rh3pm_pct,
    windKmh: n.wind3pm_kmh,
    cloudFraction: n.cloud3pm_okta.map((okta) => okta / 8),
    pressureHpa: n.mslp3pm_hpa,
    pressureChangeHpa: all((row) => at(n.mslp3pm_hpa, row) - at(n.mslp9am_hpa, row)),
    dewPointC: dew(n.t3pm_c, n.rh3pm_pct),
    lastMinimumC: n.tmin_d_c,
    others: [
      dew(n.t9am_c, n.rh9am_pct),
      n.cloud9am_okta,
      n.tmax_d_c,
      n.t9am_c,
      n.wind9am_kmh.map(Math.sqrt),
      n.rain_d_mm.map(Math.log1p)
    ]
  }
}
