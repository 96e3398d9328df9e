/** Every documented way to start the service, ended by a supervisor's signal in the midst of requests. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Served, type Start, serve, sourceStart, unitStart } from './served.ts'
import { startLoad } from './steady-load.ts'

/** What the README promises beyond DRAIN_SECONDS. */
const closingMs = 10_000
const wrapper =
  "import('./bin/node26.mjs').then((one) => one.runWithNode26(['src/main.ts', 'serve'], { stopsWithParent: true }))"
const starts: readonly (readonly [name: string, start: Start])[] = [
  ['npm start', ['npm', 'start']],
  ['bin/ayaz.mjs by the machine’s node', ['node', 'bin/ayaz.mjs', 'serve']],
  ['bin/ayaz.mjs by Node 26', [process.execPath, 'bin/ayaz.mjs', 'serve']],
  ['bin/ayaz.mjs by an older node, whose child serves', [process.execPath, '-e', wrapper]],
  ['src/main.ts', sourceStart]
]

let dataDir: string
let served: Served | null
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ayaz-supervised-'))
  served = null
})
afterEach(async () => {
  if (served !== null && groupLives(served)) process.kill(-Number(served.child.pid), 'SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

async function start(command: Start, drainSeconds: number): Promise<Served> {
  const settings = { SOURCES: 'demo', TIERS: 'free=1000000/60', LOG_LEVEL: 'error', DATA_DIR: dataDir }
  served = await serve({ ...settings, DRAIN_SECONDS: String(drainSeconds) }, command)
  return served
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
async function readiness(origin: string): Promise<number | string> {
  try {
    const { status } = await fetch(`${origin}/readyz`, { headers: { connection: 'close' } })
    return status
  } catch (error) {
    return ((error as Error).cause as NodeJS.ErrnoException).code ?? String(error)
  }
}

async function isFree({ origin }: Served, withinMs: number): Promise<void> {
  await expect.poll(() => readiness(origin), { timeout: withinMs, interval: 50 }).toBe('ECONNREFUSED')
}

describe.each(starts)('%s', (_name, command) => {
  it('ends at SIGTERM: not ready first, nothing that was asked is lost, the port is free, and nothing is left', async () => {
    // Long enough for a slow machine to see that it is not ready, and to stop asking.
    const one = await start(command, 5)
    // Never idle, and no more than shows that nothing is lost: the drill `rolling` asks more often.
    const load = startLoad(one.origin, { connections: 8, pauseMs: 100 })
    await expect.poll(() => load.outcomes()['200'] ?? 0).toBeGreaterThan(50)
    one.child.kill('SIGTERM')
    // As a balancer does it: asked as before until it is seen not to be ready, and a little longer.
    await expect.poll(() => readiness(one.origin), { interval: 20 }).toBe(503)
    const answeredReady = load.outcomes()['200'] ?? 0
    await expect.poll(() => load.outcomes()['200']).toBeGreaterThan(answeredReady)
    const last = await fetch(`${one.origin}/api/v1/weather/current?lat=40&lon=30`)
    expect([last.status, last.headers.get('connection')]).toEqual([200, 'close'])
    await load.stop()
    expect(Object.keys(load.outcomes())).toEqual(['200'])
    await isFree(one, 5000 + closingMs)
    await expect.poll(() => groupLives(one), { timeout: closingMs }).toBe(false)
  })
})

describe('a person at the terminal', () => {
  it('does not wait for balancers after Ctrl-C, which npm and the shell repeat', async () => {
    const one = await start(['npm', 'start'], 300)
    process.kill(-Number(one.child.pid), 'SIGINT')
    await isFree(one, closingMs)
    await expect.poll(() => groupLives(one), { timeout: closingMs }).toBe(false)
  })

  it('does not wait any longer where a supervisor began to wait', async () => {
    const one = await start(unitStart, 300)
    one.child.kill('SIGTERM')
    await expect.poll(() => readiness(one.origin), { interval: 20 }).toBe(503)
    one.child.kill('SIGINT')
    await isFree(one, closingMs)
  })
})

describe('a wrapper killed with −9', () => {
  it('leaves no service behind', async () => {
    const one = await start([process.execPath, '-e', wrapper], 0)
    one.child.kill('SIGKILL')
    await isFree(one, closingMs)
    await expect.poll(() => groupLives(one), { timeout: closingMs }).toBe(false)
  })
})
