/** The secret of an intake, typed on a console: short, of lower-case letters and digits that look like no other. */
import { createHash, randomInt } from 'node:crypto'

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

export const secretLength = 16

/** A new one, of 80 bits. */
export function newSecret(): string {
  return Array.from({ length: secretLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}

export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
