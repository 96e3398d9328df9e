/**
 * debilt_hourly_2000.csv: hours at De Bilt, and the blocks of six hours with a minimum at 10 cm that lie in the night.
 */
import { applyLag } from '../../../src/frost/plant-temperature.ts'
import type { SkyAndAir } from '../../../src/frost/radiation.ts'
import { saturationVapourPressureKpa } from '../../../src/weather/moist-air.ts'
import { sunAltitudeDegrees } from '../../../src/weather/sun.ts'
import { readCsvTable } from '../../data/csv-table.ts'
import { at, meanOf, rowsOf, rowsWhere } from '../../data/sequence.ts'

const deBilt = { lat: 52.1, lon: 5.18 }
const msPerHour = 3_600_000
const darkBelowDegrees = 3
const blockHours = 6
/** A block with a brighter hour belongs to the day [J/cm²]. */
const brightestJcm2 = 30

const numbers = [
  't150_c',
  'td_c',
  'wind_hour_mean_ms',
  'cloud_okta',
  'rh_pct',
  'global_rad_jcm2',
  't10cm_min_past6h_c'
] as const

export interface HourlyRows {
  /** Whole hours since the epoch. */
  readonly hours: Float64Array
  readonly airC: Float64Array
  readonly humidityPercent: Float64Array
  readonly windMps: Float64Array
  readonly cloudFraction: Float64Array
  readonly dark: readonly boolean[]
  /** The mean temperature from noon to noon minus the lowest [°C]. */
  readonly rangeC: Float64Array
  readonly air: (row: number) => SkyAndAir
  /** The last row of each block, and what was measured in it [°C]. */
  readonly ends: readonly number[]
  readonly grassC: Float64Array
}

export async function readHourlyRows(path: string): Promise<HourlyRows> {
  const { rows, text, numbers: n } = await readCsvTable(path, { text: ['time_utc'], numbers })
  const hours = Float64Array.from(text.time_utc, hourOf)
  const ends = rowsWhere(rows, (row) => isNightBlock(hours, n, row))
  return {
    hours,
    airC: n.t150_c,
    humidityPercent: n.rh_pct,
    windMps: n.wind_hour_mean_ms,
    cloudFraction: n.cloud_okta.map((okta) => Math.min(okta / 8, 1)),
    dark: Array.from(hours, isDark),
    rangeC: ranges(hours, n.t150_c),
    air: (row) => ({
      temperatureC: at(n.t150_c, row),
      vapourPressureKpa: saturationVapourPressureKpa(Math.min(at(n.td_c, row), at(n.t150_c, row))),
      windSpeedMps: at(n.wind_hour_mean_ms, row),
      cloudCoverFraction: Math.min(at(n.cloud_okta, row) / 8, 1)
    }),
    ends,
    grassC: Float64Array.from(ends, (end) => at(n.t10cm_min_past6h_c, end))
  }
}

/** The day of a block [days since 1970-01-01]. */
export function dayOfBlock(rows: HourlyRows, end: number): number {
  return Math.floor((at(rows.hours, end) - 1) / 24)
}

/** An equilibrium offset with its lag, 0 by day. Every other month is missing: the lag starts anew after each gap. */
export function lagged(rows: HourlyRows, equilibriumC: (row: number) => number): Float64Array {
  const { hours } = rows
  const equilibrium = rowsOf(hours.length, (row) => (rows.dark[row] === true ? equilibriumC(row) : 0))
  const offsets = new Float64Array(hours.length)
  for (let from = 0; from < hours.length; ) {
    let to = from + 1
    while (to < hours.length && at(hours, to) - at(hours, to - 1) <= 3) to += 1
    offsets.set(applyLag(equilibrium.slice(from, to)), from)
    from = to
  }
  return offsets
}

/** The row of the lowest value among the block's hours and the hour before. */
export function coldestOf(end: number, temperatureAt: (row: number) => number): number {
  let coldest = end - blockHours
  for (let row = end - blockHours; row <= end; row++)
    if (temperatureAt(row) < temperatureAt(coldest)) coldest = row
  return coldest
}

/** Whole hours since the epoch of `2000-01-01T24:00Z`, which is the next day's first. */
function hourOf(text: string): number {
  return Date.parse(`${text.slice(0, 10)}T00:00:00Z`) / msPerHour + Number(text.slice(11, 13))
}

function isDark(hour: number): boolean {
  return sunAltitudeDegrees(hour * msPerHour, deBilt.lat, deBilt.lon) < darkBelowDegrees
}

function ranges(hours: Float64Array, airC: Float64Array): Float64Array {
  const window = (row: number) => Math.floor((at(hours, row) - 12) / 24)
  const rows = Map.groupBy(hours.keys(), window)
  const rangeOf = new Map(
    [...rows].map(([key, own]) => {
      const temperatures = own.map((row) => at(airC, row)).filter(Number.isFinite)
      return [key, meanOf(temperatures) - Math.min(...temperatures)]
    })
  )
  return rowsOf(hours.length, (row) => rangeOf.get(window(row)) ?? Number.NaN)
}

type Measurements = Readonly<Record<(typeof numbers)[number], Float64Array>>

function isNightBlock(hours: Float64Array, n: Measurements, row: number): boolean {
  if (!Number.isFinite(at(n.t10cm_min_past6h_c, row)) || row < blockHours) return false
  if (at(hours, row) - at(hours, row - blockHours) !== blockHours) return false
  return n.global_rad_jcm2
    .slice(row - blockHours + 1, row + 1)
    .every((radiation) => radiation <= brightestJcm2)
}
