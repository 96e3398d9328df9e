/** API keys: only the hash is stored. */
import type { Selectable } from 'kysely'
import type { Database } from './database.ts'
import type { Tables } from './schema.ts'

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

export function apiKeys({ queries }: Database) {
  const valid = (by: 'hash' | 'id', value: string) =>
    queries
      .selectFrom('api_keys')
      .selectAll()
      .where(by, '=', value)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
  const change = async (id: string, values: { readonly hash: string } | { readonly revoked_at: number }) => {
    const valid = queries.updateTable('api_keys').where('id', '=', id).where('revoked_at', 'is', null)
    return (await valid.set(values).executeTakeFirst()).numUpdatedRows > 0n
  }
  return {
    add: async (added: Omit<ApiKey, 'revokedAt'> & { readonly hash: string }): Promise<void> => {
      const { operator, vouches, createdAt, ...key } = added
      const flags = { operator: operator ? 1 : 0, vouches: vouches ? 1 : 0 }
      const row = { ...key, ...flags, created_at: createdAt, revoked_at: null }
      await queries.insertInto('api_keys').values(row).execute()
    },
    byHash: async (hash: string): Promise<ApiKey | null> => {
      const row = await valid('hash', hash)
      return row === undefined ? null : toApiKey(row)
    },
    tierOf: async (id: string) => (await valid('id', id))?.tier ?? null,
    list: async (): Promise<readonly ApiKey[]> =>
      (await queries.selectFrom('api_keys').selectAll().orderBy('created_at').execute()).map(toApiKey),
    rotate: (id: string, hash: string) => change(id, { hash }),
    revoke: (id: string, now: number) => change(id, { revoked_at: now })
  }
}

function toApiKey(row: Selectable<Tables['api_keys']>): ApiKey {
  const { id, tier, label, created_at: createdAt, revoked_at: revokedAt } = row
  const vouches = row.vouches === 1 && { vouches: true as const }
  return { id, tier, label, operator: row.operator === 1, ...vouches, createdAt, revokedAt }
}
