/** One place on its way into the committed table. */

import type { Place } from '../../src/weather/point.ts'

/** A place that has no slug yet. */
export interface Row extends Omit<Place, 'slug'> {
  /**
   * What the slug is bound to for ever: GeoNames' number for a place (`2643743`), the official identity for a
   * province (`TR-44`) or district (`TR-44/battalgazi`).
   */
  readonly key: string
  /** The slugs it would like, best first; the first free one becomes its own. */
  readonly candidates: readonly string[]
  /** Other spellings for the search, in no fixed order. */
  readonly alternateNames: readonly string[]
}
