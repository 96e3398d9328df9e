import type { ExposedMinimum, Issuance, IssuedNight } from '../observations/ports.ts'
import {
  type ChainSigner,
  countedChains,
  nothingCounted,
  register,
  signedRegister
} from './chain-register.ts'
import { asGiven, type Database } from './database.ts'
import { type ChainKey, headText, nightEntry, nightHash, noHash } from './night-chain.ts'
import type { IssuedNightsTable, NightChainsTable } from './record-tables.ts'

/** Offsets are stored in the unit of the first law, of which an ordinary site reached this share. */
const storedOffsetUnit = 0.65

function nightColumns(night: IssuedNight) {
  return {
    night_date: night.date,
    lead_day: night.leadDay,
    source: night.source,
    issued_at: night.issuedAt,
    lead_days: night.leadDays,
    bias: night.biasC,
    air_minimum: night.airMinimumC,
    air_sigma: night.airSigmaC,
    plant_minimum: night.plantMinimumC,
    plant_sigma: night.plantSigmaC,
    ...exposedColumns(night.exposed),
    full_offset: night.fullOffsetC / storedOffsetUnit,
    ensemble_mean: night.ensembleMeanC,
    ensemble_spread: night.ensembleSpreadC,
    score: night.score,
    p_air_frost: night.airFrostProbability,
    p_plant_frost: night.plantFrostProbability,
    p_moderate: night.moderateFrostProbability,
    p_strong: night.strongFrostProbability
  }
}

function exposedColumns(exposed: IssuedNight['exposed']) {
  return {
    plant_learned: exposed?.ground.learnedC ?? null,
    vine_minimum: exposed?.vine.minimumC ?? null,
    vine_sigma: exposed?.vine.sigmaC ?? null,
    vine_learned: exposed?.vine.learnedC ?? null,
    canopy_minimum: exposed?.canopy.minimumC ?? null,
    canopy_sigma: exposed?.canopy.sigmaC ?? null,
    canopy_learned: exposed?.canopy.learnedC ?? null
  }
}

function toExposed(row: IssuedNightsTable): IssuedNight['exposed'] {
  const ground = exposedOf(row.plant_minimum, row.plant_sigma, row.plant_learned)
  const vine = exposedOf(row.vine_minimum, row.vine_sigma, row.vine_learned)
  const canopy = exposedOf(row.canopy_minimum, row.canopy_sigma, row.canopy_learned)
  return ground === null || vine === null || canopy === null ? null : { ground, vine, canopy }
}

function exposedOf(
  minimumC: number | null,
  sigmaC: number | null,
  learnedC: number | null
): ExposedMinimum | null {
  return minimumC === null || sigmaC === null || learnedC === null ? null : { minimumC, sigmaC, learnedC }
}

export function toIssued(row: IssuedNightsTable): IssuedNight {
  return {
    date: row.night_date,
    ...(row.back_filled === 1 && { isBackFilled: true }),
    leadDay: row.lead_day,
    leadDays: row.lead_days,
    source: row.source,
    issuedAt: row.issued_at,
    biasC: row.bias,
    airMinimumC: row.air_minimum,
    airSigmaC: row.air_sigma,
    plantMinimumC: row.plant_minimum,
    plantSigmaC: row.plant_sigma,
    exposed: toExposed(row),
    fullOffsetC: row.full_offset * storedOffsetUnit,
    ensembleMeanC: row.ensemble_mean,
    ensembleSpreadC: row.ensemble_spread,
    score: row.score,
    airFrostProbability: row.p_air_frost,
    plantFrostProbability: row.p_plant_frost,
    moderateFrostProbability: row.p_moderate,
    strongFrostProbability: row.p_strong
  }
}

export const emptyChain = {
  last_seq: 0,
  last_hash: noHash,
  removed_seq: 0,
  removed_hash: noHash,
  removed_at: null,
  signature: null,
  head_signature: null
}

/** Whether the service signed the newest hash; a chain without a night has none. */
export function isHeadSigned(chain: NightChainsTable, signer: ChainSigner): boolean {
  if (chain.last_seq === 0) return true
  return signer.isSigned(headText(chain), chain.head_signature ?? '')
}

/** New nights of a run, in a transaction. What was issued for a night and lead stays; what was made later gives way. */
export async function appendNights(
  inside: Database,
  key: ChainKey,
  { nights, issuance, signer }: { nights: readonly IssuedNight[]; issuance: Issuance; signer: ChainSigner }
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
  // What the service has not signed stays so: what is wrong must remain to be seen.
  const signature = isHeadSigned(head, signer) ? signer.sign(headText(next)) : head.head_signature
  await inside.queries
    .updateTable('night_chains')
    .set({ last_seq: seq, last_hash: hash, head_signature: signature })
    .where((is) => is.and({ point_key: key.point_key, synthetic: key.synthetic }))
    .execute()
}

/** Made afterwards of past forecasts: never issued here, and in no chain. */
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

/** Created where it is new, and locked until the transaction ends: a second process waits, then continues there. */
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

export function lockChain({ queries }: Database, key: ChainKey): Promise<NightChainsTable | undefined> {
  return queries
    .updateTable('night_chains')
    .set({ last_seq: (now) => now.ref('last_seq') })
    .where((is) => is.and({ point_key: key.point_key, synthetic: key.synthetic }))
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
    .where((is) => is.and({ point_key: key.point_key, synthetic: key.synthetic }))
    .where('night_date', '>=', dates[0] ?? '')
    .where('night_date', '<=', dates.at(-1) ?? '')
    .where('back_filled', '=', 0)
    .execute()
  return new Set(rows.map((row) => leadOf(row.night_date, row.lead_day)))
}

function leadOf(date: string, leadDay: number): string {
  return `${date} ${leadDay}`
}

const nightKey = ['point_key', 'synthetic', 'night_date', 'lead_day'] as const

async function insert({ queries }: Database, rows: readonly IssuedNightsTable[], replaces: boolean) {
  const [first] = rows
  if (first === undefined) return
  const columns = Object.keys(first) as (keyof IssuedNightsTable)[]
  await queries
    .insertInto('issued_nights')
    .values(rows)
    .onConflict((conflict) => {
      const same = conflict.columns([...nightKey])
      return replaces ? same.doUpdateSet(asGiven(...columns)) : same.doNothing()
    })
    .execute()
}

async function beginRegister(inside: Database, signer: ChainSigner): Promise<void> {
  const { queries } = inside
  if ((await queries.selectFrom('chain_register').select('id').executeTakeFirst()) !== undefined) return
  for (const table of ['night_chains', 'issued_nights'] as const)
    if ((await queries.selectFrom(table).select('point_key').limit(1).executeTakeFirst()) !== undefined)
      return
  await queries
    .insertInto('chain_register')
    .values(signedRegister({ chains: nothingCounted, outside: nothingCounted }, signer))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
