import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { offeredChannels } from '../../../src/alerts/channel-choice.ts'
import { conversationDoor } from '../../../src/alerts/conversation.ts'
import {
  confirmByToken,
  linkedSubscription,
  readFeed,
  unsubscribeByToken
} from '../../../src/alerts/links.ts'
import {
  changeSubscription,
  endSubscription,
  pauseSubscription,
  resumeSubscription,
  testSubscription,
  verifySubscription,
  viewSubscription
} from '../../../src/alerts/manage.ts'
import { type SubscribeRequest, subscribe } from '../../../src/alerts/subscribe.ts'
import { tokenFor } from '../../../src/alerts/tokens.ts'
import { type MadeHouse, makeHouse, upkeep } from './made-house.ts'

const night = '2026-04-11'
const minimal = { location: 'malatya', channel: 'plain', threshold: 60 }
let house: MadeHouse

beforeEach(async () => {
  house = await makeHouse()
  house.goTo('2026-04-09 12:00')
})

afterEach(async () => {
  await house.close()
})

async function asked(body: unknown, rest: Partial<SubscribeRequest> = {}) {
  const request = { client: 'c', isOperator: false, idempotencyKey: null, language: 'en' as const, ...rest }
  return subscribe(house.alerts, house.delivery, { body, ...request })
}

async function storedCount(): Promise<number> {
  return (await house.store.database.queries.selectFrom('subscriptions').select('id').execute()).length
}

describe('a body that is not right', () => {
  it.each([
    [null, 'validation_failed', ['']],
    [[], 'validation_failed', ['']],
    [{}, 'validation_failed', ['/location', '/channel', '/threshold']],
    [{ ...minimal, treshold: 50 }, 'validation_failed', ['/treshold']],
    [{ ...minimal, 'a/b~c': 1 }, 'validation_failed', ['/a~1b~0c']],
    [{ ...minimal, threshold: '60' }, 'validation_failed', ['/threshold']],
    [{ ...minimal, threshold: 0.99 }, 'threshold_out_of_range', ['/threshold']],
    [{ ...minimal, threshold: 100.1 }, 'threshold_out_of_range', ['/threshold']],
    [{ ...minimal, location: 'malatia' }, 'location_not_found', ['/location']],
    [{ ...minimal, channel: 'pigeon' }, 'unsupported_channel', ['/channel']],
    [{ ...minimal, channel: 'unconfigured' }, 'unsupported_channel', ['/channel']],
    [{ ...minimal, channel: 'koop' }, 'forbidden_channel', ['/channel']],
    [{ ...minimal, lang: 'de' }, 'validation_failed', ['/lang']],
    [{ ...minimal, crop: 'mango' }, 'validation_failed', ['/crop']],
    [{ ...minimal, crop: 'apricot' }, 'validation_failed', ['/stage']],
    [{ ...minimal, stage: 'full-bloom' }, 'validation_failed', ['/stage']],
    [{ ...minimal, exposure: 'roof', lang: 'xx' }, 'validation_failed', ['/lang', '/exposure']],
    [{ ...minimal, label: 'x'.repeat(81) }, 'validation_failed', ['/label']],
    [{ ...minimal, label: 'two\nlines' }, 'validation_failed', ['/label']]
  ])('%j is %s at %j, and nothing is stored', async (body, code, pointers) => {
    const result = await asked(body)
    expect(result).toMatchObject({ ok: false, code })
    expect(result.ok ? [] : result.errors.map(({ pointer }) => pointer)).toEqual(pointers)
    expect(await storedCount()).toBe(0)
  })

  it('tells what is there instead', async () => {
    expect(await asked({ ...minimal, location: 'malatia' })).toMatchObject({ suggestions: ['malatya'] })
    const unsupported = await asked({ ...minimal, channel: 'pigeon' })
    expect(unsupported.ok ? [] : unsupported.available).not.toContain('unconfigured')
    const offered = offeredChannels(house.alerts)
    expect(offered.find(({ id }) => id === 'feed')).toMatchObject({ available: true, pushes: false })
    expect(offered.find(({ id }) => id === 'unconfigured')).toMatchObject({
      available: false,
      needs: ['TOKEN']
    })
  })

  it('takes 1 and 100, a key of the operator, and crops in Turkish', async () => {
    expect(await asked({ ...minimal, threshold: 1 })).toMatchObject({ ok: true })
    expect(await asked({ ...minimal, threshold: 100 })).toMatchObject({ ok: true })
    expect(await asked({ ...minimal, channel: 'koop' }, { isOperator: true })).toMatchObject({ ok: true })
    const planted = await asked({ ...minimal, crop: 'Kayısı', stage: 'Tam Çiçek', exposure: 'vine' })
    expect(planted).toMatchObject({
      answer: { subscription: { crop: 'apricot', stage: 'full-bloom', exposure: 'vine' } }
    })
  })
})

describe('the same request again', () => {
  it('under its key gives the same answer with the same secrets, whatever has happened since; else a new one', async () => {
    const first = await asked(minimal, { idempotencyKey: 'k' })
    await house.run({ [night]: { score: 90 } })
    const again = await asked(minimal, { idempotencyKey: 'k' })
    expect(again).toEqual({ ...first, replayed: true })
    expect(await asked(minimal)).not.toMatchObject({
      answer: { subscription: first.ok ? first.answer.subscription : {} }
    })
    expect(await asked({ ...minimal, threshold: 61 }, { idempotencyKey: 'k' })).toMatchObject({
      code: 'idempotency_key_reused'
    })
    house.goTo('2026-04-10 12:00')
    expect(await asked({ ...minimal, threshold: 61 }, { idempotencyKey: 'k' })).toMatchObject({
      ok: true,
      replayed: false
    })
  })

  it('under its key gives the same answer while its channel is out of order, which takes in nobody new', async () => {
    const first = await asked(minimal, { idempotencyKey: 'k' })
    const plain = house.alerts.channels.get('plain')
    if (plain === undefined) throw new Error('no plain')
    const inTrouble = { ...plain, unavailable: async () => 'The server refuses this service.' }
    const alerts = { ...house.alerts, channels: new Map(house.alerts.channels).set('plain', inTrouble) }
    const request = { client: 'c', isOperator: false, language: 'en' as const }
    const again = (body: unknown, idempotencyKey: string) =>
      subscribe(alerts, house.delivery, { ...request, body, idempotencyKey })
    expect(await again(minimal, 'k')).toEqual({ ...first, replayed: true })
    expect(await again({ ...minimal, threshold: 61 }, 'k')).toMatchObject({ code: 'idempotency_key_reused' })
    expect(await again(minimal, 'other')).toMatchObject({ code: 'channel_unavailable' })
    expect(await storedCount()).toBe(1)
  })

  it('is taken twenty times a day from one client', async () => {
    for (let count = 0; count < 20; count += 1) expect((await asked(minimal)).ok).toBe(true)
    expect(await asked(minimal)).toMatchObject({ code: 'subscription_limit', retryAfterSeconds: 86_400 })
    expect((await asked(minimal, { client: 'other' })).ok).toBe(true)
  })
})

describe('a destination that must prove itself', () => {
  it('by its answer is active once the verify message was taken, which is tried again until then', async () => {
    house.answer = (message) =>
      message.kind === 'verify' ? { outcome: 'retry', afterSeconds: null, reason: 'no_challenge' } : null
    await house.run({ [night]: { score: 90 } })
    const { subscription, confirmation, manage } = await house.subscribe({
      channel: 'webhook',
      destination: { url: 'u' }
    })
    expect(confirmation).toMatchObject({ required: true, method: 'answer' })
    expect((await house.status(subscription.id))?.state).toBe('pending_confirmation')
    house.answer = null
    const verified = await verifySubscription(house.alerts, house.delivery, {
      id: subscription.id,
      token: manage.token
    })
    expect(verified).toMatchObject({ ok: true, subscription: { status: 'active' } })
    await house.runAgain()
    expect(house.kinds()).toEqual(['verify', 'raised'])
    expect(house.heard[0]?.message.challenge).toMatch(/^[A-Za-z0-9_-]{43}$/)
  })

  it('of a browser is active in the answer already', async () => {
    const answer = await house.subscribe({ channel: 'webpush', destination: { endpoint: 'e' } })
    expect(answer).toMatchObject({ subscription: { status: 'active' }, confirmation: { required: false } })
  })

  it('by a link is confirmed by a press, not by looking; an address gets three such mails a day, whoever asks', async () => {
    const { subscription } = await house.subscribe({ channel: 'email', destination: { address: 'a' } })
    const token = house.heard[0]?.message.links.confirmUrl?.split('/').at(-1) ?? ''
    expect(await linkedSubscription(house.alerts, 'confirm', token)).toMatchObject({ placeName: 'Malatya' })
    expect((await house.status(subscription.id))?.state).toBe('pending_confirmation')
    expect(await confirmByToken(house.alerts, token)).toBe('confirmed')
    expect(await confirmByToken(house.alerts, token)).toBe('already_active')
    expect(await confirmByToken(house.alerts, `${token.slice(0, -1)}!`)).toBe('unknown')
    for (let client = 0; client < 6; client += 1) {
      await house.subscribe({ channel: 'email', destination: { address: 'victim' } }, `client-${client}`)
    }
    expect(house.kinds().filter((kind) => kind === 'confirm')).toHaveLength(1 + 3)
  })

  it('in a talk is bound by its token once, found by its chat, and ends unconfirmed after a day', async () => {
    const { subscription, confirmation } = await house.subscribe({ channel: 'telegram' })
    const door = conversationDoor(house.alerts, 'telegram')
    const start = {
      token: confirmation.url ?? '',
      destination: { chat: 7 },
      sameAs: '7',
      language: 'en' as const
    }
    expect(await door.confirm({ ...start, token: 'x' })).toBe('unknown')
    expect(await door.confirm(start)).toBe('confirmed')
    const fromAnother = { ...start, destination: { chat: 8 }, sameAs: '8' }
    expect(await door.confirm(fromAnother)).toBe('unknown')
    expect(await door.list('7')).toMatchObject([
      { subscriptionId: subscription.id, placeName: 'Malatya', threshold: 60 }
    ])
    expect(await door.list('8')).toEqual([])
    expect(await door.changeThreshold('7', null, 40)).toBe(1)
    expect(await door.stop('7', null)).toBe(1)
    expect(await door.stop('7', null)).toBe(0)
    const late = await house.subscribe({ channel: 'telegram' })
    house.goTo('2026-04-10 12:00')
    expect(await door.confirm({ ...start, token: late.confirmation.url ?? '' })).toBe('expired')
    await upkeep(house)
    expect(await house.status(late.subscription.id)).toMatchObject({
      state: 'expired',
      reason: 'unconfirmed'
    })
  })
})

describe('a newer subscription of the same address', () => {
  it('stands where the older one’s link is pressed, which says so as long as it does', async () => {
    const email = { channel: 'email', destination: { address: 'a' } }
    const [, newer] = [await house.subscribe(email), await house.subscribe(email, 'client-2')]
    const [oldLink, newLink] = house.heard.map(
      ({ message }) => message.links.confirmUrl?.split('/').at(-1) ?? ''
    )
    expect(await confirmByToken(house.alerts, newLink ?? '')).toBe('confirmed')
    expect(await confirmByToken(house.alerts, oldLink ?? '')).toBe('already_active')
    const unsubscribe = newer.manage.unsubscribeUrl.split('/').at(-1) ?? ''
    expect(await unsubscribeByToken(house.alerts, unsubscribe)).toBe(true)
    expect(await confirmByToken(house.alerts, oldLink ?? '')).toBe('expired')
  })

  it('stands in a talk where the older one’s token comes later', async () => {
    const [older, newer] = [
      await house.subscribe({ channel: 'telegram' }),
      await house.subscribe({ channel: 'telegram' })
    ]
    const door = conversationDoor(house.alerts, 'telegram')
    const confirm = ({ confirmation }: typeof older) =>
      door.confirm({ token: confirmation.url ?? '', destination: { chat: 7 }, sameAs: '7', language: null })
    expect(await confirm(newer)).toBe('confirmed')
    expect(await confirm(older)).toBe('unknown')
    expect(await door.list('7')).toMatchObject([{ subscriptionId: newer.subscription.id }])
  })
})

describe('a talk', () => {
  const start = { destination: { chat: 7 }, sameAs: '7', language: null }

  it('that asks again hears that it is bound, and what failed after the binding is made up for', async () => {
    await house.run({ [night]: { score: 90 } })
    const { subscription, confirmation } = await house.subscribe({ channel: 'telegram', lang: 'tr' })
    const asked = { ...start, token: confirmation.url ?? '' }
    const evaluate = () => Promise.reject(new Error('the store is away'))
    const failing = { ...house.alerts, episodes: { ...house.alerts.episodes, evaluate } }
    await expect(conversationDoor(failing, 'telegram').confirm(asked)).rejects.toThrow('away')
    const door = conversationDoor(house.alerts, 'telegram')
    expect(await door.confirm(asked)).toBe('confirmed')
    expect(await door.confirm(asked)).toBe('confirmed')
    await house.deliver()
    expect(house.kinds()).toEqual(['raised'])
    expect(await house.status(subscription.id)).toMatchObject({ state: 'active', language: 'tr' })
    await door.stop('7', null)
    expect(await door.confirm(asked)).toBe('unknown')
  })

  it('that goes on under another name keeps what is bound to it, and nobody else’s', async () => {
    const door = conversationDoor(house.alerts, 'telegram')
    const mine = await house.subscribe({ channel: 'telegram' })
    const other = await house.subscribe({ channel: 'telegram' })
    await door.confirm({ ...start, token: mine.confirmation.url ?? '' })
    await door.confirm({ ...start, token: other.confirmation.url ?? '', sameAs: '8' })
    const moved = { from: '7', destination: { chat: 9 }, sameAs: '9' }
    expect(await conversationDoor(house.alerts, 'email').rebind(moved)).toBe(0)
    expect(await door.rebind(moved)).toBe(1)
    expect(await door.rebind(moved)).toBe(0)
    expect(await door.list('7')).toEqual([])
    expect(await door.list('9')).toMatchObject([{ subscriptionId: mine.subscription.id }])
    expect(await door.list('8')).toMatchObject([{ subscriptionId: other.subscription.id }])
    expect((await house.status(mine.subscription.id))?.destination).toEqual({ chat: 9 })
  })
})

describe('managing', () => {
  it('needs the token: none is told apart from a wrong one, a wrong one from nothing', async () => {
    const [mine, other] = [await house.subscribe(), await house.subscribe()]
    const { id } = mine.subscription
    expect(await viewSubscription(house.alerts, { id, token: null })).toMatchObject({
      code: 'token_required'
    })
    const wrong = await viewSubscription(house.alerts, { id, token: other.manage.token })
    const unknown = await viewSubscription(house.alerts, { id: 'sub_x', token: mine.manage.token })
    expect(wrong).toMatchObject({ code: 'subscription_not_found' })
    expect(unknown).toEqual(wrong)
    const unsubscribe = mine.manage.unsubscribeUrl.split('/').at(-1) ?? ''
    expect(await viewSubscription(house.alerts, { id, token: unsubscribe })).toEqual(wrong)
  })

  it('pauses, resumes and raises at once, changes and raises at once, ends for good', async () => {
    const { subscription, manage } = await house.subscribe({ threshold: 80 })
    const request = { id: subscription.id, token: manage.token }
    expect(await pauseSubscription(house.alerts, request)).toMatchObject({
      subscription: { status: 'paused' }
    })
    await house.run({ [night]: { score: 85 } })
    expect(house.kinds()).toEqual([])
    expect(await resumeSubscription(house.alerts, request)).toMatchObject({
      subscription: { status: 'active' }
    })
    await house.deliver()
    expect(house.kinds()).toEqual(['raised'])
    expect(await changeSubscription(house.alerts, request, { channel: 'feed' })).toMatchObject({
      code: 'validation_failed'
    })
    const changed = await changeSubscription(house.alerts, request, {
      threshold: 20,
      label: 'Bağ',
      lang: 'tr'
    })
    expect(changed).toMatchObject({ subscription: { threshold: 20, label: 'Bağ', language: 'tr' } })
    expect(await endSubscription(house.alerts, request)).toMatchObject({
      subscription: { status: 'unsubscribed' }
    })
    expect(await resumeSubscription(house.alerts, request)).toMatchObject({ code: 'subscription_ended' })
    await house.run({ [night]: { score: 99 } })
    expect(house.kinds()).toEqual(['raised'])
  })

  it('changes only what is named where two are changed at once', async () => {
    const { subscription, manage } = await house.subscribe({ crop: 'apricot', stage: 'full-bloom' })
    const request = { id: subscription.id, token: manage.token }
    for (const [stage, exposure] of [
      ['green-fruit', 'vine'],
      ['full-bloom', 'canopy']
    ]) {
      await Promise.all([
        changeSubscription(house.alerts, request, { stage }),
        changeSubscription(house.alerts, request, { exposure })
      ])
      expect(await house.status(subscription.id)).toMatchObject({ crop: 'apricot', stage, exposure })
    }
  })

  it('sends five tests an hour, marked so, with tonight in them', async () => {
    await house.run({ '2026-04-10': { score: 33 } })
    const { subscription, manage } = await house.subscribe()
    const request = { id: subscription.id, token: manage.token }
    for (let count = 0; count < 5; count += 1) {
      expect(await testSubscription(house.alerts, house.delivery, request)).toMatchObject({ ok: true })
    }
    expect(await testSubscription(house.alerts, house.delivery, request)).toMatchObject({
      code: 'quota_exceeded'
    })
    expect(house.heard).toHaveLength(5)
    expect(house.heard[0]?.message).toMatchObject({ kind: 'test', nights: [{ standing: 'seen', score: 33 }] })
  })

  it('unsubscribes by one press of a link, also twice', async () => {
    const { subscription, manage } = await house.subscribe()
    const token = manage.unsubscribeUrl.split('/').at(-1) ?? ''
    expect(await linkedSubscription(house.alerts, 'unsubscribe', token)).toMatchObject({ status: 'active' })
    expect(await unsubscribeByToken(house.alerts, token)).toBe(true)
    expect(await unsubscribeByToken(house.alerts, token)).toBe(true)
    expect(await unsubscribeByToken(house.alerts, tokenFor(house.alerts.keys, 'feed', subscription.id))).toBe(
      false
    )
    expect(await house.status(subscription.id)).toMatchObject({
      state: 'unsubscribed',
      reason: 'by_subscriber'
    })
  })

  it('a feed gives what was said, after what the reader has', async () => {
    const { subscription } = await house.subscribe({ channel: 'feed' })
    await house.run({ [night]: { score: 70, minimumC: -2 } })
    await house.run({ [night]: { score: 80, minimumC: -4 } })
    const token = tokenFor(house.alerts.keys, 'feed', subscription.id)
    const all = await readFeed(house.alerts, token, { after: 0, since: 0, limit: 50 })
    expect(all?.messages.map(({ kind }) => kind)).toEqual(['raised', 'updated'])
    const rest = await readFeed(house.alerts, token, {
      after: all?.messages[0]?.seq ?? 0,
      since: 0,
      limit: 50
    })
    expect(rest?.messages.map(({ kind }) => kind)).toEqual(['updated'])
    expect((await house.status(subscription.id))?.readAt).toBe(house.alerts.now())
    expect(await readFeed(house.alerts, 'x', { after: 0, since: 0, limit: 50 })).toBeNull()
  })
})
