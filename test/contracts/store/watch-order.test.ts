/** In which order watched places are refreshed follows from subscriptions and the nights of the last run. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WatchOrderQuery } from '../../../src/alerts/store-ports.ts'
import type { Store } from '../../../src/store/open.ts'
import { engines } from './engines.ts'
import { hour, noon, onlyProfile, openFresh, run, scored, stored } from './opened.ts'

const query: WatchOrderQuery = {
  now: noon,
  nearUntil: noon + 60 * hour,
  scoreMargin: 20,
  p10Tenths: 20,
  fetchedChannels: ['feed'],
  estimatedStage: 'auto',
  readSince: noon - 72 * hour
}

describe.each(engines().map((engine) => [engine.name, engine] as const))('on %s', (_, engine) => {
  let store: Store
  beforeAll(async () => {
    await engine.start()
    store = await openFresh(engine)
  })
  afterAll(async () => {
    await store.close()
    await engine.stop()
  })

  async function at(location: string, score: number, p10Tenths: number): Promise<void> {
    const night = scored({ score, plantTemperatureP10C: p10Tenths / 10 })
    await store.episodes.evaluate([run(await onlyProfile(store, location), location, [night])], noon, null)
  }
  const orderOf = async (location: string) =>
    (await store.subscriptions.watchOrder(query)).filter((one) => one.location === location)

  it('tells risk by the lowest threshold and by p10, and counts a night that was never seen', async () => {
    await stored(store, { location: 'bursa', threshold: 80, clearBelow: 70 })
    expect(await orderOf('bursa')).toEqual([
      { location: 'bursa', isRead: true, isRisky: true, isEstimated: false, coldestAt: null }
    ])
    await at('bursa', 40, 30)
    const { coldestAt } = scored()
    expect(await orderOf('bursa')).toEqual([
      { location: 'bursa', isRead: true, isRisky: false, isEstimated: false, coldestAt }
    ])
    await stored(store, { location: 'bursa', threshold: 60 })
    expect((await orderOf('bursa'))[0]?.isRisky).toBe(true)
    await stored(store, { location: 'konya', threshold: 100, clearBelow: 90 })
    await at('konya', 1, 20)
    expect((await orderOf('konya'))[0]?.isRisky).toBe(true)
  })

  it('takes a place for risky where the probability of a temperature lies above what would clear it', async () => {
    const threshold = { temperatureC: -2, of: 'plant', probability: 0.5 } as const
    for (const [location, plantTemperatureMinC, isRisky] of [
      ['sivas', 4, false],
      ['kars', -1.7, true]
    ] as const) {
      await stored(store, { location, threshold })
      const distribution = { plantTemperatureMinC, sigmaC: 1, airTemperatureMinC: 9, sigmaAirC: 1 }
      const night = scored({ score: 0, plantTemperatureP10C: 9, distribution })
      await store.episodes.evaluate([run(await onlyProfile(store, location), location, [night])], noon, null)
      expect((await orderOf(location))[0]?.isRisky).toBe(isRisky)
    }
  })

  it('leaves half of a low threshold before a place counts as risky', async () => {
    for (const [location, score, isRisky] of [
      ['izmir', 0, false],
      ['manisa', 9, false],
      ['denizli', 10, true]
    ] as const) {
      await stored(store, { location, threshold: 20, clearBelow: 10 })
      await at(location, score, 90)
      expect((await orderOf(location))[0]?.isRisky).toBe(isRisky)
    }
  })

  it('takes a feed for unread days after it was made or fetched, and any other channel for read', async () => {
    const old = { channel: 'feed', createdAt: noon - 100 * hour }
    const { id } = await stored(store, { location: 'rize', ...old })
    await stored(store, { location: 'rize', ...old, threshold: 50 })
    expect((await orderOf('rize'))[0]?.isRead).toBe(false)
    await store.subscriptions.markRead(id, noon - hour)
    expect((await orderOf('rize'))[0]?.isRead).toBe(true)
    await stored(store, { location: 'ordu', ...old, createdAt: noon - hour })
    expect((await orderOf('ordu'))[0]?.isRead).toBe(true)
    await stored(store, { location: 'sivas', ...old, channel: 'plain' })
    expect((await orderOf('sivas'))[0]?.isRead).toBe(true)
  })

  it('takes a place with an unread feed for read where anyone else is watching it', async () => {
    await stored(store, { location: 'mersin', channel: 'feed', createdAt: noon - 100 * hour })
    await stored(store, { location: 'mersin', crop: 'apple', createdAt: noon - 100 * hour })
    expect((await orderOf('mersin'))[0]?.isRead).toBe(true)
  })

  it('holds no place for a subscription that is not confirmed', async () => {
    await stored(store, { location: 'van', state: 'pending_confirmation' })
    expect(await orderOf('van')).toEqual([])
  })

  it('tells which networks watch a place, which of them read what is sent, and who was first', async () => {
    const [near, other] = ['near', 'other'].map((hash) => ({ near: hash, wide: 'wide' }))
    const feed = { channel: 'feed', location: 'mardin' }
    // As subscriptions were stored before networks were: with the client alone.
    const first = await stored(store, { location: 'mardin', client: 'key', networks: null })
    const second = await stored(store, { location: 'mardin', networks: near ?? null, client: 'a' })
    await stored(store, { location: 'mardin', networks: near ?? null, client: 'b' })
    const third = await stored(store, { ...feed, networks: other ?? null })
    await stored(store, { location: 'mardin', state: 'pending_confirmation', client: 'late' })
    const watchers = async () =>
      (await store.subscriptions.watchers(['feed']))
        .filter(({ location }) => location === 'mardin')
        .toSorted((a, b) => a.since - b.since)
    const expected = [
      { location: 'mardin', network: 'key', isConfirmed: true, since: first.seq },
      { location: 'mardin', network: 'near', isConfirmed: true, since: second.seq },
      { location: 'mardin', network: 'other', isConfirmed: false, since: third.seq }
    ]
    expect(await watchers()).toEqual(expected)
    await store.subscriptions.markRead(third.id, noon)
    expect(await watchers()).toEqual(expected.map((one) => ({ ...one, isConfirmed: true })))
    expect((await store.subscriptions.watchers([])).every(({ isConfirmed }) => isConfirmed)).toBe(true)
  })

  it('finds all of more places than are read at a time', async () => {
    const { queries } = store.database
    await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 8100)
      insert into curves (location, crop, stage, exposure, stage_old)
      select 'many-' || cast((i + 1) / 2 as integer), 'crop-' || (i % 2), '', '', 0 from n`.execute(queries)
    await sql`insert into subscriptions (id, state, preview, curve_seq, location, channel, threshold, clear_below,
        threshold_of, language, crop, stage, exposure, destination, client, created_at)
      select 'many_' || c.seq, 'active', 0, c.seq, c.location, 'plain', 60, 50, 'score', 'tr', c.crop, '', '', '{}', 'client', ${noon}
      from curves c where c.location like 'many-%'`.execute(queries)
    const isOne = (location: string): boolean => location.startsWith('many-')
    const order = (await store.subscriptions.watchOrder(query)).filter(({ location }) => isOne(location))
    expect(new Set(order.map(({ location }) => location)).size).toBe(4050)
    expect(order).toHaveLength(4050)
    const profiles = (await store.subscriptions.profiles(null)).filter(({ location }) => isOne(location))
    expect(new Set(profiles.map(({ seq }) => seq)).size).toBe(8100)
    expect(profiles).toHaveLength(8100)
    expect((await store.subscriptions.watchedPlaces()).filter(isOne)).toHaveLength(4050)
    const watched = (await store.subscriptions.watchers(['feed'])).filter(({ location }) => isOne(location))
    expect(new Set(watched.map(({ location }) => location)).size).toBe(4050)
  })
})
