import type { TemperatureUnit } from '../../common/file-cells.ts'
import { hourMs } from '../../common/time.ts'

/* Rows of a logger's file in another unit than the rest: among 116,846 measured hours none looks so. */

interface Reading {
  /** [ms since epoch] */
  readonly measuredAt: number
  readonly temperatureC: number
}

/** What a value was read as, and was meant [°C]; null where it may be what it was read as. */
type Meant = (valueC: number, besideC: number, likeC: number) => number | null

/** Readings farther apart say nothing of each other [ms]. */
const nearMs = 3 * hourMs
/** How far what was meant may be from the reading beside it [°C], and what each hour adds. */
const like = { atOnceC: 2, perHourC: 1.5 }
/** So fast nothing changes that would be alike in the other unit [°C]. */
const leapC = { fahrenheit: 12, tenths: 8 }

const inFahrenheit: Meant = (valueC, besideC, likeC) => {
  const meantC = (valueC - 32) / 1.8
  return valueC - besideC >= leapC.fahrenheit && Math.abs(meantC - besideC) <= likeC ? meantC : null
}

const inCelsius: Meant = (valueC, besideC, likeC) => {
  const meantC = valueC * 1.8 + 32
  return besideC - valueC >= leapC.fahrenheit && Math.abs(meantC - besideC) <= likeC ? meantC : null
}

/** Ten times a tenth is whole. */
const inTenths: Meant = (valueC, besideC, likeC) => {
  const meantC = valueC / 10
  const isNear = Math.abs(meantC - besideC) <= likeC / 2
  return Number.isInteger(valueC) && Math.abs(valueC - besideC) >= leapC.tenths && isNear ? meantC : null
}

/** A logger that leaves a room is as one that changes from °F to °C, and is so for longer than a part of its file. */
const mostOfCelsius = 1 / 4

/** Of readings in the order of time, those that only another unit than `unit` makes like the ones before or after. */
export function inOtherUnits<One extends Reading>(
  readings: readonly One[],
  unit: TemperatureUnit
): ReadonlySet<One> {
  const areWhole =
    readings.filter(({ temperatureC }) => Number.isInteger(temperatureC)).length * 2 > readings.length
  if (unit === 'C') return eitherWay(readings, areWhole ? [inFahrenheit] : [inFahrenheit, inTenths])
  const found = eitherWay(readings, [inCelsius])
  return found.size <= readings.length * mostOfCelsius ? found : new Set()
}

function eitherWay<One extends Reading>(readings: readonly One[], ways: readonly Meant[]): ReadonlySet<One> {
  return new Set([...oneWay(readings, ways), ...oneWay(readings.toReversed(), ways)])
}

function oneWay<One extends Reading>(readings: readonly One[], ways: readonly Meant[]): readonly One[] {
  const found: One[] = []
  let beside: Reading | null = null
  for (const reading of readings) {
    const { measuredAt, temperatureC } = reading
    const apartMs: number =
      beside === null ? Number.POSITIVE_INFINITY : Math.abs(measuredAt - beside.measuredAt)
    const besideC: number = beside?.temperatureC ?? temperatureC
    const likeC = like.atOnceC + (like.perHourC * apartMs) / hourMs
    const meantC: number | null =
      apartMs > nearMs
        ? null
        : (ways.map((way) => way(temperatureC, besideC, likeC)).find((one) => one !== null) ?? null)
    if (meantC !== null) found.push(reading)
    beside = { measuredAt, temperatureC: meantC ?? temperatureC }
  }
  return found
}
