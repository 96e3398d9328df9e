/** A hall of growers behind one address: sixty telephones prove themselves within five minutes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { minuteMs, secondMs } from '../../../src/common/time.ts'
import { manage, post, type Subscribed } from '../../contracts/http-alerts/client.ts'
import { patience } from '../../patience.ts'
import { type LoopbackServer, startLoopback } from '../../receivers/loopback.ts'
import { codeIn, smsGateway } from '../../receivers/sms-gateway.ts'
import { openStage, type Stage, settle } from '../weather/harness.ts'

const telephones = 60
const folder = mkdtempSync(join(tmpdir(), 'ayaz-hall-'))
let provider: LoopbackServer
let stage: Stage

beforeAll(async () => {
  provider = await startLoopback(() => ({ status: 200, body: JSON.stringify({ code: '00' }) }))
  const file = join(folder, 'gateways.json')
  writeFileSync(file, JSON.stringify([smsGateway(provider.origin)]))
  const environment = { SOURCES: 'open-meteo', GATEWAYS_FILE: file, TIERS: 'free=60/60' }
  stage = await openStage({ environment, roundsOnClock: true })
  await settle(stage)
})
afterAll(async () => {
  await stage.close()
  await provider.close()
  rmSync(folder, { recursive: true })
})

const codes = (): ReadonlyMap<string, string> =>
  new Map(
    provider.requests.flatMap(({ body }) => {
      const { to, text } = JSON.parse(body.toString()) as { readonly to: string; readonly text: string }
      return codeIn(text) === '' ? [] : [[to, codeIn(text)] as const]
    })
  )

it('all are active, with the usual limits of requests and proofs', async () => {
  const began = stage.clock.read()
  const waiting = new Map<string, Subscribed>()
  let next = 0
  let active = 0
  while (active < telephones && stage.clock.read() - began < 10 * minuteMs) {
    // A person types for a while; some arrive together.
    for (let count = 0; count < 5 && next < telephones; count += 1, next += 1) {
      const phone = `+90532123${4000 + next}`
      const body = { location: 'malatya', channel: 'sms', threshold: 60, destination: { phone } }
      const answer = await post(stage.client, '/alerts/subscribe', body)
      expect(answer.status, answer.body.toString()).toBe(201)
      waiting.set(phone, answer.json as Subscribed)
    }
    stage.clock.move(10 * secondMs)
    await stage.clock.rests('deliver')
    await vi.waitFor(async () => expect(provider.requests.length).toBeGreaterThan(0), patience)
    for (const [phone, code] of codes()) {
      const subscription = waiting.get(phone)
      if (subscription === undefined) continue
      const confirmed = { method: 'POST', suffix: '/confirm', body: { code } }
      expect((await manage(stage.client, subscription, confirmed)).status).toBe(200)
      waiting.delete(phone)
      active += 1
    }
  }
  const minutes = (stage.clock.read() - began) / minuteMs
  expect([active, waiting.size]).toEqual([telephones, 0])
  expect(minutes).toBeLessThanOrEqual(5)
  // No more than twenty codes a minute.
  expect(minutes).toBeGreaterThan(2)
})
