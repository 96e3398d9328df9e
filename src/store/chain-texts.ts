/** What is signed of a chain. */
import type { NightChainsTable } from './record-tables.ts'

type Chain = Pick<NightChainsTable, 'point_key' | 'synthetic'>

/** Of a checkpoint: all nights up to this one were removed on purpose. */
export function checkpointText(
  chain: Chain & Pick<NightChainsTable, 'removed_seq' | 'removed_hash' | 'removed_at'>
): string {
  const { removed_seq, removed_hash, removed_at } = chain
  return signedText('checkpoint', chain, [removed_seq, removed_hash, removed_at])
}

/** Of the newest night. */
export function headText(chain: Chain & Pick<NightChainsTable, 'last_seq' | 'last_hash'>): string {
  return signedText('head', chain, [chain.last_seq, chain.last_hash])
}

function signedText(what: string, chain: Chain, values: readonly (string | number | null)[]): string {
  return ['ayaz chain', what, chain.point_key, chain.synthetic, ...values].join('\n')
}
