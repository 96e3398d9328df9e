/** Who is notified, one after the other, of an unanswered warning about tonight. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addContact, endContact, listContacts, moveContact } from '../../../src/alerts/contacts.ts'
import { confirmByToken, stop } from '../../../src/alerts/links.ts'
import { pauseSubscription } from '../../../src/alerts/manage.ts'
import { escalateRound, maintain } from '../../../src/alerts/round.ts'
import { acknowledge, acknowledgeLast, acknowledgeTonight } from '../../../src/alerts/seen.ts'
import type { SubscriptionAnswer } from '../../../src/alerts/subscription-answer.ts'
import { seqOfToken, tokenFor } from '../../../src/alerts/tokens.ts'
import type { AlertsHarness, Heard } from './alerts-harness.ts'
import { instant, type SyntheticNight } from './synthetic-nights.ts'
import { openTestedAlerts } from './tested-alerts.ts'

const night = '2026-04-11'
/** Harm from 04:00: all must be ready by 02:30. */
const raised: SyntheticNight = { score: 70, minimumC: -2.5, frostFromHour: 4 }
let app: AlertsHarness
let reported: number

beforeEach(async () => {
  app = await openTestedAlerts()
  reported = 0
  Object.assign(app.alerts, {
    report: (event: string) => {
      if (event === 'nights_unanswered') reported += 1
    }
  })
})
afterEach(() => app.close())

const clock = (at: number): string =>
  Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO('Europe/Istanbul')
    .toPlainTime()
    .toString()
    .slice(0, 5)

/** Which subscription was told what, and when; the names of those that a test made. */
const names = new Map<string, string>()
const reports = () =>
  app.heard.map(({ message, at }) => `${names.get(message.subscriptionId)} ${message.kind} ${clock(at)}`)
const tokenOf = (heard: Heard | undefined): string => heard?.message.links.seenUrl?.split('/').at(-1) ?? ''

async function owner(
  name: string,
  body: Readonly<Record<string, unknown>> = {}
): Promise<SubscriptionAnswer> {
  const answer = await app.subscribe({ destination: { chat: name }, label: name, ...body })
  names.set(answer.subscription.id, name)
  return answer
}

const tokenRequest = (of: SubscriptionAnswer) => ({ id: of.subscription.id, token: of.manage.token })

async function contact(of: SubscriptionAnswer, name: string, body: object = {}): Promise<string> {
  const request = {
    id: of.subscription.id,
    token: of.manage.token,
    client: 'client-2',
    isByKey: true,
    isOperator: true
  }
  const wanted = { channel: 'plain', destination: { chat: name }, label: name, ...body }
  const added = await addContact(app.alerts, app.delivery, { ...request, body: wanted })
  if (!added.ok) throw new Error(JSON.stringify(added))
  const id = added.contacts.at(-1)?.id ?? ''
  names.set(id, name)
  return id
}

async function untilMorning(): Promise<void> {
  const before = instant('2026-04-11 01:00', 'Europe/Istanbul')
  if (app.alerts.now() < before) await app.liveUntil('2026-04-11 01:00', 60)
  await app.liveUntil('2026-04-11 03:00', 1)
  await app.liveUntil('2026-04-11 09:00', 60)
}

describe('contacts', () => {
  it('are notified in their order until all must be ready, and each once', async () => {
    app.goTo('2026-04-10 20:00')
    const mine = await owner('ayse')
    await contact(mine, 'ali')
    await contact(mine, 'veli')
    await app.run({ [night]: raised })
    await untilMorning()
    expect(reports()).toEqual([
      'ayse raised 20:00',
      'ayse escalated 01:45',
      'ali escalated 02:00',
      'veli escalated 02:15'
    ])
    expect(reported).toBe(1)
    expect(app.heard[2]?.message).toMatchObject({
      label: 'ayse',
      labelIsOthers: true,
      threshold: 60,
      alsoFor: []
    })
  })

  it.each([
    ['by their message', false],
    ['by telephone', true]
  ])('answer for the one whom they follow, %s', async (_, isByPhone) => {
    app.goTo('2026-04-10 20:00')
    const mine = await owner('ayse')
    await contact(mine, 'ali')
    await contact(mine, 'veli')
    await app.run({ [night]: raised })
    await app.liveUntil('2026-04-11 01:00', 60)
    await app.liveUntil('2026-04-11 02:05', 1)
    expect(reports().at(-1)).toBe('ali escalated 02:00')
    if (isByPhone) await acknowledgeTonight(app.alerts, 'plain', JSON.stringify({ chat: 'ali' }))
    else expect(await acknowledge(app.alerts, tokenOf(app.heard.at(-1)))).toBe('seen')
    await app.liveUntil('2026-04-11 09:00', 5)
    expect(reports().at(-1)).toBe('ali escalated 02:00')
    expect(reported).toBe(0)
  })

  it('answer for all of whom they learned, also in the moment in which it was announced', async () => {
    app.goTo('2026-04-11 03:30')
    const owners = [await owner('ayse'), await owner('fatma')]
    for (const one of owners) await contact(one, 'desk')
    await app.run({ [night]: raised })
    await escalateRound(app.alerts)
    await app.deliver()
    const heard = app.heard.find(({ message }) => names.get(message.subscriptionId) === 'desk')
    expect(await acknowledge(app.alerts, tokenOf(heard))).toBe('seen')
    for (const one of owners)
      expect(await listContacts(app.alerts, tokenRequest(one))).toMatchObject({
        tonight: { seenAt: app.alerts.now(), isUnanswered: false }
      })
  })

  it('who answered are the first to be notified when the night is worse', async () => {
    app.goTo('2026-04-11 01:00')
    const mine = await owner('ayse')
    await contact(mine, 'ali')
    await contact(mine, 'veli')
    await app.run({ [night]: raised })
    await app.liveUntil('2026-04-11 02:16', 1)
    await acknowledge(app.alerts, tokenOf(app.heard.at(-1)))
    app.goTo('2026-04-11 02:18')
    await app.run({ [night]: { ...raised, minimumC: -4.6 } })
    await app.liveUntil('2026-04-11 02:27', 1)
    // Ten minutes after the message before.
    expect(reports().slice(-4)).toEqual([
      'veli escalated 02:15',
      'ayse updated 02:18',
      'veli escalated 02:25',
      'ayse escalated 02:25'
    ])
  })

  it('that do not confirm, are paused or refuse pass their turn on at once', async () => {
    app.goTo('2026-04-10 20:00')
    const mine = await owner('ayse')
    await contact(mine, 'unconfirmed', { channel: 'email', destination: { host: 'mail' } })
    const paused = await contact(mine, 'paused')
    await contact(mine, 'refusing')
    await contact(mine, 'veli')
    await app.store.subscriptions.move(paused, ['active'], { state: 'paused', reason: null, now: 0 })
    app.answer = ({ subscriptionId }) =>
      names.get(subscriptionId) === 'refusing'
        ? { outcome: 'rejected', suspend: 'gone', reason: '410' }
        : null
    await app.run({ [night]: raised })
    app.heard.length = 0
    await untilMorning()
    expect(reports()).toEqual(['ayse escalated 01:15', 'veli escalated 01:31'])
    expect(reported).toBe(1)
  })

  it('are notified at once where it is reported that the message before did not arrive', async () => {
    app.goTo('2026-04-10 20:00')
    const mine = await owner('ayse')
    await contact(mine, 'ali')
    await contact(mine, 'veli')
    await app.run({ [night]: raised })
    await app.liveUntil('2026-04-11 01:00', 60)
    await app.liveUntil('2026-04-11 01:46', 1)
    const seq = seqOfToken(tokenOf(app.heard.at(-1))) ?? 0
    await app.alerts.deliveryLog.noteReceipt(seq, 'failed', app.alerts.now())
    await app.liveUntil('2026-04-11 01:47', 1)
    expect(reports().slice(1)).toEqual(['ayse escalated 01:45', 'ali escalated 01:47'])
  })

  it('are notified at once where the warning itself is refused for good', async () => {
    app.goTo('2026-04-10 20:00')
    const mine = await owner('ayse')
    await contact(mine, 'ali')
    app.answer = ({ subscriptionId }) =>
      names.get(subscriptionId) === 'ayse' ? { outcome: 'rejected', suspend: 'gone', reason: '410' } : null
    await app.run({ [night]: raised })
    await app.liveUntil('2026-04-10 20:02', 1)
    expect(reports()).toEqual(['ali escalated 20:01'])
    expect(await acknowledge(app.alerts, tokenOf(app.heard[0]))).toBe('seen')
    await untilMorning()
    expect(reports()).toEqual(['ali escalated 20:01'])
    expect(reported).toBe(0)
  })

  it('are notified at once where a night that was reported is refused when it is worse', async () => {
    app.goTo('2026-04-10 20:00')
    const mine = await owner('ayse')
    await contact(mine, 'ali')
    await app.run({ [night]: raised })
    app.answer = ({ subscriptionId }) =>
      names.get(subscriptionId) === 'ayse' ? { outcome: 'rejected', suspend: 'gone', reason: '410' } : null
    app.goTo('2026-04-10 21:00')
    await app.run({ [night]: { ...raised, minimumC: -4.6 } })
    await app.liveUntil('2026-04-10 21:02', 1)
    expect(reports()).toEqual(['ayse raised 20:00', 'ali escalated 21:01'])
  })

  it.each(['a contact', 'its escalation'])(
    'that %s comes later are notified of what refused',
    async (later) => {
      app.goTo('2026-04-10 20:00')
      const mine = await owner('ayse')
      const { id, token } = tokenRequest(mine)
      if (later !== 'a contact') {
        await contact(mine, 'ali')
        await app.patch(id, token, { escalation: null })
      }
      let asked = 0
      app.answer = ({ subscriptionId }) => {
        if (names.get(subscriptionId) !== 'ayse') return null
        asked += 1
        return { outcome: 'rejected', suspend: 'gone', reason: '410' }
      }
      await app.run({ [night]: raised })
      expect(await app.status(id)).toMatchObject({ state: 'suspended', reason: 'gone' })
      app.goTo('2026-04-11 20:00')
      await app.run({ '2026-04-12': raised })
      if (later === 'a contact') await contact(mine, 'ali')
      else await app.patch(id, token, { escalation: {} })
      await app.liveUntil('2026-04-11 20:02', 1)
      expect(reports()).toEqual(['ali escalated 20:01'])
      expect(asked).toBe(1)
      expect(await app.status(id)).toMatchObject({ state: 'suspended', reason: 'gone' })
    }
  )

  it('are notified night after night of a destination that refused once and is suspended since', async () => {
    app.goTo('2026-04-10 20:00')
    const mine = await owner('ayse')
    await contact(mine, 'ali')
    let asked = 0
    app.answer = ({ subscriptionId }) => {
      if (names.get(subscriptionId) !== 'ayse') return null
      asked += 1
      return { outcome: 'rejected', suspend: 'gone', reason: '410' }
    }
    await app.run({ [night]: raised })
    expect(await app.status(mine.subscription.id)).toMatchObject({ state: 'suspended', reason: 'gone' })
    for (const at of ['2026-04-10 21:00', '2026-04-10 22:00']) {
      app.goTo(at)
      await app.run({ [night]: raised })
    }
    await app.liveUntil('2026-04-11 09:00', 30)
    app.goTo('2026-04-11 20:00')
    await app.run({ '2026-04-12': raised })
    await app.liveUntil('2026-04-11 20:02', 1)
    expect(reports()).toEqual(['ali escalated 22:30', 'ali escalated 20:01'])
    expect(asked).toBe(1)
    await expect(pauseSubscription(app.alerts, tokenRequest(mine))).resolves.toMatchObject({
      code: 'invalid_state'
    })
    app.answer = null
    await app.test(mine.subscription.id, mine.manage.token)
    expect(await app.status(mine.subscription.id)).toMatchObject({ state: 'active', reason: null })
    await app.deliver()
    expect(reports().slice(-2)).toEqual(['ayse test 20:02', 'ayse raised 20:02'])
  })

  it('who answer what is milder by then end the wait, and are notified when it is as bad again', async () => {
    app.goTo('2026-04-11 01:00')
    const mine = await owner('ayse')
    await contact(mine, 'ali')
    await app.run({ [night]: { ...raised, score: 90 } })
    await app.liveUntil('2026-04-11 02:05', 1)
    await app.run({ [night]: { ...raised, score: 65 } })
    await app.liveUntil('2026-04-11 02:16', 1)
    expect(reports()).toEqual(['ayse raised 01:00', 'ayse escalated 02:00', 'ali escalated 02:15'])
    expect(await acknowledge(app.alerts, tokenOf(app.heard.at(-1)))).toBe('seen')
    await app.liveUntil('2026-04-11 03:00', 1)
    expect(reports()).toHaveLength(3)
    await app.run({ [night]: { ...raised, score: 90 } })
    await app.liveUntil('2026-04-11 03:20', 1)
    expect(reports().slice(3).toSorted()).toEqual([
      'ali escalated 03:01',
      'ayse escalated 03:01',
      'ayse updated 03:00'
    ])
    expect(reported).toBe(1)
  })

  it('who answer keep back a first warning that has not left', async () => {
    app.goTo('2026-04-11 03:00')
    const mine = await owner('ayse')
    await contact(mine, 'ali')
    app.answer = ({ subscriptionId }) =>
      subscriptionId === mine.subscription.id
        ? { outcome: 'retry', afterSeconds: null, reason: 'away' }
        : null
    await app.run({ [night]: raised })
    await app.liveUntil('2026-04-11 03:10', 1)
    const answered = app.heard.find(({ message }) => names.get(message.subscriptionId) === 'ali')
    expect(await acknowledge(app.alerts, tokenOf(answered))).toBe('seen')
    app.answer = null
    app.heard.length = 0
    await app.liveUntil('2026-04-11 04:10', 1)
    expect(reports()).toEqual([])
    await app.run({ [night]: { ...raised, minimumC: -5 } })
    expect(reports()).toEqual(['ayse raised 04:10'])
  })

  it('who were notified learn once that the risk is over', async () => {
    app.goTo('2026-04-11 00:00')
    const mine = await owner('ayse')
    await contact(mine, 'ali')
    await contact(mine, 'veli')
    await app.run({ [night]: raised })
    await app.liveUntil('2026-04-11 02:01', 1)
    await acknowledge(app.alerts, tokenOf(app.heard.at(-1)))
    for (const at of ['2026-04-11 02:05', '2026-04-11 03:10']) {
      app.goTo(at)
      await app.run({ [night]: { score: 20, minimumC: 1 } })
    }
    await app.liveUntil('2026-04-11 09:00', 5)
    expect(reports().slice(1)).toEqual([
      'ayse escalated 01:45',
      'ali escalated 02:00',
      'ayse cleared 03:10',
      'ali cleared 03:15'
    ])
  })

  it('hear of it in the conversation of the warning, with a sound where they are awake', async () => {
    app.goTo('2026-04-11 00:00')
    const mine = await owner('ayse')
    await contact(mine, 'ali')
    const threads = new Map<string, (string | null)[]>()
    app.answer = ({ subscriptionId }, { messageId, thread }) => {
      const name = names.get(subscriptionId) ?? ''
      threads.set(name, [...(threads.get(name) ?? []), thread])
      return { outcome: 'sent', thread: thread ?? messageId }
    }
    await app.run({ [night]: raised })
    await app.liveUntil('2026-04-11 02:16', 1)
    await acknowledge(app.alerts, tokenOf(app.heard.at(-1)))
    for (const at of ['2026-04-11 02:20', '2026-04-11 03:25']) {
      app.goTo(at)
      await app.run({ [night]: { score: 20, minimumC: 1 } })
    }
    await app.liveUntil('2026-04-11 09:00', 5)
    const cleared = app.heard.filter(({ message }) => message.kind === 'cleared')
    expect(cleared.map(({ message }) => [names.get(message.subscriptionId), message.urgency])).toEqual([
      ['ayse', 'warning'],
      ['ali', 'warning']
    ])
    for (const name of ['ayse', 'ali']) {
      const [first, ...others] = threads.get(name) ?? []
      const firstId = app.heard.find(({ message }) => names.get(message.subscriptionId) === name)?.messageId
      expect([name, first]).toEqual([name, null])
      expect(new Set(others)).toEqual(new Set([firstId]))
    }
  })

  it('do not wake who has slept through all of it', async () => {
    app.goTo('2026-04-11 00:00')
    const mine = await owner('ayse')
    await contact(mine, 'ali')
    await app.run({ [night]: raised })
    const taken = async (...times: string[]) => {
      for (const at of times) {
        app.goTo(at)
        await app.run({ [night]: { score: 20, minimumC: 1 } })
      }
    }
    await taken('2026-04-11 00:20', '2026-04-11 01:25')
    expect(app.heard.map(({ message }) => [message.kind, message.urgency])).toEqual([
      ['raised', 'alarm'],
      ['cleared', 'quiet']
    ])
    const alone = await app.subscribe({ destination: { chat: 'alone' } })
    app.heard.length = 0
    app.goTo('2026-04-11 01:30')
    await app.run({ [night]: raised })
    const own = app.heard.find(({ message }) => message.subscriptionId === alone.subscription.id)
    await acknowledge(app.alerts, tokenOf(own))
    app.heard.length = 0
    await taken('2026-04-11 01:40', '2026-04-11 02:45')
    const urgencies = new Map(app.heard.map(({ message }) => [message.subscriptionId, message.urgency]))
    expect(urgencies.get(alone.subscription.id)).toBe('warning')
    expect(urgencies.get(mine.subscription.id)).toBe('quiet')
  })

  it('do not wake by their answer who could not be notified again', async () => {
    app.goTo('2026-04-11 01:00')
    const mine = await owner('ayse')
    await contact(mine, 'ali')
    await app.run({ [night]: raised })
    app.answer = ({ subscriptionId }) =>
      names.get(subscriptionId) === 'ayse' ? { outcome: 'retry', afterSeconds: null, reason: 'away' } : null
    await app.liveUntil('2026-04-11 02:16', 1)
    await acknowledge(
      app.alerts,
      tokenOf(app.heard.find(({ message }) => names.get(message.subscriptionId) === 'ali'))
    )
    for (const at of ['2026-04-11 02:20', '2026-04-11 03:25']) {
      app.goTo(at)
      await app.run({ [night]: { score: 20, minimumC: 1 } })
    }
    app.answer = null
    app.heard.length = 0
    await app.liveUntil('2026-04-11 06:00', 5)
    expect(
      app.heard.map(({ message }) => [names.get(message.subscriptionId), message.kind, message.urgency])
    ).toEqual([
      ['ali', 'cleared', 'warning'],
      ['ayse', 'cleared', 'quiet']
    ])
  })

  it('raise nothing by themselves, and do not replace each other', async () => {
    app.goTo('2026-04-10 10:00')
    const [one, other] = [await owner('ayse'), await owner('fatma')]
    const body = { destination: { chat: 'ali' } }
    const ids = [await contact(one, 'desk', body), await contact(other, 'desk', body)]
    await owner('ali')
    await app.run({ [night]: raised })
    app.sourceAlive = false
    await app.liveUntil('2026-04-10 23:00', 60)
    expect(reports().filter((line) => line.startsWith('ali'))).toContain('ali raised 10:00')
    expect(reports().filter((line) => line.startsWith('desk'))).toEqual([])
    for (const id of ids) expect((await app.status(id))?.state).toBe('active')
  })
})

it('a contact of three hundred gets one message that lists them, and one more after ten minutes at least', async () => {
  Object.assign(app.alerts, { subscriptionsPerDay: null })
  app.goTo('2026-04-10 20:00')
  const many = 300
  for (let index = 0; index < many; index += 1) {
    const late = index % 3 === 0 ? { escalation: { lead_minutes: 86 } } : {}
    await contact(await owner(`field ${index}`, late), 'desk')
  }
  await app.run({ [night]: raised })
  app.heard.length = 0
  await untilMorning()
  const together = app.heard.filter(({ message }) => names.get(message.subscriptionId) === 'desk')
  expect(together.map(({ at, message }) => [clock(at), (message.alsoFor?.length ?? 0) + 1])).toEqual([
    ['02:15', 200],
    ['02:25', 100]
  ])
  expect(app.heard).toHaveLength(many + 2)
  expect(reported).toBe(2)
})

describe('refused is', () => {
  const asked = (of: SubscriptionAnswer) => ({
    id: of.subscription.id,
    token: of.manage.token,
    client: 'client-2',
    isOperator: false
  })
  it.each([
    ['the destination of the warning itself', { channel: 'plain', destination: { chat: 'ayse' } }, 'itself'],
    ['a channel that is fetched', { channel: 'feed' }, 'fetched'],
    ['a channel that there is not', { channel: 'pigeon' }, 'no such channel'],
    ['a body without a channel', { label: 'Ali' }, 'channel'],
    ['a threshold of its own', { channel: 'plain', threshold: 10 }, 'A contact has'],
    ['a label that is a link', { channel: 'plain', label: 'www.example.com' }, 'plain name']
  ] as const)('%s', async (_, body, words) => {
    const mine = await owner('ayse')
    const refused = await addContact(app.alerts, app.delivery, { ...asked(mine), body })
    expect(refused).toMatchObject({ ok: false, detail: expect.stringContaining(words) })
    expect(await listContacts(app.alerts, asked(mine))).toMatchObject({ contacts: [] })
  })

  it('a contact of a contact, what no one could answer, a change of what is followed, and another token', async () => {
    const mine = await owner('ayse')
    const id = await contact(mine, 'ali')
    const token = tokenFor(app.alerts.keys, 'manage', id)
    const body = { channel: 'plain', destination: { chat: 'veli' } }
    const ofContact = await addContact(app.alerts, app.delivery, { ...asked(mine), id, token, body })
    expect(ofContact).toMatchObject({ code: 'invalid_state', detail: expect.stringContaining('itself') })
    await expect(app.patch(id, token, { threshold: 10 })).rejects.toThrow('/threshold')
    const feed = await app.subscribe({ channel: 'feed' })
    const unanswered = await addContact(app.alerts, app.delivery, {
      ...asked(feed),
      body: { channel: 'webhook', destination: { host: 'a' } }
    })
    expect(unanswered).toMatchObject({ detail: expect.stringContaining('cannot be answered') })
    const stolen = await addContact(app.alerts, app.delivery, {
      ...asked(feed),
      id: mine.subscription.id,
      body
    })
    expect(stolen).toMatchObject({ code: 'subscription_not_found' })
  })
})

describe('another order', () => {
  const moved = async (of: SubscriptionAnswer, contactId: string, body: unknown) => {
    const request = { id: of.subscription.id, token: of.manage.token }
    const answer = await moveContact(app.alerts, request, { contactId, body })
    return answer.ok ? answer.contacts.map(({ label, step }) => `${label} ${step}`) : answer
  }

  it('is taken up and down, also where one has ended', async () => {
    const mine = await owner('ayse')
    const ids = []
    for (const name of ['ali', 'veli', 'can', 'naz']) ids.push(await contact(mine, name))
    const [ali = '', veli = '', , naz = ''] = ids
    expect(await moved(mine, naz, { step: 3 })).toEqual(['ali 2', 'naz 3', 'veli 4', 'can 5'])
    expect(await moved(mine, ali, { step: 4 })).toEqual(['naz 2', 'veli 3', 'ali 4', 'can 5'])
    await endContact(app.alerts, { id: mine.subscription.id, token: mine.manage.token }, veli)
    expect(await moved(mine, naz, { step: 100 })).toEqual(['ali 2', 'can 4', 'naz 5'])
    expect(await moved(mine, naz, { step: 1 })).toMatchObject({ errors: [{ pointer: '/step' }] })
    expect(await moved(mine, naz, { turn: 2 })).toMatchObject({ ok: false })
    expect(await moved(mine, veli, { step: 2 })).toMatchObject({ code: 'subscription_not_found' })
  })

  it('in the middle of a night notifies no one twice, and leaves no one out', async () => {
    app.goTo('2026-04-10 20:00')
    const mine = await owner('ayse')
    const ali = await contact(mine, 'ali')
    await contact(mine, 'veli')
    await contact(mine, 'can')
    await app.run({ [night]: raised })
    await app.liveUntil('2026-04-11 01:00', 60)
    await app.liveUntil('2026-04-11 01:50', 1)
    expect(reports().at(-1)).toBe('ali escalated 01:45')
    expect(await moved(mine, ali, { step: 4 })).toEqual(['veli 2', 'can 3', 'ali 4'])
    await app.liveUntil('2026-04-11 09:00', 1)
    expect(reports().slice(-3)).toEqual([
      'ali escalated 01:45',
      'veli escalated 02:00',
      'can escalated 02:15'
    ])
    expect(reported).toBe(1)
  })
})

it('the owner of a subscription sees who has seen the warning', async () => {
  app.goTo('2026-04-11 01:00')
  const mine = await owner('ayse')
  const ali = await contact(mine, 'ali')
  const listed = async () => {
    const answer = await listContacts(app.alerts, { id: mine.subscription.id, token: mine.manage.token })
    return answer.ok ? answer.tonight : answer
  }
  expect(await listed()).toBeNull()
  await app.run({ [night]: raised })
  expect(await listed()).toMatchObject({ date: night, seenAt: null, seenBy: null, isUnanswered: true })
  await app.liveUntil('2026-04-11 02:16', 1)
  await acknowledge(app.alerts, tokenOf(app.heard.at(-1)))
  expect(await listed()).toMatchObject({ seenAt: app.alerts.now(), seenBy: ali, isUnanswered: false })
  app.goTo('2026-04-11 02:30')
  await app.run({ [night]: { ...raised, minimumC: -5 } })
  expect(await listed()).toMatchObject({ seenBy: ali, isUnanswered: true })
  const again = await app.status(mine.subscription.id)
  if (again !== null) expect(await acknowledgeLast(app.alerts, again)).toBe(true)
  expect(await listed()).toMatchObject({ seenBy: mine.subscription.id, isUnanswered: false })
})

it('a contact confirms as any other, is ended by its owner, and ends with what it follows', async () => {
  const mine = await owner('ayse')
  const request = { id: mine.subscription.id, token: mine.manage.token }
  const email = await contact(mine, 'ali', { channel: 'email', destination: { host: 'mail' } })
  expect((await app.status(email))?.state).toBe('pending_confirmation')
  expect(await confirmByToken(app.alerts, tokenFor(app.alerts.keys, 'confirm', email))).toBe('confirmed')
  const second = await contact(mine, 'veli')
  const ended = await endContact(app.alerts, request, email)
  expect(ended).toMatchObject({ contacts: [{ id: second, step: 3, label: 'veli', status: 'active' }] })
  const now = app.alerts.now()
  await app.store.subscriptions.move(mine.subscription.id, ['active'], {
    state: 'unsubscribed',
    reason: 'by_subscriber',
    now
  })
  app.goTo('2026-04-07 12:09')
  await maintain(app.alerts)
  expect((await app.status(second))?.state).toBe('active')
  app.goTo('2026-04-07 12:11')
  await maintain(app.alerts)
  expect((await app.status(second))?.state).toBe('unsubscribed')
})

it('the last contact that could answer is ended after the escalation only, or by itself', async () => {
  const mine = await app.subscribe({ channel: 'webhook', destination: { host: 'a' } })
  const request = { id: mine.subscription.id, token: mine.manage.token }
  const hook = await contact(mine, 'ali', { channel: 'plain' })
  const other = await contact(mine, 'veli', { channel: 'plain' })
  expect(await endContact(app.alerts, request, other)).toMatchObject({ ok: true, canBeAnswered: true })
  const refused = await endContact(app.alerts, request, hook)
  expect(refused).toMatchObject({ errors: [{ pointer: '/escalation', code: 'not_allowed' }] })
  expect((await app.status(hook))?.state).toBe('active')
  // One that is not active is not notified, so it does not count.
  const awaited = await contact(mine, 'deniz', { channel: 'email', destination: { host: 'mail' } })
  expect((await app.status(awaited))?.state).toBe('pending_confirmation')
  expect(await endContact(app.alerts, request, hook)).toMatchObject({ errors: [{ pointer: '/escalation' }] })
  await endContact(app.alerts, request, awaited)
  await stop(app.alerts, { id: hook }, app.alerts.now())
  expect(await listContacts(app.alerts, request)).toMatchObject({ canBeAnswered: false, contacts: [] })
  await app.patch(mine.subscription.id, mine.manage.token, { escalation: null })
  const again = await contact(mine, 'ali', { channel: 'plain' })
  await app.patch(mine.subscription.id, mine.manage.token, { escalation: null })
  expect(await endContact(app.alerts, request, again)).toMatchObject({ ok: true, canBeAnswered: true })
})

it('a subscription that replaces another one takes its contacts over', async () => {
  const mine = await owner('ayse')
  const ali = await contact(mine, 'ali')
  const newer = await owner('ayse')
  expect((await app.status(mine.subscription.id))?.reason).toBe('replaced')
  expect(await app.status(ali)).toMatchObject({ follows: newer.subscription.id, state: 'active' })
  expect((await app.status(newer.subscription.id))?.escalation).not.toBeNull()
})
