/** The cities' calendars. One year is all there is, so each month is told by the other eleven. */
import { seasonAngle } from '../../data/civil-day.ts'
import { at, rowsWhere } from '../../data/sequence.ts'
import { harmonicClimatology } from '../../learning/climatology.ts'
import type { NwsForecasts } from './forecasts.ts'

const foldDays = 30

/**
 * Mean and σ of every city's low on every day [°C], from its other months. They include later ones, which no forecast
 * may look at: that favours the climatology, and with it every skill measured against it is the smaller.
 */
export function leaveMonthOutClimatology(data: NwsForecasts): {
  readonly meanC: Float64Array
  readonly sigmaC: Float64Array
} {
  const { days, values } = data.observedC
  const places = Int32Array.from(values, (_, cell) => Math.floor(cell / days))
  const angle = values.map((_, cell) => seasonAngle(data.firstDay + (cell % days)))
  const meanC = new Float64Array(values.length)
  const sigmaC = new Float64Array(values.length)
  for (let from = 0; from < days; from += foldDays) {
    const inFold = (cell: number) => cell % days >= from && cell % days < from + foldDays
    const fitting = rowsWhere(values.length, (cell) => !inFold(cell) && Number.isFinite(at(values, cell)))
    const fit = harmonicClimatology({ target: values, angle, places, fitting })
    for (let cell = 0; cell < values.length; cell++) {
      if (!inFold(cell)) continue
      meanC[cell] = at(fit.meanC, cell)
      sigmaC[cell] = at(fit.sigmaC, cell)
    }
  }
  return { meanC, sigmaC }
}
