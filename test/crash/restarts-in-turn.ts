/** Processes on one PostgreSQL behind a balancer are restarted, each as soon as the one before is ready. */
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Engine } from '../contracts/store/engines.ts'
import { withFolder } from '../drills/served-folder.ts'
import { freePort } from '../free-port.ts'
import { type BalancerName, startBalancer } from '../receivers/balancers.ts'
import { type Served, serve } from './served.ts'
import { startLoad } from './steady-load.ts'

interface Least {
  readonly restarts: number
  readonly requests: number
}

export interface Restarted {
  readonly restarts: number
  /** Reads with 200 and writes with 201. */
  readonly answered: number
  /** By status and words, or by the error's code. */
  readonly failed: Readonly<Record<string, number>>
}

/** Goes on until there were enough restarts and requests. */
export async function restartInTurn(name: BalancerName, engine: Engine, least: Least): Promise<Restarted> {
  const { url } = await engine.fresh()
  return await withFolder(async (settings, folder) => {
    const environment = { ...settings, DATABASE_URL: url ?? '', TRUST_PROXY: 'loopback', DRAIN_SECONDS: '5' }
    const ports = [await freePort(), await freePort()]
    const start = (port = 0): Promise<Served> => serve({ ...environment, PORT: String(port) })
    const running = await Promise.all(ports.map(start))
    const balancer = await startBalancer(name, mkdtempSync(join(folder, name)), ports)
    const load = startLoad(balancer.origin, { connections: 8, pauseMs: 40, writesOneIn: 10 })
    const answered = (): number => (load.outcomes()['200'] ?? 0) + (load.outcomes()['201'] ?? 0)
    let restarts = 0
    for (; restarts < least.restarts || answered() < least.requests; restarts += 1) {
      const [index, stopping] = [restarts % 2, running[restarts % 2]]
      const ended = stopping === undefined ? [] : once(stopping.child, 'exit')
      stopping?.child.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
      running[index] = await start(ports[index])
      await expect.poll(() => isReady(running[index]), { interval: 20 }).toBe(true)
    }
    await load.stop()
    await balancer.close()
    const { 200: _read, 201: _written, ...failed } = load.outcomes()
    return { restarts, answered: answered(), failed }
  })
}

/** How many requests failed. */
export function failures({ failed }: Restarted): number {
  return Object.values(failed).reduce((a, b) => a + b, 0)
}

async function isReady(served: Served | undefined): Promise<boolean> {
  return (await fetch(`${served?.origin}/readyz?for=http`)).ok
}
