import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { backupCommand, migrateCommand, restoreCommand } from './database.ts'
import { keysCommand } from './keys.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ayaz-backup-command-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('a key that was backed up is there after the restore, and both say how many rows', async () => {
  const [from, to] = [{ DATA_DIR: join(folder, 'from') }, { DATA_DIR: join(folder, 'to') }]
  const file = join(folder, 'backup')
  await runCommand(migrateCommand, [], from)
  await runCommand(keysCommand, ['create', '--tier', 'free', '--label', 'press'], from)
  const backedUp = await runCommand(backupCommand, [file], from)
  expect([backedUp.status, backedUp.out]).toEqual([0, expect.stringMatching(/^api_keys +1$/m)])
  const restored = await runCommand(restoreCommand, [file, '--json'], to)
  expect([restored.status, JSON.parse(restored.out).rows.api_keys]).toEqual([0, 1])
  expect((await runCommand(keysCommand, ['list'], to)).out).toContain('press')
  const again = await runCommand(restoreCommand, [file], to)
  expect([again.status, again.said]).toEqual([69, expect.stringContaining('is there already')])
})

it('a wrong use or a wrong file is reported, in the language of the terminal', async () => {
  const environment = { DATA_DIR: join(folder, 'empty'), LANG: 'tr_TR.UTF-8' }
  for (const command of [backupCommand, restoreCommand]) {
    const { status, said } = await runCommand(command, [], environment)
    expect([status, said]).toEqual([64, expect.stringContaining('DOSYA')])
  }
  const file = join(folder, 'no-database')
  await writeFile(file, 'x'.repeat(5000))
  const { status, said } = await runCommand(restoreCommand, [file], environment)
  expect([status, said]).toEqual([69, expect.stringContaining(file)])
  const ofFolder = await runCommand(restoreCommand, [folder], environment)
  expect([ofFolder.status, ofFolder.said]).toEqual([
    69,
    expect.stringContaining('bir klasör. Dosyanın adını verin')
  ])
})
