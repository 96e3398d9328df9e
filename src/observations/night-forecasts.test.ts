import { expect, it } from 'vitest'
import { hourMs, secondMs } from '../common/time.ts'
import type { ForecastResult } from '../forecasts/forecast-result.ts'
import { createSensorForecasts } from './night-forecasts.ts'
import type { Sensor } from './ports.ts'

const sensors = ['a', 'b', 'b', 'c', 'd', 'e'].map((owner, index) => {
  const point = { pointKey: `${index}`, lat: index, lon: 0, elevation: 0, timezone: 'UTC' }
  return { owner, revokedAt: null, point } as unknown as Sensor
})
const fine = { kind: 'snapshot', snapshot: {} } as unknown as ForecastResult
const spent: ForecastResult = { kind: 'too_many_points', retryAfterSeconds: 60 }
const away: ForecastResult = { kind: 'unavailable', lastDataAt: null, retryAt: 0 }

/** What rounds ask for, by the points' keys, where a point is answered so; `Error`: it throws. */
function asking(answers: Readonly<Record<string, ForecastResult | Error>>, tookMs = 0) {
  let now = 0
  const asked: string[] = []
  const round = createSensorForecasts({
    store: { readSince: async () => sensors },
    recordRun: () => undefined,
    clock: () => now,
    clientOf: (owner) => owner,
    forecasts: {
      get: async ({ key }) => {
        asked.push(key)
        now += tookMs
        const answer = answers[key] ?? fine
        if (answer instanceof Error) throw answer
        return answer
      }
    }
  })
  return {
    pass: (ms: number) => {
      now += ms
    },
    round: async () => {
      asked.length = 0
      await round(AbortSignal.timeout(60 * secondMs)).catch(() => asked.push('failed'))
      return asked.join('')
    }
  }
}

it('each point is asked for twice a day, and one that failed after an hour', async () => {
  const { round, pass } = asking({ 4: away })
  expect([await round(), await round(), await round()]).toEqual(['01234', '5', ''])
  pass(hourMs)
  expect(await round()).toBe('4')
  pass(11 * hourMs)
  expect([await round(), await round()]).toEqual(['01234', '5'])
})

it('an owner without points left delays no other, a point that throws neither', async () => {
  expect(await asking({ 1: spent }).round()).toBe('01345')
  const { round } = asking({ 0: new Error('an unknown time zone') })
  expect([await round(), await round()]).toEqual(['0failed', '12345'])
})

it('a source that is slow is asked no longer than ten seconds', async () => {
  const { round } = asking({}, 8 * secondMs)
  expect([await round(), await round(), await round()]).toEqual(['01', '23', '45'])
})
