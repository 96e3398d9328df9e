import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrations } from '../../../src/store/migrations/registry.ts'
import { openDatabase, openStore, type Store } from '../../../src/store/open.ts'
import { serverKeys } from '../../../src/store/secrets.ts'
import { built } from '../../built.ts'
import { machineEnvironment } from '../../machine-environment.ts'
import { engines, type FreshDatabase } from './engines.ts'
import { noon } from './opened.ts'

const run = promisify(execFile)
const newest = migrations.at(-1)?.version ?? 0

describe.each(engines())('what the app keeps, on $name', (engine) => {
  let at: FreshDatabase
  let store: Store
  let second: Store

  beforeAll(async () => {
    await engine.start()
    at = await engine.migrated()
    store = await open()
    // SQLite's second connection lives in another process; two in one would wait for each other.
    second = engine.name === 'SQLite' ? store : await open()
  })

  afterAll(async () => {
    await store.close()
    if (second !== store) await second.close()
    await engine.stop()
  })

  function open(): Promise<Store> {
    return openStore({ ...at, now: noon })
  }

  it('is migrated once when eight processes open it at the same instant', async () => {
    const { url, dataDir } = await engine.fresh()
    const child = await built('open-in-child')
    const env = machineEnvironment()
    const args = [child, url ?? '', dataDir, String(Date.now() + 1500)]
    const opened = await Promise.all(Array.from({ length: 8 }, () => run(process.execPath, args, { env })))
    const migrated = opened
      .map(({ stdout }) => JSON.parse(stdout))
      .toSorted((one, other) => one.from - other.from)
    expect(migrated).toEqual([{ from: 0, to: newest }, ...Array(7).fill({ from: newest, to: newest })])
  })

  it('refuses a database that a newer version has migrated, and changes nothing in it', async () => {
    const newer = { ...(await engine.fresh()), now: noon }
    await (await openStore(newer)).close()
    const raw = openDatabase(newer)
    await raw.queries
      .insertInto('schema_versions' as never)
      .values({ version: 99, name: 'later', applied_at: noon } as never)
      .execute()
    await raw.queries.destroy()
    await expect(openStore(newer)).rejects.toMatchObject({ name: 'StoreError', kind: 'newer_version' })
  })

  it('replaces the forecast that was read, and none that was stored since', async () => {
    const { write, read } = store.storedForecasts
    const at = { sourceId: 'a', pointKey: '5,6', body: new Uint8Array([1]) }
    const [first, mine, other] = [
      { ...at, confirmedAt: 1, meta: '{"run":1}' },
      { ...at, confirmedAt: 2, meta: '{"run":2}' },
      { ...at, confirmedAt: 2, meta: '{"run":3}' }
    ] as const
    expect(await write(first, null)).toBe(true)
    expect(await write(mine, null)).toBe(false)
    // Of two that have read the first, one wins, also within the same millisecond.
    const won = await Promise.all([write(mine, first), second.storedForecasts.write(other, first)])
    expect(won.toSorted()).toEqual([false, true])
    expect((await read('a', '5,6'))?.meta).toBe(won[0] ? mine.meta : other.meta)
    await write(first)
    expect((await read('a', '5,6'))?.meta).toBe(first.meta)
    await store.database.queries.deleteFrom('kept_forecasts').execute()
  })

  it('keeps the last good forecast of a source and point, byte for byte, and prunes all but the newest', async () => {
    const stored = store.storedForecasts
    expect(await stored.any()).toBe(false)
    const body = new Uint8Array([0, 255, 1, 128])
    await stored.write({
      sourceId: 'a',
      pointKey: '1,2',
      confirmedAt: 1,
      meta: '{}',
      body: new Uint8Array([9])
    })
    await stored.write({ sourceId: 'a', pointKey: '1,2', confirmedAt: 2, meta: '{"ş":1}', body })
    await stored.write({ sourceId: 'a', pointKey: '3,4', confirmedAt: 5, meta: '{}', body })
    const read = await stored.read('a', '1,2')
    expect(read).toMatchObject({ confirmedAt: 2, meta: '{"ş":1}' })
    expect([...(read?.body ?? [])]).toEqual([0, 255, 1, 128])
    expect(await stored.read('b', '1,2')).toBeNull()
    expect(await stored.any()).toBe(true)
    // More than are deleted at once.
    for (let count = 0; count < 1001; count += 1)
      await stored.write({ sourceId: 'b', pointKey: `${count}`, confirmedAt: 3, meta: '{}', body })
    expect(await stored.prune(100, 5000)).toBe(1002)
    expect(await stored.read('a', '3,4')).not.toBeNull()
  })

  it('prunes what was confirmed longest ago where there is more than there may be, and no more', async () => {
    const stored = store.storedForecasts
    const [meta, body] = ['{}', new Uint8Array([1])]
    await store.database.queries.deleteFrom('kept_forecasts').execute()
    for (let at = 1; at <= 8; at += 1)
      await stored.write({ sourceId: 'a', pointKey: `${at}`, confirmedAt: at, meta, body })
    const left = async () => {
      const rows = await store.database.queries
        .selectFrom('kept_forecasts')
        .select('confirmed_at')
        .orderBy('confirmed_at')
        .execute()
      return rows.map((row) => row.confirmed_at)
    }
    expect(await stored.prune(0, 8)).toBe(0)
    expect(await stored.prune(0, 5)).toBe(3)
    expect(await left()).toEqual([4, 5, 6, 7, 8])
    expect(await stored.prune(7, 5)).toBe(3)
    expect(await left()).toEqual([7, 8])
  })

  it('counts what two processes spend at one source on one day', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? store : second).budgets.add('a', '2026-04-09', 1.5)
      )
    )
    expect(await store.budgets.spent('a', '2026-04-09')).toBe(30)
    expect(await store.budgets.spent('a', '2026-04-10')).toBe(0)
  })

  it('lets exactly as many through a cap as it allows, over two processes, and again in the next window', async () => {
    const take = (now: number, which: Store) =>
      which.allowances.take({ scope: 'proof', key: 'host', limit: 5, windowMs: 3_600_000, now })
    const taken = await Promise.all(
      Array.from({ length: 20 }, (_, index) => take(noon, index % 2 ? store : second))
    )
    expect(taken.filter(Boolean)).toHaveLength(5)
    expect(await take(noon + 3_599_999, store)).toBe(false)
    expect(await take(noon + 3_600_000, store)).toBe(true)
  })

  it('finds an API key by its hash until it is revoked', async () => {
    const key = { id: 'k1', tier: 'partner', label: 'Kooperatif', operator: true, createdAt: noon }
    await store.apiKeys.add({ ...key, hash: 'h1' })
    expect(await second.apiKeys.byHash('h1')).toEqual({ ...key, revokedAt: null })
    expect(await store.apiKeys.byHash('h2')).toBeNull()
    expect(await store.apiKeys.revoke('k1', noon)).toBe(true)
    expect(await store.apiKeys.revoke('k1', noon)).toBe(false)
    expect(await second.apiKeys.byHash('h1')).toBeNull()
    expect(await store.apiKeys.list()).toHaveLength(1)
  })

  it('gives two processes that start together the same secret', async () => {
    let count = 0
    const make = () => {
      count += 1
      return `made-${count}`
    }
    const [one, other] = await Promise.all([
      store.secrets.save('vapid', make, noon),
      second.secrets.save('vapid', make, noon)
    ])
    expect(one).toBe(other)
    const keys = await Promise.all([serverKeys(store.secrets, noon), serverKeys(second.secrets, noon)])
    expect(keys[0]?.derive('manage', 'sub_1')).toEqual(keys[1]?.derive('manage', 'sub_1'))
    expect(keys[0]?.derive('manage', 'sub_1')).not.toEqual(keys[0]?.derive('feed', 'sub_1'))
  })

  it('a lease that a clock taken back since has given is nobody’s', async () => {
    const day = 86_400_000
    const hold = (holder: string, now: number): Promise<boolean> =>
      store.leases.hold({ name: 'ahead', holder, now, until: now + 60_000 })
    expect(await hold('a', noon + day)).toBe(true)
    expect(await hold('b', noon)).toBe(true)
    // Clocks of two machines may differ by minutes.
    expect(await hold('a', noon - 600_000)).toBe(false)
  })

  it('leases a task to one holder, who may prolong it; to the next when it runs out or is let go', async () => {
    const hold = (holder: string, now: number) =>
      store.leases.hold({ name: 'telegram', holder, now, until: now + 60_000 })
    expect(await hold('a', noon)).toBe(true)
    expect(await hold('b', noon + 59_999)).toBe(false)
    expect(await hold('a', noon + 30_000)).toBe(true)
    expect(await hold('b', noon + 60_000)).toBe(false)
    expect(await hold('b', noon + 90_000)).toBe(true)
    await store.leases.release('telegram', 'a')
    expect(await hold('a', noon + 91_000)).toBe(false)
    await store.leases.release('telegram', 'b')
    expect(await hold('a', noon + 91_000)).toBe(true)
  })
})

it('tells where the database is and what to do, and never its password', async () => {
  const url = 'postgres://frost:geheim@127.0.0.1:9/frost'
  const opening = openStore({ url, dataDir: '', now: noon })
  await expect(opening).rejects.toMatchObject({ kind: 'unreachable' })
  await expect(opening).rejects.toThrow(/127\.0\.0\.1:9.*DATABASE_URL/)
  await expect(opening).rejects.not.toThrow(/geheim/)
})
