import { hourSeconds } from '../../common/time.ts'
import { type SettingsOf, textVariable } from '../../config/environment.ts'
import { serverVariable } from '../../config/web-address.ts'
import type { SendRequest } from '../../outgoing/request.ts'
import type { Point } from '../../weather/point.ts'
import { raised } from '../../weather/raised.ts'
import { ask } from '../http-json.ts'
import { requireNear } from '../json-reader.ts'
import { type ParsedForecast, type Source, type SourceCredit, SourceError, sourceEntry } from '../source.ts'
import { parseForecast } from './parse.ts'

const key = textVariable({
  name: 'OPENWEATHERMAP_KEY',
  description: "OpenWeatherMap's API key; without it OpenWeatherMap isn't asked.",
  secret: true,
  pattern: /^[A-Za-z0-9_-]{8,128}$/,
  allowed: {
    en: '8 to 128 letters, digits, - and _',
    tr: '8–128 karakter: harf, rakam, - ve _'
  },
  remedy: {
    en: 'Copy the key as it is on home.openweathermap.org/api_keys, without quotes or spaces.',
    tr: 'Anahtarı home.openweathermap.org/api_keys sayfasındaki gibi, tırnaksız ve boşluksuz kopyalayın.'
  }
})

const openWeatherMapEnvironment = {
  url: serverVariable('OPENWEATHERMAP_URL', "OpenWeatherMap's server.", 'https://api.openweathermap.org'),
  key
} as const

const credit: SourceCredit = {
  id: 'openweathermap',
  name: 'OpenWeather',
  license: 'ODbL-1.0',
  url: 'https://openweathermap.org/',
  attribution: 'Weather data provided by OpenWeather (ODbL)'
}

/** A key of the free plan has 1,000,000 calls a month (openweathermap.org/price). */
const dailyCalls = 32_000

/** Without a key it is never asked. */
function createOpenWeatherMap(
  { url, key }: SettingsOf<typeof openWeatherMapEnvironment>,
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
    fetchForecast: async ({ point, previous }, signal) => {
      if (key === null) throw new SourceError('refused', 'OPENWEATHERMAP_KEY is not set')
      const [lat, lon] = [point.lat.toFixed(3), point.lon.toFixed(3)]
      const query = new URLSearchParams({ lat, lon, units: 'metric', appid: key })
      const answer = await ask({
        send,
        url: `${url}/data/2.5/forecast?${query}`,
        headers: {},
        previous,
        signal,
        now: clock(),
        isNotCovered: (status) => status === 404
      })
      if (answer.kind === 'not_modified') return answer
      const parsed = parseForecast(answer.json)
      requireNear(parsed.grid, point)
      const { expiresAt, validators } = answer
      return {
        kind: 'forecast',
        ...atElevation(parsed, point),
        issuedAt: null,
        expiresAt,
        validators,
        model: null
      }
    }
  }
}

function atElevation(parsed: ParsedForecast, point: Point): ParsedForecast {
  const from = parsed.grid.elevation
  if (from === null || point.elevation === null) return parsed
  return { ...parsed, series: raised(parsed.series, point.elevation - from) }
}

export const openWeatherMap = sourceEntry({
  environment: openWeatherMapEnvironment,
  needs: 'key',
  remedy: {
    en: 'Check the network and OPENWEATHERMAP_KEY.',
    tr: 'Ağı ve OPENWEATHERMAP_KEY değişkenini denetleyin.'
  },
  row: { provides: 'every three hours, five days', needs: '`OPENWEATHERMAP_KEY`', licence: 'ODbL' },
  create: createOpenWeatherMap
})
