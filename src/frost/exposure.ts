/** How openly a plant's tissue lies to the sky. */
import type { Exposure } from './frost-night.ts'

/**
 * f: the share of the ground's radiative offset that the tissue feels; docs/science.md [8]. Vine and canopy are
 * untested.
 */
export const exposureFactors: Readonly<Record<Exposure, number>> = { ground: 1, vine: 0.6, canopy: 0.35 }
