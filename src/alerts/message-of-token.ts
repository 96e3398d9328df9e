/** Finds a message by the token that was sent with it. */
import type { Alerts } from './alerts.ts'
import type { OwnedMessage } from './outbox-ports.ts'
import { isTokenOf, seqOfToken } from './tokens.ts'

/** The message that a token names; null where it names none. */
export async function messageOfToken(
  deps: Pick<Alerts, 'deliveryLog' | 'keys'>,
  token: string
): Promise<OwnedMessage | null> {
  const seq = seqOfToken(token)
  const owned = seq === null ? null : await deps.deliveryLog.bySeq(seq)
  if (owned === null || !isTokenOf(deps.keys, token, owned.logged)) return null
  return owned
}
