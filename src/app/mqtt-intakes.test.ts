import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { patience } from '../../test/patience.ts'
import { type Mosquitto, mosquittoIsInstalled, startMosquitto } from '../../test/receivers/mosquitto.ts'
import { openStore, type Store } from '../store/open.ts'
import { startMqttIntakes } from './mqtt-intakes.ts'

let broker: Mosquitto
let store: Store
beforeAll(async () => {
  if (!mosquittoIsInstalled) return
  broker = await startMosquitto()
  store = await openStore({ url: null, dataDir: ':memory:', now: Date.now() })
})
afterAll(async () => {
  await store?.close()
  await broker?.close()
})

const intake = {
  ...{ seq: 1, owner: 'operator', isOperators: true, label: '', unit: 'C' as const },
  mqtt: { topic: 'air/#', preset: 'esphome' as const, pointer: null },
  ...{ createdAt: 0, revokedAt: null, contactAt: null }
}

it.skipIf(!mosquittoIsInstalled)(
  'what cannot be read holds up nothing after it; while the database is away all wait in their order',
  async () => {
    const taken: unknown[] = []
    const reports: string[] = []
    const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
    const failures = new Map<unknown, Error>([[1, new TypeError('no text of it')]])
    let attempts = 0
    const reader = startMqttIntakes({
      ...{ url: broker.url, clientId: 'test', leases: store.leases, clock: Date.now },
      intakes: async () => [intake],
      take: async (_, upload) => {
        const temperature = upload.kind === 'readings' ? upload.readings[0]?.temperature : null
        const failure = failures.get(temperature)
        if (failure !== undefined) {
          if (failure === away && ++attempts > 2) failures.delete(temperature)
          throw failure
        }
        taken.push(temperature)
      },
      report: (event) => void reports.push(event),
      // As long as the loops of the reader need to give way to the broker.
      pause: () => new Promise((resolve) => setImmediate(resolve)),
      ended: () => undefined
    })
    const publish = (value: number) =>
      promisify(execFile)('/usr/bin/mosquitto_pub', [
        ...['-p', String(broker.port), '-q', '1', '-t', 'air/1', '-m', String(value)]
      ])
    // Until the topic is subscribed to, nothing comes.
    await expect
      .poll(async () => {
        await publish(0)
        return taken.length > 0
      }, patience)
      .toBe(true)
    failures.set(3, away)
    for (const value of [1, 2, 3, 4]) await publish(value)
    await expect.poll(() => taken.filter((one) => one !== 0), patience).toEqual([2, 3, 4])
    expect(reports.filter((event) => event === 'reading_not_stored')).toHaveLength(1 + 3)
    await reader.stop()
  }
)
