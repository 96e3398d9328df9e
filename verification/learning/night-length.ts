/** How long a night is, nearly enough for a predictor. */

const obliquity = 23.44
/** The angle of the year at which the sun turns in December, with the year's turn as 0. */
const solstice = -10 / 365.2425

/**
 * The length of the night [h], 0…24, to a quarter of an hour.
 * @param lat Degrees north.
 * @param angle Where in the year: `seasonAngle` [rad].
 */
export function nightHours(lat: number, angle: number): number {
  const declination = -obliquity * Math.cos(angle - 2 * Math.PI * solstice)
  const cosine = -Math.tan((lat * Math.PI) / 180) * Math.tan((declination * Math.PI) / 180)
  return 24 - (24 / Math.PI) * Math.acos(Math.min(Math.max(cosine, -1), 1))
}
