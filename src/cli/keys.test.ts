import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
let dataDir = ''
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ayaz-keys-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

function ayaz(
  ...words: readonly string[]
): Promise<{ readonly status: number; readonly out: string; readonly said: string }> {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir }
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...words], { env }, (error, out, said) => {
      resolve({ status: error === null ? 0 : Number(error.code), out, said })
    })
  })
}

it.each([
  [['create'], '--tier is missing'],
  [['nonsense'], 'does not know "nonsense"'],
  [['list', 'all'], 'does not know "all"'],
  [['revoke'], 'Name the one key'],
  [['create', '--teir', 'free'], "Unknown option '--teir'"],
  [[], 'create, list or revoke']
])('of the arguments %j it says what is wrong before the usage', async (words, mistake) => {
  const { status, said } = await ayaz('keys', ...words)
  expect(status).toBe(64)
  expect(said.split('\n\n')[0]).toContain(mistake)
  expect(said).toContain('ayaz keys revoke ID')
})

it('lists keys for machines as every command does', async () => {
  expect((await ayaz('keys', 'create', '--tier', 'free', '--label', 'school')).status).toBe(0)
  expect(JSON.parse((await ayaz('keys', 'list', '--json')).out)).toEqual([
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
