/** 100,000 deliveries over two workers on one PostgreSQL while one of them is killed with −9 every few seconds. */
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { watchLeaseName } from '../../src/app/alert-rounds.ts'
import { openDatabase } from '../../src/store/open.ts'
import type { Tables } from '../../src/store/schema.ts'
import { ownPostgresEngine } from '../contracts/store/engines.ts'
import { type Served, serve, unitStart } from '../crash/served.ts'
import { type ReceivedRequest, startLoopback } from '../receivers/loopback.ts'
import { startUpstream } from '../upstream/upstream.ts'
import { printFigures } from './figures.ts'
import { withFolder } from './served-folder.ts'

const deliveries = 100_000
const killEveryMs = 8000
const minKills = 3
/** What a dead worker has claimed is free again after two minutes. */
const patienceMs = 900_000
/** Another worker watches after this time, as docs/alerts.md promises. */
const takeoverMs = 40_000
/** How long its holder has the lease of watching. */
const watchLeaseMs = 30_000
const lookEveryMs = 250
/** While most messages wait, a new worker claims some as soon as it has started. */
const newClaimMs = 60_000

/** One message that came [ms since epoch]. */
interface ReceivedMessage {
  readonly at: number
  readonly id: string
  readonly body: string
}

/** A worker by the name under which it claims; null where nothing was left for it to claim. */
interface Worker extends Served {
  readonly name: string | null
}

/** The messages that a worker had claimed when it was killed: until when, by subscription [ms since epoch]. */
interface Kill {
  readonly at: number
  readonly claimed: ReadonlyMap<string, number>
}

/** When a dead worker last held the lease of watching, and when another one first did [ms since epoch]. */
interface Takeover {
  readonly from: number
  readonly to: number
}

const engine = ownPostgresEngine(true)
beforeAll(() => engine.start())
afterAll(() => engine.stop())

it('two workers, one killed every few seconds: each message arrives, none in two versions, repeats were in flight', () =>
  withFolder(async ({ SOURCES: _, ...settings }) => {
    const { url, dataDir } = await engine.fresh()
    const upstream = await startUpstream()
    const received = new Map<string, ReceivedMessage[]>()
    const receiver = await startLoopback((request) => receive(request, received))
    const environment = {
      ...settings,
      ...upstream.environment,
      ENSEMBLE: 'no',
      DATABASE_URL: url ?? '',
      WEBHOOK_ALLOW_HTTP: 'yes',
      WEBHOOK_ALLOW_CIDR: `127.0.0.1:${receiver.port}`
    }
    const { queries } = openDatabase({ url, dataDir })
    await subscribeOnce(environment, receiver.origin)
    await multiply(queries)
    received.clear()
    const began = Date.now()
    const { kills, takeovers } = await deliver(environment, queries, received)
    const seconds = Math.round((Date.now() - began) / 1000)
    await queries.destroy()
    await receiver.close()
    await upstream.close()
    const figures = figuresOf(received, kills, takeovers)
    printFigures('workers', { ...figures, seconds })
    expect(figures).toMatchObject({
      delivered: deliveries,
      in_two_versions: 0,
      repeated_not_in_flight: 0,
      takeover_ms: expect.toSatisfy((ms: number) => ms > 0 && ms <= takeoverMs)
    })
    expect(kills.length).toBeGreaterThanOrEqual(minKills)
  }))

function figuresOf(
  received: ReadonlyMap<string, readonly ReceivedMessage[]>,
  kills: readonly Kill[],
  takeovers: readonly Takeover[]
) {
  const repeated = [...received].filter(([, { length }]) => length > 1)
  const isTwofold = ([, some]: (typeof repeated)[number]): boolean =>
    new Set(some.map(({ id, body }) => id + body)).size > 1
  return {
    delivered: received.size,
    kills: kills.length,
    repeated: repeated.length,
    in_two_versions: repeated.filter(isTwofold).length,
    repeated_not_in_flight: repeated.filter(([id, some]) => !wereInFlight(id, some, kills)).length,
    takeovers: takeovers.length,
    takeover_ms: Math.max(0, ...takeovers.map((one) => afterKill(one, kills)))
  }
}

/** From the first kill that may have been that of the dead to the other one's first turn [ms]. */
function afterKill({ from, to }: Takeover, kills: readonly Kill[]): number {
  return to - (kills.find(({ at }) => at >= from)?.at ?? from)
}

/** Whether each repeat came after the end of a claim that a killed worker had not recorded. */
function wereInFlight(
  subscription: string,
  received: readonly ReceivedMessage[],
  kills: readonly Kill[]
): boolean {
  return received.slice(1).every((repeat, index) => {
    const before = received[index]?.at ?? 0
    return kills.some(({ at, claimed }) => {
      const until = claimed.get(subscription)
      return until !== undefined && before <= at && until <= repeat.at
    })
  })
}

/** Proves itself and takes everything. */
function receive({ headers, body }: ReceivedRequest, received: Map<string, ReceivedMessage[]>) {
  const text = body.toString()
  const { type, data } = JSON.parse(text) as {
    readonly type: string
    readonly data: { readonly subscription_id: string; readonly challenge?: string }
  }
  if (type === 'frost.subscription.verify')
    return { status: 200, body: JSON.stringify({ challenge: data.challenge }) }
  const some = received.get(data.subscription_id) ?? []
  some.push({ at: Date.now(), id: String(headers['webhook-id']), body: text })
  received.set(data.subscription_id, some)
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
  child.kill('SIGINT')
  await once(child, 'exit')
}

/** As many subscriptions like it as there are deliveries, each with a message that waits. */
async function multiply(queries: Kysely<Tables>): Promise<void> {
  await sql`insert into subscriptions (id, state, preview, curve_seq, location, channel, threshold, clear_below, language, crop, stage,
      exposure, client, created_at, confirmed_at, destination)
    select 'sub_' || i, state, preview, curve_seq, location, channel, threshold, clear_below, language, crop, stage,
      exposure, client, created_at, confirmed_at, destination
    from subscriptions, generate_series(1, ${sql.lit(deliveries)}) as series (i)`.execute(queries)
  await sql`insert into messages (subscription_seq, prompt, state, created_at, next_attempt_at)
    select seq, 'test', 'queued', created_at, created_at from subscriptions where id ~ '^sub_[0-9]+$'`.execute(
    queries
  )
  await sql`analyze`.execute(queries)
}

/** Runs two workers and kills the older one again and again until everything has arrived. */
async function deliver(
  environment: Readonly<Record<string, string>>,
  queries: Kysely<Tables>,
  received: ReadonlyMap<string, unknown>
): Promise<{ readonly kills: readonly Kill[]; readonly takeovers: readonly Takeover[] }> {
  const [file, ...argv] = unitStart
  const names = new Set<string>()
  const start = async (): Promise<Worker> => {
    const served = await serve(environment, [file, ...argv, '--role', 'worker'])
    return { ...served, name: await newName(queries, names) }
  }
  const workers = [await start(), await start()]
  const watching = followWatching(queries)
  const kills: Kill[] = []
  const until = Date.now() + patienceMs
  while (received.size < deliveries && Date.now() < until) {
    await setTimeout(killEveryMs)
    // The rest then waits for the claims of the dead to end.
    if (received.size > deliveries * 0.9 && kills.length >= minKills) continue
    // Nobody could tell what a nameless one had claimed.
    if (workers.some(({ name }) => name === null)) continue
    const dying = workers.shift()
    if (dying === undefined) throw new Error('two work')
    dying.child.kill('SIGKILL')
    await once(dying.child, 'exit')
    kills.push(await claimedBy(queries, dying.name))
    workers.push(await start())
  }
  const takeovers = await watching.stop()
  for (const { child } of workers) child.kill('SIGKILL')
  return { kills, takeovers }
}

/**
 * The name of the worker that was started last: the first claim under one that nobody had. Null where all is claimed
 * or sent before.
 */
async function newName(queries: Kysely<Tables>, names: Set<string>): Promise<string | null> {
  const until = Date.now() + newClaimMs
  while (Date.now() < until) {
    const { rows } = await sql<{ name: string }>`select distinct leased_by as name from messages
      where state = 'sending' and leased_by is not null`.execute(queries)
    const fresh = rows.find(({ name }) => !names.has(name))
    if (fresh !== undefined) {
      names.add(fresh.name)
      return fresh.name
    }
    const waiting = await queries
      .selectFrom('messages')
      .select('seq')
      .where('state', '=', 'queued')
      .limit(1)
      .execute()
    if (waiting.length === 0) return null
    await setTimeout(lookEveryMs)
  }
  throw new Error('the new worker claims nothing')
}

/** What a dead worker had claimed: a repeat of what the living one held would be a fault. */
async function claimedBy(queries: Kysely<Tables>, worker: string | null): Promise<Kill> {
  const { rows } = await sql<{ id: string; leased_until: number }>`select s.id, m.leased_until from messages m
    join subscriptions s on s.seq = m.subscription_seq
    where m.state = 'sending' and m.leased_by = ${worker}`.execute(queries)
  return { at: Date.now(), claimed: new Map(rows.map(({ id, leased_until }) => [id, leased_until])) }
}

/** Looks who watches. */
function followWatching(queries: Kysely<Tables>): { readonly stop: () => Promise<readonly Takeover[]> } {
  const takeovers: Takeover[] = []
  const ending = new AbortController()
  const following = (async () => {
    let last: { readonly holder: string; readonly until: number } | undefined
    while (!ending.signal.aborted) {
      const lease = await queries
        .selectFrom('leases')
        .select(['holder', 'until'])
        .where('name', '=', watchLeaseName)
        .executeTakeFirst()
      if (last !== undefined && lease !== undefined && lease.holder !== last.holder)
        takeovers.push({ from: last.until - watchLeaseMs, to: lease.until - watchLeaseMs })
      last = lease ?? last
      await setTimeout(lookEveryMs)
    }
  })()
  return {
    async stop() {
      ending.abort()
      await following
      return takeovers
    }
  }
}
