/** A second process on the SQLite folder of one that serves. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { built } from '../built.ts'
import { machineEnvironment } from '../machine-environment.ts'
import { type Served, serve } from './served.ts'

const main = await built('main')

let dataDir: string
let environment: Readonly<Record<string, string>>
let first: Served

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ayaz-second-'))
  environment = { SOURCES: 'demo', LOG_LEVEL: 'error', HOST: '127.0.0.1', DATA_DIR: dataDir }
  first = await serve(environment)
})
afterEach(async () => {
  first.child.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

/** Runs a command to its end; answers its exit status and all that it wrote. */
async function run(command: readonly string[], port = '0'): Promise<readonly [number | null, string]> {
  const env = { ...machineEnvironment(), ...environment, PORT: port }
  const child = spawn(process.execPath, [main, ...command], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [[status], out, error] = await Promise.all([
    once(child, 'exit'),
    text(child.stdout),
    text(child.stderr)
  ])
  return [status as number | null, out + error]
}

it('may not serve and says why; commands go on, doctor sees the one that serves; a kill -9 makes room', async () => {
  const [status, said] = await run(['serve'])
  expect(said).toContain(`Another process already serves from ${dataDir}`)
  expect(said).toContain('set another DATA_DIR')
  expect(status).toBe(69)
  expect((await run(['migrate']))[0]).toBe(0)
  expect((await run(['keys', 'list']))[0]).toBe(0)
  expect((await run(['doctor'], new URL(first.origin).port))[1]).toContain(
    '✓ service: runs, and does all its work'
  )
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  first = await serve(environment)
  expect((await fetch(`${first.origin}/readyz`)).status).toBe(200)
})
