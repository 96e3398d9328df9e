/**
 * A process that was suspended may write while the one that took over from it does. SQLite has one writer at a time.
 */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { transact } from '../../../src/store/database.ts'
import { openStore } from '../../../src/store/open.ts'
import { saveRuns } from '../../../src/store/runs.ts'
import { postgresEngine } from './engines.ts'
import { hour, noon, onlyProfile, run, scored, stored, storeForEach } from './opened.ts'

const opened = storeForEach(postgresEngine(), noon)

it('of two runs that are stored at once, the one confirmed later stays, whichever comes last', async () => {
  const { store } = opened
  const other = await openStore({ ...opened.opened, now: noon })
  try {
    await stored(store)
    const profile = await onlyProfile(store)
    const runOf = (runId: string, confirmedAt: number) => ({
      ...run(profile, runId, [scored()]),
      confirmedAt
    })
    await store.episodes.evaluate([runOf('before', noon - 2 * hour)], noon, null)
    const isWritten = Promise.withResolvers<void>()
    const maybeCommitted = Promise.withResolvers<void>()
    const later = transact(store.database, async (inside) => {
      await saveRuns(inside, [runOf('later', noon)], noon)
      isWritten.resolve()
      await maybeCommitted.promise
    })
    await isWritten.promise
    const earlier = other.episodes.evaluate([runOf('earlier', noon - hour)], noon, null)
    await expect.poll(() => waiting()).toBe(1)
    maybeCommitted.resolve()
    await Promise.all([later, earlier])
    const current = await store.database.queries
      .selectFrom('curves as c')
      .innerJoin('runs as r', 'r.seq', 'c.current_run_seq')
      .select('r.run_id')
      .execute()
    expect(current).toEqual([{ run_id: 'later' }])
  } finally {
    await other.close()
  }
})

/** How many connections wait for a lock of another one. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select cast(count(*) as int) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(opened.store.database.queries)
  return rows[0]?.count ?? 0
}
