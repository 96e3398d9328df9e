/** 100,000 deliveries over two workers on one PostgreSQL while one of them is killed with −9 every few seconds. */
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../src/store/open.ts'
import { ownPostgresEngine } from '../contracts/store/engines.ts'
import { type Served, serve, unitStart } from '../crash/served.ts'
import { type ReceivedRequest, startLoopback } from '../receivers/loopback.ts'
import { printFigures } from './figures.ts'
import { withFolder } from './served-folder.ts'

const deliveries = 100_000
const killEveryMs = 8000
/** A worker records what it has sent within a second; a busy machine adds to it. */
const unrecordedMs = 4000
/** What a dead worker has claimed is free again after two minutes. */
const patienceMs = 600_000

const engine = ownPostgresEngine(true)
beforeAll(() => engine.start())
afterAll(() => engine.stop())

/** What came for one subscription, each time. */
interface Arrival {
  readonly at: number
  readonly messageId: string
  readonly text: string
}

it('two workers, one killed every few seconds: each message arrives, none in two versions, repeats were in flight', () =>
  withFolder(async (settings) => {
    const { url, dataDir } = await engine.fresh()
    const arrivals = new Map<string, Arrival[]>()
    const receiver = await startLoopback((request) => receive(request, arrivals))
    const environment = {
      ...settings,
      DATABASE_URL: url ?? '',
      WEBHOOK_ALLOW_HTTP: 'yes',
      WEBHOOK_ALLOW_CIDR: `127.0.0.1:${receiver.port}`
    }
    const database = openDatabase({ url, dataDir })
    await subscribeOnce(environment, receiver.origin)
    await multiply(database.queries)
    arrivals.clear()
    const began = performance.now()
    const kills = await deliver(environment, arrivals)
    const took = performance.now() - began
    await database.queries.destroy()
    await receiver.close()
    const all = [...arrivals.values()]
    const repeated = all.filter((some) => some.length > 1)
    const inTwoVersions = repeated.filter(
      (some) => new Set(some.map(({ messageId, text }) => messageId + text)).size > 1
    )
    const notInFlight = repeated.filter(
      ([first]) =>
        !kills.some((at) => first !== undefined && at - first.at < unrecordedMs && first.at - at < 1000)
    )
    printFigures('workers', {
      delivered: all.length,
      kills: kills.length,
      repeated: repeated.length,
      in_two_versions: inTwoVersions.length,
      repeated_not_in_flight: notInFlight.length,
      seconds: Math.round(took / 1000)
    })
    expect(all).toHaveLength(deliveries)
    expect(inTwoVersions).toEqual([])
    expect(notInFlight).toEqual([])
    expect(kills.length).toBeGreaterThan(2)
  }))

/** Proves itself and takes everything. */
function receive({ headers, body }: ReceivedRequest, arrivals: Map<string, Arrival[]>) {
  const { type, data } = JSON.parse(body.toString()) as {
    readonly type: string
    readonly data: { readonly subscription_id: string; readonly challenge?: string }
  }
  if (type === 'frost.subscription.verify')
    return { status: 200, body: JSON.stringify({ challenge: data.challenge }) }
  const some = arrivals.get(data.subscription_id) ?? []
  some.push({ at: performance.now(), messageId: String(headers['webhook-id']), text: JSON.stringify(data) })
  arrivals.set(data.subscription_id, some)
  return { status: 204 }
}

/** One subscription as the service makes it, active. */
async function subscribeOnce(environment: Readonly<Record<string, string>>, receiver: string): Promise<void> {
  const { child, origin } = await serve(environment)
  const body = {
    location: 'malatya',
    channel: 'webhook',
    destination: { url: `${receiver}/` },
    threshold: 100
  }
  const answer = await fetch(`${origin}/api/v1/alerts/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body)
  })
  const { id, manage } = (await answer.json()) as { id: string; manage: { token: string } }
  const headers = { authorization: `Bearer ${manage.token}` }
  const status = async (): Promise<string> => {
    const shown = await fetch(`${origin}/api/v1/alerts/subscriptions/${id}`, { headers })
    return JSON.stringify(await shown.json())
  }
  await expect.poll(status).toContain('"active"')
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** As many subscriptions like it as there are deliveries, each with a message that waits. */
async function multiply(queries: ReturnType<typeof openDatabase>['queries']): Promise<void> {
  await sql`insert into subscriptions (id, state, preview, curve_seq, location, channel, threshold, clear_below, language, crop, stage,
      exposure, client, created_at, confirmed_at, destination)
    select 'sub_' || i, state, preview, curve_seq, location, channel, threshold, clear_below, language, crop, stage,
      exposure, client, created_at, confirmed_at, destination
    from subscriptions, generate_series(1, ${sql.lit(deliveries)}) as series (i)`.execute(queries)
  await sql`insert into messages (subscription_seq, prompt, state, created_at, next_attempt_at)
    select seq, 'test', 'queued', created_at, created_at from subscriptions where id like 'sub\\_%' and id ~ '^sub_[0-9]+$'`.execute(
    queries
  )
  await sql`analyze`.execute(queries)
}

/** Runs two workers and kills one after the other until everything has arrived; answers when each was killed. */
async function deliver(
  environment: Readonly<Record<string, string>>,
  arrivals: ReadonlyMap<string, unknown>
): Promise<readonly number[]> {
  const [file, ...argv] = unitStart
  const start = (): Promise<Served> => serve(environment, [file, ...argv, '--role', 'worker'])
  const workers = [await start(), await start()]
  const kills: number[] = []
  const until = performance.now() + patienceMs
  while (arrivals.size < deliveries && performance.now() < until) {
    await setTimeout(killEveryMs)
    const dying = workers.shift()
    if (dying === undefined || arrivals.size >= deliveries) continue
    // What is left then waits for the leases of the dead.
    if (arrivals.size < deliveries * 0.9) {
      dying.child.kill('SIGKILL')
      kills.push(performance.now())
      await once(dying.child, 'exit')
      workers.push(await start())
    } else workers.push(dying)
  }
  for (const { child } of workers) child.kill('SIGKILL')
  return kills
}
