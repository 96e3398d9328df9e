/** A webhook over a running house: from the subscription to what the receiver reads. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ReceivedRequest } from '../../receivers/loopback.ts'
import { closeSchema, type JsonObject, resolveReference } from '../http/close-schemas.ts'
import { manage, type Subscribed } from './client.ts'
import { openRealApp, type RealApp } from './real-app.ts'

let real: RealApp
beforeAll(async () => {
  real = await openRealApp()
})
afterAll(() => real.close())

function eventsOf(subscription: Subscribed): readonly { type: string; request: ReceivedRequest }[] {
  return real.receiver.requests
    .map((request) => ({ request, event: JSON.parse(request.body.toString()) }))
    .filter(({ event }) => event.data.subscription_id === subscription.id)
    .map(({ request, event }) => ({ request, type: event.type }))
}

function verified(request: ReceivedRequest, secret: string): unknown {
  const header = (name: string): string => String(request.headers[name])
  return new Webhook(secret).verify(request.body, {
    'webhook-id': header('webhook-id'),
    'webhook-timestamp': header('webhook-timestamp'),
    'webhook-signature': header('webhook-signature')
  })
}

describe('a webhook', () => {
  it('proves itself, is told of the frost, and its signatures hold', async () => {
    const subscription = await real.subscribed({
      channel: 'webhook',
      destination: { url: `${real.receiver.origin}/frost?key=marked-secret` }
    })
    expect(subscription).toMatchObject({ status: 'pending_confirmation', preview: false })
    expect(subscription.channel_secret).toMatch(/^whsec_/)
    await vi.waitFor(() => {
      expect(eventsOf(subscription).map(({ type }) => type)).toEqual([
        'frost.subscription.verify',
        'frost.alert.raised'
      ])
    }, 60_000)
    for (const { request } of eventsOf(subscription)) {
      expect(() => verified(request, subscription.channel_secret ?? '')).not.toThrow()
    }
    const { json } = await manage(real.client, subscription, {})
    expect(json).toMatchObject({ subscription: { status: 'active' } })
    // What has arrived is written down a moment later.
    const log = await vi.waitFor(async () => {
      const newest = await manage(real.client, subscription, { suffix: '/deliveries?limit=1' })
      expect(newest.json).toMatchObject({
        deliveries: [{ kind: 'raised', status: 'delivered', attempts: 1 }]
      })
      return newest
    }, 60_000)
    const { next_cursor } = log.json as { next_cursor: string }
    const older = await manage(real.client, subscription, {
      suffix: `/deliveries?limit=1&cursor=${next_cursor}`
    })
    expect(older.json).toMatchObject({ deliveries: [{ kind: 'verify' }] })
  })

  it('that does not send the challenge back stays pending, and is asked again on demand', async () => {
    real.proves = false
    const subscription = await real.subscribed({
      channel: 'webhook',
      destination: { url: `${real.receiver.origin}/silent` }
    })
    await vi.waitFor(() => expect(eventsOf(subscription)).toHaveLength(1), 60_000)
    const refused = await manage(real.client, subscription, { method: 'POST', suffix: '/test' })
    expect(refused.json).toMatchObject({ code: 'invalid_state', status: 409 })
    real.proves = true
    const proof = await manage(real.client, subscription, { method: 'POST', suffix: '/verify' })
    expect(proof.status).toBe(200)
    // The round that delivers may have taken it, and then the answer does not wait for it.
    await expect.poll(() => real.statusOf(subscription)).toBe('active')
  })

  it('can be tested, paused, resumed, changed and ended', async () => {
    const subscription = await real.subscribed({
      channel: 'webhook',
      threshold: 100,
      destination: { url: `${real.receiver.origin}/managed` }
    })
    await vi.waitFor(async () => {
      const { json } = await manage(real.client, subscription, {})
      expect(json).toMatchObject({ subscription: { status: 'active' } })
    }, 60_000)
    const call = async (method: string, suffix: string, body?: unknown): Promise<unknown> =>
      (await manage(real.client, subscription, { method, suffix, body })).json
    await call('POST', '/test')
    await expect.poll(() => eventsOf(subscription).at(-1)?.type).toBe('frost.alert.test')
    expect(await call('POST', '/pause')).toMatchObject({ subscription: { status: 'paused' } })
    expect(await call('POST', '/resume')).toMatchObject({ subscription: { status: 'active' } })
    expect(await call('PATCH', '', { threshold: 20, label: '<b>x</b>', lang: 'tr' })).toMatchObject({
      subscription: { threshold: 20, label: '<b>x</b>', lang: 'tr' }
    })
    expect(await call('POST', '/verify')).toMatchObject({ code: 'invalid_state' })
    expect(await call('PATCH', '', { location: 'izmir' })).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/location' }]
    })
    expect(await call('DELETE', '')).toMatchObject({
      subscription: { status: 'unsubscribed', reason: 'by_subscriber' }
    })
    expect(await call('DELETE', '')).toMatchObject({ subscription: { status: 'unsubscribed' } })
    for (const suffix of ['/resume', '/verify', '/test']) {
      expect(await call('POST', suffix)).toMatchObject({ code: 'subscription_ended', status: 410 })
    }
  })
})

describe('the webhooks section of the document', () => {
  it('describes every event that was sent, closed', async () => {
    const document = (await real.client.ask('/openapi.json')).json as JsonObject
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true })
    addFormats.default(ajv)
    const events = real.receiver.requests.map(({ body }) => JSON.parse(body.toString()))
    const types = new Set(events.map(({ type }) => type))
    expect([...types].sort()).toEqual(['frost.alert.raised', 'frost.alert.test', 'frost.subscription.verify'])
    for (const event of events) {
      const pointer = `#/webhooks/${event.type}/post/requestBody/content/application~1json/schema`
      const schema = closeSchema(resolveReference(pointer, document), document)
      const validate = ajv.compile(schema as object)
      expect(validate(event) ? [] : validate.errors, event.type).toEqual([])
    }
  })
})

describe('what is told outside', () => {
  it('metrics tell of subscriptions and deliveries', async () => {
    const text = await (await fetch(`${real.app.origin}/metrics`)).text()
    expect(text).toMatch(/ayaz_subscriptions\{state="active",channel="webhook"\} [1-9]/)
    expect(text).toMatch(/ayaz_delivery_attempts_total\{channel="webhook",outcome="sent"\} [1-9]/)
    expect(text).toMatch(/ayaz_outbox_age_seconds \d/)
    expect(text).toMatch(/ayaz_open_episodes [1-9]/)
  })

  it('no secret and no destination stands in the log', async () => {
    const subscription = await real.subscribed({ channel: 'feed' })
    const log = real.app.log().join('\n')
    expect(log).not.toContain('marked-secret')
    expect(log).not.toContain(subscription.manage.token)
    expect(log).not.toContain(subscription.id)
    expect(real.upstream.violations).toEqual([])
  })
})
