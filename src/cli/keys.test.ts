import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Ran, runCommand } from '../../test/command.ts'
import { placeMigrated } from '../../test/migrated-sqlite.ts'
import { openStore } from '../store/open.ts'
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
  [['rotate'], 'Name the one key'],
  [['create', '--teir', 'free'], "Unknown option '--teir'"],
  [[], 'create, list, rotate or revoke']
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
      vouches: false,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      revoked_at: null
    }
  ])
})

it('rotates a key: the new one has the same id, the old one none', async () => {
  const made = JSON.parse((await keys('create', '--tier', 'free', '--json')).out) as {
    id: string
    key: string
  }
  const rotated = JSON.parse((await keys('rotate', made.id, '--json')).out) as { id: string; key: string }
  expect(rotated.id).toBe(made.id)
  const store = await openStore({ url: null, dataDir, now: Date.now() })
  const idOf = async (key: string) =>
    (await store.apiKeys.byHash(createHash('sha256').update(key).digest('hex')))?.id ?? null
  expect([await idOf(rotated.key), await idOf(made.key)]).toEqual([made.id, null])
  await store.close()
  await keys('revoke', made.id)
  for (const id of [made.id, 'ffffffff']) expect((await keys('rotate', id)).status).toBe(1)
})
