import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Alerts } from '../../../src/alerts/alerts.ts'
import { deliverDue } from '../../../src/alerts/dispatch/dispatch.ts'
import { knownReceivers } from '../../../src/alerts/dispatch/receiver-queue.ts'
import { evaluatePlaces } from '../../../src/alerts/evaluate.ts'
import type { Outbox } from '../../../src/alerts/outbox-ports.ts'
import type { Channel, DeliveryOutcome } from '../../../src/alerts/ports.ts'
import { answerLimits } from '../../../src/alerts/proof-limits.ts'
import { stored } from '../../contracts/store/opened.ts'
import { patience } from '../../patience.ts'
import type { AlertsHarness } from './alerts-harness.ts'
import { openTestedAlerts } from './tested-alerts.ts'

const night = '2026-04-11'

let app: AlertsHarness
let alerts: Alerts
/** Attempts at the silent server that nobody has answered yet. */
let unanswered: ((outcome: DeliveryOutcome) => void)[]
let tried: number
let heard: string[]

beforeEach(async () => {
  app = await openTestedAlerts()
  unanswered = []
  tried = 0
  heard = []
  const webhook = app.alerts.channels.get('webhook')
  if (webhook === undefined) throw new Error('no webhook')
  const deliver: Channel['deliver'] = async (message, { server }) => {
    if (server !== 'silent') {
      heard.push(message.subscriptionId)
      return { outcome: 'sent', thread: null }
    }
    tried += 1
    const { promise, resolve } = Promise.withResolvers<DeliveryOutcome>()
    unanswered.push(resolve)
    return promise
  }
  const channels = new Map(app.alerts.channels).set('webhook', { ...webhook, deliver })
  alerts = { ...app.alerts, channels }
  app.goTo('2026-04-09 12:00')
  for (const [server, count] of [
    ['silent', 60],
    ['well', 60]
  ] as const) {
    for (let one = 0; one < count; one += 1) {
      await stored(app.store, { channel: 'webhook', destination: { server }, rateLimitKey: server })
    }
  }
  await app.run({ [night]: { score: 70 } }, { silently: true })
  await evaluatePlaces(alerts, ['malatya'])
})

afterEach(async () => {
  await app.close()
})

/** The silent server's attempts end as they would after their time is up. */
function giveUp(minute: string): void {
  app.goTo(`2026-04-09 ${minute}`)
  for (const resolve of unanswered.splice(0))
    resolve({ outcome: 'retry', afterSeconds: null, reason: 'timeout' })
}

/** A rest that lasts until someone has it look. */
function isWaiting(): { readonly wait: () => Promise<void>; readonly look: () => void } {
  let end = (): void => undefined
  const wait = (): Promise<void> =>
    new Promise((resolve) => {
      end = resolve
    })
  return { wait, look: () => end() }
}

it('a server that never answers costs one slot, and everybody else hears at once', async () => {
  const delivering = deliverDue(alerts, app.delivery)
  await vi.waitFor(() => expect(heard).toHaveLength(60), patience)
  expect(tried).toBe(1)
  giveUp('12:01')
  await delivering
  // The other messages for it were not tried one after the other, 20 seconds each: they come again later.
  expect(tried).toBe(1)
  expect(await app.store.outbox.waiting()).toMatchObject({ count: 60 })
  app.goTo('2026-04-09 12:02')
  const again = deliverDue(alerts, app.delivery)
  await vi.waitFor(() => expect(tried).toBe(2), patience)
  const [answer] = unanswered.splice(0)
  answer?.({ outcome: 'sent', thread: null })
  // It answers again: its lane opens, and all go out.
  await acceptAll(again)
  expect(tried).toBe(61)
  expect(await app.store.outbox.waiting()).toEqual({ count: 0, oldestDueAt: null })
})

it('what becomes due while only a silent server is waited for goes out at the next look', async () => {
  const { wait, look } = isWaiting()
  const delivering = deliverDue(alerts, { ...app.delivery, wait })
  await vi.waitFor(() => expect(heard).toHaveLength(60), patience)
  const [first] = heard
  await vi.waitFor(async () => {
    expect((await app.store.outbox.waiting()).count).toBe(60)
  }, patience)
  await app.store.outbox.enqueue(first ?? '', 'test', alerts.now())
  await vi.waitFor(() => {
    look()
    expect(heard).toHaveLength(61)
  }, patience)
  expect(heard.at(-1)).toBe(first)
  expect(unanswered).toHaveLength(1)
  giveUp('12:01')
  await delivering
})

/** The silent server takes whatever it is sent, until the delivery has ended. */
async function acceptAll(delivering: Promise<unknown>): Promise<void> {
  let isOver = false
  const over = delivering.finally(() => {
    isOver = true
  })
  await vi.waitFor(() => {
    for (const resolve of unanswered.splice(0)) resolve({ outcome: 'sent', thread: null })
    expect(isOver).toBe(true)
  }, patience)
  await over
}

/** What waits in the queue for another time, the first to come first. */
async function postponed() {
  return app.store.database.queries
    .selectFrom('messages')
    .select(['next_attempt_at', 'reason', 'attempts'])
    .where('state', '=', 'queued')
    .where('next_attempt_at', '>', alerts.now())
    .orderBy('next_attempt_at')
    .execute()
}

it('more messages for it than may wait at once keep nobody else waiting', async () => {
  const { wait, look } = isWaiting()
  // At most 8 may wait, and 60 for the silent server come first: one is kept behind the one under way, for others want
  // the places.
  const delivering = deliverDue(alerts, { ...app.delivery, batch: 4, maxWaiting: 8, wait })
  await vi.waitFor(() => expect(tried).toBe(1), patience)
  app.goTo('2026-04-09 12:00:06')
  await vi.waitFor(() => {
    look()
    expect(heard).toHaveLength(60)
  }, patience)
  expect(tried).toBe(1)
  const untouched = { next_attempt_at: alerts.now() + 12_000, reason: 'not_tried_yet', attempts: 0 }
  await vi.waitFor(async () => {
    look()
    expect(await postponed()).toEqual(Array(60 - 1 - 1).fill(untouched))
  }, patience)
  await acceptAll(delivering)
})

it('what a slow server cannot take soon goes back until its turn comes', async () => {
  const { wait, look } = isWaiting()
  const delivering = deliverDue(alerts, { ...app.delivery, wait })
  await vi.waitFor(() => expect(heard).toHaveLength(60), patience)
  app.goTo('2026-04-09 12:00:05')
  unanswered.splice(0)[0]?.({ outcome: 'sent', thread: null })
  await vi.waitFor(() => expect(tried).toBe(2), patience)
  let second = 30
  await vi.waitFor(async () => {
    look()
    // What goes back is written down within a second.
    second = Math.min(second + 1, 59)
    app.goTo(`2026-04-09 12:00:${second}`)
    expect(await postponed()).toHaveLength(60 - 2 - 8)
  }, patience)
  // One message takes it 5 s, and eight are before the first of these; nobody is sent away for longer than twice what
  // has been seen.
  const rotation = (await postponed()).map((row) => row.next_attempt_at)
  const [first = Number.NaN] = rotation
  expect(rotation.slice(0, 5).map((at) => (at - first) / 1000)).toEqual([0, 5, 10, 15, 20])
  expect(Math.max(...rotation) - first).toBeLessThanOrEqual(2 * second * 1000 - 40_000)
  await acceptAll(delivering)
})

it('proofs that are held back teach nothing of the server they are for', async () => {
  const pending = { state: 'pending_confirmation', confirmUntil: alerts.now() + 3_600_000 } as const
  const limit = answerLimits.perHost
  const knocked = { scope: 'proof:webhook', key: 'silent', limit, windowMs: 3_600_000, now: alerts.now() }
  for (let proof = 0; proof < limit; proof += 1) await app.store.allowances.take(knocked)
  for (let one = 0; one < 8; one += 1) {
    const destination = { server: 'silent' }
    const { id } = await stored(app.store, {
      ...{ channel: 'webhook', destination, rateLimitKey: 'silent' },
      ...pending
    })
    await app.store.outbox.enqueue(id, 'verify', alerts.now() - 1000)
  }
  const delivering = deliverDue(alerts, app.delivery)
  await vi.waitFor(() => expect(heard).toHaveLength(60), patience)
  await vi.waitFor(() => expect(tried).toBeGreaterThan(0), patience)
  expect(tried).toBe(1)
  giveUp('12:01')
  await delivering
  // Eight were answered at once, but not by the server.
  expect((await postponed()).filter(({ reason }) => reason === 'too_many_proofs')).toHaveLength(8)
})

/** An outbox that tells whether a claim or a record is under way: meanwhile the clock need not move. */
function watched(outbox: Outbox): { readonly outbox: Outbox; readonly isBusy: () => boolean } {
  let underWay = 0
  const counted = <Input extends readonly unknown[], Result>(work: (...input: Input) => Promise<Result>) => {
    return (...input: Input): Promise<Result> => {
      underWay += 1
      return work(...input).finally(() => {
        underWay -= 1
      })
    }
  }
  const seen = { ...outbox, claim: counted(outbox.claim), record: counted(outbox.record) }
  return { outbox: seen, isBusy: () => underWay > 0 }
}

it('many servers that never answer keep nobody waiting who answered when last asked', async () => {
  const { queries } = app.store.database
  // Each message has a silent server of its own.
  await sql`update subscriptions set limited_by = 'silent ' || seq where limited_by = 'silent'`.execute(
    queries
  )
  const known = knownReceivers()
  known.note('webhook well', true)
  const { wait, look } = isWaiting()
  const few = { concurrency: 4, unproven: 3, batch: 4, maxWaiting: 8 }
  const { outbox, isBusy } = watched(alerts.outbox)
  const delivering = deliverDue({ ...alerts, outbox }, { ...app.delivery, ...few, known, wait })
  await vi.waitFor(() => expect(tried).toBe(3), patience)
  let second = 0
  await vi.waitFor(() => {
    if (!isBusy()) second = Math.min(second + 1, 59)
    app.goTo(`2026-04-09 12:00:${String(second).padStart(2, '0')}`)
    look()
    expect(heard).toHaveLength(60)
  }, patience)
  expect(tried).toBe(3)
  await acceptAll(delivering)
})

it('many servers that answered when last asked and fall silent together keep nobody waiting behind the operator’s own doors', async () => {
  const { queries } = app.store.database
  await sql`update subscriptions set limited_by = 'silent ' || seq where limited_by = 'silent'`.execute(
    queries
  )
  await sql`update subscriptions set limited_by = null where limited_by = 'well'`.execute(queries)
  const known = knownReceivers()
  const silent = await queries.selectFrom('subscriptions').select('limited_by').execute()
  for (const { limited_by: server } of silent) if (server !== null) known.note(`webhook ${server}`, true)
  const few = { concurrency: 4, unproven: 3, ownServers: 3 }
  const delivering = deliverDue(alerts, { ...app.delivery, ...few, known })
  await vi.waitFor(() => expect(heard).toHaveLength(60), patience)
  expect(tried).toBe(3)
  await acceptAll(delivering)
  expect(tried).toBe(60)
})
