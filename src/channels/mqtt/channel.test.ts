import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  deliveryContext,
  frostMessage,
  frostNight,
  messageNow
} from '../../../test/contracts/channels/message.ts'
import { openTestDeps, type TestDeps } from '../../../test/contracts/channels/parts.ts'
import { type Mosquitto, mosquittoIsInstalled, startMosquitto } from '../../../test/receivers/mosquitto.ts'
import type { OpenChannel } from '../channel-kind.ts'
import { mqttKind } from './channel.ts'
import { expirySeconds, placePayload, placeTopic } from './message.ts'

const missing = mosquittoIsInstalled ? '' : " (skipped: Debian's mosquitto is not installed)"

const place = { ...frostMessage().place, slug: 'malatya' }

test('the place’s topic says nothing of any subscription', () => {
  const shown = placePayload({ ...frostMessage({ label: 'marked label' }), place })
  expect(JSON.parse(shown)).toMatchObject({
    location: { slug: 'malatya' },
    tonight: { date: '2026-04-12', score: 87.5 },
    nights: [{ score: 87.5 }]
  })
  for (const part of [
    'marked',
    'sub_01J9ZK3M5T',
    'unsubscribe-token',
    'threshold',
    'links',
    'standing',
    'before'
  ])
    expect(shown).not.toContain(part)
})

test('a crop has its own topic below the place’s, since the score is the crop’s', () => {
  expect(placeTopic({ ...frostMessage(), place })).toBe('frost/malatya/risk/apricot/full-bloom/canopy')
  const generic = { crop: 'generic', stage: null, exposure: null }
  expect(placeTopic({ place, crop: generic })).toBe('frost/malatya/risk')
  expect(placeTopic({ place: { slug: 'malatya' }, crop: { ...generic, exposure: 'canopy' } })).toBe(
    'frost/malatya/risk/generic/canopy'
  )
})

test('it expires when the last night it tells of is over', () => {
  const nights = [frostNight(), frostNight({ overAt: messageNow + 33 * 3_600_000 })]
  expect(expirySeconds(frostMessage({ nights }), messageNow)).toBe(33 * 3600)
  expect(expirySeconds(frostMessage(), messageNow + 24 * 3_600_000)).toBe(0)
})

test('the operator’s key is needed unless the operator opens the channel, and no password is shown', async () => {
  const deps = openTestDeps()
  const environment = { MQTT_URL: 'mqtts://ayaz:marked@broker.example:8883' }
  const closed = await mqttKind.configure(environment).open(deps.deps)
  const open = await mqttKind.configure({ ...environment, MQTT_OPEN: 'yes' }).open(deps.deps)
  expect([closed.channel.needsOperatorKey, open.channel.needsOperatorKey]).toEqual([true, false])
  const { url } = open.channel.setup({
    destination: { topic: 'frost/alerts/x' },
    signingKey: new Uint8Array(32),
    conversationToken: null,
    feedUrl: '',
    streamUrl: ''
  })
  expect(url).toBe('mqtts://broker.example:8883/frost/alerts/x')
  await deps.close()
})

describe.skipIf(!mosquittoIsInstalled)(`a real broker, read with its own client${missing}`, () => {
  let broker: Mosquitto
  let deps: TestDeps
  let opened: OpenChannel

  beforeAll(async () => {
    broker = await startMosquitto({ user: 'ayaz', password: 'marked' })
    deps = openTestDeps()
    opened = await mqttKind.configure({ MQTT_URL: broker.url }).open(deps.deps)
  })
  afterAll(async () => {
    await opened.close()
    await Promise.all([broker.close(), deps.close()])
  })

  const destination = { topic: 'frost/alerts/mine' }
  const generic = { crop: 'generic', stage: null, exposure: 'ground' as const, stageIsOld: false }

  test('its own topic holds the message, retained, with its expiry, and no topic of a place does', async () => {
    expect(
      await opened.channel.deliver(frostMessage({ crop: generic }), destination, deliveryContext())
    ).toMatchObject({
      outcome: 'sent'
    })
    const [own] = await broker.read('frost/alerts/mine', 1)
    expect(own).toMatchObject({ qos: 1, retain: 1, properties: { 'content-type': 'application/json' } })
    const expiry = Number(own?.properties?.['message-expiry-interval'])
    expect(expiry).toBeGreaterThan(9 * 3600 - 60)
    expect(expiry).toBeLessThanOrEqual(9 * 3600)
    expect(JSON.parse(own?.payload ?? '')).toMatchObject({
      type: 'frost.alert.raised',
      message_id: 'msg_01J9ZK4A7B'
    })
    expect(await broker.read('frost/+/risk/#', 1, 1)).toEqual([])
  })

  test('what is over already goes to whoever listens, and is not kept', async () => {
    const context = deliveryContext({ now: messageNow + 24 * 3_600_000 })
    await opened.channel.deliver(frostMessage({ crop: generic }), { topic: 'frost/alerts/over' }, context)
    expect(await broker.read('frost/alerts/over', 1, 1)).toEqual([])
  })

  test('a process that dies leaves its last will, and one that is still there takes it back', async () => {
    await opened.close()
    const child = spawn(process.execPath, ['test/receivers/mqtt-publisher.ts', broker.url], {
      stdio: ['ignore', 'pipe', 'inherit']
    })
    const [notified] = await once(child.stdout, 'data')
    expect(String(notified)).toBe('sent\n')
    expect(await broker.read('frost/status', 1)).toMatchObject([{ payload: 'online', retain: 1 }])
    child.kill('SIGKILL')
    await once(child, 'exit')
    await expect.poll(async () => (await broker.read('frost/status', 1))[0]?.payload).toBe('offline')
    await opened.channel.deliver(frostMessage(), destination, deliveryContext())
    expect((await broker.read('frost/status', 1))[0]?.payload).toBe('online')
  })

  test('a broker that refuses the login is tried again, without a word of the password', async () => {
    const wrong = await mqttKind
      .configure({ MQTT_URL: broker.url.replace('marked', 'wrong-marked') })
      .open(deps.deps)
    const giveUp = new AbortController()
    const delivery = wrong.channel.deliver(
      frostMessage(),
      destination,
      deliveryContext({ signal: giveUp.signal })
    )
    giveUp.abort()
    const outcome = await delivery
    expect(outcome).toMatchObject({ outcome: 'retry' })
    expect(JSON.stringify([outcome, deps.reports])).not.toContain('marked')
    await wrong.close()
  })
})
