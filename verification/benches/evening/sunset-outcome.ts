/** Two hours after sunset: the evening update beside what a station's evening usually gives. */
import { type EveningLaw, servedEveningLaw } from '../../../src/frost/evening/evening-law.ts'
import { fitTwoStepRegression, predictMinimumC } from '../../../src/frost/fao-regression.ts'
import { widthAfter } from '../../../src/frost/learned-site.ts'
import { relativeHumidityFraction } from '../../../src/weather/moist-air.ts'
import { tablePoints } from '../../baselines/point-table.ts'
import { type BenchOutcome, type Gate, observedRows, type RangeCheck } from '../../bench.ts'
import { seasonAngle } from '../../data/civil-day.ts'
import { at } from '../../data/sequence.ts'
import { gaussianOf, pickGaussian } from '../../gaussian.ts'
import { harmonicClimatology } from '../../learning/climatology.ts'
import { gaussianMethod, type MethodForecast, pointsMethod, thresholdMethod } from '../../method.ts'
import type { EveningCase } from './evening-case.ts'
import { type ScoredSite, updateOf } from './scored-site.ts'

export const eveningNames = {
  world: 'readings, law of others',
  own: 'readings, own law',
  fao: 'FAO two-step',
  climatology: 'climatology'
}

const ranges: readonly RangeCheck[] = [
  { method: eveningNames.world, duty: 'printed', adapts: true },
  { method: eveningNames.own, duty: 'printed', adapts: true }
]

/** The outcome of one station. */
export function sunsetOutcome(bench: string, site: ScoredSite, gates: readonly Gate[]): BenchOutcome {
  const scored = site.scored.filter((one) => updateOf(one, site.world) !== null)
  const observedC = Float64Array.from(scored, ({ minimumC }) => minimumC)
  const days = Float64Array.from(scored, ({ day }) => day)
  return {
    bench,
    split: site.splitInWords,
    ...observedRows(observedC, days),
    reference: eveningNames.climatology,
    methods: [
      ...baselines(site, scored, observedC),
      adapted(eveningNames.world, scored, () => site.world),
      adapted(eveningNames.own, scored, site.ownAt)
    ],
    gates,
    comparisons: [
      { learned: eveningNames.own, usual: eveningNames.world, blockDays: 3, duty: 'must' },
      { learned: eveningNames.world, usual: eveningNames.fao, blockDays: 3, duty: 'printed' }
    ],
    ranges,
    notes: [
      `${eveningNames.world} has the law of the other stations, FAO two-step is fitted here; the own law is learned week by week, as served`,
      `${site.scored.length - scored.length} evenings whose readings the service does not believe are left out`
    ]
  }
}

/** Many stations at once, each with the law of all others. */
export function elsewhereOutcome(sites: readonly ScoredSite[]): BenchOutcome {
  const scored = sites.flatMap((site, place) =>
    site.scored.filter((one) => updateOf(one, site.world) !== null).map((one) => ({ one, site, place }))
  )
  const siteOf = new Map(scored.map(({ one, site }) => [one, site]))
  const worldOf = (one: EveningCase) => siteOf.get(one)?.world ?? servedEveningLaw
  const ownOf = (one: EveningCase) => siteOf.get(one)?.ownAt(one) ?? servedEveningLaw
  const cases = scored.map(({ one }) => one)
  const observedC = Float64Array.from(cases, ({ minimumC }) => minimumC)
  const air = Float64Array.from(cases, (one) => sunsetAir(one).temperatureC)
  return {
    bench: 'evening elsewhere',
    split: `${sites.length} other stations, each with the law of all others; the own law of the evenings before each week, those of the folder of \`--fit\` among them`,
    ...observedRows(
      observedC,
      Float64Array.from(cases, ({ day }) => day)
    ),
    placeOf: scored.map(({ place }) => place),
    reference: null,
    methods: [
      thresholdMethod('temperature at sunset + 2 h', air, observedC),
      adapted(eveningNames.world, cases, worldOf),
      adapted(eveningNames.own, cases, ownOf)
    ],
    gates: [],
    comparisons: [
      {
        learned: eveningNames.own,
        usual: eveningNames.world,
        everywhere: true,
        blockDays: 3,
        duty: 'printed'
      }
    ],
    ranges,
    notes: ['three of the stations have typical years, not consecutive weather']
  }
}

/** The service's own update of each case. */
function updatesOf(cases: readonly EveningCase[], lawOf: (one: EveningCase) => EveningLaw) {
  return gaussianOf(cases.length, (row) => {
    const one = cases[row]
    const update = one === undefined ? null : updateOf(one, lawOf(one))
    return { meanC: update?.meanC ?? Number.NaN, sigmaC: Math.sqrt(update?.varianceC2 ?? Number.NaN) }
  })
}

/** The same with a range that adapts to each station, evening by evening. */
function adapted(
  method: string,
  cases: readonly EveningCase[],
  lawOf: (one: EveningCase) => EveningLaw
): MethodForecast {
  const forecasts = updatesOf(cases, lawOf)
  const observedC = Float64Array.from(cases, ({ minimumC }) => minimumC)
  adaptWidths(
    forecasts,
    cases.map((one) => ({ one, day: one.day })),
    observedC
  )
  return gaussianMethod(method, forecasts, observedC)
}

/** Makes ranges as wide as each station's nights before have had to be. */
export function adaptWidths(
  { meanC, sigmaC }: ReturnType<typeof gaussianOf>,
  nights: readonly { readonly one: EveningCase; readonly day: number }[],
  observedC: Float64Array
): void {
  const logWidth = new Map<string, number>()
  const inOrder = [...nights.entries()].sort(([, one], [, other]) => one.day - other.day)
  for (const [row, { one }] of inOrder) {
    const before = logWidth.get(one.site) ?? 0
    const width = at(sigmaC, row) * Math.exp(before)
    sigmaC[row] = width
    const errorC = at(observedC, row) - at(meanC, row)
    logWidth.set(one.site, widthAfter(before, { errorC, sigmaC: width }))
  }
}

function baselines(site: ScoredSite, scored: readonly EveningCase[], observedC: Float64Array) {
  const all = [...site.earlier, ...scored]
  const later = [...scored.keys()].map((row) => row + site.earlier.length)
  const climatology = harmonicClimatology({
    target: Float64Array.from(all, ({ minimumC }) => minimumC),
    angle: Float64Array.from(all, ({ day }) => seasonAngle(day)),
    places: new Int32Array(all.length),
    fitting: [...site.earlier.keys()]
  })
  const fao = fitTwoStepRegression(site.earlier.map((one) => ({ ...sunsetAir(one), minimumC: one.minimumC })))
  const usual = pickGaussian(climatology, later)
  const twoStep = gaussianOf(scored.length, (row) => {
    const one = scored[row]
    const meanC = one === undefined || fao === null ? Number.NaN : predictMinimumC(fao, sunsetAir(one))
    return { meanC, sigmaC: fao?.rmseC ?? Number.NaN }
  })
  const air = Float64Array.from(scored, (one) => sunsetAir(one).temperatureC)
  return [
    gaussianMethod(eveningNames.climatology, usual, observedC),
    gaussianMethod(eveningNames.fao, twoStep, observedC),
    thresholdMethod('temperature at sunset + 2 h', air, observedC),
    pointsMethod('point table', Float64Array.from(scored, points))
  ]
}

function sunsetAir({ readings }: EveningCase) {
  const newest = readings.at(-1)
  return {
    temperatureC: newest?.temperatureC ?? Number.NaN,
    dewPointC: newest?.dewPointC ?? Number.NaN
  }
}

function points(one: EveningCase): number {
  const { temperatureC, dewPointC } = sunsetAir(one)
  const newest = one.readings.at(-1)
  return tablePoints({
    temperatureC,
    relativeHumidityPercent: 100 * relativeHumidityFraction(temperatureC, dewPointC),
    windSpeedKmh: 3.6 * (newest?.windSpeedMps ?? Number.NaN),
    cloudCoverPercent: 100 * (newest?.cloudCoverFraction ?? Number.NaN)
  })
}
