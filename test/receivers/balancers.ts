/** The balancers of `deploy/` before several processes of the service, with their files as deployed. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { freePort } from '../free-port.ts'

const deployed = (file: string): string =>
  readFileSync(fileURLToPath(new URL(`../../deploy/${file}`, import.meta.url)), 'utf8')

interface Place {
  readonly folder: string
  /** Of loopback, to listen on. */
  readonly port: number
  /** Of loopback, on which the processes listen. */
  readonly servers: readonly number[]
}

/**
 * The deployed file at other addresses and without TLS, and that clients are who they say, because all come from this
 * machine; and the arguments that start the program with it.
 */
interface Balancer {
  readonly version: string
  readonly configured: (place: Place) => string
  readonly argv: (folder: string, file: string) => readonly string[]
}

const local = (servers: readonly number[]): readonly string[] => servers.map((one) => `127.0.0.1:${one}`)

const balancers = {
  haproxy: {
    version: '-v',
    configured: ({ port, servers }) =>
      servers
        .reduce(
          (text, one, index) => text.replaceAll(` ayaz-${index + 1}:8080`, ` 127.0.0.1:${one}`),
          deployed('haproxy.cfg')
        )
        .replace('bind :8080', `bind 127.0.0.1:${port}`)
        .replace('maxconn 20000', 'maxconn 2000'),
    argv: (_folder, file) => ['-db', '-f', file]
  },
  nginx: {
    version: '-v',
    configured: ({ folder, port, servers }) => {
      const sites = deployed('nginx.conf')
        .replaceAll(/^ *server 127\.0\.0\.1:8080(.*;)$/gm, (_, parameters: string) =>
          local(servers)
            .map((one) => `server ${one}${parameters}`)
            .join(' ')
        )
        .replaceAll('443 ssl', `127.0.0.1:${port}`)
        .replaceAll(/^ *ssl_certificate.*$/gm, '')
        .replaceAll('/var/log/nginx/', `${folder}/`)
        .replaceAll('$remote_addr', '$http_x_forwarded_for')
      return `daemon off; pid ${folder}/pid; error_log stderr; events {} http { ${sites} }`
    },
    argv: (folder, file) => ['-e', 'stderr', '-p', folder, '-c', file]
  },
  caddy: {
    version: 'version',
    configured: ({ port, servers }) =>
      deployed('Caddyfile')
        .replace(/^\{\n/m, '{\n\tadmin off\n')
        .replace('127.0.0.1:8080 {', `${local(servers).join(' ')} {\n\t\ttrusted_proxies 127.0.0.1/8`)
        .replace(/^weather\.example\.org \{$/m, `http://127.0.0.1:${port} {`)
        .replace(/^www\.example\.org \{$/m, `http://localhost:${port} {`),
    argv: (_folder, file) => ['run', '--adapter', 'caddyfile', '--config', file]
  }
} as const satisfies Readonly<Record<string, Balancer>>

export type BalancerName = keyof typeof balancers

/** True where Debian's package of it is installed. */
export function isInstalled(name: BalancerName): boolean {
  return spawnSync(name, [balancers[name].version]).error === undefined
}

export interface RunningBalancer {
  readonly origin: string
  readonly close: () => Promise<void>
}

/** Starts it before processes that are ready. @param folder an empty one, for its files */
export async function startBalancer(
  name: BalancerName,
  folder: string,
  servers: readonly number[]
): Promise<RunningBalancer> {
  const { configured, argv } = balancers[name]
  const [port, file] = [await freePort(), join(folder, 'balancer.conf')]
  writeFileSync(file, configured({ folder, port, servers }))
  const child: ChildProcess = spawn(name, argv(folder, file), {
    stdio: 'ignore',
    env: { ...process.env, HOME: folder }
  })
  const origin = `http://127.0.0.1:${port}`
  await expect.poll(async () => (await fetch(`${origin}/healthz`).catch(() => null))?.status).toBe(200)
  return {
    origin,
    close: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
  }
}
