/** debilt_hourly: the lagged offset, hour by hour, against the six-hourly minimum at 10 cm. */

import { applyLag } from '../../../src/frost/plant-temperature.ts'
import { fullEquilibriumOffsetC } from '../../../src/frost/radiation.ts'
import { sigmaOffsetC } from '../../../src/frost/spread.ts'
import { saturationVapourPressureKpa } from '../../../src/weather/moist-air.ts'
import { sunAltitudeDegrees } from '../../../src/weather/sun.ts'
import { tablePoints } from '../../baselines/point-table.ts'
import {
  atMost,
  type Bench,
  type BenchOutcome,
  goal,
  must,
  noTwoStepRegression,
  observedRows
} from '../../bench.ts'
import { readCsvTable } from '../../data/csv-table.ts'
import { at, pick, rowsOf, rowsWhere } from '../../data/sequence.ts'
import { gaussianMethod, pointsMethod, thresholdMethod } from '../../method.ts'

export const hourlyBench: Bench = { name: 'debilt_hourly', file: 'debilt_hourly_2000.csv', run }

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

type Measurements = Readonly<Record<(typeof numbers)[number], Float64Array>>

const names = { usual: 'FROST-P, κ = 1' }

async function run(path: string): Promise<readonly BenchOutcome[]> {
  const table = await readCsvTable(path, { text: ['time_utc'], numbers })
  const n = table.numbers
  const hours = Float64Array.from(table.text.time_utc, hourOf)
  const offsetC = laggedOffsets(hours, n)
  const ends = rowsWhere(table.rows, (row) => isNightBlock(hours, n, row))
  const coldest = ends.map((end) => coldestOf(end, (row) => at(n.t150_c, row) - at(offsetC, row)))
  const observedC = pick(n.t10cm_min_past6h_c, ends)
  const airC = Float64Array.from(ends, (end) =>
    at(
      n.t150_c,
      coldestOf(end, (row) => at(n.t150_c, row))
    )
  )
  const meanC = Float64Array.from(coldest, (row) => at(n.t150_c, row) - at(offsetC, row))
  const sigmaC = Float64Array.from(coldest, (row) => usualSigmaC(at(offsetC, row)))
  const points = Float64Array.from(coldest, (row) => pointsOf(n, row))
  return [
    {
      bench: 'debilt_hourly',
      split: 'nothing is fitted: κ = 1, the method as it stands',
      ...observedRows(
        observedC,
        Float64Array.from(ends, (end) => Math.floor((at(hours, end) - 1) / 24))
      ),
      reference: null,
      methods: [
        thresholdMethod('raw threshold (1.5 m)', airC, observedC),
        pointsMethod('point table', points),
        gaussianMethod(names.usual, { meanC, sigmaC }, observedC)
      ],
      gates: [must(names.usual, 'rmseC', atMost(1)), goal(names.usual, 'rmseC', atMost(0.85))],
      comparisons: [],
      notApplicable: noTwoStepRegression(
        'it foretells the air’s minimum, this bench judges the grass against measured air; De Bilt’s evenings stand under sunset2h elsewhere'
      ),
      notes: ['reference of the skill: base rate of the sample; sky obscured (okta 9) counts as overcast']
    }
  ]
}

function usualSigmaC(offsetC: number): number {
  return sigmaOffsetC({ exposureFactor: 1, offsetC, cloudDefaulted: false, windDefaulted: false })
}

function pointsOf(n: Measurements, row: number): number {
  return tablePoints({
    temperatureC: at(n.t150_c, row),
    relativeHumidityPercent: at(n.rh_pct, row),
    windSpeedKmh: 3.6 * at(n.wind_hour_mean_ms, row),
    cloudCoverPercent: Math.min(12.5 * at(n.cloud_okta, row), 100)
  })
}

/** Whole hours since the epoch of `2000-01-01T24:00Z`, which is the next day's first. */
function hourOf(text: string): number {
  return Date.parse(`${text.slice(0, 10)}T00:00:00Z`) / msPerHour + Number(text.slice(11, 13))
}

function laggedOffsets(hours: Float64Array, n: Measurements): Float64Array {
  const equilibrium = rowsOf(hours.length, (row) => {
    const altitude = sunAltitudeDegrees(at(hours, row) * msPerHour, deBilt.lat, deBilt.lon)
    if (altitude >= darkBelowDegrees) return 0
    const temperatureC = at(n.t150_c, row)
    const vapour = saturationVapourPressureKpa(Math.min(at(n.td_c, row), temperatureC))
    return fullEquilibriumOffsetC({
      temperatureC,
      vapourPressureKpa: vapour,
      windSpeedMps: at(n.wind_hour_mean_ms, row),
      cloudCoverFraction: Math.min(at(n.cloud_okta, row) / 8, 1)
    })
  })
  // Every other month is missing: the lag starts anew after each gap.
  const offsets = new Float64Array(hours.length)
  for (let from = 0; from < hours.length; ) {
    let to = from + 1
    while (to < hours.length && at(hours, to) - at(hours, to - 1) <= 3) to += 1
    offsets.set(applyLag(equilibrium.slice(from, to)), from)
    from = to
  }
  return offsets
}

function isNightBlock(hours: Float64Array, n: Measurements, row: number): boolean {
  if (!Number.isFinite(at(n.t10cm_min_past6h_c, row)) || row < blockHours) return false
  if (at(hours, row) - at(hours, row - blockHours) !== blockHours) return false
  return n.global_rad_jcm2
    .slice(row - blockHours + 1, row + 1)
    .every((radiation) => radiation <= brightestJcm2)
}

/** The row of the lowest value among the block's hours and the hour before. */
function coldestOf(end: number, temperatureAt: (row: number) => number): number {
  let coldest = end - blockHours
  for (let row = end - blockHours; row <= end; row++)
    if (temperatureAt(row) < temperatureAt(coldest)) coldest = row
  return coldest
}
