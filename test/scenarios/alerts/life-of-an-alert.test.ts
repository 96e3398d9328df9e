/** From the first warning to the last: the whole of it in little, cheap enough for every database. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type AlertsHarness, maintenance } from './alerts-harness.ts'
import { openTestedAlerts } from './tested-alerts.ts'

const night = '2026-04-11'
let app: AlertsHarness
beforeEach(async () => {
  app = await openTestedAlerts()
})
afterEach(() => app.close())

it('a frost is raised, notified again, cleared, raised again, and passes', async () => {
  app.goTo('2026-04-10 06:00')
  await app.subscribe()
  for (const [hour, score, minimumC] of [
    [10, 70, -2.5],
    [11, 75, -3.6],
    [12, 40, 1],
    [14, 40, 1],
    [15, 66, -2]
  ] as const) {
    app.goTo(`2026-04-10 ${hour}:00`)
    await app.run({ [night]: { score, minimumC } })
  }
  await app.liveUntil('2026-04-11 09:00', 30)
  expect(app.kinds()).toEqual(['raised', 'updated', 'cleared', 'raised'])
  expect(await app.store.episodes.openCount(app.alerts.now())).toBe(0)
})

it('messages of a night go on in the conversation of its first; a test stands apart', async () => {
  const threads: (string | null)[] = []
  app.answer = (_message, { messageId, thread }) => {
    threads.push(thread)
    return { outcome: 'sent', thread: thread ?? messageId }
  }
  app.goTo('2026-04-10 10:00')
  const { subscription, manage } = await app.subscribe()
  await app.run({ [night]: { score: 70, minimumC: -2.5 } })
  await app.test(subscription.id, manage.token)
  app.goTo('2026-04-10 12:00')
  await app.run({ [night]: { score: 80, minimumC: -5 } })
  expect(app.kinds()).toEqual(['raised', 'test', 'updated'])
  expect(threads).toEqual([null, null, app.heard[0]?.messageId])
})

it('the source dying at 14:30 is notified at 20:30, and seeing again before the night in the evening', async () => {
  app.goTo('2026-04-10 12:00')
  await app.subscribe()
  await app.run({ [night]: { score: 70 } })
  await app.liveUntil('2026-04-10 14:30', 30)
  app.sourceAlive = false
  await app.liveUntil('2026-04-10 20:45', 15)
  app.sourceAlive = true
  await app.run({ [night]: { score: 72 } })
  expect(app.kinds()).toEqual(['raised', 'blind'])
  await app.liveUntil('2026-04-10 22:00', 15)
  expect(app.kinds()).toEqual(['raised', 'blind', 'sighted'])
})

it('a message is retried under its id, a dead destination suspended, a stage grows old, upkeep forgets', async () => {
  app.goTo('2026-04-09 12:00')
  const { subscription, manage } = await app.subscribe({ crop: 'apricot', stage: 'full-bloom' })
  const ids: string[] = []
  app.answer = (_message, { messageId, attempt }) => {
    ids.push(messageId)
    if (attempt === 1) return { outcome: 'retry', afterSeconds: null, reason: 'down' }
    return { outcome: 'rejected', suspend: 'gone', reason: 'http_410' }
  }
  await app.run({ [night]: { score: 70 } }, { crop: 'apricot' })
  await app.liveUntil('2026-04-09 12:05', 1)
  expect(new Set(ids).size).toBe(1)
  expect(ids).toHaveLength(2)
  expect(await app.status(subscription.id)).toMatchObject({ state: 'suspended', reason: 'gone' })
  const [line] = await app.deliveries(subscription.id, manage.token)
  expect(line).toMatchObject({ state: 'rejected', attempts: 2, reason: 'http_410' })
  app.goTo('2026-04-30 12:00')
  await maintenance(app)
  expect(await app.store.outbox.waiting()).toEqual({ count: 0, oldestDueAt: null })
})

it('previews end with the first real data', async () => {
  app.goTo('2026-04-09 12:00')
  app.demo = true
  await app.run({ [night]: { score: 70 } })
  const { subscription } = await app.subscribe({ channel: 'unconfigured' })
  expect(await app.previewed()).toHaveLength(1)
  app.demo = false
  await app.run({ [night]: { score: 90 } })
  expect(await app.status(subscription.id)).toMatchObject({ reason: 'preview_ended' })
})
