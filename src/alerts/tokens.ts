/** A token is an id and an HMAC of it under the server's key and a purpose: no secret is stored. */
import type { Keys, Randomness } from './ports.ts'
import { alertRules } from './rules.ts'
import type { Subscription } from './subscription.ts'

/** Each has its own secret. */
type TokenPurpose =
  | 'manage'
  | 'unsubscribe'
  | 'feed'
  | 'confirm'
  | 'conversation'
  | 'preview'
  | 'field'
  | 'made'

const idLength = 26
const macLength = 32

/** `sub_` and 128 random bits. */
export function newSubscriptionId(random: Randomness): string {
  return `sub_${base64url(random(16))}`
}

/** 58 characters of [A-Za-z0-9_-]. */
export function tokenFor(keys: Keys, purpose: TokenPurpose, id: string): string {
  return id + macOf(keys, purpose, id)
}

export function idOfToken(keys: Keys, purpose: TokenPurpose, token: string): string | null {
  if (token.length !== idLength + macLength || !/^[A-Za-z0-9_-]+$/.test(token)) return null
  const id = token.slice(0, idLength)
  return sameText(token.slice(idLength), macOf(keys, purpose, id)) ? id : null
}

/** 32 bytes of the subscription; `number` counts rotations. */
export function signingKey(keys: Keys, id: string, number = 0): Uint8Array {
  return keys.derive('signing', number === 0 ? id : `${id} ${number}`)
}

/** The key before a rotation, while both sign; else null. */
export function previousSigningKey(
  keys: Keys,
  { id, secret }: Pick<Subscription, 'id' | 'secret'>,
  now: number
): Uint8Array | null {
  const { number, changedAt } = secret
  if (changedAt === null || now - changedAt >= alertRules.secretOverlapMs) return null
  return signingKey(keys, id, number - 1)
}

/** Sent back, it proves that a receiver reads what the service sends. */
export function challengeOf(keys: Keys, id: string): string {
  return base64url(keys.derive('challenge', id))
}

const shortLength = 12

/** Token of links in short messages and reports; 72 bits cannot be guessed. */
export function messageToken(keys: Keys, seq: number, messageId: string): string {
  return seq.toString(36) + base64url(keys.derive('message', `${seq} ${messageId}`)).slice(0, shortLength)
}

/** The number that the token must belong to, once verified; null: the text has no number. */
export function seqOfToken(token: string): number | null {
  const seq = /^([0-9a-z]{1,10})[\w-]{12}$/.exec(token)?.[1]
  return seq === undefined ? null : Number.parseInt(seq, 36)
}

export function isTokenOf(
  keys: Keys,
  token: string,
  { seq, messageId }: { seq: number; messageId: string | null }
): boolean {
  return messageId !== null && sameText(token, messageToken(keys, seq, messageId))
}

/** Six digits that a person reads on a telephone; another message has others. */
export function codeOf(keys: Keys, id: string, madeAt: number): string {
  const [a = 0, b = 0, c = 0, d = 0] = keys.derive('code', `${id} ${madeAt}`)
  const number = ((a * 256 + b) * 256 + c) * 256 + d
  return String(number % 1_000_000).padStart(6, '0')
}

/** Unique: 96 random bits for all, and a number. Stored from the first claim on, so need not be derivable. */
export function messageIds(random: Randomness): () => string {
  const prefix = `msg_${base64url(random(12))}`
  let previous = 0
  return () => {
    previous += 1
    return prefix + previous.toString(36)
  }
}

function base64url(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: 'base64url', omitPadding: true })
}

function macOf(keys: Keys, purpose: TokenPurpose, id: string): string {
  return base64url(keys.derive(purpose, id)).slice(0, macLength)
}

/** Compares in a time that does not depend on where the texts differ. */
function sameText(one: string, other: string): boolean {
  let difference = one.length ^ other.length
  for (let index = 0; index < one.length; index += 1) {
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index)
  }
  return difference === 0
}
