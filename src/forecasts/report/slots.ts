/** The slots of a report, scored along the generic curve. */
import { hourSeconds } from '../../common/time.ts'
import { wetBulbC } from '../../weather/wet-bulb.ts'
import { slotRows } from '../days.ts'
import type { ForecastSnapshot } from '../forecast-snapshot.ts'
import { nightsIn, slotFrost } from '../frost-view.ts'
import type { SlotReport } from './place-report.ts'

export function slotsOf(
  forecast: ForecastSnapshot,
  at: number,
  count: number,
  elevationM: number | null
): readonly SlotReport[] {
  const rows = slotRows(forecast, at, count)
  const first = (rows[0]?.span.fromSecond ?? 0) / hourSeconds
  const last = (rows.at(-1)?.span.toSecond ?? 0) / hourSeconds
  const windows = forecast.windows.filter((window) => window.lastHour >= first && window.firstHour < last)
  const nights = nightsIn(forecast, windows, at)
  return rows.map((row) => ({
    ...row,
    wetBulbTemperatureC: wetBulbC({
      temperatureC: row.summary.temperatureMean,
      dewPointC: row.summary.dewPointMean,
      pressureMslHpa: row.summary.pressureMslMean,
      elevationM
    }),
    frost: slotFrost(nights, row.span)
  }))
}
