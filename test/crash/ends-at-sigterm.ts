/** A way to start the service, ended by a supervisor's signal in the midst of requests. */
import type { ExpectStatic } from 'vitest'
import { printFigures } from '../drills/figures.ts'
import { withFolder } from '../drills/served-folder.ts'
import { type Served, type Start, serve } from './served.ts'
import { startLoad } from './steady-load.ts'

/** What the README promises beyond DRAIN_SECONDS. */
export const closingMs = 10_000

/** Long enough for a slow machine to see that it is not ready, and to stop asking. */
const drainSeconds = 5

/** It is not ready first, nothing that was asked is lost, the port is free, and nothing of it is left. */
export function endsAtSigterm(expect: ExpectStatic, name: string, command: Start): Promise<void> {
  return started(command, drainSeconds, async (one) => {
    // Never idle, and no more than shows that nothing is lost: the drill `rolling` asks more often.
    const load = startLoad(one.origin, { connections: 8, pauseMs: 100 })
    await expect.poll(() => load.outcomes()['200'] ?? 0).toBeGreaterThan(50)
    one.child.kill('SIGTERM')
    const began = performance.now()
    // As a balancer does it: asked as before until it is seen not to be ready, and a little longer.
    await expect.poll(() => readiness(one.origin), { interval: 20 }).toBe(503)
    const answeredReady = load.outcomes()['200'] ?? 0
    await expect.poll(() => load.outcomes()['200']).toBeGreaterThan(answeredReady)
    const last = await fetch(`${one.origin}/api/v1/weather/current?lat=40&lon=30`)
    expect([last.status, last.headers.get('connection')]).toEqual([200, 'close'])
    await load.stop()
    expect(Object.keys(load.outcomes())).toEqual(['200'])
    await isFree(expect, one, drainSeconds * 1000 + closingMs)
    await isGone(expect, one)
    const gone_ms = Math.round(performance.now() - began)
    expect(gone_ms).toBeLessThanOrEqual(drainSeconds * 1000 + closingMs)
    printFigures('stop', { start: name, answered: load.outcomes()['200'] ?? 0, lost: 0, gone_ms })
  })
}

/** Starts one on a folder of its own; what it leaves behind is ended. */
export function started(
  command: Start,
  drainSeconds: number,
  work: (one: Served) => Promise<void>
): Promise<void> {
  return withFolder(async (settings) => {
    const one = await serve({ ...settings, DRAIN_SECONDS: String(drainSeconds) }, command)
    try {
      await work(one)
    } finally {
      // Also where the command itself has ended.
      if (groupLives(one)) process.kill(-Number(one.child.pid), 'SIGKILL')
    }
  })
}

/** Whether anything that the command started is still there. */
function groupLives({ child }: Served): boolean {
  try {
    process.kill(-Number(child.pid), 0)
    return true
  } catch {
    return false
  }
}

/** The status of /readyz, or the code of what kept it from answering. */
export async function readiness(origin: string): Promise<number | string> {
  try {
    const { status } = await fetch(`${origin}/readyz`, { headers: { connection: 'close' } })
    return status
  } catch (error) {
    return ((error as Error).cause as NodeJS.ErrnoException).code ?? String(error)
  }
}

/** Waits until nothing listens there any more. */
export async function isFree(expect: ExpectStatic, { origin }: Served, withinMs: number): Promise<void> {
  await expect.poll(() => readiness(origin), { timeout: withinMs, interval: 50 }).toBe('ECONNREFUSED')
}

/** Waits until nothing is left of what the command started. */
export async function isGone(expect: ExpectStatic, one: Served): Promise<void> {
  await expect.poll(() => groupLives(one), { timeout: closingMs }).toBe(false)
}
