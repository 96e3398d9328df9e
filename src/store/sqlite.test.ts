import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Database, transact } from './database.ts'
import { openSqlite } from './sqlite.ts'
import { isCorrupt, isUnavailable } from './store-error.ts'

let folder: string
let threads: Worker[]
let database: Database
const seen = (thread: Worker): void => void threads.push(thread)

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ayaz-sqlite-'))
  threads = []
  process.on('worker', seen)
  database = openSqlite(join(folder, 'test.db'))
  await sql`create table kept (number integer)`.execute(database.queries)
})

afterEach(async () => {
  process.off('worker', seen)
  await database.queries.destroy()
  rmSync(folder, { recursive: true })
})

const put = (into: Database, number: number) => sql`insert into kept values (${number})`.execute(into.queries)

async function stored(): Promise<readonly number[]> {
  const { rows } = await sql<{ number: number }>`select number from kept order by number`.execute(
    database.queries
  )
  return rows.map(({ number }) => number)
}

it('a thread that died is replaced, and what it had acknowledged is there', async () => {
  await put(database, 1)
  await threads.at(-1)?.terminate()
  await put(database, 2)
  expect(await stored()).toEqual([1, 2])
  expect(threads).toHaveLength(2)
})

it('a transaction whose thread dies is undone whole, whatever it goes on to ask', async () => {
  const working = transact(database, async (inside) => {
    await put(inside, 1)
    await threads.at(-1)?.terminate()
    await put(inside, 2)
  })
  await expect(working).rejects.toThrow()
  expect(await stored()).toEqual([])
  await transact(database, (inside) => put(inside, 3))
  expect(await stored()).toEqual([3])
})

it('what waits for a thread that dies is told so', async () => {
  const waiting = put(database, 1)
  const failing = expect(waiting).rejects.toThrow()
  await threads.at(-1)?.terminate()
  await failing
})

it('a WAL that grew while another process read is cut to 64 MB afterwards', async () => {
  const path = join(folder, 'test.db')
  const megabyte = 1024 * 1024
  const write = (megabytes: number) =>
    sql`insert into kept values (zeroblob(${megabytes * megabyte}))`.execute(database.queries)
  const walMegabytes = (): number => statSync(`${path}-wal`).size / megabyte
  const reader = new DatabaseSync(path, { readOnly: true })
  reader.exec('begin; select * from kept')
  for (let round = 0; round < 3; round += 1) await write(24)
  expect(walMegabytes()).toBeGreaterThan(72)
  reader.close()
  // The first moves all into the file, the second begins the WAL anew.
  for (let round = 0; round < 2; round += 1) await write(1)
  expect(walMegabytes()).toBeLessThanOrEqual(64)
})

const modeOf = (file: string): number => statSync(file).mode & 0o777

it.skipIf(process.platform === 'win32')(
  'a new file, its WAL and a folder made for it are their owner’s alone',
  async () => {
    const path = join(folder, 'new', 'ayaz.sqlite')
    const created = openSqlite(path)
    await sql`create table kept (number integer)`.execute(created.queries)
    expect([join(folder, 'new'), path, `${path}-wal`, `${path}-shm`].map(modeOf)).toEqual([
      0o700, 0o600, 0o600, 0o600
    ])
    await created.queries.destroy()
  }
)

it.skipIf(process.platform === 'win32')(
  'an older file that others could read is closed to them, its folder is left alone',
  async () => {
    await database.queries.destroy()
    const path = join(folder, 'test.db')
    chmodSync(path, 0o644)
    chmodSync(folder, 0o755)
    database = openSqlite(path)
    expect(await stored()).toEqual([])
    expect([folder, path].map(modeOf)).toEqual([0o755, 0o640])
  }
)

it('a statement that finds the data damaged is told of, and is no fault of ours', async () => {
  const path = join(folder, 'test.db')
  await transact(database, async (inside) => {
    for (let number = 0; number < 2000; number += 1) await put(inside, number)
  })
  await database.queries.destroy()
  const bytes = readFileSync(path)
  bytes.fill(0xff, 4096 * 2, 4096 * 2 + 200)
  writeFileSync(path, bytes)
  const found: unknown[] = []
  database = openSqlite(path, { connectionLost: () => undefined, corrupt: (error) => found.push(error) })
  await expect(stored()).rejects.toThrow('database disk image is malformed')
  expect(found).toHaveLength(1)
  expect([isCorrupt(found[0]), isUnavailable(found[0])]).toEqual([true, true])
})
