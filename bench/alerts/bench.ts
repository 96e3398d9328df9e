/** `npm run bench -- alerts`: what a large crowd of subscriptions costs, as ratios to the bare work on the same machine. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { alertRules } from '../../src/alerts/rules.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import type { Gate } from '../http/bench.ts'
import { benchNow } from './crowd.ts'
import { measureDelivery } from './delivery.ts'
import { measureEvaluation } from './evaluation.ts'

const crowd = { places: 1000, subscriptions: 200_000 }
const smallCrowd = { places: 100, subscriptions: 40_000 }
const rounds = 5

/** Runs both on SQLite; on PostgreSQL too where DATABASE_URL names an empty database to fill. */
export async function benchAlerts(): Promise<readonly Gate[]> {
  const url = process.env['DATABASE_URL'] ?? null
  const gates = [...(await benchOn(null)), ...(url === null ? [] : await benchOn(url))]
  return gates
}

async function benchOn(url: string | null): Promise<readonly Gate[]> {
  const evaluation = await withStore(url, async (store) => {
    const figures = await measureEvaluation(store, crowd, rounds)
    console.log(
      `${store.engine}: ${crowd.subscriptions} subscriptions on ${crowd.places} places, ${figures.enqueued} raised, ${rounds} rounds`
    )
    console.log(`  evaluation and enqueue [ms]: ${whole(figures.evaluationMs)}`)
    console.log(`  bare INSERT … SELECT [ms]:   ${whole(figures.bareMs)}`)
    return gate(`alerts ${store.engine}: evaluation / bare insert`, figures.ratio, 3)
  })
  // A database that is given is measured once: its crowd stays in it.
  if (url !== null) return [evaluation]
  const delivery = await withStore(url, async (store) => {
    const figures = await measureDelivery(store, smallCrowd, rounds)
    console.log(`${store.engine}: ${figures.delivered} messages to a receiver on loopback, ${rounds} rounds`)
    console.log(`  delivered [1/s]:        ${whole(figures.perSecond)}`)
    console.log(`  bare undici loop [1/s]: ${whole(figures.barePerSecond)}`)
    const { cpuMicroseconds, bareCpuMicroseconds } = figures
    console.log(`  CPU a message [µs]: ${cpuMicroseconds.toFixed(0)}, bare ${bareCpuMicroseconds.toFixed(0)}`)
    return gate(`alerts ${store.engine}: bare loop / delivery`, figures.ratio, 2)
  })
  return [evaluation, delivery]
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
  const store = await openStore({ url, dataDir, rules: alertRules, now: benchNow })
  try {
    return await work(store)
  } finally {
    await store.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
