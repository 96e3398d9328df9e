import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { holdOffServing, lockForServing } from './serving-lock.ts'

let folder: string
let other: ChildProcess | null

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ayaz-lock-'))
  other = null
})
afterEach(() => {
  other?.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

/** A process that takes the lock and goes on until it is killed; a lock that nothing refers to would be collected. */
async function otherProcess(): Promise<ChildProcess> {
  const script = `import { lockForServing } from ${JSON.stringify(new URL('./serving-lock.ts', import.meta.url).href)}
    globalThis.unlock = lockForServing(${JSON.stringify(folder)}); console.log('locked'); setInterval(() => undefined, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  other = child
  await once(child.stdout, 'data')
  return child
}

it('refuses a second one, in this process too, until the first lets go', () => {
  const unlock = lockForServing(folder)
  expect(() => lockForServing(folder)).toThrow(`Another process already serves from ${folder}`)
  unlock()
  lockForServing(folder)()
})

it('ends with the process that held it, also by kill -9', async () => {
  const child = await otherProcess()
  expect(() => lockForServing(folder)).toThrow(expect.objectContaining({ kind: 'in_use' }))
  child.kill('SIGKILL')
  await once(child, 'exit')
  lockForServing(folder)()
})

it('is an empty file that only its owner may read', () => {
  lockForServing(folder)()
  expect(readdirSync(folder)).toEqual(['serving.lock'])
  const { size, mode } = statSync(join(folder, 'serving.lock'))
  expect([size, mode & 0o777]).toEqual([0, 0o600])
})

it('is held off while its database is read, and nothing is made for that', async () => {
  holdOffServing(folder)()
  expect(readdirSync(folder)).toEqual([])
  lockForServing(folder)()
  const release = holdOffServing(folder)
  expect(() => lockForServing(folder)).toThrow(expect.objectContaining({ kind: 'in_use' }))
  release()
  await otherProcess()
  expect(() => holdOffServing(folder)).toThrow(expect.objectContaining({ kind: 'in_use' }))
})
