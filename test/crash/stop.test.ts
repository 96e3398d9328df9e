/** The service itself, told to stop in the midst of a crowd that is to be told of a frost. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openClient } from '../contracts/http/client.ts'
import { post } from '../contracts/http-alerts/asking.ts'
import { type LoopbackServer, startLoopback } from '../receivers/loopback.ts'
import { startUpstream, type Upstream } from '../upstream/upstream.ts'
import { clearNights, shifted } from '../upstream/weather.ts'
import { type Served, serve } from './served.ts'

const crowd = 40

let upstream: Upstream
let ntfy: LoopbackServer
/** Each waits with its answer until it is called; null answers at once. */
let held: (() => void)[] | null
let dataDir: string
let environment: Readonly<Record<string, string>>
let served: Served

beforeEach(async () => {
  upstream = await startUpstream()
  upstream.setWeather(shifted(clearNights, -4))
  held = null
  ntfy = await startLoopback(() => {
    const answer = { status: 200, body: '{}' }
    return held === null ? answer : new Promise((resolve) => held?.push(() => resolve(answer)))
  })
  dataDir = await mkdtemp(join(tmpdir(), 'ayaz-stop-'))
  const open = { TRUST_PROXY: 'loopback', TIERS: 'free=100000/60', ENSEMBLE: 'no', LOG_LEVEL: 'error' }
  environment = { ...upstream.environment, ...open, NTFY_URL: ntfy.origin, DATA_DIR: dataDir }
  served = await serve(environment)
})

afterEach(async () => {
  served.child.kill('SIGKILL')
  await ntfy.close()
  await upstream.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** The topics that were told of a frost, once for each time. */
function told(): readonly string[] {
  return ntfy.requests.map(({ body }) => String(JSON.parse(body.toString()).topic))
}

async function isReady(): Promise<boolean> {
  const answer = await fetch(`${served.origin}/readyz`).catch(() => null)
  return answer?.ok ?? false
}

it('begins nothing more, waits for what is under way, and the next life tells everybody else: each once', {
  timeout: 120_000
}, async () => {
  held = []
  const client = await openClient(served.origin)
  for (let one = 1; one <= crowd; one += 1) {
    // Each of a client of its own; the frost is already in sight.
    const from = { 'x-forwarded-for': `203.0.113.${one}` }
    const body = { location: 'malatya', channel: 'ntfy', threshold: 10 }
    expect((await post(client, '/alerts/subscribe', body, from)).status).toBe(201)
  }
  await client.close()
  // One is under way to a server that has not answered yet; the others wait behind it.
  await expect.poll(() => told().length).toBe(1)

  const ended = once(served.child, 'exit')
  served.child.kill('SIGTERM')
  await expect.poll(isReady).toBe(false)
  for (const release of held) release()
  expect(await ended).toEqual([0, null])
  expect(told()).toHaveLength(1)

  held = null
  served = await serve(environment)
  await expect.poll(() => new Set(told()).size).toBe(crowd)
  expect(told()).toHaveLength(crowd)
})
