/** Whatever is changed of the record by SQL alone, without reading the table of secrets, `ayaz audit` finds. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { auditCommand } from '../../../src/cli/audit.ts'
import { seededRandom } from '../../../src/sources/demo/nights.ts'
import { auditChain, auditRegister, chainsOf } from '../../../src/store/audit-chain.ts'
import { chainSigner } from '../../../src/store/chain-register.ts'
import { nightEntry, nightHash, noHash } from '../../../src/store/night-chain.ts'
import { openStore } from '../../../src/store/open.ts'
import type { IssuedNightsTable } from '../../../src/store/record-tables.ts'
import { addDays } from '../../../src/weather/zone-clock.ts'
import { runCommand } from '../../command.ts'
import { syntheticIssue, syntheticPoint } from '../../made/synthetic-nights.ts'
import { openEarlier } from './earlier.ts'
import { engines } from './engines.ts'
import { storeForEach } from './opened.ts'

const now = Date.parse('2026-04-12T12:00:00Z')
const other = { ...syntheticPoint, pointKey: '39.000,38.000', lat: 39, lon: 38 }
const points = [syntheticPoint, other]
const tables = ['issued_nights', 'night_chains', 'chain_register'] as const
type Random = (below: number) => number

describe.each(engines())('the record on $name', (engine) => {
  const fresh = storeForEach(engine, now)
  const queries = () => fresh.store.database.queries
  const change = (text: string) => sql.raw(text).execute(queries())

  const issue = async (runs = 6, laterMs = 0): Promise<void> => {
    for (const point of points)
      for (let day = 0; day < runs; day += 1) {
        const nights = [0, 1].map((lead) =>
          syntheticIssue(addDays('2026-04-01', day + lead), {
            leadDay: lead,
            leadDays: lead,
            score: 20 + day
          })
        )
        const issuance = { at: now + day + laterMs, method: 'frost-p 2.0' }
        await fresh.store.record.saveIssued({ point, synthetic: false, nights, issuance })
      }
  }
  const isIntact = async (): Promise<boolean> => {
    const { database } = fresh.store
    const signer = await chainSigner(database, now)
    const found = [...(await auditRegister(database, signer))] as object[]
    for (const key of await chainsOf(database, null))
      found.push(...(await auditChain(database, key, { signer })).findings)
    return found.length === 0
  }
  const rowsNow = async () =>
    Promise.all(
      tables.map(async (table) => (await queries().selectFrom(table).selectAll().execute()) as object[])
    )
  const bringBack = async (rows: readonly object[][]): Promise<void> => {
    for (const [index, table] of tables.entries()) {
      await change(`delete from ${table}`)
      for (const row of rows[index] ?? [])
        await queries()
          .insertInto(table)
          .values(row as never)
          .execute()
    }
  }
  const rowsOf = (key: string): Promise<IssuedNightsTable[]> =>
    queries()
      .selectFrom('issued_nights')
      .selectAll()
      .where('point_key', '=', key)
      .orderBy('chain_seq')
      .execute()
  /** The chain of a place as an attacker makes it: numbered and hashed anew, with its newest hash. */
  const rebuild = async (key: string, rows: readonly IssuedNightsTable[]): Promise<void> => {
    await change(`delete from issued_nights where point_key = '${key}'`)
    let hash = noHash
    for (const [index, row] of rows.entries()) {
      const next = { ...row, point_key: key, chain_seq: index + 1 }
      hash = nightHash(hash, nightEntry(next))
      await queries()
        .insertInto('issued_nights')
        .values({ ...next, chain_hash: hash })
        .execute()
    }
    await change(
      `update night_chains set last_seq = ${rows.length}, last_hash = '${hash}' where point_key = '${key}'`
    )
  }
  const keyOf = (random: Random): string => points[random(2)]?.pointKey ?? ''
  /** Each on its own is a forgery. */
  const forgeries: Readonly<Record<string, (random: Random) => Promise<unknown>>> = {
    'alters a column': async (random) => {
      const column = ['score', 'air_minimum', 'issued_at', 'p_air_frost'][random(4)]
      await change(`update issued_nights set ${column} = ${column} + 1 where chain_seq = ${1 + random(12)}`)
    },
    'deletes a row': (random) =>
      change(
        `delete from issued_nights where point_key = '${keyOf(random)}' and chain_seq = ${1 + random(12)}`
      ),
    'cuts the end and sets the newest hash back': async (random) => {
      const key = keyOf(random)
      await rebuild(key, (await rowsOf(key)).slice(0, 12 - 1 - random(10)))
    },
    'alters rows and hashes all anew': async (random) => {
      const key = keyOf(random)
      await rebuild(
        key,
        (await rowsOf(key)).map((row) => ({ ...row, score: 99 - random(3) }))
      )
    },
    'leaves rows out in the middle and numbers anew': async (random) => {
      const [key, gone] = [keyOf(random), random(12)]
      await rebuild(
        key,
        (await rowsOf(key)).filter((_, index) => index !== gone)
      )
    },
    'takes a row out of the chain': async (random) => {
      const key = keyOf(random)
      const rows = await rowsOf(key)
      await rebuild(key, rows.slice(0, -1))
      const last = rows.at(-1)
      if (last === undefined) return
      const outside = { method: null, recorded_at: null, chain_seq: null, chain_hash: null }
      await queries()
        .insertInto('issued_nights')
        .values({ ...last, ...outside, score: 99 })
        .execute()
    },
    'adds nights as issued before there were chains': async (random) => {
      const [row] = await rowsOf(keyOf(random))
      if (row === undefined) return
      const outside = { method: null, recorded_at: null, chain_seq: null, chain_hash: null }
      for (let day = 0; day <= random(19); day += 1) {
        const night = { ...row, ...outside, night_date: addDays('2025-03-01', day) }
        await queries().insertInto('issued_nights').values(night).execute()
      }
    },
    'deletes a whole chain': async (random) => {
      const key = keyOf(random)
      for (const table of ['issued_nights', 'night_chains'])
        await change(`delete from ${table} where point_key = '${key}'`)
    },
    'moves a chain to another place': async () => {
      for (const table of ['night_chains', 'issued_nights'])
        await change(`update ${table} set point_key = '40.000,38.000' where point_key = '${other.pointKey}'`)
      await rebuild('40.000,38.000', await rowsOf('40.000,38.000'))
    },
    'gives a chain the signature of another': async (random) => {
      const key = keyOf(random)
      await rebuild(key, (await rowsOf(key)).slice(1))
      await change(`update night_chains set head_signature = (select max(head_signature) from night_chains)`)
    },
    'takes the signature away': (random) =>
      change(`update night_chains set head_signature = null where point_key = '${keyOf(random)}'`),
    'makes a checkpoint': async (random) => {
      const [key, seq] = [keyOf(random), 1 + random(11)]
      const hash = (await rowsOf(key))[seq - 1]?.chain_hash
      await change(`delete from issued_nights where point_key = '${key}' and chain_seq <= ${seq}`)
      await change(
        `update night_chains set removed_seq = ${seq}, removed_hash = '${hash}', removed_at = 1, signature = 'AA' where point_key = '${key}'`
      )
    },
    'changes the list of chains': async (random) => {
      const column = ['chains', 'outside'][random(2)]
      await change(`update chain_register set ${column} = ${column} + 1`)
    },
    'deletes the list of chains': () => change('delete from chain_register'),
    'deletes a chain and the list of chains': async (random) => {
      await forgeries['deletes a whole chain']?.(random)
      await change('delete from chain_register')
    }
  }
  /** What the service does afterwards must hide none of it. */
  const goOn = async (random: Random): Promise<void> => {
    if (random(2) === 0) await issue(7, 100)
    if (random(3) === 0) await fresh.store.record.forgetBefore('2026-04-02', now)
  }

  it('is intact as it was issued, and shortened', async () => {
    await issue()
    expect(await isIntact()).toBe(true)
    await fresh.store.record.forgetBefore('2026-04-03', now)
    expect(await isIntact()).toBe(true)
    await fresh.store.record.forgetBefore('2027-01-01', now)
    expect(await isIntact()).toBe(true)
    await issue(2)
    expect(await isIntact()).toBe(true)
  })

  it.each(Object.keys(forgeries))('is not intact once somebody %s', async (name) => {
    await issue()
    const before = await rowsNow()
    for (let seed = 0; seed < 3; seed += 1) {
      let drawn = 0
      const random: Random = (below) => Math.floor(seededRandom(`${name} ${seed} ${drawn++}`) * below)
      await forgeries[name]?.(random)
      expect(await isIntact(), `${name}, ${seed}`).toBe(false)
      await goOn(random)
      expect(await isIntact(), `${name}, ${seed}, afterwards`).toBe(false)
      await bringBack(before)
      expect(await isIntact()).toBe(true)
    }
  })

  it('is signed as it is by the migration, with what was issued before there were chains', async () => {
    await issue()
    const [nights = [], chains = []] = await rowsNow()
    const points = await queries().selectFrom('record_points').selectAll().execute()
    await fresh.store.close()
    fresh.opened = await engine.fresh()
    const earlier = await openEarlier(fresh.opened, 20)
    const outside = { method: null, recorded_at: null, chain_seq: null, chain_hash: null }
    for (const point of points) await earlier.queries.insertInto('record_points').values(point).execute()
    for (const { head_signature: _, ...chain } of chains as { head_signature: unknown }[])
      await earlier.queries
        .insertInto('night_chains')
        .values(chain as never)
        .execute()
    for (const night of [...nights, { ...nights[0], ...outside, night_date: '2025-01-01' }])
      await earlier.queries
        .insertInto('issued_nights')
        .values(night as never)
        .execute()
    await earlier.queries.destroy()
    fresh.store = await openStore({ ...fresh.opened, now })
    expect(await isIntact()).toBe(true)
    await issue(8)
    expect(await isIntact()).toBe(true)
    await change(`update issued_nights set night_date = '2025-01-02' where chain_seq is null`)
    expect(await isIntact()).toBe(false)
  })

  it('is audited against a hash that was published once', async () => {
    await issue()
    const at =
      fresh.opened.url === null ? { DATA_DIR: fresh.opened.dataDir } : { DATABASE_URL: fresh.opened.url }
    const audit = (...words: readonly string[]) => runCommand(auditCommand, words, at)
    const [row] = (await rowsOf(other.pointKey)).slice(4)
    const place = other.pointKey
    expect((await audit(place, '--against', `5:${row?.chain_hash}`)).status).toBe(0)
    const wrong = createHash('sha256').update('other').digest('hex')
    const found = await audit(place, '--against', `5:${wrong}`)
    expect(found).toMatchObject({ status: 1, out: expect.stringContaining('NOT AS PUBLISHED: row 5') })
    expect((await audit(place, '--against', `99:${wrong}`)).status).toBe(1)
    expect((await audit(place, '--against', 'x')).status).toBe(64)
    await change(`delete from night_chains where point_key = '${place}'`)
    await change(`delete from issued_nights where point_key = '${place}'`)
    expect(await audit()).toMatchObject({ status: 1, out: expect.stringContaining('made 2 chains') })
  })
})
