import { plainLetters } from '../common/near-name.ts'
import { hourMs } from '../common/time.ts'
import type { AlertNight } from './alert-night.ts'
import type { Alerts } from './alerts.ts'
import { stop } from './links.ts'
import { linkedPlaceName } from './message-place.ts'
import type { IncomingEvent } from './message-ports.ts'
import { isSeen } from './open-nights.ts'
import type { OwnedMessage } from './outbox-ports.ts'
import type { Channel } from './ports.ts'
import type { Subscription } from './subscription.ts'
import { isTokenOf, seqOfToken } from './tokens.ts'

async function messageOfToken(
  deps: Pick<Alerts, 'deliveryLog' | 'keys'>,
  token: string
): Promise<OwnedMessage | null> {
  const seq = seqOfToken(token)
  const owned = seq === null ? null : await deps.deliveryLog.bySeq(seq)
  if (owned === null || !isTokenOf(deps.keys, token, owned.logged)) return null
  return owned
}

export interface SeenMessage {
  readonly placeName: string
  readonly timezone: string
  readonly language: Subscription['language']
  /** Raised nights, as the message described them. */
  readonly nights: readonly AlertNight[]
  readonly isOver: boolean
}

/** Changes nothing, because programs follow links. */
export async function seenMessage(deps: Alerts, token: string): Promise<SeenMessage | null> {
  const owned = await messageOfToken(deps, token)
  if (owned === null || isEnded(owned)) return null
  const { subscription } = owned
  const nights = raisedNights(owned)
  return {
    placeName: linkedPlaceName(deps, subscription, false),
    timezone: deps.places.find(subscription.location)?.timezone ?? 'UTC',
    language: subscription.language,
    nights,
    isOver: nights.every(({ overAt }) => overAt <= deps.now())
  }
}

/** Takes a button, key or answer. The token is enough, as with a link: a chat may be the operator's, or have moved. */
export async function acknowledge(deps: Alerts, token: string): Promise<'seen' | 'over' | 'unknown'> {
  const owned = await messageOfToken(deps, token)
  return owned === null || isEnded(owned) ? 'unknown' : acknowledgeMessage(deps, owned)
}

function isEnded({ subscription }: OwnedMessage): boolean {
  return subscription.endedAt !== null
}

function raisedNights({ logged: { fixed, run } }: OwnedMessage): readonly AlertNight[] {
  const raised = new Set(
    fixed?.nights.filter(({ standing }) => standing === 'raised').map(({ date }) => date)
  )
  return run?.nights.filter(({ date }) => raised.has(date)) ?? []
}

async function acknowledgeMessage(
  deps: Alerts,
  owned: OwnedMessage,
  overUntil = Number.POSITIVE_INFINITY
): Promise<'seen' | 'over'> {
  const now = deps.now()
  const { subscription, logged } = owned
  const nights = raisedNights(owned).filter(({ overAt }) => overAt > now && overAt <= overUntil)
  if (nights.length === 0 || logged.fixed?.runSeq == null) return 'over'
  await deps.episodes.acknowledge({
    subscription,
    dates: nights.map(({ date }) => date),
    runSeq: logged.fixed.runSeq,
    notifiedUntil: logged.lastAttemptAt ?? now,
    ...(logged.fixed.listed !== undefined && {
      ofContact: { messageSeq: logged.seq, lead: logged.fixed.listed.lead }
    }),
    isSeen,
    now
  })
  return 'seen'
}

/** Tonight is over within this time. */
export const tonightMs = 28 * hourMs

/** Older messages announced nothing for tonight. */
const newest = 10

/** An answer that names no message, such as `1` by telephone, acknowledges what was sent there for tonight. */
export async function acknowledgeTonight(
  deps: Alerts,
  channel: string,
  destinationKey: string
): Promise<void> {
  for (const subscription of await deps.subscriptions.byDestinationKey(
    channel,
    deps.keys.hash(destinationKey)
  ))
    await acknowledgeLast(deps, subscription)
}

export async function acknowledgeLast(deps: Alerts, subscription: Subscription): Promise<boolean> {
  const logged = await deps.deliveryLog.of(subscription.id, newest, null)
  const raised = logged.filter(
    (one) => one.kind !== 'test' && raisedNights({ subscription, logged: one }).length > 0
  )
  // Where the answer is quick the outcome may not be stored yet.
  const sent = raised.find(({ state }) => state === 'sent' || state === 'sending')
  // A gateway that did not answer may have sent it: what else would be answered?
  const maybe = raised.find(({ state, attempts }) => state === 'expired' && attempts > 0)
  for (const one of [sent, maybe])
    if (one !== undefined && (await acknowledgeTonightOf(deps, { subscription, logged: one }))) return true
  return false
}

async function acknowledgeTonightOf(deps: Alerts, owned: OwnedMessage): Promise<boolean> {
  return (await acknowledgeMessage(deps, owned, deps.now() + tonightMs)) === 'seen'
}

/** What people write who have seen a warning: `1`, or `Gördüm: 1` as the message says it … */
const seenWords: ReadonlySet<string> = new Set(
  '1 gordum gorduk goruldu tamam tamamdir evet seen ok okay okey yes'.split(' ')
)
/** … who want no more messages, in plain letters: also what telephone networks and providers have taught them … */
const stopWords: ReadonlySet<string> = new Set(
  'dur durdur iptal ret red stop stopall end quit cancel unsubscribe'.split(' ')
)
/** … and polite words that they add to either. */
const politeWords: ReadonlySet<string> = new Set(
  'lutfen artik please tesekkur tesekkurler ederim ederiz sag sagol sagolun ol olun olsun eyvallah thank thanks you'.split(
    ' '
  )
)

/** Takes an event from a server; foreign, late and doubled ones change nothing. */
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
  // Below it there may be a signature.
  const [line = ''] = text.trim().split(/[\r\n]/)
  const isOnly = (said: string, known: ReadonlySet<string>): boolean => {
    const words = (plainLetters(said).match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !politeWords.has(word))
    return words.length > 0 && words.every((word) => known.has(word))
  }
  if (id !== null) {
    const owned = await messageOfToken(deps, id)
    if (owned?.subscription.channel === channel.id) await acknowledge(deps, id)
    return
  }
  // A person answers, whatever gateway asked.
  const phones = number === null ? [] : phonesOf(deps, number)
  // `1.5` and `1. tarla` are no sentence `1`.
  const [sentence = ''] = line.split(/!|(?<!\d)\./)
  if (isOnly(line, seenWords) || isOnly(sentence, seenWords))
    for (const phone of phones) await acknowledgeTonight(deps, phone.channel, phone.key)
  if (!isOnly(line, stopWords)) return
  const now = deps.now()
  const channels = phones.map((phone) => phone.channel)
  for (const phone of phones)
    for (const one of await deps.subscriptions.byDestinationKey(phone.channel, deps.keys.hash(phone.key)))
      await stop(deps, { id: one.id, channels }, now)
}

function phonesOf(
  { channels }: Pick<Alerts, 'channels'>,
  number: string
): readonly { readonly channel: string; readonly key: string }[] {
  return [...channels.values()].flatMap(({ id, keyOfSender }) => {
    const key = keyOfSender?.(number) ?? null
    return key === null ? [] : [{ channel: id, key }]
  })
}
