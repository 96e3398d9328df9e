/** OpenWeatherMap: five days in 3-hour steps, with the operator's key. */

import { hourSeconds } from '../../common/time.ts'
import type { SendRequest } from '../../outgoing/request.ts'
import type { Point } from '../../weather/point.ts'
import { raised } from '../../weather/raised.ts'
import { ask } from '../http-json.ts'
import { requireNear } from '../json-reader.ts'
import {
  type FetchedForecast,
  type ForecastRequest,
  type NotModified,
  type Source,
  type SourceCredit,
  SourceError
} from '../source.ts'
import type { OpenWeatherMapSettings } from './config.ts'
import { type ParsedForecast, parseForecast } from './parse.ts'

const credit: SourceCredit = {
  id: 'openweathermap',
  name: 'OpenWeather',
  license: 'ODbL-1.0',
  url: 'https://openweathermap.org/',
  attribution: 'Weather data provided by OpenWeather (ODbL)'
}

/** A key of the free plan has 1,000,000 calls a month (openweathermap.org/price). */
const dailyCalls = 32_000

/** OpenWeatherMap as a source. Without a key it is never asked. */
export function createOpenWeatherMap(
  settings: OpenWeatherMapSettings,
  send: SendRequest,
  clock: () => number
): Source {
  return {
    credit,
    limits: {
      updatePeriodSeconds: 3 * hourSeconds,
      dailyBudget: dailyCalls,
      costOf: () => 1,
      isPublic: true
    },
    synthetic: false,
    fetchForecast: async (request, signal) => fetchForecast({ settings, send, now: clock() }, request, signal)
  }
}

interface Asking {
  readonly settings: OpenWeatherMapSettings
  readonly send: SendRequest
  readonly now: number
}

async function fetchForecast(
  { settings, send, now }: Asking,
  request: ForecastRequest,
  signal: AbortSignal
): Promise<FetchedForecast | NotModified> {
  if (settings.key === null) throw new SourceError('refused', 'OPENWEATHERMAP_KEY is not set')
  const { point, previous } = request
  const query = new URLSearchParams({
    lat: point.lat.toFixed(3),
    lon: point.lon.toFixed(3),
    units: 'metric',
    appid: settings.key
  })
  const url = `${settings.url}/data/2.5/forecast?${query}`
  const answer = await ask({
    send,
    url,
    headers: {},
    previous,
    signal,
    now,
    isNotCovered: (status) => status === 404
  })
  if (answer.kind === 'not_modified') return answer
  const parsed = parseForecast(answer.json)
  requireNear(parsed.grid, point)
  return {
    kind: 'forecast',
    ...atElevation(parsed, point),
    issuedAt: null,
    expiresAt: answer.expiresAt,
    validators: answer.validators,
    model: null
  }
}

function atElevation(parsed: ParsedForecast, point: Point): ParsedForecast {
  const from = parsed.grid.elevation
  if (from === null || point.elevation === null) return parsed
  return { ...parsed, series: raised(parsed.series, point.elevation - from) }
}
