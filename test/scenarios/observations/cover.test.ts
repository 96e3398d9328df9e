/** A cover whose inside its own thermometer alone knows. */
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { dayMs } from '../../../src/common/time.ts'
import { epochDay } from '../../../src/frost/season.ts'
import { openStore } from '../../../src/store/open.ts'
import { addDays } from '../../../src/weather/zone-clock.ts'
import { clearNights } from '../../upstream/weather.ts'
import { openStage, type Stage, settle } from '../weather/harness.ts'
import { datesFrom, placesNamed } from './synthetic-record.ts'

/** 17:00 in Malatya. */
const today = '2026-04-11'
const afternoon = Date.UTC(2026, 3, 11, 14)
const dates = datesFrom(addDays(today, -40), 40)
/** What the cover keeps out [°C]. */
const coverC = 5
const plantC = -2

let stage: Stage
beforeEach(async () => {
  stage = await openStage({ at: afternoon, environment: { SOURCES: 'open-meteo' } })
  stage.upstream.setWeather(clearNights)
  await settle(stage)
})
afterEach(() => stage.close())

const headersOf = (key?: string) => ({
  'content-type': 'application/json',
  ...(key !== undefined && { 'x-api-key': key })
})
const post = (path: string, body: object, key?: string) =>
  stage.client.ask(path, { method: 'POST', headers: headersOf(key), body: JSON.stringify(body) })

it('a thermometer among its plants moves its owner’s answers, and makes no alert less likely', async () => {
  await storePastNights()
  const observations = dates.map((date) => ({
    ...{ location: 'malatya', date, kind: 'plant', exposure: 'ground', station: 'tunnel' },
    minimum: plantC + coverC
  }))
  const { status, body } = await post('/observations', { observations }, 'ayse')
  expect(status, body.toString()).toBe(200)
  const tonightFor = async (key?: string) => {
    const { json } = await stage.client.ask('/verification?location=malatya', { headers: headersOf(key) })
    const { tonight } = json as {
      readonly tonight: { readonly temperature_min: number; readonly plant_temperature_min: number }
    }
    return { airC: tonight.temperature_min, plantC: tonight.plant_temperature_min }
  }
  await stage.client.ask('/weather/frost-risk?location=malatya')
  const [inside, outside] = [await tonightFor('ayse'), await tonightFor()]
  expect(inside.plantC).toBeGreaterThan(outside.plantC + 0.6 * coverC)
  // The air outside is as cold as for all.
  expect(inside.airC).toBe(outside.airC)
  expect(outside.plantC).toBeLessThan(0)
  // Her orchard stands outside.
  const degrees = { threshold_temperature: 0, threshold_of: 'plant', threshold_probability: 0.5 }
  const alert = await post('/alerts/subscribe', { location: 'malatya', channel: 'feed', ...degrees }, 'ayse')
  expect(alert.json).toMatchObject({ evaluation: { would_fire_now: true } })
})

/** What was issued for Malatya, and a key. */
async function storePastNights(): Promise<void> {
  const { record, apiKeys, close } = await openStore({ ...stage.app.data, now: afternoon })
  const hash = createHash('sha256').update('ayse').digest('hex')
  const key = { id: 'ayse', hash, tier: 'free', label: 'ayse', operator: false, createdAt: afternoon - dayMs }
  await apiKeys.add(key)
  const [malatya] = await placesNamed(['malatya'])
  if (malatya === undefined) throw new Error('no such place')
  const { key: pointKey, lat, lon, timezone, elevation } = malatya
  const ground = { minimumC: plantC, sigmaC: 2, learnedC: 0 }
  for (const date of dates) {
    const issuedAt = (epochDay(date) - 1) * dayMs
    const night = {
      ...{ date, leadDay: 1, leadDays: 1, source: 'open-meteo', issuedAt, biasC: 0, score: 0 },
      ...{ airFrostProbability: 0, plantFrostProbability: 0, moderateFrostProbability: 0 },
      ...{ strongFrostProbability: 0, airMinimumC: 0, airSigmaC: 1.6, plantMinimumC: plantC, plantSigmaC: 2 },
      ...{ fullOffsetC: 2, exposed: { ground, vine: ground, canopy: ground } },
      ...{ ensembleMeanC: null, ensembleSpreadC: null }
    }
    const point = { pointKey, lat, lon, timezone, elevation }
    await record.saveIssued({
      ...{ point, synthetic: false, nights: [night] },
      issuance: { at: issuedAt, method: 'frost-p 2.0' }
    })
  }
  await close()
}
