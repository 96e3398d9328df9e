/** Storing what was issued: at the end of the chain of its point, or outside it. */
import type { Issuance, IssuedNight } from '../observations/ports.ts'
import { beginRegister, type ChainSigner, countedChains, register } from './chain-register.ts'
import type { Database } from './database.ts'
import { type NightColumns, nightColumns } from './issued-night-rows.ts'
import { type ChainKey, headText, nightEntry, nightHash, noHash } from './night-chain.ts'
import type { IssuedNightsTable, NightChainsTable } from './record-tables.ts'

/** A chain before its first night. */
export const emptyChain = {
  last_seq: 0,
  last_hash: noHash,
  removed_seq: 0,
  removed_hash: noHash,
  removed_at: null,
  signature: null,
  head_signature: null
}

interface NewNights {
  readonly nights: readonly IssuedNight[]
  readonly issuance: Issuance
  readonly signer: ChainSigner
}

/** Whether the service has signed the newest hash of a chain; one without a night has none. */
export function isHeadSigned(chain: NightChainsTable, signer: ChainSigner): boolean {
  if (chain.last_seq === 0) return true
  return signer.isSigned(headText(chain), chain.head_signature ?? '')
}

/**
 * Stores the nights that are new of a run, linked to those before. What was issued before for the same night and lead
 * stays; what was made afterwards gives way. Call it inside a transaction.
 */
export async function appendNights(
  inside: Database,
  key: ChainKey,
  { nights, issuance, signer }: NewNights
): Promise<void> {
  const head = await lockedChain(inside, key, signer)
  const known = await issuedLeads(inside, key, nights)
  const rows: IssuedNightsTable[] = []
  let { last_seq: seq, last_hash: hash } = head
  for (const night of nights) {
    const lead = leadOf(night.date, night.leadDay)
    if (known.has(lead)) continue
    known.add(lead)
    seq += 1
    const issued = { method: issuance.method, recorded_at: issuance.at, back_filled: 0, chain_seq: seq }
    const row = { ...key, ...nightColumns(night), ...issued }
    hash = nightHash(hash, nightEntry(row))
    rows.push({ ...row, chain_hash: hash })
  }
  if (rows.length === 0) return
  await insert(inside, rows, true)
  const next = { ...key, last_seq: seq, last_hash: hash }
  // What the service has not signed is not signed afterwards either: what is wrong must remain to be seen.
  const signature = isHeadSigned(head, signer) ? signer.sign(headText(next)) : head.head_signature
  await inside.queries
    .updateTable('night_chains')
    .set({ last_seq: seq, last_hash: hash, head_signature: signature })
    .where('point_key', '=', key.point_key)
    .where('synthetic', '=', key.synthetic)
    .execute()
}

/**
 * Stores nights that were made afterwards, of past forecasts of the source: they were never issued here, and are in no
 * chain.
 */
export async function saveBackFilled(
  inside: Database,
  key: ChainKey,
  nights: readonly IssuedNight[]
): Promise<void> {
  const outside = { method: null, recorded_at: null, back_filled: 1, chain_seq: null, chain_hash: null }
  await insert(
    inside,
    nights.map((night) => ({ ...key, ...nightColumns(night), ...outside })),
    false
  )
}

/**
 * The chain of a point, created where it is new, and locked until the transaction ends: of two processes the second
 * waits here, and then continues from what the first has appended.
 */
export async function lockedChain(
  inside: Database,
  key: ChainKey,
  signer: ChainSigner
): Promise<NightChainsTable> {
  const known = await lockChain(inside, key)
  if (known !== undefined) return known
  await beginRegister(inside, signer)
  const created = await inside.queries
    .insertInto('night_chains')
    .values({ ...key, ...emptyChain })
    .onConflict((conflict) => conflict.columns(['point_key', 'synthetic']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (created === undefined) return lockedChain(inside, key, signer)
  await register(inside, signer, ({ chains }) => ({ chains: countedChains([key], chains) }))
  return created
}

/** Undefined where there is no such chain. */
export function lockChain({ queries }: Database, key: ChainKey): Promise<NightChainsTable | undefined> {
  return queries
    .updateTable('night_chains')
    .set({ last_seq: (now) => now.ref('last_seq') })
    .where('point_key', '=', key.point_key)
    .where('synthetic', '=', key.synthetic)
    .returningAll()
    .executeTakeFirst()
}

async function issuedLeads(
  { queries }: Database,
  key: ChainKey,
  nights: readonly IssuedNight[]
): Promise<Set<string>> {
  const dates = nights.map(({ date }) => date).sort()
  const rows = await queries
    .selectFrom('issued_nights')
    .select(['night_date', 'lead_day'])
    .where('point_key', '=', key.point_key)
    .where('synthetic', '=', key.synthetic)
    .where('night_date', '>=', dates[0] ?? '')
    .where('night_date', '<=', dates.at(-1) ?? '')
    .where('back_filled', '=', 0)
    .execute()
  return new Set(rows.map((row) => leadOf(row.night_date, row.lead_day)))
}

function leadOf(date: NightColumns['night_date'], leadDay: number): string {
  return `${date} ${leadDay}`
}

const nightKey = ['point_key', 'synthetic', 'night_date', 'lead_day'] as const

async function insert(
  { queries }: Database,
  rows: readonly IssuedNightsTable[],
  replaces: boolean
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = Object.keys(first) as (keyof IssuedNightsTable)[]
  await queries
    .insertInto('issued_nights')
    .values(rows)
    .onConflict((conflict) => {
      const same = conflict.columns([...nightKey])
      if (!replaces) return same.doNothing()
      return same.doUpdateSet((now) =>
        Object.fromEntries(columns.map((column) => [column, now.ref(`excluded.${column}`)]))
      )
    })
    .execute()
}
