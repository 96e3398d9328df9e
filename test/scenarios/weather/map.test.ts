/** The map of tonight: every province is asked for once when the house opens, and for tests that count only where they want it. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startHouse } from '../../house.ts'
import { startUpstream, type Upstream } from '../../upstream/upstream.ts'
import { springNight } from './stage.ts'

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
  const house = await startHouse({ environment, clock: () => springNight, map })
  await expect.poll(() => house.log().some((line) => line.includes('"demo_ended"'))).toBe(true)
  return house
}

it('asks once for each of the 81 provinces', async () => {
  const house = await openWith(true)
  await expect.poll(() => upstream.count(), { timeout: 30_000 }).toBe(provinces)
  const points = upstream.requests.map(({ query }) => `${query.get('latitude')} ${query.get('longitude')}`)
  expect(new Set(points).size).toBe(provinces)
  await house.close()
})

it('asks for one place only, to learn whether a source is there, where the map is not wanted', async () => {
  const house = await openWith(false)
  // Whatever is asked from here on comes after everything that the house began when it opened.
  expect((await fetch(`${house.api}/weather?lat=10&lon=20`)).status).toBe(200)
  expect(upstream.count()).toBe(2)
  await house.close()
})
