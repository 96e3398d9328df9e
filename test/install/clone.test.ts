/** A clone on the Node of a usual machine: neither warnings nor JSON on a terminal. */
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const cwd = fileURLToPath(new URL('../..', import.meta.url))
const hasTerminal = spawnSync('script', ['--version']).status === 0
if (!hasTerminal && process.env['CI'] === 'true')
  throw new Error('CI=true, but there is no script (bsdutils)')

it.each([['ci'], ['ci', '--omit=dev']])('npm %s %s prints no warnings of engines', async (...words) => {
  const { stderr } = await promisify(execFile)('npm', [...words, '--dry-run', '--offline'], {
    cwd,
    maxBuffer: 1e8
  })
  expect(stderr).not.toContain('EBADENGINE')
})

it.skipIf(!hasTerminal)('npm start writes short lines to a terminal, and no JSON', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ayaz-terminal-'))
  const { PATH = '', HOME = '' } = process.env
  const env = {
    PATH,
    HOME,
    PORT: '0',
    HOST: '127.0.0.1',
    SOURCES: 'demo',
    LOG_LEVEL: 'debug',
    DATA_DIR: dataDir
  }
  const child = spawn('script', ['--quiet', '--flush', '--return', '--command', 'npm start', '/dev/null'], {
    ...{ cwd, env, detached: true },
    stdio: ['pipe', 'pipe', 'inherit']
  })
  let shown = ''
  child.stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString()
  })
  try {
    await expect.poll(() => shown).toMatch(/listening on http/)
    const [, origin = ''] = /listening on (http:\S+?)\)/.exec(shown) ?? []
    await fetch(`${origin}/healthz`)
    await fetch(`${origin}/api/v1/weather/current?location=malatya`)
    await expect.poll(() => shown).toMatch(/^\d\d:\d\d:\d\d debug request requestId=\S+ operation=/m)
    expect(shown).not.toMatch(/^\{|Warning|EBADENGINE/m)
  } finally {
    // As Ctrl-C.
    child.stdin.write('\x03')
    await once(child, 'exit')
    await rm(dataDir, { recursive: true, force: true })
  }
})
