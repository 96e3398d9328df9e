/** Processes that share a database grant a client the new points of a day together, and only those. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hourMs } from '../../../src/common/time.ts'
import { startApp, type TestApp } from '../../app.ts'
import { countCalls } from '../../call-counts.ts'
import { ownPostgresEngine } from '../../contracts/store/engines.ts'
import { startUpstream, type Upstream } from '../../upstream/upstream.ts'
import { openStage, settle } from './harness.ts'

const pointsPerDay = 5
const engine = ownPostgresEngine()
let upstream: Upstream
let apps: readonly TestApp[] = []
let now = Date.UTC(2026, 3, 11, 22, 20)

beforeAll(async () => {
  upstream = await startUpstream(() => now)
  await engine.start()
  const environment = {
    ...upstream.environment,
    ...{ SOURCES: 'open-meteo', ENSEMBLE: 'no', TIERS: 'free=100000/60', TRUST_PROXY: 'loopback' },
    ...{ POINTS_PER_DAY: String(pointsPerDay), DATABASE_URL: (await engine.fresh()).url ?? '' }
  }
  const start = () => startApp({ environment, clock: () => now })
  apps = await Promise.all([start(), start()])
  for (const app of apps) await settle({ app })
})
afterAll(async () => {
  for (const app of apps) await app.close()
  await upstream.close()
  await engine.stop()
})

let opened = 0

/** A point that nobody has asked for. */
function newPoint(): string {
  opened += 1
  return `lat=${20 + opened / 10}&lon=38.5`
}

const ask = (process: number, client: string, point: string): Promise<Response> =>
  fetch(`${apps[process]?.api}/weather?${point}`, { headers: { 'x-forwarded-for': client } })

/** So many of these new points are answered, asked for in turns; all others are refused as the contract says. */
async function passed(client: string, count: number, processes = [0, 1]): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      ask(processes[index % processes.length] ?? 0, client, newPoint())
    )
  )
  for (const answer of answers) {
    if (answer.status === 200) continue
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, String(100 * 60)])
    expect(await answer.json()).toMatchObject({ code: 'quota_exceeded', 'violated-policies': ['points'] })
  }
  return answers.filter(({ status }) => status === 200).length
}

it('two processes that are asked at once grant the limit together; points that are known go on', async () => {
  const before = upstream.count()
  expect(await passed('85.105.0.1', 20)).toBe(pointsPerDay)
  expect(upstream.count() - before).toBe(pointsPerDay)
  expect(await passed('85.105.0.2', 1)).toBe(1)
  for (const process of [0, 1]) {
    expect(await passed('85.105.0.1', 1, [process])).toBe(0)
    expect((await ask(process, '85.105.0.1', 'location=adana')).status).toBe(200)
  }
})

it('one statement counts a new point, however many wait for it, and none a point that is known', async () => {
  const counting = await countCalls()
  const statements = async (): Promise<number> =>
    (await counting.take()).of('store/allowances.ts', 'increase')
  try {
    const point = newPoint()
    await Promise.all(Array.from({ length: 10 }, () => ask(0, '85.105.0.3', point)))
    expect(await statements()).toBe(1)
    for (const process of [0, 1, 0, 1])
      for (const query of ['', '&days=16', '&lang=tr'])
        expect((await ask(process, '85.105.0.3', point + query)).status).toBe(200)
    now += 2 * hourMs
    // A renewal is no new point.
    for (const process of [0, 1]) expect((await ask(process, '85.105.0.3', point)).status).toBe(200)
    now -= 2 * hourMs
    expect(await statements()).toBe(0)
  } finally {
    await counting.end()
  }
})

it('a client that is refused a point keeps no other from it that asks at the same moment', async () => {
  expect(await passed('85.105.0.4', pointsPerDay)).toBe(pointsPerDay)
  const ofRefused: number[] = []
  // Which request comes first is not ours to say: where another client's does, all get the point from it.
  for (let round = 0; round < 20; round += 1) {
    const point = newPoint()
    const others = [`85.105.1.${round}`, `85.105.2.${round}`]
    const answers = await Promise.all(['85.105.0.4', ...others].map((client) => ask(0, client, point)))
    const [refused = 0, ...answered] = answers.map(({ status }) => status)
    expect(answered).toEqual([200, 200])
    ofRefused.push(refused)
  }
  expect(ofRefused).toContain(429)
})

it('while the database is away each process counts on by itself, and brings it what it counted', async () => {
  expect(await passed('85.105.0.7', 3, [0])).toBe(3)
  await engine.fallOver()
  expect(await passed('85.105.0.7', 4, [0])).toBe(2)
  expect(await passed('85.105.0.8', 4, [0])).toBe(4)
  await engine.comeBack()
  await expect.poll(async () => (await fetch(`${apps[0]?.origin}/readyz?for=http`)).status).toBe(200)
  expect(await passed('85.105.0.8', 1, [0])).toBe(1)
  expect(await passed('85.105.0.8', 1, [1])).toBe(0)
})

it('a restart on SQLite forgets nothing', async () => {
  const stage = await openStage({
    environment: { SOURCES: 'open-meteo', POINTS_PER_DAY: '2' }
  })
  try {
    await settle(stage)
    expect((await stage.client.ask('/weather?lat=2&lon=20')).status).toBe(200)
    await stage.restart()
    expect((await stage.client.ask('/weather?lat=3&lon=20')).status).toBe(200)
    await stage.restart()
    expect((await stage.client.ask('/weather?lat=4&lon=20')).status).toBe(429)
    expect((await stage.client.ask('/weather?lat=2&lon=20')).status).toBe(200)
  } finally {
    await stage.close()
  }
})
