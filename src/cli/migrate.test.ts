import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { sqlitePath } from '../store/sqlite-path.ts'
import { migrateCommand } from './database.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ayaz-migrate-command-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('tells what would be done, and of processes of an older version where there can be some', async () => {
  const environment = { DATA_DIR: folder }
  const first = await runCommand(migrateCommand, ['--check'], environment)
  expect([first.status, first.out]).toEqual([1, expect.stringContaining('from version 0 to')])
  expect(first.out).not.toContain('older version')
  expect((await runCommand(migrateCommand, [], environment)).status).toBe(0)
  const done = await runCommand(migrateCommand, ['--check'], environment)
  expect([done.status, done.out]).toEqual([0, expect.stringContaining('already at version')])
  // As if the last migration had not been made.
  const database = new DatabaseSync(sqlitePath(folder))
  database.exec('DELETE FROM schema_versions WHERE version = (SELECT max(version) FROM schema_versions)')
  database.close()
  const older = await runCommand(migrateCommand, ['--check'], environment)
  expect([older.status, older.out]).toEqual([
    1,
    expect.stringContaining('Processes of the older version may keep running: ')
  ])
})
