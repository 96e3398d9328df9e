/**
 * Files with one row a night: what was measured two hours after sunset. The columns of the night itself are not read.
 */
import { dayMs, hourMs } from '../../../src/common/time.ts'
import type { EveningReading } from '../../../src/frost/evening/evening-reading.ts'
import { epochDay } from '../../../src/frost/season.ts'
import { readCsvTable } from '../../data/csv-table.ts'
import { at } from '../../data/sequence.ts'
import type { EveningCase } from './evening-case.ts'

/** These files give no times: each question is put at this hour, and a station's own hour does not enter a law. */
const nominalHour = 18
const hoursAfterSunset = 2

/** Reads a file; a night without a temperature, a minimum or a length is left out. */
export async function readSunsetCases(path: string): Promise<readonly EveningCase[]> {
  const {
    rows,
    text,
    numbers: n
  } = await readCsvTable(path, {
    text: ['site', 'night_of_local_date'],
    numbers: [
      'obs_tmin_to_sunrise_c',
      't_sunset2_c',
      'td_sunset2_c',
      'wind_sunset2_ms',
      'cloud_sunset2_frac',
      'dt_prev2h_c',
      'dt_prev5h_c',
      'night_hours'
    ]
  })
  const caseOf = (row: number): EveningCase => {
    const day = epochDay(text.night_of_local_date[row] ?? '')
    const now = day * dayMs + nominalHour * hourMs
    const temperatureC = at(n.t_sunset2_c, row)
    const before = (hours: number, rise: number): EveningReading[] =>
      Number.isFinite(rise) ? [bareReading(now - hours * hourMs, temperatureC - rise)] : []
    const sunset = now - hoursAfterSunset * hourMs
    return {
      site: text.site[row] ?? '',
      day,
      sunset,
      sunrise: sunset + at(n.night_hours, row) * hourMs,
      readings: [
        ...before(5, at(n.dt_prev5h_c, row)),
        ...before(2, at(n.dt_prev2h_c, row)),
        {
          at: now,
          temperatureC,
          dewPointC: known(at(n.td_sunset2_c, row)),
          windSpeedMps: known(at(n.wind_sunset2_ms, row)),
          cloudCoverFraction: known(at(n.cloud_sunset2_frac, row))
        }
      ],
      halfResolutionC: 0,
      minimumC: at(n.obs_tmin_to_sunrise_c, row),
      laterMinimumC: at(n.obs_tmin_to_sunrise_c, row),
      weight: 1
    }
  }
  return Array.from({ length: rows }, (_, row) => caseOf(row)).filter(({ minimumC, readings, sunrise }) =>
    Number.isFinite(minimumC + (readings.at(-1)?.temperatureC ?? Number.NaN) + sunrise)
  )
}

function bareReading(time: number, temperatureC: number): EveningReading {
  return { at: time, temperatureC, dewPointC: null, windSpeedMps: null, cloudCoverFraction: null }
}

function known(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
