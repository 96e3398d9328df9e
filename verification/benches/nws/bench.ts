/** nws_lows: the night's low in US cities, forecast 12 to 48 hours before. */
import { givenAfterEach } from '../../../src/frost/learned-site.ts'
import { genericCurve, scoreOf, scoreSpreadC } from '../../../src/frost/severity.ts'
import { tablePoints } from '../../baselines/point-table.ts'
import {
  atLeast,
  atMost,
  type Bench,
  type BenchOutcome,
  type Comparison,
  type Gate,
  goal,
  must,
  noTwoStepRegression,
  observedRows
} from '../../bench.ts'
import type { BenchFiles } from '../../data/csv-table.ts'
import { at, pick, rowsWhere } from '../../data/sequence.ts'
import { airLaws, type CityLaws } from '../../fit/air-laws.ts'
import { gaussianMethod, pointsMethod, thresholdMethod } from '../../method.ts'
import { scoreCalibration } from '../../scores/score-calibration.ts'
import { leaveMonthOutClimatology } from './climatology.ts'
import { defaultForecast } from './default-forecast.ts'
import { type LeadHours, lagDaysOf, leadHours, type NwsForecasts, readNwsForecasts } from './forecasts.ts'
import { movedThermometer } from './moved-thermometer.ts'
import { lastNights, ownRecord } from './own-record.ts'

export const nwsBench: Bench = { name: 'nws_lows', file: 'nws_lows.csv', run }

const names = {
  climatology: 'climatology',
  usual: 'FROST-P default',
  window: 'last 25 nights',
  learned: 'FROST-P learned'
}

async function run(files: BenchFiles): Promise<readonly BenchOutcome[]> {
  const data = await readNwsForecasts(files.scored)
  const climatology = leaveMonthOutClimatology(data)
  const laws = await airLaws(data, files)
  const outcomes = leadHours.flatMap((lead) => {
    const night = nightOf({ data, lead, climatology, laws })
    return lead === 24 ? [night.outcome, scoreOutcome(night)] : [night.outcome]
  })
  return [...outcomes, movedThermometer(data, laws)]
}

interface Night {
  readonly outcome: BenchOutcome
  readonly gaussians: ReadonlyMap<string, Gaussian>
}

interface Gaussian {
  readonly meanC: Float64Array
  readonly sigmaC: Float64Array
}

interface Task {
  readonly data: NwsForecasts
  readonly lead: LeadHours
  readonly climatology: Gaussian
  readonly laws: CityLaws
}

function nightOf(task: Task): Night {
  const { data, lead } = task
  const forecast = data.forecastC[lead].values
  const cells = rowsWhere(forecast.length, (cell) =>
    Number.isFinite(at(forecast, cell) + at(data.observedC.values, cell))
  )
  const observedC = pick(data.observedC.values, cells)
  const pointC = pick(forecast, cells)
  const days = Float64Array.from(cells, (cell) => data.firstDay + (cell % data.observedC.days))
  const gaussians = gaussiansOf(task)
  const methods = [...gaussians].map(([name, { meanC, sigmaC }]) =>
    gaussianMethod(name, { meanC: pick(meanC, cells), sigmaC: pick(sigmaC, cells), halfStepC }, observedC)
  )
  const points = pointC.map((temperatureC) => tablePoints({ ...nothingElse, temperatureC }))
  const outcome: BenchOutcome = {
    bench: `nws_lows ${lead} h`,
    split: `${task.laws.words}; learned walks forward: each forecast is scored with what was learned from the nights reported before it was issued; lag ${lagDaysOf(lead)} d; all rows scored; climatology: each 30 days from the city's other months`,
    ...observedRows(observedC, days),
    placeOf: cells.map((cell) => Math.floor(cell / data.observedC.days)),
    reference: names.climatology,
    methods: [
      ...methods,
      thresholdMethod('raw threshold', pointC, observedC),
      pointsMethod('point table (T only)', points)
    ],
    gates: gates[lead],
    comparisons: [
      ...[names.window, names.learned].map((learned) => comparison(learned, names.usual)),
      comparison(names.learned, names.window)
    ],
    ranges: [
      { method: names.usual, duty: 'must', adapts: false },
      { method: names.learned, duty: 'must', adapts: true }
    ],
    notApplicable: noTwoStepRegression('no measurement two hours after sunset'),
    notes: [`${data.cities.length} cities; the first weeks are scored too, when little had been learned`]
  }
  return { outcome, gaussians: new Map([...gaussians].map(([name, g]) => [name, picked(g, cells)])) }
}

function comparison(learned: string, usual: string): Comparison {
  const plain: Comparison = { learned, usual, blockDays: 3, duty: 'must' }
  return learned === names.learned && usual === names.usual ? { ...plain, everywhere: true } : plain
}

/** Lows are reported in whole °F: 32 stands for everything below 32.5. */
const halfStepC = 0.5 / 1.8

const nothingElse = {
  relativeHumidityPercent: Number.NaN,
  windSpeedKmh: Number.NaN,
  cloudCoverPercent: Number.NaN
}

function picked(gaussian: Gaussian, cells: readonly number[]): Gaussian {
  return { meanC: pick(gaussian.meanC, cells), sigmaC: pick(gaussian.sigmaC, cells) }
}

function gaussiansOf({ data, lead, climatology, laws: { lawsOf, sourceOf } }: Task): Map<string, Gaussian> {
  const forecast = defaultForecast(data, lead, lawsOf)
  const { meanC } = forecast
  const lawOf = (city: number) => lawsOf(city).airSpread
  const alone = { observedC: data.observedC, forecast, lawOf }
  const learning = { ...alone, sourceOf: sourceOf(lead) }
  const corrected = (biasC: Float64Array) => meanC.map((value, cell) => value + at(biasC, cell))
  const window = ownRecord(alone, lastNights)
  const usual = ownRecord(learning, () => [])
  const learned = ownRecord(learning, (nights, usualVarianceC2, city) =>
    givenAfterEach(nights, usualVarianceC2, lawsOf(city).learning)
  )
  return new Map([
    [names.climatology, climatology],
    [names.usual, { meanC: corrected(usual.biasC), sigmaC: usual.sigmaC }],
    [names.window, { meanC: corrected(window.biasC), sigmaC: window.sigmaC }],
    [names.learned, { meanC: corrected(learned.biasC), sigmaC: learned.sigmaC }]
  ])
}

/**
 * The score itself: a night scored s should do s percent of the harm in the mean. The 2 m low stands for the plant (f =
 * 0).
 */
function scoreOutcome({ outcome, gaussians }: Night): BenchOutcome {
  const severity = outcome.observedC.map((value) => scoreOf(genericCurve, value, genericCurve.widthC))
  const scored = [names.usual, names.learned]
  const calibrations = new Map(
    scored.map((name) => {
      const { meanC, sigmaC } = gaussians.get(name) ?? { meanC: severity, sigmaC: severity }
      const scores = meanC.map((mean, row) =>
        scoreOf(genericCurve, mean, scoreSpreadC(genericCurve, at(sigmaC, row), 0))
      )
      return [name, scoreCalibration(scores, severity)]
    })
  )
  return {
    ...outcome,
    bench: 'the score, nws_lows 24 h',
    methods: outcome.methods.filter(({ method }) => calibrations.has(method)),
    gates: scored.flatMap(scoreGates),
    comparisons: [],
    ranges: [],
    calibrations,
    reference: null,
    notApplicable: [],
    notes: [
      'slope and widest gap of the realised severity 100·s(observed) by score in bins of 10 points with 30 nights or more'
    ]
  }
}

function scoreGates(method: string): Gate[] {
  return [
    must(method, 'slope', atLeast(0.95)),
    must(method, 'slope', atMost(1.05)),
    must(method, 'widestGap', atMost(6)),
    goal(method, 'slope', atLeast(0.98)),
    goal(method, 'slope', atMost(1.02)),
    goal(method, 'widestGap', atMost(4))
  ]
}

function crpsGates(limits: {
  readonly usual: number
  readonly learned: number
  readonly goal: number
}): Gate[] {
  return [
    must(names.usual, 'crpsC', atMost(limits.usual)),
    must(names.learned, 'crpsC', atMost(limits.learned)),
    goal(names.learned, 'crpsC', atMost(limits.goal))
  ]
}

const gates: Readonly<Record<LeadHours, readonly Gate[]>> = {
  12: crpsGates({ usual: 0.89, learned: 0.85, goal: 0.8 }),
  24: [
    ...crpsGates({ usual: 0.895, learned: 0.86, goal: 0.85 }),
    goal(names.usual, 'crpsC', atMost(0.88)),
    must(names.usual, 'brier', atMost(0.0264)),
    goal(names.usual, 'brier', atMost(0.0258)),
    must(names.learned, 'brier', atMost(0.0259)),
    goal(names.learned, 'brier', atMost(0.0254)),
    must(names.learned, 'reliability', atMost(0.0005))
  ],
  36: [],
  48: crpsGates({ usual: 1.02, learned: 0.96, goal: 0.94 })
}
