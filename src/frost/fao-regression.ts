/** FAO's two-step regression (FFST): tonight's minimum at a station from what it measures two hours after sunset. */

import { meanOf } from '../common/mean.ts'

interface SunsetNight {
  /** [°C]. */
  readonly temperatureC: number
  readonly dewPointC: number
  readonly minimumC: number
}

/** minimum = perTemperature·T0 + perDewPoint·Td0 + constantC. */
interface TwoStepRegression {
  readonly perTemperature: number
  readonly perDewPoint: number
  readonly constantC: number
  /** Root mean square error over the nights fitted [°C]. */
  readonly rmseC: number
}

/**
 * The minimum on the temperature, then the residual on the dew point; docs/science.md [11]. Null for fewer than three
 * nights, or where all temperatures or all dew points are the same.
 */
export function fitTwoStepRegression(nights: readonly SunsetNight[]): TwoStepRegression | null {
  if (nights.length < 3) return null
  const first = fitLine(
    nights.map((night) => night.temperatureC),
    nights.map((night) => night.minimumC)
  )
  if (first === null) return null
  const residuals = nights.map((night) => night.minimumC - first.slope * night.temperatureC - first.constant)
  const second = fitLine(
    nights.map((night) => night.dewPointC),
    residuals
  )
  if (second === null) return null
  const fit = {
    perTemperature: first.slope,
    perDewPoint: second.slope,
    constantC: first.constant + second.constant
  }
  const squares = nights.reduce((sum, night) => sum + (night.minimumC - predictMinimumC(fit, night)) ** 2, 0)
  return { ...fit, rmseC: Math.sqrt(squares / nights.length) }
}

/** The minimum [°C] that a fit expects from the measurements two hours after sunset. */
export function predictMinimumC(
  fit: Omit<TwoStepRegression, 'rmseC'>,
  measured: Pick<SunsetNight, 'temperatureC' | 'dewPointC'>
): number {
  return fit.perTemperature * measured.temperatureC + fit.perDewPoint * measured.dewPointC + fit.constantC
}

/**
 * From two hours after sunset (`startC`) to sunrise (`minimumC`) with the root of the time; docs/science.md [11].
 * @param night `nightHours` from sunset to sunrise, more than 2. @param hourAfterSunset 2 … `nightHours` [h].
 */
export function nightTrendC(
  night: { readonly startC: number; readonly minimumC: number; readonly nightHours: number },
  hourAfterSunset: number
): number {
  const share = Math.sqrt((hourAfterSunset - 2) / (night.nightHours - 2))
  return night.startC + (night.minimumC - night.startC) * share
}

function fitLine(x: readonly number[], y: readonly number[]): { slope: number; constant: number } | null {
  const meanX = meanOf(x)
  const meanY = meanOf(y)
  let products = 0
  let squares = 0
  for (let index = 0; index < x.length; index++) {
    const awayX = (x[index] ?? 0) - meanX
    products += awayX * ((y[index] ?? 0) - meanY)
    squares += awayX ** 2
  }
  if (!(squares > 0)) return null
  const slope = products / squares
  return { slope, constant: meanY - slope * meanX }
}
