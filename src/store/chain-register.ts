/** Chains, and nights from before, counted and signed: deleting or adding as a whole is found. */
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import type { Database } from './database.ts'
import { type ChainKey, nightEntry, registerText } from './night-chain.ts'
import type { ChainRegisterTable, IssuedNightsTable } from './record-tables.ts'
import { secrets, serverKeys } from './secrets.ts'

/* Signs what the service says about its own chains: checkpoints where nights were removed, and the newest hash. */

/** Ed25519 (RFC 8032); follows from the server's key. */
export interface ChainSigner {
  /** 32 bytes, base64url. */
  readonly publicKey: string
  /** 64 bytes, base64url. */
  readonly sign: (text: string) => string
  readonly isSigned: (text: string, signature: string) => boolean
}

/** The head of a private key in PKCS #8, before its 32 bytes (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

const opened = new WeakMap<Database, ChainSigner>()

/** @param now when the server's key is created, if it does not exist yet */
export async function chainSigner(database: Database, now: number): Promise<ChainSigner> {
  const known = opened.get(database) ?? (await makeSigner(database, now))
  opened.set(database, known)
  return known
}

async function makeSigner(database: Database, now: number): Promise<ChainSigner> {
  const seed = (await serverKeys(secrets(database), now)).derive('chain', 'ed25519')
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key)
  return {
    publicKey: String(publicKey.export({ format: 'jwk' }).x),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64url'),
    isSigned: (text, signature) =>
      verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64url'))
  }
}

/** And the sum of their hashes modulo 2²⁵⁶ in hexadecimal: their order does not count. */
export interface Counted {
  readonly count: number
  readonly sum: string
}

export const nothingCounted: Counted = { count: 0, sum: '0'.repeat(64) }

const modulus = 1n << 256n

export function countedChains(keys: readonly ChainKey[], from = nothingCounted, sign: 1 | -1 = 1): Counted {
  return counted(
    keys.map(({ point_key, synthetic }) => JSON.stringify([point_key, synthetic])),
    from,
    sign
  )
}

export function countedNights(
  rows: readonly IssuedNightsTable[],
  from = nothingCounted,
  sign: 1 | -1 = 1
): Counted {
  return counted(rows.map(nightEntry), from, sign)
}

function counted(texts: readonly string[], { count, sum }: Counted, sign: 1 | -1): Counted {
  const hashes = texts.map((text) => BigInt(`0x${createHash('sha256').update(text).digest('hex')}`))
  const moved = hashes.reduce((so, hash) => so + BigInt(sign) * hash, BigInt(`0x${sum}`))
  const within = ((moved % modulus) + modulus) % modulus
  return { count: count + sign * texts.length, sum: within.toString(16).padStart(64, '0') }
}

/** Locked until the transaction ends; undefined before the first chain. */
export async function lockedRegister({ queries }: Database): Promise<ChainRegisterTable | undefined> {
  return queries
    .updateTable('chain_register')
    .set({ id: 1 })
    .where('id', '=', 1)
    .returningAll()
    .executeTakeFirst()
}

export function isRegisterSigned(register: ChainRegisterTable, signer: ChainSigner): boolean {
  return signer.isSigned(registerText(register), register.signature)
}

/** Within the transaction that changes what it counts. An unsigned one stays: what is wrong must remain to be seen. */
export async function register(
  inside: Database,
  signer: ChainSigner,
  change: (before: { readonly chains: Counted; readonly outside: Counted }) => {
    readonly chains?: Counted
    readonly outside?: Counted
  }
): Promise<void> {
  const found = await lockedRegister(inside)
  if (found === undefined || !isRegisterSigned(found, signer)) return
  const before = {
    chains: { count: found.chains, sum: found.chains_sum },
    outside: { count: found.outside, sum: found.outside_sum }
  }
  const next = signedRegister({ ...before, ...change(before) }, signer)
  await inside.queries.updateTable('chain_register').set(next).where('id', '=', 1).execute()
}

export function signedRegister(
  { chains, outside }: { chains: Counted; outside: Counted },
  signer: ChainSigner
): ChainRegisterTable {
  const counts = {
    id: 1,
    chains: chains.count,
    chains_sum: chains.sum,
    outside: outside.count,
    outside_sum: outside.sum
  }
  return { ...counts, signature: signer.sign(registerText(counts)) }
}
