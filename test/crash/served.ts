/** `ayaz serve` in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { builtCommand } from '../built.ts'
import { machineEnvironment } from '../machine-environment.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Served {
  readonly child: ChildProcess
  readonly origin: string
}

/** A command that starts it, and its arguments; run in the project's folder. */
export type Start = readonly [file: string, ...argv: readonly string[]]

/** As deploy/ayaz.service does it, on Node 26: the process that is started is the one that serves. */
export const unitStart: Start = [process.execPath, await builtCommand(), 'serve']

/** The same from the source. */
export const sourceStart: Start = [process.execPath, `${root}src/main.ts`, 'serve']

/** Those that run, with their data folders. */
const running = new Map<ChildProcess, string>()

/** Starts it on a free port of loopback, in a process group of its own; resolves when it listens. */
export async function serve(
  environment: Readonly<Record<string, string>>,
  [file, ...argv]: Start = unitStart,
  user: { readonly uid?: number; readonly gid?: number } = {}
): Promise<Served> {
  const { HOME = '' } = process.env
  const usual = { NODE_ENV: 'production', HOME, HOST: '127.0.0.1', PORT: '0' }
  const env = { ...machineEnvironment(), ...usual, ...environment }
  const child = spawn(file, argv, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...user
  })
  running.set(child, environment['DATA_DIR'] ?? '')
  child.once('exit', () => running.delete(child))
  let written = ''
  const origin = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`it never listened: ${written}`)))
    child.stderr.on('data', (chunk: Buffer) => {
      written += chunk.toString()
    })
    child.stdout.on('data', (chunk: Buffer) => {
      written += chunk.toString()
      const [, address] = /listening on (http:\S+?)\)/.exec(written) ?? []
      if (address !== undefined) resolve(address)
    })
  })
  return { child, origin }
}

/**
 * Ends all that serve from a folder or one below it, with the processes that they have started: no one else does after
 * a failure.
 */
export async function endServedFrom(folder: string): Promise<void> {
  const left = [...running].filter(([, dataDir]) => `${dataDir}/`.startsWith(`${folder}/`))
  const ends = left.map(([child]) => once(child, 'exit'))
  for (const [{ pid = 0 }] of left) process.kill(-pid, 'SIGKILL')
  await Promise.all(ends)
}
