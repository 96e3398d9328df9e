/** The service itself, told to stop in the midst of a crowd that is to be told of a frost. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openClient } from '../contracts/http/client.ts'
import { post } from '../contracts/http-alerts/client.ts'
import { type LoopbackServer, startLoopback } from '../receivers/loopback.ts'
import { startUpstream, type Upstream } from '../upstream/upstream.ts'
import { clearNights, placeByDay, shifted } from '../upstream/weather.ts'
import { type Served, serve } from './served.ts'

const crowd = 16

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
  const open = {
    TRUST_PROXY: 'loopback',
    TIERS: 'free=100000/60',
    ENSEMBLE: 'no',
    LOG_LEVEL: 'error',
    DRAIN_SECONDS: '0'
  }
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
function notified(): readonly string[] {
  return ntfy.requests.map(({ body }) => String(JSON.parse(body.toString()).topic))
}

/** How many messages the process has claimed and not yet written down as sent or put back. */
function claimed(): number {
  const database = new DatabaseSync(join(dataDir, 'ayaz.sqlite'), { readOnly: true })
  try {
    const row = database.prepare('SELECT count(*) AS count FROM messages WHERE leased_by IS NOT NULL').get()
    return Number(row?.['count'])
  } finally {
    database.close()
  }
}

it('begins nothing more, waits for what is under way, and the next life tells everybody else: each once', async () => {
  held = []
  const client = await openClient(served.origin)
  // Each of a client of its own, all at once, for the first message is given up after ten seconds; the frost is already
  // in sight.
  const subscribe = (_: unknown, one: number) => {
    const from = { 'x-forwarded-for': `203.0.113.${one}` }
    return post(
      client,
      '/alerts/subscribe',
      { location: placeByDay().slug, channel: 'ntfy', threshold: 10 },
      from
    )
  }
  const answers = await Promise.all(Array.from({ length: crowd }, subscribe))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  await client.close()
  // One is under way to a server that has not answered yet; the others wait behind it.
  await expect.poll(() => notified().length).toBe(1)
  await expect.poll(claimed).toBe(crowd)

  const ended = once(served.child, 'exit')
  served.child.kill('SIGTERM')
  // What waited goes back as soon as nothing more is begun.
  await expect.poll(claimed).toBe(1)
  for (const release of held) release()
  expect(await ended).toEqual([0, null])
  expect(notified()).toHaveLength(1)

  held = null
  served = await serve(environment)
  await expect.poll(() => new Set(notified()).size).toBe(crowd)
  expect(notified()).toHaveLength(crowd)
})
