import type { Point } from '../../weather/point.ts'
import { civilDate } from '../../weather/zone-clock.ts'
import type { ArchiveRequest, ForecastRequest, SeasonRequest } from '../source.ts'
import { hourlyVariables } from './variables.ts'

/** Open-Meteo gives at most 16 days (open-meteo.com/en/docs). */
const longestDays = 16

/**
 * For points alike in having an elevation and in days. In whole UTC hours (`timezone=GMT`): in zones with half hours
 * Open-Meteo moves its stamps. One day more than wanted, for zones west of Greenwich, and one gone by, for the running
 * night.
 */
export function forecastUrl(base: string, requests: readonly ForecastRequest[]): string {
  const days = Math.max(...requests.map((request) => request.days))
  return `${base}/v1/forecast?${query(requests, {
    hourly: hourlyVariables.map(({ name }) => name).join(','),
    past_days: '1',
    forecast_days: String(Math.min(days + 1, longestDays))
  })}`
}

/** `icon_seamless` (DWD, 40 members) has the finest grid over Europe and Türkiye. */
export function ensembleUrl(base: string, request: ForecastRequest, model: string): string {
  return `${base}/v1/ensemble?${query([request], {
    hourly: 'temperature_2m',
    models: model,
    past_days: '1',
    forecast_days: String(Math.min(request.days + 1, longestDays))
  })}`
}

/** The URL for past days' temperatures out of the reanalysis (open-meteo.com/en/docs/historical-weather-api). */
export function archiveUrl(base: string, request: SeasonRequest): string {
  return `${base}/v1/archive?${query([request], {
    hourly: 'temperature_2m',
    start_date: civilDate(request.fromDay),
    end_date: civilDate(request.toDay)
  })}`
}

/** Without an elevation for the provider's own terrain. */
export function minimaUrl(base: string, request: ArchiveRequest): string {
  return `${base}/v1/archive?${new URLSearchParams({
    latitude: plain(request.lat),
    longitude: plain(request.lon),
    daily: 'temperature_2m_min',
    start_date: civilDate(request.fromDay),
    end_date: civilDate(request.toDay),
    timezone: request.timezone
  })}`
}

/** The URL for the temperatures of today and the `pastDays` before it, as the forecast models had them. */
export function recentUrl(base: string, request: SeasonRequest, pastDays: number): string {
  return `${base}/v1/forecast?${query([request], {
    hourly: 'temperature_2m',
    past_days: String(pastDays),
    forecast_days: '1'
  })}`
}

/** Two weeks are one call: a week to know each model's error by, a week to come. */
export const modelDays = { past: 7, ahead: 7 } as const

export function modelsUrl(base: string, point: Point, names: readonly string[]): string {
  return `${base}/v1/forecast?${query([{ point }], {
    hourly: 'temperature_2m',
    models: names.join(','),
    past_days: String(modelDays.past),
    forecast_days: String(modelDays.ahead)
  })}`
}

/** How many days before the valid hour the runs began that are asked for, apart from the latest. */
export const earlierRunDays = [1, 2, 3, 4, 5, 6, 7] as const

export function earlierRunsUrl(base: string, point: Point, pastDays: number): string {
  const names = earlierRunDays.map((days) => `temperature_2m_previous_day${days}`)
  return `${base}/v1/forecast?${query([{ point }], {
    hourly: ['temperature_2m', ...names].join(','),
    past_days: String(pastDays),
    forecast_days: '1'
  })}`
}

function query(
  requests: readonly Pick<ForecastRequest, 'point'>[],
  more: Readonly<Record<string, string>>
): URLSearchParams {
  const points = requests.map((request) => request.point)
  return new URLSearchParams({
    latitude: points.map((point) => plain(point.lat)).join(','),
    longitude: points.map((point) => plain(point.lon)).join(','),
    ...elevations(points),
    ...more,
    wind_speed_unit: 'ms',
    timeformat: 'unixtime',
    timezone: 'GMT'
  })
}

/** Without `elevation` Open-Meteo takes its own 90 m terrain, which is the best there is for a bare point. */
function elevations(points: readonly Point[]): Readonly<Record<string, string>> {
  const known = points.map((point) => point.elevation).filter((elevation) => elevation !== null)
  return known.length === points.length
    ? { elevation: known.map((metres) => metres.toFixed(0)).join(',') }
    : {}
}

function plain(degrees: number): string {
  return String(Math.round(degrees * 1000) / 1000 + 0)
}
