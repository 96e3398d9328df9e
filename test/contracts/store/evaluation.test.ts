import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AlertNight } from '../../../src/alerts/alert-night.ts'
import { clearBelow, worseThanNotified } from '../../../src/alerts/decisions.ts'
import type { ScoredRun } from '../../../src/alerts/store-ports.ts'
import type { Subscription } from '../../../src/alerts/subscription.ts'
import type { Store } from '../../../src/store/open.ts'
import { engines } from './engines.ts'
import { hour, noon, onlyProfile, openFresh, run, scored, stored } from './opened.ts'

describe.each(engines())('evaluation on $name', (engine) => {
  let store: Store
  let places = 0

  beforeAll(async () => {
    await engine.start()
    store = await openFresh(engine)
  })

  afterAll(async () => {
    await store.close()
    await engine.stop()
  })

  async function subscribed(members: Parameters<typeof stored>[1] = {}) {
    places += 1
    const location = `place-${places}`
    const subscription = await stored(store, { location, ...members })
    return { subscription, profile: await onlyProfile(store, location) }
  }

  async function episodesOf({ seq }: Subscription) {
    return store.database.queries
      .selectFrom('episodes')
      .select(['night_date', 'state', 'told_state'])
      .where('subscription_seq', '=', seq)
      .orderBy('night_date')
      .execute()
  }

  async function currentRun(profileSeq: number) {
    const { rows } = await sql<{ run_id: string }>`select run_id from runs r join curves c
      on c.current_run_seq = r.seq where c.seq = ${profileSeq}`.execute(store.database.queries)
    return rows[0]?.run_id
  }

  async function waitingOf({ seq }: Subscription) {
    const rows = await store.database.queries
      .selectFrom('messages')
      .select(['prompt', 'state'])
      .where('subscription_seq', '=', seq)
      .execute()
    return rows.map(({ prompt, state }) => `${prompt} ${state}`)
  }

  it('raises watched nights at or over the threshold with one message, and repeating it changes nothing', async () => {
    const { subscription, profile } = await subscribed({ threshold: 60 })
    const nights = [
      scored({ date: '2026-04-10', score: 59.9 }),
      scored({ date: '2026-04-11', score: 60 }),
      scored({ date: '2026-04-12', score: 99 }),
      scored({ date: '2026-04-13', score: 99, coldestAt: noon + 120 * hour }),
      scored({ date: '2026-04-14', score: null, level: 'unknown' })
    ]
    for (const at of [noon, noon + 1, noon + hour]) {
      await store.episodes.evaluate([run(profile, 'one', nights)], at, null)
    }
    expect(await episodesOf(subscription)).toEqual([
      { night_date: '2026-04-11', state: 'raised', told_state: null },
      { night_date: '2026-04-12', state: 'raised', told_state: null }
    ])
    expect(await waitingOf(subscription)).toEqual(['change queued'])
  })

  it('lets news of far nights wait for the day, until there is news of a near one', async () => {
    const { subscription, profile } = await subscribed({ threshold: 60 })
    const morning = noon + 19 * hour
    const at = async (minute: number, runId: string, nights: readonly AlertNight[]) => {
      await store.episodes.evaluate(
        [{ ...run(profile, runId, nights), dayTime: morning }],
        noon + minute,
        null
      )
      return store.database.queries
        .selectFrom('messages')
        .select(['next_attempt_at', 'reason'])
        .where('subscription_seq', '=', subscription.seq)
        .execute()
    }
    const far = scored({ date: '2026-04-12', coldestAt: noon + 60 * hour, overAt: noon + 62 * hour })
    const near = scored({ date: '2026-04-10', coldestAt: noon + 17 * hour, overAt: noon + 19 * hour })
    const waiting = [{ next_attempt_at: morning, reason: 'until_morning' }]
    expect(await at(0, 'one', [far])).toEqual(waiting)
    expect(await at(1, 'two', [far, scored({ coldestAt: noon + 41 * hour })])).toEqual(waiting)
    expect(await at(2, 'three', [near, far])).toMatchObject([{ next_attempt_at: noon + 2 }])
    expect(await at(3, 'four', [near, far])).toMatchObject([{ next_attempt_at: noon + 2 }])
  })

  it('compares a subscription that has changed its profile with what it was sent of the one before', async () => {
    const [moved, other] = [await subscribed({ threshold: 60 }), await subscribed({ threshold: 60 })]
    const { queries } = store.database
    const said = (plantTemperatureMinC: number) => [
      scored({ plantTemperatureMinC, coldestAt: noon + 17 * hour })
    ]
    const evaluate = (runId: string, before: number, now: number) =>
      store.episodes.evaluate(
        [run(moved.profile, runId, said(before)), run(other.profile, runId, said(now))],
        noon,
        null
      )
    await evaluate('one', -2, -2)
    await queries.deleteFrom('messages').execute()
    await sql`update episodes set told_at = ${noon}, told_state = 'raised', told_run_seq = c.current_run_seq
      from subscriptions s join curves c on c.seq = s.curve_seq where s.seq = episodes.subscription_seq`.execute(
      queries
    )
    await queries
      .updateTable('subscriptions')
      .set({ curve_seq: other.profile.seq })
      .where('seq', '=', moved.subscription.seq)
      .execute()
    await evaluate('two', -6, -2)
    expect(await waitingOf(moved.subscription)).toEqual([])
    await evaluate('three', -2, -6)
    expect(await waitingOf(moved.subscription)).toEqual(['change queued'])
  })

  it('reads the nights that a run has got since it was read', async () => {
    const { subscription, profile } = await subscribed({ threshold: 60 })
    const claim = async (at: number) => {
      const seen: (readonly string[] | undefined)[] = []
      await store.outbox.claim({
        ...{ now: at, limit: 10, worker: 'w', leasedUntil: at + hour, onlySubscription: subscription.id },
        decide: (due) => {
          seen.push(due.currentRun?.nights.map(({ date }) => date))
          return { act: 'drop', reason: 'looked' }
        }
      })
      return seen
    }
    const later = scored({ date: '2026-04-13', coldestAt: noon + 89 * hour, overAt: noon + 91 * hour })
    await store.episodes.evaluate([run(profile, 'one', [scored()])], noon, null)
    expect(await claim(noon)).toEqual([['2026-04-11']])
    await store.episodes.evaluate([run(profile, 'one', [scored(), later])], noon + 30 * hour, null)
    expect(await claim(noon + 30 * hour)).toEqual([['2026-04-11', '2026-04-13']])
  })

  it('reads a night as an earlier version stored it', async () => {
    const { subscription, profile } = await subscribed({ threshold: 60 })
    const night = scored()
    await store.episodes.evaluate([run(profile, 'one', [night])], noon, null)
    const { frostProbability: _, ...earlier } = { ...night, coldestAt: null }
    await store.database.queries
      .updateTable('nights')
      .set({ facts: JSON.stringify(earlier) })
      .where('run_seq', 'in', (runs) =>
        runs.selectFrom('runs').select('seq').where('curve_seq', '=', profile.seq)
      )
      .execute()
    const read: unknown[] = []
    await store.outbox.claim({
      ...{ now: noon, limit: 10, worker: 'w', leasedUntil: noon + hour, onlySubscription: subscription.id },
      decide: (due) => {
        read.push(due.currentRun?.nights)
        return { act: 'drop', reason: 'looked' }
      }
    })
    expect(read).toEqual([[{ ...night, frostProbability: null }]])
  })

  it('takes no run that was seen last before the current one was: the current one stands for it', async () => {
    const { subscription, profile } = await subscribed({ threshold: 60 })
    const from = (id: string, confirmedAt: number, score: number) => ({
      ...run(profile, id, [scored({ score })]),
      confirmedAt
    })
    await store.episodes.evaluate([from('newer', noon + hour, 70)], noon + hour, null)
    const current = await onlyProfile(store, profile.location)
    // Twice, for a second run that calms would clear the night.
    for (const id of ['older', 'oldest']) {
      await store.episodes.evaluate([from(id, noon, 5)], noon + 2 * hour, null)
    }
    expect(await onlyProfile(store, profile.location)).toEqual(current)
    expect(await currentRun(profile.seq)).toBe('newer')
    expect(await episodesOf(subscription)).toMatchObject([{ state: 'raised' }])
    const late = await stored(store, { location: profile.location, threshold: 60 })
    await store.episodes.evaluate([from('older', noon, 5)], noon + 2 * hour, late.id)
    expect(await episodesOf(late)).toMatchObject([{ state: 'raised' }])
  })

  it('takes no run with an earlier reading of the thermometer that has moved the current one', async () => {
    const { subscription, profile } = await subscribed({ threshold: 60 })
    const moved = (
      minute: number,
      score: number,
      members: Partial<ScoredRun> & { station?: string } = {}
    ) => {
      const { station = 'sensor 1', ...times } = members
      const measuredAt = noon + minute * 60_000
      const updatedBy = { station, measuredAt, distanceKm: 1 }
      return { ...run(profile, `a ${measuredAt} ${station}`, [scored({ score, updatedBy })]), ...times }
    }
    const take = (one: ScoredRun) => store.episodes.evaluate([one], noon + hour, null)
    await take(moved(10, 70))
    await take(moved(0, 5))
    await take(moved(5, 5, { confirmedAt: noon + 1 }))
    expect(await currentRun(profile.seq)).toBe(moved(10, 70).runId)
    expect(await episodesOf(subscription)).toMatchObject([{ state: 'raised' }])
    // Another thermometer, because that one was set aside; the same one of a later forecast; none any more.
    for (const next of [
      moved(5, 70, { station: 'sensor 2' }),
      moved(0, 70, { station: 'sensor 2', issuedAt: noon + 1 }),
      run(profile, 'a', [scored()])
    ]) {
      await take(next)
      expect(await currentRun(profile.seq)).toBe(next.runId)
    }
  })

  it('takes real weather after made one, and any run after one of the future', async () => {
    const { profile } = await subscribed()
    const take = (members: Partial<ScoredRun>) =>
      store.episodes.evaluate([{ ...run(profile, 'one', [scored()]), ...members }], noon + hour, null)
    await take({ runId: 'made', synthetic: true, confirmedAt: noon + hour })
    await take({ runId: 'real' })
    expect(await currentRun(profile.seq)).toBe('real')
    await take({ runId: 'ahead', confirmedAt: noon + 30 * hour })
    await take({ runId: 'right', confirmedAt: noon + hour })
    expect(await currentRun(profile.seq)).toBe('right')
  })

  it('looks at nobody who is paused, pending or on made data', async () => {
    const { subscription, profile } = await subscribed()
    const location = profile.location
    const others = [
      await stored(store, { location, state: 'paused' }),
      await stored(store, { location, state: 'pending_confirmation' }),
      await stored(store, { location, preview: true })
    ]
    await store.episodes.evaluate([run(profile, 'one', [scored()])], noon, null)
    expect(await episodesOf(subscription)).toHaveLength(1)
    for (const other of others) expect(await episodesOf(other)).toEqual([])
  })

  it('can be asked for one subscription alone', async () => {
    const { subscription, profile } = await subscribed()
    const other = await stored(store, { location: profile.location })
    await store.episodes.evaluate([run(profile, 'one', [scored()])], noon, other.id)
    expect(await episodesOf(subscription)).toEqual([])
    expect(await episodesOf(other)).toHaveLength(1)
  })

  it('queues a second telling in exactly the cases the pure rule names', async () => {
    const nights = fc.record({
      score: fc.integer({ min: 600, max: 720 }).map((tenths) => tenths / 10),
      level: fc.constantFrom('low' as const, 'moderate' as const, 'high' as const, 'severe' as const),
      plantTemperatureMinC: fc.integer({ min: -60, max: 10 }).map((tenths) => tenths / 10),
      frostFromAt: fc.option(
        fc.integer({ min: -5, max: 8 }).map((at) => noon + at * hour),
        { nil: null }
      )
    })
    /** Past, near, and more than a day ahead. */
    const coldestAt = fc.integer({ min: -3, max: 40 }).map((at) => noon + at * hour)
    await fc.assert(
      fc.asyncProperty(nights, nights, coldestAt, async (before, changed, at) => {
        const after = { ...changed, coldestAt: at }
        const { subscription, profile } = await subscribed()
        await store.episodes.evaluate([run(profile, 'before', [scored(before)])], noon, null)
        await notifyAll(store, noon)
        await store.episodes.evaluate([run(profile, 'after', [scored(after)])], noon + 1, null)
        const waits = (await waitingOf(subscription)).includes('change queued')
        expect(waits).toBe(worseThanNotified(after, before, noon + 1).length > 0)
      }),
      { numRuns: 150 }
    )
  })

  it('raises and clears in exactly the cases the pure rule names', async () => {
    const score = fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 100 }), score, score, async (threshold, first, second) => {
        const { subscription, profile } = await subscribed({ threshold, clearBelow: clearBelow(threshold) })
        const at = (one: number): readonly AlertNight[] => [scored({ score: one })]
        await store.episodes.evaluate([run(profile, 'first', at(first))], noon, null)
        await store.episodes.evaluate([run(profile, 'second', at(second))], noon + 1, null)
        await store.episodes.evaluate([run(profile, 'third', at(second))], noon + 1 + hour, null)
        const [episode] = await episodesOf(subscription)
        if (Math.max(first, second) < threshold) expect(episode).toBeUndefined()
        else expect(episode?.state).toBe(second <= clearBelow(threshold) ? 'cleared' : 'raised')
      }),
      { numRuns: 60 }
    )
  })
})

/** Claims everything that is due and records it as sent with its nights. */
async function notifyAll(store: Store, now: number): Promise<void> {
  const { messages } = await store.outbox.claim({
    now,
    limit: 100,
    worker: 'w',
    leasedUntil: now + hour,
    onlySubscription: null,
    decide: (due) => ({
      act: 'send',
      message: {
        messageId: `msg_${due.seq}`,
        kind: 'raised',
        runSeq: due.currentRun?.seq ?? null,
        nights: due.episodes.map(({ date }) => ({ date, standing: 'raised' as const })),
        madeAt: now,
        counted: false,
        endsDataGap: false
      }
    })
  })
  const recordings = messages.map((claimed) => ({ claimed, outcome: { kind: 'sent' as const } }))
  await store.outbox.record(recordings, 'w', now)
}
