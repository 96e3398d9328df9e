/** Seedlings, of which only the first damage is published, and greenhouses, of which nothing is: alarms of degrees. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clearNights } from '../../upstream/weather.ts'
import { openStage, type Stage, settle } from '../weather/harness.ts'

/** 17:00 in Malatya. */
const afternoon = Date.UTC(2026, 3, 11, 14)

let stage: Stage
beforeEach(async () => {
  stage = await openStage({ at: afternoon, environment: { SOURCES: 'open-meteo' } })
  stage.upstream.setWeather(clearNights)
  await settle(stage)
})
afterEach(() => stage.close())

const post = (path: string, body: object) =>
  stage.client.ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body)
  })

describe.each([
  ['tomato', 'seedling'],
  ['pepper', 'seedling']
])('%s, %s', (crop, stageOfCrop) => {
  const seedlings = { location: 'malatya', crop, stage: stageOfCrop, channel: 'feed' }

  it('is warned of by degrees, and not by a share of damage that is not published', async () => {
    const refused = await post('/alerts/subscribe', { ...seedlings, threshold: 30 })
    expect(refused.status).toBe(422)
    expect(refused.body.toString()).toContain('threshold_temperature')
    const byDegrees = { threshold_temperature: 0, threshold_of: 'plant', threshold_probability: 0.5 }
    const { status, json } = await post('/alerts/subscribe', { ...seedlings, ...byDegrees })
    expect(status).toBe(201)
    expect(json).toMatchObject({ evaluation: { would_fire_now: true } })
  })

  it('has no score, says why, and how likely the first damage is', async () => {
    const { json } = await stage.client.ask(
      `/weather/frost-risk?location=malatya&crop=${crop}&stage=${stageOfCrop}`
    )
    expect(json).toMatchObject({
      frost_risk: {
        score: null,
        unscored_because: 'first_damage_only',
        first_damage: { temperature: 0, first_damage_probability: expect.any(Number) }
      }
    })
  })
})

it.each(['sera', 'greenhouse', 'Örtü altı'])(
  '%s has an alarm in degrees of the air outside',
  async (crop) => {
    const asked = {
      location: 'malatya',
      channel: 'feed',
      threshold_temperature: 2,
      threshold_probability: 0.3
    }
    const refused = await post('/alerts/subscribe', { ...asked, crop, stage: 'seedling' })
    expect(refused.status).toBe(422)
    const detail = refused.body.toString()
    expect(detail).toContain('threshold_of')
    expect(detail).toContain('threshold_temperature')
    const { status, json } = await post('/alerts/subscribe', { ...asked, threshold_of: 'air' })
    expect(status).toBe(201)
    expect(json).toMatchObject({ evaluation: { would_fire_now: true } })
  }
)
