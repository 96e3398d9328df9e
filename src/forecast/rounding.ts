/** Rounding happens once, when a number is published: half away from zero, and never "−0". */

// Values travel as 32-bit floats, so a written 0.35 arrives as 0.34999999: halves are told by a tolerance far below the last digit.
const tolerance = 1e-6

const scales: readonly number[] = [1, 10, 100, 1000]

/** A number rounded to `decimals` places, half away from zero; NaN stays NaN. */
export function roundHalfAway(value: number, decimals: number): number {
  const scale = scales[decimals] ?? 10 ** decimals
  const magnitude = Math.floor(Math.abs(value) * scale + 0.5 + tolerance) / scale
  return value < 0 && magnitude !== 0 ? -magnitude : magnitude
}

/** As `roundHalfAway`, with null for NaN and infinities: what is not known is never a number. */
export function published(value: number, decimals: number): number | null {
  return Number.isFinite(value) ? roundHalfAway(value, decimals) : null
}
