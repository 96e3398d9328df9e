import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { commands } from './registry.ts'

let dataDir = ''
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ayaz-nothing-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

async function ran(name: string, words: readonly string[], folder = dataDir) {
  const command = await commands.find((one) => one.name === name)?.load()
  if (command === undefined) throw new Error(`no command ${name}`)
  return runCommand(command, words, { DATA_DIR: folder, SOURCES: 'demo', METAR: 'off' })
}

it.each([
  ['backup', ['backup-of-nothing']],
  ['audit', []],
  ['deliveries', []],
  ['subscriptions', []],
  ['keys', ['create', '--tier', 'free']],
  ['intakes', ['list']],
  ['backfill', ['malatya']],
  ['test-channel', ['ntfy']]
] as const)('ayaz %s %j refuses a folder without a database, and makes none', async (name, words) => {
  const { status, said } = await ran(name, words)
  expect([status, said]).toEqual([69, expect.stringContaining(`no database of Ayaz in ${dataDir}`)])
  expect(said).toContain('Set DATA_DIR or DATABASE_URL')
  expect(await readdir(dataDir)).toEqual([])
  const absent = join(dataDir, 'nowhere')
  expect((await ran(name, words, absent)).status).toBe(69)
  expect(existsSync(absent)).toBe(false)
})

it('ayaz frost needs no database, and ayaz doctor says that there is none', async () => {
  expect((await ran('frost', ['malatya'])).status).toBe(0)
  const { status, out } = await ran('doctor', [])
  expect(out).toContain(`· database: there is none in ${dataDir} yet`)
  expect(status).toBe(0)
  expect(await readdir(dataDir)).toEqual([])
})
