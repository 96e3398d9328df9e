/**
 * What an operator configures: mail with its confirmation, channels behind a key, and the command line beside the
 * service.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hourMs } from '../../../src/common/time.ts'
import { startApp, type TestApp } from '../../app.ts'
import { built } from '../../built.ts'
import { machineEnvironment } from '../../machine-environment.ts'
import { patience } from '../../patience.ts'
import { type NtfyServer, startNtfyServer } from '../../receivers/ntfy-server.ts'
import { type SmtpReceiver, startSmtpReceiver } from '../../receivers/smtp-receiver.ts'
import { clockAt } from '../../scenarios/weather/harness.ts'
import { environmentOf, testedEngine } from '../../tested-data.ts'
import { startUpstream, type Upstream } from '../../upstream/upstream.ts'
import { clearNights, shifted } from '../../upstream/weather.ts'
import { type CheckedClient, openClient } from '../http/client.ts'
import { manage, post, type Subscribed } from './client.ts'
import { evening } from './real-app.ts'

let upstream: Upstream
let mail: SmtpReceiver
let ntfy: NtfyServer
let app: TestApp
let client: CheckedClient
/** The app's rounds sleep by it. */
const clock = clockAt(evening())
/** How much later it is for everything but the rounds. */
let laterMs = 0
let environment: Readonly<Record<string, string>>

beforeAll(async () => {
  const read = () => clock.read() + laterMs
  upstream = await startUpstream(read)
  upstream.setWeather(shifted(clearNights, -4))
  mail = await startSmtpReceiver()
  ntfy = await startNtfyServer()
  environment = {
    ...upstream.environment,
    TIERS: 'free=100000/60, partner=100000/60',
    SMTP_URL: mail.url,
    SMTP_FROM: 'ayaz@example.org',
    NTFY_URL: ntfy.origin,
    MQTT_URL: 'mqtt://127.0.0.1:1'
  }
  app = await startApp({ environment, clock: read, pause: clock.pause })
  client = await openClient(app.origin)
})
afterAll(async () => {
  await client.close()
  await app.close()
  await ntfy.close()
  await mail.close()
  await upstream.close()
})

const place = { location: 'malatya', threshold: 10 }
const toGrower = { ...place, channel: 'email', destination: { address: 'grower@example.org' } }

/** Runs a command beside the service, on the same database. */
async function command(...words: readonly string[]): Promise<unknown> {
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, [await built('main'), ...words, '--json'], {
    env: { ...machineEnvironment(), ...environment, ...environmentOf(app.data) }
  })
  return JSON.parse(stdout)
}

describe('a mail', () => {
  it('asks first, is confirmed by the button of its link, and then warns', async () => {
    const answer = await post(client, '/alerts/subscribe', { ...toGrower, label: 'BUY NOW', lang: 'tr' })
    const subscription = answer.json as Subscribed
    expect(subscription).toMatchObject({ status: 'pending_confirmation', confirmation: { method: 'link' } })
    await vi.waitFor(() => expect(mail.received).toHaveLength(1), 60_000)
    const asking = mail.received[0]?.mail.text ?? ''
    expect(asking).toContain('Kaydı isteyen kişinin yazdığı: “BUY NOW”')
    const link = /https:\/\/ayaz\.example(\/confirm\/[\w-]+)/.exec(asking)?.[1] ?? ''
    const look = await fetch(app.origin + link)
    const page = await look.text()
    expect(page).toContain('Uyarıyı aç')
    expect(page).toContain('Kaydı isteyen kişinin yazdığı: “BUY NOW”')
    expect(/<title>.*<h1>[^<]*/s.exec(page)?.[0]).not.toContain('BUY NOW')
    expect((await manage(client, subscription, {})).json).toMatchObject({
      subscription: { status: 'pending_confirmation' }
    })
    const press = await fetch(app.origin + link, { method: 'POST' })
    expect(await press.text()).toContain('Uyarı açık')
    await clock.rests('deliver')
    clock.move(1000)
    await vi.waitFor(() => expect(mail.received).toHaveLength(2), 60_000)
    expect(mail.received[1]?.raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(mail.received[1]?.mail.subject).not.toContain('BUY NOW')
    expect(mail.received[1]?.mail.text).toContain('Kaydı açan kişinin verdiği ad: BUY NOW')
    await vi.waitFor(
      async () =>
        expect((await command('deliveries', subscription.id)) as unknown).toMatchObject([
          { kind: 'raised', status: 'delivered' },
          { kind: 'confirm', status: 'delivered' }
        ]),
      patience
    )
  })

  it('that nobody confirms in time is too late', async () => {
    const answer = await post(client, '/alerts/subscribe', toGrower)
    const subscription = answer.json as Subscribed
    await vi.waitFor(() => expect(mail.received).toHaveLength(3), 60_000)
    const link = /https:\/\/ayaz\.example(\/confirm\/[\w-]+)/.exec(mail.received[2]?.mail.text ?? '')?.[1]
    laterMs += 49 * hourMs
    const press = await fetch(`${app.origin}${link}`, { method: 'POST' })
    expect(press.status).toBe(410)
    laterMs -= 49 * hourMs
    expect((await manage(client, subscription, {})).json).toMatchObject({
      subscription: { status: 'pending_confirmation' }
    })
  })
})

describe('a topic of ntfy', () => {
  it('is made by the service, warned at once, and tested five times an hour at most', async () => {
    const answer = await post(client, '/alerts/subscribe', { ...place, channel: 'ntfy' })
    const subscription = answer.json as Subscribed
    expect(subscription.status).toBe('active')
    expect(subscription.channel_url).toMatch(new RegExp(`^${ntfy.origin}/.{22,}`))
    // Shortly before the hour ends, when this limit is over sooner than the client's own quota is whole again.
    laterMs += hourMs - ((clock.read() + laterMs) % hourMs) - 20_000
    for (let count = 0; count < 5; count++) {
      expect((await manage(client, subscription, { method: 'POST', suffix: '/test' })).status).toBe(200)
    }
    const sixth = await manage(client, subscription, { method: 'POST', suffix: '/test' })
    expect(sixth.json).toMatchObject({ code: 'quota_exceeded', 'violated-policies': ['tests'] })
  })
})

describe('a channel behind the operator’s key', () => {
  it('is refused without one, and to a key that is not the operator’s', async () => {
    const body = { ...place, channel: 'mqtt' }
    const none = await post(client, '/alerts/subscribe', body)
    expect(none.json).toMatchObject({ code: 'forbidden_channel', status: 403 })
    const partner = (await command('keys', 'create', '--tier', 'partner')) as { id: string; key: string }
    const known = await post(client, '/alerts/subscribe', body, { 'x-api-key': partner.key })
    expect(known.json).toMatchObject({ code: 'forbidden_channel' })
    expect(known.headers['ratelimit']).toContain('"partner"')
    const wrong = await post(client, '/alerts/subscribe', body, { 'x-api-key': 'ayaz_wrong' })
    expect(wrong.json).toMatchObject({ code: 'invalid_api_key', status: 401 })
    const operator = (await command('keys', 'create', '--tier', 'partner', '--operator')) as { key: string }
    const taken = await post(client, '/alerts/subscribe', body, { 'x-api-key': operator.key })
    // The key opens the door; that nobody answers behind it is told too, and nothing is stored.
    expect(taken.json).toMatchObject({ code: 'channel_unavailable', status: 503 })
    expect(taken.headers['retry-after']).toBe('60')
    expect(JSON.stringify(await command('subscriptions'))).not.toContain('mqtt')
    await command('keys', 'revoke', partner.id)
    // Keys are looked up once a minute.
    laterMs += 61_000
    const revoked = await post(client, '/alerts/subscribe', body, { 'x-api-key': partner.key })
    expect(revoked.json).toMatchObject({ code: 'invalid_api_key' })
    expect(app.log().join('\n')).not.toContain(operator.key)
  })
})

describe('the command line', () => {
  it('counts, migrates and tests a channel', async () => {
    expect(await command('migrate')).toMatchObject({ engine: testedEngine })
    expect(await command('subscriptions')).toMatchObject({ watched_places: ['malatya'] })
    expect(await command('deliveries')).toMatchObject({ late: 0 })
    const before = ntfy.requests.length
    expect(await command('test-channel', 'ntfy')).toMatchObject({ outcome: 'sent' })
    expect(ntfy.requests.length).toBeGreaterThan(before)
    expect(await command('test-channel', 'email', 'operator@example.org')).toMatchObject({ outcome: 'sent' })
    expect(mail.received.at(-1)?.to).toEqual(['operator@example.org'])
  })
})
