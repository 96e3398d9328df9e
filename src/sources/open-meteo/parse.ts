import { dayMs, hourSeconds, secondMs } from '../../common/time.ts'
import { column, emptySeries, type SeasonHours } from '../../weather/series.ts'
import { openColumns } from '../columns.ts'
import {
  coordinateOrNull,
  membersOf,
  numberOrNull,
  readHeight,
  readList,
  readNumber,
  readObject,
  requireUsable,
  unusable
} from '../json-reader.ts'
import {
  type ArchiveMinima,
  type EarlierRuns,
  type EnsembleForecast,
  type GridCell,
  type ModelForecasts,
  type ParsedForecast,
  SourceError
} from '../source.ts'
import { earlierRunDays } from './url.ts'
import { hourlyVariables } from './variables.ts'

/** Members we did not ask for are ignored; an absent variable is missing. @throws {SourceError} `unusable` */
export function parseForecast(json: unknown): ParsedForecast {
  const answer = readAnswer(json)
  const { hourly, units, axis } = readHourly(answer)
  const series = emptySeries(axis.start, axis.length)
  const columns = openColumns((index) => axis.start + index)
  for (const { name, variable, factors } of hourlyVariables) {
    if (hourly[name] === undefined || hourly[name] === null) {
      columns.absent(variable)
      continue
    }
    const unit = units[name]
    const values = columnOf(hourly[name], axis)
    // Open-Meteo answers nulls in the unit "undefined" for a variable that no model has.
    if (values?.every((value) => value === null)) continue
    const factor = unit === undefined || unit === null ? 1 : factors.get(String(unit))
    if (values === null || factor === undefined) {
      columns.spoilt(variable, values === null ? misshapen(name, axis) : otherUnit(name, unit))
      continue
    }
    const form = factors.has('%') ? { factor, percentHours: axis.length } : { factor }
    column(series, variable).set(columns.read(variable, values, form))
  }
  return { series: requireUsable(series), grid: readGrid(answer), leftOut: columns.leftOut() }
}

/**
 * Control run `temperature_2m`, others `temperature_2m_member01` and on, without those that cannot be believed. @throws
 * {SourceError} `unusable`
 */
export function parseEnsemble(json: unknown, model: string): EnsembleForecast {
  const { hourly, units, axis } = readHourly(readAnswer(json))
  const members = Object.keys(hourly)
    .filter((name) => /^temperature_2m(_member\d+)?$/.test(name))
    .sort()
    .map((name) => attempt(() => readCelsius(hourly[name], { name, axis, unit: units[name] })))
    .filter((values) => values !== null)
  if (members.length < 2) throw unusable('the ensemble has fewer than two members')
  const temperatures = new Float32Array(members.length * axis.length)
  members.forEach((values, member) => {
    temperatures.set(values, member * axis.length)
  })
  if (temperatures.every(Number.isNaN)) throw unusable('no member has a temperature')
  return { startHour: axis.start, hours: axis.length, members: members.length, temperatures, model }
}

/** Hourly temperatures; a day that is not there yet is missing. @throws {SourceError} `unusable` */
export function parseTemperatures(json: unknown): SeasonHours {
  const { hourly, units, axis } = readHourly(readAnswer(json))
  const name = 'temperature_2m'
  // Its absence is not a row of missing hours.
  readList(hourly[name], `hourly.${name}`)
  return {
    startHour: axis.start,
    temperaturesC: readCelsius(hourly[name], { name, axis, unit: units[name] })
  }
}

/**
 * Columns end with their model's name, unless one alone was asked for. One without a credible column is absent. @throws
 * {SourceError} `unusable` where none is there
 */
export function parseModels(json: unknown, names: readonly string[]): ModelForecasts {
  const { hourly, units, axis } = readHourly(readAnswer(json))
  const models = new Map<string, Float32Array>()
  for (const model of names) {
    const name = `temperature_2m_${model}`
    if (hourly[name] === undefined || hourly[name] === null) continue
    const values = attempt(() => readCelsius(hourly[name], { name, axis, unit: units[name] }))
    if (values !== null) models.set(model, values)
  }
  if (models.size === 0) throw unusable('no model has a temperature')
  return { startHour: axis.start, models }
}

/** Forecasts at each lead; a column that is absent or not credible is missing. @throws {SourceError} `unusable` */
export function parseEarlierRuns(json: unknown): Omit<EarlierRuns, 'grid'> {
  const { hourly, units, axis } = readHourly(readAnswer(json))
  const names = ['temperature_2m', ...earlierRunDays.map((days) => `temperature_2m_previous_day${days}`)]
  const temperaturesC = names.map(
    (name) =>
      attempt(() => readCelsius(hourly[name], { name, axis, unit: units[name] })) ??
      new Float32Array(axis.length).fill(Number.NaN)
  )
  if (temperaturesC.every((values) => values.every(Number.isNaN))) throw unusable('no hour has a temperature')
  return { startHour: axis.start, hours: axis.length, temperaturesC }
}

/** One part of an answer; null where it is faulty, so that the other parts can be used. */
function attempt<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof SourceError) return null
    throw error
  }
}

/** A column of temperatures [°C]; all missing where it is absent. @throws {SourceError} `unusable` */
function readCelsius(
  from: unknown,
  { name, axis, unit = '°C' }: { name: string; axis: Axis; unit: unknown }
): Float32Array {
  if (from === undefined || from === null) return new Float32Array(axis.length).fill(Number.NaN)
  const values = columnOf(from, axis)
  if (values === null) throw unusable(misshapen(name, axis))
  const isEmpty = values.every((value) => value === null)
  if (!isEmpty && unit !== null && unit !== '°C') throw unusable(otherUnit(name, unit))
  return Float32Array.from(openColumns((index) => index).read('temperature', values, { factor: 1 }))
}

/** Uses local dates; a day that is not there yet is missing. @throws {SourceError} `unusable` */
export function parseMinima(json: unknown): ArchiveMinima {
  const answer = readAnswer(json)
  const daily = readObject(answer['daily'], 'daily')
  const name = 'temperature_2m_min'
  const axis = axisOf(
    readList(daily['time'], 'daily.time'),
    (date) => Date.parse(`${String(date)}T00:00:00Z`) / dayMs
  )
  if (axis === null) throw unusable('daily.time is not a row of days')
  readList(daily[name], `daily.${name}`)
  const unit = membersOf(answer['daily_units'])[name]
  const minimaC = readCelsius(daily[name], { name, axis, unit })
  return { startDay: axis.start, minimaC, elevation: readGrid(answer).elevation }
}

/** The cell that an answer of any kind is for. @throws {SourceError} `unusable` */
export function gridOf(json: unknown): GridCell {
  return readGrid(readAnswer(json))
}

function readAnswer(json: unknown): Readonly<Record<string, unknown>> {
  const answer = readObject(json, 'the answer')
  if (answer['error'] === true)
    throw unusable(`an error with status 200: ${String(answer['reason']).slice(0, 200)}`)
  return answer
}

/** Whole hours or days without a gap. */
interface Axis {
  readonly start: number
  readonly length: number
  /** Indices whose stamp is missing or another: the time of their values is unknown. */
  readonly unstamped: ReadonlySet<number>
}

/** The hours of an answer, and the units that it names. @throws {SourceError} `unusable` */
function readHourly(answer: Readonly<Record<string, unknown>>) {
  const hourly = readObject(answer['hourly'], 'hourly')
  const offset = answer['utc_offset_seconds']
  const axis = axisOf(readList(hourly['time'], 'hourly.time'), (time) => secondOf(time, offset) / hourSeconds)
  if (axis === null) throw unusable('hourly.time is not a row of whole hours')
  return { hourly, units: readObject(answer['hourly_units'] ?? {}, 'hourly_units'), axis }
}

/** The largest share of wrong stamps in a row of hours or days. */
const maxUnstamped = 1 / 8

function axisOf(times: readonly unknown[], stampOf: (time: unknown) => number): Axis | null {
  const starts = times.map((time, index) => stampOf(time) - index)
  const known = starts.filter(Number.isFinite).sort((a, b) => a - b)
  const start = known[Math.floor(known.length / 2)]
  if (start === undefined || !Number.isInteger(start)) return null
  const unstamped = new Set(starts.flatMap((one, index) => (one === start ? [] : [index])))
  return unstamped.size > times.length * maxUnstamped ? null : { start, length: times.length, unstamped }
}

/** Times are seconds since the epoch, or local texts that `utc_offset_seconds` belongs to. */
function secondOf(time: unknown, offset: unknown): number {
  if (typeof time !== 'string') return numberOrNull(time) ?? Number.NaN
  return Date.parse(`${time}:00Z`) / secondMs - readNumber(offset, 'utc_offset_seconds')
}

/** A column of the axis' length; null where it has another. */
function columnOf(from: unknown, { length, unstamped }: Axis): readonly unknown[] | null {
  if (!Array.isArray(from) || from.length !== length) return null
  return unstamped.size === 0 ? from : from.map((value, index) => (unstamped.has(index) ? null : value))
}

function misshapen(name: string, { length }: Axis): string {
  return `${name} is not a list of ${length} values`
}

function otherUnit(name: string, unit: unknown): string {
  return `${name} is in "${String(unit)}"`
}

function readGrid(answer: Readonly<Record<string, unknown>>): GridCell {
  return {
    lat: coordinateOrNull(answer['latitude']),
    lon: coordinateOrNull(answer['longitude']),
    elevation: readHeight(answer['elevation'])
  }
}
