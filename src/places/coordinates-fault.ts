/** Why written coordinates have no certain reading. */

/**
 * Why a text that looks like coordinates is refused rather than guessed.
 * - `short_link`: its target is not known without a request; `no_point`: a link or address without one point
 * - `order`: which number is the latitude is not certain; `marks`: which digits belong together is not certain
 * - `too_coarse`: whole degrees, 100 km apart; `out_of_bounds`: no such latitude, longitude, minute or second
 */
export type CoordinatesFault = 'short_link' | 'no_point' | 'order' | 'marks' | 'too_coarse' | 'out_of_bounds'
