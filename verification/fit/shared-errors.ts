/** How long a forecast's error lasts and how far it reaches, from the 24-hour errors of the US cities. */
import type { EveningLaw } from '../../src/frost/evening/evening-law.ts'
import type { NwsForecasts } from '../benches/nws/forecasts.ts'
import { at, meanOf } from '../data/sequence.ts'
import { distanceKm } from '../learning/neighbours.ts'
import { leastSquares } from './least-squares.ts'

/** Pairs of cities within this [km] and with at least this correlation, whose logarithm is fitted. */
const nearKm = 600
const minCorrelation = 0.02
const hoursPerDay = 24

/** Errors fade with time and distance as exponentials. */
export function fitSharedErrors(us: NwsForecasts): Pick<EveningLaw, 'memoryHours' | 'sharing'> {
  const errors = us.cities.map((_, city) => errorsOf(us, city))
  const nextDay = meanOf(errors.map((own) => correlation(own.slice(1), own.slice(0, -1))))
  return { memoryHours: -hoursPerDay / Math.log(nextDay), sharing: fitSharing(us, errors) }
}

function fitSharing(us: NwsForecasts, errors: readonly Float64Array[]): EveningLaw['sharing'] {
  const km: number[] = []
  const metres: number[] = []
  const logs: number[] = []
  for (const [index, from] of us.cities.entries()) {
    for (const [other, to] of us.cities.slice(0, index).entries()) {
      const apartKm = distanceKm(from, to)
      const shared = correlation(errors[index] ?? new Float64Array(), errors[other] ?? new Float64Array())
      if (apartKm > nearKm || !(shared > minCorrelation)) continue
      km.push(-apartKm)
      metres.push(-Math.abs(from.elevationM - to.elevationM))
      logs.push(Math.log(shared))
    }
  }
  const columns = [km.map(() => 1), km, metres].map((values) => Float64Array.from(values))
  const [constant = 0, perKm = 0, perM = 0] = leastSquares(columns, Float64Array.from(logs), [...logs.keys()])
  return { atPlace: Math.exp(constant), perKm: 1 / perKm, perM: 1 / perM }
}

/** A city's errors [°C] without its mean. */
function errorsOf(us: NwsForecasts, city: number): Float64Array {
  const { days, values } = us.observedC
  const from = city * days
  const errors = Float64Array.from(
    { length: days },
    (_, day) => at(values, from + day) - at(us.forecastC[24].values, from + day)
  )
  const mean = meanOf(errors)
  return errors.map((error) => error - mean)
}

/** Of two series about 0, over the days on which both are known. */
function correlation(left: Float64Array, right: Float64Array): number {
  let products = 0
  let leftSquares = 0
  let rightSquares = 0
  for (const [day, one] of left.entries()) {
    const other = at(right, day)
    if (!Number.isFinite(one + other)) continue
    products += one * other
    leftSquares += one * one
    rightSquares += other * other
  }
  return products / Math.sqrt(leftSquares * rightSquares)
}
