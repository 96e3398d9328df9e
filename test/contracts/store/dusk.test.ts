import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/store/open.ts'
import { engines } from './engines.ts'
import { hour, noon, onlyProfile, openFresh, run, scored, stored } from './opened.ts'

/** More than one transaction takes. */
const places = 510

describe.each(engines())('open episodes on $name', (engine) => {
  let store: Store
  const dusk = noon + 30 * hour

  beforeAll(async () => {
    await engine.start()
    store = await openFresh(engine)
    for (let place = 0; place < places; place += 1) await stored(store, { location: `place-${place}` })
    const profiles = await store.subscriptions.profiles(null)
    const later = { sunsetAt: dusk + 25 * hour, coldestAt: noon + 65 * hour, overAt: noon + 67 * hour }
    const nights = [scored(), scored({ date: '2026-04-12', ...later })]
    await store.episodes.evaluate(
      profiles.map((profile) => run(profile, 'one', nights)),
      noon,
      null
    )
  })

  afterAll(async () => {
    await store.close()
    await engine.stop()
  })

  it('are reminded of once at dusk, each of its own night, where nothing was said lately', async () => {
    const [quiet, ahead] = await store.subscriptions.profiles(null)
    const sentAt = (at: number, curve = 0) =>
      store.database.queries
        .updateTable('subscriptions')
        .set({ last_sent_at: at })
        .where('curve_seq', '=', curve)
        .execute()
    await sentAt(dusk - hour, quiet?.seq)
    // Sent before the clock was set back by a day: it says nothing of this evening.
    await sentAt(dusk + 48 * hour, ahead?.seq)
    expect(await store.episodes.remindAtDusk(dusk - 1, dusk - 6 * hour)).toBe(0)
    expect(await store.episodes.remindAtDusk(dusk, dusk - 6 * hour)).toBe(places - 1)
    expect(await store.episodes.remindAtDusk(dusk + 1, dusk + 1)).toBe(0)
    expect(await store.episodes.remindAtDusk(dusk + 24 * hour, dusk + 18 * hour)).toBe(places)
  })

  it('are those that are raised and not over', async () => {
    expect(await store.episodes.openCount(noon)).toBe(2 * places)
    expect(await store.episodes.openCount(noon + 43 * hour)).toBe(places)
    expect(await store.episodes.openCount(noon + 67 * hour)).toBe(0)
  })
  it('go with a subscription that moves to another curve', async () => {
    const { id } = await stored(store, { location: 'bursa' })
    const profile = await onlyProfile(store, 'bursa')
    await store.episodes.evaluate([run(profile, 'one', [scored()])], noon, null)
    const before = await store.episodes.openCount(noon)
    await store.subscriptions.change(id, () => ({ crop: 'apple' }))
    expect((await onlyProfile(store, 'bursa')).seq).not.toBe(profile.seq)
    expect(await store.episodes.openCount(noon)).toBe(before)
  })
})
