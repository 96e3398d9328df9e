/** The way back: a database becomes what a backup of an older version has, on either engine, and says what it costs. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backUp } from '../../../src/store/backup.ts'
import type { Database } from '../../../src/store/database.ts'
import { openDatabase, openStore, type Store } from '../../../src/store/open.ts'
import { lockForServing } from '../../../src/store/serving-lock.ts'
import { replaceBy, youngerThan } from '../../../src/store/way-back.ts'
import { openEarlier } from './earlier.ts'
import { engines } from './engines.ts'
import { hour, newSubscription, noon, onlyProfile, openDoors, run, sayIt, scored, stored } from './opened.ts'

const quiet = (): void => undefined
const oldVersion = 20
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ayaz-way-back-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function versionOf({ queries }: Database): Promise<unknown> {
  const { rows } = await sql<{
    version: unknown
  }>`select max(version) as version from schema_versions`.execute(queries)
  return Number(rows[0]?.version)
}

describe.each(engines())('$name', (engine) => {
  beforeAll(() => engine.start())
  afterAll(() => engine.stop())

  it('has the older schema and the rows of the backup again, and loses nothing unasked', async () => {
    const opened = await engine.fresh()
    const file = join(folder, `${engine.name}.backup`)
    const old = await openEarlier(opened, oldVersion)
    await sql`insert into allowances (scope, key, window_start, used) values ('test', 'kept', ${noon}, 7)`.execute(
      old.queries
    )
    await backUp(old, file, quiet)
    await old.queries.destroy()

    const store = await openStore({ ...opened, now: noon })
    expect(await youngerThan(file, store.database)).toMatchObject({ subscriptions: 0, since: null })
    await stored(store)
    await store.close()

    const replacing = async (loseSince: number | null) => {
      const database = openDatabase(opened)
      try {
        return await replaceBy(file, { store: database, dataDir: opened.dataDir, loseSince }, quiet)
      } finally {
        await database.queries.destroy()
      }
    }
    await expect(replacing(null)).rejects.toMatchObject({
      fault: ['wouldLose', file, 1, expect.any(Number), 0, '2026-04-09T09:00:00Z']
    })
    await expect(replacing(noon + 1)).rejects.toMatchObject({ kind: 'refused' })
    const untouched = openDatabase(opened)
    expect(await versionOf(untouched)).toBeGreaterThan(oldVersion)
    await untouched.queries.destroy()

    expect(await replacing(noon)).toMatchObject({ allowances: 1, subscriptions: 0 })
    const back = openDatabase(opened)
    expect(await versionOf(back)).toBe(oldVersion)
    const { rows } = await sql`select scope, key from allowances`.execute(back.queries)
    expect(rows).toEqual([{ scope: 'test', key: 'kept' }])
    await back.queries.destroy()

    // The newer version migrates it again as it did before.
    const again = await openStore({ ...opened, now: noon })
    expect(again.migrated.from).toBe(oldVersion)
    await again.subscriptions.insert(newSubscription(), openDoors)
    await again.close()
  })

  it('sends nothing again, and nothing to a person who has stopped since', async () => {
    const opened = await engine.migrated()
    const file = join(folder, `${engine.name}.sent`)
    const store = await openStore({ ...opened, now: noon })
    const [, second] = [await stored(store), await stored(store)]
    const ran = run(await onlyProfile(store), 'night', [scored()])
    await store.episodes.evaluate([ran], noon, null)
    const sending = async (from: Store, now: number) => {
      const claim = { now, limit: 100, worker: 'a', leasedUntil: now + hour, onlySubscription: null }
      const { messages } = await from.outbox.claim({ ...claim, decide: sayIt })
      const recordings = messages.map((claimed) => ({ claimed, outcome: { kind: 'sent' } as const }))
      await from.outbox.record(recordings, 'a', now)
      return messages.length
    }
    // Both wait in the backup; of a later night nothing does.
    await backUp(store.database, file, quiet)
    const later = scored({ date: '2026-04-12', coldestAt: noon + 65 * hour, overAt: noon + 67 * hour })
    const both = run(await onlyProfile(store), 'nights', [scored(), later])
    expect(await sending(store, noon + 1)).toBe(2)
    await store.episodes.evaluate([both], noon + 2, null)
    expect(await sending(store, noon + 3)).toBe(2)
    await store.subscriptions.move(second.id, ['active'], {
      state: 'unsubscribed',
      reason: null,
      now: noon + 4
    })
    await stored(store, { createdAt: noon + 5 })
    const target = { store: store.database, dataDir: opened.dataDir, loseSince: noon }
    await replaceBy(file, target, quiet)
    await store.close()

    const back = await openStore({ ...opened, now: noon + hour })
    const states = await back.database.queries
      .selectFrom('subscriptions')
      .select('state')
      .orderBy('seq')
      .execute()
    expect(states).toEqual([{ state: 'active' }, { state: 'unsubscribed' }])
    for (const ran of [both, run(await onlyProfile(back), 'repeated', [scored(), later])])
      await back.episodes.evaluate([ran], noon + hour, null)
    expect(await sending(back, noon + hour)).toBe(0)
    // What is worse is news as ever.
    const worse = scored({ score: 99, level: 'severe', airTemperatureMinC: -8, plantTemperatureMinC: -9 })
    await back.episodes.evaluate([run(await onlyProfile(back), 'worse', [worse, later])], noon + hour, null)
    expect(await sending(back, noon + hour)).toBe(1)
    await back.close()
  })

  it('takes no trigger along, and changes nothing where a service may write', async () => {
    const opened = await engine.migrated()
    const file = join(folder, `${engine.name}.foreign`)
    const store = await openStore({ ...opened, now: noon })
    await backUp(store.database, file, quiet)
    const target = { store: store.database, dataDir: opened.dataDir, loseSince: null }
    if (opened.url === null) {
      const unlock = lockForServing(opened.dataDir)
      await expect(replaceBy(file, target, quiet)).rejects.toMatchObject({ kind: 'in_use' })
      unlock()
    }
    const changed = new DatabaseSync(file)
    changed.exec('create trigger quiet after insert on messages begin delete from messages; end')
    changed.close()
    await expect(replaceBy(file, target, quiet)).rejects.toMatchObject({ kind: 'damaged' })
    await store.close()
  })
})
