/** Reads Open-Meteo's answers. */

import { dayMs, hourSeconds, secondMs } from '../../common/time.ts'
import { column, emptySeries, type HourlySeries } from '../../weather/series.ts'
import {
  asFractions,
  readList,
  readNumber,
  readNumberOrMissing,
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
  type SeasonTemperatures,
  SourceError
} from '../source.ts'
import { earlierRunDays } from './url.ts'
import { hourlyVariables } from './variables.ts'

export interface ParsedForecast {
  readonly series: HourlySeries
  readonly grid: GridCell
}

/**
 * One point's answer. Members we did not ask for are ignored; a variable that is absent is missing.
 * @throws {SourceError} `unusable`
 */
export function parseForecast(json: unknown): ParsedForecast {
  const answer = readAnswer(json)
  const hourly = readObject(answer['hourly'], 'hourly')
  const units = readObject(answer['hourly_units'] ?? {}, 'hourly_units')
  const { startHour, hours } = readAxis(hourly['time'], answer['utc_offset_seconds'])
  const series = emptySeries(startHour, hours)
  for (const { name, variable, factors } of hourlyVariables) {
    const unit = units[name]
    const factor = unit === undefined ? 1 : factors.get(String(unit))
    if (hourly[name] === undefined || hourly[name] === null) continue
    if (factor === undefined) throw unusable(`hourly.${name} is in "${String(unit)}"`)
    const values = readColumn(hourly[name], hours, name)
    const isPercent = factors.has('%')
    column(series, variable).set(
      isPercent ? asFractions(values, hours) : values.map((value) => value * factor)
    )
  }
  return { series: requireUsable(series), grid: readGrid(answer) }
}

/**
 * The members' temperatures. The control run is `temperature_2m`, the others `temperature_2m_member01` and on.
 * @throws {SourceError} `unusable`
 */
export function parseEnsemble(json: unknown, model: string): EnsembleForecast {
  const answer = readAnswer(json)
  const hourly = readObject(answer['hourly'], 'hourly')
  const { startHour, hours } = readAxis(hourly['time'], answer['utc_offset_seconds'])
  const names = Object.keys(hourly)
    .filter((name) => /^temperature_2m(_member\d+)?$/.test(name))
    .sort()
  if (names.length < 2) throw unusable('the ensemble has fewer than two members')
  const temperatures = new Float32Array(names.length * hours)
  names.forEach((name, member) => {
    temperatures.set(readColumn(hourly[name], hours, name), member * hours)
  })
  if (temperatures.every(Number.isNaN)) throw unusable('no member has a temperature')
  return { startHour, hours, members: names.length, temperatures, model }
}

/** Lower and higher no air was ever measured near the ground [°C]. */
const plausibleC = { least: -100, most: 70 }

/**
 * One point's temperatures of past days; a day that is not there yet is missing.
 * @throws {SourceError} `unusable`
 */
export function parseTemperatures(json: unknown): SeasonTemperatures {
  const answer = readAnswer(json)
  const hourly = readObject(answer['hourly'], 'hourly')
  const units = readObject(answer['hourly_units'] ?? {}, 'hourly_units')
  const { startHour, hours } = readAxis(hourly['time'], answer['utc_offset_seconds'])
  // Its absence is no row of missing hours.
  readList(hourly['temperature_2m'], 'hourly.temperature_2m')
  const unit = units['temperature_2m']
  return { startHour, temperaturesC: readCelsius(hourly, { name: 'temperature_2m', hours, unit }) }
}

/**
 * The models' temperatures: a column's name ends with its model's, except where one alone was asked for. A model
 * without a column, or with an impossible value, is absent.
 * @throws {SourceError} `unusable` where none is there
 */
export function parseModels(json: unknown, names: readonly string[]): ModelForecasts {
  const answer = readAnswer(json)
  const hourly = readObject(answer['hourly'], 'hourly')
  const units = readObject(answer['hourly_units'] ?? {}, 'hourly_units')
  const { startHour, hours } = readAxis(hourly['time'], answer['utc_offset_seconds'])
  const models = new Map<string, Float32Array>()
  for (const model of names) {
    const name = `temperature_2m_${model}`
    if (hourly[name] === undefined || hourly[name] === null) continue
    try {
      models.set(model, readCelsius(hourly, { name, hours, unit: units[name] }))
    } catch (error) {
      // One model's fault is not the others'.
      if (!(error instanceof SourceError)) throw error
    }
  }
  if (models.size === 0) throw unusable('no model has a temperature')
  return { startHour, models }
}

/**
 * Past hours at each lead; a lead that is absent is missing.
 * @throws {SourceError} `unusable`
 */
export function parseEarlierRuns(json: unknown): Omit<EarlierRuns, 'grid'> {
  const answer = readAnswer(json)
  const hourly = readObject(answer['hourly'], 'hourly')
  const units = readObject(answer['hourly_units'] ?? {}, 'hourly_units')
  const { startHour, hours } = readAxis(hourly['time'], answer['utc_offset_seconds'])
  const names = ['temperature_2m', ...earlierRunDays.map((days) => `temperature_2m_previous_day${days}`)]
  const temperaturesC = names.map((name) => readCelsius(hourly, { name, hours, unit: units[name] }))
  if (temperaturesC.every((values) => values.every(Number.isNaN))) throw unusable('no hour has a temperature')
  return { startHour, hours, temperaturesC }
}

/** A column of temperatures [°C]; all missing where it is absent. */
function readCelsius(
  hourly: Readonly<Record<string, unknown>>,
  { name, hours, unit = '°C' }: { readonly name: string; readonly hours: number; readonly unit: unknown }
): Float32Array {
  const values = new Float32Array(hours).fill(Number.NaN)
  if (hourly[name] === undefined || hourly[name] === null) return values
  if (unit !== '°C') throw unusable(`hourly.${name} is in "${String(unit)}"`)
  values.set(readColumn(hourly[name], hours, name))
  requirePlausible(values)
  return values
}

/**
 * One point's daily minima, by local dates; a day that is not there yet is missing.
 * @throws {SourceError} `unusable`
 */
export function parseMinima(json: unknown): ArchiveMinima {
  const answer = readAnswer(json)
  const daily = readObject(answer['daily'], 'daily')
  const units = readObject(answer['daily_units'] ?? {}, 'daily_units')
  const unit = units['temperature_2m_min'] ?? '°C'
  if (unit !== '°C') throw unusable(`daily.temperature_2m_min is in "${String(unit)}"`)
  const days = readList(daily['time'], 'daily.time').map(
    (date) => Date.parse(`${String(date)}T00:00:00Z`) / dayMs
  )
  const startDay = days[0]
  if (
    startDay === undefined ||
    !Number.isInteger(startDay) ||
    !days.every((day, index) => day === startDay + index)
  )
    throw unusable('daily.time is not a row of days')
  const values = readColumn(daily['temperature_2m_min'], days.length, 'temperature_2m_min')
  requirePlausible(values)
  return { startDay, minimaC: Float32Array.from(values), elevation: readGrid(answer).elevation }
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

function requirePlausible(values: readonly number[] | Float32Array): void {
  const wrong = values.find((value) => value < plausibleC.least || value > plausibleC.most)
  if (wrong !== undefined) throw unusable(`temperature ${wrong} is beyond anything observed`)
}

/**
 * The axis of whole UTC hours. Times are seconds since the epoch, or local texts that `utc_offset_seconds` belongs to.
 */
function readAxis(times: unknown, offset: unknown): { startHour: number; hours: number } {
  const list = readList(times, 'hourly.time')
  const offsetSeconds = offset === undefined ? 0 : readNumber(offset, 'utc_offset_seconds')
  const hours = list.map((time) => readTime(time, offsetSeconds) / hourSeconds)
  const startHour = hours[0]
  if (startHour === undefined) throw unusable('hourly.time is empty')
  if (!hours.every((hour, index) => hour === startHour + index) || !Number.isInteger(startHour)) {
    throw unusable('hourly.time is not a row of whole hours')
  }
  return { startHour, hours: hours.length }
}

function readTime(time: unknown, offsetSeconds: number): number {
  if (typeof time !== 'string') return readNumber(time, 'hourly.time')
  return readNumber(Date.parse(`${time}:00Z`) / secondMs, 'hourly.time') - offsetSeconds
}

function readColumn(from: unknown, hours: number, name: string): readonly number[] {
  const list = readList(from, `hourly.${name}`)
  if (list.length !== hours) throw unusable(`hourly.${name} has ${list.length} values for ${hours} hours`)
  return list.map((value) => readNumberOrMissing(value, `hourly.${name}`))
}

function readGrid(answer: Readonly<Record<string, unknown>>): GridCell {
  return {
    lat: readNumber(answer['latitude'], 'latitude'),
    lon: readNumber(answer['longitude'], 'longitude'),
    elevation: numberOrNull(answer['elevation'])
  }
}

function numberOrNull(value: unknown): number | null {
  const number = readNumberOrMissing(value, 'elevation')
  return Number.isNaN(number) ? null : number
}
