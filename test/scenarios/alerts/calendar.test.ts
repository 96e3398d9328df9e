/** The nights of a subscription as a calendar, from the first warning to the one that is taken back. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readCalendar as reading } from '../../../src/alerts/links.ts'
import { calendarUrl } from '../../../src/alerts/subscription-answer.ts'
import { subscriptionCalendar } from '../../../src/http/alerts/feed-route.ts'
import { type ReadNight, readCalendar } from '../../contracts/calendars/read-calendar.ts'
import type { AlertsHarness } from './alerts-harness.ts'
import { openTestedAlerts } from './tested-alerts.ts'

const night = '2026-04-11'
let app: AlertsHarness
beforeEach(async () => {
  app = await openTestedAlerts()
})
afterEach(() => app.close())

async function nightsOf(id: string): Promise<readonly ReadNight[]> {
  const { alerts } = app
  const [, token = ''] = /\/feeds\/([\w-]+)\.ics$/.exec(calendarUrl(alerts, id)) ?? []
  const found = await reading(alerts, token, 200)
  return found === null ? [] : readCalendar(subscriptionCalendar(alerts, found))
}

it('a night is an event, changes its number with each message about it, and is cancelled', async () => {
  app.goTo('2026-04-10 06:00')
  const { subscription } = await app.subscribe({ label: 'Üst; bahçe, "A"\\1' })
  expect(await nightsOf(subscription.id)).toEqual([])
  const seen: ReadNight[] = []
  for (const [hour, score, minimumC] of [
    [10, 70, -2.5],
    [11, 75, -3.6],
    [12, 40, 1],
    [14, 40, 1],
    [15, 66, -2]
  ] as const) {
    app.goTo(`2026-04-10 ${hour}:00`)
    await app.run({ [night]: { score, minimumC } })
    seen.push(...(await nightsOf(subscription.id)))
  }
  expect(app.kinds()).toEqual(['raised', 'updated', 'cleared', 'raised'])
  expect(seen.map(({ sequence, status }) => `${sequence} ${status}`)).toEqual([
    '0 CONFIRMED',
    '1 CONFIRMED',
    '1 CONFIRMED',
    '2 CANCELLED',
    '3 CONFIRMED'
  ])
  expect(new Set(seen.map(({ uid }) => uid))).toEqual(
    new Set([`frost/${night}/${subscription.id}@frost.example`])
  )
  const [first, updated, , cancelled] = seen
  expect(first?.lines.join('\n')).toMatch(/70 \/ 100.*\n.*−2,5\s°C/)
  expect(updated?.lines.join('\n')).toMatch(/75 \/ 100.*\n.*\n?.*−3,6\s°C/)
  expect(cancelled?.title).toMatch(/^Geri alındı: Malatya: /)
  expect(first?.lines).toContain('Made weather')
})

it('a night whose message did not arrive is there too, and a test message is no night', async () => {
  app.goTo('2026-04-10 06:00')
  const { subscription, manage } = await app.subscribe()
  await app.test(subscription.id, manage.token)
  expect(await nightsOf(subscription.id)).toEqual([])
  app.answer = () => ({ outcome: 'rejected', suspend: 'gone', reason: 'http_410' })
  app.goTo('2026-04-10 10:00')
  await app.run({ [night]: { score: 70 } })
  expect((await nightsOf(subscription.id)).map(({ status }) => status)).toEqual(['CONFIRMED'])
})

it('a night is as the last message says, also where that waited while another one was sent', async () => {
  app.goTo('2026-04-10 20:00')
  const quiet_hours = { from: '21:00', to: '06:30' }
  const { subscription } = await app.subscribe({ threshold: 30, quiet_hours, escalation: {} })
  app.goTo('2026-04-10 22:00')
  await app.run({ [night]: { score: 45, minimumC: -1.5 } })
  await app.liveUntil('2026-04-11 03:20', 5)
  expect(app.kinds()).toEqual(['escalated'])
  expect((await nightsOf(subscription.id))[0]?.lines.join('\n')).toContain('45 / 100')
  app.goTo('2026-04-11 03:21')
  await app.run({ [night]: { score: 70, minimumC: -3 } })
  expect(app.kinds()).toEqual(['escalated', 'updated'])
  expect((await nightsOf(subscription.id))[0]?.lines.join('\n')).toContain('70 / 100')
})
