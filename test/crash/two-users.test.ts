/**
 * Commands run as root in the folder of a service that is not: what they make is the service's, and what is not says
 * so.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backupCommand, migrateCommand, restoreCommand } from '../../src/cli/database.ts'
import { runCommand } from '../command.ts'
import { machineEnvironment } from '../machine-environment.ts'
import { isRoot, otherUser, startOfOtherUser } from '../other-user.ts'
import { serve } from './served.ts'

const { uid = 0, gid = 0 } = otherUser
let folder: string
/** That of the service. */
let dataDir: string
let backup: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ayaz-users-'))
  chmodSync(folder, 0o755)
  dataDir = join(folder, 'data')
  backup = join(folder, 'backup')
  mkdirSync(dataDir, { mode: 0o700 })
  chownSync(dataDir, uid, gid)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const owners = (): Readonly<Record<string, number>> =>
  Object.fromEntries(readdirSync(dataDir).map((name) => [name, statSync(join(dataDir, name)).uid]))

async function asOtherUser(command: string, ...words: readonly string[]) {
  const [file, ...argv] = startOfOtherUser(command)
  const usual = { SOURCES: 'demo', HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir }
  const child = spawn(file, [...argv, ...words], {
    env: { ...machineEnvironment(), ...usual },
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    ...otherUser
  })
  const [[status], said] = await Promise.all([once(child, 'exit'), text(child.stderr)])
  return { status: status as number | null, said }
}

describe.skipIf(!isRoot)('root and the user of the service', () => {
  it('the service starts after a restore, a migration and a backup by root', async () => {
    const environment = { DATA_DIR: dataDir }
    await runCommand(migrateCommand, [], environment)
    expect(owners()).toEqual({ 'ayaz.sqlite': uid })
    await runCommand(backupCommand, [backup], environment)
    await runCommand(backupCommand, [join(dataDir, 'backup')], environment)
    expect(owners()).toMatchObject({ backup: uid })
    expect(statSync(backup).uid).toBe(0)
    rmSync(join(dataDir, 'ayaz.sqlite'))
    expect(await runCommand(restoreCommand, [backup], environment)).toMatchObject({ status: 0 })
    expect(owners()).toEqual({ 'ayaz.sqlite': uid, 'serving.lock': uid, backup: uid })
    const { child } = await serve({ SOURCES: 'demo', DATA_DIR: dataDir }, startOfOtherUser(), otherUser)
    await runCommand(backupCommand, [join(folder, 'another')], environment)
    expect(new Set(Object.values(owners()))).toEqual(new Set([uid]))
    child.kill('SIGKILL')
    await once(child, 'exit')
  })

  it("a lock that is root's ends the start with its path and what to do", async () => {
    await runCommand(migrateCommand, [], { DATA_DIR: dataDir })
    await runCommand(backupCommand, [backup], { DATA_DIR: dataDir })
    const lock = join(dataDir, 'serving.lock')
    rmSync(join(dataDir, 'ayaz.sqlite'))
    await runCommand(restoreCommand, [backup], { DATA_DIR: dataDir })
    chownSync(lock, 0, 0)
    const { status, said } = await asOtherUser('serve')
    expect([status, said]).toEqual([69, expect.stringContaining(`${lock} cannot be opened: unable to open`)])
    expect(said).toContain(`give all files in ${dataDir} to the user of the service`)
  })

  it("a backup that is root's is restored by root alone, which the refusal says", async () => {
    await runCommand(migrateCommand, [], { DATA_DIR: dataDir })
    await runCommand(backupCommand, [backup], { DATA_DIR: dataDir })
    const { status, said } = await asOtherUser('restore', backup)
    expect([status, said]).toEqual([69, expect.stringContaining(`${backup} cannot be read (EACCES). Run`)])
  })
})
