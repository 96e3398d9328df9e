/** knmi_grassmin: the minimum at 10 cm over grass from the minimum at 2 m and the day's wind, cloud and humidity. */

import { epochDay } from '../../../src/frost/epoch-day.ts'
import { fullEquilibriumOffsetC } from '../../../src/frost/radiation.ts'
import { saturationVapourPressureKpa } from '../../../src/weather/moist-air.ts'
import { tablePoints } from '../../baselines/point-table.ts'
import {
  atMost,
  type Bench,
  type BenchOutcome,
  type Comparison,
  goal,
  must,
  noTwoStepRegression,
  observedRows
} from '../../bench.ts'
import { seasonAngle } from '../../data/civil-day.ts'
import { readCsvTable } from '../../data/csv-table.ts'
import { at, pick, rowsWhere } from '../../data/sequence.ts'
import { type Gaussian, gaussianOf } from '../../gaussian.ts'
import { harmonicClimatology } from '../../learning/climatology.ts'
import { gaussianMethod, pointsMethod, thresholdMethod } from '../../method.ts'
import type { GrassRows } from './grass-rows.ts'
import { lastNightsBias, learnedBias, learnedLaw, usualForecast } from './own-record.ts'
import { pooledOffsets } from './pooled-offsets.ts'

export const grassBench: Bench = { name: 'knmi_grassmin', file: 'knmi_grassmin_daily.csv', run }

const names = {
  climatology: 'climatology',
  usual: 'FROST-P default',
  learned: 'FROST-P learned',
  window: 'FROST-P, last 25 nights',
  bias: 'FROST-P bias learned',
  pooled: 'FROST-P pooled'
}
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

const split =
  'learned and pooled walk forward: each day is scored with what was learned from the days before; climatology: each fourth year from the other three'

async function run(path: string): Promise<readonly BenchOutcome[]> {
  const { rows, left } = await readGrassRows(path)
  const gaussian = (name: string, forecast: Gaussian) => gaussianMethod(name, forecast, rows.grassC)
  return [
    {
      bench: 'knmi_grassmin',
      split,
      ...observedRows(rows.grassC, rows.days),
      placeOf: rows.stationOf,
      reference: names.climatology,
      methods: [
        gaussian(names.climatology, climatology(rows)),
        thresholdMethod('raw threshold (2 m)', rows.airC, rows.grassC),
        pointsMethod(
          'point table',
          Float64Array.from(rows.airC.keys(), (row) => pointsOf(rows, row))
        ),
        gaussian(names.usual, usualForecast(rows)),
        gaussian(names.window, lastNightsBias(rows)),
        gaussian(names.bias, learnedBias(rows)),
        gaussian(names.learned, learnedLaw(rows)),
        gaussian(names.pooled, pooledOffsets(rows))
      ],
      gates: [
        must(names.usual, 'rmseC', atMost(1)),
        goal(names.usual, 'rmseC', atMost(0.9)),
        ...[names.learned, names.pooled].flatMap((method) => [
          must(method, 'rmseC', atMost(0.9)),
          goal(method, 'rmseC', atMost(0.8))
        ])
      ],
      comparisons: [
        ...[names.bias, names.learned, names.pooled].map((learned) => comparison(learned, names.usual)),
        comparison(names.bias, names.window)
      ],
      notApplicable: noTwoStepRegression(
        'the file has days, not hours; De Bilt’s evenings stand under sunset2h elsewhere'
      ),
      notes: [
        `the day's own weather and the measured 2 m minimum go in: this tests the plant's offset, not a forecast; ${left} rows without cloud and sunshine, or without a minimum, are left out`
      ]
    }
  ]
}

function comparison(learned: string, usual: string): Comparison {
  const plain: Comparison = { learned, usual, blockDays: 3, standing: 'must' }
  const isServed = learned === names.learned || learned === names.bias
  return isServed && usual === names.usual ? { ...plain, everywhere: true } : plain
}

function pointsOf(rows: GrassRows, row: number): number {
  return tablePoints({
    temperatureC: at(rows.airC, row),
    relativeHumidityPercent: at(rows.humidityPercent, row),
    windSpeedKmh: 3.6 * at(rows.windMps, row),
    cloudCoverPercent: 100 * at(rows.cloudFraction, row)
  })
}

async function readGrassRows(path: string): Promise<{ readonly rows: GrassRows; readonly left: number }> {
  const table = await readCsvTable(path, { text: ['station', 'date'], numbers })
  const n = table.numbers
  const wind = n.wind_mean_ms.map((mean, row) => (mean + at(n.wind_min_hourly_ms, row)) / 2)
  const cloud = n.cloud_mean_okta.map((okta, row) =>
    Number.isFinite(okta) ? Math.min(okta / 8, 1) : 1 - at(n.sunshine_pct_of_max, row) / 100
  )
  const full = n.tmin_2m_c.map((temperatureC, row) => {
    const vapour = (at(n.rh_mean_pct, row) / 100) * saturationVapourPressureKpa(at(n.tmean_c, row))
    return fullEquilibriumOffsetC({
      temperatureC,
      vapourPressureKpa: Math.min(vapour, saturationVapourPressureKpa(temperatureC)),
      windSpeedMps: at(wind, row),
      cloudCoverFraction: at(cloud, row)
    })
  })
  const names = [...new Set(table.text.station)]
  const known = rowsWhere(table.rows, (row) => Number.isFinite(at(full, row) + at(n.tmin_10cm_c, row)))
  const days = Float64Array.from(table.text.date, epochDay)
  const stationOf = known.map((row) => names.indexOf(table.text.station[row] ?? ''))
  const rows = {
    days: pick(days, known),
    stationOf: Int32Array.from(stationOf),
    stations: names.length,
    airC: pick(n.tmin_2m_c, known),
    grassC: pick(n.tmin_10cm_c, known),
    meanC: pick(n.tmean_c, known),
    windMps: pick(wind, known),
    cloudFraction: pick(cloud, known),
    humidityPercent: pick(n.rh_mean_pct, known),
    fullOffsetC: pick(full, known)
  }
  return { rows, left: table.rows - known.length }
}

function climatology(rows: GrassRows): Gaussian {
  const yearFold = (row: number) => Math.floor(at(rows.days, row) / 365.2425) % 4
  const folds = [0, 1, 2, 3].map((fold) =>
    harmonicClimatology({
      target: rows.grassC,
      angle: rows.days.map(seasonAngle),
      places: rows.stationOf,
      fitting: rowsWhere(rows.days.length, (row) => yearFold(row) !== fold)
    })
  )
  return gaussianOf(rows.days.length, (row) => ({
    meanC: at(folds[yearFold(row)]?.meanC ?? rows.airC, row),
    sigmaC: at(folds[yearFold(row)]?.sigmaC ?? rows.airC, row)
  }))
}
