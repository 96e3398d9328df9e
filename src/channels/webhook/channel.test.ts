import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliveryContext, frostMessage } from '../../../test/contracts/channels/message.ts'
import { openTestDeps, type TestDeps } from '../../../test/contracts/channels/parts.ts'
import { startLoopback } from '../../../test/receivers/loopback.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../test/receivers/webhook-receiver.ts'
import type { Channel } from '../../alerts/ports.ts'
import { webhookSecret } from './bodies.ts'
import { webhookKind } from './channel.ts'

let receiver: WebhookReceiver
let deps: TestDeps
let channel: Channel

beforeAll(async () => {
  receiver = await startWebhookReceiver(webhookSecret(deliveryContext().signingKey))
  deps = openTestDeps([receiver.port])
  channel = (await webhookKind.configure({}).open(deps.deps)).channel
})
afterAll(async () => {
  await Promise.all([receiver.close(), deps.close()])
})

const attempt = (changes: Parameters<typeof deliveryContext>[0] = {}) =>
  deliveryContext({ now: Date.now(), ...changes })
const deliver = (message = frostMessage(), context = attempt()) =>
  channel.deliver(message, { url: `${receiver.origin}/hook` }, context)
const verify = frostMessage({ kind: 'verify', challenge: 'the-challenge', nights: [] })

test('the published library accepts what we sign, and reads the whole message', async () => {
  expect(await deliver()).toEqual({ outcome: 'sent', thread: null })
  const { body, id } = receiver.verified.at(-1) ?? { body: {}, id: '' }
  expect(id).toBe('msg_01J9ZK4A7B')
  expect(body).toMatchObject({
    type: 'frost.alert.raised',
    timestamp: '2026-04-11T22:00:00+03:00',
    data: {
      location: { slug: 'malatya', timezone: 'Europe/Istanbul' },
      threshold: 60,
      synthetic: false,
      test: false,
      nights: [{ date: '2026-04-12', score: 87.5, coldest_at: '2026-04-12T05:00:00+03:00' }]
    }
  })
})

test('the published library refuses what was signed for somebody else', async () => {
  const before = receiver.verified.length
  const outcome = await deliver(frostMessage(), attempt({ signingKey: new Uint8Array(32).fill(8) }))
  expect(outcome).toMatchObject({
    outcome: 'retry',
    reason: 'The receiver answered 401: "bad signature".'
  })
  expect(receiver.verified.length).toBe(before)
  expect(receiver.refused.at(-1)).toBe('No matching signature found')
})

test('for a day after a rotation the published library accepts the old secret and the new one', async () => {
  const signingKey = new Uint8Array(32).fill(9)
  expect(await deliver(frostMessage(), attempt({ signingKey }))).toMatchObject({ outcome: 'retry' })
  const previousSigningKey = deliveryContext().signingKey
  const rotated = attempt({ signingKey, previousSigningKey })
  expect(await deliver(frostMessage(), rotated)).toMatchObject({ outcome: 'sent' })
})

test('a repeat has the same bytes and id but its own timestamp', async () => {
  const now = Date.now()
  await deliver(frostMessage(), attempt({ now: now - 60_000 }))
  await deliver(frostMessage(), attempt({ now, attempt: 2 }))
  const [first, second] = receiver.requests.slice(-2)
  expect(second?.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true)
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(Number(second?.headers['webhook-timestamp'])).toBe(Number(first?.headers['webhook-timestamp']) + 60)
})

describe('a verification is believed only when the challenge comes back', () => {
  test('returned', async () => {
    expect(await deliver(verify)).toMatchObject({ outcome: 'sent' })
    expect(receiver.verified.at(-1)?.body).toMatchObject({
      type: 'frost.subscription.verify',
      data: { challenge: 'the-challenge', confirm_url: null }
    })
  })
  test.each(['', 'the-challenge', '{"challenge":"another"}', '["the-challenge"]', 'null', '<html>ok</html>'])(
    'not by %j',
    async (body) => {
      receiver.answerNext({ status: 200, body })
      expect(await deliver(verify)).toMatchObject({ outcome: 'retry' })
    }
  )
  test('and not by a receiver that sends back an empty challenge for none', async () => {
    receiver.answerNext({ status: 200, body: '{"challenge":null}' })
    expect(await deliver({ ...verify, challenge: null })).toMatchObject({ outcome: 'retry' })
  })
})

test.each([
  [200, 'sent'],
  [202, 'sent'],
  [204, 'sent'],
  [301, 'retry'],
  [302, 'retry'],
  [308, 'retry'],
  [400, 'retry'],
  [401, 'retry'],
  [404, 'retry'],
  [408, 'retry'],
  [410, 'rejected'],
  [422, 'retry'],
  [429, 'retry'],
  [500, 'retry'],
  [503, 'retry']
])('%i means %s', async (status, outcome) => {
  receiver.answerNext({ status })
  expect(await deliver()).toMatchObject({ outcome })
})

test('a redirect is not followed, wherever it leads', async () => {
  const elsewhere = await startLoopback(() => ({ status: 200 }))
  receiver.answerNext({ status: 307, headers: { location: `${elsewhere.origin}/inside` } })
  expect(await deliver()).toMatchObject({
    outcome: 'retry',
    reason: expect.stringContaining('never followed')
  })
  expect(elsewhere.requests).toEqual([])
  await elsewhere.close()
})

test('Retry-After is passed on, as seconds and as a date', async () => {
  receiver.answerNext({ status: 429, headers: { 'retry-after': '90' } })
  expect(await deliver()).toMatchObject({ outcome: 'retry', afterSeconds: 90 })
  const now = Math.floor(Date.now() / 1000) * 1000
  receiver.answerNext({ status: 503, headers: { 'retry-after': new Date(now + 30_000).toUTCString() } })
  expect(await deliver(frostMessage(), attempt({ now }))).toMatchObject({
    outcome: 'retry',
    afterSeconds: 30
  })
})

test('a receiver that answers far too much has failed', async () => {
  receiver.answerNext({ status: 200, body: 'x'.repeat(200_000) })
  expect(await deliver()).toMatchObject({
    outcome: 'retry',
    reason: expect.stringContaining('more than is read')
  })
})

test('a receiver that never answers is given up', async () => {
  receiver.answerNext(null)
  const giveUp = new AbortController()
  const before = receiver.requests.length
  const delivery = deliver(frostMessage(), attempt({ signal: giveUp.signal }))
  await expect.poll(() => receiver.requests.length).toBe(before + 1)
  giveUp.abort()
  expect(await delivery).toMatchObject({ outcome: 'retry' })
})

describe('a destination is judged when it is given', () => {
  const prepare = (url: unknown) =>
    channel.prepare({
      destination: { url },
      place: { slug: 'malatya' },
      random: (bytes) => new Uint8Array(bytes)
    })

  test.each([
    'http://127.0.0.1:1/hook',
    'https://127.0.0.1/hook',
    'https://[::1]/hook',
    'https://[::ffff:127.0.0.1]/hook',
    'https://2130706433/hook',
    'https://0177.0.0.1/hook',
    'https://10.0.0.7/hook',
    'https://169.254.169.254/latest',
    'https://localhost/hook',
    'https://user:password@example.org/hook',
    'ftp://example.org/hook'
  ])('%s is not allowed', async (url) => {
    expect(await prepare(url)).toMatchObject({
      ok: false,
      code: 'destination_not_allowed',
      pointer: '/destination/url'
    })
  })
  test.each([['not a url'], [7], [`https://example.org/${'x'.repeat(2_000)}`]])(
    '%j is invalid',
    async (url) => {
      expect(await prepare(url)).toMatchObject({
        ok: false,
        code: 'destination_invalid',
        pointer: '/destination/url'
      })
    }
  )
  test('two spellings of one URL are the same destination, and verifications are capped by host', async () => {
    const plain = await prepare(`${receiver.origin}/hook`)
    expect(await prepare(`${receiver.origin.replace('http', 'HTTP')}/hook#part`)).toEqual(plain)
    expect(plain).toMatchObject({ ok: true, confirmationRateLimitKey: '127.0.0.1' })
  })
})

test('the secret is handed over as the specification writes it', () => {
  const { secret } = channel.setup({
    destination: null,
    signingKey: new Uint8Array(32).fill(255),
    conversationToken: null,
    feedUrl: '',
    streamUrl: ''
  })
  expect(secret).toBe('whsec_//////////////////////////////////////////8=')
})
