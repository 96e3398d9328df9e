/**
 * Hot and warm answers beside bare node:http and bare fastify that send the same bytes: server CPU per request, rate,
 * p99, and what a kept point costs. In one run, in many short turns; gated are medians of each turn's
 * ratio, because a machine that others share slows down and recovers within seconds.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Pool } from 'undici'
import { addKeys, plainKey } from '../../test/contracts/http/generated/things.ts'
import { ownPostgresEngine } from '../../test/contracts/store/engines.ts'
import type { Gate } from '../gate.ts'
import { connectionsTo, type LoadResult, run } from './load.ts'
import { measureMaking } from './making.ts'
import { inPostgres, type Measured, type Results, report } from './report.ts'
import type { Order, Usage } from './server.ts'

const turns = 20
const requestsPerTurn = 1200
/** A process that has just waited finds the processor's caches cold: its first answers are not counted. */
const leadIn = 300
const connections = 16
const makingRounds = 5
/** Asked for before memory is measured again. */
const points = 3000
/**
 * So many turns share a slot of answers. Each of its points is asked for once: its forecast and the question are known,
 * its answer is not made yet.
 */
const turnsPerSlot = 2
const warmPoints = turnsPerSlot * (leadIn + requestsPerTurn)
/** Asked before memory is first measured, each in many ways, by as many clients as there are. */
const pointsBefore = 500
const fillingRequests = 10_000

const hotPath = '/api/v1/weather?location=malatya'

export async function benchHttp(): Promise<readonly Gate[]> {
  const folder = await mkdtemp(join(tmpdir(), 'ayaz-bench-'))
  await addKeys({ url: null, dataDir: folder }, startAt)
  const ayaz = await start({ kind: 'start', server: 'ayaz', body: null, dataDir: folder })
  // By itself, because what a jump of its clock leaves to do and to collect would count for the hot answers after it.
  const warmFolder = await mkdtemp(join(tmpdir(), 'ayaz-bench-'))
  const warm = await start({ kind: 'start', server: 'ayaz', body: null, dataDir: warmFolder })
  const shared = await startShared()
  const answer = await fetch(ayaz.origin + hotPath)
  const body = await answer.text()
  const node = await start({ kind: 'start', server: 'node', body, dataDir: folder })
  const headers = ownHeaders(answer)
  const nodeWithHeaders = await start({ kind: 'start', server: 'node', body, headers, dataDir: folder })
  const fastify = await start({ kind: 'start', server: 'fastify', body, dataDir: folder })
  const warmBody = await (await fetch(warm.origin + warmPath(0))).text()
  const stringifying = await start({ kind: 'start', server: 'stringify', body: warmBody, dataDir: folder })
  try {
    // Filled first is what has its own limit and does not grow with points: answers, questions, clients, compiled code.
    await run({ origin: warm.origin, pathOf: fillingPath, requests: fillingRequests, connections })
    const before = await usageOf(warm.child, true)
    await run({ origin: warm.origin, pathOf: warmPath, requests: points, connections })
    const after = await usageOf(warm.child, true)
    const kilobytesPerPoint = (after.memoryBytes - before.memoryBytes) / (points - pointsBefore) / 1000
    const results = await interleave({
      'node:http, same bytes': () => measure(node, () => hotPath),
      'node:http, same headers': () => measure(nodeWithHeaders, () => hotPath),
      'fastify, same bytes': () => measure(fastify, () => hotPath),
      'fastify, JSON.stringify': () => measure(stringifying, () => hotPath),
      'ayaz, hot': () => measure(ayaz, () => hotPath),
      'ayaz, hot, with a key': () => measure(ayaz, () => hotPath, plainKey),
      [inPostgres]: () => measure(shared.server, () => hotPath),
      'ayaz, warm': async (turn) => {
        const ofSlot = turn % turnsPerSlot
        if (ofSlot === 0) await beginSlot(warm)
        return measure(warm, (index) => warmPath(ofSlot * (leadIn + requestsPerTurn) + index))
      }
    })
    const making = await measureMaking(makingRounds)
    return report(results, {
      ...{ bodyBytes: Buffer.byteLength(body), making, kilobytesPerPoint },
      ...{ connections, requestsPerTurn, turns: turns - turnsPerSlot }
    })
  } finally {
    await Promise.all([ayaz, warm, node, nodeWithHeaders, fastify, stringifying].map(stop))
    await shared.close()
    for (const one of [folder, warmFolder]) await rm(one, { recursive: true, force: true })
  }
}

/** What node:http does not send by itself, and neither the type nor the length of a body. */
function ownHeaders({ headers }: Response): readonly string[] {
  const others = new Set([
    'connection',
    'content-encoding',
    'content-length',
    'content-type',
    'date',
    'keep-alive'
  ])
  return [...headers].filter(([name]) => !others.has(name)).flat()
}

/** One more process, which counts its clients in a PostgreSQL. */
async function startShared(): Promise<{ readonly server: Started; readonly close: () => Promise<void> }> {
  const [engine, dataDir] = [ownPostgresEngine(), await mkdtemp(join(tmpdir(), 'ayaz-bench-'))]
  await engine.start()
  const databaseUrl = (await engine.fresh()).url ?? ''
  const server = await start({ kind: 'start', server: 'ayaz', body: null, dataDir, databaseUrl })
  const close = async (): Promise<void> => {
    const ended = once(server.child, 'exit')
    await stop(server)
    await ended
    await engine.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { server, close }
}

/**
 * Two minutes before a new step of answers at the points: in India slots begin at half past a UTC hour, and the demo's
 * forecasts, which are good until the hour ends, stay known.
 */
const startAt = Date.parse('2026-04-11T09:28:00Z')
const slotMilliseconds = 3 * 3_600_000
/** Fewer than may wait for a source: of more, some are turned away and come due in the round that is measured. */
const portion = 200
let slot = 0

/**
 * Begins the next slot, whose answers nobody has asked for yet: before it, all forecasts are renewed and every question
 * asked.
 */
async function beginSlot({ child, origin }: Started): Promise<void> {
  const at = startAt + slot * slotMilliseconds
  child.send({ kind: 'clock', at } satisfies Order)
  for (let from = 0; from < warmPoints; from += portion) {
    await run({ origin, pathOf: (index) => warmPath(from + index), requests: portion, connections })
    await untilIdle(child)
  }
  await run({ origin, pathOf: warmPath, requests: warmPoints, connections })
  await untilIdle(child)
  child.send({ kind: 'clock', at: at + 180_000 } satisfies Order)
  slot += 1
}

/**
 * Neighbours in the order are far apart on the ground, so that the map of zones is whole before memory is looked at.
 */
function warmPath(index: number): string {
  const point = (index * 7) % points
  return `/api/v1/weather?lat=${(14 + (point % 50) * 0.2).toFixed(1)}&lon=${(75.5 + Math.floor(point / 50) * 0.075).toFixed(3)}`
}

/** Many questions about few points. */
function fillingPath(index: number): string {
  const round = Math.floor(index / pointsBefore)
  return `${warmPath(index % pointsBefore)}&days=${1 + (round % 16)}&lang=${round < 16 ? 'en' : 'tr'}`
}

async function interleave(
  variants: Readonly<Record<string, (turn: number) => Promise<Measured>>>
): Promise<Results> {
  const names = Object.keys(variants)
  const all = new Map<string, Measured[]>(names.map((name) => [name, []]))
  for (let turn = 0; turn < turns; turn++) {
    for (const name of names) {
      const measured = await variants[name]?.(turn)
      // The first slot warms the compilers and is not counted.
      if (turn >= turnsPerSlot && measured !== undefined) all.get(name)?.push(measured)
    }
    process.stderr.write(`\rturn ${turn + 1} of ${turns}`)
  }
  process.stderr.write('\n')
  return Object.fromEntries(all)
}

interface Started {
  readonly child: ChildProcess
  readonly origin: string
  readonly pool: Pool
}

async function start(order: Order): Promise<Started> {
  const child = fork(new URL('./server.ts', import.meta.url))
  child.send({ kind: 'clock', at: startAt } satisfies Order)
  child.send(order)
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const origin = `http://127.0.0.1:${port}`
  return { child, origin, pool: connectionsTo(origin, connections) }
}

async function stop({ child, pool }: Started): Promise<void> {
  await pool.destroy()
  child.send({ kind: 'stop' } satisfies Order)
}

async function usageOf(child: ChildProcess, withMemory = false): Promise<Usage> {
  child.send({ kind: 'usage', withMemory } satisfies Order)
  const [usage] = (await once(child, 'message')) as [Usage]
  return usage
}

/** Refreshes go on after the answers that began them. @throws {Error} where they do not end. */
async function untilIdle(child: ChildProcess): Promise<void> {
  const [pauseMilliseconds, maxPauses] = [100, 300]
  let before = await usageOf(child)
  for (let pause = 0; pause < maxPauses; pause++) {
    await setTimeout(pauseMilliseconds)
    const after = await usageOf(child)
    if (after.cpuMicroseconds - before.cpuMicroseconds < pauseMilliseconds * 100) return
    before = after
  }
  throw new Error(
    `the server still computes ${(maxPauses * pauseMilliseconds) / 1000} s after the last answer`
  )
}

async function measure(
  { child, origin, pool }: Started,
  pathOf: (index: number) => string,
  key?: string
): Promise<Measured> {
  const load = { origin, pool, connections, ...(key && { key }) }
  await run({ ...load, pathOf, requests: leadIn })
  const before = await usageOf(child)
  const result: LoadResult = await run({
    ...load,
    pathOf: (index) => pathOf(leadIn + index),
    requests: requestsPerTurn
  })
  const after = await usageOf(child)
  return {
    cpuMicroseconds: (after.cpuMicroseconds - before.cpuMicroseconds) / requestsPerTurn,
    perSecond: requestsPerTurn / result.seconds,
    p99Milliseconds: result.p99Milliseconds
  }
}
