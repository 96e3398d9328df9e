/** Processes that share a database ask a source once for a point, and say the same of it. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hourMs } from '../../../src/common/time.ts'
import { openStore } from '../../../src/store/open.ts'
import { pointOf } from '../../../src/weather/point.ts'
import { startApp, type TestApp } from '../../app.ts'
import { postgresEngine } from '../../contracts/store/engines.ts'
import { faults } from '../../upstream/faults.ts'
import { startUpstream, type Upstream } from '../../upstream/upstream.ts'
import { countAt, settle } from './harness.ts'

const engine = postgresEngine()
let upstream: Upstream
let apps: readonly TestApp[] = []
/** The only process of its database. */
let alone: TestApp
let databaseUrl = ''
let now = Date.UTC(2026, 3, 11, 22, 20)
const points = Array.from({ length: 20 }, (_, index) => `lat=${38 + index / 10}&lon=38.5`)

beforeAll(async () => {
  upstream = await startUpstream(() => now)
  await engine.start()
  databaseUrl = (await engine.fresh()).url ?? ''
  const environment = {
    ...upstream.environment,
    SOURCES: 'open-meteo',
    ENSEMBLE: 'no',
    TIERS: 'free=100000/60',
    POINTS_PER_DAY: '0'
  }
  const start = () =>
    startApp({ environment: { ...environment, DATABASE_URL: databaseUrl }, clock: () => now })
  alone = await startApp({ environment, clock: () => now })
  apps = await Promise.all([start(), start(), start(), start()])
  for (const app of [alone, ...apps]) await settle({ app })
})
afterAll(async () => {
  for (const app of [alone, ...apps]) await app.close()
  await upstream.close()
  await engine.stop()
})

/** Requests for these points; each process also probes the source, for Adana. */
function requests(): number {
  return upstream.requests.filter(({ query }) => Number(query.get('latitude')) >= 38).length
}

/** The answers of all processes to questions about all points, all at once. */
async function askAll(): Promise<readonly string[]> {
  const bodies = await Promise.all(
    points.flatMap((point) =>
      apps.map(async ({ api }) => {
        const answer = await fetch(`${api}/weather/frost-risk?${point}`)
        expect(answer.status).toBe(200)
        return `${answer.headers.get('etag')} ${await answer.text()}`
      })
    )
  )
  return bodies
}

it('20 points that are due in four processes cost 20 requests, cold and when the forecasts have grown old', async () => {
  for (const hours of [0, 3, 3]) {
    now += hours * hourMs
    const before = requests()
    const bodies = await askAll()
    expect(requests() - before).toBe(20)
    for (const [index, body] of bodies.entries()) expect(body).toBe(bodies[index - (index % 4)])
    // What each has now is good for all.
    await askAll()
    expect(requests() - before).toBe(20)
  }
})

it('the lease of a process that ended in the middle of a refresh holds up the others for half a minute', async () => {
  now += 3 * hourMs
  const store = await openStore({ url: databaseUrl, dataDir: '', now })
  const asked = { lat: 39.9, lon: 32.9 }
  const { key } = pointOf({ ...asked, timezone: 'Europe/Istanbul', elevation: null })
  const lease = { name: `refresh ${key}`, holder: 'ended', now, until: now + 30_000 }
  expect(await store.leases.hold(lease)).toBe(true)
  await store.close()
  const before = requests()
  const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]))
  const answers = Promise.all(apps.map(({ api }) => fetch(`${api}/weather/frost-risk?${query}`)))
  let isOver = false
  void answers.finally(() => {
    isOver = true
  })
  // Another point is answered meanwhile.
  expect((await fetch(`${apps[0]?.api}/weather/frost-risk?${points[0]}`)).status).toBe(200)
  expect([isOver, requests() - before]).toEqual([false, 1])
  now += 30_001
  expect((await answers).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(requests() - before).toBe(2)
})

/** A point that four processes show, and one of a single process; asked for at the same instants. */
const failing = { shared: 'lat=41.3&lon=31.5', alone: 'lat=41.7&lon=31.5' }

async function askFailing(app: TestApp, query: string): Promise<string> {
  const answer = await fetch(`${app.api}/weather/frost-risk?${query}`)
  const { meta } = (await answer.json()) as { meta?: { freshness: { status: string } } }
  return `${answer.status} ${meta?.freshness.status ?? answer.headers.get('retry-after')}`
}

it('a point that its source fails for costs four processes as many requests as one', async () => {
  now += 40 * hourMs
  let turn = 0
  /** Lets time pass, then asks: at each turn another process asks first. */
  const expectAfter = async (milliseconds: number, said: string, count: number): Promise<void> => {
    now += milliseconds
    turn += 1
    const first = await askFailing(apps[turn % 4] as TestApp, failing.shared)
    const all = await Promise.all([
      askFailing(alone, failing.alone),
      ...apps.map((app) => askFailing(app, failing.shared))
    ])
    expect([first, ...all]).toEqual(Array(6).fill(said))
    expect([countAt({ upstream }, 41.3), countAt({ upstream }, 41.7)]).toEqual([count, count])
  }
  await upstream.fail(faults['status 500'])
  await expectAfter(0, '503 30', 1)
  await expectAfter(29_999, '503 1', 1)
  await expectAfter(1, '503 60', 2)
  await expectAfter(60_000, '503 120', 3)
  await upstream.fail(null)
  await expectAfter(119_999, '503 1', 3)
  await expectAfter(1, '200 fresh', 4)
  // Failures before an answer count no more.
  await upstream.fail(faults['status 500'])
  await expectAfter(3 * hourMs, '200 stale', 5)
  await expectAfter(29_999, '200 stale', 5)
  await expectAfter(1, '200 stale', 6)
  await upstream.fail(null)
  await expectAfter(59_999, '200 stale', 6)
  await expectAfter(1, '200 fresh', 7)
})

it('where pauses cannot be shared, each process asks for itself and has its own', async () => {
  const store = await openStore({ url: databaseUrl, dataDir: '', now })
  const { queries } = store.database
  const asked = 'lat=41.1&lon=31.5'
  const said = (): Promise<readonly string[]> => Promise.all(apps.map((app) => askFailing(app, asked)))
  try {
    await sql`alter table leases rename to leases_away`.execute(queries)
    await upstream.fail(faults['status 500'])
    expect(await said()).toEqual(Array(4).fill('503 30'))
    expect(await said()).toEqual(Array(4).fill('503 30'))
    expect(countAt({ upstream }, 41.1)).toBe(4)
    await upstream.fail(null)
    now += 30_000
    expect(await said()).toEqual(Array(4).fill('200 fresh'))
  } finally {
    await sql`alter table leases_away rename to leases`.execute(queries)
    await store.close()
  }
})
