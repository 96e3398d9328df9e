/** Home Assistant beside the same broker: what it finds there, and that it finds nothing any more afterwards. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { manage } from '../../contracts/http-alerts/client.ts'
import { patience } from '../../patience.ts'
import { discoveryFaults, discoveryTopics, membersRead } from '../../receivers/home-assistant.ts'
import { type Mosquitto, mosquittoIsInstalled, startMosquitto } from '../../receivers/mosquitto.ts'
import { openRunningHarness, type RunningHarness } from './running-harness.ts'

const missing = mosquittoIsInstalled ? null : 'no mosquitto (apt-get install -y mosquitto mosquitto-clients)'
if (missing !== null && process.env['CI'] === 'true') throw new Error(`CI=true, but there is ${missing}`)

it('the schema refuses what Home Assistant refuses', () => {
  const device = { identifiers: ['a'] }
  const sensor = { platform: 'sensor', unique_id: 'a' }
  const good = { device, origin: { name: 'Ayaz' }, components: { a: sensor } }
  expect(discoveryFaults(good)).toEqual([])
  for (const bad of [
    { ...good, origin: undefined },
    { ...good, device: { identifiers: [] } },
    { ...good, components: { a: { ...sensor, platform: undefined } } },
    { ...good, components: { a: { ...sensor, device_class: 'frost' } } },
    { ...good, components: { 'a b': sensor } },
    { ...good, availabilty: [] }
  ])
    expect(discoveryFaults(JSON.parse(JSON.stringify(bad))), JSON.stringify(bad)).not.toEqual([])
})

describe.skipIf(missing !== null)(`with an MQTT broker${missing === null ? '' : `: ${missing}`}`, () => {
  let broker: Mosquitto
  let app: RunningHarness

  beforeAll(async () => {
    broker = await startMosquitto()
    app = await openRunningHarness({ MQTT_URL: broker.url, MQTT_DISCOVERY: 'yes' })
  })
  afterAll(async () => {
    await app.stage.close()
    await broker.close()
  })

  const config = 'homeassistant/device/ayaz_malatya/config'
  const retained = async (): Promise<ReadonlyMap<string, string>> =>
    new Map((await broker.read('#', 20, 1)).map(({ topic, payload }) => [topic, payload]))
  const passUntil = (check: (topics: ReadonlyMap<string, string>) => void): Promise<void> =>
    vi.waitFor(async () => {
      app.stage.clock.move(70_000)
      check(await retained())
    }, patience)

  it('a watched place is a device whose entities read what the topic of the place has', async () => {
    const subscription = await app.subscribed({ channel: 'feed', crop: 'apricot', stage: 'full-bloom' })
    await passUntil((topics) => expect([...topics.keys()]).toContain(config))
    const topics = await retained()
    const found = [...topics.keys()].filter((topic) => topic.startsWith('homeassistant/'))
    expect(found).toEqual([config])
    expect(config).toMatch(discoveryTopics)
    const device = JSON.parse(topics.get(config) ?? '') as { state_topic: string; components: object }
    expect(discoveryFaults(device)).toEqual([])
    expect(Object.keys(device.components)).toEqual([
      ...['score', 'probability', 'plant_temperature_min', 'temperature_min', 'coldest_at', 'frost']
    ])
    const state = JSON.parse(topics.get(device.state_topic) ?? '') as Record<string, unknown>
    const read = membersRead(device)
    expect(read).toHaveLength(6)
    for (const path of read) expect(state, path).toHaveProperty(path)
    expect(topics.get('frost/status')).toBe('online')

    await manage(app.stage.client, subscription, { method: 'DELETE' })
    await passUntil((left) => expect([...left.keys()]).toEqual(['frost/status']))
  }, 60_000)
})
