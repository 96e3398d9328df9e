/** Predictors made ready for a fit. */
import { at } from '../data/sequence.ts'

/** Rows of predictors, row after row. */
export interface Design {
  readonly rows: number
  readonly width: number
  readonly values: Float64Array
}

/**
 * Columns about their mean and in their standard deviation over the fitting rows; a missing value becomes 0, the mean.
 * @param fitting The rows that may be looked at.
 */
export function standardised(columns: readonly Float64Array[], fitting: readonly number[]): Float64Array[] {
  return columns.map((column) => {
    let rows = 0
    let sum = 0
    let squares = 0
    for (const row of fitting) {
      const value = at(column, row)
      if (!Number.isFinite(value)) continue
      rows += 1
      sum += value
      squares += value * value
    }
    const mean = rows === 0 ? 0 : sum / rows
    const deviation = rows === 0 ? 0 : Math.sqrt(Math.max(squares / rows - mean * mean, 0))
    // A column that does not vary in the fitting rows says nothing.
    const scale = deviation > 1e-9 ? 1 / deviation : 0
    return column.map((value) => (Number.isFinite(value) ? (value - mean) * scale : 0))
  })
}

/** All squares and products of pairs of columns. */
export function productsOf(columns: readonly Float64Array[]): Float64Array[] {
  return columns.flatMap((left, index) =>
    columns.slice(index).map((right) => left.map((value, row) => value * at(right, row)))
  )
}

/** A constant 1 and then the columns, row after row. */
export function designOf(columns: readonly Float64Array[], rows: number): Design {
  const width = columns.length + 1
  const values = new Float64Array(rows * width)
  for (let row = 0; row < rows; row++) values[row * width] = 1
  for (const [index, column] of columns.entries()) {
    for (let row = 0; row < rows; row++) values[row * width + index + 1] = at(column, row)
  }
  return { rows, width, values }
}
