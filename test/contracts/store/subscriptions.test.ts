import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isWithinShare } from '../../../src/alerts/insertion-ports.ts'
import { comparedThreshold } from '../../../src/alerts/threshold.ts'
import type { Store } from '../../../src/store/open.ts'
import { engines } from './engines.ts'
import {
  hour,
  newSubscription,
  noon,
  onlyProfile,
  openDoors,
  openFresh,
  run,
  scored,
  stored
} from './opened.ts'

const counted = { channels: null, unprovenOnly: false }

describe.each(engines())('subscriptions on $name', (engine) => {
  let store: Store

  beforeAll(async () => {
    await engine.start()
    store = await openFresh(engine)
  })

  afterAll(async () => {
    await store.close()
    await engine.stop()
  })

  it('come back as they went in', async () => {
    const valuesTable = newSubscription({
      label: 'Üst bahçe “<b>”',
      crop: 'apricot',
      stage: 'full-bloom',
      exposure: 'canopy',
      stageGivenAt: noon,
      threshold: 59.5,
      confirmUntil: noon + hour,
      state: 'pending_confirmation'
    })
    const insertion = await store.subscriptions.insert(valuesTable, openDoors)
    const { clearBelow, raiseFrom: _, ...rest } = valuesTable
    expect(clearBelow).toBe(50)
    expect(insertion).toMatchObject({
      kind: 'stored',
      subscription: { ...rest, reason: null, endedAt: null }
    })
    expect(await store.subscriptions.byId(valuesTable.id)).toMatchObject(rest)
    expect(await store.subscriptions.byId('sub_unknown')).toBeNull()
  })

  it('sent twice under one key at the same time are one; another body under it is refused', async () => {
    const rules = { ...openDoors, idempotency: { key: 'k', bodyHash: 'body', since: noon - hour } }
    const twice = await Promise.all(
      Array.from({ length: 8 }, () => store.subscriptions.insert(newSubscription({ client: 'twice' }), rules))
    )
    expect(twice.map(({ kind }) => kind).toSorted()).toEqual([...Array(7).fill('replayed'), 'stored'])
    expect(new Set(twice.map((one) => ('subscription' in one ? one.subscription.id : ''))).size).toBe(1)
    const other = { ...rules, idempotency: { ...rules.idempotency, bodyHash: 'another' } }
    expect(await store.subscriptions.insert(newSubscription({ client: 'twice' }), other)).toEqual({
      kind: 'key_reused'
    })
    // Another client's key of the same name is another key; an old one is forgotten.
    const elsewhere = await store.subscriptions.insert(newSubscription({ client: 'else' }), other)
    expect(elsewhere.kind).toBe('stored')
    const later = { ...other, idempotency: { ...other.idempotency, since: noon } }
    expect((await store.subscriptions.insert(newSubscription({ client: 'twice' }), later)).kind).toBe(
      'stored'
    )
  })

  it('are capped per client and day, and per installation, also when many come at once', async () => {
    const rules = { ...openDoors, clientLimit: { ...counted, count: 3, since: noon - 24 * hour } }
    const many = await Promise.all(
      Array.from({ length: 8 }, () => store.subscriptions.insert(newSubscription({ client: 'many' }), rules))
    )
    expect(many.filter(({ kind }) => kind === 'stored')).toHaveLength(3)
    expect(many.filter(({ kind }) => kind === 'client_limit')).toHaveLength(5)
    const tomorrow = newSubscription({ client: 'many', createdAt: noon + 25 * hour })
    const next = { ...rules, clientLimit: { ...counted, count: 3, since: noon + hour } }
    expect((await store.subscriptions.insert(tomorrow, next)).kind).toBe('stored')
    const capped = { ...openDoors, installationCap: { most: 1, isFair: () => true } }
    const topic = () => newSubscription({ channel: 'ntfy' })
    expect((await store.subscriptions.insert(topic(), capped)).kind).toBe('stored')
    expect((await store.subscriptions.insert(topic(), capped)).kind).toBe('installation_limit')
  })

  it('that are capped are shared between networks', async () => {
    const capped = { ...openDoors, installationCap: { most: 100, isFair: isWithinShare } }
    const insert = (near: string | null, wide: string) => {
      const networks = near === null ? null : { near, wide }
      return store.subscriptions.insert(newSubscription({ channel: 'ntfy-shared', networks }), capped)
    }
    const fill = async (near: (index: number) => string, wide: string) => {
      const kinds: string[] = []
      for (let index = 0; index < 60; index += 1) kinds.push((await insert(near(index), wide)).kind)
      return {
        stored: kinds.filter((kind) => kind === 'stored').length,
        refused: kinds.filter((kind) => kind === 'network_limit').length
      }
    }
    // x places are one more than an eighth, or half, of what was free before the last.
    expect(await fill(() => 'a', 'A')).toEqual({ stored: 12, refused: 48 })
    expect(await fill((index) => `b${index}`, 'B')).toEqual({ stored: 30, refused: 30 })
    expect((await insert('c', 'C')).kind).toBe('stored')
    expect((await insert(null, '')).kind).toBe('stored')
    const networks = { near: 'c', wide: 'D' }
    expect((await stored(store, { networks })).networks).toEqual(networks)
  })

  it('are confirmed once, in time, and the newer replaces the older of the same place, channel, crop and destination', async () => {
    const pending = { state: 'pending_confirmation', confirmUntil: noon + hour, channel: 'email' } as const
    const older = await stored(store, { ...pending, destinationKey: 'a@example' })
    const newer = await stored(store, { ...pending, destinationKey: 'a@example' })
    const elsewhere = await stored(store, { ...pending, destinationKey: 'a@example', location: 'konya' })
    const anonymous = await stored(store, { ...pending, destinationKey: 'b@example' })
    const binding = { destination: null, destinationKey: null, language: null, now: noon + 1 }
    for (const one of [older, elsewhere, anonymous]) {
      expect(await store.subscriptions.confirm(one.id, binding)).toBe(true)
    }
    expect(await store.subscriptions.confirm(older.id, binding)).toBe(false)
    expect(await store.subscriptions.confirm(newer.id, { ...binding, now: noon + hour })).toBe(false)
    expect(await store.subscriptions.confirm(newer.id, binding)).toBe(true)
    const states = await Promise.all(
      [older, newer, elsewhere, anonymous].map(async ({ id }) => (await store.subscriptions.byId(id))?.state)
    )
    expect(states).toEqual(['unsubscribed', 'active', 'active', 'active'])
    const found = await store.subscriptions.byDestinationKey('email', 'a@example')
    expect(found.map(({ id }) => id)).toEqual([elsewhere.id, newer.id])
  })

  it('that are older end where a newer one has proved itself, whichever proves itself last', async () => {
    const pending = { state: 'pending_confirmation', confirmUntil: noon + hour, channel: 'webhook' } as const
    const binding = { destination: null, destinationKey: null, language: null, now: noon + 1 }
    const standing = async (...all: readonly { readonly id: string }[]) => {
      const found = await Promise.all(all.map(({ id }) => store.subscriptions.byId(id)))
      return found.map((one) => `${one?.state} ${one?.reason}`)
    }
    const two = async (destinationKey: string) =>
      [
        await stored(store, { ...pending, destinationKey }),
        await stored(store, { ...pending, destinationKey })
      ] as const

    const [older, newer] = await two('https://one.example')
    expect(await store.subscriptions.confirm(newer.id, binding)).toBe(true)
    expect(await store.subscriptions.confirm(older.id, binding)).toBe(false)
    expect(await standing(older, newer)).toEqual(['unsubscribed replaced', 'active null'])
  })

  it('that are older stay where the newer one was suspended, and that one ends', async () => {
    const pending = { state: 'pending_confirmation', confirmUntil: noon + hour, channel: 'webhook' } as const
    const binding = { destination: null, destinationKey: null, language: null, now: noon + 1 }
    const older = await stored(store, { ...pending, destinationKey: 'https://repaired.example' })
    const newer = await stored(store, { ...pending, destinationKey: 'https://repaired.example' })
    await store.database.queries
      .updateTable('subscriptions')
      .set({ state: 'suspended', reason: 'gone' })
      .where('seq', '=', newer.seq)
      .execute()
    expect(await store.subscriptions.confirm(older.id, binding)).toBe(true)
    expect(await store.subscriptions.byId(newer.id)).toMatchObject({ reason: 'replaced' })
  })

  it('that were bound by a talk end as replaced where a newer one is bound to the same', async () => {
    const pending = { state: 'pending_confirmation', confirmUntil: noon + hour, channel: 'telegram' } as const
    const [older, newer] = [await stored(store, pending), await stored(store, pending)]
    const binding = { destination: { to: 1 }, destinationKey: 'chat', language: null, now: noon + 1 }
    expect(await store.subscriptions.confirm(newer.id, binding)).toBe(true)
    expect(await store.subscriptions.confirm(older.id, binding)).toBe(false)
    expect(await store.subscriptions.byId(older.id)).toMatchObject({ reason: 'replaced' })
  })

  it('that are bound to the same at once leave the newer one', async () => {
    const pending = { state: 'pending_confirmation', confirmUntil: noon + hour, channel: 'telegram' } as const
    for (let round = 0; round < 20; round += 1) {
      const [older, newer] = [await stored(store, pending), await stored(store, pending)]
      const binding = { destination: null, destinationKey: `chat ${round}`, language: null, now: noon + 1 }
      await Promise.all([older, newer].map(({ id }) => store.subscriptions.confirm(id, binding)))
      expect(await store.subscriptions.byId(older.id)).toMatchObject({ reason: 'replaced' })
      expect(await store.subscriptions.byId(newer.id)).toMatchObject({ state: 'active' })
    }
  })

  it('lose no change where two are made at once', async () => {
    const { id } = await stored(store)
    for (let round = 1; round <= 20; round += 1) {
      const [label, threshold] = [`label ${round}`, 20 + round]
      await Promise.all([
        store.subscriptions.change(id, () => ({ threshold: { threshold, ...comparedThreshold(threshold) } })),
        store.subscriptions.change(id, () => ({ label }))
      ])
      expect(await store.subscriptions.byId(id)).toMatchObject({ label, threshold })
    }
  })

  it('decide each of two changes at once by what the other left', async () => {
    const { id } = await stored(store)
    const refusal = { ok: false, detail: 'taken' } as const
    const take = (crop: string) =>
      store.subscriptions.change(id, (found) => (found.crop === 'generic' ? { crop } : refusal))
    for (let round = 1; round <= 20; round += 1) {
      await store.subscriptions.change(id, () => ({ crop: 'generic' }))
      const both = await Promise.all([take('apple'), take('cherry')])
      expect(both.filter((one) => one === refusal)).toHaveLength(1)
      expect(both.map((one) => (one !== null && 'crop' in one ? one.crop : null))).toContain(
        (await store.subscriptions.byId(id))?.crop
      )
    }
  })

  it('move between states only from where they may', async () => {
    const { id } = await stored(store)
    const move = (from: 'active' | 'paused', state: 'active' | 'paused' | 'unsubscribed') =>
      store.subscriptions.move(id, [from], { state, reason: null, now: noon })
    expect(await move('paused', 'active')).toBe(false)
    expect(await move('active', 'paused')).toBe(true)
    expect(await move('active', 'paused')).toBe(false)
    expect(await move('paused', 'unsubscribed')).toBe(true)
    expect((await store.subscriptions.byId(id))?.endedAt).toBe(noon)
  })

  it('follow another curve when their crop changes, and a place is watched while one is active', async () => {
    const { id } = await stored(store, { location: 'bursa' })
    await store.subscriptions.change(id, () => ({ crop: 'apple', stage: 'pink', stageGivenAt: noon }))
    expect(await store.subscriptions.profiles(['bursa'])).toMatchObject([
      { crop: 'apple', stage: 'pink', exposure: null }
    ])
    expect(await store.subscriptions.watchedPlaces()).toContain('bursa')
    await store.subscriptions.move(id, ['active'], { state: 'paused', reason: null, now: noon })
    expect(await store.subscriptions.watchedPlaces()).not.toContain('bursa')
    const counts = await store.subscriptions.countByState()
    expect(counts.find(({ state }) => state === 'paused')).toMatchObject({ channel: 'plain', count: 1 })
  })

  it('are listed for their channel while active and, from an instant on, after their end', async () => {
    const given = { channel: 'topics', location: 'bursa', destination: { topic: 'a' } }
    const active = await stored(store, given)
    const ended = await stored(store, given)
    await stored(store, { ...given, state: 'paused' })
    await stored(store, { ...given, preview: true })
    await store.subscriptions.move(ended.id, ['active'], { state: 'unsubscribed', reason: null, now: noon })
    const listed = async (endedSince: number) =>
      (await store.subscriptions.ofChannel('topics', endedSince)).map(({ id, endedAt }) => [id, endedAt])
    expect(new Map((await listed(noon)) as [string, number | null][])).toEqual(
      new Map([
        [active.id, null],
        [ended.id, noon]
      ])
    )
    expect(await listed(noon + 1)).toEqual([[active.id, null]])
    expect((await store.subscriptions.ofChannel('topics', noon))[0]).toMatchObject({
      location: 'bursa',
      destination: { topic: 'a' },
      lastSentAt: null
    })
  })

  it('forget their destination thirty days after their end, and runs that nobody tells any more go', async () => {
    const { id } = await stored(store, { location: 'izmir', label: 'Bağ' })
    const profile = await onlyProfile(store, 'izmir')
    await store.episodes.evaluate([run(profile, 'one', [scored({ score: 1 })])], noon, null)
    await store.episodes.evaluate([run(profile, 'two', [scored({ score: 1 })])], noon + 1, null)
    await store.subscriptions.move(id, ['active'], {
      state: 'unsubscribed',
      reason: 'by_subscriber',
      now: noon
    })
    await store.maintenance.forget({ endedBefore: noon - 1, now: noon + 20 * 24 * hour })
    expect((await store.subscriptions.byId(id))?.destination).not.toBeNull()
    await store.maintenance.forget({ endedBefore: noon, now: noon + 30 * 24 * hour })
    expect(await store.subscriptions.byId(id)).toMatchObject({ destination: null, label: null })
    const runs = await store.database.queries
      .selectFrom('runs')
      .select('run_id')
      .where('curve_seq', '=', profile.seq)
      .execute()
    expect(runs).toEqual([{ run_id: 'two' }])
  })

  it('stay notified of a gap while it lasts; there is none for ten minutes after they were proven', async () => {
    const { id } = await stored(store, { location: 'sivas' })
    const { seq: profileSeq } = await onlyProfile(store, 'sivas')
    const table = store.database.queries.updateTable('subscriptions').where('id', '=', id)
    const lose = (date: string, at: number) =>
      store.episodes.loseData([{ profileSeq, date, raisedOnly: false }], noon + at)
    await table.set({ confirmed_at: noon + hour }).execute()
    expect([await lose('10', hour + 599_999), await lose('10', hour + 600_000)]).toEqual([0, 1])
    for (const blind_open of [1, 0]) {
      await table.set({ blind_told: 1, blind_open }).execute()
      await lose(`a night ${blind_open}`, 2 * hour)
      const row = await table.set({ reason: null }).returning('blind_told').executeTakeFirst()
      expect(row?.blind_told).toBe(blind_open)
    }
  })
})
