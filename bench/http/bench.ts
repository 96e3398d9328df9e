/**
 * Hot and warm answers beside bare node:http and bare fastify that send the same bytes: server CPU per request, rate,
 * p99, and what a kept point costs. In one run, interleaved, medians of the rounds.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { plainKey } from '../../test/contracts/http/generated/requests.ts'
import { addKeys } from '../../test/contracts/http/generated/run.ts'
import { redisMissing, startRedis } from '../../test/receivers/redis.ts'
import { type LoadResult, run } from './load.ts'
import { type Making, measureMaking } from './making.ts'
import { median } from './median.ts'
import type { Order, Usage } from './server.ts'

export interface Gate {
  readonly name: string
  readonly value: number
  readonly most: number
}

const rounds = 5
const requestsPerRound = 3000
const connections = 16
/** Asked for before memory is measured again. */
const points = 3000
/**
 * Each of so many is asked for once in a warm round: its forecast and the question are known, its answer is not made
 * yet.
 */
const warmPoints = 1000
/** Asked before memory is first measured, each in many ways, by as many clients as there are. */
const pointsBefore = 500
const fillingRequests = 10_000

const hotPath = '/api/v1/weather?location=malatya'

interface Measured {
  readonly cpuMicroseconds: number
  readonly perSecond: number
  readonly p99Milliseconds: number
}

export async function benchHttp(): Promise<readonly Gate[]> {
  const folder = await mkdtemp(join(tmpdir(), 'ayaz-bench-'))
  await addKeys(folder, startAt)
  const ayaz = await start({ kind: 'start', server: 'ayaz', body: null, dataDir: folder })
  const shared = await startShared()
  const body = await (await fetch(ayaz.origin + hotPath)).text()
  const node = await start({ kind: 'start', server: 'node', body, dataDir: folder })
  const fastify = await start({ kind: 'start', server: 'fastify', body, dataDir: folder })
  const stringifying = await start({ kind: 'start', server: 'stringify', body, dataDir: folder })
  try {
    // Filled first is what has its own limit and does not grow with points: answers, questions, clients, compiled code.
    await run({ origin: ayaz.origin, pathOf: fillingPath, requests: fillingRequests, connections })
    const before = await usageOf(ayaz.child, true)
    await run({ origin: ayaz.origin, pathOf: warmPath, requests: points, connections })
    const after = await usageOf(ayaz.child, true)
    const kilobytesPerPoint = (after.memoryBytes - before.memoryBytes) / (points - pointsBefore) / 1000
    const results = await interleave({
      'node:http, same bytes': () => measure(node, () => hotPath, requestsPerRound),
      'fastify, same bytes': () => measure(fastify, () => hotPath, requestsPerRound),
      'fastify, JSON.stringify': () => measure(stringifying, () => hotPath, requestsPerRound),
      'ayaz, hot': () => measure(ayaz, () => hotPath, requestsPerRound),
      'ayaz, hot, with a key': () => measure(ayaz, () => hotPath, requestsPerRound, plainKey),
      ...(shared && { [inRedis]: () => measure(shared.server, () => hotPath, requestsPerRound) }),
      'ayaz, warm': async () => {
        await beginSlot(ayaz)
        return measure(ayaz, warmPath, warmPoints)
      }
    })
    const making = await measureMaking(rounds)
    return report(results, { bodyBytes: Buffer.byteLength(body), making, kilobytesPerPoint })
  } finally {
    for (const { child } of [ayaz, node, fastify, stringifying]) child.send({ kind: 'stop' } satisfies Order)
    await shared?.close()
    await rm(folder, { recursive: true, force: true })
  }
}

const inRedis = 'ayaz, hot, Redis counts'

/** One more process, which counts its clients in a Redis; null where none is installed. */
async function startShared(): Promise<{
  readonly server: Started
  readonly close: () => Promise<void>
} | null> {
  const missing = redisMissing()
  if (missing !== null) {
    console.warn(`quotas in Redis are not measured: ${missing}`)
    return null
  }
  const [redis, dataDir] = [await startRedis(), await mkdtemp(join(tmpdir(), 'ayaz-bench-'))]
  const server = await start({ kind: 'start', server: 'ayaz', body: null, dataDir, redisUrl: redis.url })
  const close = async (): Promise<void> => {
    server.child.send({ kind: 'stop' } satisfies Order)
    await redis.close()
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
let slot = 0

/**
 * Begins the next slot, whose answers nobody has asked for yet: before it, all forecasts are renewed and every question
 * asked.
 */
async function beginSlot({ child, origin }: Started): Promise<void> {
  const at = startAt + slot * slotMilliseconds
  child.send({ kind: 'clock', at } satisfies Order)
  for (let pass = 0; pass < 2; pass++) {
    await run({ origin, pathOf: warmPath, requests: warmPoints, connections })
    await untilIdle(child)
  }
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

type Results = Readonly<Record<string, Measured>>

async function interleave(variants: Readonly<Record<string, () => Promise<Measured>>>): Promise<Results> {
  const names = Object.keys(variants)
  const all = new Map<string, Measured[]>(names.map((name) => [name, []]))
  // The first round warms the compilers and is not counted.
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const measured = await variants[name]?.()
      if (round > 0 && measured !== undefined) all.get(name)?.push(measured)
      process.stderr.write(`\rround ${round} of ${rounds}: ${name.padEnd(30)}`)
    }
  }
  process.stderr.write('\n')
  return Object.fromEntries(names.map((name) => [name, medianOf(all.get(name) ?? [])]))
}

interface Started {
  readonly child: ChildProcess
  readonly origin: string
}

async function start(order: Order): Promise<Started> {
  const child = fork(new URL('./server.ts', import.meta.url))
  child.send({ kind: 'clock', at: startAt } satisfies Order)
  child.send(order)
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { child, origin: `http://127.0.0.1:${port}` }
}

async function usageOf(child: ChildProcess, withMemory = false): Promise<Usage> {
  child.send({ kind: 'usage', withMemory } satisfies Order)
  const [usage] = (await once(child, 'message')) as [Usage]
  return usage
}

/** Refreshes go on after the answers that began them. @throws {Error} where they do not end. */
async function untilIdle(child: ChildProcess): Promise<void> {
  const [pauseMilliseconds, mostPauses] = [100, 300]
  let before = await usageOf(child)
  for (let pause = 0; pause < mostPauses; pause++) {
    await setTimeout(pauseMilliseconds)
    const after = await usageOf(child)
    if (after.cpuMicroseconds - before.cpuMicroseconds < pauseMilliseconds * 100) return
    before = after
  }
  throw new Error(
    `the server still computes ${(mostPauses * pauseMilliseconds) / 1000} s after the last answer`
  )
}

async function measure(
  server: Started,
  pathOf: (index: number) => string,
  requests: number,
  key?: string
): Promise<Measured> {
  const before = await usageOf(server.child)
  const result: LoadResult = await run({
    ...{ origin: server.origin, pathOf, requests, connections },
    ...(key && { key })
  })
  const after = await usageOf(server.child)
  return {
    cpuMicroseconds: (after.cpuMicroseconds - before.cpuMicroseconds) / requests,
    perSecond: requests / result.seconds,
    p99Milliseconds: result.p99Milliseconds
  }
}

function report(
  results: Results,
  facts: { readonly bodyBytes: number; readonly making: Making; readonly kilobytesPerPoint: number }
): readonly Gate[] {
  console.log(
    `\n${facts.bodyBytes} bytes of body, ${connections} connections, 10,000 client addresses, limiter on`
  )
  console.log(`n = ${requestsPerRound} (warm ${warmPoints}) a round, ${rounds} rounds interleaved, medians\n`)
  console.log('server                     CPU µs/request   requests/s   p99 ms')
  for (const [name, one] of Object.entries(results)) {
    const cells = [
      one.cpuMicroseconds.toFixed(1).padStart(14),
      one.perSecond.toFixed(0).padStart(12),
      one.p99Milliseconds.toFixed(2).padStart(8)
    ]
    console.log(`${name.padEnd(25)} ${cells.join(' ')}`)
  }
  const cpu = (name: string): number => results[name]?.cpuMicroseconds ?? Number.NaN
  const { makingMicroseconds, stringifyMicroseconds } = facts.making
  const times = (microseconds: number): string => (microseconds / stringifyMicroseconds).toFixed(1)
  console.log(
    `\nOne JSON.stringify of the body, without a server: ${stringifyMicroseconds.toFixed(1)} µs. Making a warm answer, without a server: ${makingMicroseconds.toFixed(1)} µs, ${times(makingMicroseconds)} × that.`
  )
  console.log(
    `With one, a warm answer is ${times(cpu('ayaz, warm'))} ×, a bare node:http answer of the same bytes already ${times(cpu('node:http, same bytes'))} ×.`
  )
  return [
    {
      name: 'hot answer / bare node:http [CPU]',
      value: cpu('ayaz, hot') / cpu('node:http, same bytes'),
      most: 1.25
    },
    {
      name: 'hot answer / bare fastify [CPU]',
      value: cpu('ayaz, hot') / cpu('fastify, same bytes'),
      most: 1.4
    },
    {
      name: 'warm answer / bare fastify with one JSON.stringify of its body [CPU]',
      value: cpu('ayaz, warm') / cpu('fastify, JSON.stringify'),
      most: 2.5
    },
    {
      name: 'hot answer with a key / without [CPU]',
      value: cpu('ayaz, hot, with a key') / cpu('ayaz, hot'),
      most: 1.3
    },
    ...sharedGates(cpu),
    { name: 'memory of a kept point [kB]', value: facts.kilobytesPerPoint, most: 28 }
  ]
}

/** What counting in Redis costs by itself, against a hot answer. */
function sharedGates(cpu: (name: string) => number): readonly Gate[] {
  const own = cpu(inRedis) - cpu('ayaz, hot')
  if (Number.isNaN(own)) return []
  console.log(`Counting in Redis costs ${own.toFixed(1)} µs of CPU a request.`)
  return [{ name: 'quotas in Redis / hot answer [CPU]', value: own / cpu('ayaz, hot'), most: 1 }]
}

function medianOf(all: readonly Measured[]): Measured {
  return {
    cpuMicroseconds: median(all.map((one) => one.cpuMicroseconds)),
    perSecond: median(all.map((one) => one.perSecond)),
    p99Milliseconds: median(all.map((one) => one.p99Milliseconds))
  }
}
