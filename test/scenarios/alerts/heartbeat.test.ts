/** The watchdog outside is told after each round, as long as alerts get out. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { minuteMs } from '../../../src/common/time.ts'
import { type JsonReceiver, lettingThrough, startJsonReceiver } from '../../receivers/json-receiver.ts'
import { type LoopbackServer, startLoopback } from '../../receivers/loopback.ts'

import { openRunningHarness, type RunningHarness } from './running-harness.ts'

let watchdogAnswers: number
let watchdog: LoopbackServer
let receiver: JsonReceiver
let app: RunningHarness

beforeEach(async () => {
  watchdogAnswers = 200
  watchdog = await startLoopback(() => ({ status: watchdogAnswers }))
  receiver = await startJsonReceiver()
  app = await openRunningHarness({
    // Nothing listens there.
    NTFY_URL: 'http://127.0.0.1:1',
    HEARTBEAT_URL: `${watchdog.origin}/ping/ayaz`,
    // Longer than the slow receiver is held here.
    WEBHOOK_TIMEOUT_SECONDS: '30',
    ...lettingThrough(receiver)
  })
})
afterEach(async () => {
  await app.stage.close()
  await receiver.close()
  await watchdog.close()
})

const pings = () => watchdog.requests.length
const notSent = () => app.stage.app.log().filter((line) => line.includes('heartbeat_not_sent'))

it('is told once a minute', async () => {
  for (let minute = 1; minute <= 4; minute += 1) {
    await expect.poll(pings).toBe(minute)
    await app.stage.clock.rests('watch')
    app.stage.clock.move(minuteMs)
  }
  expect(new Set(watchdog.requests.map(({ method, path }) => `${method} ${path}`))).toEqual(
    new Set(['GET /ping/ayaz'])
  )
  expect(notSent()).toEqual([])
})

it('hears nothing while a message is more than ten minutes late, and again when it has been tried', async () => {
  const held = Promise.withResolvers<void>()
  receiver.answer = async () => {
    await held.promise
    return { status: 503 }
  }
  await expect.poll(pings).toBe(1)
  await app.subscribed({ channel: 'webhook', destination: { url: `${receiver.origin}/slow` } })
  await expect.poll(() => receiver.events.length).toBe(1)
  await app.stage.clock.rests('watch')
  app.stage.clock.move(10 * minuteMs - 1000)
  await expect.poll(pings).toBe(2)
  await app.stage.clock.rests('watch')
  app.stage.clock.move(minuteMs)
  await expect.poll(notSent).toEqual([expect.stringContaining('"reason":"late"')])
  expect(pings()).toBe(2)
  held.resolve()
  const isWaiting = async () =>
    /^ayaz_outbox_age_seconds 0$/m.test(await (await fetch(`${app.stage.app.origin}/metrics`)).text())
  await expect.poll(isWaiting).toBe(true)
  await app.stage.clock.rests('watch')
  app.stage.clock.move(minuteMs)
  await expect.poll(pings).toBe(3)
})

it('hears nothing while a server of the operator does not take a message, however often it is tried', async () => {
  await expect.poll(pings).toBe(1)
  const warned = await app.subscribed({ channel: 'ntfy' })
  for (let minute = 1; minute <= 12; minute += 1) {
    await app.stage.clock.rests('watch')
    await app.stage.clock.rests('deliver')
    app.stage.clock.move(minuteMs)
  }
  await expect.poll(notSent).toContainEqual(expect.stringContaining('"reason":"late"'))
  expect((await app.deliveriesOf(warned))[0]).toMatchObject({ kind: 'raised', status: 'queued' })
  const metrics = await (await fetch(`${app.stage.app.origin}/metrics`)).text()
  expect(Number(/^ayaz_outbox_age_seconds (\S+)$/m.exec(metrics)?.[1])).toBeGreaterThan(600)
})

it('that does not answer is the watchdog’s to notice: the operator’s log says so, and the next round tries again', async () => {
  await expect.poll(pings).toBe(1)
  watchdogAnswers = 500
  await app.stage.clock.rests('watch')
  app.stage.clock.move(minuteMs)
  await expect.poll(notSent).toEqual([expect.stringContaining('"reason":"unreachable"')])
  watchdogAnswers = 200
  await app.stage.clock.rests('watch')
  app.stage.clock.move(minuteMs)
  await expect.poll(pings).toBe(3)
  expect(notSent()).toHaveLength(1)
})

it('hears nothing while a watched place has had no confirmed forecast for as long as a data gap is, and again after it', async () => {
  await expect.poll(pings).toBe(1)
  await app.subscribed({ channel: 'feed' })
  await app.passMinutes(1)
  await expect.poll(pings).toBe(2)
  await app.stage.upstream.fail({ kind: 'status', status: 500 })
  await app.stage.clock.rests('watch')
  app.stage.clock.move(6 * 60 * minuteMs + minuteMs)
  await expect.poll(notSent).toEqual([expect.stringContaining('"reason":"data_gap"')])
  expect(pings()).toBe(2)
  // It is the source that is away: all work here goes on.
  expect((await fetch(`${app.stage.app.origin}/readyz`)).status).toBe(200)
  await app.stage.upstream.fail(null)
  await app.stage.clock.rests('watch')
  app.stage.clock.move(15 * minuteMs)
  // The lease ran out meanwhile: the round that takes it anew may already have pinged once more.
  await expect.poll(pings).toBeGreaterThan(2)
})
