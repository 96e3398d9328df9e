/** Flat arrays of numbers, one value a row. */

/** The values 0 … rows − 1 of a function, as one flat array. */
export function rowsOf(rows: number, value: (row: number) => number): Float64Array {
  const values = new Float64Array(rows)
  for (let row = 0; row < rows; row++) values[row] = value(row)
  return values
}

/** One value of an array, NaN outside it. */
export function at(values: Float64Array, row: number): number {
  return values[row] ?? Number.NaN
}

/** The rows of `values` that a list names, in its order. */
export function pick(values: Float64Array, rows: readonly number[]): Float64Array {
  // A loop: `Float64Array.from` with a function takes five times as long.
  const picked = new Float64Array(rows.length)
  for (let index = 0; index < rows.length; index++) picked[index] = at(values, rows[index] ?? -1)
  return picked
}

/** The mean of the finite values; NaN where there is none. */
export function meanOf(values: Iterable<number>): number {
  let sum = 0
  let count = 0
  for (const value of values) {
    if (!Number.isFinite(value)) continue
    sum += value
    count += 1
  }
  return count === 0 ? Number.NaN : sum / count
}

/** The rows 0 … rows − 1 for which a condition holds. */
export function rowsWhere(rows: number, condition: (row: number) => boolean): number[] {
  const found: number[] = []
  for (let row = 0; row < rows; row++) if (condition(row)) found.push(row)
  return found
}
