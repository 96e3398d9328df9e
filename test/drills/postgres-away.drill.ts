/**
 * PostgreSQL is away for a minute beneath a running service: what goes on, what is refused, and how soon all is well
 * again.
 */
import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStore } from '../../src/store/open.ts'
import { ownPostgresEngine } from '../contracts/store/engines.ts'
import { serve } from '../crash/served.ts'
import { startUpstream } from '../upstream/upstream.ts'
import { printFigures } from './figures.ts'
import { withFolder } from './served-folder.ts'

const awayMs = 60_000
const lookEveryMs = 200
const key = 'a-key-that-was-used-before'
const known = '/api/v1/weather?location=malatya'

const engine = ownPostgresEngine(true)
beforeAll(() => engine.start())
afterAll(() => engine.stop())

it('a minute without PostgreSQL: known points, pages, metrics and keys go on, writes are 503 with Retry-After', () =>
  withFolder(async ({ SOURCES: _, ...settings }, dataDir) => {
    const { url } = await engine.fresh()
    await addKey(url, dataDir)
    const upstream = await startUpstream()
    const environment = { ...settings, ...upstream.environment, ENSEMBLE: 'no', TRUST_PROXY: 'loopback' }
    const { origin } = await serve({ ...environment, DATABASE_URL: url ?? '' })
    const written = await subscribe(origin)
    expect(written.status).toBe(201)
    const { id, manage } = (await written.json()) as { id: string; manage: { token: string } }
    const questions = {
      known_points: () => fetch(origin + known),
      keys: () => fetch(origin + known, { headers: { 'x-api-key': key } }),
      pages: () => fetch(`${origin}/en`),
      places: () => fetch(`${origin}/en/place/malatya`, { headers: ofNewClient() }),
      places_tr: () => fetch(`${origin}/tr/yer/malatya`, { headers: ofNewClient() }),
      widgets: () => fetch(`${origin}/en/widget/malatya`, { headers: ofNewClient() }),
      metrics: () => fetch(`${origin}/metrics`),
      writes: () => subscribe(origin)
    }
    for (const [kind, ask] of Object.entries(questions))
      expect([kind, (await ask()).ok]).toEqual([kind, true])
    await engine.fallOver()
    const answered: Record<string, number> = {}
    const otherwise: string[] = []
    let slowestMs = 0
    for (const until = performance.now() + awayMs; performance.now() < until; ) {
      for (const [kind, ask] of Object.entries(questions)) {
        const began = performance.now()
        const { status, headers } = await ask()
        slowestMs = Math.max(slowestMs, performance.now() - began)
        const isRight =
          kind === 'writes' ? status === 503 && Number(headers.get('retry-after')) > 0 : status === 200
        if (isRight) answered[kind] = (answered[kind] ?? 0) + 1
        else otherwise.push(`${kind} ${status}`)
      }
      await setTimeout(lookEveryMs)
    }
    const began = performance.now()
    await engine.comeBack()
    await expect.poll(async () => (await subscribe(origin)).status).toBe(201)
    const recovered_ms = Math.round(performance.now() - began)
    const own = { headers: { authorization: `Bearer ${manage.token}` } }
    const lost = (await fetch(`${origin}/api/v1/alerts/subscriptions/${id}`, own)).ok ? 0 : 1
    await expect.poll(async () => (await fetch(`${origin}/readyz`)).status, { timeout: 120_000 }).toBe(200)
    const ready_ms = Math.round(performance.now() - began)
    await upstream.close()
    const { writes: refused = 0, ...goesOn } = answered
    printFigures('postgres-away', {
      ...{ away_s: awayMs / 1000, ...goesOn, refused_writes: refused, otherwise: otherwise.length },
      ...{ slowest_ms: Math.round(slowestMs), recovered_ms, ready_ms, lost }
    })
    expect(otherwise).toEqual([])
    expect(Object.keys(answered)).toEqual(Object.keys(questions))
    expect(lost).toBe(0)
  }))

async function addKey(url: string | null, dataDir: string): Promise<void> {
  const store = await openStore({ url, dataDir, now: Date.now() })
  const hash = createHash('sha256').update(key).digest('hex')
  const holder = { id: 'k1', tier: 'free', label: 'drill', operator: false, createdAt: Date.now() }
  await store.apiKeys.add({ ...holder, hash })
  await store.close()
}

let clients = 0

/** A client has a limit. */
function ofNewClient(): Readonly<Record<string, string>> {
  clients += 1
  return { 'x-forwarded-for': `85.105.${clients >> 8}.${clients & 255}` }
}

function subscribe(origin: string): Promise<Response> {
  return fetch(`${origin}/api/v1/alerts/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...ofNewClient() },
    body: JSON.stringify({ location: 'malatya', channel: 'feed', threshold: 60 })
  })
}
