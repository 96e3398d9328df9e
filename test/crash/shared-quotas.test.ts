/** Processes that share a PostgreSQL grant a client its quota once, however many processes it asks. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { postgresEngine } from '../contracts/store/engines.ts'
import { type Served, serve } from './served.ts'

const engine = postgresEngine()
let processes: Served[] = []

beforeAll(() => engine.start())
afterAll(() => engine.stop())
afterEach(() => {
  for (const { child } of processes) child.kill('SIGKILL')
  processes = []
})

it('exactly 60 of 300 requests pass over two api processes, and over four', async () => {
  const { url, dataDir } = await engine.migrated()
  const environment = {
    SOURCES: 'demo',
    DATABASE_URL: url ?? '',
    DATA_DIR: dataDir,
    ROLE: 'api',
    TRUST_PROXY: 'loopback',
    // An hour, so that none ends while the requests are sent.
    TIERS: 'free=60/3600',
    LOG_LEVEL: 'error'
  }
  for (const [count, client] of [
    [2, '85.105.1.1'],
    [4, '85.105.1.2']
  ] as const) {
    const more = Array.from({ length: count - processes.length }, () => serve(environment))
    processes.push(...(await Promise.all(more)))
    expect(await outcomes(client)).toEqual({ 200: 60, 429: 240 })
  }
})

/** How often each status came in 300 requests of a client, ten at a time over all processes. */
async function outcomes(client: string): Promise<Readonly<Record<number, number>>> {
  const counted: Record<number, number> = {}
  let sent = 0
  const ask = async (): Promise<void> => {
    while (sent < 300) {
      const process = processes[sent++ % processes.length]
      const answer = await fetch(`${process?.origin}/api/v1/weather/current?location=malatya`, {
        headers: { 'x-forwarded-for': client }
      })
      await answer.arrayBuffer()
      counted[answer.status] = (counted[answer.status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: 10 }, ask))
  return counted
}
