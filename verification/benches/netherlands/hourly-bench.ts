/** debilt_hourly: the lagged offset, hour by hour, against the six-hourly minimum at 10 cm. */
import { dirname, join } from 'node:path'
import { fullEquilibriumOffsetC, groundShare } from '../../../src/frost/radiation.ts'
import { sigmaOffsetC } from '../../../src/frost/spread.ts'
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
import type { BenchFiles } from '../../data/csv-table.ts'
import { at } from '../../data/sequence.ts'
import { fitGround, type GroundFit } from '../../fit/ground.ts'
import { type Gaussian, gaussianOf } from '../../gaussian.ts'
import { gaussianMethod, pointsMethod, thresholdMethod } from '../../method.ts'
import { readGrassRows } from './grass-rows.ts'
import { coldestOf, dayOfBlock, type HourlyRows, lagged, readHourlyRows } from './hourly-rows.ts'

export const hourlyBench: Bench = { name: 'debilt_hourly', file: 'debilt_hourly_2000.csv', run }

const names = { usual: 'FROST-P default', bare: 'the offset of a surface without heat from the soil' }
const grassFile = 'knmi_grassmin_daily.csv'
const deBilt = '260'

async function run(files: BenchFiles): Promise<readonly BenchOutcome[]> {
  const rows = await readHourlyRows(files.scored)
  const { fitOf, words } = await groundFits(rows, files)
  const fits = rows.ends.map(fitOf)
  const coldestAir = rows.ends.map((end) => coldestOf(end, (row) => at(rows.airC, row)))
  const days = Float64Array.from(rows.ends, (end) => dayOfBlock(rows, end))
  const method = (name: string, { meanC, sigmaC }: Gaussian) =>
    gaussianMethod(name, { meanC, sigmaC }, rows.grassC)
  return [
    {
      bench: 'debilt_hourly',
      split: words,
      ...observedRows(rows.grassC, days),
      reference: null,
      methods: [
        thresholdMethod(
          'raw threshold (1.5 m)',
          Float64Array.from(coldestAir, (row) => at(rows.airC, row)),
          rows.grassC
        ),
        pointsMethod(
          'point table',
          Float64Array.from(coldestAir, (row) => pointsOf(rows, row))
        ),
        method(
          names.usual,
          forecast(rows, (block) => fits[block])
        ),
        method(
          names.bare,
          forecast(rows, (block) => bareFit(fits[block]))
        )
      ],
      gates: [must(names.usual, 'rmseC', atMost(1.05)), goal(names.usual, 'rmseC', atMost(0.9))],
      comparisons: [],
      ranges: [{ method: names.usual, duty: 'must', adapts: false }],
      notApplicable: noTwoStepRegression(
        'it foretells the air’s minimum, this bench judges the grass against measured air; De Bilt’s evenings are under evening De Bilt'
      ),
      notes: [
        'reference of the skill: base rate of the sample; sky obscured (okta 9) counts as overcast',
        'De Bilt’s grass lies 1.6 times as far below the air as that of the seven other stations, which a place without measurements cannot know'
      ]
    }
  ]
}

/** Share 1: the first version’s κ = 1. */
function bareFit(fit: GroundFit | undefined): GroundFit | undefined {
  return fit && { ...fit, ground: { ...fit.ground, share: 1, sharePerDegree: 0 } }
}

function forecast(rows: HourlyRows, fitOf: (block: number) => GroundFit | undefined): Gaussian {
  const offsets = new Map<GroundFit['ground'], Float64Array>()
  return gaussianOf(rows.ends.length, (block) => {
    const ground = fitOf(block)?.ground
    if (ground === undefined) return { meanC: Number.NaN, sigmaC: Number.NaN }
    const known = [...offsets].find(([law]) => JSON.stringify(law) === JSON.stringify(ground))?.[1]
    const offsetC =
      known ??
      lagged(
        rows,
        (row) => groundShare(at(rows.rangeC, row), ground) * fullEquilibriumOffsetC(rows.air(row), ground)
      )
    if (known === undefined) offsets.set(ground, offsetC)
    const plantC = (row: number) => at(rows.airC, row) - at(offsetC, row)
    const coldest = coldestOf(rows.ends[block] ?? -1, plantC)
    return { meanC: plantC(coldest), sigmaC: usualSigmaC(at(offsetC, coldest)) }
  })
}

function usualSigmaC(offsetC: number): number {
  return sigmaOffsetC({ exposureFactor: 1, offsetC, cloudDefaulted: false, windDefaulted: false })
}

/**
 * The law for each block: of the folder to fit on, else of the daily rows but De Bilt's of these days and of the other
 * months.
 */
async function groundFits(
  rows: HourlyRows,
  files: BenchFiles
): Promise<{ readonly fitOf: (end: number) => GroundFit; readonly words: string }> {
  const folder = dirname(files.fitting ?? files.scored)
  const daily = await readGrassRows(join(folder, grassFile))
  if (files.fitting !== null) {
    const fit = fitGround({ daily, hourly: await readHourlyRows(files.fitting) })
    return { fitOf: () => fit, words: 'fitted on the folder of `--fit`' }
  }
  const [first, last] = [at(rows.hours, 0) / 24, at(rows.hours, rows.hours.length - 1) / 24]
  const isOther = (row: number) =>
    daily.stations[daily.stationOf[row] ?? -1] !== deBilt ||
    at(daily.days, row) < first ||
    at(daily.days, row) > last
  const halfOf = (end: number) => Math.floor((at(rows.hours, end) - at(rows.hours, 0)) / 24 / 60) % 2
  const fits = [0, 1].map((half) =>
    fitGround({ daily, hourly: rows, isDaily: isOther, isBlock: (end) => halfOf(end) !== half })
  )
  return {
    fitOf: (end) => fits[halfOf(end)] ?? fitGround({ daily, hourly: null }),
    words:
      'two halves, alternate months of the file: each is scored with the law of the other half and of the Dutch daily rows but De Bilt’s of these days'
  }
}

function pointsOf(rows: HourlyRows, row: number): number {
  return tablePoints({
    temperatureC: at(rows.airC, row),
    relativeHumidityPercent: at(rows.humidityPercent, row),
    windSpeedKmh: 3.6 * at(rows.windMps, row),
    cloudCoverPercent: 100 * at(rows.cloudFraction, row)
  })
}
