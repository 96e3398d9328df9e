import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Keys } from '../alerts/ports.ts'
import type { Database } from './database.ts'

export interface Secrets {
  /** The stored value, or that of `make`, then stored. Processes that start together agree on one. */
  readonly save: (name: string, make: () => string, now: number) => Promise<string>
}

/** The database file must be as secret as they are. */
export function secrets(database: Database): Secrets {
  return {
    save: async (name, make, now) => {
      const known = await stored(database, name)
      if (known !== null) return known
      await database.queries
        .insertInto('secrets')
        .values({ name, value: make(), created_at: now })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute()
      return (await stored(database, name)) ?? make()
    }
  }
}

async function stored(database: Database, name: string): Promise<string | null> {
  const row = await database.queries
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value ?? null
}

/** Stored in place of a client or an address. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Keys from which all secrets of alerts follow; the server's key is created on the first start. */
export async function serverKeys(from: Secrets, now: number): Promise<Keys> {
  const key = Buffer.from(
    await from.save('server-key', () => randomBytes(32).toString('base64url'), now),
    'base64url'
  )
  return {
    derive: (purpose, text) =>
      new Uint8Array(createHmac('sha256', key).update(purpose).update('\0').update(text).digest()),
    hash: hashOf
  }
}
