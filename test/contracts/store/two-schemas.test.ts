/** Two installations in one PostgreSQL database, each in the schema that its search_path names first. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { restore } from '../../../src/store/backup.ts'
import { migrations } from '../../../src/store/migrations/registry.ts'
import { checkMigrations, openDatabase, openExisting, openStore } from '../../../src/store/open.ts'
import { sqlitePath } from '../../../src/store/sqlite-path.ts'
import { openEarlier } from './earlier.ts'
import { type FreshDatabase, postgresEngine, sqliteEngine } from './engines.ts'
import { noon, stored } from './opened.ts'

const newest = migrations.at(-1)?.version ?? 0
const postgres = postgresEngine()
beforeAll(() => postgres.start())
afterAll(() => postgres.stop())

// Alone, and before the schema that both may read.
describe.each(['mine', 'mine,public'])('with search_path=%s', (path) => {
  let all: FreshDatabase
  let mine: FreshDatabase
  beforeEach(async () => {
    all = await postgres.fresh()
    mine = { ...all, url: `${all.url}?options=-c%20search_path%3D${path}` }
    const { queries } = openDatabase(all)
    await sql`create schema mine`.execute(queries)
    await queries.destroy()
  })
  const options = () => ({ ...mine, now: noon })

  it('a database is empty although another schema has tables of the same names', async () => {
    await (await openEarlier(all, 13)).queries.destroy()
    expect(await checkMigrations(mine)).toMatchObject({ from: 0, to: newest })
    await expect(openExisting(options())).rejects.toMatchObject({ kind: 'absent' })
    const store = await openStore(options())
    expect(store.migrated).toEqual({ from: 0, to: newest })
    await stored(store)
    await store.close()
    await (await openExisting(options())).close()
    expect(await checkMigrations(all)).toMatchObject({ from: 13 })
  })

  it('takes over a SQLite database beside the rows of the other schema', async () => {
    const other = await openStore({ ...all, now: noon })
    await stored(other)
    const sqlite = sqliteEngine()
    const from = await sqlite.migrated()
    const source = await openStore({ ...from, now: noon })
    for (let count = 0; count < 3; count += 1) await stored(source)
    await source.close()
    const store = await openStore(options())
    try {
      const target = { postgres: store.database, dataDir: mine.dataDir }
      const copied = await restore(sqlitePath(from.dataDir), target, () => undefined)
      expect(copied).toMatchObject({ subscriptions: 3 })
      const states = async (one: typeof store) =>
        (await one.subscriptions.countByState()).reduce((sum, { count }) => sum + count, 0)
      expect([await states(store), await states(other)]).toEqual([3, 1])
    } finally {
      await Promise.all([store.close(), other.close(), sqlite.stop()])
    }
  })
})
