/** Answers of Open-Meteo as text, honest ones and ones with faults. */
import { hourSeconds } from '../../src/common/time.ts'
import type { HonestPlace, Model } from './honest-weather.ts'

export type Columns = Record<string, (number | null)[]>

export interface Answer {
  /** The first hour, and the present one. */
  readonly startHour: number
  readonly now: number
  readonly place: HonestPlace
  readonly columns: Columns
}

const days = 17

/** What a run of a model says at `now`: the day before, and two weeks. */
export function answerOf(
  model: Model,
  {
    place,
    now,
    issued = now
  }: { readonly place: HonestPlace; readonly now: number; readonly issued?: number }
): Answer {
  const startHour = Math.floor(now / 24) * 24 - 24
  const hours = Array.from({ length: days * 24 }, (_, index) => startHour + index)
  const reported = hours.map((hour) => model(hour, hour - issued))
  const columns: Columns = {
    apparent_temperature: reported.map(({ temperatureC }) => tenth(temperatureC - 3)),
    temperature_2m: reported.map(({ temperatureC }) => tenth(temperatureC)),
    dew_point_2m: reported.map(({ dewPointC }) => tenth(dewPointC)),
    cloud_cover: reported.map(({ cloud }) => Math.round(100 * cloud)),
    wind_speed_10m: reported.map(({ windMps }) => hundredth(windMps)),
    wind_gusts_10m: reported.map(({ windMps }) => tenth(1.8 * windMps)),
    precipitation: reported.map(({ cloud }) => (cloud > 0.97 ? 0.4 : 0)),
    snow_depth: reported.map(() => 0),
    pressure_msl: reported.map(() => 1015),
    ...Object.fromEntries(Object.keys(constant).map((name) => [name, reported.map(() => 0)]))
  }
  return { startHour, now, place, columns }
}

/** What only decorates and is 0. */
const constant = {
  ...{ precipitation_probability: '%', snowfall: 'cm', weather_code: 'wmo code', visibility: 'm' },
  ...{ wind_direction_10m: '°', uv_index: '' }
} as const

const units: Readonly<Record<string, string>> = {
  apparent_temperature: '°C',
  temperature_2m: '°C',
  dew_point_2m: '°C',
  cloud_cover: '%',
  wind_speed_10m: 'm/s',
  wind_gusts_10m: 'm/s',
  precipitation: 'mm',
  snow_depth: 'm',
  pressure_msl: 'hPa',
  ...constant
}

export function jsonOf({ startHour, place, columns }: Answer): unknown {
  const length = columns['temperature_2m']?.length ?? 0
  const time = Array.from({ length }, (_, index) => (startHour + index) * hourSeconds)
  return {
    latitude: place.lat,
    longitude: place.lon,
    utc_offset_seconds: 0,
    timezone: 'GMT',
    elevation: place.elevation,
    hourly_units: { time: 'unixtime', ...units },
    hourly: { time, ...columns }
  }
}

function tenth(value: number): number {
  return Math.round(10 * value) / 10 + 0
}

function hundredth(value: number): number {
  return Math.round(100 * value) / 100 + 0
}
