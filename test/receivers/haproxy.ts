/** Debian's haproxy before several processes of the service, without retries: what one of them loses is lost. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const binary = '/usr/sbin/haproxy'

/** True where Debian's `haproxy` is installed. */
export const haproxyIsInstalled = existsSync(binary)

export interface Haproxy {
  readonly origin: string
  /** Names of the servers that it takes for ready. */
  readonly ready: () => Promise<readonly string[]>
  readonly close: () => Promise<void>
}

/** Starts it on `port` of loopback. @param servers ports of loopback, by name */
export async function startHaproxy(
  port: number,
  servers: Readonly<Record<string, number>>,
  checkMs: number
): Promise<Haproxy> {
  const folder = mkdtempSync(join(tmpdir(), 'ayaz-haproxy-'))
  const control = join(folder, 'control')
  const lines = Object.entries(servers).map(
    ([name, one]) => `  server ${name} 127.0.0.1:${one} check inter ${checkMs} fall 1 rise 1`
  )
  writeFileSync(join(folder, 'haproxy.cfg'), configuration(port, control, lines))
  const child = spawn(binary, ['-db', '-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' })
  return {
    origin: `http://127.0.0.1:${port}`,
    ready: async () => {
      const rows = (await command(control, 'show stat')).split('\n').map((row) => row.split(','))
      return rows
        .filter(([, name = '', ...rest]) => name in servers && rest.some((field) => field.startsWith('UP')))
        .map(([, name = '']) => name)
    },
    close: async () => {
      const ended = child.exitCode === null ? once(child, 'exit') : null
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

function configuration(port: number, control: string, servers: readonly string[]): string {
  return `global
  stats socket ${control} mode 600
defaults
  mode http
  retries 0
  timeout connect 5s
  timeout check 10s
  timeout client 30s
  timeout server 30s
frontend all
  bind 127.0.0.1:${port}
  default_backend ayaz
backend ayaz
  balance roundrobin
  option httpchk GET /readyz?for=http
  http-check expect status 200
${servers.join('\n')}
`
}

async function command(control: string, text: string): Promise<string> {
  const socket = connect(control)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk.toString()
  })
  socket.write(`${text}\n`)
  // Not there yet, as at its start: nothing is ready.
  socket.on('error', () => undefined)
  await once(socket, 'close')
  return answer
}
