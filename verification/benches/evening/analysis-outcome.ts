/**
 * Frosts missed and false alarms of an analysis, of the calendar, and of the evening update with and without the
 * analysis.
 */
import type { ForecastMinima } from '../../../src/frost/contrasts.ts'
import { learnedShiftC, pastNight } from '../../../src/frost/fading-site.ts'
import type { Distribution } from '../../../src/frost/gaussian.ts'
import { givenAfterEach } from '../../../src/frost/learned-site.ts'
import { type BenchOutcome, type Gate, observedRows } from '../../bench.ts'
import { at } from '../../data/sequence.ts'
import { gaussianOf } from '../../gaussian.ts'
import { gaussianMethod, type MethodForecast } from '../../method.ts'
import { type AnalysedPlace, asForecast, climatologyOf } from './analysed-minima.ts'
import type { EveningCase } from './evening-case.ts'
import { type ScoredSite, updateOf } from './scored-site.ts'
import { adaptWidths, eveningNames } from './sunset-outcome.ts'

/** From sunset + 2 h to the coldest hour [days]: the night before is known. */
const eveningLeadDays = 0.4

/** The evening that is served: readings with the corrected forecast, before and after there is an own law. */
export const correctedNames = {
  world: 'FROST-P evening, law of others',
  own: 'FROST-P evening'
}

/** Null where the analysis knows none of the nights. */
export function analysisOutcome(
  bench: string,
  { atSunset, world, ownAt }: ScoredSite,
  place: AnalysedPlace & { readonly analysis: ReadonlyMap<number, number> },
  gates: readonly Gate[]
): BenchOutcome | null {
  const nights = atSunset.flatMap((one) => {
    // A night is the day on which it ends.
    const day = one.day + 1
    const analysedC = place.analysis.get(day)
    const calendar = climatologyOf(day, place.analysis)
    if (analysedC === undefined || calendar === null) return []
    const analysis = asForecast(analysedC, day, place)
    const alone = updateOf(one, world)
    const both = updateOf(one, world, analysis)
    if (alone === null || both === null) return []
    const forecast = {
      minimumC: analysedC,
      previousC: place.analysis.get(day - 1) ?? null,
      nextC: place.analysis.get(day + 1) ?? null
    }
    return [{ one, day, forecast, calendar, analysis, alone, both }]
  })
  const corrected = correctedByOwnNights(nights)
  if (nights.length === 0) return null
  const observedC = Float64Array.from(nights, ({ one }) => one.minimumC)
  const rows = observedRows(
    observedC,
    Float64Array.from(nights, ({ one }) => one.day)
  )
  const method = (name: string, of: (night: (typeof nights)[number]) => Distribution) =>
    gaussianMethod(name, distributions(nights.map(of)), observedC)
  const methods = [
    method('ERA5 climatology of other years', ({ calendar }) => calendar),
    method('ERA5 minimum (an analysis)', ({ analysis }) => analysis),
    method(eveningNames.world, ({ alone }) => alone),
    method(`${eveningNames.world} with the ERA5 minimum`, ({ both }) => both),
    adaptedMethod('ERA5 minimum, corrected by its own nights', nights, ({ day }) => corrected(day)),
    adaptedMethod(correctedNames.world, nights, ({ one, day }) => updateOf(one, world, corrected(day))),
    adaptedMethod(correctedNames.own, nights, ({ one, day }) => updateOf(one, ownAt(one), corrected(day)))
  ]
  return {
    bench,
    split: `the law of the other stations, scored on ${nights.length} nights; the rest is not fitted`,
    ...rows,
    reference: null,
    methods,
    gates,
    comparisons: [
      { learned: correctedNames.own, usual: correctedNames.world, blockDays: 3, duty: 'must' },
      { learned: correctedNames.world, usual: eveningNames.world, blockDays: 3, duty: 'printed' }
    ],
    ranges: Object.values(correctedNames).map((method) => ({ method, duty: 'must', adapts: true })),
    placeOf: new Int32Array(nights.length),
    notes: [
      'the ERA5 minimum of the night itself is an analysis, not a forecast; it has the default spread of 24 h here',
      ...methods.map((one) => errorsInWords(one, rows.came))
    ]
  }
}

interface AnalysedNight {
  readonly one: EveningCase
  readonly day: number
  /** The analysis of the night and of those beside it. */
  readonly forecast: ForecastMinima
  readonly analysis: Distribution
}

/** As the service corrects an airport's own point: by what the nights before it were off by. */
function correctedByOwnNights(nights: readonly AnalysedNight[]): (day: number) => Distribution {
  const inOrder = nights.toSorted((one, other) => one.day - other.day)
  const past = inOrder.map(({ one, day, forecast }) => {
    const residualC = one.minimumC - forecast.minimumC
    return pastNight({ day, leadDays: eveningLeadDays, residualC, forecast })
  })
  const given = givenAfterEach(past)
  const byDay = new Map(
    inOrder.map(({ day, forecast, analysis }, index) => {
      const [site, night] = [given[index - 1], past[index]]
      const meanC = forecast.minimumC + (night === undefined ? 0 : learnedShiftC(site, night))
      return [day, { meanC, varianceC2: site?.siteVarianceC2 ?? analysis.varianceC2 }] as const
    })
  )
  return (day) => byDay.get(day) ?? { meanC: Number.NaN, varianceC2: Number.NaN }
}

/** With a range that adapts night by night. */
function adaptedMethod<Night extends AnalysedNight>(
  name: string,
  nights: readonly Night[],
  of: (night: Night) => Distribution | null
): MethodForecast {
  const observedC = Float64Array.from(nights, ({ one }) => one.minimumC)
  const forecasts = distributions(
    nights.map((night) => of(night) ?? { meanC: Number.NaN, varianceC2: Number.NaN })
  )
  adaptWidths(forecasts, nights, observedC)
  return gaussianMethod(name, forecasts, observedC)
}

function distributions(all: readonly Distribution[]) {
  return gaussianOf(all.length, (row) => ({
    meanC: all[row]?.meanC ?? Number.NaN,
    sigmaC: Math.sqrt(all[row]?.varianceC2 ?? Number.NaN)
  }))
}

/** With a warning from a probability of one half. */
function errorsInWords({ method, probability }: MethodForecast, came: Uint8Array): string {
  let frosts = 0
  let missed = 0
  let falseAlarms = 0
  for (const [row, frost] of came.entries()) {
    const isWarned = at(probability, row) >= 0.5
    frosts += frost
    if (frost === 1 && !isWarned) missed += 1
    if (frost === 0 && isWarned) falseAlarms += 1
  }
  return `${method}: ${missed} of ${frosts} frosts missed, ${falseAlarms} false alarms`
}
