/** MET Norway's Locationforecast 2.0 `complete` on loopback: 60 hourly steps, then 6-hourly ones to the ninth day. */
import { hourMs } from '../../src/common/time.ts'
import {
  judgeQuery,
  member,
  type Provider,
  type ProviderAnswer,
  type ReceivedRequest,
  type Reporting
} from './provider.ts'
import type { UpstreamWeather, WeatherAt } from './weather.ts'

const path = '/weatherapi/locationforecast/2.0/complete'
const rules = {
  lat: { required: true, pattern: /^-?\d{1,2}(\.\d{1,4})?$/ },
  lon: { required: true, pattern: /^-?\d{1,3}(\.\d{1,4})?$/ },
  altitude: { required: false, pattern: /^-?\d{1,4}$/ }
}
const lastHour = 9 * 24

export const metNorwayProvider: Provider = {
  id: 'met-norway',
  errorObject: { message: 'Service temporarily unavailable' },
  violationsOf: (request) => {
    if (request.method !== 'GET') return [`method ${request.method}`]
    if (request.path !== path) return [`there is no ${request.path}`]
    const agent = request.headers['user-agent'] ?? ''
    const unnamed = /@|https?:\/\//.test(agent) ? [] : [`User-Agent "${agent}" has no contact`]
    return [...judgeQuery(request.query, rules), ...unnamed]
  },
  answer: answerMetNorway,
  spoil: {
    nullColumn: (json, column) => changeColumn(json, column, () => null),
    unequalColumns: (json) => {
      delete member(stepsOf(json)[3], 'data', 'instant')['details']
    },
    strings: (json, column) => changeColumn(json, column, String),
    fractions: (json) => changeColumn(json, 'cloud', (value) => value / 100 + 0.001)
  }
}

function answerMetNorway({ query, headers }: ReceivedRequest, { weather, now }: Reporting): ProviderAnswer {
  const updatedAt = Math.floor(now / hourMs) * hourMs
  const reported = {
    'last-modified': new Date(updatedAt).toUTCString(),
    expires: new Date(now + 31 * 60_000).toUTCString()
  }
  if (headers['if-modified-since'] === reported['last-modified'])
    return { status: 304, headers: reported, json: undefined }
  const place = { lat: Number(query.get('lat')), lon: Number(query.get('lon')) }
  return {
    status: 200,
    headers: reported,
    json: {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [place.lon, place.lat, Number(query.get('altitude') ?? 512)] },
      properties: {
        meta: { updated_at: new Date(updatedAt).toISOString().replace('.000', ''), units },
        timeseries: timesFrom(updatedAt / hourMs).map((hour, index, hours) =>
          stepAt(place, { hour, next: hours[index + 1] ?? null }, weather)
        )
      }
    }
  }
}

const units = {
  air_pressure_at_sea_level: 'hPa',
  air_temperature: 'celsius',
  air_temperature_max: 'celsius',
  air_temperature_min: 'celsius',
  cloud_area_fraction: '%',
  dew_point_temperature: 'celsius',
  precipitation_amount: 'mm',
  probability_of_precipitation: '%',
  relative_humidity: '%',
  ultraviolet_index_clear_sky: '1',
  wind_from_direction: 'degrees',
  wind_speed: 'm/s',
  wind_speed_of_gust: 'm/s'
}

function timesFrom(first: number): readonly number[] {
  const hourly = Math.ceil((first + 54) / 6) * 6 - first
  const near = Array.from({ length: hourly }, (_, offset) => first + offset)
  const far = Array.from(
    { length: Math.floor((lastHour - hourly) / 6) + 1 },
    (_, offset) => first + hourly + 6 * offset
  )
  return [...near, ...far]
}

type Place = Parameters<WeatherAt>[0]

function stepAt(
  place: Place,
  { hour, next }: { hour: number; next: number | null },
  weather: WeatherAt
): unknown {
  const length = next === null ? 0 : next - hour
  return {
    time: new Date(hour * hourMs).toISOString().replace('.000', ''),
    data: {
      instant: { details: instantOf(weather(place, hour)) },
      ...(length === 1 ? { next_1_hours: intervalOf(place, hour, { hours: 1, weather }) } : {}),
      ...(length > 0 ? { next_6_hours: intervalOf(place, hour, { hours: 6, weather }) } : {})
    }
  }
}

function instantOf(reported: UpstreamWeather): unknown {
  return {
    air_pressure_at_sea_level: reported.pressureHpa,
    air_temperature: reported.temperatureC,
    cloud_area_fraction: reported.cloudPercent,
    dew_point_temperature: reported.dewPointC,
    relative_humidity: reported.humidityPercent,
    ultraviolet_index_clear_sky: 1.5,
    wind_from_direction: reported.windDirection,
    wind_speed: reported.windMps,
    wind_speed_of_gust: reported.gustMps
  }
}

function intervalOf(
  place: Place,
  hour: number,
  { hours, weather }: { hours: number; weather: WeatherAt }
): unknown {
  const reported = Array.from({ length: hours + 1 }, (_, offset) => weather(place, hour + offset))
  const temperatures = reported.map((one) => one.temperatureC)
  const amount = reported.slice(1).reduce((sum, one) => sum + one.precipitationMm, 0)
  const extremes = {
    air_temperature_max: Math.max(...temperatures),
    air_temperature_min: Math.min(...temperatures)
  }
  return {
    summary: { symbol_code: amount > 0 ? 'rain' : 'clearsky_night' },
    details: {
      ...(hours === 6 ? extremes : {}),
      precipitation_amount: Math.round(amount * 10) / 10,
      probability_of_precipitation: amount > 0 ? 80 : 5
    }
  }
}

function stepsOf(json: unknown): readonly unknown[] {
  return member(json, 'properties')['timeseries'] as unknown as readonly unknown[]
}

function changeColumn(
  json: unknown,
  column: 'temperature' | 'cloud',
  change: (value: number) => unknown
): void {
  const name = column === 'temperature' ? 'air_temperature' : 'cloud_area_fraction'
  for (const step of stepsOf(json)) {
    const details = member(step, 'data', 'instant', 'details')
    details[name] = change(details[name] as number)
  }
}
