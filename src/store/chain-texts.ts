/** What is signed of a chain. */
import type { ChainRegisterTable, NightChainsTable } from './record-tables.ts'

/** The key of a chain. */
export type ChainKey = Pick<NightChainsTable, 'point_key' | 'synthetic'>

/** Of a checkpoint: all nights up to this one were removed on purpose. */
export function checkpointText(
  chain: ChainKey & Pick<NightChainsTable, 'removed_seq' | 'removed_hash' | 'removed_at'>
): string {
  const { removed_seq, removed_hash, removed_at } = chain
  return signedText('checkpoint', chain, [removed_seq, removed_hash, removed_at])
}

/** Of the newest night. */
export function headText(chain: ChainKey & Pick<NightChainsTable, 'last_seq' | 'last_hash'>): string {
  return signedText('head', chain, [chain.last_seq, chain.last_hash])
}

function signedText(what: string, chain: ChainKey, values: readonly (string | number | null)[]): string {
  return ['ayaz chain', what, chain.point_key, chain.synthetic, ...values].join('\n')
}

/** Of the register: which chains there are, and which nights were issued before there were any. */
export function registerText(register: Omit<ChainRegisterTable, 'id' | 'signature'>): string {
  const { chains, chains_sum, outside, outside_sum } = register
  return ['ayaz chain', 'register', chains, chains_sum, outside, outside_sum].join('\n')
}
