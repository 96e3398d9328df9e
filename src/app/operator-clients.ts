import { clientOfKey } from '../http/client-key.ts'
import type { Store } from '../store/open.ts'
import { hashOf } from '../store/secrets.ts'

/** Hashes of the operator's clients, also of revoked keys, because their subscriptions remain the operator's. */
export async function operatorClients({ apiKeys }: Pick<Store, 'apiKeys'>): Promise<ReadonlySet<string>> {
  const known = await apiKeys.list()
  return new Set(known.flatMap(({ id, operator }) => (operator ? [hashOf(clientOfKey(id))] : [])))
}
