/** Removing the oldest nights of chains, so that what is left can still be checked. */
import { sql } from 'kysely'
import { lockedChain } from './append-nights.ts'
import type { ChainSigner } from './chain-register.ts'
import { type Database, transact } from './database.ts'
import { type ChainKey, checkpointText, nightEntry, nightHash } from './night-chain.ts'

const portion = 1000

/**
 * Nights before a date, up to the first that is not, leaving a signed checkpoint. A chain whose oldest nights do not
 * fit together stays: what is wrong must remain to be seen.
 * @returns how many nights
 */
export async function shortenChains(
  database: Database,
  { date, now, signer }: { readonly date: string; readonly now: number; readonly signer: ChainSigner }
): Promise<number> {
  const { rows } = await sql<ChainKey>`select point_key, synthetic from night_chains c where exists
    (select 1 from issued_nights n where n.point_key = c.point_key and n.synthetic = c.synthetic
      and n.chain_seq = c.removed_seq + 1 and n.night_date < ${date})`.execute(database.queries)
  let all = 0
  for (const { point_key, synthetic } of rows) {
    for (let removed = portion; removed === portion; ) {
      removed = await transact(database, (inside) =>
        shorten(inside, { point_key, synthetic }, { date, now, signer })
      )
      all += removed
    }
  }
  return all
}

async function shorten(
  inside: Database,
  key: ChainKey,
  { date, now, signer }: { readonly date: string; readonly now: number; readonly signer: ChainSigner }
): Promise<number> {
  const chain = await lockedChain(inside, key, signer)
  const oldest = await inside.queries
    .selectFrom('issued_nights')
    .selectAll()
    .where('point_key', '=', key.point_key)
    .where('synthetic', '=', key.synthetic)
    .where('chain_seq', '>', chain.removed_seq)
    .orderBy('chain_seq')
    .limit(portion)
    .execute()
  let { removed_seq: seq, removed_hash: hash } = chain
  for (const row of oldest) {
    if (row.night_date >= date) break
    const next = nightHash(hash, nightEntry(row))
    if (row.chain_seq !== seq + 1 || row.chain_hash !== next) return 0
    seq += 1
    hash = next
  }
  const count = seq - chain.removed_seq
  if (count === 0) return 0
  const removed = { ...key, removed_seq: seq, removed_hash: hash, removed_at: now }
  await inside.queries
    .updateTable('night_chains')
    .set({ ...removed, signature: signer.sign(checkpointText(removed)) })
    .where('point_key', '=', key.point_key)
    .where('synthetic', '=', key.synthetic)
    .execute()
  await inside.queries
    .deleteFrom('issued_nights')
    .where('point_key', '=', key.point_key)
    .where('synthetic', '=', key.synthetic)
    .where('chain_seq', '<=', seq)
    .execute()
  return count
}
