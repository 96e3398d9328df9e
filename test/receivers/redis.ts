/** Debian's redis-server on loopback. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { onFreePort } from '../free-port.ts'

const SERVER = '/usr/bin/redis-server'

/** Whether the machine has it. */
export function redisIsInstalled(): boolean {
  return existsSync(SERVER)
}

/** What keeps a test from running; null where Debian's `redis-server` is installed. */
export function redisMissing(): string | null {
  const missing = redisIsInstalled() ? null : 'no redis-server (apt-get install -y redis-server)'
  if (missing !== null && process.env['CI'] === 'true') throw new Error(`CI=true, but there is ${missing}`)
  return missing
}

export interface RedisServer {
  readonly url: string
  /** The server stands still: connections stay open and nothing is answered, until it goes on. */
  readonly freeze: () => void
  readonly thaw: () => void
  /** It ends at once, with what it held, and closes nothing itself, as `kill -9` does it. */
  readonly kill: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Starts a server that stores nothing, on a free port; with a password it takes only who brings it. */
export function startRedis(password?: string): Promise<RedisServer> {
  return onFreePort((port) => startRedisOn(port, password))
}

export async function startRedisOn(port: number, password?: string): Promise<RedisServer> {
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  // One for each app of a worker's tests.
  options.push('--databases', '1000')
  // Its name would be written over the environment by which the run finds what was left running.
  options.push('--set-proc-title', 'no')
  if (password !== undefined) options.push('--requirepass', password)
  const server = spawn(SERVER, options, { stdio: ['ignore', 'pipe', 'ignore'] })
  await running(server)
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGCONT')
    server.kill(signal)
    await ended
  }
  return {
    url: `redis://${password === undefined ? '' : `:${password}@`}127.0.0.1:${port}`,
    freeze: () => void server.kill('SIGSTOP'),
    thaw: () => void server.kill('SIGCONT'),
    kill: () => end('SIGKILL'),
    close: () => end('SIGTERM')
  }
}

function running(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let reported = ''
    server.stdout?.on('data', (chunk: Buffer) => {
      reported += chunk.toString('utf8')
      if (reported.includes('Ready to accept connections')) resolve()
    })
    server.once('exit', () => reject(new Error(`redis-server did not start: ${reported}`)))
  })
}
