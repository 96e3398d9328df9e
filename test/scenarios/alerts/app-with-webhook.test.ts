/** The whole app: over HTTP into the database, out to a receiver, and into the log. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp } from '../../app.ts'
import { manage } from '../../contracts/http-alerts/client.ts'
import { openStream } from '../../contracts/http-alerts/open-stream.ts'
import { type JsonReceiver, lettingThrough, startJsonReceiver } from '../../receivers/json-receiver.ts'
import { testedEngine } from '../../tested-data.ts'
import { openRunningHarness, type RunningHarness } from './running-harness.ts'

let receiver: JsonReceiver
let app: RunningHarness
let environment: Readonly<Record<string, string>>

beforeAll(async () => {
  receiver = await startJsonReceiver()
  environment = lettingThrough(receiver)
  app = await openRunningHarness(environment)
})
afterAll(async () => {
  await app.stage.close()
  await receiver.close()
})

const types = () => receiver.events.map(({ type }) => type)

it('a webhook proves itself, is warned, hears that it got worse and that it is over, and the log tells all of it', async () => {
  const subscription = await app.subscribed({
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

  app.changeWeather(-7)
  await app.passMinutes(70)
  await expect.poll(types).toHaveLength(3)
  expect(types().at(-1)).toBe('frost.alert.updated')

  await app.becomeWarm()
  await expect.poll(types).toHaveLength(4)
  expect(types().at(-1)).toBe('frost.alert.cleared')

  // What has arrived is written down a moment later.
  const states = async () =>
    (await app.deliveriesOf(subscription)).map(({ kind, status, attempts }) => ({ kind, status, attempts }))
  await expect
    .poll(states)
    .toEqual(
      ['cleared', 'updated', 'raised', 'verify'].map((kind) => ({ kind, status: 'delivered', attempts: 1 }))
    )
  const log = await app.deliveriesOf(subscription)
  expect(log.map(({ message_id }) => message_id).toReversed()).toEqual(receiver.events.map(({ id }) => id))

  await app.stage.restart()
  expect(await app.statusOf(subscription)).toMatchObject({ status: 'active' })
  expect(await app.deliveriesOf(subscription)).toEqual(log)
  expect(app.stage.upstream.violations).toEqual([])
})

// Several processes serve from PostgreSQL alone.
it.skipIf(testedEngine === 'sqlite')(
  'an event stream at one process tells what another one has sent',
  async () => {
    const { clock, upstream, client } = app.stage
    const second = await startApp({
      environment: { ...upstream.environment, ...environment },
      data: app.stage.app.data,
      clock: clock.read,
      pause: clock.pause
    })
    try {
      const subscription = await app.subscribed({ channel: 'sse', threshold: 100 })
      const stream = await openStream(second.origin + new URL(subscription.channel_url ?? '').pathname)
      await manage(client, subscription, { method: 'POST', suffix: '/test' })
      await expect
        .poll(() => stream.soFar())
        .toMatchObject([{ data: { type: 'frost.alert.test', subscription_id: subscription.id } }])
      stream.close()
    } finally {
      await second.close()
    }
  }
)
