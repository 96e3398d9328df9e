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

const deployed = readFileSync(fileURLToPath(new URL('../../deploy/nginx.conf', import.meta.url)), 'utf8')

/** nginx asks a server that has failed again after this time, as deployed. */
export const failTimeoutSeconds = Number(/ fail_timeout=(\d+)s;/.exec(deployed)?.[1])

export interface Nginx {
  readonly origin: string
  readonly close: () => Promise<void>
}

/**
 * Starts it with deploy/nginx.conf at other addresses and without TLS; only that clients are who they say, because all
 * come from this machine.
 * @param ports of the servers on loopback
 */
export async function startNginx(folder: string, ports: readonly number[]): Promise<Nginx> {
  const port = await freePort()
  const sites = deployed
    .replace(/^ *server 127\.0\.0\.1:8080(.*;)$/m, (_, parameters: string) =>
      ports.map((one) => `server 127.0.0.1:${one}${parameters}`).join(' ')
    )
    .replaceAll('443 ssl', `127.0.0.1:${port}`)
    .replaceAll(/^ *ssl_certificate.*$/gm, '')
    .replaceAll('/var/log/nginx/', `${folder}/`)
    .replaceAll('$remote_addr', '$http_x_forwarded_for')
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, `daemon off; pid ${folder}/pid; error_log stderr; events {} http { ${sites} }`)
  const child = spawn(binary, ['-e', 'stderr', '-p', folder, '-c', file], { stdio: 'ignore' })
  const origin = `http://127.0.0.1:${port}`
  await expect.poll(async () => (await fetch(`${origin}/healthz`).catch(() => null))?.status).toBe(200)
  const close = async (): Promise<void> => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { origin, close }
}
