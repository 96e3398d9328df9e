import { hourMs } from '../../common/time.ts'
import type { NightWindow } from '../../frost/frost-night.ts'
import { column, emptySeries, endHour, type HourlySeries, seriesVariables } from '../../weather/series.ts'
import { packSeries, unpackSeries } from '../packed-series.ts'
import type { SnapshotMeta } from '../snapshot.ts'

/** Its night may have begun a day before; alerts look four days ahead [h]. */
const hoursBack = 26
const hoursAhead = 98

/** A run to be stored with a newer one, about 5 kB. */
export function storedBeside(
  { run, issuedAt, confirmedAt }: Pick<SnapshotMeta, 'run' | 'issuedAt' | 'confirmedAt'>,
  series: HourlySeries,
  { now, isOdd }: { now: number; isOdd: boolean }
): NonNullable<SnapshotMeta['beside']> {
  const nowHour = Math.floor(now / hourMs)
  const startHour = Math.max(series.startHour, nowHour - hoursBack)
  const hours = Math.max(0, Math.min(endHour(series), nowHour + hoursAhead) - startHour)
  const from = startHour - series.startHour
  const part = { ...emptySeries(startHour, hours), stepHours: series.stepHours.slice(from, from + hours) }
  for (const name of seriesVariables)
    column(part, name).set(column(series, name).subarray(from, from + hours))
  return { run, issuedAt, confirmedAt, isOdd, packed: packSeries(part).toBase64() }
}

/** The hours of the older run; null where there is none, or another version wrote them. */
export function besideSeries(beside: NonNullable<SnapshotMeta['beside']> | null): HourlySeries | null {
  if (beside === null) return null
  try {
    return unpackSeries(Uint8Array.fromBase64(beside.packed))
  } catch {
    return null
  }
}

export function withHoursOf(
  series: HourlySeries,
  other: HourlySeries,
  nights: readonly NightWindow[]
): HourlySeries {
  if (nights.length === 0) return series
  const mixed = { ...series, values: series.values.slice() }
  for (const name of seriesVariables) {
    const [into, from] = [column(mixed, name), column(other, name)]
    for (const { firstHour, lastHour } of nights) {
      const end = Math.min(lastHour + 1, endHour(series), endHour(other))
      for (let hour = Math.max(firstHour, series.startHour, other.startHour); hour < end; hour++)
        into[hour - series.startHour] = from[hour - other.startHour] ?? Number.NaN
    }
  }
  return mixed
}
