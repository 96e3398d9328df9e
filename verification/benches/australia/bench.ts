/** australia_3pm: tomorrow's minimum from what stations measured this afternoon, without any weather model. */

import { fitTwoStepRegression, predictMinimumC } from '../../../src/frost/fao-regression.ts'
import { tablePoints } from '../../baselines/point-table.ts'
import { atLeast, atMost, type Bench, type BenchOutcome, goal, must, observedRows } from '../../bench.ts'
import type { BenchFiles } from '../../data/csv-table.ts'
import { at, pick } from '../../data/sequence.ts'
import { type Gaussian, pickGaussian } from '../../gaussian.ts'
import { harmonicClimatology } from '../../learning/climatology.ts'
import { pooledRegression } from '../../learning/pooled-regression.ts'
import { gaussianMethod, pointsMethod, thresholdMethod } from '../../method.ts'
import { splitOf } from '../../split.ts'
import { australiaPredictors } from './predictors.ts'
import { type AustraliaRows, readAustraliaRows } from './rows.ts'

export const australiaBench: Bench = { name: 'australia_3pm', file: 'australia_3pm_tmin.csv', run }

const names = { climatology: 'climatology', pooled: 'pooled regression' }
const hold = { shared: 300, place: 200 }

const gates = [
  must(names.pooled, 'crpsC', atMost(1.5)),
  must(names.pooled, 'brierSkill', atLeast(0.2)),
  goal(names.pooled, 'crpsC', atMost(1.36)),
  goal(names.pooled, 'brierSkill', atLeast(0.31))
]

async function run(files: BenchFiles): Promise<readonly BenchOutcome[]> {
  const rows = await readAustraliaRows(files)
  const split = splitOf({ ...rows, knownDays: rows.days.map((day) => day + 1) })
  const { fitting, scored } = split
  const observedC = pick(rows.observedC, scored)
  const gaussian = (name: string, forecast: Gaussian) =>
    gaussianMethod(name, pickGaussian(forecast, scored), observedC)
  const pooled = pooledForecast(rows, fitting)
  const climatology = harmonicClimatology({
    target: rows.observedC,
    angle: rows.angle,
    places: rows.stationOf,
    fitting
  })
  return [
    {
      bench: 'australia_3pm',
      split: split.words,
      ...observedRows(observedC, pick(rows.days, scored)),
      reference: names.climatology,
      methods: [
        gaussian(names.climatology, climatology),
        thresholdMethod('persistence', withFallback(rows.lastMinimumC, climatology.meanC, scored), observedC),
        pointsMethod(
          'point table (15:00)',
          Float64Array.from(scored, (row) => pointsOf(rows, row))
        ),
        gaussian('FAO two-step (15:00)', faoForecast(rows, fitting, climatology)),
        gaussian(names.pooled, pooled)
      ],
      gates,
      comparisons: [{ learned: names.pooled, usual: names.climatology, blockDays: 3, duty: 'printed' }],
      ranges: [{ method: names.pooled, duty: 'printed', adapts: false }],
      notes: ["persistence: this morning's minimum; cloud is missing in four rows of ten"]
    }
  ]
}

function pooledForecast(rows: AustraliaRows, fitting: readonly number[]): Gaussian {
  const { placeColumns, ...predictors } = australiaPredictors(rows, fitting)
  return pooledRegression({
    target: rows.observedC,
    ...predictors,
    places: { of: rows.stationOf, columns: placeColumns, ridge: hold.place },
    fitting,
    ridge: hold.shared
  })
}

function pointsOf(rows: AustraliaRows, row: number): number {
  return tablePoints({
    temperatureC: at(rows.temperatureC, row),
    relativeHumidityPercent: at(rows.humidityPercent, row),
    windSpeedKmh: at(rows.windKmh, row),
    cloudCoverPercent: 100 * at(rows.cloudFraction, row)
  })
}

function withFallback(values: Float64Array, other: Float64Array, rows: readonly number[]): Float64Array {
  return Float64Array.from(rows, (row) =>
    Number.isFinite(at(values, row)) ? at(values, row) : at(other, row)
  )
}

/** The FAO's regression, one a station, with the afternoon in the place of two hours after sunset. */
function faoForecast(rows: AustraliaRows, fitting: readonly number[], fallback: Gaussian): Gaussian {
  const meanC = Float64Array.from(fallback.meanC)
  const sigmaC = Float64Array.from(fallback.sigmaC)
  const night = (row: number) => ({
    temperatureC: at(rows.temperatureC, row),
    dewPointC: at(rows.dewPointC, row)
  })
  const isKnown = (row: number) => Number.isFinite(at(rows.temperatureC, row) + at(rows.dewPointC, row))
  const nights = Map.groupBy(fitting.filter(isKnown), (row) => rows.stationOf[row] ?? 0)
  const fits = new Map(
    [...nights].map(([station, own]) => [
      station,
      fitTwoStepRegression(own.map((row) => ({ ...night(row), minimumC: at(rows.observedC, row) })))
    ])
  )
  for (let row = 0; row < meanC.length; row++) {
    const fit = fits.get(rows.stationOf[row] ?? 0) ?? null
    if (fit === null || !isKnown(row)) continue
    meanC[row] = predictMinimumC(fit, night(row))
    sigmaC[row] = fit.rmseC
  }
  return { meanC, sigmaC }
}
