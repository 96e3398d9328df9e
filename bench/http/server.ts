/** One of the servers that are measured, in a process of its own: told over IPC, asked for its CPU time and memory. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { pino } from 'pino'
import { openApp } from '../../src/app/app.ts'
import { readConfiguration } from '../../src/app/configuration.ts'

/** What the bench tells a server, and what it answers. */
export type Order =
  | {
      readonly kind: 'start'
      readonly server: 'node' | 'fastify' | 'stringify' | 'ayaz'
      readonly body: string | null
      /** What bare `node:http` sends beside type and length: name, value, name, value …; absent: nothing. */
      readonly headers?: readonly string[]
      readonly dataDir: string
      /** Where quotas of clients are counted; absent: in the process. */
      readonly databaseUrl?: string
    }
  /** From now on it is `at` [ms since epoch], and goes on from there. */
  | { readonly kind: 'clock'; readonly at: number }
  /** Memory is only worth its collection where it is looked at. */
  | { readonly kind: 'usage'; readonly withMemory: boolean }
  | { readonly kind: 'stop' }

export interface Usage {
  /** User and system CPU time so far [µs]. */
  readonly cpuMicroseconds: number
  /** Live heap and array buffers after a collection [bytes]. */
  readonly memoryBytes: number
}

let clockSetTo = Date.now()
let clockSetSince = performance.now()
const clock = (): number => clockSetTo + Math.floor(performance.now() - clockSetSince)

process.on('message', async (order: Order) => {
  if (order.kind === 'start') process.send?.({ port: await start(order) })
  if (order.kind === 'usage') process.send?.(await usage(order.withMemory))
  if (order.kind === 'clock') {
    clockSetTo = order.at
    clockSetSince = performance.now()
  }
  if (order.kind === 'stop') process.exit(0)
})

async function usage(withMemory: boolean): Promise<Usage> {
  // Read before the collection, which is the bench's own doing and must not be charged to the requests.
  const { user, system } = process.cpuUsage()
  // What one collection finds dead is given back by the next: buffers outside the heap above all.
  for (let round = 0; withMemory && round < 3; round++) {
    globalThis.gc?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return { cpuMicroseconds: user + system, memoryBytes: heapUsed + arrayBuffers }
}

async function start(order: Extract<Order, { kind: 'start' }>): Promise<number> {
  const bytes = Buffer.from(order.body ?? '')
  if (order.server === 'node') {
    const own = [...(order.headers ?? []), 'Content-Type', 'application/json; charset=utf-8']
    const server = createServer((_request, response) => {
      response.writeHead(200, [...own, 'Content-Length', String(bytes.length)])
      response.end(bytes)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return (server.address() as AddressInfo).port
  }
  if (order.server === 'fastify') {
    const server = fastify()
    server.get('/*', (_request, reply) => {
      reply.header('Content-Type', 'application/json; charset=utf-8').send(bytes)
    })
    await server.listen({ host: '127.0.0.1', port: 0 })
    return (server.server.address() as AddressInfo).port
  }
  if (order.server === 'stringify') {
    const value: unknown = JSON.parse(order.body ?? 'null')
    const server = fastify()
    server.get('/*', (_request, reply) => {
      reply.header('Content-Type', 'application/json; charset=utf-8').send(JSON.stringify(value))
    })
    await server.listen({ host: '127.0.0.1', port: 0 })
    return (server.server.address() as AddressInfo).port
  }
  const configuration = readConfiguration({
    SOURCES: 'demo',
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: order.dataDir,
    TRUST_PROXY: 'loopback',
    TIERS: 'free=1000000/60',
    ANSWERS_MB: '2',
    SERIES_MB: '512',
    ...(order.databaseUrl && { DATABASE_URL: order.databaseUrl, ROLE: 'api' })
  })
  // Each jump of the clock would renew the map's places beside what is measured.
  const app = await openApp(configuration, { log: pino({ level: 'silent' }), clock, refreshesMap: false })
  return Number(new URL(await app.listen()).port)
}
