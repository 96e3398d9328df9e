/**
 * innsbruck_ens: the minimum of 18–30 h at Innsbruck from eleven members of a coarse ensemble, deep in the mountains.
 */

import { daysUntilKnown } from '../../../src/frost/fading-site.ts'
import { epochDay } from '../../../src/frost/season.ts'
import { learnedSeasons, seasonalForecast } from '../../../src/frost/seasonal-site.ts'
import { plainEmos } from '../../baselines/plain-emos.ts'
import {
  atLeast,
  atMost,
  type Bench,
  type BenchOutcome,
  goal,
  must,
  noTwoStepRegression,
  observedRows
} from '../../bench.ts'
import { seasonAngle } from '../../data/civil-day.ts'
import { type BenchFiles, readBenchTable } from '../../data/csv-table.ts'
import { at, pick } from '../../data/sequence.ts'
import { ensembleMoments, usualEnsembleForecast } from '../../ensemble.ts'
import { type Gaussian, gaussianOf, pickGaussian } from '../../gaussian.ts'
import { harmonicClimatology } from '../../learning/climatology.ts'
import { ensembleMethod, gaussianMethod, thresholdMethod } from '../../method.ts'
import { type DateSplit, splitOf } from '../../split.ts'

export const innsbruckMinimumBench: Bench = {
  name: 'innsbruck_ens',
  file: 'innsbruck_ens_tmin.csv',
  run
}

const names = {
  climatology: 'climatology',
  served: 'FROST-P learned'
}
const memberColumns = Array.from({ length: 11 }, (_, index) => `fc_m${index + 1}_c`)
/** Issued at 00 UTC of the day before the minimum's 06 UTC: the newest minimum known then is two days older than it. */
const leadDays = 1.25
const lagDays = daysUntilKnown(leadDays)
/** So long the record of a place is kept. */
const daysStored = 400

interface Rows {
  readonly days: Float64Array
  readonly scoredFrom: number
  readonly observedC: Float64Array
  readonly members: readonly (readonly number[])[]
  readonly meanC: Float64Array
  readonly spreadC: Float64Array
}

async function run(files: BenchFiles): Promise<readonly BenchOutcome[]> {
  const rows = await readRows(files)
  const split = splitOf(rows)
  const observedC = pick(rows.observedC, split.scored)
  const scoredMembers = split.scored.map((row) => rows.members[row] ?? [])
  const climatology = harmonicClimatology({
    target: rows.observedC,
    angle: rows.days.map(seasonAngle),
    places: new Int32Array(rows.days.length),
    fitting: split.fitting
  })
  const gaussian = (name: string, forecast: Gaussian) =>
    gaussianMethod(name, pickGaussian(forecast, split.scored), observedC)
  return [
    {
      bench: 'innsbruck_ens',
      split: split.words,
      ...observedRows(observedC, pick(rows.days, split.scored)),
      reference: names.climatology,
      methods: [
        gaussian(names.climatology, climatology),
        thresholdMethod('raw threshold', pick(rows.meanC, split.scored), observedC),
        ensembleMethod('raw ensemble', scoredMembers, observedC),
        gaussian('plain EMOS', plainEmos({ ...rows, fitting: split.fitting })),
        gaussian('FROST-P default', usualEnsembleForecast(rows.members)),
        gaussian(names.served, servedForecast(rows, split))
      ],
      gates: [
        must(names.served, 'crpsC', atMost(1.19)),
        must(names.served, 'brierSkill', atLeast(0.25)),
        goal(names.served, 'crpsC', atMost(1.12))
      ],
      comparisons: [{ learned: names.served, usual: 'FROST-P default', blockDays: 3, duty: 'printed' }],
      placeOf: new Int32Array(observedC.length),
      ranges: [{ method: names.served, duty: 'must', adapts: true }],
      notApplicable: noTwoStepRegression('no measurement two hours after sunset'),
      notes: [
        'the ensemble reads 9 °C too cold in the mean (its terrain is smooth), so nothing unfitted is of use here',
        'learned: what the service would have given, fitted anew each day on the last 400 days'
      ]
    }
  ]
}

async function readRows(files: BenchFiles): Promise<Rows> {
  const table = await readBenchTable(files, {
    text: ['valid_time_utc'],
    numbers: ['obs_tmin_c', ...memberColumns]
  })
  const days = Float64Array.from(table.text.valid_time_utc, epochDay)
  const members = table.text.valid_time_utc.map((_, row) =>
    memberColumns.map((column) => at(table.numbers[column] ?? days, row))
  )
  const { scoredFrom } = table
  const observedC = table.numbers.obs_tmin_c ?? days
  return { days, scoredFrom, observedC, members, ...ensembleMoments(members) }
}

/**
 * The service's own function, each day with what it would have kept: the nights of the last 400 days, as far as they
 * are known.
 */
function servedForecast(rows: Rows, split: DateSplit): Gaussian {
  const nights = Array.from(rows.days, (day, row) => ({
    day,
    leadDay: 1,
    leadDays,
    meanC: at(rows.meanC, row),
    spreadC: at(rows.spreadC, row),
    observedC: at(rows.observedC, row)
  }))
  const scored = new Set(split.scored)
  return gaussianOf(nights.length, (row) => {
    const night = nights[row]
    const plain = { meanC: at(rows.meanC, row), sigmaC: at(rows.spreadC, row) }
    if (night === undefined || !scored.has(row)) return plain
    const known = nights.filter(({ day }) => day <= night.day - lagDays && day > night.day - daysStored)
    const site = learnedSeasons(known)
    return (site === null ? null : seasonalForecast(site, night)) ?? plain
  })
}
