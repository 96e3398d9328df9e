import { hourMs } from '../../common/time.ts'
import {
  farthestMinimumC,
  hoursFromSteps,
  inOrder,
  type StateVariable,
  type StepInterval,
  type StepStates,
  withoutAbsurdSteps
} from '../../weather/coarse-steps.ts'
import { type Columns, openColumns } from '../columns.ts'
import {
  coordinateOrNull,
  membersOf,
  readHeight,
  readList,
  readObject,
  requireUsable,
  unusable
} from '../json-reader.ts'
import type { GridCell, ParsedForecast } from '../source.ts'

/** MET Norway's weather symbols as WMO codes (nrkno.github.io/yr-weather-symbols). */

const sky: ReadonlyMap<string, number> = new Map([
  ['clearsky', 0],
  ['fair', 1],
  ['partlycloudy', 2],
  ['cloudy', 3],
  ['fog', 45]
])

/** Light, plain and heavy. Sleet has no own code in the table and is shown as snow, which it partly is. */
const falling: ReadonlyMap<string, readonly [number, number, number]> = new Map([
  ['rain', [61, 63, 65]],
  ['rainshowers', [80, 81, 82]],
  ['sleet', [71, 73, 75]],
  ['sleetshowers', [85, 85, 86]],
  ['snow', [71, 73, 75]],
  ['snowshowers', [85, 85, 86]]
])

/**
 * Null for an unknown one. MET writes two with an s too many (`lightssleetshowersandthunder`,
 * `lightssnowshowersandthunder`: api.met.no, WeatherIcon).
 */
export function weatherCodeOf(symbol: string): number | null {
  const name = symbol.replace(/_(day|night|polartwilight)$/, '')
  const clear = sky.get(name)
  if (clear !== undefined) return clear
  if (name.endsWith('andthunder')) return 95
  const [, strength, kind = ''] = /^(light|heavy)?(.+)$/.exec(name) ?? []
  const codes = falling.get(kind) ?? (strength === 'light' ? falling.get(kind.replace(/^s/, '')) : undefined)
  if (codes === undefined) return null
  return strength === undefined ? codes[1] : strength === 'heavy' ? codes[2] : codes[0]
}

/** Reads Locationforecast 2.0, `complete` or `compact` (docs.api.met.no/doc/locationforecast/datamodel). */

interface DatedForecast extends ParsedForecast {
  /** When MET made this forecast [ms since epoch]; null where it does not say. */
  readonly issuedAt: number | null
}

const instants: readonly {
  readonly name: string
  readonly variable: StateVariable
  readonly unit: string
}[] = [
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

const blocks = {
  precipitation: { name: 'precipitation_amount', unit: 'mm' },
  precipitationProbability: { name: 'probability_of_precipitation', unit: '%' },
  temperature: { name: 'air_temperature_min', unit: 'celsius' }
} as const

type Members = Readonly<Record<string, unknown>>

interface TimedStep {
  readonly hour: number
  readonly data: Members
  readonly details: Members
}

/** @param sunrisesOf Sunrises within a span, both in hours since the epoch @throws {SourceError} `unusable` */
export function parseForecast(
  json: unknown,
  sunrisesOf: (firstHour: number, lastHour: number) => readonly number[]
): DatedForecast {
  const answer = readObject(json, 'the answer')
  const properties = readObject(answer['properties'], 'properties')
  const meta = membersOf(properties['meta'])
  const units = membersOf(meta['units'])
  requireUnits(units)
  const steps = inOrder(readList(properties['timeseries'], 'properties.timeseries').flatMap(readStep))
  if (steps === null) throw unusable('the times do not ascend')
  const [first, last] = [steps[0], steps.at(-1)]
  if (first === undefined || last === undefined) throw unusable('properties.timeseries has no step')
  const columns = openColumns((index) => steps[index]?.hour ?? Number.NaN)
  const read = withoutAbsurdSteps(readStates(steps, units, columns))
  const given = readIntervals(steps, units, columns)
  const tooCold = given.filter((interval) => isTooCold(interval, read.steps))
  const series = hoursFromSteps({
    steps: read.steps,
    intervals: withSymbolOfNow(
      given.map((one) => (tooCold.includes(one) ? { ...one, temperatureMinC: null } : one))
    ),
    sunriseHours: sunrisesOf(first.hour, last.hour)
  })
  const issuedAt = instantOf(meta['updated_at'])
  return {
    series: requireUsable(series),
    grid: readGrid(answer['geometry']),
    leftOut: columns.leftOut([
      ...read.setAside,
      ...tooCold.map(({ toHour }) => ({ hour: toHour, isCold: true }))
    ]),
    issuedAt: Number.isNaN(issuedAt) ? null : issuedAt
  }
}

function requireUnits(units: Members): void {
  const columns = openColumns(() => Number.NaN)
  const reported = [...instants, { ...blocks.temperature, variable: 'temperature' as const }]
  for (const { name, variable, unit } of reported) {
    if (factorOf(units, name, unit) === undefined)
      columns.spoilt(variable, `${name} is in "${String(units[name])}"`)
  }
}

function factorOf(units: Members, name: string, unit: string): number | undefined {
  return units[name] === undefined || units[name] === unit ? 1 : undefined
}

/** Whether its minimum lies below both of its ends as no weather does. */
function isTooCold(
  { fromHour, toHour, temperatureMinC }: StepInterval,
  steps: readonly StepStates[]
): boolean {
  const ends = steps.filter(({ hour }) => hour === fromHour || hour === toHour)
  const lowestC = Math.min(...ends.map(({ states }) => states.temperature ?? Number.NaN))
  return temperatureMinC !== null && temperatureMinC < lowestC - farthestMinimumC
}

/** A step without a whole hour is left out. */
function readStep(value: unknown): readonly TimedStep[] {
  const step = membersOf(value)
  const hour = instantOf(step['time']) / hourMs
  if (!Number.isInteger(hour)) return []
  const data = membersOf(step['data'])
  return [{ hour, data, details: membersOf(membersOf(data['instant'])['details']) }]
}

/** [ms since epoch]; NaN where it is not an instant: `Date.parse('4')` would be one of 2001. */
function instantOf(value: unknown): number {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value) ? Date.parse(value) : Number.NaN
}

function readStates(steps: readonly TimedStep[], units: Members, columns: Columns): readonly StepStates[] {
  const hours = (steps.at(-1)?.hour ?? 0) - (steps[0]?.hour ?? 0)
  const states = instants.map(({ name, variable, unit }) => {
    const reported = steps.map((step) => step.details[name])
    const factor = factorOf(units, name, unit)
    return {
      variable,
      values: columns.read(variable, reported, { factor, ...(unit === '%' && { percentHours: hours }) })
    }
  })
  return steps.map(({ hour }, index) => ({
    hour,
    states: Object.fromEntries(states.map(({ variable, values }) => [variable, values[index] ?? Number.NaN]))
  }))
}

/** What is said of the time up to the next step: `next_1_hours` or `next_6_hours`, whichever is as long as the step. */
function readIntervals(
  steps: readonly TimedStep[],
  units: Members,
  columns: Columns
): readonly StepInterval[] {
  const reported = steps.map(({ hour, data }, index) => {
    const next = steps[index + 1]
    return membersOf(next === undefined ? null : data[`next_${next.hour - hour}_hours`])
  })
  const valuesOf = (variable: keyof typeof blocks): readonly number[] => {
    const { name, unit } = blocks[variable]
    const values = reported.map((block) => membersOf(block['details'])[name])
    return columns.read(variable, values, {
      factor: factorOf(units, name, unit),
      ...(unit === '%' && { percentHours: 0 })
    })
  }
  const rain = valuesOf('precipitation')
  const chance = valuesOf('precipitationProbability')
  const minima = valuesOf('temperature')
  const symbols = reported.map((block) => membersOf(block['summary'])['symbol_code'])
  const codes = columns.read('weatherCode', symbols.map(codeIn), { factor: 1 })
  return steps.flatMap(({ hour: fromHour }, index) => {
    const [block, toHour] = [reported[index], steps[index + 1]?.hour]
    if (block === undefined || toHour === undefined || Object.keys(block).length === 0) return []
    const minimum = minima[index] ?? Number.NaN
    return [
      {
        fromHour,
        toHour,
        sums: { precipitation: rain[index] ?? Number.NaN },
        held: {
          weatherCode: codes[index] ?? Number.NaN,
          precipitationProbability: chance[index] ?? Number.NaN
        },
        temperatureMinC: Number.isNaN(minimum) ? null : minimum
      }
    ]
  })
}

/** Null for a symbol that has none; anything else as it is. */
function codeIn(symbol: unknown): unknown {
  return typeof symbol === 'string' ? weatherCodeOf(symbol) : symbol
}

/** A symbol is at its interval's end, as precipitation does; the first instant takes that of its hour. */
function withSymbolOfNow(intervals: readonly StepInterval[]): readonly StepInterval[] {
  const first = intervals[0]
  if (first === undefined) return []
  const held = { weatherCode: first.held.weatherCode ?? Number.NaN }
  const now = { fromHour: first.fromHour - 1, toHour: first.fromHour, sums: {}, held, temperatureMinC: null }
  return [now, ...intervals]
}

function readGrid(geometry: unknown): GridCell {
  const { coordinates } = membersOf(geometry)
  const [lon, lat, elevation] = Array.isArray(coordinates) ? coordinates : []
  return { lat: coordinateOrNull(lat), lon: coordinateOrNull(lon), elevation: readHeight(elevation) }
}
