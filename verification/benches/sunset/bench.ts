/** sunset2h: the coming minimum from what a station measures two hours after sunset. */
import { fitTwoStepRegression, predictMinimumC } from '../../../src/frost/fao-regression.ts'
import { tablePoints } from '../../baselines/point-table.ts'
import { atLeast, atMost, type Bench, type BenchOutcome, goal, must, observedRows } from '../../bench.ts'
import { seasonAngle } from '../../data/civil-day.ts'
import type { BenchFiles } from '../../data/csv-table.ts'
import { at, pick, rowsWhere } from '../../data/sequence.ts'
import { type Gaussian, gaussianOf, pickGaussian } from '../../gaussian.ts'
import { harmonicClimatology } from '../../learning/climatology.ts'
import { gaussianMethod, pointsMethod, thresholdMethod } from '../../method.ts'
import { splitOf } from '../../split.ts'
import { fromEvening } from './from-evening.ts'
import { readSunsetRows, type SunsetRows } from './rows.ts'

export const sunsetBench: Bench = { name: 'sunset2h', file: 'sunset2h_nights.csv', run }

const names = { climatology: 'climatology', fao: 'FAO two-step', regression: 'regression of the fall' }
const home = 'szeged'

async function run(files: BenchFiles): Promise<readonly BenchOutcome[]> {
  const rows = await readSunsetRows(files)
  const isHome = (row: number) => rows.sites[row] === home
  const homeRows = rowsWhere(rows.days.length, isHome)
  const days = pick(rows.days, homeRows)
  const split = splitOf({
    days,
    knownDays: days.map((day) => day + 1),
    scoredFrom: homeRows.filter((row) => row < rows.scoredFrom).length
  })
  const fitting = split.fitting.map((index) => homeRows[index] ?? -1)
  const scored = split.scored.map((index) => homeRows[index] ?? -1)
  const others = rowsWhere(rows.days.length, (row) => !isHome(row) && row >= rows.scoredFrom)
  const forecasts = forecastsOf(rows, fitting)
  const gates = [
    must(names.regression, 'crpsC', atMost(1.01)),
    must(names.regression, 'brierSkill', atLeast(0.59)),
    goal(names.regression, 'crpsC', atMost(0.94))
  ]
  const atHome = outcomeOf(rows, scored, forecasts)
  const elsewhere = outcomeOf(rows, others, forecasts)
  return [
    { ...atHome, bench: 'sunset2h Szeged', split: split.words, gates, notes: homeNotes },
    ...(others.length === 0
      ? []
      : [
          {
            ...elsewhere,
            bench: 'sunset2h elsewhere',
            split: 'fitted at Szeged only, scored at the other sites',
            gates: [],
            notes: awayNotes
          }
        ])
  ]
}

const homeNotes = [
  'cloud at Szeged was read out of a summary in words (0, 0.4, 0.75, 1); the night means in the file are the future and are not read'
]
const awayNotes = [
  'one law for Szeged carried to De Bilt, Denver, Golden, Chicago and Montreal: what a place without a record gets; typical-year data at three of them'
]

function forecastsOf(rows: SunsetRows, fitting: readonly number[]): ReadonlyMap<string, Gaussian> {
  const fao = fitTwoStepRegression(
    fitting.map((row) => ({
      temperatureC: at(rows.temperatureC, row),
      dewPointC: at(rows.dewPointC, row),
      minimumC: at(rows.observedC, row)
    }))
  )
  const climatology = harmonicClimatology({
    target: rows.observedC,
    angle: rows.days.map(seasonAngle),
    places: new Int32Array(rows.days.length),
    fitting
  })
  return new Map([
    [names.climatology, climatology],
    [
      names.fao,
      gaussianOf(rows.days.length, (row) => ({
        meanC:
          fao === null
            ? at(climatology.meanC, row)
            : predictMinimumC(fao, {
                temperatureC: at(rows.temperatureC, row),
                dewPointC: at(rows.dewPointC, row)
              }),
        sigmaC: fao?.rmseC ?? at(climatology.sigmaC, row)
      }))
    ],
    [names.regression, fromEvening(rows, fitting)]
  ])
}

function outcomeOf(
  rows: SunsetRows,
  scored: readonly number[],
  forecasts: ReadonlyMap<string, Gaussian>
): Omit<BenchOutcome, 'bench' | 'split' | 'gates' | 'notes'> {
  const observedC = pick(rows.observedC, scored)
  const points = Float64Array.from(scored, (row) =>
    tablePoints({
      temperatureC: at(rows.temperatureC, row),
      relativeHumidityPercent: at(rows.humidityPercent, row),
      windSpeedKmh: 3.6 * at(rows.windMps, row),
      cloudCoverPercent: 100 * at(rows.cloudFraction, row)
    })
  )
  return {
    ...observedRows(observedC, pick(rows.days, scored)),
    reference: names.climatology,
    methods: [
      ...[...forecasts].map(([name, forecast]) =>
        gaussianMethod(name, pickGaussian(forecast, scored), observedC)
      ),
      thresholdMethod('temperature at sunset + 2 h', pick(rows.temperatureC, scored), observedC),
      pointsMethod('point table', points)
    ],
    comparisons: [{ learned: names.regression, usual: names.fao, blockDays: 3, standing: 'told' }]
  }
}
