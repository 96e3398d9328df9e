/**
 * Four `api` processes that count their clients in one PostgreSQL, against a process that counts alone:
 * CPU of a stored answer, and calls of the source. It does not show what an answer costs while all are under load.
 */
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { run } from '../../bench/http/load.ts'
import { ownPostgresEngine } from '../contracts/store/engines.ts'
import { type Served, serve, unitStart } from '../crash/served.ts'
import { startUpstream } from '../upstream/upstream.ts'
import { printFigures } from './figures.ts'
import { cpuMicroseconds } from './process-usage.ts'
import { withFolder } from './served-folder.ts'

const counts = [1, 2, 4]
const rounds = 12
const requestsOfProcess = 1500
const warmingRequests = 20_000
const connections = 16
const hotPath = '/api/v1/weather?location=malatya'
const points = 100

const engine = ownPostgresEngine()
let running: Served[] = []
beforeAll(() => engine.start())
afterAll(() => engine.stop())
afterEach(async () => {
  await Promise.all(running.map(({ child }) => child.kill('SIGKILL') && once(child, 'exit')))
  running = []
})

async function start(environment: Readonly<Record<string, string>>, role = 'all'): Promise<Served> {
  const [file, ...argv] = unitStart
  const started = await serve(environment, [file, ...argv, '--role', role])
  running.push(started)
  return started
}

it('while the others idle, a stored answer costs each process what it costs the first', () =>
  withFolder(async (settings) => {
    const { url } = await engine.fresh()
    const alone = await start({ ...settings, TRUST_PROXY: 'loopback' })
    const shared = { ...settings, TRUST_PROXY: 'loopback', DATABASE_URL: url ?? '' }
    const several: Served[] = []
    for (let count = 0; count < Math.max(...counts); count += 1) several.push(await start(shared, 'api'))
    for (const one of [alone, ...several]) await cpuOfRequest([one], warmingRequests)
    const sums = new Map<number | 'alone', number>()
    const measure = async (name: number | 'alone', processes: readonly Served[]): Promise<void> => {
      sums.set(name, (sums.get(name) ?? 0) + (await cpuOfRequest(processes, requestsOfProcess)))
    }
    // Short turns, so that what else the machine does falls on all alike.
    for (let round = 0; round < rounds; round += 1) {
      await measure('alone', [alone])
      for (const count of counts) await measure(count, several.slice(0, count))
    }
    const cpu = (name: number | 'alone'): number => Math.round(((sums.get(name) ?? 0) / rounds) * 10) / 10
    const limiter = cpu(1) - cpu('alone')
    // That of the first process is 1 by how the limiter's share is found.
    const ratios = counts
      .slice(1)
      .map((count) => [count, Math.round(((cpu(count) - limiter) / cpu('alone')) * 100) / 100] as const)
    printFigures('processes', {
      alone_us: cpu('alone'),
      ...Object.fromEntries(counts.map((count) => [`of_${count}_us`, cpu(count)])),
      limiter_us: Math.round(limiter * 10) / 10,
      ...Object.fromEntries(ratios.map(([count, ratio]) => [`of_${count}_without_limiter`, ratio]))
    })
    expect(limiter).toBeLessThanOrEqual(cpu('alone'))
    for (const [, ratio] of ratios) expect(ratio).toBeLessThanOrEqual(1.1)
  }))

/**
 * CPU of these processes for a request [µs], each while it is asked itself. They are asked one after the other: at
 * once, they would wait for the cores of this machine, and a process that gets a request at a time shares no turn of
 * its loop, nor a question to PostgreSQL, among many.
 */
async function cpuOfRequest(processes: readonly Served[], requests: number): Promise<number> {
  let used = 0
  for (const { child, origin } of processes) {
    const before = cpuMicroseconds(child.pid)
    await run({ origin, pathOf: () => hotPath, requests, connections })
    used += cpuMicroseconds(child.pid) - before
  }
  return used / requests / processes.length
}

it('new points cost as many calls of the source, however many processes are asked for them at once', () =>
  withFolder(async ({ SOURCES: _, ...settings }) => {
    const calls: Record<string, number> = {}
    for (const count of counts) {
      const upstream = await startUpstream()
      const { url } = await engine.fresh()
      const environment = {
        ...{ ...settings, ...upstream.environment, ENSEMBLE: 'no', POINTS_PER_DAY: '0' },
        DATABASE_URL: url ?? ''
      }
      const processes: Served[] = []
      for (let index = 0; index < count; index += 1) processes.push(await start(environment, 'api'))
      const asked = (): number =>
        upstream.requests.filter(({ query }) => Number(query.get('latitude')) >= 50).length
      await Promise.all(
        processes.flatMap(({ origin }) =>
          Array.from({ length: points }, async (__, index) => {
            const answer = await fetch(`${origin}/api/v1/weather/current?lat=${50 + index / 10}&lon=38.5`)
            expect([answer.status, await answer.text()]).toMatchObject([200, expect.any(String)])
          })
        )
      )
      calls[`calls_of_${count}`] = asked()
      await upstream.close()
    }
    printFigures('processes', { points, ...calls })
    expect(Object.values(calls)).toEqual(counts.map(() => points))
  }))
