/**
 * Open-Meteo on loopback: `/v1/forecast` for one or many points, `/v1/ensemble` and `/v1/archive`
 * (open-meteo.com/en/docs).
 */
import {
  judgeQuery,
  member,
  type Provider,
  type ProviderAnswer,
  type ReceivedRequest,
  type Reporting
} from './provider.ts'
import type { UpstreamWeather } from './weather.ts'

const columns: Readonly<
  Record<string, { readonly unit: string; readonly of: (weather: UpstreamWeather) => number }>
> = {
  temperature_2m: { unit: '°C', of: (weather) => weather.temperatureC },
  dew_point_2m: { unit: '°C', of: (weather) => weather.dewPointC },
  relative_humidity_2m: { unit: '%', of: (weather) => weather.humidityPercent },
  apparent_temperature: { unit: '°C', of: (weather) => weather.temperatureC - 3 },
  precipitation: { unit: 'mm', of: (weather) => weather.precipitationMm },
  precipitation_probability: { unit: '%', of: (weather) => (weather.precipitationMm > 0 ? 80 : 5) },
  snowfall: { unit: 'cm', of: () => 0 },
  weather_code: { unit: 'wmo code', of: (weather) => weather.weatherCode },
  pressure_msl: { unit: 'hPa', of: (weather) => weather.pressureHpa },
  cloud_cover: { unit: '%', of: (weather) => weather.cloudPercent },
  visibility: { unit: 'm', of: (weather) => weather.visibilityM },
  wind_speed_10m: { unit: 'm/s', of: (weather) => weather.windMps },
  wind_gusts_10m: { unit: 'm/s', of: (weather) => weather.gustMps },
  wind_direction_10m: { unit: '°', of: (weather) => weather.windDirection },
  uv_index: { unit: '', of: () => 1.5 },
  snow_depth: { unit: 'm', of: () => 0 }
}

const coordinates = { required: true, pattern: /^-?\d{1,3}(\.\d{1,3})?(,-?\d{1,3}(\.\d{1,3})?)*$/ }
const rules = {
  latitude: coordinates,
  longitude: coordinates,
  elevation: { required: false, pattern: /^-?\d+(,-?\d+)*$/ },
  hourly: {
    required: true,
    pattern: new RegExp(`^(${Object.keys(columns).join('|')})(,(${Object.keys(columns).join('|')}))*$`)
  },
  past_days: { required: true, pattern: /^1$/ },
  forecast_days: { required: true, pattern: /^([1-9]|1[0-6])$/ },
  wind_speed_unit: { required: true, pattern: /^ms$/ },
  timeformat: { required: true, pattern: /^unixtime$/ },
  timezone: { required: true, pattern: /^GMT$/ }
}
const ensembleRules = { ...rules, models: { required: true, pattern: /^icon_seamless$/ } }
const dateRule = { required: true, pattern: /^\d{4}-\d{2}-\d{2}$/ }
const { past_days: _past, forecast_days: _forecast, ...timeless } = rules
const archiveRules = {
  ...timeless,
  hourly: { required: true, pattern: /^temperature_2m$/ },
  start_date: dateRule,
  end_date: dateRule
}
/** Daily minima come by local dates, and without an elevation: of the provider's own terrain. */
const minimaRules = {
  latitude: { required: true, pattern: /^-?\d{1,3}(\.\d{1,3})?$/ },
  longitude: { required: true, pattern: /^-?\d{1,3}(\.\d{1,3})?$/ },
  daily: { required: true, pattern: /^temperature_2m_min$/ },
  start_date: dateRule,
  end_date: dateRule,
  timezone: { required: true, pattern: /^[A-Z][A-Za-z_]+\/[A-Za-z_/]+$/ }
}
/** A season's last days are asked of the forecast server, up to 92 of them and one variable. */
const recentRules = {
  ...rules,
  hourly: { required: true, pattern: /^temperature_2m$/ },
  past_days: { required: true, pattern: /^([0-9]|[1-8][0-9]|9[0-2])$/ },
  forecast_days: { required: true, pattern: /^1$/ }
}
/** Two weeks of several models. */
const modelRules = {
  ...rules,
  hourly: { required: true, pattern: /^temperature_2m$/ },
  models: { required: true, pattern: /^best_match(,[a-z0-9_]+)+$/ },
  past_days: { required: true, pattern: /^7$/ },
  forecast_days: { required: true, pattern: /^7$/ }
}
/** What was forecast for past hours, one to seven days before. */
const earlierName = /^temperature_2m_previous_day([1-7])$/
const earlierRules = {
  ...recentRules,
  hourly: { required: true, pattern: /^temperature_2m(,temperature_2m_previous_day[1-7]){7}$/ }
}
/** Each day earlier the forecast was so much warmer [°C]. */
export const earlierDriftC = 0.3
/** Not an hour of the last days is there yet. */
const archiveDelayHours = 5 * 24
const members = 40

export const openMeteoProvider: Provider = {
  id: 'open-meteo',
  errorObject: { error: true, reason: 'Data corrupted at path' },
  violationsOf: ({ method, path, query }) => {
    if (method !== 'GET') return [`method ${method}`]
    const wanted = rulesOf(path, query)
    if (wanted === null) return [`there is no ${path}`]
    return [...judgeQuery(query, wanted), ...judgeLengths(query), ...judgeDates(query)]
  },
  answer: answerOpenMeteo,
  spoil: {
    nullColumn: (json, column) => changeColumn(json, column, () => null),
    unequalColumns: (json) => {
      const hourly = member(firstOf(json), 'hourly') as Record<string, number[]>
      void (hourly['wind_speed_10m'] ?? hourly['temperature_2m'])?.pop()
    },
    strings: (json, column) => changeColumn(json, column, String),
    fractions: (json) => changeColumn(json, 'cloud', (value) => value / 100 + 0.001)
  }
}

function rulesOf(path: string, query: URLSearchParams): Parameters<typeof judgeQuery>[1] | null {
  if (path === '/v1/ensemble') return ensembleRules
  if (path === '/v1/archive') return query.has('daily') ? minimaRules : archiveRules
  if (path !== '/v1/forecast') return null
  if (query.has('models')) return modelRules
  if ((query.get('hourly') ?? '').includes('_previous_day')) return earlierRules
  return query.get('hourly') === 'temperature_2m' && query.get('past_days') !== '1' ? recentRules : rules
}

function judgeDates(query: URLSearchParams): readonly string[] {
  const [start, end] = [query.get('start_date'), query.get('end_date')]
  return start !== null && end !== null && start > end ? ['start_date lies after end_date'] : []
}

function judgeLengths(query: URLSearchParams): readonly string[] {
  const count = listOf(query, 'latitude').length
  return ['longitude', 'elevation']
    .filter((name) => query.has(name) && listOf(query, name).length !== count)
    .map((name) => `${name} has another length than latitude`)
}

function listOf(query: URLSearchParams, name: string): readonly number[] {
  return (query.get(name) ?? '').split(',').map(Number)
}

function answerOpenMeteo({ path, query }: ReceivedRequest, reporting: Reporting): ProviderAnswer {
  if (query.has('daily')) return { status: 200, headers: {}, json: minimaAnswer(query) }
  const latitudes = listOf(query, 'latitude')
  const longitudes = listOf(query, 'longitude')
  const isEnsemble = path === '/v1/ensemble'
  const asked = latitudes.map((lat, index) => ({ lat, lon: longitudes[index] ?? 0, index, isEnsemble }))
  const answers = asked.map((one) => pointAnswer(one, query, reporting))
  return { status: 200, headers: {}, json: answers.length === 1 ? answers[0] : answers }
}

/** The height that daily minima are for [m]. */
export const archiveTerrainM = 900

/** A daily minimum of the archive [°C]: coldest in the middle of January. */
export function archiveMinimumC(day: number): number {
  return Math.round((4 - 11 * Math.cos((2 * Math.PI * (day - 15)) / 365.2425)) * 10) / 10
}

function minimaAnswer(query: URLSearchParams): unknown {
  const [from, to] = ['start_date', 'end_date'].map((name) => Date.parse(query.get(name) ?? '') / 86_400_000)
  const days = Array.from({ length: (to ?? 0) - (from ?? 0) + 1 }, (_, index) => (from ?? 0) + index)
  return {
    latitude: Number(query.get('latitude')),
    longitude: Number(query.get('longitude')),
    generationtime_ms: 0.4,
    utc_offset_seconds: 10_800,
    timezone: query.get('timezone'),
    timezone_abbreviation: 'GMT+3',
    elevation: archiveTerrainM,
    daily_units: { time: 'iso8601', temperature_2m_min: '°C' },
    daily: {
      time: days.map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10)),
      temperature_2m_min: days.map(archiveMinimumC)
    }
  }
}

interface Asked {
  readonly lat: number
  readonly lon: number
  readonly index: number
  readonly isEnsemble: boolean
}

function pointAnswer(
  asked: Asked,
  query: URLSearchParams,
  { weather, now, cellsPerDegree }: Reporting
): unknown {
  const { lat, lon, index } = asked
  const hours = hoursOf(query, now)
  const reported = hours.map((hour) => weather({ lat, lon }, hour))
  const hourly: Record<string, unknown> = { time: hours.map((hour) => hour * 3600) }
  const units: Record<string, string> = { time: 'unixtime' }
  for (const name of (query.get('hourly') ?? '').split(',')) {
    const daysBefore = Number(earlierName.exec(name)?.[1] ?? Number.NaN)
    units[name] = daysBefore > 0 ? '°C' : (columns[name]?.unit ?? '')
    hourly[name] = reported.map((one) =>
      daysBefore > 0 ? round(one.temperatureC + daysBefore * earlierDriftC) : (columns[name]?.of(one) ?? null)
    )
  }
  if (query.has('start_date')) {
    const knownTo = Math.floor(now / 3_600_000) - archiveDelayHours
    hourly['temperature_2m'] = reported.map((one, index) =>
      (hours[index] ?? 0) > knownTo ? null : one.temperatureC
    )
  }
  if (asked.isEnsemble) addMembers(hourly, reported)
  else if (query.has('models')) addModels(hourly, units, query, { reported, hours, now })
  const elevations = listOf(query, 'elevation')
  return {
    latitude: Math.round(lat * cellsPerDegree) / cellsPerDegree,
    longitude: Math.round(lon * cellsPerDegree) / cellsPerDegree,
    generationtime_ms: 0.21,
    utc_offset_seconds: 0,
    timezone: 'GMT',
    timezone_abbreviation: 'GMT',
    elevation: query.has('elevation') ? elevations[index] : 512,
    ...(index > 0 ? { location_id: index } : {}),
    hourly_units: units,
    hourly
  }
}

function hoursOf(query: URLSearchParams, now: number): readonly number[] {
  const start = query.get('start_date')
  const pastDays = Number(query.get('past_days'))
  const firstDay = start === null ? Math.floor(now / 86_400_000) - pastDays : Date.parse(start) / 86_400_000
  const days =
    start === null
      ? pastDays + Number(query.get('forecast_days'))
      : Date.parse(query.get('end_date') ?? '') / 86_400_000 - firstDay + 1
  return Array.from({ length: days * 24 }, (_, offset) => firstDay * 24 + offset)
}

function round(valueC: number): number {
  return Math.round(valueC * 10) / 10
}

/** How much warmer each model is than the best match [°C], in the past and to come. */
export const modelErrorsC: Record<string, { readonly alwaysC: number; readonly aheadC: number }> = {}

/** Models that are not answered for. */
export const missingModels = new Set<string>()

function addModels(
  hourly: Record<string, unknown>,
  units: Record<string, string>,
  query: URLSearchParams,
  { reported, hours, now }: { reported: readonly UpstreamWeather[]; hours: readonly number[]; now: number }
): void {
  delete hourly['temperature_2m']
  for (const model of (query.get('models') ?? '').split(',')) {
    if (missingModels.has(model)) continue
    const { alwaysC = 0, aheadC = 0 } = modelErrorsC[model] ?? {}
    const name = `temperature_2m_${model}`
    units[name] = '°C'
    hourly[name] = reported.map((one, index) =>
      round(one.temperatureC + alwaysC + ((hours[index] ?? 0) > now / 3_600_000 ? aheadC : 0))
    )
  }
}

function addMembers(hourly: Record<string, unknown>, reported: readonly UpstreamWeather[]): void {
  for (let number = 1; number < members; number++) {
    const name = `temperature_2m_member${String(number).padStart(2, '0')}`
    const offsetC = (number - members / 2) / 10
    hourly[name] = reported.map((one) => round(one.temperatureC + offsetC))
  }
}

function firstOf(json: unknown): unknown {
  return Array.isArray(json) ? json[0] : json
}

function changeColumn(
  json: unknown,
  column: 'temperature' | 'cloud',
  change: (value: number) => unknown
): void {
  const name = column === 'temperature' ? 'temperature_2m' : 'cloud_cover'
  for (const one of Array.isArray(json) ? json : [json]) {
    const hourly = member(one, 'hourly')
    if (hourly[name] !== undefined) hourly[name] = (hourly[name] as readonly number[]).map(change)
  }
}
