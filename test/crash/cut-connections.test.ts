/**
 * The service itself on PostgreSQL, whose connections are cut again and again while it answers a hundred requests at a
 * time.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { migrationLock } from '../../src/store/migrate.ts'
import { openStore } from '../../src/store/open.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { ownPostgresEngine } from '../contracts/store/engines.ts'
import { patience } from '../patience.ts'
import { type Served, serve } from './served.ts'

const engine = ownPostgresEngine()
let dataDir: string
let url: string
let served: Served
let path: string
let token: string

beforeAll(async () => {
  await engine.start()
  url = (await engine.fresh()).url ?? ''
  dataDir = await mkdtemp(join(tmpdir(), 'ayaz-cut-'))
  const environment = { SOURCES: 'demo', TIERS: 'free=1000000/60', LOG_LEVEL: 'error' }
  served = await serve({ ...environment, DATABASE_URL: url, DATA_DIR: dataDir })
  const answer = await fetch(`${served.origin}/api/v1/alerts/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ location: 'malatya', channel: 'feed', threshold: 40 })
  })
  expect(answer.status).toBe(201)
  const { id, manage } = (await answer.json()) as { id: string; manage: { token: string } }
  path = `/api/v1/alerts/subscriptions/${id}`
  token = manage.token
})
afterAll(async () => {
  served.child.kill('SIGKILL')
  await engine.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Needs a query each time. */
async function ask(): Promise<number> {
  const answer = await fetch(served.origin + path, { headers: { authorization: `Bearer ${token}` } })
  await answer.arrayBuffer()
  if (answer.status === 503) expect(answer.headers.get('retry-after')).toBe('10')
  return answer.status
}

/** A connection of the test's own. */
async function admin<Row extends pg.QueryResultRow>(query: string): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: url })
  // The test may cut itself off as well.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(query)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

const backends = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'

/** The three ways in which connections were lost in the field. */
const cuts: readonly (() => Promise<unknown>)[] = [
  () => admin(`select pg_terminate_backend(pid) ${backends}`),
  async () => {
    const [backend] = await admin<{ pid: number }>(
      `select pid ${backends} order by state = 'active' desc limit 1`
    )
    if (backend !== undefined) process.kill(backend.pid, 'SIGKILL')
  },
  async () => {
    await engine.fallOver()
    await engine.comeBack()
  }
]

it('lives through sixteen cuts, tells that the database is away, and answers again after each', async () => {
  const seen = new Set<number>()
  for (let round = 0; round < 16; round += 1) {
    const load = Array.from({ length: 100 }, () => ask().then((status) => seen.add(status)))
    await Promise.any(load)
    await cuts[round % cuts.length]?.()
    await Promise.all(load)
    await vi.waitFor(async () => expect(await ask()).toBe(200), patience)
    expect([served.child.exitCode, served.child.signalCode]).toEqual([null, null])
  }
  // Never 500: a database that is away is no fault of ours.
  expect([...seen].toSorted()).toEqual([200, 503])
  const metrics = await (await fetch(`${served.origin}/metrics`)).text()
  expect(Number(/^ayaz_database_connections_lost_total (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(10)
})

it('a host that vanishes without an end does not hold its queries for ever', async () => {
  const sockets: Socket[] = []
  let isGone = false
  const { port } = new URL(url)
  // Once gone, it takes what is sent and passes on nothing, in neither direction.
  const way = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1')
    sockets.push(near, far)
    near.on('data', (bytes) => isGone || far.write(bytes)).on('error', () => undefined)
    far.on('data', (bytes) => isGone || near.write(bytes)).on('error', () => undefined)
  })
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve))
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String((way.address() as AddressInfo).port)
  const { queries } = openPostgres(through.href, { silentMs: 500 })
  const ask = () => sql`select 1 as one`.execute(queries)
  expect((await ask()).rows).toEqual([{ one: 1 }])
  isGone = true
  await expect(ask()).rejects.toThrow('answered nothing for too long')
  isGone = false
  expect((await ask()).rows).toEqual([{ one: 1 }])
  await queries.destroy()
  for (const socket of sockets) socket.destroy()
  way.close()
})

it('a migration that waits for another one is given all the time it needs; what serves afterwards is not', async () => {
  const silentMs = 300
  const { queries } = openPostgres(url)
  const lock = await queries.startTransaction().execute()
  await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(lock)
  const opening = openStore({ url, dataDir, now: Date.now(), silentMs })
  const waited = `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'
    and clock_timestamp() > query_start + interval '${3 * silentMs} ms'`
  await vi.waitFor(async () => expect(await admin(waited)).toHaveLength(1), patience)
  await lock.commit().execute()
  const store = await opening
  await expect(sql`select pg_sleep(30)`.execute(store.database.queries)).rejects.toThrow(
    'answered nothing for too long'
  )
  await store.close()
  await queries.destroy()
})
