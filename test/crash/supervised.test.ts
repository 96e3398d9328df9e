/**
 * Every documented way to start the service from a clone, ended by a supervisor's signal in the midst of requests. The
 * drill `stop` also ends those of an installed package.
 */
import { readFileSync } from 'node:fs'
import { it } from 'vitest'
import { closingMs, endsAtSigterm, isFree, isGone, readiness, started } from './ends-at-sigterm.ts'
import { type Start, sourceStart, unitStart } from './served.ts'

const wrapper =
  "import('./bin/node26.mjs').then((one) => one.runWithNode26(['src/main.ts', 'serve'], { stopsWithParent: true }))"
const starts: readonly (readonly [name: string, start: Start])[] = [
  ['npm start', ['npm', 'start']],
  ['bin/ayaz.mjs by the machine’s node', ['node', 'bin/ayaz.mjs', 'serve']],
  ['bin/ayaz.mjs by Node 26', [process.execPath, 'bin/ayaz.mjs', 'serve']],
  ['bin/ayaz.mjs by an older node, whose child serves', [process.execPath, '-e', wrapper]],
  ['src/main.ts', sourceStart]
]

// Each waits most of its time, so they run side by side.
it.concurrent.for(starts)(
  '%s ends at SIGTERM: not ready first, nothing that was asked is lost, the port is free, and nothing is left',
  ([name, command], { expect }) => endsAtSigterm(expect, name, command)
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
    expect(list('environ')).toEqual(
      expect.arrayContaining(['MALLOC_ARENA_MAX=2', 'MALLOC_MMAP_THRESHOLD_=8192', 'MALLOC_MMAP_MAX_=16384'])
    )
    expect(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')).toBe('')
  }))

it.concurrent('a wrapper killed with −9 leaves no service behind', ({ expect }) =>
  started([process.execPath, '-e', wrapper], 0, async (one) => {
    one.child.kill('SIGKILL')
    await isFree(expect, one, closingMs)
    await isGone(expect, one)
  }))
