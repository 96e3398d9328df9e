/** Issued nights page by page, with their links, and the state of their chain. */
import type { ChainState, IssuedNightStore, NightsQuestion, RecordedNight } from '../observations/ports.ts'
import { chainSigner } from './chain-signer.ts'
import type { Database } from './database.ts'
import { toIssued } from './issued-night-rows.ts'
import { nightEntry } from './night-chain.ts'
import type { IssuedNightsTable } from './record-tables.ts'

export function nightPages(database: Database): Pick<IssuedNightStore, 'nights' | 'chain'> {
  return {
    nights: (question) => nights(database, question),
    chain: (pointKey, synthetic, now) =>
      chainState(database, { point_key: pointKey, synthetic: synthetic ? 1 : 0 }, now)
  }
}

/** The primary key read backwards: the earliest forecast of a night is the one with the longest lead. */
async function nights(
  { queries }: Database,
  { pointKey, synthetic, from, until, leadDay, after, limit }: NightsQuestion
): Promise<readonly RecordedNight[]> {
  const rows = await queries
    .selectFrom('issued_nights')
    .selectAll()
    .where('point_key', '=', pointKey)
    .where('synthetic', '=', synthetic ? 1 : 0)
    .where('night_date', '>=', from)
    .where('night_date', '<=', after !== null && after.date < until ? after.date : until)
    .$if(leadDay !== null, (query) => query.where('lead_day', '=', leadDay))
    .$if(after !== null, (query) =>
      query.where(({ or, eb }) =>
        or([
          eb('night_date', '<', after?.date ?? ''),
          eb.and([eb('night_date', '=', after?.date ?? ''), eb('lead_day', '<', after?.leadDay ?? 0)])
        ])
      )
    )
    .orderBy('night_date', 'desc')
    .orderBy('lead_day', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toRecorded)
}

function toRecorded(row: IssuedNightsTable): RecordedNight {
  const { method, recorded_at: at, chain_seq: seq, chain_hash: hash } = row
  return {
    night: toIssued(row),
    issuance: method === null || at === null ? null : { at, method },
    isBackFilled: row.back_filled === 1,
    link: seq === null || hash === null ? null : { seq, hash, entry: nightEntry(row) }
  }
}

async function chainState(
  database: Database,
  key: { readonly point_key: string; readonly synthetic: number },
  now: number
): Promise<ChainState | null> {
  const chain = await database.queries
    .selectFrom('night_chains')
    .selectAll()
    .where('point_key', '=', key.point_key)
    .where('synthetic', '=', key.synthetic)
    .executeTakeFirst()
  if (chain === undefined || chain.last_seq === 0) return null
  const { removed_seq, removed_hash, removed_at, signature, head_signature } = chain
  const signer = await chainSigner(database, now)
  // As it was signed when it was appended: what was changed since is not signed by the answer.
  const head = { seq: chain.last_seq, hash: chain.last_hash, signature: head_signature ?? '' }
  const checkpoint =
    removed_at === null || signature === null
      ? null
      : { seq: removed_seq, hash: removed_hash, at: removed_at, signature }
  return { publicKey: signer.publicKey, head, checkpoint }
}
