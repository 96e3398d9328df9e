/**
 * `npm run bench -- alerts`: what a large crowd of subscriptions costs, as ratios to the bare work on the same machine.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type Store } from '../../src/store/open.ts'
import { ownPostgresEngine } from '../../test/contracts/store/engines.ts'
import type { Gate } from '../gate.ts'
import { benchNow, scatter } from './crowd.ts'
import { type DeliveryFigures, measureDelivery } from './delivery.ts'
import { measureEvaluation } from './evaluation.ts'
import { measureWebhooks } from './webhooks.ts'

const backlog = { places: 1000, subscriptions: 200_000 }
/** For what is measured beside no gate. */
const smallCrowd = { places: 100, subscriptions: 40_000 }
const rounds = 5
/** Of delivery more, because its rounds differ by half: receiver, kernel and both of us share the machine. */
const deliveryRounds = 15

/**
 * Runs everything on SQLite, then on PostgreSQL: in the empty database of DATABASE_URL, else on a server of its own.
 */
export async function benchAlerts(): Promise<readonly Gate[]> {
  const gates = await benchOn(null)
  const url = process.env['DATABASE_URL']
  if (url !== undefined) return [...gates, ...(await benchOn(url))]
  const server = ownPostgresEngine(true)
  await server.start()
  try {
    const { url: own } = await server.fresh()
    return [...gates, ...(await benchOn(own))]
  } finally {
    await server.stop()
  }
}

async function benchOn(url: string | null): Promise<readonly Gate[]> {
  const evaluation = await withStore(url, async (store) => {
    const stages = await measureEvaluation(store, backlog, rounds)
    console.log(
      `${store.engine}: ${backlog.subscriptions} subscriptions on ${backlog.places} places, ${rounds} rounds`
    )
    for (const { name, enqueued, evaluationMs, bareMs, ratio } of stages) {
      console.log(`  ${name}: ${enqueued} enqueued`)
      console.log(`    evaluation and enqueue [ms]: ${whole(evaluationMs)}`)
      console.log(`    bare INSERT … SELECT [ms]:   ${whole(bareMs)}, ratio ${ratio.toFixed(2)}`)
    }
    return stages.map(({ name, ratio }) =>
      gate(`alerts ${store.engine}: evaluation / bare insert, ${name}`, ratio, 3)
    )
  })
  const delivery = await withStore(url, async (store) => {
    const figures = await measureDelivery(store, backlog, deliveryRounds)
    print(store, 'messages', figures)
    return gate(`alerts ${store.engine}: bare loop / delivery`, figures.ratio, 2)
  })
  await withStore(url, async (store) => {
    print(store, 'signed webhooks with their text', await measureWebhooks(store, smallCrowd, rounds))
  })
  return [...evaluation, delivery]
}

function print(store: Store, what: string, figures: DeliveryFigures): void {
  const { delivered, perSecond, barePerSecond, cpuMicroseconds, bareCpuMicroseconds, ratio } = figures
  console.log(`${store.engine}: ${delivered} ${what} to a receiver on loopback, ${perSecond.length} rounds`)
  console.log(`  delivered [1/s]:        ${whole(perSecond)}`)
  console.log(`  bare undici loop [1/s]: ${whole(barePerSecond)}, ratio ${ratio.toFixed(2)}`)
  console.log(`  CPU a message [µs]: ${cpuMicroseconds.toFixed(0)}, bare ${bareCpuMicroseconds.toFixed(0)}`)
}

function gate(name: string, value: number, most: number): Gate {
  return { name, value, most }
}

function whole(values: readonly number[]): string {
  return values.map((value) => value.toFixed(0)).join(' ')
}

async function withStore<Result>(
  url: string | null,
  work: (store: Store) => Promise<Result>
): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ayaz-bench-'))
  const store = await openStore({ url, dataDir, now: benchNow })
  try {
    const result = await work(store)
    await scatter(store)
    return result
  } finally {
    await store.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
