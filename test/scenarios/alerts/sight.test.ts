import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { confirmByToken } from '../../../src/alerts/links.ts'
import { tokenFor } from '../../../src/alerts/tokens.ts'
import { renderAtom } from '../../../src/channels/feed/message.ts'
import { keepAliveEvent, renderServerSentEvent, streamOpening } from '../../../src/channels/sse/message.ts'
import { registerFeeds } from '../../../src/http/alerts/feed-route.ts'
import { registerStreams } from '../../../src/http/alerts/stream-route.ts'
import { createClientKeys, parseTrustedProxies } from '../../../src/http/client-key.ts'
import { createLimiter } from '../../../src/http/limiter.ts'
import { openStream } from '../../contracts/http-alerts/open-stream.ts'
import { type MadeHouse, makeHouse, upkeep } from './made-house.ts'
import { instant } from './made-nights.ts'

const night = '2026-04-11'
const zone = 'Europe/Istanbul'
let house: MadeHouse

beforeEach(async () => {
  house = await makeHouse()
  house.goTo('2026-04-10 12:00')
})

afterEach(async () => {
  await house.close()
})

describe('the source dying', () => {
  it('at 15:00 is told at 21:00, once, and seeing again is told with the score', async () => {
    await house.subscribe()
    await house.run({ [night]: { score: 70 } })
    await house.liveUntil('2026-04-10 15:00')
    house.sourceAlive = false
    await house.liveUntil('2026-04-10 23:00')
    const blind = house.heard.filter(({ message }) => message.kind === 'blind')
    expect(blind.map(({ at }) => at)).toEqual([instant('2026-04-10 21:00', zone)])
    expect(blind[0]?.message.confirmedAt).toBe(instant('2026-04-10 15:00', zone))
    house.sourceAlive = true
    await house.run({ [night]: { score: 72 } })
    const sighted = house.heard.at(-1)?.message
    expect(sighted).toMatchObject({ kind: 'sighted', nights: [{ date: night, score: 72 }] })
    await house.liveUntil('2026-04-11 09:00')
    expect(house.kinds().filter((kind) => kind === 'blind' || kind === 'sighted')).toEqual([
      'blind',
      'sighted'
    ])
  })

  it('at 02:00 is not told: the forecast for the night is hours old', async () => {
    await house.subscribe()
    await house.run({ [night]: { score: 70 } })
    await house.liveUntil('2026-04-11 02:00')
    house.sourceAlive = false
    await house.liveUntil('2026-04-11 12:00')
    expect(house.kinds()).not.toContain('blind')
  })

  it('is told to nobody on a night known to be mild, and to everyone where p10 was at +2 °C', async () => {
    await house.subscribe()
    // p10 lies 2 °C below the minimum in made nights.
    await house.run({ [night]: { score: 2, minimumC: 4.1 } })
    house.sourceAlive = false
    await house.liveUntil('2026-04-11 04:55')
    expect(house.kinds()).toEqual([])
    house.sourceAlive = true
    await house.run({ '2026-04-12': { score: 2, minimumC: 4 } })
    house.sourceAlive = false
    await house.liveUntil('2026-04-11 20:00')
    expect(house.kinds()).toEqual(['blind'])
  })

  it('so long that tonight was never seen is told to everyone, once a night', async () => {
    await house.subscribe()
    await house.run({ [night]: { score: 2, minimumC: 9 } })
    house.sourceAlive = false
    await house.liveUntil('2026-04-13 12:00', 15)
    expect(house.kinds()).toEqual(['blind', 'blind'])
  })

  it('is told by the second try also to who confirmed long ago and of a night that nobody has seen', async () => {
    house.answer = (_message, { attempt }) =>
      attempt === 1 ? { outcome: 'retry', afterSeconds: null, reason: 'down' } : null
    await house.subscribe({ channel: 'email', destination: { address: 'a' } })
    await house.liveUntil('2026-04-10 12:01', 1)
    const token = house.heard[0]?.message.links.confirmUrl?.split('/').at(-1) ?? ''
    expect(await confirmByToken(house.alerts, token)).toBe('confirmed')
    await house.run({ [night]: { score: 2, minimumC: 9 } })
    house.sourceAlive = false
    await house.liveUntil('2026-04-13 12:00', 15)
    expect(house.kinds()).toEqual(['confirm', 'blind', 'blind'])
    expect(house.heard.map(({ attempt }) => attempt)).toEqual([2, 2, 2])
  })

  it('is told to nobody once the night that nobody has seen is over', async () => {
    await house.subscribe()
    await house.run({ [night]: { score: 2, minimumC: 9 } })
    house.sourceAlive = false
    house.answer = () => ({ outcome: 'retry', afterSeconds: null, reason: 'down' })
    await house.liveUntil('2026-04-12 07:00', 15)
    house.answer = null
    await house.liveUntil('2026-04-12 16:00', 15)
    expect(house.kinds()).toEqual([])
  })

  it('is told of the next night, and not of the last one, by a service that was away in between', async () => {
    await house.subscribe()
    await house.run({ [night]: { score: 2, minimumC: 9 } })
    house.sourceAlive = false
    house.answer = () => ({ outcome: 'retry', afterSeconds: null, reason: 'down' })
    await house.liveUntil('2026-04-11 18:00')
    expect(house.alerts.now()).toBeLessThan((await house.alerts.outbox.nextDueAt()) ?? 0)
    house.answer = null
    house.goTo('2026-04-12 12:00')
    await house.liveUntil('2026-04-12 12:05')
    expect(house.kinds()).toEqual([])
    house.answer = () => ({ outcome: 'retry', afterSeconds: null, reason: 'down' })
    await house.liveUntil('2026-04-12 18:00')
    house.goTo('2026-04-13 17:00')
    house.answer = null
    await house.liveUntil('2026-04-13 17:05')
    expect(house.kinds()).toEqual(['blind'])
  })

  it('that nobody was told of ends silently, also where the end of an earlier one was never told', async () => {
    await house.subscribe()
    await house.run({ [night]: { score: 70 } })
    house.sourceAlive = false
    await house.liveUntil('2026-04-10 23:00')
    expect(house.kinds().at(-1)).toBe('blind')
    house.answer = () => ({ outcome: 'retry', afterSeconds: null, reason: 'down' })
    house.sourceAlive = true
    await house.run({ [night]: { score: 70 } })
    await house.liveUntil('2026-04-11 12:00')
    await house.run({ '2026-04-12': { score: 70 } })
    house.sourceAlive = false
    await house.liveUntil('2026-04-11 23:00')
    house.sourceAlive = true
    house.answer = null
    await house.run({ '2026-04-12': { score: 70 } })
    await house.liveUntil('2026-04-12 09:00')
    expect(house.kinds()).not.toContain('sighted')
  })

  it('that comes back before the blind message was taken is not told at all', async () => {
    await house.subscribe()
    await house.run({ [night]: { score: 8, minimumC: 1 } })
    house.sourceAlive = false
    house.answer = () => ({ outcome: 'retry', afterSeconds: null, reason: 'down' })
    await house.liveUntil('2026-04-10 22:00')
    house.sourceAlive = true
    house.answer = null
    await house.run({ [night]: { score: 8, minimumC: 1 } })
    await house.liveUntil('2026-04-11 08:00')
    expect(house.kinds()).toEqual([])
  })
})

describe('a night that spans a change of the clock', () => {
  it('is one night: raised once, reminded once at dusk, passed after the shorter night', async () => {
    house = await makeHouse()
    house.goTo('2026-10-24 09:00', 'berlin')
    await house.subscribe({ location: 'berlin' })
    await house.run({ '2026-10-25': { score: 70 } }, { location: 'berlin' })
    await house.liveUntil('2026-10-25 12:00', 10, 'berlin')
    expect(house.kinds()).toEqual(['raised', 'dusk'])
    expect(house.heard[1]?.at).toBe(instant('2026-10-24 18:00', 'Europe/Berlin'))
    const told = house.heard[0]?.message.nights[0]
    expect((told?.sunriseAt ?? 0) - (told?.sunsetAt ?? 0)).toBe(12 * 3_600_000)
    expect(await house.store.episodes.openCount(house.alerts.now())).toBe(0)
  })

  it('counts its messages from noon to noon, 23 hours in spring', async () => {
    house = await makeHouse()
    house.goTo('2027-03-27 12:00', 'berlin')
    await house.subscribe({ location: 'berlin' })
    await house.run({ '2027-03-29': { score: 60, minimumC: 0 } }, { location: 'berlin' })
    for (let fall = 1; fall <= 5; fall += 1) {
      house.goTo(`2027-03-27 ${12 + fall}:00`, 'berlin')
      await house.run({ '2027-03-29': { score: 60 + fall, minimumC: -1.5 * fall } }, { location: 'berlin' })
    }
    expect(house.heard).toHaveLength(5)
    house.goTo('2027-03-28 11:59', 'berlin')
    await house.runAgain('berlin')
    expect(house.heard).toHaveLength(5)
    house.goTo('2027-03-28 12:00', 'berlin')
    await house.runAgain('berlin')
    expect(house.heard).toHaveLength(6)
  })
})

describe('a crop stage grown old', () => {
  it('is evaluated with the more sensitive of it and the generic curve after ten days, and says so', async () => {
    house = await makeHouse()
    const { subscription, manage } = await house.subscribe({
      crop: 'kayısı',
      stage: 'tam çiçek',
      threshold: 50
    })
    expect(subscription).toMatchObject({ crop: 'apricot', stage: 'full-bloom' })
    house.goTo('2026-04-17 11:59')
    await upkeep(house)
    await house.run({ '2026-04-18': { score: 55 } }, { silently: true })
    await house.runSameRun({ '2026-04-18': { score: 20 } }, 'apricot')
    expect(house.kinds()).toEqual([])
    house.goTo('2026-04-17 12:00')
    await upkeep(house)
    expect(house.heard.at(-1)?.message).toMatchObject({
      kind: 'raised',
      crop: { crop: 'apricot', stageIsOld: true },
      nights: [{ score: 55 }]
    })
    // What else is changed does not make it younger.
    await house.patch(subscription.id, manage.token, { exposure: 'vine' })
    const changed = await house.store.subscriptions.curves('malatya')
    expect(changed).toMatchObject([{ stage: 'full-bloom', exposure: 'vine', stageIsOld: true }])
    // A stage given anew is trusted again.
    await house.patch(subscription.id, manage.token, { stage: 'green-fruit' })
    const fresh = await house.store.subscriptions.curves('malatya')
    expect(fresh).toMatchObject([{ stage: 'green-fruit', stageIsOld: false }])
  })

  it('is said in the feed and in the stream, from the tenth day on and until the stage is given anew', async () => {
    const planted = { channel: 'feed', crop: 'kayısı', stage: 'tam çiçek', threshold: 50 }
    const { subscription, manage } = await house.subscribe(planted)
    const { feed, streamed, close } = await fetching(subscription.id)
    const worse = async (minimumC: number) => {
      const nights = { '2026-04-21': { score: 55, minimumC } }
      await house.run(nights, { silently: true })
      await house.runSameRun(nights, 'apricot')
    }
    house.goTo('2026-04-20 11:59')
    await worse(-1)
    await streamed(1)
    house.goTo('2026-04-20 12:00')
    await upkeep(house)
    await worse(-3)
    await streamed(2)
    const [older, newer] = (await feed()).split('<entry>').toReversed()
    expect(older).not.toContain('on günden uzun süre önce')
    expect(newer).toContain('on günden uzun süre önce')
    await house.patch(subscription.id, manage.token, { stage: 'green-fruit' })
    await worse(-5)
    const told = await streamed(3)
    expect(told.map(({ data }) => data['crop'])).toMatchObject([
      { stage: 'full-bloom', stage_is_old: false },
      { stage: 'full-bloom', stage_is_old: true },
      { stage: 'green-fruit', stage_is_old: false }
    ])
    // Whoever has the address of a feed may read it; changing takes another secret.
    for (const read of [await feed(), JSON.stringify(told)]) {
      expect(read).toContain('/u/')
      expect(read).not.toContain('/alerts/manage')
    }
    await close()
  })

  it('is said on the page of previews', async () => {
    house.demo = true
    await house.subscribe({ channel: 'unconfigured', crop: 'kayısı', stage: 'tam çiçek', threshold: 50 })
    house.goTo('2026-04-20 12:00')
    await upkeep(house)
    await house.run({ '2026-04-21': { score: 55 } }, { silently: true })
    await house.runSameRun({ '2026-04-21': { score: 20 } }, 'apricot')
    expect(await house.previewed()).toMatchObject([
      { message: { kind: 'raised', crop: { stage: 'full-bloom', stageIsOld: true } } }
    ])
  })
})

describe('a service that leaves demo', () => {
  it('ends previews with the first real data; nothing was ever sent out', async () => {
    house = await makeHouse()
    house.goTo('2026-04-09 12:00')
    house.demo = true
    await house.run({ [night]: { score: 70 } })
    const answer = await house.subscribe({ channel: 'unconfigured' })
    expect(answer).toMatchObject({ subscription: { status: 'active', preview: true } })
    expect(answer.previewUrl).toMatch(/^https:\/\/frost\.example\/preview/)
    expect(await house.previewed()).toMatchObject([{ message: { kind: 'raised', synthetic: true } }])
    expect(house.heard).toEqual([])
    house.demo = false
    await house.run({ [night]: { score: 90 } })
    expect(await house.status(answer.subscription.id)).toMatchObject({
      state: 'expired',
      reason: 'preview_ended'
    })
    expect(house.heard).toEqual([])
  })

  it('never raises a real subscription on made data, nor a preview on real data', async () => {
    house = await makeHouse()
    house.goTo('2026-04-09 12:00')
    await house.subscribe()
    house.demo = true
    await house.run({ [night]: { score: 70 } })
    expect(house.heard).toEqual([])
    expect(await house.store.episodes.openCount(house.alerts.now())).toBe(0)
  })
})

describe('half a year of silence', () => {
  it('is broken by one message, and again only after another half year', async () => {
    house = await makeHouse()
    const { subscription } = await house.subscribe()
    house.goTo('2026-10-04 11:59')
    await upkeep(house)
    expect(house.kinds()).toEqual([])
    house.goTo('2026-10-04 12:00')
    await upkeep(house)
    await upkeep(house)
    expect(house.kinds()).toEqual(['still_watching'])
    house.goTo('2026-11-04 12:00')
    await upkeep(house)
    expect(house.kinds()).toEqual(['still_watching'])
    expect(await house.status(subscription.id)).toMatchObject({ state: 'active' })
  })

  it('does not end a push subscription, but a feed that nobody has read for 400 days', async () => {
    house = await makeHouse()
    const pushed = await house.subscribe()
    const feed = await house.subscribe({ channel: 'feed' })
    house.goTo('2027-05-12 12:00')
    await upkeep(house)
    expect(await house.status(pushed.subscription.id)).toMatchObject({ state: 'active' })
    expect(await house.status(feed.subscription.id)).toMatchObject({ state: 'expired', reason: 'unread' })
  })
})

/** The routes of those who fetch, over the house: the feed of a subscription, and a stream of it that stays open. */
async function fetching(id: string) {
  let wake: (subscriptionId: string) => void = () => undefined
  const { channels, now: clock, keys, siteUrl } = house.alerts
  const parts = {
    alerts: house.alerts,
    limiter: createLimiter(100),
    clients: createClientKeys(parseTrustedProxies(''), () => undefined),
    tier: { name: 'pages', quota: 1000, windowSeconds: 60 },
    siteUrl,
    clock,
    count: () => undefined
  }
  // The made house has one channel that is fetched; its messages are read both ways.
  const asStream = new Map([...channels].map(([name, one]) => [name, { ...one, kind: 'sse' }]))
  const server = Fastify()
  registerFeeds(server, { ...parts, renderFeed: renderAtom, placeUrl: (slug) => `${siteUrl}/${slug}` })
  registerStreams(server, {
    ...parts,
    alerts: { ...house.alerts, channels: asStream },
    renderEvent: ({ messageId, message }) => renderServerSentEvent(messageId, message),
    opening: streamOpening,
    keepAlive: keepAliveEvent,
    whenSent: (listener) => {
      wake = listener
    },
    lookEveryMs: 600_000
  })
  const origin = await server.listen({ host: '127.0.0.1', port: 0 })
  const token = tokenFor(keys, 'feed', id)
  const stream = await openStream(`${origin}/streams/${token}`)
  return {
    feed: async () => (await fetch(`${origin}/feeds/${token}.atom`)).text(),
    /** What the stream has told, once it has told so many. */
    streamed: (count: number) => {
      wake(id)
      return stream.events(count)
    },
    close: async () => {
      stream.close()
      await server.close()
    }
  }
}
