/** models: several models of one night, blended as the service does at watched places. */
import { servedBlend } from '../../../src/frost/blend/blend-law.ts'
import {
  atMost,
  type Bench,
  type BenchOutcome,
  type Gate,
  goal,
  must,
  noTwoStepRegression,
  observedRows
} from '../../bench.ts'
import type { BenchFiles } from '../../data/csv-table.ts'
import { at, meanOf, pick } from '../../data/sequence.ts'
import { gaussianMethod, thresholdMethod } from '../../method.ts'
import { splitOf } from '../../split.ts'
import { blendedNights, sigmaOf } from './blended-nights.ts'
import {
  airportsFile,
  beside,
  type ModelNights,
  northwestFile,
  readAirports,
  readNorthwest,
  readToulouse,
  toulouseFile
} from './model-nights.ts'

const blend = 'FROST-P models'
const rawMean = 'mean of the models'

export const modelsBench: Bench = { name: 'models', file: toulouseFile, run }

async function run(files: BenchFiles): Promise<readonly BenchOutcome[]> {
  return [
    outcomeOf(await readToulouse(files), toulouseGates, []),
    outcomeOf(await readNorthwest(beside(files, northwestFile)), northwestGates, []),
    outcomeOf(
      await readAirports(beside(files, airportsFile)),
      [],
      ['what came is Open-Meteo’s analysis, not a station: it shows the mechanics alone']
    )
  ]
}

const toulouseGates: readonly Gate[] = [
  must(blend, 'crpsC', atMost(0.7)),
  goal(blend, 'crpsC', atMost(0.65)),
  must(blend, 'rmseC', atMost(1.25)),
  goal(blend, 'rmseC', atMost(1.1))
]
const northwestGates: readonly Gate[] = [
  must(blend, 'crpsC', atMost(1.5)),
  goal(blend, 'crpsC', atMost(1.45))
]

function outcomeOf(nights: ModelNights, gates: readonly Gate[], notes: readonly string[]): BenchOutcome {
  const split = splitOf(nights)
  const blended = blendedNights(nights, servedBlend)
  const sigmaC = sigmaOf(nights, blended, servedBlend)
  const scored = split.scored.filter(
    (row) => Number.isFinite(at(blended.meanC, row)) && Number.isFinite(at(nights.observedC, row))
  )
  const observedC = pick(nights.observedC, scored)
  const valuesOf = (row: number): readonly number[] => nights.valuesC.map((values) => at(values, row))
  const best = bestModel(nights, split.fitting)
  const single = nights.valuesC[best] ?? new Float64Array()
  const usual = (row: number): number => at(blended.usualSigmaC, row)
  const method = (name: string, meanC: (row: number) => number) =>
    gaussianMethod(
      name,
      { meanC: Float64Array.from(scored, meanC), sigmaC: Float64Array.from(scored, usual) },
      observedC
    )
  return {
    bench: `models ${nights.name}`,
    split: `${split.words}; each night from the nights known before it`,
    ...observedRows(observedC, pick(nights.days, scored)),
    reference: null,
    methods: [
      thresholdMethod('raw threshold', pick(single, scored), observedC),
      method(`best single model (${nights.models[best] ?? ''})`, (row) =>
        Number.isFinite(at(single, row)) ? at(single, row) : meanOf(valuesOf(row))
      ),
      method(rawMean, (row) => meanOf(valuesOf(row))),
      gaussianMethod(blend, { meanC: pick(blended.meanC, scored), sigmaC: pick(sigmaC, scored) }, observedC)
    ],
    gates,
    comparisons: [{ learned: blend, usual: rawMean, blockDays: 5, duty: 'must' }],
    ranges: [{ method: blend, duty: 'printed', adapts: false }],
    notes: [
      ...notes,
      'each model’s error is taken from the station’s past; the service takes it from the latest analysis of the place'
    ],
    notApplicable: noTwoStepRegression('no measurement two hours after sunset')
  }
}

/** The model with the smallest error over the rows to fit on. */
function bestModel({ valuesC, observedC }: ModelNights, fitting: readonly number[]): number {
  const errors = valuesC.map((values) =>
    meanOf(fitting.map((row) => (at(values, row) - at(observedC, row)) ** 2))
  )
  return errors.indexOf(Math.min(...errors))
}
