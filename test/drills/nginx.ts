/** Debian's nginx before several processes of the service. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { freePort } from '../free-port.ts'

const binary = '/usr/sbin/nginx'

/** True where Debian's `nginx` is installed. */
export const nginxIsInstalled = existsSync(binary)

/** nginx asks a server that has failed again after this time. */
export const failTimeoutSeconds = 1

export interface Nginx {
  readonly origin: string
  readonly close: () => Promise<void>
}

const deployed = fileURLToPath(new URL('../../deploy/nginx.conf', import.meta.url))

/**
 * Starts it with what deploy/nginx.conf has in `location /`; only that clients are who they say, because all come from this machine.
 * @param ports of the servers on loopback
 */
export async function startNginx(folder: string, ports: readonly number[]): Promise<Nginx> {
  const port = await freePort()
  const servers = ports.map((one) => `server 127.0.0.1:${one} fail_timeout=${failTimeoutSeconds}s;`).join(' ')
  const location = /^ {2}location \/ \{$.*?^ {2}\}$/ms.exec(readFileSync(deployed, 'utf8'))?.[0]
  if (location === undefined) throw new Error(`${deployed} has no location /`)
  const believing = location.replace('$remote_addr', '$http_x_forwarded_for')
  const site = `server { listen 127.0.0.1:${port}; ${believing} }`
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log off;
      upstream ayaz { ${servers} keepalive 32; } ${site} }`
  )
  const child = spawn(binary, ['-e', 'stderr', '-p', folder, '-c', file], { stdio: 'ignore' })
  const origin = `http://127.0.0.1:${port}`
  await expect.poll(async () => (await fetch(`${origin}/healthz`).catch(() => null))?.status).toBe(200)
  const close = async (): Promise<void> => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { origin, close }
}
