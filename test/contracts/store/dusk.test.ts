import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decideContent } from '../../../src/alerts/content.ts'
import type { DueMessage, StoredRun } from '../../../src/alerts/outbox-ports.ts'
import { alertRules } from '../../../src/alerts/rules.ts'
import type { Store } from '../../../src/store/open.ts'
import { engines } from './engines.ts'
import { hour, noon, onlyProfile, openFresh, run, scored, stored } from './opened.ts'

/** More than one transaction takes. */
const places = 510
const dusk = noon + 31 * hour

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

/** When the last message was sent, against dusk, and whether the night is still reminded of then. */
const quiet = alertRules.duskQuietMs
const lastMessages = [
  ['never', null, true],
  ['longer ago than is quiet', dusk - quiet, true],
  ['a moment less long ago', dusk - quiet + 1, false],
  ['at dusk itself', dusk, false],
  ['in a future that a clock set back has taken away', dusk + 1, true]
] as const

describe('a night is reminded of at dusk where the last message was sent', () => {
  it.each(lastMessages)('%s: as a message decides it when it is claimed', (_, lastSentAt, isReminded) => {
    const decided = decideContent(dueAtDusk(lastSentAt), dusk, {
      timezoneOf: () => 'Europe/Istanbul',
      nameOf: () => null,
      isCalled: () => false,
      messageId: () => 'msg_dusk'
    })
    expect(decided).toMatchObject(isReminded ? { act: 'send' } : { act: 'drop', reason: 'told_recently' })
  })

  describe.each(engines())('as $name queues it', (engine) => {
    let store: Store
    beforeAll(async () => {
      await engine.start()
      store = await openFresh(engine)
    })
    afterAll(async () => {
      await store.close()
      await engine.stop()
    })

    it.each(lastMessages)('%s', async (name, lastSentAt, isReminded) => {
      const { seq } = await stored(store, { location: name.replaceAll(' ', '-') })
      const profiles = (await store.subscriptions.profiles([name.replaceAll(' ', '-')])).map((profile) =>
        run(profile, 'one', [scored()])
      )
      await store.episodes.evaluate(profiles, noon, null)
      const { queries } = store.database
      await queries
        .updateTable('subscriptions')
        .set({ last_sent_at: lastSentAt })
        .where('seq', '=', seq)
        .execute()
      expect(await store.episodes.remindAtDusk(dusk, dusk - quiet)).toBe(isReminded ? 1 : 0)
    })
  })
})

/** A reminder that waits, of a night that was announced. */
function dueAtDusk(lastSentAt: number | null): DueMessage {
  const night = scored()
  const notified = { notifiedAt: null, notifiedState: 'raised', notified: night } as const
  return {
    ...{
      seq: 1,
      trigger: 'dusk',
      attempts: 0,
      createdAt: dusk,
      fixed: null,
      maybeSent: false,
      stageIsOld: false
    },
    ...{ dataGap: { date: null, open: false, notified: false }, countedSentAt: [], threads: new Map() },
    currentRun: { nights: [night] } as unknown as StoredRun,
    episodes: [{ date: night.date, state: 'raised', overAt: night.overAt, ...notified }],
    subscription: {
      ...{ seq: 1, id: 'sub_1', state: 'active', preview: false, location: 'malatya', channel: 'plain' },
      ...{
        threshold: 60,
        language: 'tr',
        label: null,
        labelIsOwn: true,
        crop: 'generic',
        stage: null,
        exposure: null
      },
      ...{ destination: null, rateLimitKey: null, confirmUntil: null, lastSentAt },
      secret: { number: 0, changedAt: null }
    }
  }
}
