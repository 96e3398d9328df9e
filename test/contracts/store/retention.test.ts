/** docs/operation.md says of every table how long its rows are stored. */
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { sqliteEngine } from './engines.ts'
import { openFresh } from './opened.ts'

it('every table is in the document, and no other one', async () => {
  const engine = sqliteEngine()
  const { database, close } = await openFresh(engine)
  const { rows } = await sql<{ name: string }>`select name from sqlite_master
    where type = 'table' and name not like 'sqlite_%'`.execute(database.queries)
  await close()
  await engine.stop()
  const page = readFileSync(new URL('../../../docs/operation.md', import.meta.url), 'utf8')
  const [, section = ''] = /## How long data are stored\n([\s\S]*?)(?:\n## |$)/.exec(page) ?? []
  const named = section.split('\n').flatMap((line) => {
    const [, names = ''] = /^\| (`[^|]*) \|/.exec(line) ?? []
    return [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name)
  })
  expect(named.sort()).toEqual(rows.map(({ name }) => name).sort())
})
