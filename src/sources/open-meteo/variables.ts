/** Open-Meteo's hourly variables, each with ours and the units it may come in (open-meteo.com/en/docs). */
import { hourSeconds } from '../../common/time.ts'
import type { SeriesVariable } from '../../weather/series.ts'

interface HourlyVariable {
  readonly name: string
  readonly variable: SeriesVariable
  /** Unit as in `hourly_units` → factor to ours. The first is what we ask for. */
  readonly factors: ReadonlyMap<string, number>
}

const celsius = new Map([['°C', 1]])
const percent = new Map([['%', 1]])
const speed = new Map([
  ['m/s', 1],
  ['km/h', 1 / 3.6],
  ['mp/h', 0.44704],
  ['kn', 1852 / hourSeconds]
])

/** In the order in which they are asked for. Percent becomes a fraction later, once the whole column is known. */
export const hourlyVariables: readonly HourlyVariable[] = [
  { name: 'temperature_2m', variable: 'temperature', factors: celsius },
  { name: 'dew_point_2m', variable: 'dewPoint', factors: celsius },
  { name: 'relative_humidity_2m', variable: 'relativeHumidity', factors: percent },
  { name: 'apparent_temperature', variable: 'apparentTemperature', factors: celsius },
  {
    name: 'precipitation',
    variable: 'precipitation',
    factors: new Map([
      ['mm', 1],
      ['inch', 25.4]
    ])
  },
  { name: 'precipitation_probability', variable: 'precipitationProbability', factors: percent },
  {
    name: 'snowfall',
    variable: 'snowfall',
    factors: new Map([
      ['cm', 1],
      ['inch', 2.54]
    ])
  },
  { name: 'weather_code', variable: 'weatherCode', factors: new Map([['wmo code', 1]]) },
  { name: 'pressure_msl', variable: 'pressureMsl', factors: new Map([['hPa', 1]]) },
  { name: 'cloud_cover', variable: 'cloudCover', factors: percent },
  {
    name: 'visibility',
    variable: 'visibility',
    factors: new Map([
      ['m', 1],
      ['ft', 0.3048]
    ])
  },
  { name: 'wind_speed_10m', variable: 'windSpeed', factors: speed },
  { name: 'wind_gusts_10m', variable: 'windGustSpeed', factors: speed },
  { name: 'wind_direction_10m', variable: 'windDirection', factors: new Map([['°', 1]]) },
  { name: 'uv_index', variable: 'uvIndex', factors: new Map([['', 1]]) },
  {
    name: 'snow_depth',
    variable: 'snowDepth',
    factors: new Map([
      ['m', 1],
      ['ft', 0.3048]
    ])
  }
]
