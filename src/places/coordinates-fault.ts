/** Why written coordinates have no certain reading. */

/**
 * Why a text that looks like coordinates is refused rather than guessed.
 * - `short_link`: its target is not known without a request; `no_point`: a link or address without one point
 * - `no_pin`: a link to something that has a name, of which only the middle of the screen is given
 * - `order`: which number is the latitude is not certain; `marks`: which digits belong together is not certain
 * - `too_coarse`: whole degrees, 100 km apart; `out_of_bounds`: no such latitude, longitude, minute or second
 */
export type CoordinatesFault =
  | 'short_link'
  | 'no_point'
  | 'no_pin'
  | 'order'
  | 'marks'
  | 'too_coarse'
  | 'out_of_bounds'
