/** A thermometer that falls silent before a night of frost is named in the next message of its owner, in no other. */
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { minuteMs } from '../../../src/common/time.ts'
import { openStore } from '../../../src/store/open.ts'
import { patience } from '../../patience.ts'
import { type LoopbackServer, startLoopback } from '../../receivers/loopback.ts'
import { clearNights, shifted } from '../../upstream/weather.ts'
import { openStage, type Stage } from '../weather/harness.ts'

/** 10:00 in Malatya. */
const morning = Date.UTC(2026, 3, 11, 7)
/** Above that of clear nights [°C]. */
const warmth = 9
const keys = ['ayse', 'bekir'] as const

let stage: Stage
let hook: LoopbackServer
/** By the path of the receiver. */
let texts: Map<string, string>

beforeEach(async () => {
  texts = new Map()
  hook = await startLoopback(({ path, body }) => {
    const { data } = JSON.parse(body.toString()) as { data: { challenge?: string; text?: string } }
    if (data.challenge !== undefined)
      return { status: 200, body: JSON.stringify({ challenge: data.challenge }) }
    texts.set(path, data.text ?? '')
    return { status: 204 }
  })
  const environment = {
    ...{ SOURCES: 'open-meteo', WEBHOOK_ALLOW_HTTP: 'yes' },
    WEBHOOK_ALLOW_CIDR: `127.0.0.1:${hook.port}`
  }
  stage = await openStage({ at: morning, roundsOnClock: true, environment })
  stage.upstream.setWeather(shifted(clearNights, warmth))
  const store = await openStore({ ...stage.app.data, now: morning })
  for (const id of keys) {
    const hash = createHash('sha256').update(id).digest('hex')
    await store.apiKeys.add({ id, hash, tier: 'free', label: id, operator: false, createdAt: morning })
  }
  await store.close()
})
afterEach(async () => {
  await stage.close()
  await hook.close()
})

const ask = (method: string, path: string, key: string, body: object) =>
  stage.client.ask(path, {
    method,
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(body)
  })

async function connect(key: string): Promise<void> {
  const { json } = await ask('POST', '/intakes', key, { label: 'Lower field' })
  const { intake, secret } = json as { intake: { id: string }; secret: string }
  const uplink_message = { decoded_payload: { TempC_DS: 9 }, received_at: new Date(morning).toISOString() }
  const body = JSON.stringify({ end_device_ids: { device_id: 'orchard' }, uplink_message })
  const upload = async () =>
    expect(
      (await fetch(`${stage.app.origin}/ingest/lorawan/${secret}`, { method: 'POST', body })).status
    ).toBe(200)
  await upload()
  const channels = [{ device: 'orchard', field: 'TempC_DS', sensor: { location: 'malatya', kind: 'air_2m' } }]
  expect((await ask('PATCH', `/intakes/${intake.id}`, key, { channels })).status).toBe(200)
  await upload()
}

/** Nothing is taken from it any more. */
async function revoke(key: string): Promise<void> {
  const { json } = await stage.client.ask('/sensors', { headers: { 'x-api-key': key } })
  const [sensor] = (json as { sensors: { id: string }[] }).sensors
  expect((await ask('POST', `/sensors/${sensor?.id}/revoke`, key, {})).status).toBe(200)
}

async function pass(minutes: number): Promise<void> {
  await stage.clock.rests('watch')
  stage.clock.move(minutes * minuteMs)
  for (const round of ['watch', 'refresh', 'watch', 'deliver']) await stage.clock.rests(round)
}

it.each(['en', 'tr'] as const)(
  'it is said when it was heard last, to its owner, unless it was revoked: %s',
  async (lang) => {
    await connect('ayse')
    await connect('bekir')
    await revoke('bekir')
    for (const key of keys) {
      const destination = { url: `${hook.origin}/${key}` }
      const body = { location: 'malatya', channel: 'webhook', destination, threshold: 30, lang }
      expect((await ask('POST', '/alerts/subscribe', key, body)).status).toBe(201)
    }
    await pass(10)
    expect(texts.size).toBe(0)
    await pass(6 * 60)
    await pass(10)
    stage.upstream.setWeather(clearNights)
    for (let step = 0; step < 8 && texts.size < 2; step++) await pass(20)
    await expect.poll(() => texts.size, patience).toBe(2)
    const words =
      lang === 'tr' ? 'Termometre: son ölçüm 11 Nisan 10.00; ' : 'Thermometer: silent since 11 April, 10:00'
    expect(texts.get('/ayse')).toContain(words)
    expect(texts.get('/bekir')).not.toMatch(/silent|son ölçüm/)
  }
)
