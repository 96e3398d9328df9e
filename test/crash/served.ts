/** `ayaz serve` in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

export interface Served {
  readonly child: ChildProcess
  readonly origin: string
}

/** Starts it on a free port of loopback; resolves when it listens. */
export async function serve(environment: Readonly<Record<string, string>>): Promise<Served> {
  const env = { PATH: process.env['PATH'] ?? '', HOST: '127.0.0.1', PORT: '0', ...environment }
  const child = spawn(process.execPath, [main, 'serve'], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  let told = ''
  const origin = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`it never listened: ${told}`)))
    child.stdout.on('data', (chunk: Buffer) => {
      told += chunk.toString()
      const [, address] = /listening on (http:\S+?)\)/.exec(told) ?? []
      if (address !== undefined) resolve(address)
    })
  })
  return { child, origin }
}
