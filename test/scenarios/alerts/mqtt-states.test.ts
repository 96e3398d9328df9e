/** A week of runs beside a live broker: what it retains equals what the API says, and ends with its reason. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { manage, type Subscribed } from '../../contracts/http-alerts/client.ts'
import { patience } from '../../patience.ts'
import {
  type BrokerMessage,
  type Mosquitto,
  mosquittoIsInstalled,
  startMosquitto
} from '../../receivers/mosquitto.ts'
import { openRunningHarness, type RunningHarness } from './running-harness.ts'

const missing = mosquittoIsInstalled ? null : 'no mosquitto (apt-get install -y mosquitto mosquitto-clients)'
if (missing !== null && process.env['CI'] === 'true') throw new Error(`CI=true, but there is ${missing}`)

type Body = Record<string, unknown>
interface Night {
  readonly date: string
  readonly score: number | null
  readonly level: string
  readonly temperature_min: number | null
  readonly plant_temperature_min: number | null
}
interface Widget extends Night {
  readonly window: { readonly from: string | null; readonly to: string | null }
}

describe.skipIf(missing !== null)(`with an MQTT broker${missing === null ? '' : `: ${missing}`}`, () => {
  let broker: Mosquitto
  let app: RunningHarness
  const place = 'frost/malatya/risk'

  beforeEach(async () => {
    broker = await startMosquitto()
    app = await openRunningHarness({ MQTT_URL: broker.url, MQTT_OPEN: 'yes' })
  })
  afterEach(async () => {
    await app.stage.close()
    await broker.close()
  })

  const subscribed = (body: Body = {}): Promise<Subscribed> =>
    vi.waitFor(() => app.subscribed({ channel: 'mqtt', ...body }), patience)
  const topicOf = ({ channel_url }: Subscribed): string => new URL(channel_url ?? '').pathname.slice(1)
  /** Everything that the broker retains now, by topic. */
  const retained = async (): Promise<ReadonlyMap<string, BrokerMessage>> =>
    new Map((await broker.read('#', 50, 1)).map((one) => [one.topic, one]))
  const bodyOf = async (topic: string): Promise<Body> =>
    JSON.parse((await broker.read(topic, 1, 1))[0]?.payload ?? 'null') as Body
  const asked = async (operation: string, query = ''): Promise<Body> =>
    (await app.stage.client.ask(`/weather/${operation}?location=malatya${query}`)).json as Body

  /** What the API shows now, in the members of the topic. */
  async function shownByApi(query = ''): Promise<Body> {
    const { nights, meta } = (await asked('frost-risk', query)) as { nights: readonly Night[]; meta: Body }
    const { issued_at, confirmed_at } = meta['freshness'] as Body
    return { tonight: numbersOf(nights[0]), issued_at, confirmed_at }
  }
  const numbersOf = (night: Night | undefined): Partial<Night> => {
    const { date, score, level, temperature_min, plant_temperature_min } = night ?? ({} as Night)
    return { date, score, level, temperature_min, plant_temperature_min }
  }

  /** Lets rounds pass until the check of what the broker retains holds. */
  const passUntil = (check: (topics: readonly string[]) => void): Promise<void> =>
    vi.waitFor(async () => {
      app.stage.clock.move(70_000)
      check([...(await retained()).keys()])
    }, patience)
  const passUntilAsync = (check: () => Promise<void>): Promise<void> =>
    vi.waitFor(async () => {
      app.stage.clock.move(70_000)
      await check()
    }, patience)
  const shown = (): Promise<void> => passUntil((topics) => expect(topics).toContain(place))
  const emptied = (): Promise<void> => passUntil((topics) => expect(topics).toEqual(['frost/status']))

  it('a place’s topic equals the API at every step of a week, whatever its subscriptions receive', async () => {
    // One threshold that no night reaches, by another channel: no message is sent.
    await app.subscribed({ channel: 'feed', threshold: 100 })
    await app.subscribed({ channel: 'feed', crop: 'apricot', stage: 'full-bloom' })
    const scores = new Set<unknown>()
    for (let step = 0; step < 28; step += 1) {
      app.changeWeather([-6, 2, -1, 9, -3, 0, 5][step % 7] ?? 0)
      await app.passMinutes(6 * 60)
      await vi.waitFor(async () => expect(await bodyOf(place)).toMatchObject(await shownByApi()), patience)
      const { tonight } = await bodyOf(place)
      const widget = (await asked('widget-data')) as { tonight: Widget }
      expect(tonight).toMatchObject({
        ...numbersOf(widget.tonight),
        frost_hours: widget.tonight.window
      })
      scores.add((tonight as Night).score)
      const crop = await bodyOf(`${place}/apricot/full-bloom`)
      expect(crop).toMatchObject(await shownByApi('&crop=apricot&stage=full-bloom'))
    }
    expect(scores.size).toBeGreaterThan(10)
  })

  it('a subscription’s topic follows its nights, better too, under the id of what was sent', async () => {
    const subscription = await subscribed({ label: 'Valve 7' })
    const topic = topicOf(subscription)
    const raised = await bodyOf(topic)
    const [first] = raised['nights'] as readonly Night[]
    // Better, but not over: nothing is sent.
    app.changeWeather(-2)
    await app.passMinutes(70)
    await vi.waitFor(async () => expect(await bodyOf(place)).toMatchObject(await shownByApi()), patience)
    const [tonight] = ((await asked('frost-risk')) as { nights: readonly Night[] }).nights
    expect(tonight?.score).toBeLessThan(first?.score ?? 0)
    const own = async () => ((await bodyOf(topic))['nights'] as readonly Night[])[0]
    await vi.waitFor(async () => expect(await own()).toMatchObject(numbersOf(tonight)), patience)
    const { type, message_id, timestamp, label } = await bodyOf(topic)
    expect({ type, message_id, timestamp }).toEqual({
      type: raised['type'],
      message_id: raised['message_id'],
      timestamp: raised['timestamp']
    })
    expect(label).toBe('Valve 7')
    expect(await app.deliveriesOf(subscription)).toHaveLength(1)
  })

  it('a program reads whether tonight’s warning was answered, and answers it', async () => {
    const [mine, other] = [await subscribed({ escalation: {} }), await subscribed({ escalation: {} })]
    const alarmOf = (subscription: Subscribed) => bodyOf(`${topicOf(subscription)}/alarm`)
    const stands = (subscription: Subscribed, alarm: Body): Promise<void> =>
      passUntilAsync(async () => expect(await alarmOf(subscription)).toMatchObject(alarm))
    for (const one of [mine, other]) await stands(one, { state: 'waiting', seen_at: null })
    expect(await alarmOf(mine)).toMatchObject({ night: '2026-04-12', notified_at: expect.any(String) })
    await broker.publish(`${topicOf(mine).slice(0, -1)}!/seen`, 'PRESS')
    await broker.publish(`${topicOf(mine)}/seen`, 'PRESS')
    await stands(mine, { state: 'acknowledged', seen_at: expect.any(String), unanswered_at: null })
    expect(await alarmOf(other)).toMatchObject({ state: 'waiting' })
    await app.passMinutes(15 * 60)
    await stands(other, { state: 'unanswered', unanswered_at: expect.any(String) })
    expect(await alarmOf(mine)).toMatchObject({ state: 'acknowledged' })
    await broker.publish(`${topicOf(other)}/seen`, '')
    await stands(other, { state: 'acknowledged' })
    for (const one of [mine, other]) await manage(app.stage.client, one, { method: 'DELETE' })
    await emptied()
  })

  it('nothing remains after a subscription ends, neither its own topic nor a place’s', async () => {
    const subscription = await subscribed()
    await shown()
    expect((await retained()).has(topicOf(subscription))).toBe(true)
    await manage(app.stage.client, subscription, { method: 'DELETE' })
    await emptied()
  })

  it('what ended while the broker was away, or before a restart, is emptied when it is back', async () => {
    const subscription = await subscribed()
    await shown()
    broker.freeze()
    await manage(app.stage.client, subscription, { method: 'DELETE' })
    await app.stage.restart()
    broker.thaw()
    await emptied()
  })

  it('a broker that accepts connections and never answers holds neither evaluation nor delivery', async () => {
    const feed = await app.subscribed({ channel: 'feed' })
    broker.freeze()
    await app.becomeWarm()
    await expect.poll(async () => (await app.deliveriesOf(feed)).map(({ kind }) => kind)).toContain('cleared')
    broker.thaw()
  })
})
