/** Processes with roles on one PostgreSQL: one answers requests, others watch and deliver, until none is left. */
import { once } from 'node:events'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { serveCommand } from '../../src/cli/serve.ts'
import { startApp, type TestApp } from '../app.ts'
import { runCommand } from '../command.ts'
import { openClient } from '../contracts/http/client.ts'
import { post } from '../contracts/http-alerts/client.ts'
import { type FreshDatabase, postgresEngine } from '../contracts/store/engines.ts'
import { type LoopbackServer, startLoopback } from '../receivers/loopback.ts'
import { type Clock, clockAt } from '../scenarios/weather/harness.ts'
import { environmentOf } from '../tested-data.ts'
import { startUpstream, type Upstream } from '../upstream/upstream.ts'
import { clearNights, shifted } from '../upstream/weather.ts'
import { type Served, serve, unitStart } from './served.ts'

/** What a dead worker held is free after this time, as docs/alerts.md promises. */
const leaseMs = 30_000
/** How often an api looks for a worker, and for how long none may be there. */
const [lookMs, withoutWorkerMs] = [5000, 60_000]

const engine = postgresEngine()
let upstream: Upstream
let ntfy: LoopbackServer
let database: FreshDatabase
let environment: Readonly<Record<string, string>>
let processes: Served[]
let apps: TestApp[]

beforeAll(() => engine.start())
afterAll(() => engine.stop())
beforeEach(async () => {
  database = await engine.fresh()
  upstream = await startUpstream()
  upstream.setWeather(shifted(clearNights, -4))
  ntfy = await startLoopback(() => ({ status: 200, body: '{}' }))
  environment = {
    ...upstream.environment,
    ...environmentOf(database),
    NTFY_URL: ntfy.origin,
    TIERS: 'free=100000/60',
    ENSEMBLE: 'no',
    LOG_LEVEL: 'error'
  }
  processes = []
  apps = []
})
afterEach(async () => {
  for (const { child } of processes) child.kill('SIGKILL')
  for (const app of apps) await app.close()
  await ntfy.close()
  await upstream.close()
})

/** A process of its own, with the role as an option of its command. */
async function startRole(role: string): Promise<Served> {
  const [file, ...argv] = unitStart
  const started = await serve(environment, [file, ...argv, '--role', role])
  processes.push(started)
  return started
}

/** An app in this process whose rounds follow `clock`. */
async function openRole(role: string, clock: Clock): Promise<TestApp> {
  const options = { environment: { ...environment, ROLE: role }, data: database }
  const app = await startApp({ ...options, clock: clock.read, pause: clock.pause })
  apps.push(app)
  return app
}

async function kill({ child }: Served): Promise<number> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  return Date.now()
}

/** How many leases to watch there are. */
async function watchers(): Promise<number> {
  const database = new pg.Client(environment['DATABASE_URL'])
  await database.connect()
  const { rows } = await database.query('select name from leases where name = $1', ['alerts'])
  await database.end()
  return rows.length
}

async function subscribe(origin: string): Promise<readonly [status: number, code: unknown]> {
  const client = await openClient(origin)
  const { status, json } = await post(client, '/alerts/subscribe', {
    location: 'malatya',
    channel: 'ntfy',
    threshold: 10
  })
  await client.close()
  return [status, (json as { readonly code?: string }).code]
}

/** The value of a metric, 0 where it is not there. */
async function metric(origin: string, name: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.slice(name.length) ?? 0)
}

const sentAs = 'ayaz_delivery_attempts_total{channel="ntfy",outcome="sent"}'
const evaluatedAt = 'ayaz_last_evaluation_timestamp_seconds'
const noWorker = 'ayaz_check_failing{check="worker"}'

async function readiness(
  origin: string
): Promise<readonly [number, Readonly<Record<string, { readonly status: string }>>]> {
  const answer = await fetch(`${origin}/readyz`)
  const { checks } = (await answer.json()) as {
    readonly checks: Readonly<Record<string, { readonly status: string }>>
  }
  return [answer.status, checks]
}

it('what an api takes, a worker sends; another worker takes over from one killed with −9', async () => {
  const api = await startRole('api')
  const worker = await startRole('worker')
  expect(await subscribe(api.origin)).toEqual([201, undefined])
  await expect.poll(() => ntfy.requests.length).toBe(1)
  await expect.poll(() => metric(worker.origin, sentAs)).toBe(1)
  expect(await metric(api.origin, sentAs)).toBe(0)
  expect(Object.keys((await readiness(api.origin))[1])).toEqual(['evaluate', 'worker', 'database'])
  expect(await (await fetch(`${api.origin}/status?lang=en`)).text()).toContain('by a worker')

  const clock = clockAt(Date.now())
  const second = await openRole('worker', clock)
  await clock.rests('lease alerts')
  expect(await metric(second.origin, evaluatedAt)).toBe(0)
  const killedAt = await kill(worker)
  clock.move(killedAt + leaseMs - clock.read())
  await clock.rests('lease alerts')
  clock.move(leaseMs / 3)
  await expect.poll(() => metric(second.origin, evaluatedAt)).toBeGreaterThan(0)
})

it('an api without a worker says so after a minute, takes no subscription, and takes them again by itself', async () => {
  const worker = await startRole('worker')
  // It watches soon after it listens; killed before that, it would never have been seen.
  await expect.poll(watchers).toBe(1)
  const clock = clockAt(Date.now())
  const api = await openRole('api', clock)
  const pass = async (milliseconds: number): Promise<void> => {
    for (let passed = 0; passed < milliseconds; passed += lookMs) {
      await clock.rests('workers')
      clock.move(lookMs)
    }
    await clock.rests('workers')
  }
  await pass(lookMs)
  const killedAt = await kill(worker)
  await pass(withoutWorkerMs - 2 * lookMs)
  expect(await readiness(api.origin)).toMatchObject([200, { worker: { status: 'ok' } }])
  expect(await metric(api.origin, noWorker)).toBe(0)
  await pass(3 * lookMs)
  expect(await readiness(api.origin)).toMatchObject([503, { worker: { status: 'failing' } }])
  expect((await fetch(`${api.origin}/readyz?for=http`)).status).toBe(200)
  expect(await metric(api.origin, noWorker)).toBe(1)
  expect(await subscribe(api.origin)).toEqual([503, 'alerts_unavailable'])

  await openRole('worker', clockAt(killedAt + leaseMs))
  await expect
    .poll(async () => {
      await pass(lookMs)
      return (await readiness(api.origin))[0]
    })
    .toBe(200)
  expect(await subscribe(api.origin)).toEqual([201, undefined])
})

it('a worker answers probes and metrics, and nothing else', async () => {
  const { origin } = await openRole('worker', clockAt(Date.now()))
  for (const path of ['/healthz', '/readyz', '/metrics'])
    expect([path, (await fetch(origin + path)).status]).toEqual([path, 200])
  const browser = { accept: 'text/html' }
  for (const path of ['/api/v1/weather/current?lat=40&lon=30', '/api/v1/openapi.json', '/en', '/streams/x']) {
    const answer = await fetch(origin + path, { headers: browser })
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
      path,
      404,
      'application/problem+json'
    ])
  }
})

it('a role needs PostgreSQL, and is the only option of the command', async () => {
  const asOption = await runCommand(serveCommand, ['--role', 'api'], { DATA_DIR: database.dataDir })
  const asVariable = await runCommand(serveCommand, [], { DATA_DIR: database.dataDir, ROLE: 'worker' })
  const unknown = await runCommand(serveCommand, ['--role', 'watcher'], environment)
  const other = await runCommand(serveCommand, ['--port', '80'], {})
  expect([asOption.status, asVariable.status, unknown.status, other.status]).toEqual([78, 78, 78, 64])
  expect(asOption.said).toContain('ROLE is "api", which needs PostgreSQL')
  expect(asVariable.said).toContain(
    'Set DATABASE_URL to postgres://user:password@host:5432/name, or leave ROLE out.'
  )
  expect(unknown.said).toContain('one of all, api, worker')
})
