/** knmi_grassmin: the minimum at 10 cm over grass from the minimum at 2 m and the day's wind, cloud and humidity. */

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
import type { BenchFiles } from '../../data/csv-table.ts'
import { at, rowsWhere } from '../../data/sequence.ts'
import { type Gaussian, gaussianOf } from '../../gaussian.ts'
import { harmonicClimatology } from '../../learning/climatology.ts'
import { gaussianMethod, pointsMethod, thresholdMethod } from '../../method.ts'
import { type GrassRows, readGrassRows } from './grass-rows.ts'
import { groundLaws } from './ground-laws.ts'
import { byLaws, lastNightsBias, learnedBias, learnedLaw, usualForecast } from './own-record.ts'

export const grassBench: Bench = { name: 'knmi_grassmin', file: 'knmi_grassmin_daily.csv', run }

const names = {
  climatology: 'climatology',
  usual: 'FROST-P default',
  learned: 'FROST-P learned',
  window: 'last 25 nights',
  bias: 'FROST-P bias learned'
}
const split =
  'learned walks forward: each day is scored with what was learned from the days before; climatology: each fourth year from the other three'

async function run(files: BenchFiles): Promise<readonly BenchOutcome[]> {
  const rows = await readGrassRows(files.scored)
  const { laws, words } = await groundLaws(rows, files)
  const offsets = byLaws(rows, laws)
  const gaussian = (name: string, forecast: Gaussian) => gaussianMethod(name, forecast, rows.grassC)
  return [
    {
      bench: 'knmi_grassmin',
      split: `${words}; ${split}`,
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
        gaussian(names.usual, usualForecast(offsets)),
        gaussian(names.window, lastNightsBias(offsets)),
        gaussian(names.bias, learnedBias(offsets)),
        gaussian(names.learned, learnedLaw(offsets))
      ],
      gates: [
        must(names.usual, 'rmseC', atMost(0.9)),
        goal(names.usual, 'rmseC', atMost(0.87)),
        must(names.learned, 'rmseC', atMost(0.79)),
        goal(names.learned, 'rmseC', atMost(0.76))
      ],
      comparisons: [
        ...[names.bias, names.learned].map((learned) => comparison(learned, names.usual)),
        comparison(names.bias, names.window)
      ],
      ranges: [
        { method: names.usual, duty: 'must', adapts: false },
        { method: names.bias, duty: 'must', adapts: true },
        { method: names.learned, duty: 'must', adapts: true }
      ],
      notApplicable: noTwoStepRegression(
        'the file has days, not hours; De Bilt’s evenings are under evening De Bilt'
      ),
      notes: [
        `the day's own weather and the measured 2 m minimum go in: this tests the plant's offset, not a forecast; ${rows.left} rows without cloud and sunshine, or without a minimum, are left out`
      ]
    }
  ]
}

function comparison(learned: string, usual: string): Comparison {
  const plain: Comparison = { learned, usual, blockDays: 3, duty: 'must' }
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
