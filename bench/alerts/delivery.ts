/**
 * Delivery of a crowd's messages to a receiver on loopback, beside a bare undici loop that posts as many bodies as fast
 * as it can.
 */
import { fork } from 'node:child_process'
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import type { DispatchDeps } from '../../src/alerts/dispatch/deps.ts'
import { deliverDue } from '../../src/alerts/dispatch/dispatch.ts'
import { knownReceivers } from '../../src/alerts/dispatch/receiver-queue.ts'
import { usualDelivery } from '../../src/alerts/dispatch/settings.ts'
import type { Channel } from '../../src/alerts/ports.ts'
import type { Store } from '../../src/store/open.ts'
import { noFields } from '../../test/no-fields.ts'
import { type Backlog, benchNow, forgetAll, gather, oneRun } from './crowd.ts'
import { median } from './evaluation.ts'

export interface DeliveryFigures {
  /** Median over the rounds of the bare rate / our rate. */
  readonly ratio: number
  readonly perSecond: readonly number[]
  readonly barePerSecond: readonly number[]
  readonly delivered: number
  /** CPU of this process a message, ours and the bare loop's, the least of the rounds [µs]; steadier than any rate. */
  readonly cpuMicroseconds: number
  readonly bareCpuMicroseconds: number
}

/** What is measured: how messages leave, and what the bare loop posts in their place. */
export interface Way {
  readonly channel: Pick<Channel, 'kind' | 'isConfigured' | 'confirmation' | 'deliver'>
  /** Asked after our turn, so that it can be like what was sent then. */
  readonly bare: (number: number) => Posted
  readonly close: () => Promise<void>
}

export interface Posted {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

const json = { 'content-type': 'application/json' }

/** The machinery alone: a channel that posts what the bare loop posts, through the same pool. */
export async function measureDelivery(
  store: Store,
  backlog: Backlog,
  rounds: number
): Promise<DeliveryFigures> {
  await gather(store, backlog)
  const bodyOf = (subscription: string): string =>
    JSON.stringify({ type: 'frost.night', subscription, nights: [{ score: 70 }] })
  return measureBesideBare(store, rounds, async (_port, pool) => ({
    channel: {
      kind: 'receiver',
      isConfigured: true,
      confirmation: 'none',
      deliver: async ({ subscriptionId }) => {
        const status = await post(pool, { body: bodyOf(subscriptionId), headers: json })
        return status === 204
          ? { outcome: 'sent', thread: null }
          : { outcome: 'retry', afterSeconds: null, reason: `http_${status}` }
      }
    },
    bare: (number) => ({ body: bodyOf(`sub_${number}`), headers: json }),
    close: async () => undefined
  }))
}

/** Measures in turns against one receiver in a process of its own: we, then the bare loop with as many at a time. */
export async function measureBesideBare(
  store: Store,
  rounds: number,
  open: (port: number, pool: Pool) => Promise<Way>
): Promise<DeliveryFigures> {
  const receiver = fork(fileURLToPath(new URL('./receiver.ts', import.meta.url)))
  const [port] = (await once(receiver, 'message')) as [number]
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: usualDelivery.concurrency })
  const way = await open(port, pool)
  const ours: Timed[] = []
  const bare: Timed[] = []
  let delivered = 0
  try {
    for (let round = 0; round < rounds; round += 1) {
      await store.episodes.evaluate(await oneRun(store, `run-${round}`), benchNow, null)
      delivered = (await store.outbox.waiting()).count
      const settings = { ...usualDelivery, known: knownReceivers(), worker: 'bench', timeout: never }
      ours.push(await timed(() => deliverDue(dispatching(store, way.channel), settings)))
      const { count } = await store.outbox.waiting()
      if (count > 0) throw new Error(`${count} of ${delivered} messages were not delivered`)
      bare.push(await timed(() => bareLoop(pool, delivered, way.bare)))
      await forgetAll(store)
    }
  } finally {
    await way.close()
    await pool.close()
    receiver.kill()
  }
  return figuresOf(delivered, ours, bare)
}

function figuresOf(delivered: number, ours: readonly Timed[], bare: readonly Timed[]): DeliveryFigures {
  const perSecond = (one: Timed): number => (delivered * 1e6) / one.wallMicroseconds
  const minCpu = (all: readonly Timed[]): number =>
    Math.min(...all.map(({ cpuMicroseconds }) => cpuMicroseconds / delivered))
  const ratios = ours.map(
    (one, round) => one.wallMicroseconds / (bare[round]?.wallMicroseconds ?? Number.NaN)
  )
  return {
    ...{
      delivered,
      ratio: median(ratios),
      perSecond: ours.map(perSecond),
      barePerSecond: bare.map(perSecond)
    },
    cpuMicroseconds: minCpu(ours),
    bareCpuMicroseconds: minCpu(bare)
  }
}

interface Timed {
  readonly wallMicroseconds: number
  readonly cpuMicroseconds: number
}

async function timed(work: () => Promise<unknown>): Promise<Timed> {
  const startedAt = performance.now()
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return { wallMicroseconds: (performance.now() - startedAt) * 1000, cpuMicroseconds: user + system }
}

async function bareLoop(pool: Pool, count: number, posted: Way['bare']): Promise<void> {
  let left = count
  const sendInTurn = async () => {
    while (left > 0) {
      left -= 1
      await post(pool, posted(left))
    }
  }
  await Promise.all(Array.from({ length: usualDelivery.perReceiver }, sendInTurn))
}

async function post(pool: Pool, { body, headers }: Posted): Promise<number> {
  const answer = await pool.request({ method: 'POST', path: '/', body, headers })
  await answer.body.dump()
  return answer.statusCode
}

const { signal } = new AbortController()

function never(): AbortSignal {
  return signal
}

function dispatching(store: Store, channel: Way['channel']): DispatchDeps {
  return {
    outbox: store.outbox,
    episodes: store.episodes,
    maintenance: store.maintenance,
    forecasts: {
      stored: async () => null,
      owners: async () => [],
      measured: async () => null,
      tonight: () => null
    },
    subscriptions: store.subscriptions,
    allowances: store.allowances,
    channels: new Map([['receiver', channel as Channel]]),
    places: { find: (slug) => ({ ...malatya, slug }), suggest: () => [], homonyms: () => [], ...noFields },
    keys: {
      derive: (purpose, text) =>
        new Uint8Array(createHmac('sha256', 'key').update(`${purpose}\0${text}`).digest()),
      hash: (text) => createHash('sha256').update(text).digest('hex')
    },
    random: (bytes) => new Uint8Array(bytes),
    now: () => benchNow,
    siteUrl: 'http://localhost',
    report: (event, details) => console.error(event, details)
  }
}

const malatya = {
  ...{ name: 'Malatya', timezone: 'Europe/Istanbul', country: 'TR', lat: 38.355, lon: 38.31 },
  ...{ elevation: 954, region: null, population: 1, kind: 'province' as const }
}
