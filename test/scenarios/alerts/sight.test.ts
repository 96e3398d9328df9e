import { afterEach, beforeEach, describe, expect, it } from 'vitest'
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
    // A stage given anew is trusted again.
    await house.patch(subscription.id, manage.token, { stage: 'green-fruit' })
    const fresh = await house.store.subscriptions.curves('malatya')
    expect(fresh).toMatchObject([{ stage: 'green-fruit', stageIsOld: false }])
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
