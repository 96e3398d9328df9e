/** The whole house on PostgreSQL: over HTTP into the database, out to a receiver, and into the log. */
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { postgresEngine } from '../../contracts/store/engines.ts'
import { type JsonReceiver, lettingThrough, startJsonReceiver } from '../../receivers/json-receiver.ts'
import { openRunningHouse, patience, type RunningHouse } from './running-house.ts'

const engine = postgresEngine()
let receiver: JsonReceiver
let house: RunningHouse

beforeAll(async () => {
  await engine.start()
  const { url } = await engine.fresh()
  receiver = await startJsonReceiver()
  house = await openRunningHouse({ DATABASE_URL: url ?? '', ...lettingThrough(receiver) })
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
  await expect.poll(types, patience).toEqual(['frost.subscription.verify', 'frost.alert.raised'])
  expect(receiver.events[1]?.data).toMatchObject({
    subscription_id: subscription.id,
    synthetic: false,
    nights: [{ standing: 'raised' }, { standing: 'raised' }, { standing: 'raised' }]
  })

  house.changeWeather(-7)
  await house.passMinutes(70)
  await expect.poll(types, patience).toHaveLength(3)
  expect(types().at(-1)).toBe('frost.alert.updated')

  house.changeWeather(13)
  await house.passMinutes(70)
  house.changeWeather(14)
  await house.passMinutes(70)
  await expect.poll(types, patience).toHaveLength(4)
  expect(types().at(-1)).toBe('frost.alert.cleared')

  const log = await house.deliveriesOf(subscription)
  expect(log.map(({ kind, status, attempts }) => ({ kind, status, attempts }))).toEqual(
    ['cleared', 'updated', 'raised', 'verify'].map((kind) => ({ kind, status: 'delivered', attempts: 1 }))
  )
  expect(log.map(({ message_id }) => message_id).toReversed()).toEqual(receiver.events.map(({ id }) => id))
  expect(await readdir(house.stage.house.dataDir)).not.toContainEqual(expect.stringMatching(/sqlite|\.db/))

  await house.stage.restart()
  expect(await house.statusOf(subscription)).toMatchObject({ status: 'active' })
  expect(await house.deliveriesOf(subscription)).toEqual(log)
  expect(house.stage.upstream.violations).toEqual([])
})
