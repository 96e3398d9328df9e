/**
 * A newcomer has no network: on demo data subscribing looks up no name and connects to nothing, whatever is configured.
 */
import { createHook } from 'node:async_hooks'
import { lookup } from 'node:dns/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startApp, type TestApp } from '../../app.ts'
import { startPushService } from '../../receivers/push-service.ts'
import { type CheckedClient, openClient } from '../http/client.ts'
import { manage, post, type Subscribed } from './client.ts'

const none = 'http://127.0.0.1:1'
/** Noon in Malatya: in the evening the first message may be that of the dusk. */
const noon = Date.UTC(2026, 3, 11, 9)
/**
 * Every lookup of a name and every connection that this process begins, also those that fail, as Node itself tells of
 * them.
 */
const begun: Readonly<Record<string, unknown>>[] = []
const hook = createHook({
  init: (_id, type, _trigger, resource) => {
    if (/^(GETADDRINFOREQWRAP|QUERYWRAP|TCPCONNECTWRAP)$/.test(type))
      begun.push(resource as Record<string, unknown>)
  }
})
const outgoing = () => begun.map(({ hostname, address, port }) => String(hostname ?? `${address}:${port}`))

let app: TestApp
let client: CheckedClient
beforeAll(async () => {
  app = await startApp({
    clock: () => noon,
    environment: {
      SOURCES: 'demo',
      TIERS: 'free=100000/60',
      NTFY_URL: none,
      MQTT_URL: 'mqtt://127.0.0.1:1',
      SMTP_URL: 'smtp://127.0.0.1:1',
      SMTP_FROM: 'ayaz@example.org',
      TELEGRAM_BOT_TOKEN: '42:marked-bot-token',
      TELEGRAM_BOT_NAME: 'ayaz_test_bot',
      TELEGRAM_API_ROOT: none
    }
  })
  client = await openClient(app.origin)
  hook.enable()
})
afterAll(async () => {
  hook.disable()
  await client.close()
  await app.close()
})

it('every channel is subscribed to, told of the frost and tested, and nothing has left the machine', async () => {
  const { subscription, close } = await startPushService()
  await close()
  const endpoint = 'https://push.example.org/send/1'
  const destinations = {
    ...{ ntfy: null, telegram: null, mqtt: null, feed: null, sse: null },
    webhook: { url: 'https://hooks.example.org/frost' },
    email: { address: 'grower@example.org' },
    webpush: { ...subscription, endpoint }
  }
  const subscribed: Subscribed[] = []
  for (const [channel, destination] of Object.entries(destinations)) {
    const body = { location: 'malatya', channel, threshold: 1, ...(destination && { destination }) }
    const { json } = await post(client, '/alerts/subscribe', body)
    expect(json, channel).toMatchObject({ status: 'active', preview: true })
    subscribed.push(json as Subscribed)
  }
  for (const one of subscribed) {
    await vi.waitFor(async () => {
      const { json } = await manage(client, one, { suffix: '/deliveries' })
      expect(json).toMatchObject({ deliveries: [{ kind: 'raised', status: 'delivered' }] })
    }, 60_000)
    expect((await manage(client, one, { method: 'POST', suffix: '/test' })).status).toBe(200)
  }
  const ourselves = new URL(app.origin).host
  expect(outgoing().filter((to) => to !== ourselves)).toEqual([])
  // Nothing seen may also mean that nothing is looked at.
  expect(outgoing()).toContain(ourselves)
  await lookup('nobody.invalid').catch(() => undefined)
  expect(outgoing()).toContain('nobody.invalid')
})

it('an address of this machine is refused all the same, so that nobody is surprised by real data', async () => {
  const body = { location: 'malatya', channel: 'webhook', threshold: 1 }
  const refused = await post(client, '/alerts/subscribe', {
    ...body,
    destination: { url: 'https://10.0.0.5/' }
  })
  expect(refused.json).toMatchObject({ code: 'destination_not_allowed' })
})
