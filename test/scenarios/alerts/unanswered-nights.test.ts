/** Thirty generated nights with messages that fail: each is answered, taken back, or reported before the harm. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addContact } from '../../../src/alerts/contacts.ts'
import { acknowledge } from '../../../src/alerts/seen.ts'
import { seededRandom } from '../../../verification/data/seeded-random.ts'
import type { AlertsHarness } from './alerts-harness.ts'
import { instant, type SyntheticNight } from './synthetic-nights.ts'
import { openTestedAlerts } from './tested-alerts.ts'

const nights = 30
/** Harm from 04:00: all must be ready by 02:30. */
const raised: SyntheticNight = { score: 70, minimumC: -2.5, frostFromHour: 4 }
const gone: SyntheticNight = { score: 20, minimumC: 1 }
let app: AlertsHarness
let reportedAt: number[]

beforeEach(async () => {
  app = await openTestedAlerts()
  reportedAt = []
  Object.assign(app.alerts, {
    report: (event: string) => void (event === 'nights_unanswered' && reportedAt.push(app.alerts.now()))
  })
})
afterEach(() => app.close())

it('no night ends in silence, and none is sent again once it is answered', async () => {
  const random = seededRandom(7)
  const { subscription, manage } = await app.subscribe({ destination: { chat: 'ayse' } })
  for (const chat of ['ali', 'veli']) {
    const by = { id: subscription.id, token: manage.token, client: 'client-1', isOperator: true }
    await addContact(app.alerts, app.delivery, { ...by, body: { channel: 'plain', destination: { chat } } })
  }
  app.answer = () =>
    random() < 0.3 ? { outcome: 'retry', afterSeconds: null, reason: 'away', reachedNoRecipient: true } : null
  const ends = new Set<string>()
  for (let index = 0; index < nights; index += 1) {
    const evening = Temporal.PlainDate.from('2026-04-08').add({ days: index })
    const date = evening.add({ days: 1 }).toString()
    const plan = random()
    app.heard.length = 0
    reportedAt = []
    app.goTo(`${evening} 20:00`)
    await app.run({ [date]: raised })
    await app.liveUntil(`${evening} 22:00`, 30)
    let answeredAt: number | null = null
    if (plan < 0.3) {
      for (const hour of ['22:00', '23:10']) {
        app.goTo(`${evening} ${hour}`)
        await app.run({ [date]: gone })
      }
    } else {
      const minute = Math.floor(random() * 60)
      await app.liveUntil(`${date} 01:${String(minute).padStart(2, '0')}`, 30)
      const token = app.heard.at(-1)?.message.links.seenUrl?.split('/').at(-1) ?? ''
      if (plan < 0.7 && (await acknowledge(app.alerts, token)) === 'seen') answeredAt = app.alerts.now()
    }
    await app.liveUntil(`${date} 03:00`, 10)
    await app.liveUntil(`${date} 09:00`, 120)
    const again = app.heard.filter(({ message }) => message.kind === 'escalated')
    // Each person once.
    expect(new Set(again.map(({ message }) => message.subscriptionId)).size).toBe(again.length)
    if (plan < 0.3) {
      expect([again, reportedAt]).toEqual([[], []])
      ends.add('cleared')
    } else if (answeredAt === null) {
      expect(reportedAt).toHaveLength(1)
      expect(reportedAt[0]).toBeLessThan(instant(`${date} 04:00`, 'Europe/Istanbul'))
      ends.add('reported')
    } else {
      expect(reportedAt).toEqual([])
      expect(again.filter(({ at }) => at > answeredAt)).toEqual([])
      ends.add('answered')
    }
  }
  expect(ends).toEqual(new Set(['cleared', 'reported', 'answered']))
})
