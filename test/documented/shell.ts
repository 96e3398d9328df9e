/** A reader's shell: each command is typed into the same folder, and variables last. */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

export interface Shell {
  /** Types a command, and waits until it has ended. */
  readonly type: (command: string) => Promise<Typed>
  /** Types a command that goes on, such as a service. */
  readonly start: (command: string) => Started
}

export interface Started {
  readonly hasEnded: () => boolean
  readonly output: () => string
  /** Ends it as Ctrl-C does, with all that it started. */
  readonly stop: () => void
}

export interface Typed {
  readonly status: number | null
  readonly output: string
}

/** @param home of the shell's own files; answers of 400 and more end `curl` with status 22 */
export function openShell(
  folder: string,
  home: string,
  environment: Readonly<Record<string, string>>
): Shell {
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, '.curlrc'), 'fail-with-body\nsilent\nshow-error\n')
  const state = join(home, 'variables')
  writeFileSync(state, '')
  const { PATH = '', HOME = '', NODE_EXTRA_CA_CERTS } = process.env
  // The certificates of the machine's network, where it has some of its own.
  const network = NODE_EXTRA_CA_CERTS === undefined ? {} : { NODE_EXTRA_CA_CERTS }
  const env = { PATH, HOME, LANG: 'C.UTF-8', CURL_HOME: home, ...network, ...environment }
  const spawned = (command: string, output: number | 'pipe'): ChildProcess => {
    const script = `set -a; . "${state}"; eval "$1"; ended=$?; export -p > "${state}"; exit $ended`
    const stdio: StdioOptions = ['ignore', output, output]
    return spawn('bash', ['-c', script, 'bash', command], { cwd: folder, env, detached: true, stdio })
  }
  return {
    start(command) {
      const file = join(home, 'output')
      const child = spawned(command, openSync(file, 'w'))
      const hasEnded = () => child.exitCode !== null || child.signalCode !== null
      const stop = () => void (hasEnded() || process.kill(-(child.pid ?? 0), 'SIGINT'))
      return { hasEnded, stop, output: () => readFileSync(file, 'utf8') }
    },
    async type(command) {
      const child = spawned(command, 'pipe')
      const read = [child.stdout, child.stderr].map((stream) => (stream === null ? '' : text(stream)))
      const [ended, ...said] = await Promise.all([once(child, 'close'), ...read])
      return { status: ended[0], output: said.join('') }
    }
  }
}
