/** How wide a range must be to hold four minima of five: adaptive conformal inference; docs/science.md [27]. */
import { z90 } from './gaussian.ts'

/**
 * A minimum outside of p10 to p90 widens ln σ by `gain`·(1 − `usualMisses`), one inside narrows it by
 * `gain`·`usualMisses`.
 */
const range = { gain: 0.03, memory: 0.99, usualMisses: 0.2 }

/**
 * What is added to ln σ after one more night.
 * @param night `sigmaC`: with which it was forecast, what was added then included.
 */
export function widthAfter(
  logWidth: number,
  { errorC, sigmaC }: { readonly errorC: number; readonly sigmaC: number }
): number {
  const missed = Math.abs(errorC) > z90 * sigmaC ? 1 : 0
  return range.memory * logWidth + range.gain * (missed - range.usualMisses)
}
