/** What a gateway reports by itself: receipts of messages, and answers of people. */
import { plainLetters } from '../common/letters.ts'
import type { Alerts } from './alerts.ts'
import { end } from './manage.ts'
import type { OwnedMessage } from './outbox-ports.ts'
import type { Channel, IncomingEvent } from './ports.ts'
import { isTokenOf, seqOfToken } from './tokens.ts'

/** What people write who want no more messages, in plain letters. */
const stopWords: ReadonlySet<string> = new Set(['dur', 'stop', 'iptal', 'end'])

/** Foreign, late and doubled events change nothing. */
export async function takeIncoming(
  deps: Alerts,
  channel: Channel,
  events: readonly IncomingEvent[]
): Promise<void> {
  for (const event of events) {
    if (event.kind === 'answered') await takeAnswer(deps, channel, event)
    else {
      const owned = await messageOfToken(deps, event.id)
      if (owned?.subscription.channel === channel.id)
        await deps.deliveryLog.noteReceipt(owned.logged.seq, event.kind, deps.now())
    }
  }
}

/** The message that a token names; null where it names none. */
export async function messageOfToken(
  deps: Pick<Alerts, 'deliveryLog' | 'keys'>,
  token: string
): Promise<OwnedMessage | null> {
  const seq = seqOfToken(token)
  const owned = seq === null ? null : await deps.deliveryLog.bySeq(seq)
  if (owned === null || !isTokenOf(deps.keys, token, owned.logged.seq, owned.logged.messageId)) return null
  return owned
}

async function takeAnswer(
  deps: Alerts,
  channel: Channel,
  { number, text }: Extract<IncomingEvent, { readonly kind: 'answered' }>
): Promise<void> {
  const word = plainLetters(text).trim()
  const key = number === null ? null : (channel.keyOfSender?.(number) ?? null)
  if (key === null || !stopWords.has(word)) return
  const now = deps.now()
  for (const { id } of await deps.subscriptions.byDestinationKey(channel.id, deps.keys.hash(key)))
    await end(deps, id, now)
}
