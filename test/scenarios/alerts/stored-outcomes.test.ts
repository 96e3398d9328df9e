/**
 * What was sent is written down in time, whatever else goes wrong: an outcome that gets lost is a message sent twice.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Alerts } from '../../../src/alerts/alerts.ts'
import { deliverDue } from '../../../src/alerts/dispatch/dispatch.ts'
import { evaluatePlaces } from '../../../src/alerts/evaluate.ts'
import type { Outbox } from '../../../src/alerts/outbox-ports.ts'
import type { DeliveryOutcome } from '../../../src/alerts/ports.ts'
import { stored } from '../../contracts/store/opened.ts'
import { patience } from '../../patience.ts'
import type { AlertsHarness } from './alerts-harness.ts'
import { openTestedAlerts } from './tested-alerts.ts'

const crowd = 60
const sent: DeliveryOutcome = { outcome: 'sent', thread: null }

let app: AlertsHarness
/** How often each subscription was sent something. */
let times: Map<string, number>
/** Attempts that nobody has answered yet. */
let unanswered: ((outcome: DeliveryOutcome) => void)[]

beforeEach(async () => {
  app = await openTestedAlerts()
  times = new Map()
  unanswered = []
  app.goTo('2026-04-09 12:00')
  for (let one = 0; one < crowd; one += 1) await stored(app.store, { channel: 'webhook' })
  await app.run({ '2026-04-11': { score: 70 } }, { silently: true })
  await evaluatePlaces(app.alerts, ['malatya'])
})

afterEach(async () => {
  await app.close()
})

/** The app with a webhook whose answers the test gives, over an outbox that fails where the test wants it. */
function alertsOver(outbox: Partial<Outbox>): Alerts {
  const webhook = app.alerts.channels.get('webhook')
  if (webhook === undefined) throw new Error('no webhook')
  const deliver: typeof webhook.deliver = ({ subscriptionId }) => {
    times.set(subscriptionId, (times.get(subscriptionId) ?? 0) + 1)
    const { promise, resolve } = Promise.withResolvers<DeliveryOutcome>()
    unanswered.push(resolve)
    return promise
  }
  const channels = new Map(app.alerts.channels).set('webhook', { ...webhook, deliver })
  return { ...app.alerts, channels, outbox: { ...app.alerts.outbox, ...outbox } }
}

/** Answers until the delivery has ended. */
async function answerAll(delivering: Promise<unknown>): Promise<void> {
  let hasEnded = false
  const ended = delivering.finally(() => {
    hasEnded = true
  })
  ended.catch(() => undefined)
  await vi.waitFor(() => {
    for (const resolve of unanswered.splice(0)) resolve(sent)
    expect(hasEnded).toBe(true)
  }, patience)
}

async function expectEachOnce(alerts: Alerts): Promise<void> {
  // By now every lease has run out.
  app.goTo('2026-04-09 12:10')
  await answerAll(deliverDue(alerts, app.delivery))
  expect(times.size).toBe(crowd)
  expect(Math.max(...times.values())).toBe(1)
  expect(await app.store.outbox.waiting()).toEqual({ count: 0, oldestDueAt: null })
}

it('a database that cannot write for a moment makes nobody hear twice', async () => {
  let failures = 1
  const { record } = app.store.outbox
  const alerts = alertsOver({
    record: async (...recorded) => {
      failures -= 1
      if (failures >= 0) throw new Error('database is locked')
      return record(...recorded)
    }
  })
  const delivering = deliverDue(alerts, app.delivery)
  await answerAll(delivering)
  await expect(delivering).rejects.toThrow('database is locked')
  await expectEachOnce(alerts)
})

it('a claim that fails takes nothing from what was claimed before: it goes out and is written down', async () => {
  let claims = 0
  const { claim } = app.store.outbox
  const alerts = alertsOver({
    claim: async (wanted) => {
      claims += 1
      if (claims === 2) throw new Error('database is locked')
      return claim(wanted)
    }
  })
  const delivering = deliverDue(alerts, app.delivery)
  await answerAll(delivering)
  await expect(delivering).rejects.toThrow('database is locked')
  expect(times.size).toBe(crowd)
  await expectEachOnce(alerts)
})

it('an outcome does not wait for the rest of a slow crowd', async () => {
  const alerts = alertsOver({})
  const delivering = deliverDue(alerts, app.delivery)
  await vi.waitFor(() => expect(unanswered).toHaveLength(1), patience)
  unanswered.splice(0)[0]?.(sent)
  await vi.waitFor(() => expect(unanswered).toHaveLength(2), patience)
  app.goTo('2026-04-09 12:01')
  unanswered.splice(0, 1)[0]?.(sent)
  await vi.waitFor(async () => expect((await app.store.outbox.waiting()).count).toBe(crowd - 2), patience)
  expect(times.size).toBeLessThan(crowd)
  await answerAll(delivering)
})

it('what cannot be tried before its lease runs short goes back at once, and is judged anew', async () => {
  const alerts = alertsOver({})
  const delivering = deliverDue(alerts, app.delivery)
  await vi.waitFor(() => expect(unanswered).toHaveLength(1), patience)
  const [first = ''] = times.keys()
  const { queries } = app.store.database
  await queries.updateTable('subscriptions').set({ state: 'paused' }).where('id', '<>', first).execute()
  app.goTo('2026-04-09 12:01:30')
  unanswered.splice(0)[0]?.(sent)
  await delivering
  expect([...times.keys()]).toEqual([first])
  expect(await app.store.outbox.waiting()).toEqual({ count: 0, oldestDueAt: null })
})

describe('when the process stops', () => {
  const untouched = { state: 'queued', reason: 'not_tried_yet', attempts: 0, last_attempt_at: null }

  async function putBack(): Promise<readonly unknown[]> {
    return app.store.database.queries
      .selectFrom('messages')
      .select(['state', 'reason', 'attempts', 'last_attempt_at'])
      .where('state', '=', 'queued')
      .execute()
  }

  it('what has not begun goes back at once as if it had never been claimed; what is under way is waited for', async () => {
    const closing = new AbortController()
    const alerts = alertsOver({})
    const delivering = deliverDue(alerts, { ...app.delivery, closing: closing.signal })
    await vi.waitFor(() => expect(unanswered).toHaveLength(1), patience)
    closing.abort()
    const everyoneElse = Array.from({ length: crowd - 1 }, () => untouched)
    await vi.waitFor(async () => expect(await putBack()).toEqual(everyoneElse), patience)
    await answerAll(delivering)
    expect(times.size).toBe(1)
    expect(await putBack()).toEqual(everyoneElse)
    await expectEachOnce(alerts)
  })

  it('what was being claimed goes back too, and nothing is claimed any more', async () => {
    const closing = new AbortController()
    let claims = 0
    const { claim } = app.store.outbox
    const alerts = alertsOver({
      claim: async (wanted) => {
        claims += 1
        const claimed = await claim(wanted)
        closing.abort()
        return claimed
      }
    })
    const settings = { ...app.delivery, closing: closing.signal }
    await deliverDue(alerts, settings)
    await deliverDue(alerts, settings)
    expect(claims).toBe(1)
    expect(times.size).toBe(0)
    expect(await putBack()).toEqual(Array.from({ length: crowd }, () => untouched))
  })
})
