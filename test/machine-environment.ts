import { join } from 'node:path'
import { runFolder, runVariable } from './run-folder.ts'

/**
 * What a process that a test starts needs of this machine: where programs are, and what Node has compiled for others
 * of this run, which spares each start a sixth of its CPU. What it leaves running is ended by this mark.
 */
export function machineEnvironment(): Readonly<Record<string, string>> {
  const { PATH = '' } = process.env
  return { PATH, NODE_COMPILE_CACHE: join(runFolder(), 'compiled'), [runVariable]: runFolder() }
}
