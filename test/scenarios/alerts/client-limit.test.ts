/** A client's limit comes before anything is looked up for them, also where many requests come at once. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Alerts } from '../../../src/alerts/alerts.ts'
import type { Channel, PreparedDestination } from '../../../src/alerts/ports.ts'
import { subscribe } from '../../../src/alerts/subscribe.ts'
import { patience } from '../../patience.ts'
import type { AlertsHarness } from './alerts-harness.ts'
import { openTestedAlerts } from './tested-alerts.ts'

const most = 20
const prepared: PreparedDestination = {
  ok: true,
  destination: {},
  destinationKey: null,
  confirmationRateLimitKey: null
}

let app: AlertsHarness
let alerts: Alerts
/** Look-ups under way: each ends when it is called. */
let lookUps: ((ending: PreparedDestination | Error) => void)[]

beforeEach(async () => {
  app = await openTestedAlerts()
  lookUps = []
  const plain = app.alerts.channels.get('plain')
  if (plain === undefined) throw new Error('no channel')
  const slow: Channel = {
    ...plain,
    prepare: () =>
      new Promise((resolve, reject) => {
        lookUps.push((ending) => (ending instanceof Error ? reject(ending) : resolve(ending)))
      })
  }
  alerts = { ...app.alerts, channels: new Map([['plain', slow]]) }
})

afterEach(async () => {
  await app.close()
})

function ask(count: number, client = 'many', isOperator = false) {
  const body = { location: 'malatya', channel: 'plain', threshold: 60 }
  const rest = { isOperator, idempotencyKey: null, language: 'tr' } as const
  return Array.from({ length: count }, () =>
    subscribe(alerts, app.delivery, { ...rest, body, client }).then(
      (result) => (result.ok ? 'stored' : result.code),
      () => 'failed'
    )
  )
}

const counted = (kinds: readonly string[], kind: string): number => kinds.filter((one) => one === kind).length

it('of many requests at once, no more are looked up than may be stored', async () => {
  const asked = ask(most + 15)
  const refused = await Promise.all(asked.slice(most))
  expect(counted(refused, 'subscription_limit')).toBe(15)
  await expect.poll(() => lookUps.length, patience).toBe(most)
  const other = ask(1, 'other')
  await expect.poll(() => lookUps.length, patience).toBe(most + 1)
  for (const end of lookUps) end(prepared)
  expect(counted(await Promise.all([...asked, ...other]), 'stored')).toBe(most + 1)
  expect(await Promise.all(ask(3))).toEqual(Array(3).fill('subscription_limit'))
  expect(lookUps).toHaveLength(most + 1)
})

it('what comes to nothing is given back', async () => {
  const asked = ask(most)
  await expect.poll(() => lookUps.length, patience).toBe(most)
  for (const end of lookUps.splice(0)) end(new Error('no such name'))
  expect(counted(await Promise.all(asked), 'failed')).toBe(most)
  const again = ask(most)
  await expect.poll(() => lookUps.length, patience).toBe(most)
  for (const end of lookUps) end(prepared)
  expect(counted(await Promise.all(again), 'stored')).toBe(most)
})

it('is a setting, of which a key of the operator has none; the refusal names the way out', async () => {
  const withLimit = (subscriptionsPerDay: number | null) => {
    alerts = { ...app.alerts, subscriptionsPerDay }
  }
  withLimit(3)
  expect(await Promise.all(ask(1, 'refused'))).toEqual(['stored'])
  expect(counted(await Promise.all(ask(5, 'few')), 'subscription_limit')).toBe(2)
  expect(counted(await Promise.all(ask(25, 'operator', true)), 'stored')).toBe(25)
  const body = { location: 'malatya', channel: 'plain', threshold: 60 }
  const rest = { isOperator: false, idempotencyKey: null, language: 'tr', client: 'few' } as const
  expect(await subscribe(alerts, app.delivery, { ...rest, body })).toMatchObject({
    code: 'subscription_limit',
    detail: expect.stringMatching(/^No more than 3 subscriptions .*SUBSCRIPTIONS_PER_DAY/)
  })
  withLimit(null)
  expect(counted(await Promise.all(ask(25, 'unlimited')), 'stored')).toBe(25)
})
