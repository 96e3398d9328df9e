/** The whole house on PostgreSQL: over HTTP into the database, out to a receiver, and into the log. */
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { manage } from '../../contracts/http-alerts/asking.ts'
import { openStream } from '../../contracts/http-alerts/open-stream.ts'
import { postgresEngine } from '../../contracts/store/engines.ts'
import { startHouse } from '../../house.ts'
import { type JsonReceiver, lettingThrough, startJsonReceiver } from '../../receivers/json-receiver.ts'
import { openRunningHouse, type RunningHouse } from './running-house.ts'

const engine = postgresEngine()
let receiver: JsonReceiver
let house: RunningHouse
let environment: Readonly<Record<string, string>>

beforeAll(async () => {
  await engine.start()
  const { url } = await engine.fresh()
  receiver = await startJsonReceiver()
  environment = { DATABASE_URL: url ?? '', ...lettingThrough(receiver) }
  house = await openRunningHouse(environment)
})
afterAll(async () => {
  await house.stage.close()
  await receiver.close()
  await engine.stop()
})

const types = () => receiver.events.map(({ type }) => type)

it('a webhook proves itself, is warned, hears that it got worse and that it is over, and the log tells all of it', async () => {
  const subscription = await house.subscribed({
    channel: 'webhook',
    destination: { url: `${receiver.origin}/frost` }
  })
  expect(subscription.status).toBe('pending_confirmation')
  await expect.poll(types).toEqual(['frost.subscription.verify', 'frost.alert.raised'])
  expect(receiver.events[1]?.data).toMatchObject({
    subscription_id: subscription.id,
    synthetic: false,
    nights: [{ standing: 'raised' }, { standing: 'raised' }, { standing: 'raised' }]
  })

  house.changeWeather(-7)
  await house.passMinutes(70)
  await expect.poll(types).toHaveLength(3)
  expect(types().at(-1)).toBe('frost.alert.updated')

  house.changeWeather(13)
  await house.passMinutes(70)
  house.changeWeather(14)
  await house.passMinutes(70)
  await expect.poll(types).toHaveLength(4)
  expect(types().at(-1)).toBe('frost.alert.cleared')

  // What has arrived is written down a moment later.
  const states = async () =>
    (await house.deliveriesOf(subscription)).map(({ kind, status, attempts }) => ({ kind, status, attempts }))
  await expect
    .poll(states)
    .toEqual(
      ['cleared', 'updated', 'raised', 'verify'].map((kind) => ({ kind, status: 'delivered', attempts: 1 }))
    )
  const log = await house.deliveriesOf(subscription)
  expect(log.map(({ message_id }) => message_id).toReversed()).toEqual(receiver.events.map(({ id }) => id))
  expect(await readdir(house.stage.house.dataDir)).not.toContainEqual(expect.stringMatching(/sqlite|\.db/))

  await house.stage.restart()
  expect(await house.statusOf(subscription)).toMatchObject({ status: 'active' })
  expect(await house.deliveriesOf(subscription)).toEqual(log)
  expect(house.stage.upstream.violations).toEqual([])
})

it('an event stream at one process tells what another one has sent', async () => {
  const { clock, upstream, client } = house.stage
  const second = await startHouse({
    environment: { ...upstream.environment, ...environment },
    clock: clock.read,
    pause: clock.pause
  })
  try {
    const subscription = await house.subscribed({ channel: 'sse', threshold: 100 })
    const stream = await openStream(second.origin + new URL(subscription.channel_url ?? '').pathname)
    await manage(client, subscription, { method: 'POST', suffix: '/test' })
    await expect
      .poll(() => stream.soFar())
      .toMatchObject([{ data: { type: 'frost.alert.test', subscription_id: subscription.id } }])
    stream.close()
  } finally {
    await second.close()
  }
})
