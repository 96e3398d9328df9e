/** Proofs that do not leave, or are asked for too often. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { verifySubscription } from '../../../src/alerts/manage.ts'
import { type MadeHouse, makeHouse } from './made-house.ts'

let house: MadeHouse

beforeEach(async () => {
  house = await makeHouse()
  house.goTo('2026-04-10 12:00')
})

afterEach(async () => {
  await house.close()
})

it('mail that the mail server did not take does not count as one of the three a day', async () => {
  const refused = { outcome: 'retry', afterSeconds: null, reason: 'try_later', reachedNobody: true } as const
  house.answer = (_message, { attempt }) => (attempt <= 4 ? refused : null)
  const victim = { channel: 'email', destination: { address: 'a' } }
  await house.subscribe(victim)
  await house.liveUntil('2026-04-10 12:10', 1)
  expect(house.kinds()).toEqual(['confirm'])
  house.answer = null
  for (let client = 0; client < 5; client += 1) await house.subscribe(victim, `client-${client}`)
  expect(house.kinds()).toEqual(['confirm', 'confirm', 'confirm'])
})

it('mail of which nobody knows whether it was taken counts', async () => {
  house.answer = () => ({ outcome: 'retry', afterSeconds: null, reason: 'broken_off' })
  const { subscription, manage } = await house.subscribe({ channel: 'email', destination: { address: 'a' } })
  await house.liveUntil('2026-04-10 12:10', 1)
  const [line] = await house.deliveries(subscription.id, manage.token)
  expect(line).toMatchObject({ attempts: 4, reason: 'too_many_proofs' })
})

it('a receiver that is asked too often is not asked, and who asks for it is told until when', async () => {
  let asked = 0
  house.answer = () => {
    asked += 1
    return { outcome: 'retry', afterSeconds: null, reason: 'no_challenge' }
  }
  const { subscription, manage } = await house.subscribe({ channel: 'webhook', destination: { url: 'u' } })
  await house.liveUntil('2026-04-10 12:30', 1)
  expect(asked).toBe(5)
  const request = { id: subscription.id, token: manage.token }
  expect(await verifySubscription(house.alerts, house.delivery, request)).toMatchObject({
    code: 'quota_exceeded',
    retryAfterSeconds: 1800
  })
  expect(asked).toBe(5)
  house.answer = null
  house.goTo('2026-04-10 13:00')
  expect(await verifySubscription(house.alerts, house.delivery, request)).toMatchObject({
    subscription: { status: 'active' }
  })
})
