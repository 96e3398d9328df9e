/** The mean; NaN for an empty list. */
export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The variance about the mean, divided by the number of values; NaN for an empty list. */
export function varianceOf(values: readonly number[]): number {
  const mean = meanOf(values)
  return meanOf(values.map((value) => (value - mean) ** 2))
}

/** The median of the values that are not NaN, halfway between the middle two of an even number; NaN without any. */
export function medianOf(values: readonly number[]): number {
  const known = values.filter((value) => !Number.isNaN(value)).sort((one, other) => one - other)
  const [lower, upper] = [known[(known.length - 1) >> 1], known[known.length >> 1]]
  return ((lower ?? Number.NaN) + (upper ?? Number.NaN)) / 2
}

/** The median, or the upper one of the middle two of an even number; 0 for an empty list. */
export function upperMedianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0
}
