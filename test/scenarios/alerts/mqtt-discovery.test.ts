/** Home Assistant beside the same broker: what it finds there, and that it finds nothing any more afterwards. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { keysCommand } from '../../../src/cli/keys.ts'
import { runCommand } from '../../command.ts'
import { manage, post, type Subscribed } from '../../contracts/http-alerts/client.ts'
import { patience } from '../../patience.ts'
import {
  discoveryFaults,
  discoveryTopics,
  hasJinja,
  jinjaTexts,
  membersRead,
  rendered
} from '../../receivers/home-assistant.ts'
import { type Mosquitto, mosquittoIsInstalled, startMosquitto } from '../../receivers/mosquitto.ts'
import { environmentOf } from '../../tested-data.ts'
import { openRunningHarness, type RunningHarness } from './running-harness.ts'

const missing = mosquittoIsInstalled ? null : 'no mosquitto (apt-get install -y mosquitto mosquitto-clients)'
if (missing !== null && process.env['CI'] === 'true') throw new Error(`CI=true, but there is ${missing}`)

interface Seen {
  readonly device: {
    readonly components: Readonly<Record<string, { readonly value_template?: string }>>
    readonly availability: readonly { readonly value_template?: string }[]
  }
  readonly state: {
    readonly tonight: Readonly<Record<string, unknown>> & { readonly probability: { readonly frost: number } }
  }
}

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
  const passUntil = (check: (topics: ReadonlyMap<string, string>) => void | Promise<void>): Promise<void> =>
    vi.waitFor(async () => {
      app.stage.clock.move(70_000)
      await check(await retained())
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
  })

  it('a field whose owner measures there has the thermometer beside the forecast, that of another key has not', async () => {
    const field = { lat: 38.371, lon: 38.277, elevation: 990, lang: 'en' }
    const subscriptions: Subscribed[] = []
    for (const label of ['Measured', 'Beside']) {
      const argv = ['create', '--tier', 'free', '--operator', '--json']
      const made = await runCommand(keysCommand, argv, environmentOf(app.stage.app.data))
      const headers = { 'x-api-key': (JSON.parse(made.out) as { key: string }).key }
      const body = { ...field, label, channel: 'mqtt', threshold: 10 }
      const answer = await post(app.stage.client, '/alerts/subscribe', body, headers)
      subscriptions.push(answer.json as Subscribed)
      if (label === 'Beside') continue
      const measured_at = new Date(app.stage.clock.read()).toISOString()
      const reading = { temperature: -1.26, unit: 'C', kind: 'air_2m', station: 'orchard', measured_at }
      const { lang: _, ...where } = field
      const observations = [{ ...where, ...reading }]
      expect((await post(app.stage.client, '/observations', { observations }, headers)).status).toBe(200)
    }
    const devices = async () => {
      const found = [...(await retained())].filter(([topic]) => discoveryTopics.test(topic))
      const parsed = found.map(([, payload]) => JSON.parse(payload))
      return new Map(parsed.map((one) => [String(one.device.name), one]))
    }
    await passUntil(async () => {
      const found = await devices()
      expect(Object.keys(found.get('Ayaz Beside')?.components ?? {})).not.toContain('measured')
      expect(Object.keys(found.get('Ayaz Measured')?.components ?? {})).toContain('measured')
    })
    const device = (await devices()).get('Ayaz Measured')
    expect(discoveryFaults(device)).toEqual([])
    const { measured, foretold } = device.components
    expect([measured.name, foretold.name]).toEqual(['Your thermometer', 'Forecast at that time'])
    const read = async () => JSON.parse((await retained()).get(measured.state_topic) ?? '{}')
    const shown = await read()
    expect(shown).toEqual({
      temperature: -1.3,
      forecast: expect.any(Number),
      measured_at: expect.stringMatching(/^2026-04-11T\d\d:\d\d:\d\d\+03:00$/)
    })
    const values = [measured, foretold].map(({ value_template }) => rendered(value_template, shown))
    expect(values).toEqual([-1.3, shown.forecast])
    const topics = JSON.stringify([...(await retained())])
    expect(topics).not.toMatch(/38\.371|38\.277|orchard/)
    // What was read hours ago is not how cold it is.
    for (let hours = 0; hours < 3; hours++) await app.passMinutes(60)
    await passUntil(async () => expect((await read()).temperature).toBeNull())
    for (const one of subscriptions) await manage(app.stage.client, one, { method: 'DELETE' })
    await passUntil((left) => expect([...left.keys()]).toEqual(['frost/status']))
  })

  let seen: Seen | null = null
  it('a field that is watched by MQTT is one at once, by its label and in its language, and says not where it is', async () => {
    const field = { lat: 38.361, lon: 38.287, elevation: 980, label: 'Üst bahçe', lang: 'tr' }
    const body = { ...field, channel: 'mqtt', threshold: 10 }
    const argv = ['create', '--tier', 'free', '--operator', '--json']
    const made = await runCommand(keysCommand, argv, environmentOf(app.stage.app.data))
    const { key } = JSON.parse(made.out) as { key: string }
    const answer = await post(app.stage.client, '/alerts/subscribe', body, { 'x-api-key': key })
    const subscription = answer.json as Subscribed
    const device = await vi.waitFor(async () => {
      const found = [...(await retained())].find(([topic]) => discoveryTopics.test(topic))
      expect(found?.[0]).toMatch(/^homeassistant\/device\/ayaz_field_[0-9a-f]{16}\/config$/)
      return JSON.parse(found?.[1] ?? '')
    }, patience)
    expect(discoveryFaults(device)).toEqual([])
    expect(device.device.name).toBe('Ayaz Üst bahçe')
    expect(device.components.score.name).toBe('Don puanı')
    const topics = await retained()
    const state = JSON.parse(topics.get(device.state_topic) ?? '{}')
    expect(state.location).toEqual({
      slug: null,
      name: 'Üst bahçe',
      region: null,
      country: 'TR',
      timezone: 'Europe/Istanbul'
    })
    expect(JSON.stringify([...topics])).not.toMatch(/38\.361|38\.287/)
    const { alarm, seen: button, ...ofNight } = device.components
    for (const path of membersRead({ ...device, components: ofNight }))
      expect(state, path).toHaveProperty(path)
    seen = { device: { ...device, components: ofNight }, state }
    // A button of Home Assistant answers what its sensor shows.
    const shown = async () => JSON.parse((await retained()).get(alarm.state_topic) ?? '{}')
    expect(alarm).toMatchObject({ name: 'Bu gecenin uyarısı', device_class: 'enum' })
    await passUntil((now) =>
      expect(JSON.parse(now.get(alarm.state_topic) ?? '{}')).toMatchObject({ state: 'waiting' })
    )
    expect(alarm.options).toContain('waiting')
    await broker.publish(button.command_topic, button.payload_press ?? 'PRESS')
    await vi.waitFor(async () => expect((await shown()).state).toBe('acknowledged'), patience)

    await manage(app.stage.client, subscription, { method: 'DELETE' })
    await passUntil((left) => expect([...left.keys()]).toEqual(['frost/status']))
  })

  it.skipIf(!hasJinja)(
    `templates of a field give what Jinja2 makes of them${hasJinja ? '' : ': no jinja2 (apt-get install -y python3-jinja2)'}`,
    () => {
      if (seen === null) throw new Error('no field was announced')
      const { device, state } = seen
      const templates = [...Object.values(device.components), ...device.availability].flatMap(
        ({ value_template }) => value_template ?? []
      )
      const unknown = { score: null, level: 'unknown', temperature_min: null, plant_temperature_min: null }
      const night = { ...unknown, coldest_at: null, probability: { plant_frost: null, frost: null } }
      const { tonight } = state
      const share = String(Math.round(tonight.probability.frost * 100))
      const { score, plant_temperature_min: plant, temperature_min: air, coldest_at: at } = tonight
      expect(jinjaTexts(templates, [{ value_json: state }])[0]).toEqual([
        ...[score, share, plant, air, at].map(String),
        'ON',
        'online'
      ])
      // What Home Assistant shows as unknown.
      expect(jinjaTexts(templates, [{ value_json: { ...state, tonight: night } }])[0]).toEqual([
        ...Array(6).fill('None'),
        'online'
      ])
    }
  )
})
