/** Each hash is over the one before and what was said; what came is not in it: it may be corrected. */
import { createHash } from 'node:crypto'
import type { ChainRegisterTable, IssuedNightsTable, NightChainsTable } from './record-tables.ts'

/** What a hash is over. Names and order never change. */
export const hashedColumns = [
  'point_key',
  'synthetic',
  'chain_seq',
  'night_date',
  'lead_day',
  'method',
  'recorded_at',
  'back_filled',
  'source',
  'issued_at',
  'lead_days',
  'bias',
  'air_minimum',
  'air_sigma',
  'plant_minimum',
  'plant_sigma',
  'plant_learned',
  'vine_minimum',
  'vine_sigma',
  'vine_learned',
  'canopy_minimum',
  'canopy_sigma',
  'canopy_learned',
  'full_offset',
  'ensemble_mean',
  'ensemble_spread',
  'score',
  'p_air_frost',
  'p_plant_frost',
  'p_moderate',
  'p_strong'
] as const satisfies readonly (keyof IssuedNightsTable)[]

export const noHash = ''

export function nightEntry(row: Omit<IssuedNightsTable, 'chain_hash'>): string {
  return JSON.stringify(Object.fromEntries(hashedColumns.map((column) => [column, row[column]])))
}

/** SHA-256 over the hash before, a line feed and the entry, in hexadecimal. */
export function nightHash(previous: string, entry: string): string {
  return createHash('sha256').update(`${previous}\n${entry}`).digest('hex')
}

export type ChainKey = Pick<NightChainsTable, 'point_key' | 'synthetic'>

/** For a checkpoint: nights up to this one were removed on purpose. */
export function checkpointText(
  chain: ChainKey & Pick<NightChainsTable, 'removed_seq' | 'removed_hash' | 'removed_at'>
): string {
  const { removed_seq, removed_hash, removed_at } = chain
  return signedText('checkpoint', chain, [removed_seq, removed_hash, removed_at])
}

export function headText(chain: ChainKey & Pick<NightChainsTable, 'last_seq' | 'last_hash'>): string {
  return signedText('head', chain, [chain.last_seq, chain.last_hash])
}

function signedText(what: string, chain: ChainKey, values: readonly (string | number | null)[]): string {
  return ['ayaz chain', what, chain.point_key, chain.synthetic, ...values].join('\n')
}

/** The number of chains, and of nights issued before them. */
export function registerText(register: Omit<ChainRegisterTable, 'id' | 'signature'>): string {
  const { chains, chains_sum, outside, outside_sum } = register
  return ['ayaz chain', 'register', chains, chains_sum, outside, outside_sum].join('\n')
}
