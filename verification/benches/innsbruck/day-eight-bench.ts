/** innsbruck_day8: temperature eight and nine days ahead, where an ensemble hardly knows more than the calendar. */

import { dayOfYear, epochDay } from '../../../src/frost/season.ts'
import { fitSeasonalEmos, predictSeasonalEmos } from '../../../src/frost/seasonal-site.ts'
import { plainEmos } from '../../baselines/plain-emos.ts'
import {
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
import { type Gaussian, gaussianOf, pickGaussian } from '../../gaussian.ts'
import { harmonicClimatology } from '../../learning/climatology.ts'
import { gaussianMethod, thresholdMethod } from '../../method.ts'
import { type DateSplit, splitOf } from '../../split.ts'

export const innsbruckDayEightBench: Bench = {
  name: 'innsbruck_day8',
  file: 'innsbruck_day8.csv',
  run
}

const names = { climatology: 'climatology', learned: 'FROST-P learned' }
const leads = [192, 198, 216]

interface Rows {
  readonly initDays: Float64Array
  readonly scoredFrom: number
  readonly validDays: Float64Array
  readonly leadIndex: Int32Array
  readonly observedC: Float64Array
  readonly meanC: Float64Array
  readonly logSpread: Float64Array
  /** The row of an initialisation day and a lead, −1 where there is none. */
  readonly rowAt: (initDay: number, leadHours: number) => number
}

async function run(files: BenchFiles): Promise<readonly BenchOutcome[]> {
  const rows = await readRows(files)
  const { initDays: days, scoredFrom } = rows
  const split = splitOf({ days, knownDays: rows.validDays.map(Math.ceil), scoredFrom })
  const observedC = pick(rows.observedC, split.scored)
  const gaussian = (name: string, forecast: Gaussian) =>
    gaussianMethod(name, pickGaussian(forecast, split.scored), observedC)
  const spreadC = rows.logSpread.map(Math.exp)
  return [
    {
      bench: 'innsbruck_day8',
      split: split.words,
      ...observedRows(observedC, pick(rows.initDays, split.scored)),
      reference: names.climatology,
      methods: [
        gaussian(names.climatology, climatology(rows, split)),
        thresholdMethod('raw threshold', pick(rows.meanC, split.scored), observedC),
        gaussian('plain EMOS', plainEmos({ ...rows, spreadC, fitting: split.fitting })),
        gaussian('FROST-P default', usualForecast(rows)),
        gaussian(names.learned, seasonalEmos(rows, split))
      ],
      gates: [must(names.learned, 'crpsC', atMost(1.86)), goal(names.learned, 'crpsC', atMost(1.66))],
      comparisons: [{ learned: names.learned, usual: 'FROST-P default', blockDays: 10, duty: 'printed' }],
      ranges: [{ method: names.learned, duty: 'printed', adapts: false }],
      notApplicable: noTwoStepRegression('it looks one night ahead, these are eight and nine days'),
      notes: [
        'temperature at an hour, not a minimum; the file gives no members, so there is no raw ensemble CRPS'
      ]
    }
  ]
}

async function readRows(files: BenchFiles): Promise<Rows> {
  const table = await readBenchTable(files, {
    text: ['init_date_utc'],
    numbers: ['lead_h', 'obs_t2m_c', 'ens_mean_c', 'log_ens_sd']
  })
  const initDays = Float64Array.from(table.text.init_date_utc, epochDay)
  const leadH = table.numbers.lead_h
  const rowOf = new Map(Array.from(initDays, (day, row) => [day * 1000 + at(leadH, row), row]))
  return {
    initDays,
    scoredFrom: table.scoredFrom,
    validDays: initDays.map((day, row) => day + at(leadH, row) / 24),
    leadIndex: Int32Array.from(leadH, (lead) => leads.indexOf(lead)),
    observedC: table.numbers.obs_t2m_c,
    meanC: table.numbers.ens_mean_c,
    logSpread: table.numbers.log_ens_sd,
    rowAt: (initDay, leadHours) => rowOf.get(initDay * 1000 + leadHours) ?? -1
  }
}

function climatology(rows: Rows, split: DateSplit): Gaussian {
  return harmonicClimatology({
    target: rows.observedC,
    angle: rows.validDays.map(seasonAngle),
    places: rows.leadIndex,
    fitting: split.fitting
  })
}

/** The default spread with s from the file and M unknown (taken as many); nothing fitted. */
function usualForecast(rows: Rows): Gaussian {
  return gaussianOf(rows.meanC.length, (row) => ({
    meanC: at(rows.meanC, row),
    sigmaC: Math.min(Math.sqrt(1.9 + Math.exp(2 * at(rows.logSpread, row))), 4.5)
  }))
}

/** One seasonal EMOS a lead, with the newest residual of that lead whose hour had passed at the issue. */
function seasonalEmos(rows: Rows, split: DateSplit): Gaussian {
  const night = (row: number) => {
    const lead = leads[rows.leadIndex[row] ?? 0] ?? 0
    const past = rows.rowAt(at(rows.initDays, row) - Math.floor(lead / 24) - 1, lead)
    const residual = at(rows.observedC, past) - at(rows.meanC, past)
    return {
      dayOfYear: dayOfYear(Math.floor(at(rows.validDays, row))),
      meanC: at(rows.meanC, row),
      spreadC: Math.exp(at(rows.logSpread, row)),
      laggedResidualC: Number.isFinite(residual) ? residual : null
    }
  }
  const fits = leads.map((_, index) =>
    fitSeasonalEmos(
      split.fitting
        .filter((row) => rows.leadIndex[row] === index)
        .map((row) => ({ ...night(row), observedC: at(rows.observedC, row) }))
    )
  )
  return gaussianOf(rows.meanC.length, (row) => {
    const fit = fits[rows.leadIndex[row] ?? -1] ?? null
    return fit === null ? { meanC: at(rows.meanC, row), sigmaC: 4.5 } : predictSeasonalEmos(fit, night(row))
  })
}
