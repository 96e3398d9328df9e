import { hourMs } from '../common/time.ts'
import { coverageOf, frostColumns } from '../frost/frost-columns.ts'
import type { MissingInput, NightWindow } from '../frost/frost-night.ts'
import { missingInputs } from '../frost/night-inputs.ts'
import { nightWindows } from '../frost/night-window.ts'
import type { HourlySeries } from '../weather/series.ts'

/** Hours within which the dark of a night must end: alerts watch no further. */
const reachHours = 72
/** Alerts need tonight and the next night. */
const neededNights = 2

/** `temperature`: the night has no score; the others: a usual value stands in for more than a quarter of its dark. */
export type NightLack = 'temperature' | MissingInput

export interface ComingWindow {
  readonly window: NightWindow
  /** The coming night from this hour on, and over from `overHour` on [hours since the epoch]. */
  readonly fromHour: number
  readonly overHour: number
}

export function overHourOf({ lastDarkHour, lastHour }: NightWindow): number {
  return (lastDarkHour ?? lastHour) + 1
}

/** The nights of a site that are not over, within reach; the first is the coming one. */
export function comingNights(site: Parameters<typeof nightWindows>[0], now: number): readonly ComingWindow[] {
  const hour = Math.floor(now / hourMs)
  let fromHour = hour - reachHours
  return nightWindows(site, hour, hour + reachHours).flatMap((window) => {
    const overHour = overHourOf(window)
    if (overHour <= hour || overHour > hour + reachHours) return []
    const night = { window, fromHour, overHour }
    fromHour = overHour
    return [night]
  })
}

export function nightLacks(
  series: HourlySeries,
  nights: readonly Pick<ComingWindow, 'window'>[],
  now: number
): readonly (readonly NightLack[])[] {
  const columns = frostColumns(series)
  return nights.map(({ window }) =>
    coverageOf(columns, window, Math.floor(now / hourMs)).unknown === null
      ? missingInputs(columns, window)
      : ['temperature']
  )
}

/** Compares answers: whether tonight is known counts most, then the next night, then inputs; 0: complete. */
export function lackOfAnswer(lacks: readonly (readonly NightLack[])[]): number {
  return lacks.slice(0, neededNights).reduce((sum, lack, index) => {
    const night = lack.includes('temperature') ? 100 : lack.length
    return sum + night * (index === 0 ? 10 : 1)
  }, 0)
}
