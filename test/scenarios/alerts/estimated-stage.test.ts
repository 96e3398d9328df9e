/** An alert whose stage is estimated is judged by the stage that the API publishes for the same question. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { manage, post, type Subscribed } from '../../contracts/http-alerts/client.ts'
import { openStage, type Stage } from '../weather/harness.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ environment: { SOURCES: 'open-meteo' } })
})
afterAll(() => stage.close())

const planting = { crop: 'apricot', stage: 'auto' }

async function riskOf(planted: string) {
  const { json } = await stage.client.ask(`/weather/frost-risk?location=malatya&days=3&${planted}`)
  return (json as { frost_risk: { stage: string; score: number } }).frost_risk
}

it('has the score of the estimated stage, also when it is given again on the manage page', async () => {
  const body = { location: 'malatya', channel: 'feed', threshold: 1, ...planting }
  const answer = await post(stage.client, '/alerts/subscribe', body)
  expect(answer.status, answer.body.toString()).toBe(201)
  const alert = answer.json as Subscribed
  const auto = await riskOf('crop=apricot&stage=auto')
  expect(auto.stage).not.toBeNull()
  expect(auto.score).not.toBe((await riskOf('exposure=canopy')).score)
  expect(answer.json).toMatchObject({ ...planting, evaluation: { current_score: auto.score } })
  for (const cropStage of [auto.stage, 'auto']) {
    const { json } = await manage(stage.client, alert, { method: 'PATCH', body: { stage: cropStage } })
    expect(json).toMatchObject({ subscription: { crop: 'apricot', stage: cropStage } })
  }
})
