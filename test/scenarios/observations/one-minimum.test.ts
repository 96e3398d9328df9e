/** A place that is two degrees colder than its forecast: one night has one minimum, whichever answer tells it. */
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hourMs } from '../../../src/common/time.ts'
import { openStore } from '../../../src/store/open.ts'
import { openStage, type Stage, settle } from '../weather/harness.ts'

const key = 'operator-key'
const noon = Date.UTC(2026, 2, 20, 12)

let stage: Stage
beforeEach(async () => {
  stage = await openStage({ at: noon })
  await settle(stage)
  const store = await openStore({ ...stage.app.data, now: noon })
  const hash = createHash('sha256').update(key).digest('hex')
  await store.apiKeys.add({ id: 'own', hash, tier: 'free', label: 'own', operator: true, createdAt: noon })
  await store.close()
})
afterEach(() => stage.close())

async function get<Body>(path: string): Promise<Body> {
  const response = await fetch(`${stage.app.api}${path}`)
  expect(response.status).toBe(200)
  return (await response.json()) as Body
}

interface Night {
  readonly date: string
  readonly temperature_min: number
}

const nights = async () =>
  (await get<{ readonly nights: readonly Night[] }>('/weather/frost-risk?location=malatya')).nights

async function season(minimum: number): Promise<void> {
  for (let night = 0; night < 25; night++) {
    const [tonight] = await nights()
    stage.clock.move(24 * hourMs)
    const response = await fetch(`${stage.app.api}/observations`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ location: 'malatya', date: tonight?.date, kind: 'air_2m', minimum })
    })
    expect(response.status).toBe(200)
  }
}

it('days, slots, nights and the widget tell the same corrected minimum', async () => {
  // −3 °C is forecast for every night.
  await season(-5)
  const [tonight, tomorrow] = await nights()
  expect(tonight?.temperature_min).toBeLessThanOrEqual(-4.3)

  const { daily } = await get<{
    readonly daily: readonly (Night & {
      readonly temperature_mean: number
      readonly frost: { readonly temperature_min: number }
    })[]
  }>('/weather?location=malatya')
  for (const night of [tonight, tomorrow]) {
    const day = daily.find(({ date }) => date === night?.date)
    expect(day?.temperature_min).toBe(night?.temperature_min)
    expect(day?.frost.temperature_min).toBe(night?.temperature_min)
    expect(day?.temperature_mean).toBeGreaterThan(day?.temperature_min ?? Number.NaN)
  }

  const { slots } = await get<{
    readonly slots: readonly {
      readonly from: string
      readonly is_day: boolean
      readonly temperature: number
      readonly temperature_min: number
    }[]
  }>('/weather/hourly?location=malatya&slots=8')
  expect(Math.min(...slots.map((slot) => slot.temperature_min))).toBe(tonight?.temperature_min)
  const afternoon = slots.find(({ from }) => from.includes('T12:00'))
  expect((afternoon?.temperature ?? 0) - (afternoon?.temperature_min ?? 0)).toBeLessThan(1.5)

  const { days, tonight: shown } = await get<{
    readonly days: readonly Night[]
    readonly tonight: Night
  }>('/weather/widget-data?location=malatya')
  expect(shown.temperature_min).toBe(tonight?.temperature_min)
  expect(days.find(({ date }) => date === tonight?.date)?.temperature_min).toBe(tonight?.temperature_min)
})
