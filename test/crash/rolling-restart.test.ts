/** Two processes on one PostgreSQL behind haproxy, restarted one after the other under load: no request fails. */
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { postgresEngine } from '../contracts/store/engines.ts'
import { printFigures } from '../drills/figures.ts'
import { freePort } from '../free-port.ts'
import { type Haproxy, haproxyIsInstalled, startHaproxy } from '../receivers/haproxy.ts'
import { type Served, serve } from './served.ts'
import { startLoad } from './steady-load.ts'

const checkMs = 500
/** At least the check's interval, with what a busy machine adds. */
const drainSeconds = 4

if (!haproxyIsInstalled) console.warn('haproxy is not installed: the rolling restart is not tested')

const engine = postgresEngine()
const running = new Map<string, Served>()
let haproxy: Haproxy | null = null
beforeAll(() => engine.start())
afterAll(() => engine.stop())
afterEach(async () => {
  await haproxy?.close()
  for (const { child } of running.values()) child.kill('SIGKILL')
})

it.skipIf(!haproxyIsInstalled && process.env['CI'] !== 'true')(
  'fails no request, without retries, where the drain is longer than the balancer’s check interval',
  async () => {
    const { url, dataDir } = await engine.fresh()
    const environment = {
      SOURCES: 'demo',
      DATABASE_URL: url ?? '',
      DATA_DIR: dataDir,
      TRUST_PROXY: 'loopback',
      TIERS: 'free=1000000/60',
      LOG_LEVEL: 'error',
      DRAIN_SECONDS: String(drainSeconds)
    }
    const ports = { a: await freePort(), b: await freePort() }
    const start = async (name: 'a' | 'b'): Promise<void> => {
      running.set(name, await serve({ ...environment, PORT: String(ports[name]) }))
    }
    await start('a')
    await start('b')
    const proxy = await startHaproxy(await freePort(), ports, checkMs)
    haproxy = proxy
    await expect.poll(proxy.ready).toEqual(['a', 'b'])
    const load = startLoad(proxy.origin, { connections: 8, pauseMs: 80 })
    const answered = (): number => load.outcomes()['200'] ?? 0
    for (const name of ['a', 'b'] as const) {
      const child = running.get(name)?.child
      if (child === undefined) throw new Error(`${name} does not run`)
      const before = answered()
      await expect.poll(answered).toBeGreaterThan(before + 100)
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
      await start(name)
      await expect.poll(proxy.ready).toEqual(['a', 'b'])
    }
    await load.stop()
    expect(Object.keys(load.outcomes())).toEqual(['200'])
    printFigures('rolling-haproxy', { restarts: running.size, answered: answered(), failed: 0 })
  }
)
