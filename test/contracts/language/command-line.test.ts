/** What commands print is the catalogue's, apart from the names that are the same in every language. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { channelKinds } from '../../../src/channels/registry.ts'
import { commands } from '../../../src/cli/registry.ts'
import { crops } from '../../../src/frost/crops.ts'
import { cropAndStageLabel } from '../../../src/language/crop-names.ts'
import { terminalLanguage } from '../../../src/language/language.ts'
import { runCommand } from '../../command.ts'
import { markTurkish, unmarkedWords } from './marked.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'ayaz-marked-'))
// What a channel says of its own settings stands in its folder.
const contact = { WEBPUSH_CONTACT: 'https://frost.example.org' }
const turkish = { DATA_DIR: dataDir, SOURCES: 'demo', LANG: 'tr_TR.UTF-8', ...contact }

beforeAll(markTurkish)
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

test('the language of a terminal is its locale, English for machines and for what has no catalogue', () => {
  expect(terminalLanguage({ LANG: 'tr_TR.UTF-8' })).toBe('tr')
  expect(terminalLanguage({ LC_ALL: 'en_GB.UTF-8', LANG: 'tr_TR.UTF-8' })).toBe('en')
  expect(terminalLanguage({ LANG: 'tr_TR.UTF-8' }, ['--json'])).toBe('en')
  for (const LANG of ['C', 'POSIX', 'fr_FR', '']) expect(terminalLanguage({ LANG })).toBe('en')
  expect(terminalLanguage({})).toBe('en')
})

/** Names that are written the same in every language, and what the command was given. */
const names = ['sqlite', 'Malatya', 'malatya', 'Europe', 'free', 'webhook', 'nonsense', 'verification']

test.each([
  ['frost', ['malatya']],
  ['frost', ['malatya', '--crop', 'kayısı', '--stage', 'tam çiçeklenme']],
  ['frost', []],
  ['frost', ['nonsense-nonsense']],
  ['frost', ['malatya', '--days', '99']],
  ['places', []],
  ['places', ['xqxqxq']],
  ['migrate', []],
  ['migrate', ['nonsense']],
  ['keys', []],
  ['keys', ['nonsense']],
  ['keys', ['list']],
  ['keys', ['create', '--tier', 'nonsense']],
  ['keys', ['revoke', 'nonsense']],
  ['subscriptions', []],
  ['deliveries', []],
  ['deliveries', ['nonsense']],
  ['audit', []],
  ['audit', ['malatya']],
  ['audit', ['xqxqxq']],
  ['test-channel', ['nonsense']],
  ['doctor', ['nonsense']],
  ['observe', []],
  ['backfill', ['nonsense', 'nonsense']],
  ['backup', []],
  ['backup', ['nonsense', 'nonsense']],
  ['restore', []],
  ['restore', ['nonsense']],
  ['restore', [tmpdir()]],
  ['restore', [fileURLToPath(import.meta.url)]],
  ['restore', ['nonsense', 'nonsense']],
  ['serve', ['nonsense']]
] as const)('ayaz %s %j', async (name, words) => {
  const command = await commands.find((one) => one.name === name)?.load()
  if (command === undefined) throw new Error(`no command ${name}`)
  const { out, said } = await runCommand(command, words, turkish)
  expect(`${out}${said}`).toContain('⟦')
  const data = [...names, ...channelKinds.map(({ kind }) => kind), 'xqxqxq']
  // Dates and instants are figures with a T or a Z between them.
  const text = `${out}${said}`.replaceAll(/\d[\dT:Z.+-]*/g, ' ')
  expect(unmarkedWords(text, data)).toEqual([])
})

test('a database that is missing, or there already', async () => {
  const file = join(dataDir, 'backup')
  const run = async (name: string, words: readonly string[], folder: string) => {
    const command = await commands.find((one) => one.name === name)?.load()
    if (command === undefined) throw new Error(`no command ${name}`)
    const { status, said } = await runCommand(command, words, { ...turkish, DATA_DIR: join(dataDir, folder) })
    expect([status, unmarkedWords(said, [])]).toEqual([status, []])
    return [status, said.includes('⟦')]
  }
  expect(await run('keys', ['list'], 'empty')).toEqual([69, true])
  expect(await run('migrate', [], 'full')).toEqual([0, false])
  expect(await run('backup', [file], 'full')).toEqual([0, false])
  expect(await run('backup', [file], 'full')).toEqual([69, true])
  expect(await run('restore', [file], 'full')).toEqual([69, true])
})

test('names of crops and stages', () => {
  for (const { id, stages } of crops) {
    for (const stage of stages) expect(unmarkedWords(cropAndStageLabel(id, stage.id, 'tr'), [])).toEqual([])
  }
})
