/** Alerts over a running house on real data from loopback providers: from the subscription to what the receiver reads. */

import { parseAtomFeed } from 'feedsmith'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startHouse, type TestHouse } from '../../house.ts'
import { type LoopbackServer, type ReceivedRequest, startLoopback } from '../../receivers/loopback.ts'
import { startUpstream, type Upstream } from '../../upstream/upstream.ts'
import { clearNights, shifted } from '../../upstream/weather.ts'
import { type CheckedClient, openClient } from '../http/client.ts'
import { bearer, manage, type ProblemBody, post, type Subscribed } from './asking.ts'

let upstream: Upstream
let receiver: LoopbackServer
let house: TestHouse
let client: CheckedClient
/** Sends the challenge back; null answers 204 to everything, as a receiver that does not want this. */
let proves = true

beforeAll(async () => {
  upstream = await startUpstream()
  upstream.setWeather(shifted(clearNights, -4))
  receiver = await startLoopback(({ body }) => {
    const { data } = JSON.parse(body.toString()) as { data: { challenge?: string } }
    const challenge = proves ? data.challenge : undefined
    return challenge === undefined
      ? { status: 204 }
      : {
          status: 200,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ challenge })
        }
  })
  house = await startHouse({
    environment: {
      ...upstream.environment,
      TIERS: 'free=100000/60',
      WEBHOOK_ALLOW_HTTP: 'yes',
      WEBHOOK_ALLOW_CIDR: `127.0.0.1:${receiver.port}`
    }
  })
  client = await openClient(house.origin)
})
afterAll(async () => {
  await client.close()
  await house.close()
  await receiver.close()
  await upstream.close()
})

const place = { location: 'malatya', threshold: 10 }

async function subscribed(body: Readonly<Record<string, unknown>>): Promise<Subscribed> {
  const answer = await post(client, '/alerts/subscribe', { ...place, ...body })
  expect(answer.status, answer.body.toString()).toBe(201)
  return answer.json as Subscribed
}

function eventsOf(subscription: Subscribed): readonly { type: string; request: ReceivedRequest }[] {
  return receiver.requests
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
    const subscription = await subscribed({
      channel: 'webhook',
      destination: { url: `${receiver.origin}/frost?key=marked-secret` }
    })
    expect(subscription).toMatchObject({ status: 'pending_confirmation', preview: false })
    expect(subscription.channel_secret).toMatch(/^whsec_/)
    await vi.waitFor(() => {
      expect(eventsOf(subscription).map(({ type }) => type)).toEqual([
        'frost.subscription.verify',
        'frost.alert.raised'
      ])
    }, 8000)
    for (const { request } of eventsOf(subscription)) {
      expect(() => verified(request, subscription.channel_secret ?? '')).not.toThrow()
    }
    const { json } = await manage(client, subscription, {})
    expect(json).toMatchObject({ subscription: { status: 'active' } })
    const log = await manage(client, subscription, { suffix: '/deliveries?limit=1' })
    expect(log.json).toMatchObject({ deliveries: [{ kind: 'raised', status: 'delivered', attempts: 1 }] })
    const { next_cursor } = log.json as { next_cursor: string }
    const older = await manage(client, subscription, { suffix: `/deliveries?limit=1&cursor=${next_cursor}` })
    expect(older.json).toMatchObject({ deliveries: [{ kind: 'verify' }] })
  })

  it('that does not send the challenge back stays pending, and is asked again on demand', async () => {
    proves = false
    const subscription = await subscribed({
      channel: 'webhook',
      destination: { url: `${receiver.origin}/silent` }
    })
    await vi.waitFor(() => expect(eventsOf(subscription)).toHaveLength(1), 8000)
    const refused = await manage(client, subscription, { method: 'POST', suffix: '/test' })
    expect(refused.json).toMatchObject({ code: 'invalid_state', status: 409 })
    proves = true
    const proof = await manage(client, subscription, { method: 'POST', suffix: '/verify' })
    expect(proof.json).toMatchObject({ subscription: { status: 'active' } })
  })

  it('can be tested, paused, resumed, changed and ended', async () => {
    const subscription = await subscribed({
      channel: 'webhook',
      threshold: 100,
      destination: { url: `${receiver.origin}/managed` }
    })
    await vi.waitFor(async () => {
      const { json } = await manage(client, subscription, {})
      expect(json).toMatchObject({ subscription: { status: 'active' } })
    }, 8000)
    const call = async (method: string, suffix: string, body?: unknown): Promise<unknown> =>
      (await manage(client, subscription, { method, suffix, body })).json
    await call('POST', '/test')
    expect(eventsOf(subscription).at(-1)?.type).toBe('frost.alert.test')
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
    expect(await call('POST', '/resume')).toMatchObject({ code: 'subscription_ended', status: 410 })
  })
})

describe('a feed', () => {
  it('holds the alert, answers 304, and ends with its subscription', async () => {
    const subscription = await subscribed({ channel: 'feed' })
    expect(subscription.status).toBe('active')
    const path = new URL(subscription.channel_url ?? '').pathname
    const read = (headers = {}) => fetch(house.origin + path, { headers })
    const etag = await vi.waitFor(async () => {
      const answer = await read()
      expect(answer.headers.get('content-type')).toContain('application/atom+xml')
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      expect(parseAtomFeed(await answer.text()).entries).toHaveLength(1)
      return answer.headers.get('etag') ?? ''
    }, 8000)
    expect((await read({ 'if-none-match': etag })).status).toBe(304)
    const wrong = await fetch(
      house.origin + path.replace(/.\.atom$/, (end) => `${end[0] === 'A' ? 'B' : 'A'}.atom`)
    )
    expect(wrong.status).toBe(404)
    await unsubscribe(subscription)
    expect((await read()).status).toBe(410)
  })
})

describe('the unsubscribe link', () => {
  it('shows a button on GET and ends on POST, whatever a mail program sends', async () => {
    const [form, multipart, empty] = await Promise.all([1, 2, 3].map(() => subscribed({ channel: 'feed' })))
    const look = await fetch(linkOf(form))
    expect(await look.text()).toContain('<button>')
    expect(look.headers.get('cache-control')).toBe('private, no-store')
    expect((await statusOf(form)).status).toBe('active')
    const parts = new FormData()
    parts.set('List-Unsubscribe', 'One-Click')
    const bodies = [new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), parts, null]
    for (const [index, one] of [form, multipart, empty].entries()) {
      const answer = await fetch(linkOf(one), { method: 'POST', body: bodies[index] ?? null })
      expect(answer.status).toBe(200)
      expect((await statusOf(one)).status).toBe('unsubscribed')
    }
    expect((await fetch(`${house.origin}/u/nothing`, { method: 'POST' })).status).toBe(404)
    expect((await fetch(`${house.origin}/confirm/nothing`)).status).toBe(404)
  })
})

function linkOf(subscription: Subscribed | undefined): string {
  return house.origin + new URL(subscription?.manage.unsubscribe_url ?? '').pathname
}

async function statusOf(subscription: Subscribed | undefined): Promise<{ status: string }> {
  if (subscription === undefined) throw new Error('no subscription')
  return ((await manage(client, subscription, {})).json as { subscription: { status: string } }).subscription
}

async function unsubscribe(subscription: Subscribed): Promise<void> {
  await fetch(linkOf(subscription), { method: 'POST' })
}

describe('an event stream', () => {
  it('tells what comes, and again after the last id', async () => {
    const subscription = await subscribed({ channel: 'sse', threshold: 100 })
    const url = house.origin + new URL(subscription.channel_url ?? '').pathname
    const first = await openStream(url)
    await manage(client, subscription, { method: 'POST', suffix: '/test' })
    const [told] = await first.events(1)
    expect(told?.data).toMatchObject({ type: 'frost.alert.test', test: true })
    first.close()
    await manage(client, subscription, { method: 'POST', suffix: '/test' })
    const again = await openStream(url, told?.id)
    const [second] = await again.events(1)
    expect(second?.data['type']).toBe('frost.alert.test')
    expect(second?.id).not.toBe(told?.id)
    again.close()
    const whole = await openStream(url)
    expect((await whole.events(2)).map(({ id }) => id)).toEqual([told?.id, second?.id])
    whole.close()
  })

  it('may be open three times for one secret', async () => {
    const subscription = await subscribed({ channel: 'sse', threshold: 100 })
    const url = house.origin + new URL(subscription.channel_url ?? '').pathname
    const open = await Promise.all([1, 2, 3].map(() => openStream(url)))
    const fourth = await fetch(url)
    expect(fourth.status).toBe(429)
    expect(await fourth.json()).toMatchObject({
      code: 'quota_exceeded',
      'violated-policies': ['streams-per-address']
    })
    for (const one of open) one.close()
    await vi.waitFor(async () => {
      const later = await openStream(url)
      later.close()
    }, 5000)
  })

  it('opens nothing by another secret', async () => {
    const feed = await subscribed({ channel: 'feed' })
    const token = new URL(feed.channel_url ?? '').pathname.replace(/^\/feeds\/|\.atom$/g, '')
    expect((await fetch(`${house.origin}/streams/${token}`)).status).toBe(404)
    expect((await fetch(`${house.origin}/streams/${feed.manage.token}`)).status).toBe(404)
  })
})

interface StreamEvent {
  readonly id: string
  readonly data: Readonly<Record<string, unknown>>
}

interface OpenStream {
  /** Resolves once so many have come since it was opened. */
  readonly events: (count: number) => Promise<readonly StreamEvent[]>
  readonly close: () => void
}

async function openStream(url: string, lastEventId?: string): Promise<OpenStream> {
  const ending = new AbortController()
  const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
  const answer = await fetch(url, { headers, signal: ending.signal })
  const { body } = answer
  if (answer.status !== 200 || body === null) throw new Error(`answered ${answer.status}`)
  let text = ''
  const reading = (async () => {
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) text += chunk
  })().catch(() => undefined)
  const parsed = (): readonly StreamEvent[] =>
    [...text.matchAll(/^id: (.*)\ndata: (.*)\n\n/gm)].map(([, id = '', data = '{}']) => ({
      id,
      data: JSON.parse(data)
    }))
  return {
    events: (count) =>
      vi.waitFor(() => {
        expect(parsed().length).toBeGreaterThanOrEqual(count)
        return parsed()
      }, 8000),
    close: () => {
      ending.abort()
      void reading
    }
  }
}

describe('what is refused', () => {
  const valid = { ...place, channel: 'feed' }
  const refusals: readonly (readonly [string, unknown, number, Partial<ProblemBody>])[] = [
    ['no object', [1], 422, { code: 'validation_failed' }],
    ['a mistyped member', { ...valid, treshold: 5 }, 422, { code: 'validation_failed' }],
    ['a threshold of 0', { ...valid, threshold: 0 }, 422, { code: 'threshold_out_of_range' }],
    ['a threshold as text', { ...valid, threshold: '60' }, 422, { code: 'validation_failed' }],
    ['an unknown place', { ...valid, location: 'malatia' }, 422, { code: 'location_not_found', status: 422 }],
    ['an unknown channel', { ...valid, channel: 'pigeon' }, 422, { code: 'unsupported_channel' }],
    ['an unconfigured channel', { ...valid, channel: 'telegram' }, 422, { code: 'unsupported_channel' }],
    [
      'an unconfigured mail',
      { ...valid, channel: 'email', destination: { address: 'a@example.org' } },
      422,
      { code: 'unsupported_channel' }
    ],
    [
      'a webhook without a destination',
      { ...valid, channel: 'webhook' },
      422,
      { code: 'destination_required' }
    ],
    [
      'a webhook to nowhere',
      { ...valid, channel: 'webhook', destination: { url: 'x' } },
      422,
      { code: 'destination_invalid' }
    ],
    [
      'a webhook to this machine',
      { ...valid, channel: 'webhook', destination: { url: 'http://127.0.0.1:1/' } },
      422,
      { code: 'destination_not_allowed' }
    ],
    ['a stage without its crop', { ...valid, stage: 'full-bloom' }, 422, { code: 'validation_failed' }]
  ]

  it.each(refusals)('%s', async (_name, body, status, problem) => {
    const answer = await post(client, '/alerts/subscribe', body)
    expect(answer.status).toBe(status)
    expect(answer.json).toMatchObject(problem)
    expect((answer.json as ProblemBody).errors?.[0]?.pointer).toBeTypeOf('string')
  })

  it('names near misses and what works here', async () => {
    const place = await post(client, '/alerts/subscribe', { ...valid, location: 'malatia' })
    expect((place.json as ProblemBody).suggestions).toContainEqual({ slug: 'malatya', name: 'Malatya' })
    const channel = await post(client, '/alerts/subscribe', { ...valid, channel: 'telegram' })
    expect((channel.json as ProblemBody).available).toEqual(['webhook', 'feed', 'webpush', 'sse'])
    const webhook = await post(client, '/alerts/subscribe', { ...valid, channel: 'webhook' })
    expect((webhook.json as ProblemBody).needs).toEqual(['/destination/url'])
  })

  it('a form, broken JSON, a body too large, a parameter', async () => {
    const send = (body: string, type: string, query = '') =>
      client.ask(`/alerts/subscribe${query}`, { method: 'POST', headers: { 'content-type': type }, body })
    const form = await send('location=malatya', 'application/x-www-form-urlencoded')
    expect(form.json).toMatchObject({ code: 'unsupported_media_type', status: 415 })
    expect((await send('{', 'application/json')).json).toMatchObject({ code: 'malformed_json' })
    expect((await send('"x"'.padEnd(20_000), 'application/json')).json).toMatchObject({
      code: 'body_too_large'
    })
    expect((await send('{}', 'application/json', '?lang=tr')).json).toMatchObject({
      code: 'invalid_parameter'
    })
    expect((await send('{}', 'text/plain')).json).toMatchObject({ code: 'unsupported_media_type' })
  })
})

describe('who may manage', () => {
  it('nobody without a token, and a wrong one learns nothing', async () => {
    const mine = await subscribed({ channel: 'feed' })
    const other = await subscribed({ channel: 'feed' })
    const path = `/alerts/subscriptions/${mine.id}`
    const none = await client.ask(path)
    expect(none.json).toMatchObject({ code: 'token_required', status: 401 })
    expect(none.headers['www-authenticate']).toBe('Bearer')
    const calls = ['GET', 'PATCH', 'DELETE', 'POST'] as const
    const seen = new Set<string>()
    for (const method of calls) {
      for (const id of [mine.id, 'sub_AAAAAAAAAAAAAAAAAAAAAA', "x'%20or%201=1", '..%2f', '%F0%9F%A5%B6']) {
        const target = `/alerts/subscriptions/${id}${method === 'POST' ? '/pause' : ''}`
        const json = method === 'PATCH' ? { 'content-type': 'application/json' } : {}
        const answer = await client.ask(target, {
          method,
          headers: { ...bearer(other), ...json },
          ...(method === 'PATCH' ? { body: '{}' } : {})
        })
        expect(answer.status).toBe(404)
        seen.add(answer.body.toString())
      }
    }
    expect(seen.size).toBe(1)
    expect(await statusOf(mine)).toMatchObject({ status: 'active' })
  })
})

describe('an idempotency key', () => {
  it('gives the same answer again, and refuses another body', async () => {
    const body = { ...place, channel: 'feed', label: 'once' }
    const key = { 'idempotency-key': 'key-1' }
    const first = await post(client, '/alerts/subscribe', body, key)
    const second = await post(client, '/alerts/subscribe', body, key)
    expect(second.status).toBe(201)
    expect(second.body.toString()).toBe(first.body.toString())
    const other = await post(client, '/alerts/subscribe', { ...body, threshold: 50 }, key)
    expect(other.json).toMatchObject({ code: 'idempotency_key_reused', status: 422 })
  })
})

describe('what is told outside', () => {
  it('metrics tell of subscriptions and deliveries', async () => {
    const text = await (await fetch(`${house.origin}/metrics`)).text()
    expect(text).toMatch(/ayaz_subscriptions\{state="active",channel="webhook"\} [1-9]/)
    expect(text).toMatch(/ayaz_delivery_attempts_total\{channel="webhook",outcome="sent"\} [1-9]/)
    expect(text).toMatch(/ayaz_outbox_age_seconds \d/)
    expect(text).toMatch(/ayaz_open_episodes [1-9]/)
  })

  it('no secret and no destination stands in the log', async () => {
    const subscription = await subscribed({ channel: 'feed' })
    const log = house.log().join('\n')
    expect(log).not.toContain('marked-secret')
    expect(log).not.toContain(subscription.manage.token)
    expect(log).not.toContain(subscription.id)
    expect(upstream.violations).toEqual([])
  })
})

describe('a client', () => {
  it('may make 20 subscriptions a day', async () => {
    let answer = await post(client, '/alerts/subscribe', { ...place, channel: 'feed' })
    for (let count = 0; count < 20 && answer.status === 201; count++) {
      answer = await post(client, '/alerts/subscribe', { ...place, channel: 'feed' })
    }
    expect(answer.json).toMatchObject({ code: 'subscription_limit', status: 429 })
  })
})
