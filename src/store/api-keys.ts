/** API keys: only the hash is stored. */
import type { Database } from './database.ts'

export interface ApiKey {
  /** Short and readable, to name the key when revoking it. */
  readonly id: string
  /** In the configuration. */
  readonly tier: string
  readonly label: string
  /** It opens channels that need the operator's key. */
  readonly operator: boolean
  /** Its members are active without their own proof. */
  readonly vouches?: true
  readonly createdAt: number
  readonly revokedAt: number | null
}

export interface ApiKeys {
  readonly add: (key: Omit<ApiKey, 'revokedAt'> & { readonly hash: string }) => Promise<void>
  readonly byHash: (hash: string) => Promise<ApiKey | null>
  readonly tierOf: (id: string) => Promise<string | null>
  readonly list: () => Promise<readonly ApiKey[]>
  readonly rotate: (id: string, hash: string) => Promise<boolean>
  readonly revoke: (id: string, now: number) => Promise<boolean>
}

export function apiKeys({ queries }: Database): ApiKeys {
  return {
    add: async ({ id, hash, tier, label, operator, vouches, createdAt }) => {
      await queries
        .insertInto('api_keys')
        .values({
          id,
          hash,
          tier,
          label,
          operator: operator ? 1 : 0,
          vouches: vouches ? 1 : 0,
          created_at: createdAt,
          revoked_at: null
        })
        .execute()
    },
    byHash: async (hash) => {
      const row = await queries
        .selectFrom('api_keys')
        .selectAll()
        .where('hash', '=', hash)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      return row === undefined ? null : toApiKey(row)
    },
    tierOf: async (id) => {
      const row = await queries
        .selectFrom('api_keys')
        .select('tier')
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      return row?.tier ?? null
    },
    list: async () =>
      (await queries.selectFrom('api_keys').selectAll().orderBy('created_at').execute()).map(toApiKey),
    rotate: async (id, hash) => {
      const rotated = await queries
        .updateTable('api_keys')
        .set({ hash })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      return rotated.numUpdatedRows > 0n
    },
    revoke: async (id, now) => {
      const revoked = await queries
        .updateTable('api_keys')
        .set({ revoked_at: now })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      return revoked.numUpdatedRows > 0n
    }
  }
}

function toApiKey(row: {
  id: string
  tier: string
  label: string
  operator: number
  vouches: number
  created_at: number
  revoked_at: number | null
}): ApiKey {
  const { id, tier, label } = row
  return {
    id,
    tier,
    label,
    operator: row.operator === 1,
    ...(row.vouches === 1 && { vouches: true }),
    createdAt: row.created_at,
    revokedAt: row.revoked_at
  }
}
