/** A backup brings rows, and nothing that acts: what somebody has put into its schema is not restored with it. */
import { existsSync, lstatSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backUp, restore } from '../../../src/store/backup.ts'
import { openStore } from '../../../src/store/open.ts'
import { noon, stored } from './opened.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ayaz-foreign-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const quiet = (): void => undefined

describe('a backup', () => {
  const foreign: Readonly<Record<string, string>> = {
    trigger: 'create trigger t after insert on subscriptions begin delete from subscriptions; end',
    'trigger before': 'create trigger t before update on episodes begin select raise(ignore); end',
    view: 'create view v as select * from subscriptions',
    table: 'create table extra (a text)',
    'virtual table': 'create virtual table v using fts5(a)',
    'unique index': 'create unique index i on subscriptions (id, channel)',
    'index of an expression': "create index i on subscriptions (lower(channel || 'x'))",
    'generated column': 'alter table subscriptions add column g text generated always as (upper(id)) virtual',
    'column with a default': "alter table subscriptions add column g text default 'x'",
    'index that is gone': 'drop index runs_of_profile',
    'table that is gone': 'drop table night_chains'
  }

  it('without them is restored with its rows', async () => {
    const file = await made('plain')
    const counts = await restore(file, { postgres: null, dataDir: join(folder, 'plain-to') }, quiet)
    expect(counts['subscriptions']).toBe(2)
  })

  it.each(Object.keys(foreign))('with a foreign %s is refused, and nothing is restored', async (kind) => {
    const file = await made(kind)
    const opened = new DatabaseSync(file)
    opened.exec(foreign[kind] ?? '')
    opened.close()
    const dataDir = join(folder, `${kind}-to`)
    await expect(restore(file, { postgres: null, dataDir }, quiet)).rejects.toMatchObject({
      kind: 'damaged',
      message: expect.stringContaining('has a schema that Ayaz has not made')
    })
    expect(existsSync(join(dataDir, 'ayaz.sqlite'))).toBe(false)
  })

  async function made(name: string): Promise<string> {
    const store = await openStore({ url: null, dataDir: join(folder, `${name}-from`), now: noon })
    for (let count = 0; count < 2; count += 1) await stored(store)
    const file = join(folder, `${name}.sqlite`)
    await backUp(store.database, file, quiet)
    await store.close()
    return file
  }
})

describe('a link in the folder of the data', () => {
  it.each(['ayaz.sqlite', 'ayaz.sqlite-wal', 'ayaz.sqlite-shm'])('instead of %s is refused', async (name) => {
    for (const target of ['absent', 'present']) {
      const dataDir = mkdtempSync(join(folder, 'links-'))
      const to = join(folder, `${target}-${name}`)
      if (target === 'present') writeFileSync(to, 'other', { mode: 0o644 })
      symlinkSync(to, join(dataDir, name))
      await expect(openStore({ url: null, dataDir, now: noon })).rejects.toThrow('is a symbolic link')
      expect(existsSync(to)).toBe(target === 'present')
      if (target === 'present') expect(lstatSync(to).mode & 0o777).toBe(0o644)
    }
  })
})
