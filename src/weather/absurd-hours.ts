/** Some hours of temperature that no weather makes: a fault of the data, not a frost. */
import { column, type HourlySeries } from './series.ts'

/** Hours that depart by more than this from those around them, with a step at both ends, are absurd [°C]. */
export const absurdDifferenceC = 8
/** The longest block of absurd hours; more hours are other weather [h]. */
const longestBlock = 6

export interface HourSetAside {
  /** Whole hours since 1970-01-01T00:00Z. */
  readonly hour: number
  /** It was colder than the hours around it. */
  readonly isCold: boolean
}

interface AbsurdHour {
  readonly index: number
  readonly isCold: boolean
}

/**
 * Up to six in a row [°C], NaN = missing, with as many steady hours on both sides: at a gap or edge the next may be
 * the right ones. @param supportedC Other models; an hour within 8 °C of them stays. @returns Indices, with the side.
 */
export function absurdIndices(
  temperaturesC: ArrayLike<number>,
  supportedC?: ArrayLike<number>
): readonly AbsurdHour[] {
  const found: AbsurdHour[] = []
  for (let start = 1; start < temperaturesC.length - 1; start++) {
    if (!(Math.abs(stepAt(temperaturesC, start)) > absurdDifferenceC)) continue
    const end = endOfBlock(temperaturesC, start)
    if (end === null) continue
    const isCold = stepAt(temperaturesC, start) < 0
    for (let index = start; index < end; index++) {
      const fromOthers = Math.abs((temperaturesC[index] ?? Number.NaN) - (supportedC?.[index] ?? Number.NaN))
      if (!(fromOthers <= absurdDifferenceC)) found.push({ index, isCold })
    }
    start = end - 1
  }
  return found
}

/** Where a block ends that begins with a step; null: no block begins here. */
function endOfBlock(temperaturesC: ArrayLike<number>, start: number): number | null {
  const up = stepAt(temperaturesC, start)
  for (let end = start + 1; end <= start + longestBlock && end < temperaturesC.length; end++) {
    const step = stepAt(temperaturesC, end)
    if (Math.abs(step) <= absurdDifferenceC) continue
    const hours = end - start
    const isBack = Math.sign(step) === -Math.sign(up)
    const areSteady =
      hours === 1 ||
      (isSteady(temperaturesC, start - hours, start) && isSteady(temperaturesC, end, end + hours))
    return isBack && areSteady && isApart(temperaturesC, start, end) ? end : null
  }
  return null
}

/** Whether all hours of a block lie on one side of the line that closes it. */
function isApart(temperaturesC: ArrayLike<number>, start: number, end: number): boolean {
  const [from, to] = [temperaturesC[start - 1] ?? Number.NaN, temperaturesC[end] ?? Number.NaN]
  const side = Math.sign(stepAt(temperaturesC, start))
  for (let index = start; index < end; index++) {
    const line = from + ((to - from) * (index - start + 1)) / (end - start + 1)
    if (!(side * ((temperaturesC[index] ?? Number.NaN) - line) > absurdDifferenceC)) return false
  }
  return true
}

function isSteady(temperaturesC: ArrayLike<number>, from: number, to: number): boolean {
  if (from < 0 || to > temperaturesC.length) return false
  for (let index = from + 1; index < to; index++)
    if (!(Math.abs(stepAt(temperaturesC, index)) <= absurdDifferenceC)) return false
  return true
}

function stepAt(temperaturesC: ArrayLike<number>, index: number): number {
  return (temperaturesC[index] ?? Number.NaN) - (temperaturesC[index - 1] ?? Number.NaN)
}

/**
 * Only hourly data are judged: three hours of a real morning may change by more. @param supportedC As of
 * `absurdIndices`, by the hours of the series.
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
