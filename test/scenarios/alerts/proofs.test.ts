/** Proofs that do not leave, or are asked for too often. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { verifySubscription } from '../../../src/alerts/manage.ts'
import { answerLimits, answerWindowMs, takeAll } from '../../../src/alerts/proof-limits.ts'
import type { AlertsHarness } from './alerts-harness.ts'
import { openTestedAlerts } from './tested-alerts.ts'

let app: AlertsHarness

beforeEach(async () => {
  app = await openTestedAlerts()
  app.goTo('2026-04-10 12:00')
})

afterEach(async () => {
  await app.close()
})

it('mail that the mail server did not take does not count as one of the three a day', async () => {
  const refused = {
    outcome: 'retry',
    afterSeconds: null,
    reason: 'try_later',
    reachedNoRecipient: true
  } as const
  app.answer = (_message, { attempt }) => (attempt <= 4 ? refused : null)
  const victim = { channel: 'email', destination: { address: 'a' } }
  await app.subscribe(victim)
  await app.liveUntil('2026-04-10 12:10', 1)
  expect(app.kinds()).toEqual(['confirm'])
  app.answer = null
  for (let client = 0; client < 5; client += 1) await app.subscribe(victim, `client-${client}`)
  expect(app.kinds()).toEqual(['confirm', 'confirm', 'confirm'])
})

it('mail of which nobody knows whether it was taken counts', async () => {
  app.answer = () => ({ outcome: 'retry', afterSeconds: null, reason: 'broken_off' })
  const { subscription, manage } = await app.subscribe({ channel: 'email', destination: { address: 'a' } })
  await app.liveUntil('2026-04-10 12:10', 1)
  const [line] = await app.deliveries(subscription.id, manage.token)
  expect(line).toMatchObject({ attempts: 4, reason: 'too_many_proofs' })
})

it('a receiver that is asked too often is not asked, and who asks for it is told until when', async () => {
  let asked = 0
  app.answer = () => {
    asked += 1
    return { outcome: 'retry', afterSeconds: null, reason: 'no_challenge' }
  }
  const { subscription, manage } = await app.subscribe({ channel: 'webhook', destination: { url: 'u' } })
  await app.liveUntil('2026-04-10 12:30', 1)
  expect(asked).toBe(5)
  const request = { id: subscription.id, token: manage.token }
  expect(await verifySubscription(app.alerts, app.delivery, request)).toMatchObject({
    code: 'quota_exceeded',
    retryAfterSeconds: 1800
  })
  expect(asked).toBe(5)
  app.answer = null
  app.goTo('2026-04-10 13:00')
  expect(await verifySubscription(app.alerts, app.delivery, request)).toMatchObject({
    subscription: { status: 'active' }
  })
})

/** Asks for the proof of one subscription so often; how often its receiver was asked by all. */
async function verify(answer: Awaited<ReturnType<AlertsHarness['subscribe']>>, times: number): Promise<void> {
  const request = { id: answer.subscription.id, token: answer.manage.token }
  for (let time = 0; time < times; time += 1) await verifySubscription(app.alerts, app.delivery, request)
}

it('a stranger who asks for proofs of a shared host uses up their own, for nobody else', async () => {
  const asked: string[] = []
  app.answer = (message) => {
    asked.push(message.subscriptionId)
    return { outcome: 'retry', afterSeconds: null, reason: 'no_challenge' }
  }
  const zap = (url: string) => ({ channel: 'webhook', destination: { host: 'hooks.example', url } })
  const anonymous = await app.subscribe(zap('/s'), 'stranger')
  await verify(anonymous, 20)
  expect(asked).toHaveLength(5)
  app.answer = null
  const honest = await app.subscribe(zap('/h'), 'honest')
  expect(await app.status(honest.subscription.id)).toMatchObject({ state: 'active' })
  // The same receiver, asked for by another.
  const other = await app.subscribe(zap('/s'), 'other')
  expect(await app.status(other.subscription.id)).toMatchObject({ state: 'active' })
})

it('the many clients of one network have a share of a host’s proofs, and all networks together a bound', async () => {
  let asked = 0
  app.answer = () => {
    asked += 1
    return { outcome: 'retry', afterSeconds: 3600, reason: 'no_challenge' }
  }
  const zap = { channel: 'webhook', destination: { host: 'hooks.example', url: '/one' } }
  for (let client = 0; client < 60; client += 1) {
    await app.subscribe(zap, `client-${client}`, { near: 'a', wide: 'A' })
  }
  expect(asked).toBe(answerLimits.perNearNetwork)
  app.answer = null
  const honest = await app.subscribe(zap, 'honest', { near: 'b', wide: 'B' })
  expect(await app.status(honest.subscription.id)).toMatchObject({ state: 'active' })
  // Whatever is left of the host's own bound.
  const key = (await app.status(honest.subscription.id))?.rateLimitKey ?? ''
  const now = app.alerts.now()
  const left = { scope: 'proof:webhook', key, limit: answerLimits.perHost, windowMs: answerWindowMs, now }
  let taken = 0
  while (await app.store.allowances.take(left)) taken += 1
  expect(taken).toBe(answerLimits.perHost - answerLimits.perNearNetwork - 1)
  const late = await app.subscribe(zap, 'late', { near: 'c', wide: 'C' })
  const [line] = await app.deliveries(late.subscription.id, late.manage.token)
  expect(line).toMatchObject({ reason: 'too_many_proofs' })
})

it('a proof that one limit refuses counts for no other', async () => {
  const now = app.alerts.now()
  const use = (key: string) => ({ scope: 'proof', key, limit: 1, windowMs: answerWindowMs, now })
  const { allowances } = app.store
  expect(await allowances.take(use('host'))).toBe(true)
  expect(await takeAll(allowances, [use('client'), use('host')])).toEqual(use('host'))
  expect(await takeAll(allowances, [use('client'), use('other')])).toBeNull()
  // Nor for this one, once another is given back.
  await allowances.giveBack(use('host'))
  expect(await allowances.take(use('host'))).toBe(true)
})
