/** Processes that share a database ask a source once for a point, and say the same of it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hourMs } from '../../../src/common/time.ts'
import { openStore } from '../../../src/store/open.ts'
import { pointOf } from '../../../src/weather/point.ts'
import { startApp, type TestApp } from '../../app.ts'
import { postgresEngine } from '../../contracts/store/engines.ts'
import { startUpstream, type Upstream } from '../../upstream/upstream.ts'

const engine = postgresEngine()
let upstream: Upstream
let apps: readonly TestApp[] = []
let databaseUrl = ''
let now = Date.UTC(2026, 3, 11, 22, 20)
const points = Array.from({ length: 20 }, (_, index) => `lat=${38 + index / 10}&lon=38.5`)

beforeAll(async () => {
  upstream = await startUpstream()
  await engine.start()
  databaseUrl = (await engine.fresh()).url ?? ''
  const environment = {
    ...upstream.environment,
    DATABASE_URL: databaseUrl,
    SOURCES: 'open-meteo',
    ENSEMBLE: 'no',
    TIERS: 'free=100000/60',
    POINTS_PER_DAY: '0'
  }
  const start = () => startApp({ environment, clock: () => now })
  apps = await Promise.all([start(), start(), start(), start()])
})
afterAll(async () => {
  for (const app of apps) await app.close()
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
