/** Two processes on one PostgreSQL behind nginx, which only notices what fails, are restarted one after the other under load. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownPostgresEngine } from '../contracts/store/engines.ts'
import { type Served, serve } from '../crash/served.ts'
import { startLoad } from '../crash/steady-load.ts'
import { freePort } from '../free-port.ts'
import { printFigures } from './figures.ts'
import { withFolder } from './served-folder.ts'

const hasNginx = existsSync('/usr/sbin/nginx')
const restarts = 4
/** Between two restarts: nginx asks a server that has failed again after this time. */
const failTimeoutSeconds = 1

if (!hasNginx) console.warn('there is no nginx (apt-get install -y nginx)')

const engine = ownPostgresEngine(true)
beforeAll(() => engine.start())
afterAll(() => engine.stop())

it.skipIf(!hasNginx)('a rolling restart behind nginx fails no request', () =>
  withFolder(async (settings, folder) => {
    const { url } = await engine.fresh()
    const ports = [await freePort(), await freePort()]
    const environment = { ...settings, DATABASE_URL: url ?? '', TRUST_PROXY: 'loopback', DRAIN_SECONDS: '5' }
    const start = (port: number): Promise<Served> => serve({ ...environment, PORT: String(port) })
    const running = await Promise.all(ports.map(start))
    const nginx = await startNginx(folder, ports)
    const load = startLoad(nginx.origin, { connections: 8, pauseMs: 40 })
    const answered = (): number => load.outcomes()['200'] ?? 0
    for (let restart = 0; restart < restarts; restart += 1) {
      const before = answered()
      await expect.poll(answered).toBeGreaterThan(before + 100)
      const [index, stopping] = [restart % 2, running[restart % 2]]
      const ended = stopping === undefined ? [] : once(stopping.child, 'exit')
      stopping?.child.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
      running[index] = await start(ports[index] ?? 0)
      await setTimeout(failTimeoutSeconds * 2000)
    }
    await load.stop()
    for (const { child } of running) child.kill('SIGKILL')
    await nginx.close()
    const { 200: ok = 0, ...failed } = load.outcomes()
    printFigures('rolling', {
      restarts,
      answered: ok,
      failed: Object.values(failed).reduce((a, b) => a + b, 0)
    })
    expect(failed).toEqual({})
  })
)

/** With its defaults, in which a request that no server has answered goes to the next one. */
async function startNginx(folder: string, ports: readonly number[]) {
  const port = await freePort()
  const servers = ports.map((one) => `server 127.0.0.1:${one} fail_timeout=${failTimeoutSeconds}s;`).join(' ')
  const site = `server { listen 127.0.0.1:${port}; location / { proxy_pass http://ayaz; proxy_http_version 1.1;
    proxy_set_header Connection ""; } }`
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log off;
      upstream ayaz { ${servers} keepalive 32; } ${site} }`
  )
  const child = spawn('/usr/sbin/nginx', ['-e', 'stderr', '-p', folder, '-c', file], { stdio: 'ignore' })
  const origin = `http://127.0.0.1:${port}`
  await expect.poll(async () => (await fetch(`${origin}/healthz`).catch(() => null))?.status).toBe(200)
  const close = async (): Promise<void> => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { origin, close }
}
