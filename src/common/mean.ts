/** NaN of none. */
export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** About the mean; NaN of none. */
export function varianceOf(values: readonly number[]): number {
  const mean = meanOf(values)
  return meanOf(values.map((value) => (value - mean) ** 2))
}

/** The middle one, or between the two in the middle; NaN of none. */
export function medianOf(values: readonly number[]): number {
  const known = values.filter((value) => !Number.isNaN(value)).sort((one, other) => one - other)
  const [lower, upper] = [known[(known.length - 1) >> 1], known[known.length >> 1]]
  return ((lower ?? Number.NaN) + (upper ?? Number.NaN)) / 2
}

/** The upper one of two in the middle; 0 of none. */
export function upperMedianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0
}
