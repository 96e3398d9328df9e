/** Checking a chain of issued nights: what was altered, and what was removed without a checkpoint. */
import { sql } from 'kysely'
import { emptyChain, isHeadSigned, lockChain } from './append-nights.ts'
import {
  type ChainSigner,
  type Counted,
  countedChains,
  countedNights,
  isRegisterSigned,
  lockedRegister,
  nothingCounted
} from './chain-register.ts'
import { type Database, transact } from './database.ts'
import { type ChainKey, checkpointText, nightEntry, nightHash } from './night-chain.ts'
import type { IssuedNightsTable } from './record-tables.ts'

/**
 * What is wrong with a chain:
 * - `altered`: a night is not what was issued, or is in another place of the chain
 * - `removed`: nights are missing, at the start, in the middle or at the end, and no checkpoint covers them
 * - `checkpoint_invalid`: the service has not signed the checkpoint
 * - `head_altered`: the newest hash is not that of the newest night
 * - `head_not_signed`: the service has not signed the newest hash: the chain was made anew, or cut at its end
 * - `not_as_published`: a night has another hash than was published once
 */
export type ChainFinding =
  | { readonly kind: 'altered'; readonly seq: number; readonly date: string; readonly leadDay: number }
  | { readonly kind: 'removed'; readonly from: number; readonly until: number }
  | { readonly kind: 'checkpoint_invalid'; readonly seq: number }
  | { readonly kind: 'head_altered'; readonly seq: number }
  | { readonly kind: 'head_not_signed'; readonly seq: number }
  | { readonly kind: 'not_as_published'; readonly seq: number }

/**
 * What is wrong with the chains as a whole:
 * - `register_not_signed`: the service has not signed the list of its chains
 * - `chains_changed`: chains were deleted or added as a whole
 * - `outside_changed`: nights were added to, or removed from, those that were issued before there were chains
 */
export interface RegisterFinding {
  readonly kind: 'register_not_signed' | 'chains_changed' | 'outside_changed'
  readonly signed: number
  readonly found: number
}

export interface AuditedChain {
  readonly pointKey: string
  readonly synthetic: boolean
  readonly nights: number
  readonly removed: number
  readonly removedAt: number | null
  readonly head: { readonly seq: number; readonly hash: string }
  readonly findings: readonly ChainFinding[]
}

const portion = 1000

/** Chains by point; also those of which only nights are left. */
export async function chainsOf({ queries }: Database, pointKey: string | null): Promise<readonly ChainKey[]> {
  const wanted = pointKey === null ? sql`true` : sql`point_key = ${pointKey}`
  const { rows } = await sql<ChainKey>`select point_key, synthetic from night_chains where ${wanted}
    union select point_key, synthetic from issued_nights where chain_seq is not null and ${wanted}
    order by 1, 2`.execute(queries)
  return rows
}

export function auditChain(database: Database, key: ChainKey, by: ChainAudit): Promise<AuditedChain> {
  return transact(database, (inside) => audit(inside, key, by))
}

export function auditRegister(database: Database, signer: ChainSigner): Promise<readonly RegisterFinding[]> {
  return transact(database, async (inside) => {
    const register = await lockedRegister(inside)
    const keys = await inside.queries.selectFrom('night_chains').select(['point_key', 'synthetic']).execute()
    let outside = nothingCounted
    for await (const rows of portionsOutside(inside)) outside = countedNights(rows, outside)
    const [chains, none] = [countedChains(keys), nothingCounted]
    if (register === undefined || !isRegisterSigned(register, signer)) {
      const isNew = register === undefined && isSame(chains, none) && isSame(outside, none)
      const signed = register?.chains ?? 0
      return isNew ? [] : [{ kind: 'register_not_signed', signed, found: chains.count }]
    }
    const signed = {
      chains: { count: register.chains, sum: register.chains_sum },
      outside: { count: register.outside, sum: register.outside_sum }
    }
    return [
      ...changed('chains_changed', signed.chains, chains),
      ...changed('outside_changed', signed.outside, outside)
    ]
  })
}

function changed(kind: RegisterFinding['kind'], signed: Counted, found: Counted): readonly RegisterFinding[] {
  return isSame(signed, found) ? [] : [{ kind, signed: signed.count, found: found.count }]
}

function isSame(one: Counted, other: Counted): boolean {
  return one.count === other.count && one.sum === other.sum
}

interface ChainAudit {
  readonly signer: ChainSigner
  readonly published?: { readonly seq: number; readonly hash: string } | null
}

async function audit(
  inside: Database,
  key: ChainKey,
  { signer, published = null }: ChainAudit
): Promise<AuditedChain> {
  const locked = await lockChain(inside, key)
  const chain = locked ?? { ...key, ...emptyChain }
  const findings: ChainFinding[] = []
  const isSigned = chain.removed_seq === 0 || signer.isSigned(checkpointText(chain), chain.signature ?? '')
  if (!isSigned) findings.push({ kind: 'checkpoint_invalid', seq: chain.removed_seq })
  if (!isHeadSigned(chain, signer)) findings.push({ kind: 'head_not_signed', seq: chain.last_seq })
  let [seq, hash, nights] = [chain.removed_seq, chain.removed_hash, 0]
  let isPublished =
    published === null || published.seq < seq || (published.seq === seq && published.hash === hash)
  for await (const row of nightsOf(inside, chain)) {
    const at = row.chain_seq ?? 0
    nights += 1
    isPublished ||= at === published?.seq && row.chain_hash === published.hash
    // After a gap a night's hash is over one that is missing.
    if (at > seq + 1) findings.push({ kind: 'removed', from: seq + 1, until: at - 1 })
    else if (row.chain_hash !== nightHash(hash, nightEntry(row))) findings.push(alteredAt(row))
    ;[seq, hash] = [at, row.chain_hash ?? '']
  }
  if (seq < chain.last_seq) findings.push({ kind: 'removed', from: seq + 1, until: chain.last_seq })
  else if (seq !== chain.last_seq || hash !== chain.last_hash) findings.push({ kind: 'head_altered', seq })
  if (!isPublished) findings.push({ kind: 'not_as_published', seq: published?.seq ?? 0 })
  return {
    pointKey: chain.point_key,
    synthetic: chain.synthetic === 1,
    nights,
    removed: chain.removed_seq,
    removedAt: chain.removed_at,
    head: { seq: chain.last_seq, hash: chain.last_hash },
    findings
  }
}

function alteredAt({ chain_seq, night_date, lead_day }: IssuedNightsTable): ChainFinding {
  return { kind: 'altered', seq: chain_seq ?? 0, date: night_date, leadDay: lead_day }
}

async function* nightsOf({ queries }: Database, chain: ChainKey): AsyncGenerator<IssuedNightsTable> {
  for (let [after, count] = [-1, portion]; count === portion; ) {
    const rows = await queries
      .selectFrom('issued_nights')
      .selectAll()
      .where((is) => is.and({ point_key: chain.point_key, synthetic: chain.synthetic }))
      .where('chain_seq', '>', after)
      .orderBy('chain_seq')
      .limit(portion)
      .execute()
    yield* rows
    ;[after, count] = [rows.at(-1)?.chain_seq ?? after, rows.length]
  }
}

async function* portionsOutside({ queries }: Database): AsyncGenerator<readonly IssuedNightsTable[]> {
  const key = sql`(point_key, synthetic, night_date, lead_day)`
  let last: IssuedNightsTable | undefined
  do {
    const after =
      last === undefined
        ? sql`true`
        : sql`${key} > (${last.point_key}, ${last.synthetic}, ${last.night_date}, ${last.lead_day})`
    const { rows } = await sql<IssuedNightsTable>`select * from issued_nights
      where chain_seq is null and back_filled = 0 and ${after}
      order by point_key, synthetic, night_date, lead_day limit ${sql.lit(portion)}`.execute(queries)
    yield rows
    last = rows.length === portion ? rows.at(-1) : undefined
  } while (last !== undefined)
}
