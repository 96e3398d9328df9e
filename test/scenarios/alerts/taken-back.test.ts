/** An end that was a slip is taken back for ten minutes, and no frost is lost by it. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { conversationApi } from '../../../src/alerts/conversation.ts'
import { takeBackByToken, unsubscribeByToken } from '../../../src/alerts/links.ts'
import { endSubscription, pauseSubscription, resumeSubscription } from '../../../src/alerts/manage.ts'
import type { AlertsHarness } from './alerts-harness.ts'
import { openTestedAlerts } from './tested-alerts.ts'

const night = '2026-04-11'
let app: AlertsHarness
beforeEach(async () => {
  app = await openTestedAlerts()
  app.goTo('2026-04-10 12:00')
})
afterEach(() => app.close())

async function subscribed(body: Readonly<Record<string, unknown>> = {}) {
  const { subscription, manage } = await app.subscribe(body)
  return { id: subscription.id, token: manage.token, link: manage.unsubscribeUrl.split('/').at(-1) ?? '' }
}

it('what was raised goes on: nothing is told twice, and the reminder comes', async () => {
  const mine = await subscribed()
  // The night after the coming one: its dusk comes after twelve quiet hours.
  await app.run({ '2026-04-12': { score: 70 } })
  await endSubscription(app.alerts, mine)
  app.goTo('2026-04-10 12:09')
  expect(await resumeSubscription(app.alerts, mine)).toMatchObject({
    subscription: { status: 'active', reason: null, endedAt: null, takenBackUntil: null }
  })
  await app.liveUntil('2026-04-11 21:00', 15)
  expect(app.kinds()).toEqual(['raised', 'dusk'])
})

it('what comes meanwhile is raised at once, also where the message was on its way', async () => {
  const [meanwhile, onItsWay] = [await subscribed({ threshold: 50 }), await subscribed({ threshold: 60 })]
  await endSubscription(app.alerts, meanwhile)
  await app.run({ [night]: { score: 70 } }, { silently: true })
  await app.evaluateOnly()
  await endSubscription(app.alerts, onItsWay)
  await app.deliver()
  expect(app.kinds()).toEqual([])
  app.goTo('2026-04-10 12:05')
  await resumeSubscription(app.alerts, meanwhile)
  await resumeSubscription(app.alerts, onItsWay)
  await app.deliver()
  expect(app.kinds()).toEqual(['raised', 'raised'])
})

it('after ten minutes it has ended for good', async () => {
  const mine = await subscribed()
  await endSubscription(app.alerts, mine)
  app.goTo('2026-04-10 12:10')
  expect(await resumeSubscription(app.alerts, mine)).toMatchObject({ code: 'subscription_ended' })
  expect(await takeBackByToken(app.alerts, mine.link)).toBe(false)
  expect(await app.status(mine.id)).toMatchObject({ state: 'unsubscribed' })
})

it('the link that ended it takes it back; a wrong one does not', async () => {
  const mine = await subscribed()
  await unsubscribeByToken(app.alerts, mine.link)
  expect(
    await takeBackByToken(app.alerts, `${mine.link.slice(0, -1)}${mine.link.endsWith('A') ? 'B' : 'A'}`)
  ).toBe(false)
  expect(await takeBackByToken(app.alerts, mine.link)).toBe(true)
  expect(await app.status(mine.id)).toMatchObject({ state: 'active', endedAt: null })
})

it('what was not confirmed waits again, and is not confirmed by it', async () => {
  const mine = await subscribed({ channel: 'email' })
  await endSubscription(app.alerts, mine)
  await resumeSubscription(app.alerts, mine)
  expect(await app.status(mine.id)).toMatchObject({ state: 'pending_confirmation', confirmedAt: null })
})

it('what was paused is active', async () => {
  const mine = await subscribed()
  await pauseSubscription(app.alerts, mine)
  await endSubscription(app.alerts, mine)
  await resumeSubscription(app.alerts, mine)
  expect(await app.status(mine.id)).toMatchObject({ state: 'active' })
})

it('in a chat the last end is taken back, of one or of all that ended together, and of no other chat', async () => {
  const chat = conversationApi(app.alerts, 'telegram')
  const bound = async (body: Readonly<Record<string, unknown>>) => {
    const { subscription, confirmation } = await app.subscribe({ channel: 'telegram', ...body })
    const token = confirmation.url ?? ''
    await chat.confirm({ token, destination: { chat: 7 }, destinationKey: '7', language: null })
    return subscription.id
  }
  const [first, second, third] = [
    await bound({}),
    await bound({ location: 'berlin' }),
    await bound({ crop: 'apricot', stage: 'full-bloom' })
  ]
  await chat.stop('7', first)
  app.goTo('2026-04-10 12:04')
  expect(await chat.stop('7', null)).toBe(2)
  app.goTo('2026-04-10 12:08')
  expect(await chat.takeBack('8', null)).toEqual([])
  const back = await chat.takeBack('7', null)
  expect(back.map(({ subscriptionId, status }) => [subscriptionId, status])).toEqual([
    [third, 'active'],
    [second, 'active']
  ])
  expect(await app.status(first)).toMatchObject({ state: 'unsubscribed' })
  expect(await chat.takeBack('7', first)).toMatchObject([{ subscriptionId: first }])
  expect(await chat.takeBack('7', first)).toEqual([])
  await chat.stop('7', null)
  app.goTo('2026-04-10 12:18')
  expect(await chat.takeBack('7', null)).toEqual([])
  expect(await app.status(second)).toMatchObject({ state: 'unsubscribed' })
})
