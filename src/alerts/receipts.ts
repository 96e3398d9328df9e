/** What a gateway reports by itself: receipts of messages, and answers of people. */
import { plainLetters } from '../common/letters.ts'
import type { Alerts } from './alerts.ts'
import { messageOfToken } from './message-of-token.ts'
import type { IncomingEvent } from './message-ports.ts'
import type { Channel } from './ports.ts'
import { acknowledge, acknowledgeTonight } from './seen.ts'
import { stop } from './stop.ts'

/** What people write who have seen a warning … */
const seenWord = '1'
/** … and who want no more messages, in plain letters. */
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

async function takeAnswer(
  deps: Alerts,
  channel: Channel,
  { id, number, text }: Extract<IncomingEvent, { readonly kind: 'answered' }>
): Promise<void> {
  const word = plainLetters(text).trim()
  const key = number === null ? null : (channel.keyOfSender?.(number) ?? null)
  if (id !== null) {
    const owned = await messageOfToken(deps, id)
    if (owned?.subscription.channel === channel.id) await acknowledge(deps, id)
    return
  }
  if (key === null) return
  if (word === seenWord) await acknowledgeTonight(deps, channel.id, key)
  if (!stopWords.has(word)) return
  const now = deps.now()
  for (const { id } of await deps.subscriptions.byDestinationKey(channel.id, deps.keys.hash(key)))
    await stop(deps, id, now)
}
