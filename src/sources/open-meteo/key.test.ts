import { describe, expect, it } from 'vitest'
import { readSettings } from '../../config/environment.ts'
import type { SendRequest } from '../../outgoing/request.ts'
import type { ForecastRequest } from '../source.ts'
import { openMeteoEnvironment } from './config.ts'
import { createOpenMeteo } from './open-meteo.ts'

const position = { key: '38.350,38.310', lat: 38.35, lon: 38.31, timezone: 'Europe/Istanbul', elevation: 950 }
const request: ForecastRequest = { point: position, days: 7, previous: null }

/** Every address that a source with this environment asks, and what it says where nothing can be reached. */
async function askedWith(environment: Readonly<Record<string, string>>) {
  const urls: string[] = []
  const send: SendRequest = ({ url }) => {
    urls.push(url)
    return Promise.reject(new Error('nothing is sent'))
  }
  const { settings, mistakes } = readSettings(openMeteoEnvironment, environment)
  expect(mistakes).toEqual([])
  const source = createOpenMeteo(settings, send, () => Date.UTC(2026, 3, 1))
  const { signal } = new AbortController()
  const season = { point: position, fromDay: 20_400, toDay: 20_540 }
  const said = await Promise.allSettled([
    source.fetchForecast(request, signal),
    source.fetchForecasts?.([request], signal),
    source.fetchEnsemble?.(request, signal),
    source.season?.fetch(season, signal)
  ])
  return { urls, said: JSON.stringify(said.map((one) => String('reason' in one && one.reason))), source }
}

describe('OPEN_METEO_KEY', () => {
  it('asks the servers for customers, within the calls of the plan, and is not repeated in a failure', async () => {
    const { urls, said, source } = await askedWith({
      OPEN_METEO_KEY: 's3cretkey',
      OPEN_METEO_CALLS_PER_DAY: '64000'
    })
    expect(new Set(urls.map((url) => new URL(url).origin))).toEqual(
      new Set([
        'https://customer-api.open-meteo.com',
        'https://customer-ensemble-api.open-meteo.com',
        'https://customer-archive-api.open-meteo.com'
      ])
    )
    expect(urls.every((url) => url.endsWith('&apikey=s3cretkey'))).toBe(true)
    expect(said).not.toContain('s3cretkey')
    for (const limits of [source.limits, source.ensembleLimits]) {
      expect(limits).toMatchObject({ dailyBudget: 64_000, isPublic: true })
      expect([limits?.perHour, limits?.perMinute]).toEqual([undefined, undefined])
    }
  })

  it('leaves a server of one’s own, and without it the public ones, as they are', async () => {
    const own = await askedWith({ OPEN_METEO_KEY: 's3cretkey', OPEN_METEO_URL: 'http://localhost:8081' })
    expect(own.urls.map((url) => new URL(url).origin)).toContain('http://localhost:8081')
    expect(own.source.limits.dailyBudget).toBeNull()
    const { urls, source } = await askedWith({})
    expect(new URL(urls[0] ?? '').origin).toBe('https://api.open-meteo.com')
    expect(urls.join()).not.toContain('apikey')
    expect(source.limits).toMatchObject({ dailyBudget: 10_000, perHour: 5_000, perMinute: 600 })
  })
})
