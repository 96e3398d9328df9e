/** What the last nights' errors were, as far as they were known when the forecast was issued. */
import { at } from '../data/sequence.ts'

/** One value a place and day: `values[place · days + day]`, NaN = missing. */
export interface PlaceDays {
  readonly places: number
  readonly days: number
  readonly values: Float64Array
}

/** All missing. */
export function emptyPlaceDays(places: number, days: number): PlaceDays {
  return { places, days, values: new Float64Array(places * days).fill(Number.NaN) }
}

/** The value `back` days earlier at the same place; NaN before the first day. `back` < 0 looks ahead. */
export function shifted(grid: PlaceDays, back: number): Float64Array {
  return grid.values.map((_, index) => {
    const day = (index % grid.days) - back
    return day < 0 || day >= grid.days ? Number.NaN : at(grid.values, index - back)
  })
}

/**
 * The weighted mean of the values known on each day, held towards 0.
 * @param options.lagDays The newest known value on a day is the one so many days before; ≥ 1.
 * @param options.memory What a value's weight shrinks by each time a newer one comes, 0…1.
 * @param options.priorNights The weight of the 0 it is held towards, ≥ 0; with 0 and nothing known the answer is NaN.
 */
export function recentMean(
  grid: PlaceDays,
  options: { readonly lagDays: number; readonly memory: number; readonly priorNights: number }
): Float64Array {
  const { lagDays, memory, priorNights } = options
  const means = new Float64Array(grid.values.length)
  for (let place = 0; place < grid.places; place++) {
    let sum = 0
    let weight = 0
    for (let day = 0; day < grid.days; day++) {
      const known = day < lagDays ? Number.NaN : at(grid.values, place * grid.days + day - lagDays)
      if (Number.isFinite(known)) {
        sum = sum * memory + known
        weight = weight * memory + 1
      }
      means[place * grid.days + day] = sum / (weight + priorNights)
    }
  }
  return means
}
