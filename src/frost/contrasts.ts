/**
 * How a place's minima answer to the forecasts of the nights around, by a regression held at 0: where forecasts
 * exaggerate changes of weather, or a thermometer is read in the evening, errors grow with the departure. What the
 * newest night was off by apart from that comes again in part.
 */
import { solveSymmetric } from './least-squares.ts'

/** Fading sums: what each night was off by [σ] times that of the night before, and the square of the latter. */
export interface Persistence {
  readonly products: number
  readonly squares: number
}

export const noPersistence: Persistence = { products: 0, squares: 0 }

/** The share at most places, the nights that hold it there, and the greatest; docs/science.md §6. */
const usual = { share: 0.1, nights: 60, most: 0.5 }

/** The share of an error that comes again a night later, 0 to 0.5. */
export function persistenceOf({ products, squares }: Persistence): number {
  const { share, nights, most } = usual
  return Math.min(Math.max((share * nights + products) / (nights + squares), 0), most)
}

/** State after a night: errors of it and the one before [σ]; `before`: 0 where unknown. */
export function withNight(
  { products, squares }: Persistence,
  { sigmas, before, fading }: { sigmas: number; before: number; fading: number }
): Persistence {
  return { products: fading * products + sigmas * before, squares: fading * squares + before * before }
}

/** What one run says about a night and its neighbours, without anything learned [°C]. */
export interface ForecastMinima {
  readonly minimumC: number
  /** The nights before and after it; null: not forecast. */
  readonly previousC: number | null
  readonly nextC: number | null
}

/** Added to a forecast for each degree by which it departs from other nights. */
export interface ContrastLaw {
  /** From the night before, the night after, and the mean of recent nights. */
  readonly slopes: readonly [number, number, number]
  /** Mean forecast of the recent nights that were measured [°C], and the day of the last of them. */
  readonly recentC: number
  readonly recentDay: number
  /** From the newest measured night; absent: not known. */
  readonly last?: LastError
}

interface LastError {
  readonly day: number
  /** What its forecast was off by without bias and slopes [°C]. */
  readonly errorC: number
  /** The share of it that comes again a night later. */
  readonly persistence: number
}

/** What a recent night's weight shrinks by with each later one: five nights; docs/science.md [9]. */
const recentMemory = 0.8
/** A mean older than this [days] says nothing about a coming night. */
const recentDays = 10
/** How much a slope differs between places (standard deviation), which holds it at 0; docs/science.md [9]. */
const slopeDeviation = 0.08
/** A night's weight in the regression shrinks by this with each later night. */
export const memory = 0.998
/** Most of a night's error that counts [σ]; less for a faulty thermometer that would warm the next night. */
const maxSigmas = { colder: 3, warmer: 1 }
/** Forecasts further ahead are too smooth to have contrasts of their own, and were not verified [days]. */
export const greatestLeadDays = 2.5

/** What a law adds to the forecast of a night (`day` counted as the law's) [°C]; 0 beyond two and a half days. */
export function contrastShiftC(
  law: ContrastLaw | null | undefined,
  night: { readonly day: number; readonly leadDays: number; readonly forecast: ForecastMinima }
): number {
  if (law === null || law === undefined || night.leadDays > greatestLeadDays) return 0
  return slopesShiftC(law.slopes, contrastsC(night.forecast, night.day, law)) + comesAgainC(law, night.day)
}

function slopesShiftC(slopes: ContrastLaw['slopes'], contrasts: ContrastLaw['slopes']): number {
  return slopes[0] * contrasts[0] + slopes[1] * contrasts[1] + slopes[2] * contrasts[2]
}

/** What the error of the newest measured night adds to the forecast of a later night [°C]. */
function comesAgainC({ last }: Pick<ContrastLaw, 'last'>, day: number): number {
  return last === undefined || day <= last.day ? 0 : last.errorC * last.persistence ** (day - last.day)
}

/** A contrast that is not known is 0. */
export function contrastsC(
  { minimumC, previousC, nextC }: ForecastMinima,
  day: number,
  recent: Pick<ContrastLaw, 'recentC' | 'recentDay'> | null
): readonly [number, number, number] {
  const isRecent = recent !== null && day - recent.recentDay <= recentDays
  return [
    previousC === null ? 0 : minimumC - previousC,
    nextC === null ? 0 : minimumC - nextC,
    isRecent ? minimumC - recent.recentC : 0
  ]
}

/** How firmly a place's own nights hold its slopes: XᵀX with the hold on its diagonal, and that hold. */
export interface SlopeHold {
  readonly products: readonly (readonly number[])[]
  readonly hold: number
}

/** The regression so far; `add` returns its law after one more night. */
interface ContrastRecord {
  readonly add: (
    night: {
      readonly day: number
      readonly forecast: ForecastMinima
      /** What the forecast was off by, its bias removed [°C], and how much that counts. */
      readonly errorC: number
      readonly weight: number
    },
    known: ContrastLaw | null
  ) => { readonly law: ContrastLaw; readonly held: SlopeHold }
}

/** A regression without a night. @param usualVarianceC2 The variance of an error of weight 1 [°C²]. */
export function contrastRecord(usualVarianceC2: number): ContrastRecord {
  const hold = usualVarianceC2 / (slopeDeviation * slopeDeviation)
  const products = [0, 1, 2].map(() => [0, 0, 0])
  const right = [0, 0, 0]
  const errors = errorRecord(Math.sqrt(usualVarianceC2))
  let recent = { weight: 0, sumC: 0 }
  return {
    add({ day, forecast, errorC, weight }, known) {
      const x = contrastsC(forecast, day, known)
      for (const [row, line] of products.entries()) {
        const weighted = weight * (x[row] ?? 0)
        right[row] = memory * (right[row] ?? 0) + weighted * errorC
        for (const [at, other] of x.entries()) line[at] = memory * (line[at] ?? 0) + weighted * other
      }
      recent = {
        weight: recentMemory * recent.weight + 1,
        sumC: recentMemory * recent.sumC + forecast.minimumC
      }
      const leftC = errorC - (known === null ? 0 : slopesShiftC(known.slopes, x))
      const last = errors(day, leftC, weight)
      const held = products.map((line, row) => line.map((value, at) => value + (at === row ? hold : 0)))
      const slopes = solved(held, right)
      const law = { slopes, recentC: recent.sumC / recent.weight, recentDay: day, last }
      return { law, held: { products: held, hold } }
    }
  }
}

/** The part of a night's error that recurs, learned from earlier nights. `weight`: 0 if a night does not count. */
function errorRecord(usualC: number): (day: number, errorC: number, weight: number) => LastError {
  const { colder, warmer } = maxSigmas
  const within = (sigmas: number) => Math.max(-colder, Math.min(sigmas, warmer))
  let last = { day: Number.NEGATIVE_INFINITY, sigmas: 0, persistence: noPersistence }
  return (day, errorC, weight) => {
    const sigmas = within((Math.sqrt(weight) * errorC) / usualC)
    const before = day === last.day + 1 ? last.sigmas : 0
    last = { day, sigmas, persistence: withNight(last.persistence, { sigmas, before, fading: memory }) }
    const counted = weight === 0 ? 0 : usualC * within(errorC / usualC)
    return { day, errorC: counted, persistence: persistenceOf(last.persistence) }
  }
}

/**
 * What slopes gain that are held at m (`towards`) in place of 0: Σ(e − x·β)² + hold·(β − m)² has β = β₀ + (XᵀX +
 * hold)⁻¹·hold·m.
 */
export function heldTowards(
  { products, hold }: SlopeHold,
  towards: ContrastLaw['slopes']
): ContrastLaw['slopes'] {
  return solved(
    products,
    towards.map((slope) => hold * slope)
  )
}

function solved(products: SlopeHold['products'], right: readonly number[]): ContrastLaw['slopes'] {
  // The solver overwrites what it solves.
  const matrix = products.map((line) => [...line])
  const [previous = 0, next = 0, recent = 0] = solveSymmetric(matrix, right)
  return [previous, next, recent]
}
