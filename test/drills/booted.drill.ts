/**
 * `deploy/install.sh` and the unit under a systemd that runs, in a root with nothing but Debian. Needs root, and a
 * network for Debian's packages and Node.
 */
import { existsSync, mkdirSync, readFileSync, symlinkSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  answered,
  bare,
  bootBare,
  first,
  inBare,
  install,
  makeRelease,
  removeBare,
  setUp,
  subscribe,
  versionNow,
  watched
} from './bare-root.ts'
import { printFigures } from './figures.ts'

beforeAll(async () => {
  await bootBare()
  await makeRelease('1.0.1', false)
  await makeRelease('1.0.2', true, 'does not start')
  setUp('SOURCES=demo\n')
}, 1_200_000)
afterAll(() => removeBare())

async function shown(property: string): Promise<string> {
  return (await inBare('systemctl', 'show', 'ayaz', '--value', '--property', property)).said.trim()
}

/** As `su` leaves it on Debian, for somebody who keeps files to himself. */
function installAsStrictRoot(version: string) {
  const command = `umask 077; PATH=/usr/bin:/bin; exec sh /from/${version}/install.sh --from /from/${version}`
  return inBare('sh', '-c', command)
}

it('a data folder that is a link is refused before anything is changed', async () => {
  mkdirSync(join(bare, 'srv/data'))
  symlinkSync('/srv/data', join(bare, 'var/lib/ayaz'))
  expect(await install(first)).toMatchObject({ code: 1, said: expect.stringContaining('mount --bind') })
  expect(existsSync(join(bare, 'opt/ayaz'))).toBe(false)
  unlinkSync(join(bare, 'var/lib/ayaz'))
})

it('the unit serves, starts with the machine, and comes back after a crash and after a hang', async () => {
  const installed = await installAsStrictRoot(first)
  expect(installed, installed.said).toMatchObject({ code: 0, said: expect.stringContaining('ayaz setup') })
  await answered()
  expect((await inBare('systemctl', 'is-enabled', 'ayaz')).said.trim()).toBe('enabled')
  expect(await shown('MemoryMax')).toBe(String(1024 ** 3))
  const pid = await shown('MainPID')
  expect((await inBare('ps', '-o', 'user=', '-p', pid)).said.trim()).toBe('ayaz')
  const doctor = await inBare('ayaz', 'doctor')
  expect(doctor, doctor.said).toMatchObject({ code: 0, said: expect.stringContaining('✓ service') })

  await inBare('kill', '-9', pid)
  await expect.poll(() => shown('NRestarts'), { timeout: 60_000 }).toBe('1')
  await answered()
  const began = performance.now()
  await inBare('kill', '-STOP', await shown('MainPID'))
  await expect.poll(() => shown('NRestarts'), { timeout: 400_000, interval: 1000 }).toBe('2')
  await answered()
  printFigures('booted', { hang_ended_s: Math.round((performance.now() - began) / 1000) })
}, 600_000)

it('is upgraded and taken back, also from a version that does not start', async () => {
  await subscribe('malatya')
  expect(await installAsStrictRoot('1.0.1')).toMatchObject({ code: 0 })
  await answered()
  expect(await versionNow()).toContain('1.0.1')
  const back = await install('1.0.1', '--rollback')
  expect(back, back.said).toMatchObject({ code: 0 })
  await answered()
  const failed = await install('1.0.2')
  expect(failed).toMatchObject({ code: 1, said: expect.stringContaining('nothing is lost') })
  await answered()
  expect(await versionNow()).toContain(first)
  expect(await watched()).toEqual(['malatya'])
  expect(await shown('ActiveState')).toBe('active')
}, 600_000)

it('leaves nothing behind', async () => {
  expect(await install(first, '--uninstall', '--purge')).toMatchObject({ code: 0 })
  for (const path of ['opt/ayaz', 'etc/ayaz', 'var/lib/ayaz', 'usr/local/bin/ayaz'])
    expect([path, existsSync(join(bare, path))]).toEqual([path, false])
  expect((await inBare('systemctl', 'status', 'ayaz')).code).toBe(4)
  expect(readFileSync(join(bare, 'etc/passwd'), 'utf8')).not.toMatch(/^ayaz:/m)
})
