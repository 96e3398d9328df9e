/** Signs what the service says of its own chains: checkpoints where nights were removed, and the newest hash. */
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import type { Database } from './database.ts'
import { secrets, serverKeys } from './secrets.ts'

/** An Ed25519 key (RFC 8032) that follows from the server's key. */
export interface ChainSigner {
  /** Its 32 bytes, base64url. */
  readonly publicKey: string
  /** 64 bytes, base64url. */
  readonly sign: (text: string) => string
  readonly isSigned: (text: string, signature: string) => boolean
}

/** Before the 32 bytes of a private key in PKCS #8 (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

const opened = new WeakMap<Database, ChainSigner>()

/** The signer of a database. @param now for the server's key, where it is created only now [ms since epoch] */
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
