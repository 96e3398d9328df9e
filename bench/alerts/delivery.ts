/** Delivery of a crowd's messages to a receiver on loopback, beside a bare undici loop that posts as many bodies as fast as it can. */

import { fork } from 'node:child_process'
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import { type Deliverer, deliverDue, usualDelivery } from '../../src/alerts/deliver.ts'
import type { Channel } from '../../src/alerts/ports.ts'
import type { Store } from '../../src/store/open.ts'
import { benchNow, type Crowd, forgetAll, gather, oneRun } from './crowd.ts'
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

const bodyOf = (subscription: string) =>
  JSON.stringify({ type: 'frost.night', subscription, nights: [{ score: 70 }] })

/** Measures in turns against one receiver in a process of its own. */
export async function measureDelivery(store: Store, crowd: Crowd, rounds: number): Promise<DeliveryFigures> {
  await gather(store, crowd)
  const receiver = fork(fileURLToPath(new URL('./receiver.ts', import.meta.url)))
  const [port] = (await once(receiver, 'message')) as [number]
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: usualDelivery.concurrency })
  const perSecond: number[] = []
  const barePerSecond: number[] = []
  const cpu: number[] = []
  const bareCpu: number[] = []
  let delivered = 0
  try {
    for (let round = 0; round < rounds; round += 1) {
      await store.episodes.evaluate(await oneRun(store, `run-${round}`), benchNow, null)
      const settings = { ...usualDelivery, worker: 'bench', timeout: never }
      const ours = await timed(() => deliverDue(house(store, pool), settings))
      delivered = ours.result
      const bare = await timed(() => bareLoop(pool, delivered))
      perSecond.push((delivered * 1e6) / ours.wallMicroseconds)
      barePerSecond.push((delivered * 1e6) / bare.wallMicroseconds)
      cpu.push(ours.cpuMicroseconds / delivered)
      bareCpu.push(bare.cpuMicroseconds / delivered)
      await forgetAll(store)
    }
  } finally {
    await pool.close()
    receiver.kill()
  }
  const ratios = perSecond.map((rate, round) => (barePerSecond[round] ?? Number.NaN) / rate)
  const spent = { cpuMicroseconds: Math.min(...cpu), bareCpuMicroseconds: Math.min(...bareCpu) }
  return { ratio: median(ratios), perSecond, barePerSecond, delivered, ...spent }
}

async function timed<Result>(work: () => Promise<Result>) {
  const startedAt = performance.now()
  const before = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  return { result, wallMicroseconds: (performance.now() - startedAt) * 1000, cpuMicroseconds: user + system }
}

async function bareLoop(pool: Pool, count: number): Promise<void> {
  let left = count
  const oneAfterAnother = async () => {
    while (left > 0) {
      left -= 1
      await post(pool, bodyOf(`sub_${left}`))
    }
  }
  await Promise.all(Array.from({ length: usualDelivery.concurrency }, oneAfterAnother))
}

async function post(pool: Pool, body: string): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const answer = await pool.request({ method: 'POST', path: '/', body, headers })
  await answer.body.dump()
  return answer.statusCode
}

const { signal } = new AbortController()

function never(): AbortSignal {
  return signal
}

function house(store: Store, pool: Pool): Deliverer {
  const channel: Pick<Channel, 'kind' | 'isConfigured' | 'confirmation' | 'deliver'> = {
    kind: 'receiver',
    isConfigured: true,
    confirmation: 'none',
    deliver: async (message) => {
      const status = await post(pool, bodyOf(message.subscriptionId))
      return status === 204
        ? { outcome: 'sent', receipt: null }
        : { outcome: 'retry', afterSeconds: null, reason: `http_${status}` }
    }
  }
  return {
    outbox: store.outbox,
    episodes: store.episodes,
    upkeep: store.upkeep,
    forecasts: { kept: async () => null, tonight: () => null },
    subscriptions: store.subscriptions,
    allowances: store.allowances,
    channels: new Map([['receiver', channel as Channel]]),
    places: { find: () => null, suggest: () => [] },
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
