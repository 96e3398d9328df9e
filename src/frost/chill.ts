/** Winter chill: what a bud must have had before warmth counts. Both models take hourly temperatures. */

/** [upper bound °C, chill units an hour at most so warm is worth]: Shaltout and Unrath's table for apple buds [17]. */
const northCarolinaTable = [
  [1.5, 0],
  [7.1, 0.5],
  [12.9, 1],
  [16.4, 0.5],
  [18.9, 0],
  [20.6, -0.5],
  [22, -1],
  [23.2, -1.5]
] as const
const hotHourUnits = -2

/** The chill units of one hour by the North Carolina model [17]; negative in warmth, which undoes chill. */
export function northCarolinaUnits(temperatureC: number): number {
  return northCarolinaTable.find(([mostC]) => temperatureC <= mostC)?.[1] ?? hotHourUnits
}

/** Sums up hour after hour; each call takes an hour's temperature [°C] and gives the chill so far. */
export type ChillSum = (temperatureC: number) => number

/**
 * Constants of the Dynamic model [18]: activation energies over R [K], rates [1/h], and the slope and temperature of
 * the last step.
 */
const e0 = 4153.5
const e1 = 12_888.8
const a0 = 139_500
const a1 = 2.567e18
const slope = 1.6
const transitionK = 277
/** As the model was fitted, not 273.15. */
const zeroCelsiusK = 273

/**
 * Chill portions by the Dynamic model of Fishman, Erez and Couvillon [18]: cold makes an intermediate product, which
 * warmth destroys; once there is a whole one, a share of it becomes a portion that nothing undoes.
 */
export function chillPortions(): ChillSum {
  let product = 0
  let portions = 0
  return (temperatureC) => {
    const kelvin = temperatureC + zeroCelsiusK
    const balance = (a0 / a1) * Math.exp((e1 - e0) / kelvin)
    const decay = Math.exp(-a1 * Math.exp(-e1 / kelvin))
    product = balance - (balance - product) * decay
    if (product >= 1) {
      const rate = Math.exp((slope * transitionK * (kelvin - transitionK)) / kelvin)
      const fixed = (product * rate) / (1 + rate)
      portions += fixed
      product -= fixed
    }
    return portions
  }
}
