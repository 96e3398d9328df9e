/**
 * What cannot be in an answer counts as missing and is remembered, so that one value, or a column that only decorates,
 * does not take the rest along; one that decides frost is refused where more than a few fail.
 */
import type { HourSetAside } from '../weather/absurd-hours.ts'
import { isHumidityFraction } from '../weather/moist-air.ts'
import type { SeriesVariable } from '../weather/series.ts'
import { isFraction, unusable } from './json-reader.ts'
import type { LeftOut } from './source.ts'

/** The score is made from these; all others are only shown, or can only make a night colder by their absence. */
const decidesFrost: ReadonlySet<SeriesVariable> = new Set([
  'temperature',
  'dewPoint',
  'relativeHumidity',
  'cloudCover',
  'windSpeed'
])

/** Beyond these nothing was ever observed near the ground: a mark for "missing", another unit, or a fault. */
const possible: Readonly<Record<SeriesVariable, readonly [least: number, most: number]>> = {
  temperature: [-100, 70],
  dewPoint: [-110, 50],
  relativeHumidity: [0, 1.2],
  apparentTemperature: [-130, 90],
  precipitation: [0, 500],
  precipitationProbability: [0, 1],
  snowfall: [0, 500],
  weatherCode: [0, 99],
  pressureMsl: [800, 1150],
  cloudCover: [0, 1],
  visibility: [0, 1_000_000],
  windSpeed: [0, 150],
  windGustSpeed: [0, 200],
  windDirection: [0, 360],
  uvIndex: [0, 50],
  snowDepth: [0, 50]
}

/** How far models overshoot the end of a range; in columns that decide, such a value counts as the end. */
const overshoot: Readonly<Partial<Record<SeriesVariable, number>>> = { cloudCover: 0.01, windSpeed: 0.1 }

/** A larger share of impossible values is not a slip: nothing else in the column is believed. */
const maxImpossible = 1 / 8
/** An impossible temperature so near to its neighbour is not alone: the whole column is in another unit [°C]. */
const nearC = 10

interface ColumnForm {
  /** From the provider's unit to ours; undefined: the unit is not known. */
  readonly factor: number | undefined
  /** For percent, whose factor is 1/100: how long a time the column covers [h]. */
  readonly percentHours?: number
}

export interface Columns {
  /**
   * In our unit, NaN = missing, as long as `values`. @throws {SourceError} `unusable` where a column that decides frost
   * cannot be believed
   */
  readonly read: (variable: SeriesVariable, values: readonly unknown[], form: ColumnForm) => readonly number[]
  /** Notes a column that cannot be read at all. @throws {SourceError} `unusable` where it decides frost */
  readonly spoilt: (variable: SeriesVariable, why: string) => void
  /** Notes a column that is absent; the notice `inputs_missing` names it if it decides frost. */
  readonly absent: (variable: SeriesVariable) => void
  /** @param more Further hours of temperature that were set aside. */
  readonly leftOut: (more?: readonly HourSetAside[]) => LeftOut
}

/** @param hourAt the hour of an index of a column of temperature [hours since 1970-01-01T00:00Z] */
export function openColumns(hourAt: (index: number) => number): Columns {
  const variables = new Set<SeriesVariable>()
  const hours: HourSetAside[] = []
  const spoilt = (variable: SeriesVariable, why: string): void => {
    if (decidesFrost.has(variable)) throw unusable(why)
    variables.add(variable)
  }
  return {
    spoilt,
    absent: (variable) => void (decidesFrost.has(variable) || variables.add(variable)),
    leftOut: (more = []) => ({ variables: [...variables], hours: [...hours, ...more] }),
    read: (variable, values, { factor, percentHours }) => {
      if (factor === undefined) {
        spoilt(variable, `${variable} is in an unknown unit`)
        return missing(values)
      }
      const numbers = values.map(numberIn)
      if (percentHours !== undefined && isFraction(numbers, percentHours)) {
        variables.add(variable)
        return missing(values)
      }
      const reported = numbers.map((value) => (percentHours === undefined ? value * factor : value / 100))
      const wrong = indicesOf(reported, values, variable)
      if (isTooMuch(wrong.length, values) || isOtherUnit(variable, reported, wrong)) {
        spoilt(variable, `${variable} ${shown(values[wrong[0] ?? 0])} is beyond anything observed`)
        return missing(values)
      }
      for (const index of wrong) {
        // What is not a number may have been cold.
        if (variable === 'temperature')
          hours.push({ hour: hourAt(index), isCold: !((reported[index] ?? 0) > 0) })
        else variables.add(variable)
        reported[index] = Number.NaN
      }
      return reported.map((value) => clamped(variable, value))
    }
  }
}

const missing = (values: readonly unknown[]): number[] => values.map(() => Number.NaN)

function isTooMuch(wrong: number, values: readonly unknown[]): boolean {
  const known = values.filter((value) => !isAbsent(value)).length
  return wrong > 0 && (wrong === known || wrong > Math.max(1, known * maxImpossible))
}

function isAbsent(value: unknown): boolean {
  return value === null || value === undefined
}

function numberIn(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN
}

function indicesOf(
  reported: readonly number[],
  values: readonly unknown[],
  variable: SeriesVariable
): number[] {
  const [least, most] = possible[variable]
  const over = overshoot[variable] ?? 0
  return reported.flatMap((value, index) => {
    if (isAbsent(values[index])) return []
    const isFractional = variable === 'relativeHumidity' && isHumidityFraction(value * 100)
    return value >= least - over && value <= most + over && !isFractional ? [] : [index]
  })
}

/** A column in kelvin or Fahrenheit has possible values too, without a jump between them and the others. */
function isOtherUnit(
  variable: SeriesVariable,
  reported: readonly number[],
  wrong: readonly number[]
): boolean {
  if (variable !== 'temperature' && variable !== 'dewPoint') return false
  const isWrong = new Set(wrong)
  return wrong.some((index) =>
    [index - 1, index + 1].some(
      (beside) =>
        !isWrong.has(beside) && Math.abs((reported[beside] ?? Number.NaN) - (reported[index] ?? 0)) < nearC
    )
  )
}

function clamped(variable: SeriesVariable, value: number): number {
  if (overshoot[variable] === undefined) return value
  const [least, most] = possible[variable]
  return Math.min(Math.max(value, least), most)
}

function shown(value: unknown): string {
  return String(typeof value === 'object' ? typeof value : value).slice(0, 40)
}
