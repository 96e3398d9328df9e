/** Three hundred growers on one gateway, two workers: its pace is used, and a dead one holds up no other channel. */
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { deliverDue } from '../../../src/alerts/dispatch/dispatch.ts'
import { knownReceivers } from '../../../src/alerts/dispatch/receiver-queue.ts'
import type { AlertMessage } from '../../../src/alerts/message-ports.ts'
import type { ChannelDeps } from '../../../src/channels/channel-kind.ts'
import { openGateway } from '../../../src/channels/gateway/channel.ts'
import type { ReadGateway } from '../../../src/channels/gateway/schema.ts'
import { secondMs } from '../../../src/common/time.ts'
import { stored } from '../../contracts/store/opened.ts'
import { smsGateway } from '../../receivers/sms-gateway.ts'
import type { AlertsHarness } from './alerts-harness.ts'
import { openTestedAlerts } from './tested-alerts.ts'

const growers = 300
const perSecond = 3

let app: AlertsHarness
let clock: number
/** What waits for the clock, and how much of the service is under way meanwhile. */
let sleepers: { readonly until: number; readonly wake: () => void }[]
let underWay: number

beforeEach(async () => {
  app = await openTestedAlerts()
  app.goTo('2026-04-10 20:00')
  clock = app.alerts.now()
  sleepers = []
  underWay = 0
})
afterEach(() => app.close())

/** While it runs the clock stands still. */
async function busy<Result>(work: () => Promise<Result>): Promise<Result> {
  underWay += 1
  try {
    return await work()
  } finally {
    underWay -= 1
  }
}

function sleep(seconds: number): Promise<void> {
  return new Promise((wake) => sleepers.push({ until: clock + seconds * secondMs, wake }))
}

/** Moves the clock to the next who waits, once nothing else goes on. */
async function whileItRuns(work: Promise<unknown>): Promise<void> {
  let isOver = false
  const ended = work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    await turn()
    if (underWay > 0) continue
    for (let idle = 0; idle < 20 && underWay === 0; idle += 1) await turn()
    if (underWay > 0 || sleepers.length === 0) continue
    clock = Math.max(clock, Math.min(...sleepers.map(({ until }) => until)))
    const due = sleepers.filter(({ until }) => until <= clock)
    sleepers = sleepers.filter(({ until }) => until > clock)
    for (const { wake } of due) wake()
  }
  await ended
}

/** The gateway, and what it was handed. */
async function openSms(answers: () => Promise<void>) {
  const handed: { readonly at: number; readonly text: string }[] = []
  const { allowances } = app.store
  const deps = {
    uses: {
      take: (use: Parameters<typeof allowances.take>[0]) => busy(() => allowances.take(use)),
      add: (...given: Parameters<typeof allowances.add>) => busy(() => allowances.add(...given))
    },
    clock: () => clock,
    wait: sleep,
    random: (bytes: number) => new Uint8Array(bytes),
    save: async (_name: string, make: () => string) => make(),
    report: () => undefined,
    siteUrl: 'https://frost.example',
    sendToOperator: async ({ body }: { readonly body: string }) => {
      await answers()
      handed.push({ at: clock, text: body })
      return { status: 200, headers: {}, body: new TextEncoder().encode('{"code":"00"}') }
    }
  } as unknown as ChannelDeps
  const gateway = {
    ...smsGateway('http://gateway.example'),
    per_second: perSecond,
    monthly: 5000,
    values: {}
  }
  const { channel } = await openGateway(gateway as unknown as ReadGateway, '90', deps)
  return { channel, handed }
}

async function subscribed(channel: string, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const destination = { phone: `+90532123${1000 + index}` }
    await stored(app.store, { channel, destination, destinationKey: `${channel} ${index}` })
  }
}

function worker(name: string, channels: AlertsHarness['alerts']['channels']) {
  const { outbox } = app.alerts
  const deps = {
    ...app.alerts,
    channels,
    now: () => clock,
    outbox: {
      ...outbox,
      claim: (claim: Parameters<typeof outbox.claim>[0]) => busy(() => outbox.claim(claim)),
      record: (...given: Parameters<typeof outbox.record>) => busy(() => outbox.record(...given))
    }
  }
  return { deps, settings: { ...app.delivery, worker: name, known: knownReceivers() } }
}

it('all are handed over at its pace', async () => {
  const { channel, handed } = await openSms(async () => undefined)
  const channels = new Map([...app.alerts.channels, ['sms', channel] as const])
  await subscribed('sms', growers)
  await app.run({ '2026-04-11': { score: 80 } }, { silently: true })
  await app.evaluateOnly()
  const workers = ['one', 'two'].map((name) => worker(name, channels))
  const began = clock
  const deliver = async (): Promise<void> => {
    while (handed.length < growers && clock - began < 300 * secondMs) {
      await Promise.all(workers.map(({ deps, settings }) => deliverDue(deps, settings)))
      if (handed.length < growers) await sleep(1)
    }
  }
  await whileItRuns(deliver())
  expect(handed).toHaveLength(growers)
  expect(new Set(handed.map(({ text }) => text)).size).toBe(growers)
  const seconds = ((handed.at(-1)?.at ?? 0) - began) / secondMs
  console.log(`${growers} messages at ${perSecond} a second took ${seconds} s`)
  expect(seconds).toBeLessThanOrEqual(growers / perSecond + 5)
})

it('a dead gateway delays no other channel by more than a second', async () => {
  const { channel } = await openSms(() => sleep(10))
  const plainAt: number[] = []
  const plain = app.alerts.channels.get('plain')
  if (plain === undefined) throw new Error('no channel')
  const deliver = async (_message: AlertMessage) => {
    plainAt.push(clock)
    return { outcome: 'sent', thread: null } as const
  }
  const channels = new Map([
    ...app.alerts.channels,
    ['sms', channel] as const,
    ['plain', { ...plain, deliver }] as const
  ])
  await subscribed('sms', growers)
  await subscribed('plain', 100)
  await app.run({ '2026-04-11': { score: 80 } }, { silently: true })
  await app.evaluateOnly()
  const began = clock
  const { deps, settings } = worker('one', channels)
  await whileItRuns(deliverDue(deps, settings))
  expect(plainAt).toHaveLength(100)
  expect(Math.max(...plainAt) - began).toBeLessThanOrEqual(secondMs)
})
