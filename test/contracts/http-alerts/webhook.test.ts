/** A webhook over a running app: from the subscription to what the receiver reads. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ReceivedRequest } from '../../receivers/loopback.ts'
import { closeSchema, type JsonObject, resolveReference } from '../http/close-schemas.ts'
import { manage, post, type Subscribed } from './client.ts'
import { evening, openRealApp, type RealApp } from './real-app.ts'

let real: RealApp
beforeAll(async () => {
  real = await openRealApp()
})
afterAll(() => real.close())

function eventsOf(subscription: Subscribed): readonly { type: string; request: ReceivedRequest }[] {
  return real.receiver.requests
    .map((request) => ({ request, event: JSON.parse(request.body.toString()) }))
    .filter(({ event }) => event.data?.subscription_id === subscription.id)
    .map(({ request, event }) => ({ request, type: event.type }))
}

function verified(request: ReceivedRequest, secret: string): unknown {
  const header = (name: string): string => String(request.headers[name])
  // A receiver lives at the time of the service.
  vi.setSystemTime(evening())
  try {
    return new Webhook(secret).verify(request.body, {
      'webhook-id': header('webhook-id'),
      'webhook-timestamp': header('webhook-timestamp'),
      'webhook-signature': header('webhook-signature')
    })
  } finally {
    vi.useRealTimers()
  }
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
    for (const suffix of ['/verify', '/test']) {
      expect(await call('POST', suffix)).toMatchObject({ code: 'subscription_ended', status: 410 })
    }
  })
})

describe('a receiver that cannot answer', () => {
  it('is confirmed by the button behind confirm_url, once, and not by opening it', async () => {
    real.proves = false
    const subscription = await real.subscribed({
      channel: 'webhook',
      lang: 'tr',
      destination: { url: `${real.receiver.origin}/no-code` }
    })
    expect(JSON.stringify(subscription)).not.toContain('/confirm/')
    await vi.waitFor(() => expect(eventsOf(subscription)).toHaveLength(1), 60_000)
    const body = JSON.parse(eventsOf(subscription)[0]?.request.body.toString() ?? '')
    const link = real.app.origin + new URL(body.data.confirm_url).pathname
    const look = await fetch(link)
    expect([look.status, await look.text()]).toEqual([200, expect.stringMatching(/Malatya[\s\S]*<button>/)])
    expect(await real.statusOf(subscription)).toBe('pending_confirmation')
    expect((await fetch(link, { method: 'POST' })).status).toBe(200)
    expect(await real.statusOf(subscription)).toBe('active')
    // The warning that stands already follows, whatever the receiver answers to it.
    await expect.poll(() => eventsOf(subscription).at(-1)?.type).toBe('frost.alert.raised')
    await fetch(real.linkOf(subscription), { method: 'POST' })
    expect((await fetch(link, { method: 'POST' })).status).toBe(410)
    expect(await real.statusOf(subscription)).toBe('unsubscribed')
    real.proves = true
  })
})

describe('a chat', () => {
  it('is asked once, confirmed by a reader, and then has the warning in its own form', async () => {
    const url = `${real.receiver.origin}/chat-${crypto.randomUUID()}`
    const own = () => real.receiver.requests.filter(({ path }) => url.endsWith(path))
    const destination = { url, format: 'discord' }
    const subscription = await real.subscribed({ channel: 'webhook', lang: 'tr', destination })
    expect(subscription).toMatchObject({ status: 'pending_confirmation', channel_secret: null })
    await vi.waitFor(() => expect(own()).toHaveLength(1), 60_000)
    const log = async () => (await manage(real.client, subscription, { suffix: '/deliveries' })).json
    await expect.poll(log).toMatchObject({ deliveries: [{ kind: 'verify', status: 'delivered' }] })
    expect(await real.statusOf(subscription)).toBe('pending_confirmation')
    const asked = own()[0]?.body.toString() ?? ''
    const { pathname } = new URL(/https:[^\s"()]*\/confirm\/[^\s"()]*/.exec(asked)?.[0] ?? '')
    expect((await fetch(real.app.origin + pathname, { method: 'POST' })).status).toBe(200)
    expect(await real.statusOf(subscription)).toBe('active')
    await expect.poll(() => own().length).toBe(2)
    const warning = own()[1]?.body.toString() ?? ''
    expect(JSON.parse(warning)).toMatchObject({ embeds: [{ title: expect.stringContaining('Malatya') }] })
    expect(warning).not.toContain('/alerts/manage')
  })

  it.each(['matrix', ''])('is chosen in the form of the pages, or a program is (%s)', async (format) => {
    const destination = `${real.receiver.origin}/form-${crypto.randomUUID()}`
    const sent = { location: 'malatya', channel: 'webhook', threshold: '60', destination, format }
    const body = new URLSearchParams(sent)
    expect((await fetch(`${real.app.origin}/en/subscribe`, { method: 'POST', body })).status).toBe(200)
    const own = () => real.receiver.requests.filter(({ path }) => destination.endsWith(path))
    await vi.waitFor(() => expect(own()).not.toEqual([]), 60_000)
    const { html, type } = JSON.parse(own()[0]?.body.toString() ?? '')
    expect([typeof html, type]).toEqual(
      format === '' ? ['undefined', 'frost.subscription.verify'] : ['string', undefined]
    )
  })

  it('of an unknown form is refused, with what was probably meant', async () => {
    const destination = { url: `${real.receiver.origin}/x`, format: 'slak' }
    const { status, json } = await post(real.client, '/alerts/subscribe', {
      ...{ location: 'malatya', channel: 'webhook', threshold: 60, destination }
    })
    expect([status, json]).toMatchObject([
      422,
      {
        code: 'destination_invalid',
        detail: expect.stringContaining(
          'one of slack, discord, teams, matrix, apprise. Did you mean "slack"?'
        ),
        errors: [{ pointer: '/destination/format' }]
      }
    ])
  })
})

describe('a secret', () => {
  it('is rotated: for a day both sign, and the answer alone tells the new one', async () => {
    const subscription = await real.subscribed({
      channel: 'webhook',
      threshold: 100,
      destination: { url: `${real.receiver.origin}/rotated` }
    })
    await expect.poll(() => real.statusOf(subscription)).toBe('active')
    const call = async (suffix: string) =>
      (await manage(real.client, subscription, { method: 'POST', suffix })).json as Record<string, string>
    const { secret = '' } = await call('/rotate-secret')
    expect(secret).toMatch(/^whsec_/)
    expect(secret).not.toBe(subscription.channel_secret)
    // As a proxy repeats it that got no answer: the secret of an answer that was lost would make every signature fail.
    expect(await call('/rotate-secret')).toMatchObject({ secret })
    await call('/test')
    await expect.poll(() => eventsOf(subscription).at(-1)?.type).toBe('frost.alert.test')
    const request = eventsOf(subscription).at(-1)?.request
    if (request === undefined) throw new Error('a test was sent')
    for (const one of [secret, subscription.channel_secret ?? '']) {
      expect(() => verified(request, one)).not.toThrow()
    }
    const read = await manage(real.client, subscription, {})
    expect(read.body.toString()).not.toContain('whsec_')
  })

  it('is nothing that another channel has', async () => {
    const feed = await real.subscribed({ channel: 'feed' })
    for (const suffix of ['/rotate-secret', '/deliveries/msg_1/redeliver']) {
      const { json } = await manage(real.client, feed, { method: 'POST', suffix })
      expect(json).toMatchObject({ code: 'invalid_state', status: 409 })
    }
  })
})

describe('a past message', () => {
  it('is sent again with its id and its nights; a proof and an unknown id are not', async () => {
    const subscription = await real.subscribed({
      channel: 'webhook',
      destination: { url: `${real.receiver.origin}/again` }
    })
    const log = async () => {
      const { json } = await manage(real.client, subscription, { suffix: '/deliveries' })
      return (json as { deliveries: { kind: string; status: string; message_id: string }[] }).deliveries
    }
    await expect.poll(log).toMatchObject([{ kind: 'raised', status: 'delivered' }, { kind: 'verify' }])
    const [raised, proof] = await log()
    const again = async (id: string | undefined) => {
      const suffix = `/deliveries/${id}/redeliver`
      return (await manage(real.client, subscription, { method: 'POST', suffix })).json
    }
    expect(await again(raised?.message_id)).toEqual({
      ...{ message_id: raised?.message_id, status: 'delivered', reason: null }
    })
    const [first, second] = eventsOf(subscription).slice(-2)
    expect(second?.request.headers['webhook-id']).toBe(raised?.message_id)
    expect(second?.request.body.toString()).toBe(first?.request.body.toString())
    for (const id of [proof?.message_id, 'msg_unknown']) {
      expect(await again(id)).toMatchObject({ code: 'message_not_found', status: 404 })
    }
    for (let used = 1; used < 20; used += 1) await again(raised?.message_id)
    expect(await again(raised?.message_id)).toMatchObject({ code: 'quota_exceeded', status: 429 })
  })
})

describe('the webhooks section of the document', () => {
  it('describes every event that was sent, closed', async () => {
    const document = (await real.client.ask('/openapi.json')).json as JsonObject
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true })
    addFormats.default(ajv)
    const all = real.receiver.requests.map(({ body }) => JSON.parse(body.toString()))
    // A chat is sent words.
    const events = all.filter(({ type }) => type !== undefined)
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
