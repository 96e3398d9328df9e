/**
 * The map of tonight: every province is asked for once when the app opens, and for tests that count only where they
 * want it.
 */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startApp } from '../../app.ts'
import { startUpstream, type Upstream } from '../../upstream/upstream.ts'
import { clockAt, springNight } from './harness.ts'

const provinces = 81
let upstream: Upstream
beforeEach(async () => {
  upstream = await startUpstream(() => springNight)
})
afterEach(async () => {
  expect(upstream.violations).toEqual([])
  await upstream.close()
})

async function openWith(map: boolean) {
  const environment = { ...upstream.environment, SOURCES: 'open-meteo', ENSEMBLE: 'no' }
  const app = await startApp({ environment, clock: () => springNight, map })
  await expect.poll(() => app.log().some((line) => line.includes('"demo_ended"'))).toBe(true)
  return app
}

/** The points of every request so far, a request of many as many. */
function askedPoints(): readonly string[] {
  return upstream.requests.flatMap(({ query }) => {
    const longitudes = (query.get('longitude') ?? '').split(',')
    return (query.get('latitude') ?? '')
      .split(',')
      .map((latitude, index) => `${latitude} ${longitudes[index]}`)
  })
}

it('asks once for each of the 81 provinces, twenty in a request', async () => {
  const app = await openWith(true)
  await expect.poll(() => new Set(askedPoints()).size).toBe(provinces)
  expect(askedPoints()).toHaveLength(provinces)
  // The probe that ended the demo asked for the first province alone.
  expect(upstream.requests.map(({ query }) => (query.get('latitude') ?? '').split(',').length)).toEqual([
    1, 19, 20, 20, 20, 1
  ])
  await app.close()
})

it('is made anew at once when the demo ends, not at its next turn', async () => {
  const clock = clockAt(springNight)
  const environment = { ...upstream.environment, SOURCES: 'open-meteo', ENSEMBLE: 'no' }
  await upstream.fail({ kind: 'status', status: 503 })
  const app = await startApp({ environment, clock: clock.read, pause: clock.pause, map: true })
  await expect.poll(() => app.log().some((line) => line.includes('demo_shown'))).toBe(true)
  await expect.poll(() => upstream.count()).toBe(1)
  await upstream.fail(null)
  clock.move(30_000)
  await expect.poll(() => new Set(askedPoints()).size).toBe(provinces)
  await app.close()
})

it('asks for one place only, to learn whether a source is there, where the map is not wanted', async () => {
  const app = await openWith(false)
  // Whatever is asked from here on comes after everything that the app began when it opened.
  expect((await fetch(`${app.api}/weather?lat=10&lon=20`)).status).toBe(200)
  expect(upstream.count()).toBe(2)
  await app.close()
})
