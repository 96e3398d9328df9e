/**
 * Issued nights are chained: what is altered or removed afterwards is seen, and what is removed on purpose differs from
 * it.
 */
import { execFile } from 'node:child_process'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { auditCommand } from '../../../src/cli/audit.ts'
import type { IssuedNight } from '../../../src/observations/ports.ts'
import { auditChain, chainsOf } from '../../../src/store/audit-chain.ts'
import { chainSigner } from '../../../src/store/chain-register.ts'
import { hashedColumns } from '../../../src/store/night-chain.ts'
import { openStore } from '../../../src/store/open.ts'
import { addDays } from '../../../src/weather/zone-clock.ts'
import { built } from '../../built.ts'
import { runCommand } from '../../command.ts'
import { machineEnvironment } from '../../machine-environment.ts'
import { syntheticIssue, syntheticPoint } from '../../made/synthetic-nights.ts'
import { openEarlier } from './earlier.ts'
import { engines } from './engines.ts'
import { storeForEach } from './opened.ts'

const now = Date.parse('2026-04-12T12:00:00Z')
const { pointKey } = syntheticPoint
const run = promisify(execFile)

describe.each(engines())('the chain of issued nights on $name', (engine) => {
  const fresh = storeForEach(engine, now)

  const issue = (nights: readonly IssuedNight[], at = now): Promise<void> =>
    fresh.store.record.saveIssued({
      ...{ point: syntheticPoint, synthetic: false, nights },
      issuance: { at, method: 'frost-p 2.0' }
    })
  /** Eight runs of three nights each: 24 rows, of which the first night of each run is of that day. */
  const issueRuns = async (runs = 8): Promise<void> => {
    for (let day = 0; day < runs; day += 1) {
      const nights = [0, 1, 2].map((lead) =>
        syntheticIssue(addDays('2026-04-01', day + lead), {
          ...{ leadDay: lead, leadDays: lead - 0.123456789, airMinimumC: -1 / (day + lead + 3) }
        })
      )
      await issue(nights, now + day)
    }
  }
  const findings = async () => {
    const signer = await chainSigner(fresh.store.database, now)
    const [chain] = await chainsOf(fresh.store.database, pointKey)
    if (chain === undefined) return null
    return (await auditChain(fresh.store.database, chain, { signer })).findings
  }
  const change = (text: string) => sql.raw(text).execute(fresh.store.database.queries)
  const state = () => fresh.store.record.chain(pointKey, false, now)
  const rows = (change = {}) =>
    fresh.store.record.nights({
      ...{ pointKey, synthetic: false, from: '', until: '9999', leadDay: null, after: null, limit: 1000 },
      ...change
    })

  it('is intact as it was written, in runs, by whatever engine stores its numbers', async () => {
    await issueRuns()
    await issueRuns()
    expect(await findings()).toEqual([])
    const links = (await rows()).flatMap(({ link }) => link ?? [])
    expect(links.map(({ seq }) => seq).sort((one, other) => one - other)).toEqual(
      Array.from({ length: 24 }, (_, index) => index + 1)
    )
  })

  it('can be checked by anyone from what is published', async () => {
    await issueRuns(3)
    let hash = ''
    const links = (await rows()).flatMap(({ link }) => link ?? [])
    for (const link of links.toSorted((one, other) => one.seq - other.seq)) {
      hash = createHash('sha256').update(`${hash}\n${link.entry}`).digest('hex')
      expect(link.hash).toBe(hash)
    }
    const chain = await state()
    expect(chain?.head).toMatchObject({ seq: 9, hash })
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: chain?.publicKey ?? '' },
      format: 'jwk'
    })
    const signed = (text: string) =>
      verify(null, Buffer.from(text), key, Buffer.from(chain?.head.signature ?? '', 'base64url'))
    expect(signed(`ayaz chain\nhead\n${pointKey}\n0\n9\n${hash}`)).toBe(true)
    expect(signed(`ayaz chain\nhead\n${pointKey}\n0\n8\n${hash}`)).toBe(false)
  })

  it('is over everything that is stored of a night', async () => {
    await issue([syntheticIssue('2026-04-01')])
    const row = await fresh.store.database.queries
      .selectFrom('issued_nights')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect([...hashedColumns, 'chain_hash'].sort()).toEqual(Object.keys(row).sort())
  })

  it.each(hashedColumns.filter((column) => column !== 'chain_seq' && column !== 'point_key'))(
    'shows that the %s of a night was altered',
    async (column) => {
      await issueRuns()
      const [row] = await rows({ until: '2026-04-05', leadDay: 2, limit: 1 })
      const seq = row?.link?.seq ?? 0
      const texts = ['night_date', 'source', 'method']
      const value = texts.includes(column) ? `'2026-05-01'` : `coalesce(${column}, 0) + 1`
      await change(`update issued_nights set ${column} = ${value} where chain_seq = ${seq}`)
      // One that is in the chain of synthetic weather now is missing here.
      const kind = column === 'synthetic' ? { kind: 'removed', from: seq } : { kind: 'altered', seq }
      expect(await findings()).toEqual([expect.objectContaining(kind)])
    }
  )

  it('shows that a night was altered, with its own hash made anew', async () => {
    await issueRuns()
    const hash = createHash('sha256').update('anything').digest('hex')
    await change(`update issued_nights set air_minimum = 5, chain_hash = '${hash}' where chain_seq = 7`)
    expect(await findings()).toMatchObject([
      { kind: 'altered', seq: 7 },
      { kind: 'altered', seq: 8 }
    ])
  })

  it('shows that nights were removed: in the middle, at the start, at the end', async () => {
    await issueRuns()
    await change('delete from issued_nights where chain_seq in (9, 10)')
    expect(await findings()).toEqual([{ kind: 'removed', from: 9, until: 10 }])
    await change('delete from issued_nights where chain_seq <= 3')
    expect(await findings()).toEqual([
      { kind: 'removed', from: 1, until: 3 },
      { kind: 'removed', from: 9, until: 10 }
    ])
    await change('delete from issued_nights where chain_seq > 20')
    expect(await findings()).toContainEqual({ kind: 'removed', from: 21, until: 24 })
    await change('delete from issued_nights')
    expect(await findings()).toEqual([{ kind: 'removed', from: 1, until: 24 }])
  })

  it('shows that nights were put into another order', async () => {
    await issueRuns()
    await change('update issued_nights set chain_seq = -1 where chain_seq = 5')
    await change('update issued_nights set chain_seq = 5 where chain_seq = 11')
    await change('update issued_nights set chain_seq = 11 where chain_seq = -1')
    expect((await findings())?.map(({ kind }) => kind)).toEqual(Array(4).fill('altered'))
  })

  it('shows that its newest hash was removed, or set to another night', async () => {
    await issueRuns()
    await change('update night_chains set last_seq = 23')
    expect(await findings()).toEqual([
      { kind: 'head_not_signed', seq: 23 },
      { kind: 'head_altered', seq: 24 }
    ])
    await change('delete from night_chains')
    expect(await findings()).toEqual([{ kind: 'head_altered', seq: 24 }])
  })

  it('shows that a forecast was slipped in afterwards', async () => {
    await issueRuns()
    const { queries } = fresh.store.database
    const row = await queries
      .selectFrom('issued_nights')
      .selectAll()
      .where('chain_seq', '=', 24)
      .executeTakeFirstOrThrow()
    const added = { ...row, night_date: '2026-05-01', chain_seq: 25 }
    await queries.insertInto('issued_nights').values(added).execute()
    expect(await findings()).toMatchObject([
      { kind: 'altered', seq: 25 },
      { kind: 'head_altered', seq: 25 }
    ])
  })

  it('is shortened from its start, with a checkpoint that the service has signed', async () => {
    await issueRuns()
    // Rows 1…3 are of 1 to 3 April, 4…6 of 2 to 4 April.
    expect(await fresh.store.record.forgetBefore('2026-04-04', now)).toBe(5)
    expect(await findings()).toEqual([])
    expect(await state()).toMatchObject({ head: { seq: 24 }, checkpoint: { seq: 5, at: now } })
    await issue([syntheticIssue('2026-05-01')])
    expect(await fresh.store.record.forgetBefore('2026-04-05', now + 5)).toBe(3)
    expect(await state()).toMatchObject({ head: { seq: 25 }, checkpoint: { seq: 8, at: now + 5 } })
    expect(await findings()).toEqual([])
  })

  it('shows a checkpoint that the service has not signed, and one that is for fewer nights', async () => {
    await issueRuns()
    await fresh.store.record.forgetBefore('2026-04-04', now)
    await change('delete from issued_nights where chain_seq = 6')
    expect(await findings()).toEqual([{ kind: 'removed', from: 6, until: 6 }])
    const { rows: hashes } = await sql<{
      chain_hash: string
    }>`select chain_hash from issued_nights where chain_seq = 9`.execute(fresh.store.database.queries)
    await change('delete from issued_nights where chain_seq <= 9')
    await change(
      `update night_chains set removed_seq = 9, removed_hash = '${hashes[0]?.chain_hash}', removed_at = ${now}`
    )
    expect(await findings()).toEqual([{ kind: 'checkpoint_invalid', seq: 9 }])
    await change(`update night_chains set signature = ''`)
    expect(await findings()).toEqual([{ kind: 'checkpoint_invalid', seq: 9 }])
    await change('update night_chains set signature = null')
    expect(await findings()).toEqual([{ kind: 'checkpoint_invalid', seq: 9 }])
  })

  it('is not shortened where its oldest nights were altered: what is wrong remains to be seen', async () => {
    await issueRuns()
    await change('update issued_nights set score = 0 where chain_seq = 2')
    expect(await fresh.store.record.forgetBefore('2026-04-04', now)).toBe(0)
    expect(await findings()).toMatchObject([{ kind: 'altered', seq: 2 }])
  })

  it('is forgotten with its point once its last night is', async () => {
    await issueRuns()
    expect(await fresh.store.record.forgetBefore('2027-01-01', now)).toBe(24)
    expect(await chainsOf(fresh.store.database, null)).toEqual([])
    await issueRuns(1)
    expect(await findings()).toEqual([])
  })

  it('leaves out nights that were made afterwards; what is issued takes their place', async () => {
    const made = { point: syntheticPoint, synthetic: false, issuance: null }
    const afterwards = ['2026-04-01', '2026-04-02'].map((date) => syntheticIssue(date, { airMinimumC: 9 }))
    await fresh.store.record.saveIssued({ ...made, nights: afterwards })
    expect(await state()).toBeNull()
    await issue([syntheticIssue('2026-04-02')])
    await fresh.store.record.saveIssued({ ...made, nights: afterwards })
    expect((await rows()).map((row) => [row.night.airMinimumC, row.isBackFilled, row.link?.seq])).toEqual([
      [0, false, 1],
      [9, true, undefined]
    ])
    expect(await findings()).toEqual([])
    expect(await fresh.store.record.forgetBefore('2026-04-02', now)).toBe(1)
  })

  it('begins with the migration: earlier nights stay outside it', async () => {
    await issue([syntheticIssue('2026-03-31')])
    const { queries } = fresh.store.database
    const point = await queries.selectFrom('record_points').selectAll().executeTakeFirstOrThrow()
    const night = await queries.selectFrom('issued_nights').selectAll().executeTakeFirstOrThrow()
    const { method: _method, recorded_at: _at, back_filled: _filled, ...rest } = night
    const { chain_seq: _seq, chain_hash: _hash, ...before } = rest
    await fresh.store.close()
    fresh.opened = await engine.fresh()
    const earlier = await openEarlier(fresh.opened, 13)
    await earlier.queries.insertInto('record_points').values(point).execute()
    await earlier.queries
      .insertInto('issued_nights')
      .values(before as never)
      .execute()
    await earlier.queries.destroy()
    fresh.store = await openStore({ ...fresh.opened, now })
    await issueRuns(1)
    expect(await findings()).toEqual([])
    const [oldest] = await rows({ until: '2026-03-31' })
    expect(oldest).toMatchObject({ issuance: null, isBackFilled: false, link: null })
    expect((await rows({ from: '2026-04-01' })).every(({ link }) => link !== null)).toBe(true)
  })

  it('is one chain, whichever of four processes appends', async () => {
    await fresh.store.close()
    const child = await built('append-in-child')
    // The same first nights by two of them, other ones by the others.
    await Promise.all(
      ['2026-04-01', '2026-04-01', '2026-05-01', '2026-06-01'].map((first) =>
        run(process.execPath, [child, fresh.opened.url ?? '', fresh.opened.dataDir, first, '20'], {
          env: machineEnvironment()
        })
      )
    )
    fresh.store = await openStore({ ...fresh.opened, now })
    expect(await findings()).toEqual([])
    expect((await state())?.head.seq).toBe(60)
  })

  it('is read in pages, newest night first and of each the earliest forecast first', async () => {
    await issueRuns(3)
    const all = await rows()
    expect(all.map(({ night }) => `${night.date} ${night.leadDay}`)).toEqual([
      '2026-04-05 2',
      '2026-04-04 2',
      '2026-04-04 1',
      '2026-04-03 2',
      '2026-04-03 1',
      '2026-04-03 0',
      '2026-04-02 1',
      '2026-04-02 0',
      '2026-04-01 0'
    ])
    const first = await rows({ limit: 4 })
    const after = first.at(-1)?.night ?? null
    expect([...first, ...(await rows({ limit: 100, after }))]).toEqual(all)
    expect(await rows({ leadDay: 1 })).toEqual(all.filter(({ night }) => night.leadDay === 1))
    expect(await rows({ from: '2026-04-03', until: '2026-04-04' })).toEqual(all.slice(1, 6))
  })

  describe('ayaz audit', () => {
    const audit = (...words: readonly string[]) => {
      const at =
        fresh.opened.url === null ? { DATA_DIR: fresh.opened.dataDir } : { DATABASE_URL: fresh.opened.url }
      return runCommand(auditCommand, words, at)
    }

    it('says that all is intact, or what was altered and what removed, and ends with 1', async () => {
      await issueRuns()
      const intact = await audit()
      expect(intact).toMatchObject({ status: 0, out: '1 chains with 24 rows were read: all are intact.\n' })
      expect((await audit('38.353,38.312')).out).toContain(
        `Intact. Row 24, the newest, has the hash ${(await state())?.head.hash}.`
      )
      await change('update issued_nights set score = 0 where chain_seq = 2')
      await change('delete from issued_nights where chain_seq = 12')
      const { status, out } = await audit()
      expect(status).toBe(1)
      expect(out).toContain('ALTERED: row 2 (night of 2026-04-02, lead 1)')
      expect(out).toContain('REMOVED: row 12 is missing')
      expect((await audit('38.353,38.312', '--json')).out).toContain('"lead_days": 1')
    })

    it('tells what was removed on purpose from what was not', async () => {
      await issueRuns()
      await fresh.store.record.forgetBefore('2026-04-04', now)
      const purpose = await audit('38.353,38.312')
      expect(purpose.status).toBe(0)
      expect(purpose.out).toContain('The first 5 rows were removed on purpose; the checkpoint of 2026-04-12')
      await change(`update night_chains set signature = 'AAAA'`)
      expect(await audit()).toMatchObject({
        status: 1,
        out: expect.stringContaining('CHECKPOINT NOT VALID: the service has not signed')
      })
    })

    it('knows a place by its slug, and says where there is no chain and no place', async () => {
      expect(await audit('malatya')).toMatchObject({ status: 1, out: expect.stringContaining('No night') })
      expect((await audit('xqxqxq')).status).toBe(64)
      expect((await audit('--nonsense')).status).toBe(64)
      expect((await audit()).status).toBe(0)
    })
  })
})
