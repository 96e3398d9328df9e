/** Stations publish to the operator's broker, each preset as its devices do. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore, type Store } from '../../../src/store/open.ts'
import { startApp, type TestApp } from '../../app.ts'
import { patience } from '../../patience.ts'
import { type Mosquitto, mosquittoIsInstalled, startMosquitto } from '../../receivers/mosquitto.ts'

const keys = { operator: 'the-operators-key', grower: 'a-growers-key' }
const missing = mosquittoIsInstalled ? '' : " (skipped: Debian's mosquitto is not installed)"

describe.skipIf(!mosquittoIsInstalled)(`topics of a broker${missing}`, () => {
  let broker: Mosquitto
  let app: TestApp
  let store: Store

  beforeAll(async () => {
    broker = await startMosquitto()
    app = await startApp({ environment: { SOURCES: 'demo', MQTT_URL: broker.url, TIERS: 'free=100000/60' } })
    store = await openStore({ ...app.data, now: Date.now() })
    for (const [id, key] of Object.entries(keys)) {
      const hash = createHash('sha256').update(key).digest('hex')
      const operator = id === 'operator'
      await store.apiKeys.add({ id, hash, tier: 'free', label: id, operator, createdAt: Date.now() })
    }
  })
  afterAll(async () => {
    await store.close()
    await app.close()
    await broker.close()
  })

  const call = async (method: string, path: string, body: object | undefined, key = keys.operator) => {
    const answer = await fetch(app.api + path, {
      method,
      headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) })
    })
    return { status: answer.status, json: (await answer.json()) as Record<string, unknown> }
  }
  interface Heard {
    readonly channels: readonly { device: string; field: string; last_value: string; unit: string | null }[]
  }
  const heard = async (id: string) => {
    const { intake } = (await call('GET', `/intakes/${id}`, undefined)).json as unknown as { intake: Heard }
    return intake.channels.map(({ device, field, last_value, unit }) => [device, field, last_value, unit])
  }
  const publish = (topic: string, payload: object | string, ...more: readonly string[]) =>
    promisify(execFile)('/usr/bin/mosquitto_pub', [
      ...['-p', String(broker.port), '-q', '1', '-t', topic, ...more],
      ...['-m', typeof payload === 'string' ? payload : JSON.stringify(payload)]
    ])
  async function make(mqtt: object, more: object = {}): Promise<string> {
    const { intake } = (await call('POST', '/intakes', more)).json as unknown as { intake: { id: string } }
    expect((await call('PATCH', `/intakes/${intake.id}`, { mqtt })).status).toBe(200)
    return intake.id
  }

  it('are read by the preset of what publishes there; what the broker has kept is not', async () => {
    await publish('tele/kept/SENSOR', { SI7021: { Temperature: 30 }, TempUnit: 'C' }, '-r')
    const ids = {
      tasmota: await make({ topic: 'tele/+/SENSOR', preset: 'tasmota' }),
      zigbee: await make({ topic: 'zigbee2mqtt/orchard', preset: 'zigbee2mqtt' }),
      shelly: await make({ topic: 'shellyhtg3-1/#', preset: 'shelly' }),
      esphome: await make({ topic: 'orchard/sensor/air/state', preset: 'esphome' }, { unit: 'C' }),
      statestream: await make({ topic: 'ss/sensor/air/state', preset: 'statestream' }),
      json: await make({ topic: 'own', preset: 'json', pointer: '/probes/1/t' }, { unit: 'F' })
    }
    const publications: readonly (readonly [string, object | string])[] = [
      [
        'tele/t1/SENSOR',
        { Time: '2021-11-17T17:13:36', DS18B20: { Id: '05', Temperature: 32.3 }, TempUnit: 'F' }
      ],
      ['tele/zb/SENSOR', { ZbReceived: { '0x1067': { Temperature: 19.04, Humidity: 70.89 } } }],
      ['zigbee2mqtt/orchard', { battery: 91, temperature: -1.5, humidity: 46 }],
      [
        'shellyhtg3-1/events/rpc',
        { params: { 'temperature:0': { id: 0, tC: -0.9, tF: 30.4 }, 'humidity:0': { rh: 58.9 } } }
      ],
      ['shellyhtg3-1/status/temperature:0', { id: 0, tC: -1.1, tF: 30 }],
      ['orchard/sensor/air/state', '2.25'],
      ['ss/sensor/air/state', 'unavailable'],
      ['ss/sensor/air/state', '3.5'],
      ['own', { probes: [{ t: 1 }, { t: 31.5 }] }]
    ]
    // Until the topics are subscribed to, nothing comes.
    await expect
      .poll(async () => {
        for (const [topic, payload] of publications) await publish(topic, payload)
        return Promise.all(Object.values(ids).map(async (id) => (await heard(id)).length))
      }, patience)
      .toEqual([2, 1, 1, 1, 1, 1])
    expect(await heard(ids.tasmota)).toEqual([
      ['tele/t1/SENSOR', 'DS18B20/Temperature', '32.3', 'F'],
      ['tele/zb/SENSOR', 'ZbReceived/0x1067/Temperature', '19.04', null]
    ])
    expect(await heard(ids.zigbee)).toEqual([['zigbee2mqtt/orchard', 'temperature', '-1.5', 'C']])
    expect(await heard(ids.shelly)).toEqual([['shellyhtg3-1', 'temperature:0/tC', '-1.1', 'C']])
    expect(await heard(ids.esphome)).toEqual([['orchard/sensor/air/state', 'state', '2.25', 'C']])
    expect(await heard(ids.statestream)).toEqual([['ss/sensor/air/state', 'state', '3.5', null]])
    expect(await heard(ids.json)).toEqual([['own', '/probes/1/t', '31.5', 'F']])
  })

  it('become readings once their channel is mapped', async () => {
    const id = await make({ topic: 'mapped', preset: 'zigbee2mqtt' })
    await expect
      .poll(async () => {
        await publish('mapped', { temperature: 1 })
        return heard(id)
      }, patience)
      .toHaveLength(1)
    const sensor = { location: 'malatya', kind: 'air_2m', station: 'mapped' }
    const channels = [{ device: 'mapped', field: 'temperature', sensor }]
    expect((await call('PATCH', `/intakes/${id}`, { channels })).status).toBe(200)
    await publish('mapped', { temperature: -2.5 })
    const readings = async () => {
      const [found] = (await store.record.sensors(null, 10)).filter(({ station }) => station === 'mapped')
      return found === undefined ? [] : store.record.readings(found.seq, 0, 1e14)
    }
    await expect.poll(readings, patience).toMatchObject([{ temperatureC: -2.5 }])
  })

  it('with what nobody can read keep nothing after them out', async () => {
    const id = await make({ topic: 'odd/+', preset: 'zigbee2mqtt' })
    await expect
      .poll(async () => {
        await publish('odd/good', { temperature: 1 })
        return heard(id)
      }, patience)
      .toHaveLength(1)
    const odd = [
      '\u00ff\u0001 no JSON',
      'null',
      '{"temperature": NaN}',
      `{"temperature": 1, "x": "${'y'.repeat(70_000)}"}`,
      '{"temperature\\u0000": "\\u0000"}',
      `${'['.repeat(5000)}${']'.repeat(5000)}`,
      '{"temperature": 1, "temperature": -3}'
    ]
    for (const payload of odd) await publish('odd/odd', payload)
    await publish('odd/last', { temperature: 2 })
    await expect.poll(async () => (await heard(id)).map(([device]) => device), patience).toContain('odd/last')
    const { intake } = (await call('GET', `/intakes/${id}`, undefined)).json as unknown as {
      intake: { refusals: readonly { reason: string; count: number }[] }
    }
    expect(intake.refusals.map(({ reason, count }) => [reason, count])).toEqual([
      ['repeated_field', 1],
      ['too_large', 1],
      ['too_many_fields', 1],
      ['unreadable', 2]
    ])
  })

  it.each(['a/#/b', 'a+/b', '#a', '$SYS/#', '$share/g/a', 'a/b#', ''])(
    'are no topics where the broker knows none: %s',
    async (topic) => {
      const { intake } = (await call('POST', '/intakes', {})).json as unknown as { intake: { id: string } }
      const mqtt = { topic, preset: 'tasmota' }
      expect((await call('PATCH', `/intakes/${intake.id}`, { mqtt })).status).toBe(422)
    }
  )

  it('are read again after the broker was away and has forgotten everything', async () => {
    const id = await make({ topic: 'again', preset: 'zigbee2mqtt' })
    const hears = async () => {
      await expect
        .poll(async () => {
          await publish('again', { temperature: -2 })
          return (await heard(id)).length
        }, patience)
        .toBe(1)
    }
    await hears()
    await broker.close()
    broker = await startMosquitto(undefined, broker.port)
    const other = await make({ topic: 'after', preset: 'zigbee2mqtt' })
    await expect
      .poll(async () => {
        await publish('after', { temperature: -2 })
        await publish('again', { temperature: -4 })
        return [await heard(other), await heard(id)].map(([first]) => first?.[2])
      }, patience)
      .toEqual(['-2', '-4'])
  })

  it('are not for every key', async () => {
    const { json } = await call('POST', '/intakes', {}, keys.grower)
    const path = `/intakes/${(json as unknown as { intake: { id: string } }).intake.id}`
    const mqtt = { topic: '#', preset: 'json', pointer: '/t' }
    expect(await call('PATCH', path, { mqtt }, keys.grower)).toMatchObject({
      status: 403,
      json: { code: 'operator_key_required' }
    })
  })
})
