/** When a night is over: not at sunrise, while it still harms and sprinklers have to run. */
import { wetBulbC } from '../weather/wet-bulb.ts'
import type { FrostColumns } from './frost-columns.ts'
import type { NightWindow } from './frost-night.ts'
import { type PlantNight, stepBiasC } from './plant-temperature.ts'

/** Above it no air is so dry that its wet bulb is at 0 °C, up to 3000 m [°C]. */
const surelyThawedC = 14

/**
 * The first whole hour at which a night is over: after its dark hours, and an hour after the last one in which the wet
 * bulb or the plants at the ground are at 0 °C, so that ice melts; at the latest at noon. It depends on no crop: all
 * that is said of a place has one tonight.
 * @param shift.biasC What is added to the forecast's temperatures [°C]; `plantBiasC`: to those of plants besides.
 */
export function overHourOf(
  { columns, window }: { readonly columns: FrostColumns; readonly window: NightWindow },
  { offsetsC }: Pick<PlantNight, 'offsetsC'>,
  shift: { readonly biasC: number; readonly plantBiasC: number; readonly elevationM: number | null }
): number {
  const noonHour = window.lastHour + 1
  const { lastDarkHour } = window
  if (lastDarkHour === null) return noonHour
  for (let hour = window.lastHour; hour >= lastDarkHour; hour--) {
    const index = hour - columns.startHour
    const stepC = stepBiasC(columns.stepHours[index] ?? 1)
    const airC = (columns.temperatureC[index] ?? Number.NaN) + shift.biasC - stepC
    const groundC = airC + shift.plantBiasC - (offsetsC[hour - window.firstHour] ?? 0)
    if (groundC <= 0 || isWetBulbFrozen(columns, index, { airC, elevationM: shift.elevationM })) {
      return Math.min(noonHour, hour + 2)
    }
  }
  return lastDarkHour + 1
}

function isWetBulbFrozen(
  columns: FrostColumns,
  index: number,
  { airC, elevationM }: { readonly airC: number; readonly elevationM: number | null }
): boolean {
  if (airC > surelyThawedC) return false
  const dewPointC = columns.dewPointC[index] ?? Number.NaN
  const pressureMslHpa = columns.pressureMslHpa[index] ?? Number.NaN
  return wetBulbC({ temperatureC: airC, dewPointC, pressureMslHpa, elevationM }) <= 0
}
