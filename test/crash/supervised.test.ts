/** Every documented way to start the service, ended by a supervisor's signal in the midst of requests. */
import { readFileSync } from 'node:fs'
import { type ExpectStatic, it } from 'vitest'
import { printFigures } from '../drills/figures.ts'
import { withFolder } from '../drills/served-folder.ts'
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

/**
 * Starts one on a folder of its own; what it leaves behind is ended. Each waits most of its time, so they run side by
 * side.
 */
function started(command: Start, drainSeconds: number, work: (one: Served) => Promise<void>): Promise<void> {
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
async function readiness(origin: string): Promise<number | string> {
  try {
    const { status } = await fetch(`${origin}/readyz`, { headers: { connection: 'close' } })
    return status
  } catch (error) {
    return ((error as Error).cause as NodeJS.ErrnoException).code ?? String(error)
  }
}

/** Waits until nothing listens there any more. */
async function isFree(expect: ExpectStatic, { origin }: Served, withinMs: number): Promise<void> {
  await expect.poll(() => readiness(origin), { timeout: withinMs, interval: 50 }).toBe('ECONNREFUSED')
}

/** Waits until nothing is left of what the command started. */
async function isGone(expect: ExpectStatic, one: Served): Promise<void> {
  await expect.poll(() => groupLives(one), { timeout: closingMs }).toBe(false)
}

it.concurrent.for(starts)(
  '%s ends at SIGTERM: not ready first, nothing that was asked is lost, the port is free, and nothing is left',
  // Long enough for a slow machine to see that it is not ready, and to stop asking.
  ([name, command], { expect }) =>
    started(command, 5, async (one) => {
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
      await isFree(expect, one, 5000 + closingMs)
      await isGone(expect, one)
      const gone_ms = Math.round(performance.now() - began)
      expect(gone_ms).toBeLessThanOrEqual(5000 + closingMs)
      printFigures('stop', { start: name, answered: load.outcomes()['200'] ?? 0, lost: 0, gone_ms })
    })
)

it.concurrent('a person at the terminal does not wait for balancers after Ctrl-C, which npm and the shell repeat', ({
  expect
}) =>
  started(['npm', 'start'], 300, async (one) => {
    process.kill(-Number(one.child.pid), 'SIGINT')
    await isFree(expect, one, closingMs)
    await isGone(expect, one)
  }))

it.concurrent('a person at the terminal does not wait any longer where a supervisor began to wait', ({
  expect
}) =>
  started(unitStart, 300, async (one) => {
    one.child.kill('SIGTERM')
    await expect.poll(() => readiness(one.origin), { interval: 20 }).toBe(503)
    one.child.kill('SIGINT')
    await isFree(expect, one, closingMs)
  }))

it.concurrent('what crash tests and drills start has what the command gives a service, in the process that serves', ({
  expect
}) =>
  started(unitStart, 0, async ({ child }) => {
    const unit = readFileSync(new URL('../../deploy/ayaz.service', import.meta.url), 'utf8')
    expect(unit).toMatch(/^ExecStart=\S+\/ayaz serve$/m)
    const list = (name: string) => readFileSync(`/proc/${child.pid}/${name}`, 'utf8').split('\0')
    expect(list('cmdline')).toContain('--max-semi-space-size=4')
    expect(list('environ')).toContain('MALLOC_ARENA_MAX=2')
    expect(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')).toBe('')
  }))

it.concurrent('a wrapper killed with −9 leaves no service behind', ({ expect }) =>
  started([process.execPath, '-e', wrapper], 0, async (one) => {
    one.child.kill('SIGKILL')
    await isFree(expect, one, closingMs)
    await isGone(expect, one)
  }))
