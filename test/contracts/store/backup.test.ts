/** A backup of either engine comes back on either engine: every row, and new ones after it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { backUp, restore } from '../../../src/store/backup.ts'
import { missingMigrations } from '../../../src/store/migrate.ts'
import { openStore, type Store } from '../../../src/store/open.ts'
import { lockForServing } from '../../../src/store/serving-lock.ts'
import { openEarlier } from './earlier.ts'
import { engines, type FreshDatabase } from './engines.ts'
import { noon, onlyProfile, openFresh, run, scored, stored } from './opened.ts'

const all = engines()
let folder = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ayaz-backup-'))
  for (const engine of all) await engine.start()
})
afterAll(async () => {
  for (const engine of all) await engine.stop()
  rmSync(folder, { recursive: true, force: true })
})

const quiet = (): void => undefined

/** A store with rows of many tables, more than one portion of one of them, and a gap in its keys. */
async function filled(store: Store): Promise<Store> {
  for (let count = 0; count < 3; count += 1) await stored(store)
  const profile = await onlyProfile(store)
  await store.episodes.evaluate([run(profile, 'run-1', [scored()])], noon, null)
  const [sourceId, meta, body] = ['open-meteo', '{"ü":1}', new Uint8Array([0, 1, 255])]
  for (let count = 0; count < 1203; count += 100)
    await store.storedForecasts.write({
      sourceId,
      pointKey: `p${count}`,
      confirmedAt: noon + count,
      meta,
      body
    })
  const counts = Array.from({ length: 1203 }, (_, count) => count)
  await store.database.queries
    .insertInto('allowances')
    .values(counts.map((used) => ({ scope: 'test', key: `k${used}`, window_start: noon, used })))
    .execute()
  return store
}

async function open({ url, dataDir }: FreshDatabase): Promise<Store> {
  return openStore({ url, dataDir, now: noon })
}

/** Every row of every table that a backup holds, in the order of all columns. */
async function rowsOf(file: string): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const opened = new DatabaseSync(file, { readOnly: true })
  const tables = opened
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
    .all()
  const names = tables.map(({ name }) => String(name)).filter((name) => name !== 'schema_versions')
  const rows = names.map((name) => [
    name,
    opened
      .prepare(`select * from ${name}`)
      .all()
      .map((row) => JSON.stringify(row))
      .sort()
  ])
  opened.close()
  return Object.fromEntries(rows)
}

const pairs = all.flatMap((from) => all.map((to) => ({ from, to, name: `${from.name} to ${to.name}` })))

describe.each(pairs)('$name', ({ from, to, name }) => {
  it('brings every row over, and goes on counting', async () => {
    const [first, second] = [join(folder, `${name} 1`), join(folder, `${name} 2`)]
    const source = await filled(await openFresh(from))
    const counts = await backUp(source.database, first, quiet)
    expect(counts).toMatchObject({
      subscriptions: 3,
      allowances: 1203,
      kept_forecasts: 13,
      episodes: 3,
      runs: 1,
      nights: 1
    })
    if (process.platform !== 'win32') expect(statSync(first).mode & 0o077).toBe(0)
    await source.close()
    const fresh = await to.fresh()
    const target = fresh.url === null ? null : await open(fresh)
    const seen: number[] = []
    expect(
      await restore(first, { postgres: target?.database ?? null, dataDir: fresh.dataDir }, (copied) =>
        seen.push(copied)
      )
    ).toEqual(counts)
    if (target !== null) expect(seen.at(-1)).toBe(Object.values(counts).reduce((sum, count) => sum + count))
    const restored = target ?? (await open(fresh))
    await backUp(restored.database, second, quiet)
    expect(await rowsOf(second)).toEqual(await rowsOf(first))
    expect((await stored(restored)).id).not.toBe('')
    expect(
      await restored.database.queries
        .selectFrom('subscriptions')
        .select('seq')
        .orderBy('seq', 'desc')
        .executeTakeFirst()
    ).toEqual({ seq: 4 })
    await restored.close()
  })
})

describe('a newer schema that this version works with', () => {
  const refused = { kind: 'newer_version', message: expect.stringContaining('newer Ayaz') }

  /** As a newer Ayaz leaves it: one more table, which this version does not know, with a row. */
  async function expanded(store: Store): Promise<Store> {
    const { queries } = store.database
    const { from } = await missingMigrations(store.database)
    await sql`create table later_rows (it integer primary key)`.execute(queries)
    await sql`insert into later_rows (it) values (1)`.execute(queries)
    await sql`insert into schema_versions (version, name, applied_at, works_from)
      values (${from + 1}, 'later', 0, ${from})`.execute(queries)
    return store
  }

  it.each(all)('is backed up whole or not at all on $name', async (engine) => {
    const file = join(folder, `expanded ${engine.name}`)
    const store = await expanded(await filled(await openFresh(engine)))
    if (engine.name === 'PostgreSQL') {
      await expect(backUp(store.database, file, quiet)).rejects.toMatchObject(refused)
      expect(readdirSync(folder).filter((name) => name.startsWith(basename(file)))).toEqual([])
    } else {
      expect(await backUp(store.database, file, quiet)).toMatchObject({ later_rows: 1, allowances: 1203 })
    }
    await store.close()
  })

  it('is not copied to or from PostgreSQL by a restore', async () => {
    const [sqlite, postgres] = all
    if (sqlite === undefined || postgres === undefined) throw new Error('no engine')
    const [older, newer] = [join(folder, 'older'), join(folder, 'newer')]
    const store = await filled(await openFresh(sqlite))
    await backUp(store.database, older, quiet)
    await backUp((await expanded(store)).database, newer, quiet)
    await store.close()
    const target = await openFresh(postgres)
    const into = async (file: string): Promise<unknown> =>
      restore(file, { postgres: target.database, dataDir: folder }, quiet)
    await expect(into(newer)).rejects.toMatchObject(refused)
    await expanded(target)
    await expect(into(older)).rejects.toMatchObject(refused)
    await target.close()
  })
})

describe('a restore', () => {
  it('into PostgreSQL needs no folder for temporary files, and leaves nothing beside the backup', async () => {
    const [sqlite, postgres] = all
    if (sqlite === undefined || postgres === undefined) throw new Error('no engine')
    const place = mkdtempSync(join(folder, 'beside-'))
    const file = join(place, 'backup')
    const store = await filled(await openFresh(sqlite))
    const counts = await backUp(store.database, file, quiet)
    await store.close()
    const target = await openFresh(postgres)
    vi.stubEnv('TMPDIR', '/nowhere')
    try {
      const into = { postgres: target.database, dataDir: '/nowhere' }
      expect(await restore(file, into, quiet)).toEqual(counts)
    } finally {
      vi.unstubAllEnvs()
    }
    expect(readdirSync(place)).toEqual(['backup'])
    await target.close()
  })

  it.each(all)('refuses a database with data on $name, and leaves it', async (engine) => {
    const file = join(folder, `refused ${engine.name}`)
    const fresh = await engine.fresh()
    const store = await filled(await open(fresh))
    await backUp(store.database, file, quiet)
    const postgres = fresh.url === null ? null : store.database
    await expect(restore(file, { postgres, dataDir: fresh.dataDir }, quiet)).rejects.toMatchObject({
      kind: 'refused'
    })
    await expect(backUp(store.database, file, quiet)).rejects.toMatchObject({ kind: 'refused' })
    expect(await store.subscriptions.byId((await stored(store)).id)).not.toBeNull()
    await store.close()
  })

  it('refuses a cut, changed, interrupted or newer backup as a whole', async () => {
    const [sqlite] = all
    if (sqlite === undefined) throw new Error('no engine')
    const whole = join(folder, 'whole')
    const store = await filled(await openFresh(sqlite))
    await backUp(store.database, whole, quiet)
    await store.close()
    const bytes = readFileSync(whole)
    // Without a write-ahead log: one file, which can be read where no other can be written beside it.
    expect([bytes[18], bytes[19]]).toEqual([1, 1])
    const files = {
      cut: bytes.subarray(0, Math.floor(bytes.length / 2)),
      changed: Buffer.concat([bytes.subarray(0, 8000), Buffer.alloc(3000, 7), bytes.subarray(11_000)]),
      empty: Buffer.alloc(0),
      other: Buffer.from('not a database')
    }
    const { dataDir } = await sqlite.fresh()
    const refused = async (file: string, kind: string): Promise<void> => {
      await expect(restore(file, { postgres: null, dataDir }, quiet)).rejects.toMatchObject({ kind })
      expect(readdirSync(dataDir).filter((name) => name !== 'serving.lock')).toEqual([])
    }
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(join(folder, name), content)
      await refused(join(folder, name), 'damaged')
    }
    const marked = new DatabaseSync(whole)
    marked.exec('create table unfinished_backup (it integer)')
    await refused(whole, 'damaged')
    marked.exec(
      "drop table unfinished_backup; insert into schema_versions (version, name, applied_at) values (9999, 'later', 0)"
    )
    marked.close()
    await refused(whole, 'newer_version')
    await refused(join(folder, 'missing'), 'refused')
  })

  it('refuses the database of a service that runs, and a folder that one serves from', async () => {
    const [sqlite] = all
    if (sqlite === undefined) throw new Error('no engine')
    const { dataDir } = await sqlite.fresh()
    await (await open({ url: null, dataDir })).close()
    const other = await sqlite.fresh()
    const source = join(dataDir, 'ayaz.sqlite')
    // What an earlier database left behind would be replayed into the restored one.
    const log = join(other.dataDir, 'ayaz.sqlite-wal')
    writeFileSync(log, '')
    await expect(restore(source, { postgres: null, dataDir: other.dataDir }, quiet)).rejects.toMatchObject({
      kind: 'refused'
    })
    rmSync(log)
    for (const served of [dataDir, other.dataDir]) {
      const unlock = lockForServing(served)
      await expect(restore(source, { postgres: null, dataDir: other.dataDir }, quiet)).rejects.toMatchObject({
        kind: 'in_use'
      })
      unlock()
    }
    await restore(source, { postgres: null, dataDir: other.dataDir }, quiet)
    expect(readdirSync(other.dataDir).sort()).toEqual(['ayaz.sqlite', 'serving.lock'])
  })

  it('makes nothing beside a backup, also one with the name of a database', async () => {
    const beside = mkdtempSync(join(folder, 'beside-'))
    const file = join(beside, 'ayaz.sqlite')
    const store = await openStore({ url: null, dataDir: mkdtempSync(join(folder, 'from-')), now: noon })
    await backUp(store.database, file, quiet)
    await store.close()
    await restore(file, { postgres: null, dataDir: mkdtempSync(join(folder, 'to-')) }, quiet)
    expect(readdirSync(beside)).toEqual(['ayaz.sqlite'])
  })

  it('of a folder that is not there is refused, and makes none', async () => {
    const missing = join(folder, 'disk', 'backups')
    const store = await openStore({ url: null, dataDir: mkdtempSync(join(folder, 'kept-')), now: noon })
    await expect(backUp(store.database, join(missing, 'file'), quiet)).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining(`The folder ${missing} is not there.`)
    })
    await store.close()
    expect(readdirSync(folder)).not.toContain('disk')
  })

  it('on PostgreSQL that breaks in between leaves nothing', async () => {
    const postgres = all[1]
    if (postgres === undefined) throw new Error('no engine')
    const file = join(folder, 'broken')
    const store = await filled(await openFresh(postgres))
    await backUp(store.database, file, quiet)
    await store.close()
    const target = await openFresh(postgres)
    const cut = async (): Promise<unknown> =>
      restore(file, { postgres: target.database, dataDir: folder }, (copied) => {
        if (copied > 600) throw new Error('killed')
      })
    await expect(cut()).rejects.toThrow('killed')
    const { rows } = await sql<{ count: number }>`select count(*) as count from allowances`.execute(
      target.database.queries
    )
    expect(Number(rows[0]?.count)).toBe(0)
    await target.close()
  })
})

describe.each(all)('before an update, a database of an older version on $name', (engine) => {
  it('is backed up by the newer one as it is, and may be restored', async () => {
    const at = await engine.fresh()
    const earlier = await openEarlier(at, 13)
    await sql`insert into secrets (name, value, created_at) values ('old', 'x', 0)`.execute(earlier.queries)
    const file = join(folder, `earlier-${engine.name}`)
    expect(await backUp(earlier, file, quiet)).toMatchObject({ secrets: 1 })
    expect(await missingMigrations(earlier)).toMatchObject({ from: 13 })
    await earlier.queries.destroy()
    const copy = new DatabaseSync(file, { readOnly: true })
    expect(copy.prepare('select max(version) as version from schema_versions').get()).toMatchObject({
      version: 13
    })
    copy.close()
    const into = { url: null, dataDir: mkdtempSync(join(folder, 'into-')) }
    expect(await restore(file, { postgres: null, dataDir: into.dataDir }, quiet)).toMatchObject({
      secrets: 1
    })
    const store = await open(into)
    expect(await missingMigrations(store.database)).toMatchObject({ missing: [] })
    await store.close()
  })
})
