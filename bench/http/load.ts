/** Requests over kept-alive connections, each with a client address of its own, and how long each took. */
import { Pool } from 'undici'

export interface Load {
  readonly origin: string
  /** The path of the n-th request. */
  readonly pathOf: (index: number) => string
  readonly requests: number
  readonly connections: number
  /** Shown with every request; default: none. */
  readonly key?: string
  /** Connections to the origin that stay open afterwards; default: new ones. */
  readonly pool?: Pool
}

export interface LoadResult {
  readonly seconds: number
  readonly p99Milliseconds: number
  /** Body bytes of the last answer. */
  readonly bodyBytes: number
}

/** So many client addresses, told through the trusted proxy's header. */
const clients = 10_000

/** Kept-alive connections, one request at a time on each. */
export function connectionsTo(origin: string, connections: number): Pool {
  return new Pool(origin, { connections, pipelining: 1 })
}

/** Runs a load to its end. @throws {Error} for any answer but 200: a bench of refusals would be a fast one. */
export async function run(load: Load): Promise<LoadResult> {
  const pool = load.pool ?? connectionsTo(load.origin, load.connections)
  const latencies = new Float64Array(load.requests)
  let next = 0
  let bodyBytes = 0
  const worker = async (): Promise<void> => {
    while (next < load.requests) {
      const index = next++
      const startedAt = performance.now()
      const { statusCode, body } = await pool.request({
        method: 'GET',
        path: load.pathOf(index),
        headers: { 'x-forwarded-for': address(index % clients), ...(load.key && { 'x-api-key': load.key }) }
      })
      const bytes = await body.arrayBuffer()
      if (statusCode !== 200) throw new Error(`${load.pathOf(index)} answered ${statusCode}`)
      bodyBytes = bytes.byteLength
      latencies[index] = performance.now() - startedAt
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: load.connections }, worker))
  const seconds = (performance.now() - startedAt) / 1000
  if (load.pool === undefined) await pool.close()
  latencies.sort()
  return { seconds, p99Milliseconds: latencies[Math.floor(load.requests * 0.99)] ?? Number.NaN, bodyBytes }
}

function address(index: number): string {
  return `198.${18 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`
}
