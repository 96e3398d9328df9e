/** The built program as a user who owns nothing, as a service unit runs it, where the tests run as root. */
import { spawnSync } from 'node:child_process'
import { constants, copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Start, unitStart } from './crash/served.ts'
import { runFolder } from './run-folder.ts'

export const isRoot = process.getuid?.() === 0

/** Its ids where the tests may take them; else those of who runs the tests. */
export const otherUser = isRoot ? { uid: 65_534, gid: 65_534 } : {}

if (!isRoot) {
  const missing = 'only root may mount a small file system and act for another user: that is not tested'
  if (process.env['CI'] === 'true') throw new Error(`CI=true, but ${missing}`)
  console.warn(missing)
}

/**
 * How that user starts a command of the program: the run's folder is open to all, that of the project may be closed.
 */
export function startOfOtherUser(command = 'serve'): Start {
  const [node, ayaz = ''] = unitStart
  return [mayRead(node) ? node : copied(node), ayaz, command]
}

function mayRead(file: string): boolean {
  return spawnSync('test', ['-x', file], { ...otherUser, cwd: '/' }).status === 0
}

function copied(node: string): string {
  const copy = join(runFolder(), `node-of-other-user-${process.pid}`)
  if (!existsSync(copy)) copyFileSync(node, copy, constants.COPYFILE_FICLONE)
  return copy
}
