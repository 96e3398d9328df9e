/**
 * The running app beside a live broker: what a controller in the orchard reads, and what happens while the broker is
 * away.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { post, type Subscribed } from '../../contracts/http-alerts/client.ts'
import { patience } from '../../patience.ts'
import { type Mosquitto, mosquittoIsInstalled, startMosquitto } from '../../receivers/mosquitto.ts'
import { openRunningHarness, type RunningHarness } from './running-harness.ts'

/** A night of a message without what it says of the subscription. */
function numbersOf({
  standing: _,
  before: __,
  probability,
  ...numbers
}: Record<string, unknown> = {}): Record<string, unknown> {
  const { threshold: ___, ...frost } = Object(probability)
  return { ...numbers, probability: frost }
}

const missing = mosquittoIsInstalled ? null : 'no mosquitto (apt-get install -y mosquitto mosquitto-clients)'
if (missing !== null && process.env['CI'] === 'true') throw new Error(`CI=true, but there is ${missing}`)

describe.skipIf(missing !== null)(`with an MQTT broker${missing === null ? '' : `: ${missing}`}`, () => {
  let broker: Mosquitto
  let app: RunningHarness

  const login = { user: 'ayaz', password: 'marked-password' }

  beforeEach(async () => {
    broker = await startMosquitto(login)
    app = await openRunningHarness({ MQTT_URL: broker.url, MQTT_OPEN: 'yes' })
  })
  afterEach(async () => {
    await app.stage.close()
    await broker.close()
  })

  const topicOf = ({ channel_url }: Subscribed): string => new URL(channel_url ?? '').pathname.slice(1)
  const message = async (topic: string): Promise<Record<string, unknown>> => {
    const [read] = await broker.read(topic, 1)
    return JSON.parse(read?.payload ?? 'null')
  }

  it('a subscription’s topic and the place’s hold the warning, and then its end', async () => {
    // Refused as long as the broker has not answered within the two seconds in which the app looks for it.
    const subscription = await vi.waitFor(
      () => app.subscribed({ channel: 'mqtt', label: 'Valve 7' }),
      patience
    )
    expect(subscription).toMatchObject({ status: 'active', preview: false })
    expect(subscription.channel_url).not.toContain('marked-password')
    const topic = topicOf(subscription)
    expect(topic).toMatch(/^frost\/alerts\/[\w-]{27}$/)
    const raised = await message(topic)
    expect(raised).toMatchObject({
      type: 'frost.alert.raised',
      subscription_id: subscription.id,
      label: 'Valve 7',
      location: { slug: 'malatya' },
      synthetic: false
    })
    const riskOfPlace = async () => (await broker.read('frost/malatya/risk', 1))[0]
    // What a subscribe evaluates at once is shown by the next round of watching, within a minute.
    await app.passMinutes(1)
    // A reader who is there gets it as it comes, one who comes later as it was retained.
    await expect.poll(riskOfPlace).toMatchObject({ retain: 1, qos: 1 })
    const retained = await riskOfPlace()
    const tonight = numbersOf((raised['nights'] as readonly Record<string, unknown>[])[0])
    // The place shows last night until it thaws; a warning is about a night whose coldest hours are to come.
    const shown = JSON.parse(retained?.payload ?? '').nights as readonly Record<string, unknown>[]
    expect(shown.find(({ date }) => date === tonight['date'])).toMatchObject(tonight)
    expect(retained?.payload).not.toContain(subscription.id)
    expect(retained?.payload).not.toContain('Valve 7')
    expect((await broker.read('frost/status', 1))[0]?.payload).toBe('online')

    await app.becomeWarm()
    await expect.poll(async () => (await message(topic))['type']).toBe('frost.alert.cleared')
    // What has arrived is written down a moment later.
    await expect
      .poll(() => app.deliveriesOf(subscription))
      .toMatchObject([
        { kind: 'cleared', status: 'delivered' },
        { kind: 'raised', status: 'delivered', message_id: raised['message_id'] }
      ])
  })

  it('while it is away nobody is taken in, and who was before is told when it is tried again', async () => {
    const subscription = await vi.waitFor(() => app.subscribed({ channel: 'mqtt' }), patience)
    await expect.poll(async () => (await app.deliveriesOf(subscription))[0]?.status).toBe('delivered')
    await broker.close()
    const body = { location: 'malatya', channel: 'mqtt', threshold: 10 }
    const refused = await post(app.stage.client, '/alerts/subscribe', body)
    expect(refused.json).toMatchObject({ code: 'channel_unavailable', status: 503 })
    expect(refused.headers['retry-after']).toBe('60')
    const channels = (await app.stage.client.ask('/channels')).json
    expect(channels).toMatchObject({
      channels: expect.arrayContaining([expect.objectContaining({ id: 'mqtt', available: true })])
    })
    app.changeWeather(-7)
    await app.passMinutes(70)
    const updated = async () => (await app.deliveriesOf(subscription)).find(({ kind }) => kind === 'updated')
    const reason = 'The broker could not be reached.'
    await expect.poll(updated).toMatchObject({ status: 'queued', reason, attempts: 1 })
    expect(await app.statusOf(subscription)).toMatchObject({ status: 'active' })

    broker = await startMosquitto(login, broker.port)
    await app.stage.clock.rests('deliver')
    app.stage.clock.move(10_000)
    await expect.poll(updated).toMatchObject({ status: 'delivered', attempts: 2 })
    expect(await message(topicOf(subscription))).toMatchObject({ subscription_id: subscription.id })
  })
})
