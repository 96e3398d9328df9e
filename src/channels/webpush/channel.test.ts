import { createECDH, randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  deliveryContext,
  frostMessage,
  frostNight,
  messageNow
} from '../../../test/contracts/channels/message.ts'
import { openTestDeps, type TestDeps } from '../../../test/contracts/channels/parts.ts'
import { type PushService, startPushService } from '../../../test/receivers/push-service.ts'
import type { OpenChannel } from '../channel-kind.ts'
import { webpushKind } from './channel.ts'
import { pushPayload, ttlSeconds } from './config.ts'

let service: PushService
let deps: TestDeps
let opened: OpenChannel

beforeAll(async () => {
  service = await startPushService()
  deps = openTestDeps([service.port])
  opened = await webpushKind.configure({ WEBPUSH_CONTACT: 'mailto:frost@ayaz.example' }).open(deps.deps)
})
afterAll(async () => {
  await Promise.all([service.close(), deps.close()])
})

const deliver = (
  message = frostMessage(),
  destination: Readonly<Record<string, unknown>> = service.subscription
) => opened.channel.deliver(message, destination, deliveryContext())

test('the browser opens what we sent (RFC 8291), and the push service believes who sent it (RFC 8292)', async () => {
  expect(await deliver()).toEqual({ outcome: 'sent', thread: null })
  const push = service.opened.at(-1)
  expect(JSON.parse(push?.text ?? '')).toMatchObject({
    title: 'Tonight plants −3.2\u00a0°C, 01–08: Malatya apricot',
    tag: 'ayaz-sub_01J9ZK3M5T',
    renotify: true,
    message_id: 'msg_01J9ZK4A7B',
    url: 'https://ayaz.example/en/place/malatya',
    lang: 'en'
  })
  expect(push?.applicationServerKey).toBe(opened.applicationServerKey)
  expect(push?.claims).toMatchObject({ aud: service.origin, sub: 'mailto:frost@ayaz.example' })
  const lifeSeconds = (push?.claims.exp ?? 0) - Date.now() / 1000
  expect(lifeSeconds).toBeGreaterThan(60)
  expect(lifeSeconds).toBeLessThanOrEqual(24 * 3600)
})

test('the push that proves the subscription greets the person, and speaks of no challenge', async () => {
  const verify = frostMessage({ kind: 'verify', challenge: 'the-challenge', nights: [], language: 'tr' })
  expect(await deliver(verify)).toMatchObject({ outcome: 'sent' })
  const { text } = service.opened.at(-1) ?? { text: '' }
  expect(JSON.parse(text)).toMatchObject({ title: 'Malatya: don uyarıları açık', lang: 'tr' })
  expect(text).not.toContain('the-challenge')
})

test('another implementation of the encryption opens it too', async () => {
  interface HttpEce {
    decrypt(body: Buffer, options: { version: string; privateKey: unknown; authSecret: Buffer }): Buffer
  }
  const { decrypt } = createRequire(import.meta.url)('http_ece') as HttpEce
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const authSecret = randomBytes(16)
  const keys = {
    p256dh: browser.getPublicKey().toString('base64url'),
    auth: authSecret.toString('base64url')
  }
  service.answerNext({ status: 201 })
  await deliver(frostMessage(), { endpoint: service.subscription.endpoint, keys })
  const body = service.requests.at(-1)?.body ?? Buffer.alloc(0)
  const text = decrypt(body, { version: 'aes128gcm', privateKey: browser, authSecret }).toString('utf8')
  expect(JSON.parse(text)).toMatchObject({ message_id: 'msg_01J9ZK4A7B' })
})

test('the push service keeps it until the night is over, and no longer', async () => {
  await deliver()
  expect(service.opened.at(-1)).toMatchObject({ ttlSeconds: 9 * 3600, urgency: 'high' })
  expect(service.opened.at(-1)?.topic).toMatch(/^[A-Za-z0-9_-]{32}$/)
  const tomorrow = frostNight({ date: '2026-04-13', overAt: messageNow + 33 * 3_600_000 })
  expect(ttlSeconds(frostMessage({ nights: [frostNight(), tomorrow] }), messageNow)).toBe(33 * 3600)
  expect(ttlSeconds(frostMessage(), messageNow + 24 * 3_600_000)).toBe(0)
  expect(ttlSeconds(frostMessage({ kind: 'still_watching', nights: [] }), messageNow)).toBe(24 * 3600)
})

test('a newer message of the same subscription takes the place of a waiting one', async () => {
  await deliver()
  await deliver(frostMessage({ kind: 'cleared' }))
  await deliver(frostMessage({ subscriptionId: 'another' }))
  const [first, second, third] = service.opened.slice(-3)
  expect(second?.topic).toBe(first?.topic)
  expect(third?.topic).not.toBe(first?.topic)
  expect(second?.urgency).toBe('low')
})

test('the push that says we cannot see replaces the warning on the screen, and so repeats it', async () => {
  await deliver()
  await deliver(frostMessage({ kind: 'blind' }))
  const [raised, dataGap] = service.opened.slice(-2).map(({ text }) => JSON.parse(text))
  expect(dataGap).toMatchObject({
    tag: raised.tag,
    renotify: true,
    title: expect.stringMatching(/^No forecast tonight: Malatya apricot, last known plants −3\.2/)
  })
  expect(dataGap.body).toMatch(/^Alert in force \(last known\): tonight, severe damage risk \(88\/100\)/)
  expect(dataGap.body).toContain('No source has confirmed')
})

test('the payload stays under 3 kB whatever it tells of', () => {
  const nights = Array.from({ length: 16 }, (_, day) => frostNight({ date: `2026-04-${12 + day}` }))
  for (const language of ['en', 'tr'] as const) {
    for (const label of ['"'.repeat(1_500), 'ş'.repeat(1_400), '\u0001'.repeat(600)]) {
      for (const kind of ['raised', 'blind'] as const) {
        const payload = pushPayload(frostMessage({ kind, language, nights, label }), 'msg_1')
        expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(3_000)
        expect(JSON.parse(payload)).toMatchObject({ message_id: 'msg_1' })
      }
    }
  }
})

test.each([
  [201, 'sent'],
  [404, 'rejected'],
  [410, 'rejected'],
  [400, 'retry'],
  [403, 'retry'],
  [413, 'retry'],
  [429, 'retry'],
  [500, 'retry']
])('%i means %s', async (status, outcome) => {
  service.answerNext({ status })
  const result = await deliver()
  expect(result).toMatchObject({ outcome })
  if (result.outcome === 'rejected') expect(result.suspend).toBe('gone')
})

test('the keys are made once and kept', async () => {
  const again = await webpushKind.configure({}).open(deps.deps)
  expect(again.applicationServerKey).toBe(opened.applicationServerKey)
  const elsewhere = openTestDeps()
  const other = await webpushKind.configure({}).open(elsewhere.deps)
  expect(other.applicationServerKey).not.toBe(opened.applicationServerKey)
  await elsewhere.close()
})

describe('a subscription is judged when it is given', () => {
  const prepare = (change: object) =>
    opened.channel.prepare({
      destination: { ...service.subscription, ...change },
      place: { slug: 'malatya' },
      random: (bytes) => new Uint8Array(bytes)
    })
  const { p256dh, auth } = { p256dh: 'p256dh', auth: 'auth' }
  const keys = (change: object) => ({ keys: { ...service.subscription.keys, ...change } })

  test.each([
    'https://127.0.0.1/push',
    'https://[::1]/push',
    'https://10.1.2.3/push',
    'https://user@fcm.googleapis.com/x'
  ])('an endpoint at %s is not allowed', async (endpoint) => {
    expect(await prepare({ endpoint })).toMatchObject({
      code: 'destination_not_allowed',
      pointer: '/destination/endpoint'
    })
  })
  test('a key that is no point of the curve is refused at once, not at the first frost', async () => {
    const point = Buffer.alloc(65, 1)
    point[0] = 4
    expect(await prepare(keys({ [p256dh]: point.toString('base64url') }))).toMatchObject({
      code: 'destination_invalid',
      pointer: '/destination/keys/p256dh'
    })
    expect(await prepare(keys({ [auth]: 'short' }))).toMatchObject({ pointer: '/destination/keys/auth' })
    expect(await prepare({ keys: undefined })).toMatchObject({ code: 'destination_required' })
  })
  test('the browsers’ own services are shared by all, so only strangers are capped by host', async () => {
    expect(await prepare({})).toMatchObject({ ok: true, confirmationRateLimitKey: '127.0.0.1' })
    const shared = { ...deps.deps, checkSubscriberUrl: async () => null }
    const { channel } = await webpushKind.configure({}).open(shared)
    const destination = { ...service.subscription, endpoint: 'https://fcm.googleapis.com/fcm/send/x' }
    const place = { slug: 'malatya' }
    const prepared = await channel.prepare({ destination, place, random: (bytes) => new Uint8Array(bytes) })
    expect(prepared).toMatchObject({ ok: true, confirmationRateLimitKey: null })
  })
})
