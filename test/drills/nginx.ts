/** Debian's nginx before several processes of the service. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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

/**
 * Starts it as deploy/nginx.conf does: a request that a server has not answered, also a POST, goes to the next one.
 * @param ports of the servers on loopback
 */
export async function startNginx(folder: string, ports: readonly number[]): Promise<Nginx> {
  const port = await freePort()
  const servers = ports.map((one) => `server 127.0.0.1:${one} fail_timeout=${failTimeoutSeconds}s;`).join(' ')
  const site = `server { listen 127.0.0.1:${port}; location / { proxy_pass http://ayaz; proxy_http_version 1.1;
    proxy_set_header Connection ""; proxy_next_upstream error non_idempotent; } }`
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
