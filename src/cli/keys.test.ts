import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Ran, runCommand } from '../../test/command.ts'
import { placeMigrated } from '../../test/migrated-sqlite.ts'
import { keysCommand } from './keys.ts'

let dataDir = ''
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ayaz-keys-'))
  await placeMigrated(dataDir)
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const keys = (...words: readonly string[]): Promise<Ran> =>
  runCommand(keysCommand, words, { DATA_DIR: dataDir })

it.each([
  [['create'], '--tier is missing'],
  [['nonsense'], 'does not know "nonsense"'],
  [['list', 'all'], 'does not know "all"'],
  [['revoke'], 'Name the one key'],
  [['create', '--teir', 'free'], "Unknown option '--teir'"],
  [[], 'create, list or revoke']
])('of the arguments %j it says what is wrong before the usage', async (words, mistake) => {
  const { status, said } = await keys(...words)
  expect(status).toBe(64)
  expect(said.split('\n\n')[0]).toContain(mistake)
  expect(said).toContain('ayaz keys revoke ID')
})

it('lists keys for machines as every command does', async () => {
  expect((await keys('create', '--tier', 'free', '--label', 'school')).status).toBe(0)
  expect(JSON.parse((await keys('list', '--json')).out)).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f]{8}$/),
      tier: 'free',
      label: 'school',
      operator: false,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      revoked_at: null
    }
  ])
})
