/** Quotas that several processes share in PostgreSQL. */
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openLimiter } from '../../../src/app/parts.ts'
import { createLimiter, type Tier, type Verdict } from '../../../src/http/limiter.ts'
import { openStore, type Store } from '../../../src/store/open.ts'
import { SharedLimiter } from '../../../src/store/shared-limiter.ts'
import { ownPostgresEngine, postgresEngine } from '../store/engines.ts'

const free: Tier = { name: 'free', quota: 60, windowSeconds: 60 }
const large: Tier = { name: 'partner', quota: 100_000, windowSeconds: 60 }
const noon = Date.UTC(2026, 3, 11, 12)

/** Processes on one database, each with separate connections. */
async function openProcesses(
  count: number,
  url: string | null,
  deps: { readonly clock: () => number; readonly changed: (reason: string | null) => void }
): Promise<{ readonly processes: readonly SharedLimiter[]; readonly stores: readonly Store[] }> {
  const stores: Store[] = []
  for (let index = 0; index < count; index++) stores.push(await openStore({ url, dataDir: '', now: noon }))
  const processes = stores.map(
    ({ database }) => new SharedLimiter({ database, local: createLimiter(10), ...deps })
  )
  return { processes, stores }
}

describe('quotas in PostgreSQL', () => {
  const engine = postgresEngine()
  let stores: readonly Store[] = []
  let now = noon
  let processes: readonly SharedLimiter[] = []
  const changes: (string | null)[] = []

  beforeAll(async () => {
    await engine.start()
    const deps = { clock: () => now, changed: (reason: string | null) => changes.push(reason) }
    ;({ processes, stores } = await openProcesses(4, (await engine.fresh()).url, deps))
  })
  afterAll(async () => {
    expect(changes).toEqual([])
    for (const store of stores) await store.close()
    await engine.stop()
  })

  /** `count` requests of a client at once, over so many processes in turn. */
  const ask = (client: string, count: number, over: number, tier = free): Promise<readonly Verdict[]> =>
    Promise.all(
      Array.from({ length: count }, (_, index) => processes[index % over]?.take(client, tier, now) as Verdict)
    )
  const passed = (verdicts: readonly Verdict[]): number => verdicts.filter(({ allowed }) => allowed).length

  it.each([2, 4])('exactly 60 of 300 requests in a minute pass over %i processes', async (over) => {
    const client = `minute ${over}`
    let all = 0
    for (let turn = 0; turn < 30; turn++) {
      all += passed(await ask(client, 10, over))
      now += 1_900
    }
    expect(all).toBe(60)
  })

  it('many at once are as exact as one after the other, and count down', async () => {
    const verdicts = await ask('at once', 300, 4)
    expect(passed(verdicts)).toBe(60)
    const left = verdicts.filter(({ allowed }) => allowed).map(({ remaining }) => remaining)
    expect(left.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 60 }, (_, index) => index)
    )
    for (const { allowed, remaining, resetSeconds } of verdicts) {
      if (!allowed) expect(remaining).toBe(0)
      expect(resetSeconds).toBeGreaterThanOrEqual(60)
      expect(resetSeconds).toBeLessThanOrEqual(61)
    }
  })

  it('in no window more than the quota passes, and each comes back a window later', async () => {
    const at: number[] = []
    for (let turn = 0; turn < 120; turn++) {
      for (const { allowed } of await ask('steady', 4, 4)) if (allowed) at.push(now)
      now += 1_531
    }
    for (const start of at) {
      expect(at.filter((one) => one >= start && one < start + 60_000).length).toBeLessThanOrEqual(60)
    }
    // 184 s are three windows and a little.
    expect(at.length).toBeGreaterThanOrEqual(180)
  })

  it('a refusal does not change when the quota is free again', async () => {
    const pass = (seconds: number) => {
      now += seconds * 1000
    }
    expect(passed(await ask('refused', 60, 1))).toBe(60)
    pass(30)
    expect(passed([await (processes[1] as SharedLimiter).take('refused', free, now)])).toBe(0)
    pass(31)
    expect(passed(await ask('refused', 60, 1))).toBe(60)
    const refusal = await (processes[2] as SharedLimiter).take('refused', free, now)
    expect(refusal).toMatchObject({ allowed: false, resetSeconds: expect.toSatisfy((one) => one >= 59) })
  })

  it('clients and tiers are counted each by itself, a large quota as well', async () => {
    const both = await Promise.all([ask('here', 70, 4), ask('there', 70, 4), ask('here', 5_000, 4, large)])
    expect(both.map(passed)).toEqual([60, 60, 5_000])
    expect((await ask('here', 1, 1, large))[0]?.remaining).toBe(94_999)
  })

  it('what is stored names no client', async () => {
    await ask('203.0.113.7', 1, 1)
    const queries = stores[0]?.database.queries
    if (queries === undefined) throw new Error('no process is open')
    const { rows } = await sql<{ key: string }>`select key from client_quotas`.execute(queries)
    const keys = rows.map(({ key }) => key)
    expect(keys.length).toBeGreaterThan(1)
    expect(keys.join(' ')).not.toMatch(/203\.0|here|at once/)
  })

  it('processes that were idle wake together, and none waits for another', async () => {
    for (let turn = 0; turn < 100; turn++) {
      now += 31_000
      expect(passed(await ask('woken', 4, 4))).toBe(4)
    }
    expect(changes).toEqual([])
  })

  it('each process knows how many there are', async () => {
    now += 31_000
    for (let turn = 0; turn < 2; turn++) {
      for (const [index, process] of processes.entries())
        await process.take(`known ${turn}`, free, now + index)
      now += 10_000
    }
    expect(processes.map((process) => process.processes())).toEqual([4, 4, 4, 4])
    now += 31_000
    await processes[0]?.take('alone', free, now)
    expect(processes[0]?.processes()).toBe(1)
  })
})

describe('PostgreSQL away', () => {
  const engine = ownPostgresEngine()
  let now = noon
  let stores: readonly Store[] = []
  let processes: readonly SharedLimiter[] = []
  const changes: (string | null)[] = []
  const open = async (count: number): Promise<void> => {
    const deps = { clock: () => now, changed: (reason: string | null) => changes.push(reason) }
    ;({ processes, stores } = await openProcesses(count, (await engine.migrated()).url, deps))
  }

  beforeAll(() => engine.start())
  beforeEach(() => {
    now = noon
    changes.length = 0
  })
  afterEach(async () => {
    engine.thaw()
    for (const store of stores) await store.close()
    stores = []
  })
  afterAll(() => engine.stop())

  it('each process grants its share of the quota, says so, and shares again when it is back', async () => {
    await open(2)
    const [one, two] = processes as [SharedLimiter, SharedLimiter]
    await two.take('first', free, now)
    await one.take('first', free, now)
    expect([one.processes(), one.isShared()]).toEqual([2, true])
    engine.freeze()
    const began = performance.now()
    const asked = Array.from({ length: 100 }, () => one.take('away', free, now))
    // Once the first are asked for: those are not waited for in their turn.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    const meanwhile = one.take('meanwhile', free, now)
    const verdicts = await Promise.all(asked)
    expect(verdicts.filter(({ allowed }) => allowed).length).toBe(30)
    const waitedMs = performance.now() - began
    expect(await meanwhile).toMatchObject({ allowed: true, remaining: 29 })
    expect(performance.now() - began - waitedMs).toBeLessThan(900)
    expect(one.isShared()).toBe(false)
    expect(changes).toEqual([expect.stringContaining('1000 ms')])
    // Not asked again for each request, and no request waits for the look whether it is back.
    for (const laterMs of [0, 5_001, 5_001]) {
      now += laterMs
      expect(one.take(`later ${now}`, free, now)).toMatchObject({ allowed: true, remaining: 29 })
    }
    engine.thaw()
    await expect
      .poll(() => {
        now += 5_001
        void one.take('looks', free, now)
        return one.isShared()
      })
      .toBe(true)
    expect(await one.take('back', free, now)).toMatchObject({ allowed: true, remaining: 59 })
    expect(changes.slice(1)).toEqual([null])
  })

  it('what was granted before counts, and the shares of all processes make no more than one quota', async () => {
    await open(3)
    const passed = async (client: string, each: readonly number[], quota = 60): Promise<number> => {
      const verdicts = await Promise.all(
        each.flatMap((count, index) =>
          Array.from(
            { length: count },
            () => processes[index]?.take(client, { ...free, quota }, now) as Verdict
          )
        )
      )
      return verdicts.filter(({ allowed }) => allowed).length
    }
    // No request has reached any of them.
    for (const process of processes) await process.announce()
    now += 10_000
    for (const process of processes) await process.announce()
    expect(processes.map((process) => process.processes())).toEqual([3, 3, 3])
    expect(await passed('of one', [100, 0, 0])).toBe(60)
    expect(await passed('of all', [20, 20, 20])).toBe(60)
    expect(await passed('of few', [5, 0, 0])).toBe(5)
    engine.freeze()
    await Promise.all(processes.map((process) => process.take('notices', free, now)))
    expect(processes.map((process) => process.isShared())).toEqual([false, false, false])
    expect(await passed('of all', [100, 100, 100])).toBe(0)
    expect(await passed('of one', [100, 0, 0])).toBe(0)
    expect(await passed('of one', [0, 100, 100])).toBe(40)
    expect(await passed('of few', [100, 100, 100])).toBe(55)
    expect(await passed('new', [100, 100, 100])).toBe(60)
    expect(await processes[0]?.take('of all', free, now)).toMatchObject({ allowed: false, remaining: 0 })
    // Quotas that three do not divide.
    expect(await passed('tiny', [100, 100, 100], 2)).toBe(2)
    expect(await passed('uneven', [100, 100, 100], 61)).toBe(61)
    // In the next window but one it is forgotten.
    now += 121_000
    await Promise.all(processes.map((process) => process.take('notices', free, now)))
    expect(await passed('of all', [100, 100, 100])).toBe(60)
  })

  it('a process is known to the others before any request reaches it', async () => {
    const { url } = await engine.migrated()
    const ends: (() => unknown)[] = []
    const opened = async (): Promise<Registry> => {
      const registry = new Registry()
      const store = await openStore({ url, dataDir: '', now: noon })
      const limiter = await openLimiter({
        ...{ configuration: { role: 'api' }, store, clock: () => noon },
        ...{ report: () => undefined, metrics: { registry } }
      })
      ends.push(limiter.close, () => store.close())
      return registry
    }
    try {
      await opened()
      const second = await opened()
      expect(await second.metrics()).toMatch(/^ayaz_serving_processes 2$/m)
    } finally {
      for (const end of ends) await end()
    }
  })
})
