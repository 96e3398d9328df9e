/** Checking a chain of issued nights: what was altered, and what was removed without a checkpoint. */
import { sql } from 'kysely'
import { type ChainKey, emptyChain } from './append-nights.ts'
import type { ChainSigner } from './chain-signer.ts'
import { checkpointText } from './chain-texts.ts'
import { type Database, transact } from './database.ts'
import { nightEntry, nightHash } from './night-chain.ts'
import type { IssuedNightsTable } from './record-tables.ts'

/**
 * What is wrong with a chain:
 * - `altered`: a night is not what was issued, or is in another place of the chain
 * - `removed`: nights are missing, at the start, in the middle or at the end, and no checkpoint is for them
 * - `checkpoint_invalid`: the service has not signed the checkpoint
 * - `head_altered`: the newest hash is not that of the newest night
 */
export type ChainFinding =
  | { readonly kind: 'altered'; readonly seq: number; readonly date: string; readonly leadDay: number }
  | { readonly kind: 'removed'; readonly from: number; readonly until: number }
  | { readonly kind: 'checkpoint_invalid'; readonly seq: number }
  | { readonly kind: 'head_altered'; readonly seq: number }

export interface AuditedChain {
  readonly pointKey: string
  readonly synthetic: boolean
  /** Nights that are in the chain. */
  readonly nights: number
  /** Nights that a signed checkpoint says were removed on purpose, and when [ms since epoch]. */
  readonly removed: number
  readonly removedAt: number | null
  readonly head: { readonly seq: number; readonly hash: string }
  readonly findings: readonly ChainFinding[]
}

/** Rows read at once. */
const portion = 1000

/** All chains, or those of one point, by point; also those of which only nights are left. */
export async function chainsOf({ queries }: Database, pointKey: string | null): Promise<readonly ChainKey[]> {
  const wanted = pointKey === null ? sql`true` : sql`point_key = ${pointKey}`
  const { rows } = await sql<ChainKey>`select point_key, synthetic from night_chains where ${wanted}
    union select point_key, synthetic from issued_nights where chain_seq is not null and ${wanted}
    order by 1, 2`.execute(queries)
  return rows
}

/** Reads a whole chain, to which nothing is appended meanwhile. */
export function auditChain(database: Database, key: ChainKey, signer: ChainSigner): Promise<AuditedChain> {
  return transact(database, (inside) => audit(inside, key, signer))
}

async function audit(inside: Database, key: ChainKey, signer: ChainSigner): Promise<AuditedChain> {
  const locked = await inside.queries
    .updateTable('night_chains')
    .set({ last_seq: (now) => now.ref('last_seq') })
    .where('point_key', '=', key.point_key)
    .where('synthetic', '=', key.synthetic)
    .returningAll()
    .executeTakeFirst()
  const chain = locked ?? { ...key, ...emptyChain }
  const findings: ChainFinding[] = []
  const isSigned = chain.removed_seq === 0 || signer.isSigned(checkpointText(chain), chain.signature ?? '')
  if (!isSigned) findings.push({ kind: 'checkpoint_invalid', seq: chain.removed_seq })
  let [seq, hash, nights] = [chain.removed_seq, chain.removed_hash, 0]
  for await (const row of nightsOf(inside, chain)) {
    const at = row.chain_seq ?? 0
    nights += 1
    // The night after a gap cannot be checked itself: its hash is over one that is missing.
    if (at > seq + 1) findings.push({ kind: 'removed', from: seq + 1, until: at - 1 })
    else if (row.chain_hash !== nightHash(hash, nightEntry(row))) findings.push(alteredAt(row))
    ;[seq, hash] = [at, row.chain_hash ?? '']
  }
  if (seq < chain.last_seq) findings.push({ kind: 'removed', from: seq + 1, until: chain.last_seq })
  else if (seq !== chain.last_seq || hash !== chain.last_hash) findings.push({ kind: 'head_altered', seq })
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
      .where('point_key', '=', chain.point_key)
      .where('synthetic', '=', chain.synthetic)
      .where('chain_seq', '>', after)
      .orderBy('chain_seq')
      .limit(portion)
      .execute()
    yield* rows
    ;[after, count] = [rows.at(-1)?.chain_seq ?? after, rows.length]
  }
}
