/** What migrating would do, and which newer schemas are served from. */
import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrations } from '../../../src/store/migrations/registry.ts'
import {
  checkMigrations,
  openAnyVersion,
  openDatabase,
  openExisting,
  openStore
} from '../../../src/store/open.ts'
import { sqlitePath } from '../../../src/store/sqlite-path.ts'
import { openEarlier } from './earlier.ts'
import { engines, type FreshDatabase } from './engines.ts'
import { noon } from './opened.ts'

const newest = migrations.at(-1)?.version ?? 0
const names = migrations.map(({ name }) => name)

describe.each(engines())('the version of a database on $name', (engine) => {
  beforeAll(() => engine.start())
  afterAll(() => engine.stop())

  it('is asked for without changing anything', async () => {
    const at = await engine.fresh()
    expect(await checkMigrations(at)).toMatchObject({ from: 0, to: newest, missing: names })
    if (at.url === null) expect(existsSync(sqlitePath(at.dataDir))).toBe(false)
    await (await openEarlier(at, 13)).queries.destroy()
    const missing = names.slice(13)
    expect(await checkMigrations(at)).toMatchObject({ from: 13, missing })
    expect(await checkMigrations(at)).toMatchObject({ from: 13, missing })
    const store = await openStore({ ...at, now: noon })
    expect(store.migrated).toEqual({ from: 13, to: newest })
    await store.close()
    expect(await checkMigrations(at)).toMatchObject({ from: newest, to: newest, missing: [] })
  })

  it('is left as it is by what must not change it; without a database nothing is made', async () => {
    const at = await engine.fresh()
    const options = { ...at, now: noon }
    await expect(openExisting(options)).rejects.toMatchObject({ kind: 'absent' })
    await expect(openAnyVersion(at)).rejects.toMatchObject({ kind: 'absent' })
    if (at.url === null) expect(existsSync(sqlitePath(at.dataDir))).toBe(false)
    await (await openEarlier(at, 13)).queries.destroy()
    const both = new RegExp(`schema version 13, this Ayaz has ${newest}\\. .*ayaz migrate`)
    await expect(openExisting(options)).rejects.toMatchObject({ kind: 'older_version', message: both })
    const { database, schema } = await openAnyVersion(at)
    await database.queries.destroy()
    expect(schema).toMatchObject({ from: 13 })
    expect(await checkMigrations(at)).toMatchObject({ from: 13 })
    await (await openStore(options)).close()
    await (await openExisting(options)).close()
  })

  it('is refused where another build has migrated it, by name or by a gap', async () => {
    for (const change of [
      sql`update schema_versions set name = 'something else' where version = 5`,
      sql`delete from schema_versions where version = 7`
    ]) {
      const at = await engine.migrated()
      const { queries } = openDatabase(at)
      await change.execute(queries)
      await queries.destroy()
      const refused = { kind: 'refused', message: expect.stringContaining('another build has migrated it') }
      await expect(openStore({ ...at, now: noon })).rejects.toMatchObject(refused)
      await expect(checkMigrations(at)).rejects.toMatchObject(refused)
    }
  })

  it('says whether the version before may go on', async () => {
    const at = await engine.fresh()
    const before = migrations.findLastIndex(({ worksFrom }) => worksFrom === undefined) + 1
    await (await openEarlier(at, before)).queries.destroy()
    expect(await checkMigrations(at)).toMatchObject({ olderMayGoOn: true })
    const older = await engine.fresh()
    await (await openEarlier(older, before - 1)).queries.destroy()
    expect(await checkMigrations(older)).toMatchObject({ olderMayGoOn: false })
  })

  it('may be a newer one that works with this code; any other one is refused', async () => {
    const at = await engine.migrated()
    await later(at, newest + 1, newest)
    const store = await openStore({ ...at, now: noon })
    expect(store.migrated).toEqual({ from: newest + 1, to: newest + 1 })
    await store.close()
    expect(await checkMigrations(at)).toMatchObject({ missing: [] })
    await later(at, newest + 2, newest + 1)
    const refused = { name: 'StoreError', kind: 'newer_version' }
    await expect(openStore({ ...at, now: noon })).rejects.toMatchObject(refused)
    await expect(checkMigrations(at)).rejects.toMatchObject(refused)
  })
})

async function later(at: FreshDatabase, version: number, worksFrom: number): Promise<void> {
  const { queries } = openDatabase(at)
  await sql`insert into schema_versions (version, name, applied_at, works_from)
    values (${version}, 'later', 0, ${worksFrom})`.execute(queries)
  await queries.destroy()
}
