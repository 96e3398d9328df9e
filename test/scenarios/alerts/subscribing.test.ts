import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { alertPlaces } from '../../../src/alerts/alert-places.ts'
import { offeredChannels } from '../../../src/alerts/channel-choice.ts'
import { conversationApi } from '../../../src/alerts/conversation.ts'
import { evaluatePlaces } from '../../../src/alerts/evaluate.ts'
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
import type { SubscribeRequest } from '../../../src/alerts/new-subscription.ts'
import { subscribe } from '../../../src/alerts/subscribe.ts'
import { tokenFor } from '../../../src/alerts/tokens.ts'
import { presentSubscribed } from '../../../src/http/alerts/subscription.present.ts'
import { openGazetteer } from '../../../src/places/gazetteer.ts'
import { type AlertsHarness, maintenance } from './alerts-harness.ts'
import { openTestedAlerts } from './tested-alerts.ts'

const random = '8e03978e-40d5-43e8-bc93-6894a57f9324'

const night = '2026-04-11'
const minimal = { location: 'malatya', channel: 'plain', threshold: 60 }
let app: AlertsHarness

beforeEach(async () => {
  app = await openTestedAlerts()
  app.goTo('2026-04-09 12:00')
})

afterEach(async () => {
  await app.close()
})

async function asked(body: unknown, rest: Partial<SubscribeRequest> = {}) {
  const request = { client: 'c', isOperator: false, idempotencyKey: null, language: 'en' as const, ...rest }
  return subscribe(app.alerts, app.delivery, { body, ...request })
}

async function storedCount(): Promise<number> {
  return (await app.store.database.queries.selectFrom('subscriptions').select('id').execute()).length
}

/** How often places are resolved by whatever runs meanwhile. */
async function placesResolved(run: (alerts: typeof app.alerts) => Promise<unknown>): Promise<number> {
  let count = 0
  const { places } = app.alerts
  const find = (slug: string) => {
    count += 1
    return places.find(slug)
  }
  await run({ ...app.alerts, places: { ...places, find } })
  return count
}

describe('a place is resolved once', () => {
  it('by an evaluation, however many scoring profiles it has and how old their stages are', async () => {
    for (const crop of ['generic', 'apricot', 'apple']) {
      const stage = crop === 'generic' ? {} : { crop, stage: 'full-bloom' }
      expect(await asked({ ...minimal, ...stage })).toMatchObject({ ok: true })
      await app.run({ [night]: { score: 70 } }, { crop })
    }
    app.goTo('2026-04-20 12:00')
    await app.run({ '2026-04-21': { score: 70 } }, { silently: true })
    await maintenance(app)
    expect(
      (await app.store.subscriptions.profiles(['malatya'])).map(({ stageIsOld }) => stageIsOld)
    ).toContain(true)
    expect(await placesResolved((alerts) => evaluatePlaces(alerts, ['malatya']))).toBe(1)
  })

  it('by a request to subscribe, with the evaluation and the score that it returns', async () => {
    await app.run({ [night]: { score: 70 } })
    const request = { client: 'c', isOperator: false, idempotencyKey: null, language: 'en' as const }
    const count = await placesResolved(async (alerts) => {
      const answer = await subscribe(alerts, app.delivery, { body: minimal, ...request })
      expect(answer).toMatchObject({ answer: { evaluation: { currentScore: 70, wouldFireNow: true } } })
    })
    expect(count).toBe(1)
  })

  it('by a request for a field, with the nearest place that it returns', async () => {
    const gazetteer = await openGazetteer()
    let searches = 0
    const near = (lat: number, lon: number) => {
      searches += 1
      return gazetteer.near(lat, lon)
    }
    const alerts = { ...app.alerts, places: alertPlaces({ ...gazetteer, near }) }
    const request = { client: 'c', isOperator: false, idempotencyKey: null, language: 'en' as const }
    const { location: _, ...rest } = minimal
    const result = await subscribe(alerts, app.delivery, {
      body: { ...rest, lat: 38.44, lon: 38.11 },
      ...request
    })
    if (!result.ok) throw new Error(result.detail)
    const { place, distanceKm } = gazetteer.near(38.44, 38.11) ?? {}
    expect(presentSubscribed(alerts, result)).toMatchObject({
      lat: 38.44,
      place: { slug: place?.slug, region: place?.region, distance_km: Number(distanceKm?.toFixed(1)) }
    })
    expect(searches).toBe(1)
  })
})

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
    expect(await asked({ ...minimal, location: 'malatia' })).toMatchObject({
      detail: 'location: No place has the slug "malatia". Did you mean "malatya"?',
      suggestions: ['malatya']
    })
    const unsupported = await asked({ ...minimal, channel: 'pigeon' })
    expect(unsupported.ok ? [] : unsupported.available).not.toContain('unconfigured')
    const offered = offeredChannels(app.alerts)
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
    const first = await asked(minimal, { idempotencyKey: random })
    await app.run({ [night]: { score: 90 } })
    const again = await asked(minimal, { idempotencyKey: random })
    expect(again).toEqual({ ...first, replayed: true })
    expect(await asked(minimal)).not.toMatchObject({
      answer: { subscription: first.ok ? first.answer.subscription : {} }
    })
    expect(await asked({ ...minimal, threshold: 61 }, { idempotencyKey: random })).toMatchObject({
      code: 'idempotency_key_reused'
    })
    app.goTo('2026-04-10 12:00')
    expect(await asked({ ...minimal, threshold: 61 }, { idempotencyKey: random })).toMatchObject({
      ok: true,
      replayed: false
    })
  })

  it('under its key gives the same answer while its channel is out of order, which takes in nobody new', async () => {
    const first = await asked(minimal, { idempotencyKey: random })
    const plain = app.alerts.channels.get('plain')
    if (plain === undefined) throw new Error('no plain')
    const inTrouble = { ...plain, unavailable: async () => 'The server refuses this service.' }
    const alerts = { ...app.alerts, channels: new Map(app.alerts.channels).set('plain', inTrouble) }
    const request = { client: 'c', isOperator: false, language: 'en' as const }
    const again = (body: unknown, idempotencyKey: string) =>
      subscribe(alerts, app.delivery, { ...request, body, idempotencyKey })
    expect(await again(minimal, random)).toEqual({ ...first, replayed: true })
    expect(await again({ ...minimal, threshold: 61 }, random)).toMatchObject({
      code: 'idempotency_key_reused'
    })
    expect(await again(minimal, `${random}1`)).toMatchObject({ code: 'channel_unavailable' })
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
    app.answer = (message) =>
      message.kind === 'verify' ? { outcome: 'retry', afterSeconds: null, reason: 'no_challenge' } : null
    await app.run({ [night]: { score: 90 } })
    const { subscription, confirmation, manage } = await app.subscribe({
      channel: 'webhook',
      destination: { url: 'u' }
    })
    expect(confirmation).toMatchObject({ required: true, method: 'answer' })
    expect((await app.status(subscription.id))?.state).toBe('pending_confirmation')
    app.answer = null
    const verified = await verifySubscription(app.alerts, app.delivery, {
      id: subscription.id,
      token: manage.token
    })
    expect(verified).toMatchObject({ ok: true, subscription: { status: 'active' } })
    await app.runAgain()
    expect(app.kinds()).toEqual(['verify', 'raised'])
    expect(app.heard[0]?.message.challenge).toMatch(/^[A-Za-z0-9_-]{43}$/)
  })

  it('of a browser is active in the answer already', async () => {
    const answer = await app.subscribe({ channel: 'webpush', destination: { endpoint: 'e' } })
    expect(answer).toMatchObject({ subscription: { status: 'active' }, confirmation: { required: false } })
  })

  it('by a link is confirmed by a press, not by looking; an address gets three such mails a day, whoever asks', async () => {
    const { subscription } = await app.subscribe({ channel: 'email', destination: { address: 'a' } })
    const token = app.heard[0]?.message.links.confirmUrl?.split('/').at(-1) ?? ''
    expect(await linkedSubscription(app.alerts, 'confirm', token)).toMatchObject({ placeName: 'Malatya' })
    expect((await app.status(subscription.id))?.state).toBe('pending_confirmation')
    expect(await confirmByToken(app.alerts, token)).toBe('confirmed')
    expect(await confirmByToken(app.alerts, token)).toBe('already_active')
    expect(await confirmByToken(app.alerts, `${token.slice(0, -1)}!`)).toBe('unknown')
    for (let client = 0; client < 6; client += 1) {
      await app.subscribe({ channel: 'email', destination: { address: 'victim' } }, `client-${client}`)
    }
    expect(app.kinds().filter((kind) => kind === 'confirm')).toHaveLength(1 + 3)
  })

  it('in a talk is bound by its token once, found by its chat, and ends unconfirmed after a day', async () => {
    const { subscription, confirmation } = await app.subscribe({ channel: 'telegram' })
    const chat = conversationApi(app.alerts, 'telegram')
    const start = {
      token: confirmation.url ?? '',
      destination: { chat: 7 },
      destinationKey: '7',
      language: 'en' as const
    }
    expect(await chat.confirm({ ...start, token: 'x' })).toBe('unknown')
    expect(await chat.confirm(start)).toBe('confirmed')
    const fromAnother = { ...start, destination: { chat: 8 }, destinationKey: '8' }
    expect(await chat.confirm(fromAnother)).toBe('unknown')
    expect(await chat.list('7')).toMatchObject([
      { subscriptionId: subscription.id, placeName: 'Malatya', threshold: 60 }
    ])
    expect(await chat.list('8')).toEqual([])
    const to40 = { value: 40, isInDegrees: false }
    expect(await chat.changeThreshold('7', null, to40)).toEqual({ kind: 'score', count: 1 })
    const inDegrees = { threshold: undefined, threshold_temperature: -1.1, threshold_probability: 0.3 }
    const other = await app.subscribe({ channel: 'telegram', location: 'malatya', ...inDegrees })
    const degrees = { ...start, token: other.confirmation.url ?? '', destinationKey: '9' }
    expect(await chat.confirm({ ...degrees, destination: { chat: 9 } })).toBe('confirmed')
    expect(await chat.changeThreshold('9', null, to40)).toEqual({ kind: 'needs_degrees' })
    const to2 = { value: -2, isInDegrees: false }
    expect(await chat.changeThreshold('9', null, to2)).toEqual({ kind: 'degrees', count: 1 })
    expect(await chat.list('9')).toMatchObject([
      { threshold: { temperatureC: -2, of: 'plant', probability: 0.3 } }
    ])
    expect(await chat.stop('7', null)).toBe(1)
    expect(await chat.stop('7', null)).toBe(0)
    const late = await app.subscribe({ channel: 'telegram' })
    app.goTo('2026-04-10 12:00')
    expect(await chat.confirm({ ...start, token: late.confirmation.url ?? '' })).toBe('expired')
    await maintenance(app)
    expect(await app.status(late.subscription.id)).toMatchObject({
      state: 'expired',
      reason: 'unconfirmed'
    })
  })
})

describe('a newer subscription of the same address', () => {
  it('stands where the older one’s link is pressed, which says so as long as it does', async () => {
    const email = { channel: 'email', destination: { address: 'a' } }
    const [, newer] = [await app.subscribe(email), await app.subscribe(email, 'client-2')]
    const [oldLink, newLink] = app.heard.map(
      ({ message }) => message.links.confirmUrl?.split('/').at(-1) ?? ''
    )
    expect(await confirmByToken(app.alerts, newLink ?? '')).toBe('confirmed')
    expect(await confirmByToken(app.alerts, oldLink ?? '')).toBe('already_active')
    const unsubscribe = newer.manage.unsubscribeUrl.split('/').at(-1) ?? ''
    expect(await unsubscribeByToken(app.alerts, unsubscribe)).toBe(true)
    expect(await confirmByToken(app.alerts, oldLink ?? '')).toBe('expired')
  })

  it('stands in a talk where the older one’s token comes later', async () => {
    const [older, newer] = [
      await app.subscribe({ channel: 'telegram' }),
      await app.subscribe({ channel: 'telegram' })
    ]
    const chat = conversationApi(app.alerts, 'telegram')
    const confirm = ({ confirmation }: typeof older) =>
      chat.confirm({
        token: confirmation.url ?? '',
        destination: { chat: 7 },
        destinationKey: '7',
        language: null
      })
    expect(await confirm(newer)).toBe('confirmed')
    expect(await confirm(older)).toBe('unknown')
    expect(await chat.list('7')).toMatchObject([{ subscriptionId: newer.subscription.id }])
  })
})

describe('a talk', () => {
  const start = { destination: { chat: 7 }, destinationKey: '7', language: null }

  it('that asks again hears that it is bound, and what failed after the binding is made up for', async () => {
    await app.run({ [night]: { score: 90 } })
    const { subscription, confirmation } = await app.subscribe({ channel: 'telegram', lang: 'tr' })
    const asked = { ...start, token: confirmation.url ?? '' }
    const evaluate = () => Promise.reject(new Error('the store is away'))
    const failing = { ...app.alerts, episodes: { ...app.alerts.episodes, evaluate } }
    await expect(conversationApi(failing, 'telegram').confirm(asked)).rejects.toThrow('away')
    const chat = conversationApi(app.alerts, 'telegram')
    expect(await chat.confirm(asked)).toBe('confirmed')
    expect(await chat.confirm(asked)).toBe('confirmed')
    await app.deliver()
    expect(app.kinds()).toEqual(['raised'])
    expect(await app.status(subscription.id)).toMatchObject({ state: 'active', language: 'tr' })
    await chat.stop('7', null)
    expect(await chat.confirm(asked)).toBe('unknown')
  })

  it('that goes on under another name keeps what is bound to it, and nobody else’s', async () => {
    const chat = conversationApi(app.alerts, 'telegram')
    const mine = await app.subscribe({ channel: 'telegram' })
    const other = await app.subscribe({ channel: 'telegram' })
    await chat.confirm({ ...start, token: mine.confirmation.url ?? '' })
    await chat.confirm({ ...start, token: other.confirmation.url ?? '', destinationKey: '8' })
    const moved = { from: '7', destination: { chat: 9 }, destinationKey: '9' }
    expect(await conversationApi(app.alerts, 'email').rebind(moved)).toBe(0)
    expect(await chat.rebind(moved)).toBe(1)
    expect(await chat.rebind(moved)).toBe(0)
    expect(await chat.list('7')).toEqual([])
    expect(await chat.list('9')).toMatchObject([{ subscriptionId: mine.subscription.id }])
    expect(await chat.list('8')).toMatchObject([{ subscriptionId: other.subscription.id }])
    expect((await app.status(mine.subscription.id))?.destination).toEqual({ chat: 9 })
  })
})

describe('managing', () => {
  it('needs the token: none is told apart from a wrong one, a wrong one from nothing', async () => {
    const [mine, other] = [await app.subscribe(), await app.subscribe()]
    const { id } = mine.subscription
    expect(await viewSubscription(app.alerts, { id, token: null })).toMatchObject({
      code: 'token_required'
    })
    const wrong = await viewSubscription(app.alerts, { id, token: other.manage.token })
    const unknown = await viewSubscription(app.alerts, { id: 'sub_x', token: mine.manage.token })
    expect(wrong).toMatchObject({ code: 'subscription_not_found' })
    expect(unknown).toEqual(wrong)
    const unsubscribe = mine.manage.unsubscribeUrl.split('/').at(-1) ?? ''
    expect(await viewSubscription(app.alerts, { id, token: unsubscribe })).toEqual(wrong)
  })

  it('pauses, resumes and raises at once, changes and raises at once, ends for good', async () => {
    const { subscription, manage } = await app.subscribe({ threshold: 80 })
    const request = { id: subscription.id, token: manage.token }
    expect(await pauseSubscription(app.alerts, request)).toMatchObject({
      subscription: { status: 'paused' }
    })
    await app.run({ [night]: { score: 85 } })
    expect(app.kinds()).toEqual([])
    expect(await resumeSubscription(app.alerts, request)).toMatchObject({
      subscription: { status: 'active' }
    })
    await app.deliver()
    expect(app.kinds()).toEqual(['raised'])
    expect(await changeSubscription(app.alerts, request, { channel: 'feed' })).toMatchObject({
      code: 'validation_failed'
    })
    const changed = await changeSubscription(app.alerts, request, {
      threshold: 20,
      label: 'Bağ',
      lang: 'tr'
    })
    expect(changed).toMatchObject({ subscription: { threshold: 20, label: 'Bağ', language: 'tr' } })
    expect(await endSubscription(app.alerts, request)).toMatchObject({
      subscription: { status: 'unsubscribed' }
    })
    app.goTo('2026-04-09 12:30')
    expect(await resumeSubscription(app.alerts, request)).toMatchObject({ code: 'subscription_ended' })
    await app.run({ [night]: { score: 99 } })
    expect(app.kinds()).toEqual(['raised'])
  })

  it('changes only what is named where two are changed at once', async () => {
    const { subscription, manage } = await app.subscribe({ crop: 'apricot', stage: 'full-bloom' })
    const request = { id: subscription.id, token: manage.token }
    for (const [stage, exposure] of [
      ['green-fruit', 'vine'],
      ['full-bloom', 'canopy']
    ]) {
      await Promise.all([
        changeSubscription(app.alerts, request, { stage }),
        changeSubscription(app.alerts, request, { exposure })
      ])
      expect(await app.status(subscription.id)).toMatchObject({ crop: 'apricot', stage, exposure })
    }
  })

  /** The alerts, where something else happens after a request has looked and before it changes. */
  const withMeanwhile = (meanwhile: () => Promise<unknown>): typeof app.alerts => {
    const { subscriptions } = app.alerts
    let isDone = false
    const change: typeof subscriptions.change = async (id, changeOf) => {
      if (!isDone) await meanwhile()
      isDone = true
      return subscriptions.change(id, changeOf)
    }
    return { ...app.alerts, subscriptions: { ...subscriptions, change } }
  }

  it('changes nothing of what has ended since it was looked at', async () => {
    const { subscription, manage } = await app.subscribe()
    const request = { id: subscription.id, token: manage.token }
    const ending = withMeanwhile(() => endSubscription(app.alerts, request))
    expect(await changeSubscription(ending, request, { label: 'Bağ' })).toMatchObject({
      code: 'subscription_ended'
    })
    expect(await app.status(subscription.id)).toMatchObject({ state: 'unsubscribed', label: null })
  })

  it('takes a number that was sent to a chat for what the alert is in by then', async () => {
    const { subscription, manage, confirmation } = await app.subscribe({ channel: 'telegram' })
    const bound = { destination: { chat: 7 }, destinationKey: '7', language: 'en' as const }
    const { url } = confirmation
    expect(await conversationApi(app.alerts, 'telegram').confirm({ ...bound, token: url ?? '' })).toBe(
      'confirmed'
    )
    const request = { id: subscription.id, token: manage.token }
    const asked = { value: 40, isInDegrees: false }
    const inDegrees = withMeanwhile(() =>
      changeSubscription(app.alerts, request, { threshold_temperature: -9 })
    )
    expect(await conversationApi(inDegrees, 'telegram').changeThreshold('7', null, asked)).toEqual({
      kind: 'needs_degrees'
    })
    expect(await app.status(subscription.id)).toMatchObject({ threshold: { temperatureC: -9 } })
    const likelier = withMeanwhile(() =>
      changeSubscription(app.alerts, request, { threshold_probability: 0.2 })
    )
    const cold = { value: -2, isInDegrees: true }
    expect(await conversationApi(likelier, 'telegram').changeThreshold('7', null, cold)).toMatchObject({
      count: 1
    })
    expect(await app.status(subscription.id)).toMatchObject({
      threshold: { temperatureC: -2, probability: 0.2 }
    })
    const ended = withMeanwhile(() => endSubscription(app.alerts, request))
    expect(await conversationApi(ended, 'telegram').changeThreshold('7', null, cold)).toMatchObject({
      count: 0
    })
  })

  it('sends five tests an hour, marked so, with tonight in them', async () => {
    await app.run({ '2026-04-10': { score: 33 } })
    const { subscription, manage } = await app.subscribe()
    const request = { id: subscription.id, token: manage.token }
    for (let count = 0; count < 5; count += 1) {
      expect(await testSubscription(app.alerts, app.delivery, request)).toMatchObject({ ok: true })
    }
    expect(await testSubscription(app.alerts, app.delivery, request)).toMatchObject({
      code: 'quota_exceeded',
      detail: expect.stringMatching(/^No more than 5 tests an hour\. Try again in \d+ min\.$/)
    })
    expect(app.heard).toHaveLength(5)
    expect(app.heard[0]?.message).toMatchObject({ kind: 'test', nights: [{ standing: 'seen', score: 33 }] })
  })

  it('unsubscribes by one press of a link, also twice', async () => {
    const { subscription, manage } = await app.subscribe()
    const token = manage.unsubscribeUrl.split('/').at(-1) ?? ''
    expect(await linkedSubscription(app.alerts, 'unsubscribe', token)).toMatchObject({ status: 'active' })
    expect(await unsubscribeByToken(app.alerts, token)).toBe(true)
    expect(await unsubscribeByToken(app.alerts, token)).toBe(true)
    expect(await unsubscribeByToken(app.alerts, tokenFor(app.alerts.keys, 'feed', subscription.id))).toBe(
      false
    )
    expect(await app.status(subscription.id)).toMatchObject({
      state: 'unsubscribed',
      reason: 'by_subscriber'
    })
  })

  it('a feed gives what was said, the newest where there is more', async () => {
    const { subscription } = await app.subscribe({ channel: 'feed' })
    await app.run({ [night]: { score: 70, minimumC: -2 } })
    await app.run({ [night]: { score: 95, minimumC: -4 } })
    const token = tokenFor(app.alerts.keys, 'feed', subscription.id)
    const all = await readFeed(app.alerts, token, { since: 0, limit: 50 })
    expect(all?.messages.map(({ kind }) => kind)).toEqual(['raised', 'updated'])
    const rest = await readFeed(app.alerts, token, { since: 0, limit: 1 })
    expect(rest?.messages.map(({ kind }) => kind)).toEqual(['updated'])
    expect((await app.status(subscription.id))?.readAt).toBe(app.alerts.now())
    expect(await readFeed(app.alerts, 'x', { since: 0, limit: 50 })).toBeNull()
  })
})
