/** One value for each place and day. */

/** `values[place · days + day]`, NaN = missing. */
export interface PlaceDays {
  readonly places: number
  readonly days: number
  readonly values: Float64Array
}

/** All missing. */
export function emptyPlaceDays(places: number, days: number): PlaceDays {
  return { places, days, values: new Float64Array(places * days).fill(Number.NaN) }
}
