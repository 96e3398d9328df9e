/**
 * How evenings at one thermometer depart from the law of all: ridge regression towards it, refitted weekly, given as
 * far as it has gained there (learned-site.ts); and what last night was off by, as far as that came again until now;
 * docs/science.md §6.
 */

import { noPersistence, type Persistence, persistenceOf, withNight } from '../contrasts.ts'
import { gaussianCrps } from '../gaussian.ts'
import { servedLaws } from '../laws.ts'
import { solveSymmetric } from '../least-squares.ts'
import { type EveningLaw, lawOfNight } from './evening-law.ts'
import type { MeasuredState } from './evening-reading.ts'
import { completeState, fallTerms, minimumFromReadings, sumOfProducts } from './from-readings.ts'

/** A past evening at one time, and the lowest temperature that followed [°C]. */
export interface PastEvening {
  readonly state: MeasuredState
  readonly minimumC: number
}

export interface NightOfEvenings {
  /** The date of the morning [whole days since 1970-01-01]. */
  readonly day: number
  readonly halfResolutionC: number
  /** Evenings by time; the first, two hours after sunset, says what each law was worth. All count as one. */
  readonly evenings: readonly PastEvening[]
}

/** What is stored as JSON, to learn on from. */
export interface EveningsLearned {
  readonly nights: number
  /** The newest night; see `NightOfEvenings`. */
  readonly day: number
  /** Fading sums: the weights, the lower half of Σ x·xᵀ row by row, Σ x·(fall − the fall by the law of all). */
  readonly weight: number
  readonly products: readonly number[]
  readonly right: readonly number[]
  /** Fading: nights, and the squares of their errors in σ of the law of all. */
  readonly errors: { readonly weight: number; readonly squares: number }
  /** Error on the newest night; absent: learned by a version that did not store it. */
  readonly last?: Missed
  readonly persistence?: Persistence
  /** ln of the odds that the own law serves better. */
  readonly logOdds: number
  /** Nights with an own law, and the sums of their CRPS with what was given of it and by the law of all [°C]. */
  readonly gained: { readonly nights: number; readonly crpsC: number; readonly usualCrpsC: number }
  /** Added to the coefficients of the law of all, and to ln σ; null before ten nights. */
  readonly own: { readonly added: readonly number[]; readonly logSigma: number } | null
}

/** A night's weight shrinks by this each day: half a year ago counts 0.7, two years ago 0.2. */
const memory = { coefficients: 0.998, errors: 0.99 }
const spreadNights = 30
/** Most of last night's error that counts [σ]. */
const maxSigmas = 3
const minEvenings = 10
const daysPerWeek = 7
const firstMonday = 3

/** Evenings that hold a coefficient at the law of all: many while few are known, as then only the common is known. */
const held = { few: { evenings: 40, by: 120 }, many: { evenings: 180, by: 40 } }

function holdOf(evenings: number): number {
  const { few, many } = held
  const within = Math.min(Math.max(evenings, few.evenings), many.evenings)
  const share = Math.log(within / few.evenings) / Math.log(many.evenings / few.evenings)
  return few.by * (many.by / few.by) ** share
}

const unmissed = { last: { missed: 0, sigmas: 0 }, persistence: noPersistence }

type Open = {
  -readonly [Name in keyof EveningsLearned]-?: EveningsLearned[Name] extends readonly number[]
    ? Float64Array
    : EveningsLearned[Name]
}

/** With more nights, by day, at once or week by week. @param before Null: nothing yet. @param world Law of all. */
export function learnedEvenings(
  before: EveningsLearned | null,
  nights: readonly NightOfEvenings[],
  world: EveningLaw
): EveningsLearned | null {
  if (nights.length === 0) return before
  const so = opened(before, world.fall.coefficients.length)
  for (const night of nights) {
    if (weekOf(night.day) !== weekOf(so.day)) so.own = refitted(so)
    judge(so, night, world)
    add(so, night, world)
  }
  so.own = refitted(so)
  return { ...so, products: [...so.products], right: [...so.right] }
}

/** The week of a day since 1970-01-01, a Thursday; weeks begin on Mondays. */
export function weekOf(day: number): number {
  return Math.floor((day + firstMonday) / daysPerWeek)
}

export function firstDayOf(week: number): number {
  return daysPerWeek * week - firstMonday
}

/**
 * The law used for evenings at a thermometer, and how much of it is the thermometer's own, 0…1.
 * @param day From which on it is given: without news it is forgotten as each of its nights is.
 */
export function givenEveningLaw(learned: EveningsLearned | null, world: EveningLaw, day: number) {
  if (learned === null || learned.own === null) return { law: world, share: 0 }
  const share = shareOf(learned, day)
  return { law: mixed(world, learned.own, share), share }
}

/** A law after the night before: its error comes again in the share that it has until now at this thermometer. */
export function afterNight(
  law: EveningLaw,
  { persistence = noPersistence }: Pick<EveningsLearned, 'persistence'>,
  { day, evenings: [first], halfResolutionC }: NightOfEvenings
): EveningLaw {
  if (first === undefined) return law
  return continuing(law, { day, ...missedOn(first, halfResolutionC, law), persistence })
}

function continuing(
  law: EveningLaw,
  { day, missed, persistence }: Missed & Pick<EveningsLearned, 'day'> & Pick<Open, 'persistence'>
): EveningLaw {
  return { ...law, lastNight: { day, missed, persistence: persistenceOf(persistence) } }
}

/** What was missed, as the first coefficient has it, and in σ. */
interface Missed {
  readonly missed: number
  readonly sigmas: number
}

function missedOn({ state, minimumC }: PastEvening, halfResolutionC: number, law: EveningLaw): Missed {
  const { meanC, varianceC2 } = minimumFromReadings(state, halfResolutionC, law)
  const [perCoefficient = 1] = fallTerms(completeState(state, law.elements))
  const sigmaC = Math.sqrt(varianceC2)
  const sigmas = Math.min(Math.max((meanC - minimumC) / sigmaC, -maxSigmas), maxSigmas)
  return { missed: (sigmas * sigmaC) / perCoefficient, sigmas }
}

function shareOf({ day, logOdds }: Pick<EveningsLearned, 'day' | 'logOdds'>, from: number): number {
  return memory.coefficients ** Math.max(0, from - day - 1) / (1 + Math.exp(-logOdds))
}

function mixed(
  world: EveningLaw,
  { added, logSigma }: NonNullable<EveningsLearned['own']>,
  share: number
): EveningLaw {
  const [constant = 0, ...rest] = world.fall.spread
  const coefficients = world.fall.coefficients.map((value, at) => value + share * (added[at] ?? 0))
  return { ...world, fall: { coefficients, spread: [constant + share * logSigma, ...rest] } }
}

function opened(before: EveningsLearned | null, size: number): Open {
  if (before !== null)
    return {
      ...unmissed,
      ...before,
      products: Float64Array.from(before.products),
      right: Float64Array.from(before.right)
    }
  return {
    nights: 0,
    day: 0,
    weight: 0,
    products: new Float64Array((size * (size + 1)) / 2),
    right: new Float64Array(size),
    errors: { weight: 0, squares: 0 },
    ...unmissed,
    logOdds: servedLaws.learning.logOdds,
    gained: { nights: 0, crpsC: 0, usualCrpsC: 0 },
    own: null
  }
}

/** Scores the own law, and the part of it in use, on a night from which it has not yet learned. */
function judge(so: Open, { day, evenings: [first], halfResolutionC }: NightOfEvenings, world: EveningLaw) {
  if (first === undefined) return
  const by = (law: EveningLaw) => {
    const { meanC, varianceC2 } = minimumFromReadings(first.state, halfResolutionC, law)
    const sigmaC = Math.sqrt(varianceC2)
    return { sigmaC, errorC: first.minimumC - meanC, crpsC: gaussianCrps(meanC, sigmaC, first.minimumC) }
  }
  const usual = by(world)
  const own = so.own === null ? usual : by(mixed(world, so.own, 1))
  const faded = memory.errors ** (day - so.day)
  so.errors = {
    weight: faded * so.errors.weight + 1,
    squares: faded * so.errors.squares + (own.errorC / usual.sigmaC) ** 2
  }
  const plain = so.own === null ? world : mixed(world, so.own, shareOf(so, firstDayOf(weekOf(day))))
  const given = by(lawOfNight(continuing(plain, { ...so, ...so.last }), day))
  remember(so, day, missedOn(first, halfResolutionC, plain))
  if (so.own === null) return
  so.gained = {
    nights: so.gained.nights + 1,
    crpsC: so.gained.crpsC + given.crpsC,
    usualCrpsC: so.gained.usualCrpsC + usual.crpsC
  }
  so.logOdds += (servedLaws.learning.perGain * (usual.crpsC - own.crpsC)) / usual.sigmaC
}

function remember(so: Open, day: number, last: Missed): void {
  const fading = memory.coefficients ** (day - so.day)
  const before = day === so.day + 1 ? so.last.sigmas : 0
  so.persistence = withNight(so.persistence, { sigmas: last.sigmas, before, fading })
  so.last = last
}

function add(so: Open, { day, evenings }: NightOfEvenings, world: EveningLaw): void {
  const { products, right } = so
  const faded = memory.coefficients ** (day - so.day)
  for (let at = 0; at < products.length; at++) products[at] = faded * (products[at] ?? 0)
  for (let at = 0; at < right.length; at++) right[at] = faded * (right[at] ?? 0)
  for (const { state, minimumC } of evenings) {
    const terms = fallTerms(completeState(state, world.elements))
    const missedC = state.temperatureC - minimumC - sumOfProducts(world.fall.coefficients, terms)
    let at = 0
    for (const [row, term] of terms.entries()) {
      const weighted = term / evenings.length
      right[row] = (right[row] ?? 0) + weighted * missedC
      for (let column = 0; column <= row; column++, at++)
        products[at] = (products[at] ?? 0) + weighted * (terms[column] ?? 0)
    }
  }
  so.weight = faded * so.weight + 1
  so.nights += 1
  so.day = day
}

function refitted(so: Open): EveningsLearned['own'] {
  if (so.nights < minEvenings) return null
  const hold = holdOf(so.weight)
  let at = 0
  const lower = [...so.right.keys()].map((row) => {
    const line = [...so.products.subarray(at, at + row + 1)]
    line[row] = (line[row] ?? 0) + hold
    at += row + 1
    return line
  })
  const { squares, weight } = so.errors
  return {
    added: solveSymmetric(lower, [...so.right]),
    logSigma: 0.5 * Math.log((squares + spreadNights) / (weight + spreadNights))
  }
}
