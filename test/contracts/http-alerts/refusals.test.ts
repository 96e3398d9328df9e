/** What alerts refuse, and what nobody learns from it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bearer, type ProblemBody, post } from './client.ts'
import { openRealApp, place, type RealApp } from './real-app.ts'

let real: RealApp
beforeAll(async () => {
  real = await openRealApp()
  // A source has answered: from now on this is no demo.
  await real.subscribed({ channel: 'feed' })
})
afterAll(() => real.close())

/** What sources were asked about a place, from now on. */
async function askedOf(slug: string) {
  const { json } = await real.client.ask(`/locations/${slug}`)
  const { lat } = (json as { readonly location: { readonly lat: number } }).location
  return () => real.upstream.requests.filter(({ query }) => query.get('latitude') === String(lat))
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
      'a webhook as a text',
      { ...valid, channel: 'webhook', destination: 'https://example.org/hook' },
      422,
      { code: 'destination_invalid', errors: [{ pointer: '/destination' }] }
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
    const answer = await post(real.client, '/alerts/subscribe', body)
    expect(answer.status).toBe(status)
    expect(answer.json).toMatchObject(problem)
    expect((answer.json as ProblemBody).errors?.[0]?.pointer).toBeTypeOf('string')
  })

  it('fetches no forecast for what it refuses', async () => {
    const fetched = await askedOf('konya')
    const elsewhere = { ...valid, location: 'konya' }
    for (const body of [
      { ...elsewhere, threshold: 5000 },
      { ...elsewhere, channel: 'pigeon' },
      { ...elsewhere, crop: 'apricot' },
      { ...elsewhere, treshold: 5 },
      { ...elsewhere, channel: 'webhook' },
      { ...elsewhere, channel: 'webhook', destination: { url: 'x' } },
      { ...elsewhere, channel: 'webhook', destination: { url: 'http://127.0.0.1:1/' } }
    ]) {
      expect((await post(real.client, '/alerts/subscribe', body)).status).toBe(422)
    }
    expect(fetched()).toEqual([])
    expect((await post(real.client, '/alerts/subscribe', elsewhere)).status).toBe(201)
    expect(fetched()).toHaveLength(1)
  })

  it('names near misses and what works here', async () => {
    const place = await post(real.client, '/alerts/subscribe', { ...valid, location: 'malatia' })
    expect((place.json as ProblemBody).suggestions).toContainEqual({ slug: 'malatya', name: 'Malatya' })
    const channel = await post(real.client, '/alerts/subscribe', { ...valid, channel: 'telegram' })
    expect((channel.json as ProblemBody).available).toEqual(['webhook', 'feed', 'webpush', 'sse'])
    const capital = await post(real.client, '/alerts/subscribe', { ...valid, channel: 'Feed' })
    expect(capital.json).toMatchObject({ detail: expect.stringContaining('Did you mean "feed"?') })
    const webhook = await post(real.client, '/alerts/subscribe', { ...valid, channel: 'webhook' })
    expect((webhook.json as ProblemBody).needs).toEqual(['/destination/url'])
  })

  it('a form, broken JSON, a body too large, a parameter', async () => {
    const send = (body: string, type: string, query = '') =>
      real.client.ask(`/alerts/subscribe${query}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body
      })
    const form = await send('location=malatya', 'application/x-www-form-urlencoded')
    expect(form.json).toMatchObject({ code: 'unsupported_media_type', status: 415 })
    const isNot = (detail: string) => ({ code: 'malformed_json', status: 400, detail })
    for (const [sent, detail] of [
      [
        '{"threshold": 60,}',
        'The body is not JSON: expected double-quoted property name (line 1 column 18).'
      ],
      ['{\n  threshold: 60\n}', "The body is not JSON: expected property name or '}' (line 2 column 3)."],
      ['{', "The body is not JSON: expected property name or '}' (line 1 column 2)."],
      ['{"threshold":', 'The body is not JSON: unexpected end of JSON input.'],
      ['{\n "threshold": sixty\n}', `The body is not JSON: unexpected token 's', "…reshold": sixty }".`],
      ['{} {}', 'The body is not JSON: unexpected non-whitespace character (line 1 column 4).'],
      ['{"a":\u0007}', `The body is not JSON: unexpected token '\ufffd', "{"a":\ufffd}".`]
    ] as const) {
      expect((await send(sent, 'application/json')).json).toMatchObject(isNot(detail))
    }
    const latin5 = await real.client.ask('/alerts/subscribe', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from('{"location":"Malat\xffya"}', 'latin1')
    })
    expect(latin5.json).toMatchObject(isNot('The body is not UTF-8.'))
    expect((await send('', 'application/json')).json).toMatchObject({
      code: 'malformed_json',
      detail: 'The body is empty; one JSON object is needed.'
    })
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
  it('the content type of a body that is not there is no fault where none is read', async () => {
    const mine = await real.subscribed({ channel: 'feed' })
    const headers = { ...bearer(mine), 'content-type': 'application/json' }
    const path = `/alerts/subscriptions/${mine.id}`
    expect((await real.client.ask(path, { method: 'PATCH', headers })).json).toMatchObject({
      code: 'malformed_json'
    })
    expect((await real.client.ask(path, { headers })).status).toBe(200)
    expect((await real.client.ask(`${path}/pause`, { method: 'POST', headers })).status).toBe(200)
    expect((await real.client.ask(path, { method: 'DELETE', headers })).status).toBe(200)
  })

  it('nobody without a token, and a wrong one learns nothing', async () => {
    const mine = await real.subscribed({ channel: 'feed' })
    const other = await real.subscribed({ channel: 'feed' })
    const path = `/alerts/subscriptions/${mine.id}`
    const none = await real.client.ask(path)
    expect(none.json).toMatchObject({ code: 'token_required', status: 401 })
    expect(none.headers['www-authenticate']).toBe('Bearer')
    const calls = ['GET', 'PATCH', 'DELETE', 'POST'] as const
    const seen = new Set<string>()
    for (const method of calls) {
      for (const id of [mine.id, 'sub_AAAAAAAAAAAAAAAAAAAAAA', "x'%20or%201=1", '..%2f', '%F0%9F%A5%B6']) {
        const target = `/alerts/subscriptions/${id}${method === 'POST' ? '/pause' : ''}`
        const json = method === 'PATCH' ? { 'content-type': 'application/json' } : {}
        const answer = await real.client.ask(target, {
          method,
          headers: { ...bearer(other), ...json },
          ...(method === 'PATCH' ? { body: '{}' } : {})
        })
        expect(answer.status).toBe(404)
        seen.add(answer.body.toString())
      }
    }
    expect(seen.size).toBe(1)
    expect(await real.statusOf(mine)).toBe('active')
  })
})

describe('an idempotency key', () => {
  it('gives the same answer again, and refuses another body', async () => {
    const body = { ...place, channel: 'feed', label: 'once' }
    const key = { 'idempotency-key': '8e03978e-40d5-43e8-bc93-6894a57f9321' }
    const first = await post(real.client, '/alerts/subscribe', body, key)
    const second = await post(real.client, '/alerts/subscribe', body, key)
    expect(second.status).toBe(201)
    expect(second.body.toString()).toBe(first.body.toString())
    const other = await post(real.client, '/alerts/subscribe', { ...body, threshold: 50 }, key)
    expect(other.json).toMatchObject({ code: 'idempotency_key_reused', status: 422 })
    const fetched = await askedOf('sivas')
    const elsewhere = await post(real.client, '/alerts/subscribe', { ...body, location: 'sivas' }, key)
    expect(elsewhere.json).toMatchObject({ code: 'idempotency_key_reused' })
    expect(fetched()).toEqual([])
  })
})

describe('a client', () => {
  it('may make 20 subscriptions a day', async () => {
    let answer = await post(real.client, '/alerts/subscribe', { ...place, channel: 'feed' })
    for (let count = 0; count < 20 && answer.status === 201; count++) {
      answer = await post(real.client, '/alerts/subscribe', { ...place, channel: 'feed' })
    }
    expect(answer.json).toMatchObject({ code: 'subscription_limit', status: 429 })
    const fetched = await askedOf('kars')
    const elsewhere = await post(real.client, '/alerts/subscribe', {
      ...place,
      location: 'kars',
      channel: 'feed'
    })
    expect(elsewhere.status).toBe(429)
    expect(fetched()).toEqual([])
  })
})
