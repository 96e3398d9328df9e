/** sunset2h_nights.csv: what was measured two hours after sunset. The columns of the night itself are not read. */

import { epochDay } from '../../../src/frost/epoch-day.ts'
import { relativeHumidityFraction } from '../../../src/weather/moist-air.ts'
import { type BenchFiles, readBenchTable } from '../../data/csv-table.ts'
import { at } from '../../data/sequence.ts'

export interface SunsetRows {
  readonly sites: readonly string[]
  readonly days: Float64Array
  readonly scoredFrom: number
  readonly observedC: Float64Array
  readonly temperatureC: Float64Array
  readonly dewPointC: Float64Array
  readonly humidityPercent: Float64Array
  readonly windMps: Float64Array
  readonly cloudFraction: Float64Array
  readonly pressureHpa: Float64Array
  readonly pressureChangeHpa: Float64Array
  readonly twoHourChangeC: Float64Array
  readonly fiveHourChangeC: Float64Array
  readonly nightHours: Float64Array
}

/** Below this a station pressure is a missing one [hPa]: Denver lies at 830. */
const leastPressureHpa = 700

/** Reads the file. */
export async function readSunsetRows(files: BenchFiles): Promise<SunsetRows> {
  const table = await readBenchTable(files, {
    text: ['site', 'night_of_local_date'],
    numbers: [
      'obs_tmin_to_sunrise_c',
      't_sunset2_c',
      'td_sunset2_c',
      'wind_sunset2_ms',
      'cloud_sunset2_frac',
      'pressure_hpa',
      'dt_prev2h_c',
      'night_hours',
      'dp_5h_hpa',
      'dt_prev5h_c'
    ]
  })
  const n = table.numbers
  return {
    sites: table.text.site,
    scoredFrom: table.scoredFrom,
    days: Float64Array.from(table.text.night_of_local_date, epochDay),
    observedC: n.obs_tmin_to_sunrise_c,
    temperatureC: n.t_sunset2_c,
    dewPointC: n.td_sunset2_c,
    humidityPercent: n.t_sunset2_c.map(
      (t, row) => 100 * relativeHumidityFraction(t, at(n.td_sunset2_c, row))
    ),
    windMps: n.wind_sunset2_ms,
    cloudFraction: n.cloud_sunset2_frac,
    pressureHpa: n.pressure_hpa.map((value) => (value > leastPressureHpa ? value : Number.NaN)),
    pressureChangeHpa: n.dp_5h_hpa,
    twoHourChangeC: n.dt_prev2h_c,
    fiveHourChangeC: n.dt_prev5h_c,
    nightHours: n.night_hours
  }
}
