/** The weather now, as the model has it: the value at the nearest hour that is not in the future. */
import { hourMs } from '../forecast/point.ts'
import { type SeriesVariable, valueAt } from '../forecast/series.ts'
import { isDayAt } from './days.ts'
import type { OpenPoint } from './open-point.ts'

/** Units as in `seriesVariables`; NaN = unknown. */
export interface CurrentWeather {
  readonly kind: 'modelled' | 'observed'
  /** The stamp the values belong to [ms since epoch]. */
  readonly validAt: number
  readonly isDay: boolean
  readonly value: (variable: SeriesVariable) => number
}

/** The current weather at `at` [ms since epoch]; null where the series has no temperature within the last 3 hours. */
export function currentWeather(point: OpenPoint, at: number): CurrentWeather | null {
  const now = Math.floor(at / hourMs)
  for (let hour = now; hour > now - 3; hour--) {
    if (Number.isNaN(valueAt(point.series, 'temperature', hour))) continue
    return {
      kind: 'modelled',
      validAt: hour * hourMs,
      isDay: isDayAt(point.point, at),
      value: (variable) => valueAt(point.series, variable, hour)
    }
  }
  return null
}
