/** What comes too early or too late: a request while its twin is under way, a proof after its time. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hourMs } from '../../../src/common/time.ts'
import { type JsonReceiver, lettingThrough, startJsonReceiver } from '../../receivers/json-receiver.ts'
import type { LoopbackAnswer } from '../../receivers/loopback.ts'
import { type PushService, startPushService } from '../../receivers/push-service.ts'
import { openStage, type Stage } from '../../scenarios/weather/harness.ts'
import { clearNights, shifted } from '../../upstream/weather.ts'
import { manage, post, type Subscribed } from './client.ts'

describe('two simultaneous requests with one Idempotency-Key', () => {
  let push: PushService
  let stage: Stage
  beforeAll(async () => {
    push = await startPushService()
    stage = await openStage({ environment: lettingThrough(push), roundsOnClock: true })
    stage.upstream.setWeather(shifted(clearNights, -4))
    await stage.clock.rests('watch')
  })
  afterAll(async () => {
    await stage.close()
    await push.close()
  })

  const ask = (key: string, location = 'malatya') => {
    const body = { location, channel: 'webpush', threshold: 10, destination: push.subscription }
    return post(stage.client, '/alerts/subscribe', body, { 'idempotency-key': key })
  }

  // A round that delivers must not take the proof from the request that is to send it.
  beforeEach(() => stage.clock.rests('deliver'))

  it('the second is told to come again, and then hears what the first one heard', async () => {
    const { promise, resolve } = Promise.withResolvers<LoopbackAnswer>()
    push.answerNext(promise)
    const first = ask('8e03978e-40d5-43e8-bc93-6894a57f932-twins')
    await expect.poll(() => push.requests.length).toBe(1)
    const second = await ask('8e03978e-40d5-43e8-bc93-6894a57f932-twins')
    expect(second.status).toBe(409)
    expect(second.headers['retry-after']).toBe('2')
    expect(second.json).toMatchObject({ code: 'idempotency_in_progress', status: 409 })
    expect((await ask('another key', 'konya')).status).toBe(201)
    resolve({ status: 201 })
    const answered = await first
    expect(answered.status).toBe(201)
    expect(answered.json).toMatchObject({ status: 'active' })
    const third = await ask('8e03978e-40d5-43e8-bc93-6894a57f932-twins')
    expect(third.status).toBe(201)
    expect(third.body.toString()).toBe(answered.body.toString())
  })

  it('where the process that answers has died, the same request is answered after half a minute', async () => {
    const { promise, resolve } = Promise.withResolvers<LoopbackAnswer>()
    push.answerNext(promise)
    const before = push.requests.length
    const first = ask('8e03978e-40d5-43e8-bc93-6894a57f932-orphan')
    await expect.poll(() => push.requests.length).toBe(before + 1)
    stage.clock.move(29_999)
    expect((await ask('8e03978e-40d5-43e8-bc93-6894a57f932-orphan')).json).toMatchObject({
      code: 'idempotency_in_progress'
    })
    stage.clock.move(1)
    const { json } = await ask('8e03978e-40d5-43e8-bc93-6894a57f932-orphan')
    resolve({ status: 201 })
    expect(json).toMatchObject({ status: 'pending_confirmation', id: ((await first).json as Subscribed).id })
  })
})

describe.each([
  ['before the hourly upkeep', false, 'pending_confirmation'],
  ['after the hourly upkeep', true, 'expired']
] as const)('a webhook that proves itself too late, %s', (_when, roundsOnClock, status) => {
  let receiver: JsonReceiver
  let stage: Stage
  beforeAll(async () => {
    receiver = await startJsonReceiver()
    receiver.answer = () => ({ status: 204 })
    stage = await openStage({ environment: lettingThrough(receiver), roundsOnClock })
  })
  afterAll(async () => {
    await stage.close()
    await receiver.close()
  })

  it('is told that the time is over, and nothing is sent to it', async () => {
    const { json } = await post(stage.client, '/alerts/subscribe', {
      ...{ location: 'malatya', channel: 'webhook', threshold: 10 },
      destination: { url: `${receiver.origin}/late` }
    })
    const subscription = json as Subscribed
    await expect.poll(() => receiver.requests.length).toBe(1)
    if (roundsOnClock) await stage.clock.rests('upkeep')
    stage.clock.move(24 * hourMs)
    const read = async () => (await manage(stage.client, subscription, {})).json
    await expect.poll(read).toMatchObject({ subscription: { status } })
    receiver.answer = null
    const late = await manage(stage.client, subscription, { method: 'POST', suffix: '/verify' })
    expect(late.json).toMatchObject({ code: 'confirmation_expired', status: 410 })
    expect(await read()).toMatchObject({ subscription: { status } })
    expect(receiver.events.filter(({ type }) => type !== 'frost.subscription.verify')).toEqual([])
  })
})
