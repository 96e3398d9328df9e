import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/store/open.ts'
import { engines } from './engines.ts'
import { hour, noon, onlyProfile, openFresh, run, scored, stored } from './opened.ts'

describe.each(engines())('a cleared night on $name', (engine) => {
  let store: Store

  beforeAll(async () => {
    await engine.start()
    store = await openFresh(engine)
  })

  afterAll(async () => {
    await store.close()
    await engine.stop()
  })

  it.each([
    { was: 'reported', reported: 'raised', isSending: false, waiting: ['queued'] },
    { was: 'being reported', reported: null, isSending: true, waiting: ['queued', 'sending'] },
    { was: 'never reported', reported: null, isSending: false, waiting: [] }
  ])('is news where the raised one was $was', async ({ was, reported, isSending, waiting }) => {
    const { seq } = await stored(store, { location: was, threshold: 60 })
    const profile = await onlyProfile(store, was)
    const { queries } = store.database
    const evaluate = (runId: string, at: number, score: number) =>
      store.episodes.evaluate(
        [run(profile, runId, [scored({ score, coldestAt: noon + 17 * hour })])],
        at,
        null
      )
    await evaluate('one', noon, 70)
    await evaluate('two', noon + hour, 10)
    if (isSending)
      await sql`update messages set state = 'sending' where subscription_seq = ${seq}`.execute(queries)
    else await sql`delete from messages where subscription_seq = ${seq}`.execute(queries)
    await sql`update episodes set told_state = ${reported} where subscription_seq = ${seq}`.execute(queries)
    await evaluate('three', noon + 2 * hour, 10)
    const ofIt = async (table: 'episodes' | 'messages') => {
      const rows = await queries
        .selectFrom(table)
        .select('state')
        .where('subscription_seq', '=', seq)
        .execute()
      return rows.map(({ state }) => state).toSorted()
    }
    expect(await ofIt('episodes')).toEqual(['cleared'])
    expect(await ofIt('messages')).toEqual(waiting)
  })

  it('is one of another run at least an hour after the first without its risk', async () => {
    const { seq } = await stored(store, { location: 'one-odd-run', threshold: 60 })
    const profile = await onlyProfile(store, 'one-odd-run')
    const stateAfter = async (runId: string, at: number, score: number) => {
      await store.episodes.evaluate(
        [run(profile, runId, [scored({ score, coldestAt: noon + 40 * hour })])],
        at,
        null
      )
      const { queries } = store.database
      const row = queries.selectFrom('episodes').select('state').where('subscription_seq', '=', seq)
      return (await row.executeTakeFirst())?.state
    }
    expect(await stateAfter('one', noon, 70)).toBe('raised')
    expect(await stateAfter('odd', noon + hour, 10)).toBe('raised')
    expect(await stateAfter('odd', noon + 3 * hour, 10)).toBe('raised')
    expect(await stateAfter('other', noon + 3 * hour, 10)).toBe('cleared')
    expect(await stateAfter('raised', noon + 4 * hour, 70)).toBe('raised')
    expect(await stateAfter('first', noon + 5 * hour, 10)).toBe('raised')
    expect(await stateAfter('second', noon + 6 * hour - 1, 10)).toBe('raised')
    expect(await stateAfter('second', noon + 6 * hour, 10)).toBe('cleared')
  })

  it.each([
    { reported: 'raised', score: 51, state: 'raised', raisedAt: noon, seenAt: noon + 1 },
    { reported: 'raised', score: 50, state: 'cleared', raisedAt: noon, seenAt: noon + 1 },
    { reported: 'cleared', score: 51, state: 'cleared', raisedAt: noon, seenAt: noon + 1 },
    { reported: 'cleared', score: 60, state: 'raised', raisedAt: noon + 2 * hour, seenAt: null }
  ])('reported as $reported is $state at $score', async ({ reported, score, state, raisedAt, seenAt }) => {
    const location = `${reported}-${score}`
    const { seq } = await stored(store, { location, threshold: 60 })
    const profile = await onlyProfile(store, location)
    const { queries } = store.database
    const evaluate = (runId: string, at: number, score: number) =>
      store.episodes.evaluate(
        [run(profile, runId, [scored({ score, coldestAt: noon + 40 * hour })])],
        at,
        null
      )
    await evaluate('one', noon, 70)
    await sql`update episodes set told_state = ${reported}, seen_at = ${noon + 1}
      where subscription_seq = ${seq}`.execute(queries)
    await evaluate('two', noon + hour / 2, 10)
    await evaluate('three', noon + 1.5 * hour, 10)
    await evaluate('four', noon + 2 * hour, score)
    const episode = await queries
      .selectFrom('episodes')
      .select(['state', 'raised_at', 'seen_at'])
      .where('subscription_seq', '=', seq)
      .executeTakeFirst()
    expect(episode).toEqual({ state, raised_at: raisedAt, seen_at: seenAt })
  })

  it('that is raised after all nights were over is as a new one', async () => {
    const { seq } = await stored(store, { location: 'after-all', threshold: 60 })
    const profile = await onlyProfile(store, 'after-all')
    const { queries } = store.database
    const evaluate = (at: number, score: number, overAt = noon + 3 * hour) =>
      store.episodes.evaluate(
        [run(profile, String(at), [scored({ score, coldestAt: overAt - hour, overAt })])],
        at,
        null
      )
    await evaluate(noon, 70)
    await sql`update episodes set seen_at = ${noon}, alarm_since = ${noon}, unanswered_at = ${noon},
      seen_run_seq = (select max(seq) from runs) where subscription_seq = ${seq}`.execute(queries)
    await evaluate(noon + hour / 2, 10)
    await evaluate(noon + 1.5 * hour, 10)
    await evaluate(noon + 4 * hour, 70, noon + 6 * hour)
    const episode = await queries
      .selectFrom('episodes')
      .select(['state', 'raised_at', 'over_at', 'clearing_at', 'clearing_run_seq'])
      .select(['seen_at', 'seen_run_seq', 'alarm_since', 'unanswered_at'])
      .where('subscription_seq', '=', seq)
      .executeTakeFirst()
    expect(episode).toEqual({
      ...{ state: 'raised', raised_at: noon + 4 * hour, over_at: noon + 6 * hour },
      ...{ clearing_at: null, clearing_run_seq: null, seen_at: null, seen_run_seq: null },
      ...{ alarm_since: null, unanswered_at: null }
    })
  })

  it.each([
    ['of the run of an all-clear covers no risk that is back', 0, null],
    ['of a newer run covers it', 1, noon + hour]
  ])('an answer %s', async (what, newer, seenAt) => {
    const subscription = await stored(store, { location: what, threshold: 60 })
    const { seq } = subscription
    const profile = await onlyProfile(store, what)
    await store.episodes.evaluate([run(profile, 'one', [scored()])], noon, null)
    const { queries } = store.database
    const [cleared] = await queries
      .selectFrom('runs')
      .select(({ fn }) => fn.max('seq').as('seq'))
      .execute()
    const runSeq = cleared?.seq ?? 0
    await sql`update episodes set told_state = 'cleared', told_run_seq = ${runSeq}
      where subscription_seq = ${seq}`.execute(queries)
    const answer = { subscription, dates: [scored().date], runSeq: runSeq + newer, notifiedUntil: noon }
    await store.episodes.acknowledge({ ...answer, isSeen: () => false, now: noon + hour })
    const episodes = queries.selectFrom('episodes').select('seen_at').where('subscription_seq', '=', seq)
    expect(await episodes.execute()).toEqual([{ seen_at: seenAt }])
  })

  const [answeredAt, sentAt] = [noon + 2 * hour, noon + hour]
  it.each([
    { night: 'announced as it was sent', isLead: false, seen: true, ends: true },
    { night: 'announced after it was sent', notifiedAt: sentAt + 1, isLead: false, seen: false, ends: false },
    {
      night: 'it was sent about, announced since',
      notifiedAt: sentAt + 1,
      isLead: true,
      seen: true,
      ends: false
    },
    { night: 'over by then', over: answeredAt, isLead: true, seen: false, ends: false },
    { night: 'over a moment later', over: answeredAt + 1, isLead: true, seen: true, ends: true },
    { night: 'not listed', step: 0, isLead: true, seen: false, ends: false }
  ])(
    'the answer of a contact to a list, about a night $night, counts: $seen; ends the wait: $ends',
    async ({ night, notifiedAt = sentAt, over = answeredAt + hour, isLead, step = 2, seen, ends }) => {
      const subscription = await stored(store, { location: night, threshold: 60 })
      const { seq } = subscription
      const profile = await onlyProfile(store, night)
      await store.episodes.evaluate([run(profile, 'one', [scored()])], noon, null)
      const { queries } = store.database
      await sql`update episodes set told_state = 'raised', told_at = ${notifiedAt}, over_at = ${over},
        alarm_since = ${noon}, unanswered_at = ${noon},
        told_run_seq = (select max(seq) from runs) where subscription_seq = ${seq}`.execute(queries)
      const messageSeq = -seq
      const taken = { subscription_seq: seq, since: noon, made_at: noon, message_seq: messageSeq, step }
      await queries
        .insertInto('steps')
        .values({ ...taken, night_date: scored().date })
        .execute()
      const { rows } = await sql<{ seq: number }>`select max(seq) as seq from runs`.execute(queries)
      await store.episodes.acknowledge({
        ...{ subscription, dates: [], runSeq: rows[0]?.seq ?? 0, notifiedUntil: sentAt },
        ...{ ofContact: { messageSeq, lead: isLead ? seq : 0 }, isSeen: () => false, now: answeredAt }
      })
      const episodes = queries.selectFrom('episodes').where('subscription_seq', '=', seq)
      const waiting = ends ? null : noon
      expect(await episodes.select(['seen_at', 'alarm_since', 'unanswered_at']).execute()).toEqual([
        { seen_at: seen ? answeredAt : null, alarm_since: waiting, unanswered_at: waiting }
      ])
    }
  )
})
