/** Where an answer enters the house: every member's type is checked, missing becomes NaN, nothing becomes 0. */
import { column, type HourlySeries, type SeriesVariable } from '../forecast/series.ts'
import { SourceError } from './source.ts'

/** Says that an answer is not what the provider documents. */
export function unusable(what: string): SourceError {
  return new SourceError('unusable', what)
}

/** An object. @throws {SourceError} `unusable` */
export function readObject(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw unusable(`${name} is not an object`)
  return value as Record<string, unknown>
}

/** A list. @throws {SourceError} `unusable` */
export function readList(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw unusable(`${name} is not a list`)
  return value
}

/** A finite number. @throws {SourceError} `unusable` */
export function readNumber(value: unknown, name: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw unusable(`${name} is not a number`)
  return value
}

/** A number, or NaN where it is null or absent. @throws {SourceError} `unusable` for anything else, text with digits in it too */
export function readNumberOrMissing(value: unknown, name: string): number {
  return value === null || value === undefined ? Number.NaN : readNumber(value, name)
}

/** A text. @throws {SourceError} `unusable` */
export function readText(value: unknown, name: string): string {
  if (typeof value !== 'string') throw unusable(`${name} is not text`)
  return value
}

/** Percent as fractions, in place; all missing where the column cannot be percent (`isFraction`). */
export function percentToFraction(values: Float32Array): void {
  if (isFraction(values)) values.fill(Number.NaN)
  else for (let index = 0; index < values.length; index++) values[index] = (values[index] ?? Number.NaN) / 100
}

/**
 * True where a column that should be percent is a fraction: over at least 24 h nothing is above 1 and something is not whole.
 * Such data would turn every overcast sky into a clear one, so they are refused as missing rather than read.
 */
export function isFraction(values: Float32Array): boolean {
  let known = 0
  let broken = false
  for (const value of values) {
    if (Number.isNaN(value)) continue
    if (value > 1) return false
    known += 1
    broken ||= !Number.isInteger(value)
  }
  return known >= 24 && broken
}

/** Beyond these no weather was ever observed near the ground; a value outside is a mark for "missing" or another unit. */
const plausible: Readonly<Partial<Record<SeriesVariable, readonly [number, number]>>> = {
  temperature: [-100, 70],
  dewPoint: [-110, 50],
  relativeHumidity: [0, 1.2],
  apparentTemperature: [-130, 90],
  precipitation: [0, 500],
  precipitationProbability: [0, 1],
  snowfall: [0, 500],
  weatherCode: [0, 99],
  pressureMsl: [800, 1150],
  cloudCover: [0, 1.01],
  visibility: [0, 1_000_000],
  windSpeed: [0, 150],
  windGustSpeed: [0, 200],
  windDirection: [0, 360],
  uvIndex: [0, 50],
  snowDepth: [0, 50]
}

/**
 * The last look at a series before it enters the house.
 * @throws {SourceError} `unusable` where no hour has a temperature, or a value is beyond anything ever observed
 */
export function requireUsable(series: HourlySeries): HourlySeries {
  for (const [name, range] of Object.entries(plausible)) {
    const values = column(series, name as SeriesVariable)
    for (const value of values) {
      if (value < range[0] || value > range[1]) throw unusable(`${name} ${value} is beyond anything observed`)
    }
  }
  if (column(series, 'temperature').every(Number.isNaN)) throw unusable('no hour has a temperature')
  return series
}
