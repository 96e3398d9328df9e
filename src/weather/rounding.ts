/** Rounding happens once, when a number is published: half away from zero, and never "−0". */

// In 32-bit floats 17.15 arrives as 17.1499996: halves are told by a tolerance far below the last digit, or by the step
// between two such floats (2⁻²³ of the value) where that is larger.
const tolerance = 1e-6
const floatStep = 2 ** -23

const scales: readonly number[] = [1, 10, 100, 1000]

/** A number rounded to `decimals` places, half away from zero; NaN stays NaN. */
export function roundHalfAway(value: number, decimals: number): number {
  const scale = scales[decimals] ?? 10 ** decimals
  const scaled = Math.abs(value) * scale
  const magnitude = Math.floor(scaled + 0.5 + Math.max(tolerance, scaled * floatStep)) / scale
  return value < 0 && magnitude !== 0 ? -magnitude : magnitude
}

/** As `roundHalfAway`, with null for NaN and infinities: what is not known is never a number. */
export function published(value: number, decimals: number): number | null {
  return Number.isFinite(value) ? roundHalfAway(value, decimals) : null
}
