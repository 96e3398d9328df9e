/**
 * Two processes on one PostgreSQL behind nginx, which only notices what fails, are restarted one after the other under
 * load.
 */
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownPostgresEngine } from '../contracts/store/engines.ts'
import { type Served, serve } from '../crash/served.ts'
import { startLoad } from '../crash/steady-load.ts'
import { freePort } from '../free-port.ts'
import { printFigures } from './figures.ts'
import { failTimeoutSeconds, nginxIsInstalled, startNginx } from './nginx.ts'
import { withFolder } from './served-folder.ts'

const restarts = 4

if (!nginxIsInstalled) console.warn('there is no nginx (apt-get install -y nginx)')

const engine = ownPostgresEngine(true)
beforeAll(() => engine.start())
afterAll(() => engine.stop())

it.skipIf(!nginxIsInstalled)('a rolling restart behind nginx fails no request', () =>
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
