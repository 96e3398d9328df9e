import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it, vi } from 'vitest'
import { verify } from './command.ts'

afterEach(() => vi.restoreAllMocks())

/** The exit status and everything said on standard error. */
async function run(...argv: string[]): Promise<{ status: number; said: string }> {
  let said = ''
  vi.spyOn(console, 'error').mockImplementation((text: string) => {
    said += `${text}\n`
  })
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  return { status: await verify(argv), said }
}

it('wants a folder, and says which benches there are', async () => {
  const { status, said } = await run()
  expect(status).toBe(64)
  expect(said).toContain('--data DIR')
  expect(said).toContain('nws_lows, innsbruck_ens')
})

it('does not know an option or a bench that is not there', async () => {
  expect(await run('--data', '.', '--bench', 'moon')).toMatchObject({ status: 64 })
  expect(await run('--data', '.', '--fast')).toMatchObject({ status: 64 })
})

it('does not score rows that it fits on', async () => {
  const { status, said } = await run('--data', '.', '--fit', './')
  expect(status).toBe(64)
  expect(said).toContain('the same folder')
})

it('wants a folder to fit on that exists', async () => {
  const { status, said } = await run('--data', '.', '--fit', '/nowhere')
  expect(status).toBe(69)
  expect(said).toContain('There is no folder /nowhere')
})

it('answers 69 where there is no folder, or nothing in it', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'verify-'))
  try {
    expect(await run('--data', join(empty, 'none'))).toMatchObject({ status: 69 })
    const { status, said } = await run('--data', empty)
    expect(status).toBe(69)
    expect(said).toContain('nws_lows.csv is not in the data folder')
  } finally {
    rmSync(empty, { recursive: true })
  }
})

it('is named by `ayaz verify`, which earlier versions had', () => {
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [main, 'verify', '--data', '.'], {
    encoding: 'utf8'
  })
  expect(status).toBe(64)
  expect(stderr).toContain('npm run verify -- --data DIR')
})
