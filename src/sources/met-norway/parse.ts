/** Reads Locationforecast 2.0, `complete` or `compact` (docs.api.met.no/doc/locationforecast/datamodel). */
import { hourMs } from '../../common/time.ts'
import {
  hoursFromSteps,
  type StateVariable,
  type StepInterval,
  type StepStates
} from '../../weather/coarse-steps.ts'
import type { HourlySeries } from '../../weather/series.ts'
import {
  asFractions,
  readList,
  readNumber,
  readNumberOrMissing,
  readObject,
  readText,
  requireUsable,
  unusable
} from '../json-reader.ts'
import type { GridCell } from '../source.ts'
import { weatherCodeOf } from './symbols.ts'

export interface ParsedForecast {
  readonly series: HourlySeries
  readonly grid: GridCell
  /** When MET made this forecast [ms since epoch]. */
  readonly issuedAt: number
}

interface Instant {
  readonly name: string
  readonly variable: StateVariable
  readonly unit: string
}

const instants: readonly Instant[] = [
  { name: 'air_temperature', variable: 'temperature', unit: 'celsius' },
  { name: 'dew_point_temperature', variable: 'dewPoint', unit: 'celsius' },
  { name: 'relative_humidity', variable: 'relativeHumidity', unit: '%' },
  { name: 'air_pressure_at_sea_level', variable: 'pressureMsl', unit: 'hPa' },
  { name: 'cloud_area_fraction', variable: 'cloudCover', unit: '%' },
  { name: 'wind_speed', variable: 'windSpeed', unit: 'm/s' },
  { name: 'wind_speed_of_gust', variable: 'windGustSpeed', unit: 'm/s' },
  { name: 'wind_from_direction', variable: 'windDirection', unit: 'degrees' },
  { name: 'ultraviolet_index_clear_sky', variable: 'uvIndex', unit: '1' }
]

const otherUnits: Readonly<Record<string, string>> = {
  precipitation_amount: 'mm',
  probability_of_precipitation: '%',
  air_temperature_min: 'celsius'
}

type Members = Readonly<Record<string, unknown>>

interface TimedStep {
  readonly hour: number
  readonly data: Members
  readonly details: Members
}

/**
 * One point's answer.
 * @param sunrisesOf sunrises within a span of hours, in hours since the epoch
 * @throws {SourceError} `unusable`
 */
export function parseForecast(
  json: unknown,
  sunrisesOf: (firstHour: number, lastHour: number) => readonly number[]
): ParsedForecast {
  const answer = readObject(json, 'the answer')
  const properties = readObject(answer['properties'], 'properties')
  const meta = readObject(properties['meta'], 'properties.meta')
  requireUnits(readObject(meta['units'], 'properties.meta.units'))
  const steps = readList(properties['timeseries'], 'properties.timeseries').map(readStep)
  requireAscending(steps)
  const [first, last] = [steps[0], steps.at(-1)]
  if (first === undefined || last === undefined) throw unusable('properties.timeseries is empty')
  const series = hoursFromSteps({
    steps: readStates(steps),
    intervals: withSymbolOfNow(steps.flatMap((step, index) => readInterval(step, steps[index + 1]))),
    sunriseHours: sunrisesOf(first.hour, last.hour)
  })
  const issuedAt = readNumber(Date.parse(readText(meta['updated_at'], 'updated_at')), 'updated_at')
  return { series: requireUsable(series), grid: readGrid(answer['geometry']), issuedAt }
}

function requireUnits(units: Members): void {
  for (const { name, unit } of instants) requireUnit(units, name, unit)
  for (const [name, unit] of Object.entries(otherUnits)) requireUnit(units, name, unit)
}

function requireUnit(units: Members, name: string, unit: string): void {
  if (units[name] !== undefined && units[name] !== unit)
    throw unusable(`${name} is in "${String(units[name])}"`)
}

function readStep(value: unknown): TimedStep {
  const step = readObject(value, 'a step')
  const data = readObject(step['data'], 'data')
  const instant = readObject(data['instant'], 'data.instant')
  const hour = Date.parse(readText(step['time'], 'time')) / hourMs
  if (!Number.isInteger(hour)) throw unusable(`${String(step['time'])} is not a whole hour`)
  return { hour, data, details: readObject(instant['details'], 'data.instant.details') }
}

function requireAscending(steps: readonly TimedStep[]): void {
  steps.forEach((step, index) => {
    const before = steps[index - 1]
    if (before !== undefined && step.hour <= before.hour) throw unusable('the times do not ascend')
  })
}

function readStates(steps: readonly TimedStep[]): readonly StepStates[] {
  const hours = (steps.at(-1)?.hour ?? 0) - (steps[0]?.hour ?? 0)
  const columns = instants.map(({ name, variable, unit }) => {
    const values = steps.map((step) => readNumberOrMissing(step.details[name], name))
    return { variable, values: unit === '%' ? asFractions(values, hours) : values }
  })
  return steps.map(({ hour }, index) => ({
    hour,
    states: Object.fromEntries(columns.map(({ variable, values }) => [variable, values[index] ?? Number.NaN]))
  }))
}

/** What is said of the time up to the next step: `next_1_hours` or `next_6_hours`, whichever is as long as the step. */
function readInterval(step: TimedStep, next: TimedStep | undefined): readonly StepInterval[] {
  if (next === undefined) return []
  const block = step.data[`next_${next.hour - step.hour}_hours`]
  if (block === undefined || block === null) return []
  const members = readObject(block, 'next_hours')
  const details = readObject(members['details'] ?? {}, 'details')
  const summary = readObject(members['summary'] ?? {}, 'summary')
  const symbol = summary['symbol_code']
  const minimum = readNumberOrMissing(details['air_temperature_min'], 'air_temperature_min')
  const probability = readNumberOrMissing(
    details['probability_of_precipitation'],
    'probability_of_precipitation'
  )
  return [
    {
      fromHour: step.hour,
      toHour: next.hour,
      sums: { precipitation: readNumberOrMissing(details['precipitation_amount'], 'precipitation_amount') },
      held: {
        weatherCode: symbol === undefined ? Number.NaN : weatherCodeOf(readText(symbol, 'symbol_code')),
        precipitationProbability: probability / 100
      },
      temperatureMinC: Number.isNaN(minimum) ? null : minimum
    }
  ]
}

/**
 * A symbol stands at the end of its interval, as precipitation does; the first instant takes that of the hour it
 * begins.
 */
function withSymbolOfNow(intervals: readonly StepInterval[]): readonly StepInterval[] {
  const first = intervals[0]
  if (first === undefined) return []
  const held = { weatherCode: first.held.weatherCode ?? Number.NaN }
  const now = { fromHour: first.fromHour - 1, toHour: first.fromHour, sums: {}, held, temperatureMinC: null }
  return [now, ...intervals]
}

function readGrid(geometry: unknown): GridCell {
  const coordinates = readList(readObject(geometry, 'geometry')['coordinates'], 'geometry.coordinates')
  const [lon, lat, elevation] = coordinates.map((value) => readNumber(value, 'geometry.coordinates'))
  return { lat: lat ?? null, lon: lon ?? null, elevation: elevation ?? null }
}
