import { hourMs } from '../common/time.ts'
import { wetBulbC } from '../weather/moist-air.ts'
import { column, type HourlySeries, valueAt } from '../weather/series.ts'
import type { FrostNight, NightWindow } from './frost-night.ts'

const hoursBeforeSunset = 2
const hoursAfterSunrise = 3

/** From two hours before sunset to three after sunrise, or the whole window without a sunset or sunrise. */
export function hoursOfNight({
  firstHour,
  lastHour,
  sunsetAt,
  sunriseAt
}: NightWindow): Pick<NightWindow, 'firstHour' | 'lastHour'> {
  const from = sunsetAt === null ? firstHour : Math.floor(sunsetAt / hourMs) - hoursBeforeSunset
  const to = sunriseAt === null ? lastHour : Math.ceil(sunriseAt / hourMs) + hoursAfterSunrise
  return { firstHour: Math.max(firstHour, from), lastHour: Math.min(lastHour, to) }
}

/** How far learning, measuring and steps of the source moved minimum and hours alike [°C]; 0 without hours. */
export function airShiftC({ window, airTemperatureMinC }: FrostNight, series: HourlySeries): number {
  let rawMinC = Number.POSITIVE_INFINITY
  for (let hour = window.firstHour; hour <= window.lastHour; hour++) {
    const rawC = valueAt(series, 'temperature', hour)
    if (rawC < rawMinC) rawMinC = rawC
  }
  return airTemperatureMinC === null || rawMinC === Number.POSITIVE_INFINITY
    ? 0
    : airTemperatureMinC - rawMinC
}

/** The series with each night's hours moved, by the index of its window [°C]. Dew points stay at most the air's. */
export function movedSeries(
  series: HourlySeries,
  windows: readonly NightWindow[],
  shiftsC: readonly number[]
): HourlySeries {
  if (shiftsC.every((shiftC) => shiftC === 0)) return series
  const moved = { ...series, values: series.values.slice() }
  const [air, dewPoint] = [column(moved, 'temperature'), column(moved, 'dewPoint')]
  for (const [index, window] of windows.entries()) {
    const { firstHour, lastHour } = hoursOfNight(window)
    const shiftC = shiftsC[index] ?? 0
    if (shiftC === 0) continue
    const end = Math.min(lastHour + 1 - series.startHour, series.hours)
    for (let hour = Math.max(0, firstHour - series.startHour); hour < end; hour++) {
      const airC = (air[hour] ?? Number.NaN) + shiftC
      air[hour] = airC
      if ((dewPoint[hour] ?? Number.NaN) > airC) dewPoint[hour] = airC
    }
  }
  return moved
}

interface HourAir {
  /** NaN: unknown. */
  readonly airC: number
  readonly wetBulbC: number
}

export function airAt(
  series: HourlySeries,
  hour: number,
  { shiftC, elevationM }: { shiftC: number; elevationM: number | null }
): HourAir {
  const temperatureC = valueAt(series, 'temperature', hour) + shiftC
  const dewPointC = valueAt(series, 'dewPoint', hour)
  const pressureMslHpa = valueAt(series, 'pressureMsl', hour)
  return {
    airC: temperatureC,
    wetBulbC: wetBulbC({ temperatureC, dewPointC, pressureMslHpa, elevationM })
  }
}
