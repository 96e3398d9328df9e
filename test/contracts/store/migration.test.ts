/** What a database of version 3 held is found again by the queries of today. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../src/store/database.ts'
import { countMessages } from '../../../src/store/message-counts.ts'
import { openStore, type Store } from '../../../src/store/open.ts'
import { openEarlier } from './earlier.ts'
import { engines } from './engines.ts'
import { hour, noon } from './opened.ts'

const day = 24 * hour

describe.each(engines())('a database of version 3 on $name', (engine) => {
  let store: Store

  beforeAll(async () => {
    await engine.start()
    const at = await engine.fresh()
    const earlier = await openEarlier(at, 3)
    await fill(earlier)
    await earlier.queries.destroy()
    store = await openStore({ ...at, now: noon })
    await store.maintenance.forget({ endedBefore: noon - 30 * day, now: noon })
  })

  afterAll(async () => {
    await store.close()
    await engine.stop()
  })

  it('keeps the runs that a message or an episode tells, and the current one; others are forgotten', async () => {
    expect(store.migrated.from).toBe(3)
    const runs = await store.database.queries.selectFrom('runs').select('run_id').orderBy('seq').execute()
    expect(runs.map(({ run_id }) => run_id)).toEqual(['told', 'in an episode', 'current'])
    const nights = await store.database.queries.selectFrom('nights').select('run_seq').execute()
    expect(nights.map(({ run_seq }) => run_seq).toSorted()).toEqual([1, 2, 4])
  })

  it('shows the log with the numbers it told, and gives an end to what gave way to a newer message', async () => {
    const log = await store.deliveryLog.of('sub_1', 10, null)
    expect(log).toMatchObject([
      { state: 'queued', endedAt: null },
      { state: 'dropped', endedAt: noon - hour },
      { state: 'sent', endedAt: noon - 20 * day, run: { nights: [{ date: '2026-03-21' }] } }
    ])
  })

  it('counts what waits and what has ended since an instant', async () => {
    const counts = await countMessages(store.database, { since: noon - 20 * day, now: noon, answering: [] })
    expect(counts).toEqual({ due: 1, late: 1, delivered: 1, refused: 0 })
    const later = { since: noon - 20 * day + 1, now: noon, answering: [] }
    expect((await countMessages(store.database, later)).delivered).toBe(0)
  })

  it('ends the previews of the demo, and counts no night that is over as standing', async () => {
    expect(await store.maintenance.endPreviews(noon, [])).toEqual({ real: 0, ended: 1 })
    expect(await store.subscriptions.byId('sub_2')).toMatchObject({ state: 'expired' })
    expect(await store.episodes.openCount(noon)).toBe(1)
    expect(await store.episodes.openCount(noon + 12 * hour)).toBe(0)
  })
})

/** Two subscriptions of one curve; four runs of twenty days ago; a log; one night over, one to come. */
async function fill({ queries }: Database): Promise<void> {
  await sql`insert into curves (location, crop, stage, exposure, stage_old, current_run_seq, episodes_until)
    values ('malatya', 'generic', '', '', 0, 4, ${noon + 12 * hour})`.execute(queries)
  for (const preview of [0, 1]) {
    await sql`insert into subscriptions (id, state, preview, curve_seq, location, channel, threshold, clear_below, language, crop,
        stage, exposure, client, created_at)
      values (${`sub_${preview + 1}`}, 'active', ${preview}, 1, 'malatya', 'plain', 60, 50, 'tr', 'generic', '', '', 'client', 0)`.execute(
      queries
    )
  }
  const old = noon - 20 * day
  for (const [index, name] of ['told', 'in an episode', 'told by nothing', 'current'].entries()) {
    await sql`insert into runs (curve_seq, run_id, issued_at, confirmed_at, synthetic, attribution, seen_at)
      values (1, ${name}, ${old}, ${old}, 0, 'Made', ${old})`.execute(queries)
    await sql`insert into nights (run_seq, night_date, watched, level_rank, coldest_at, over_at, facts)
      values (${index + 1}, '2026-03-21', 1, 3, ${old}, ${old}, '{}')`.execute(queries)
  }
  const queued = { ended_at: null, attempts: 0, last_attempt_at: null, run_seq: null }
  for (const message of [
    { ...queued, state: 'sent', created_at: old, ended_at: old, attempts: 1, run_seq: 1 },
    // As versions before wrote them: without an end.
    { ...queued, state: 'dropped', created_at: noon - 2 * day, attempts: 1, last_attempt_at: noon - hour },
    { ...queued, state: 'dropped', created_at: noon - 2 * day },
    { ...queued, state: 'queued', created_at: noon - hour }
  ]) {
    await sql`insert into messages (subscription_seq, prompt, state, created_at, next_attempt_at, attempts, last_attempt_at, run_seq,
        ended_at)
      values (1, 'change', ${message.state}, ${message.created_at}, ${message.created_at}, ${message.attempts},
        ${message.last_attempt_at}, ${message.run_seq}, ${message.ended_at})`.execute(queries)
  }
  await sql`insert into episodes (subscription_seq, night_date, state, raised_at, over_at, told_run_seq)
    values (1, '2026-04-09', 'passed', 0, ${noon - hour}, 2), (1, '2026-04-10', 'raised', 0, ${noon + 12 * hour}, null)`.execute(
    queries
  )
}
