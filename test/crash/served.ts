/** `ayaz serve` in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { built } from '../built.ts'
import { machineEnvironment } from '../machine-environment.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Served {
  readonly child: ChildProcess
  readonly origin: string
}

/** A command that starts it, and its arguments; run in the project's folder. */
export type Start = readonly [file: string, ...argv: readonly string[]]

/** As a service unit does it. */
export const unitStart: Start = [process.execPath, await built('main'), 'serve']

/** The same from the source. */
export const sourceStart: Start = [process.execPath, `${root}src/main.ts`, 'serve']

/** Starts it on a free port of loopback, in a process group of its own; resolves when it listens. */
export async function serve(
  environment: Readonly<Record<string, string>>,
  [file, ...argv]: Start = unitStart
): Promise<Served> {
  const { HOME = '' } = process.env
  const env = { ...machineEnvironment(), HOME, HOST: '127.0.0.1', PORT: '0', ...environment }
  const child = spawn(file, argv, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let notified = ''
  const origin = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`it never listened: ${notified}`)))
    child.stderr.on('data', (chunk: Buffer) => {
      notified += chunk.toString()
    })
    child.stdout.on('data', (chunk: Buffer) => {
      notified += chunk.toString()
      const [, address] = /listening on (http:\S+?)\)/.exec(notified) ?? []
      if (address !== undefined) resolve(address)
    })
  })
  return { child, origin }
}
