/** Years of an archive as one row of days, at the height of the place. */
import { dayMs } from '../../common/time.ts'
import type { DailyMinima } from '../../frost/climate/half-years.ts'
import type { ArchiveYear } from '../archive-ports.ts'

/** The standard atmosphere's change of temperature with height [K/m], as for forecasts. */
const lapseRatePerMetre = -0.0065

/** @param elevation Of the place [m]; null: that of the archive's own terrain. */
export function joinYears(years: readonly ArchiveYear[], elevation: number | null): DailyMinima {
  const starts = years.map(({ year }) => Date.UTC(year, 0, 1) / dayMs)
  const startDay = Math.min(...starts)
  const endDay = Math.max(...years.map(({ minimaC }, index) => (starts[index] ?? 0) + minimaC.length))
  const minimaC = new Float32Array(endDay - startDay).fill(Number.NaN)
  years.forEach((one, index) => {
    const riseM = elevation === null || one.elevation === null ? 0 : elevation - one.elevation
    const from = (starts[index] ?? 0) - startDay
    minimaC.set(
      one.minimaC.map((value) => value + lapseRatePerMetre * riseM),
      from
    )
  })
  return { startDay, minimaC }
}
