/** pnw_srft: eight models' temperature 48 h ahead at a thousand stations of the Pacific Northwest, one January. */
import { plainEmos } from '../../baselines/plain-emos.ts'
import {
  about,
  atMost,
  type Bench,
  type BenchOutcome,
  type Gate,
  goal,
  must,
  noTwoStepRegression,
  observedRows
} from '../../bench.ts'
import { dateOfEpochDay } from '../../data/civil-day.ts'
import type { BenchFiles } from '../../data/csv-table.ts'
import { at, meanOf, pick, rowsWhere } from '../../data/sequence.ts'
import { usualEnsembleForecast } from '../../ensemble.ts'
import { type Gaussian, pickGaussian, withSigma } from '../../gaussian.ts'
import { ensembleMethod, gaussianMethod, thresholdMethod } from '../../method.ts'
import { type PnwRows, readPnwRows } from './rows.ts'
import { type StationNetwork, stationEmos, stationNetwork } from './station-emos.ts'

export const pnwBench: Bench = { name: 'pnw_srft', file: 'pnw_srft_48h.csv', run }

/** The day whose scores are published, and how many stations it has: docs/verification/results.md. */
const publishedDay = { date: '2004-01-31', rows: 712, rawCrpsC: 1.5907 }
/** Issued 48 h ahead: the newest observations known then are two days older. */
const lagDays = 2
const ofAll = 'EMOS of all stations'

async function run(files: BenchFiles): Promise<readonly BenchOutcome[]> {
  const rows = await readPnwRows(files)
  const network = stationNetwork(rows)
  const scoredDays = daysOf(rows.days.slice(rows.scoredFrom))
  const published = scoredDays.find((day) => dateOfEpochDay(day) === publishedDay.date)
  const last = published ?? scoredDays.at(-1) ?? 0
  const from = rows.scoredFrom > 0 ? 0 : Math.floor(scoredDays.length / 2)
  const later = scoredDays.filter((day, index) => index >= from && day !== last)
  return [
    outcomeOf(network, [last], `pnw_srft ${dateOfEpochDay(last)}`),
    ...(later.length === 0 ? [] : [outcomeOf(network, later, 'pnw_srft, later days')])
  ]
}

function daysOf(days: Float64Array): readonly number[] {
  return [...new Set(days)].sort((left, right) => left - right)
}

function outcomeOf(network: StationNetwork, days: readonly number[], bench: string): BenchOutcome {
  const { rows } = network
  const parts = days.map((day) => predictDay(network, day))
  const scored = parts.flatMap((part) => part.scored)
  const observedC = pick(rows.observedC, scored)
  const members = scored.map((row) => rows.members[row] ?? [])
  const isPublished = bench.endsWith(publishedDay.date) && scored.length === publishedDay.rows
  const joined = (name: keyof DayPrediction['forecasts']) =>
    gaussianMethod(name, join(parts.map((part) => part.forecasts[name])), observedC)
  return {
    bench,
    split: `each day is predicted from the rows of two or more days before it (from ${dateOfEpochDay(daysOf(rows.days)[0] ?? 0)})`,
    ...observedRows(observedC, pick(rows.days, scored)),
    reference: null,
    methods: [
      joined('climatology'),
      thresholdMethod('raw threshold', pick(rows.meanC, scored), observedC),
      ensembleMethod('raw ensemble', members, observedC),
      joined('plain EMOS'),
      joined('FROST-P default'),
      joined(ofAll)
    ],
    gates: gatesOf(isPublished),
    // One date is one block: nothing to draw from.
    comparisons:
      days.length < 2 ? [] : [{ learned: ofAll, usual: 'FROST-P default', blockDays: 1, duty: 'printed' }],
    ranges: [{ method: ofAll, duty: 'printed', adapts: false }],
    notApplicable: noTwoStepRegression('no measurement two hours after sunset'),
    notes: [
      'reference of the skill: base rate of the sample; climatology: mean and spread of the days before'
    ]
  }
}

function gatesOf(isPublished: boolean): Gate[] {
  const gates = [must(ofAll, 'crpsC', atMost(1.38)), goal(ofAll, 'crpsC', atMost(1.33))]
  // The published figure belongs to the published sample; other rows of that day have another.
  return isPublished ? [...gates, must('raw ensemble', 'crpsC', about(publishedDay.rawCrpsC))] : gates
}

interface DayPrediction {
  readonly scored: readonly number[]
  readonly forecasts: Readonly<
    Record<'climatology' | 'plain EMOS' | 'FROST-P default' | typeof ofAll, Gaussian>
  >
}

function predictDay(network: StationNetwork, day: number): DayPrediction {
  const { rows } = network
  const scored = rowsWhere(rows.days.length, (row) => at(rows.days, row) === day)
  const fitting = knownRows(rows, day)
  const known = pick(rows.observedC, fitting)
  const meanC = meanOf(known)
  const sigmaC = Math.sqrt(meanOf(known.map((value) => (value - meanC) ** 2)))
  return {
    scored,
    forecasts: {
      climatology: withSigma(new Float64Array(scored.length).fill(meanC), sigmaC),
      'plain EMOS': pickGaussian(plainEmos({ ...rows, fitting }), scored),
      'FROST-P default': usualEnsembleForecast(scored.map((row) => rows.members[row] ?? [])),
      [ofAll]: stationEmos(network, { day, fitting, scored })
    }
  }
}

function knownRows(rows: PnwRows, day: number): readonly number[] {
  return rowsWhere(rows.days.length, (row) => at(rows.days, row) <= day - lagDays)
}

function join(parts: readonly Gaussian[]): Gaussian {
  return {
    meanC: Float64Array.from(parts.flatMap((part) => [...part.meanC])),
    sigmaC: Float64Array.from(parts.flatMap((part) => [...part.sigmaC]))
  }
}
