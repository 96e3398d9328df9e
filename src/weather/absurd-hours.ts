/** Single hours of temperature that no weather makes: a fault of the data, not a frost. */
import { column, type HourlySeries } from './series.ts'

/** An hour that departs by more than this from both hours around it, to the same side, is absurd [°C]. */
export const absurdDifferenceC = 8

/** An hour whose temperature counts as missing. */
export interface HourSetAside {
  /** Whole hours since 1970-01-01T00:00Z. */
  readonly hour: number
  /** It was colder than the hours around it. */
  readonly isCold: boolean
}

/**
 * The absurd hours of a row of temperatures [°C], NaN = missing: an hour without both neighbours is not judged.
 * @param supportedC What other models say of each hour; an hour that is within 8 °C of them stays. Absent: there are
 *   none.
 * @returns Indices, with the side.
 */
export function absurdIndices(
  temperaturesC: ArrayLike<number>,
  supportedC?: ArrayLike<number>
): readonly { readonly index: number; readonly isCold: boolean }[] {
  const found: { index: number; isCold: boolean }[] = []
  for (let index = 1; index < temperaturesC.length - 1; index++) {
    const own = temperaturesC[index] ?? Number.NaN
    const before = own - (temperaturesC[index - 1] ?? Number.NaN)
    const after = own - (temperaturesC[index + 1] ?? Number.NaN)
    const isCold = before < -absurdDifferenceC && after < -absurdDifferenceC
    const isWarm = before > absurdDifferenceC && after > absurdDifferenceC
    if (!isCold && !isWarm) continue
    const fromOthers = Math.abs(own - (supportedC?.[index] ?? Number.NaN))
    if (!(fromOthers <= absurdDifferenceC)) found.push({ index, isCold })
  }
  return found
}

/**
 * The series without its absurd hours. Only hours of hourly data are judged: three hours of a real morning may change
 * by more.
 * @param supportedC As of `absurdIndices`, by the hours of the series.
 */
export function withoutAbsurdHours(
  series: HourlySeries,
  supportedC?: ArrayLike<number>
): { readonly series: HourlySeries; readonly setAside: readonly HourSetAside[] } {
  const isHourly = (index: number): boolean => series.stepHours[index] === 1
  const absurd = absurdIndices(column(series, 'temperature'), supportedC).filter(
    ({ index }) => isHourly(index) && isHourly(index + 1)
  )
  if (absurd.length === 0) return { series, setAside: [] }
  const cleaned = { ...series, values: series.values.slice() }
  const temperature = column(cleaned, 'temperature')
  for (const { index } of absurd) temperature[index] = Number.NaN
  const setAside = absurd.map(({ index, isCold }) => ({ hour: series.startHour + index, isCold }))
  return { series: cleaned, setAside }
}
