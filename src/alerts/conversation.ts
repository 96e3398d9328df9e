/** What a bot may do for the person who talks to it, in subscriptions of its channel. */
import type { Alerts } from './alerts.ts'
import { type AskedThreshold, type ThresholdChange, thresholdChange, withNumber } from './asked-threshold.ts'
import { evaluateSubscription } from './evaluate.ts'
import { shownLabel } from './label.ts'
import { stop } from './links.ts'
import { placeNameOf } from './message-place.ts'
import type { ConversationSubscription } from './message-ports.ts'
import type { ConversationApi, Destination } from './ports.ts'
import { acknowledge, acknowledgeLast } from './seen.ts'
import type { Binding, ChangeRefusal, SubscriptionChange } from './store-ports.ts'
import type { Subscription } from './subscription.ts'
import { takeBackEnd, takeBackMs, takenBackUntil } from './take-back.ts'
import { comparedThreshold } from './threshold.ts'
import { idOfToken } from './tokens.ts'

export function conversationApi(deps: Alerts, channel: string): ConversationApi {
  return {
    confirm: (input) => confirm(deps, channel, input),
    seen: (token) => acknowledge(deps, token),
    seenLast: (destination) => seenLast(deps, channel, destination),
    list: async (destinationKey) => {
      const found = await bound(deps, channel, destinationKey, null)
      return found.map((one) => shown(deps, one))
    },
    stop: async (destinationKey, id) => {
      let ended = 0
      const now = deps.now()
      for (const one of await bound(deps, channel, destinationKey, id))
        if (await stop(deps, one, now)) ended += 1
      return ended
    },
    takeBack: (destinationKey, id) => takeBack(deps, { channel, destinationKey, id }),
    changeThreshold: (destinationKey, id, asked) =>
      changeThreshold(deps, { channel, destinationKey, id }, asked),
    rebind: async ({ from, destination, destinationKey }) => {
      const { hash } = deps.keys
      return deps.subscriptions.rebind({
        channel,
        from: hash(from),
        destination,
        destinationKey: hash(destinationKey)
      })
    }
  }
}

async function seenLast(deps: Alerts, channel: string, destination: Destination): Promise<void> {
  const known = await deps.subscriptions.ofChannel(channel, deps.now())
  const [names, values] = [Object.keys(destination), Object.values(destination)]
  const own = known.find((one) => names.every((name, index) => one.destination?.[name] === values[index]))
  const subscription = own === undefined ? null : await deps.subscriptions.byId(own.id)
  if (subscription?.endedAt === null) await acknowledgeLast(deps, subscription)
}

async function changeThreshold(
  deps: Alerts,
  { channel, destinationKey, id }: { channel: string; destinationKey: string; id: string | null },
  asked: AskedThreshold
): Promise<ThresholdChange> {
  const found = await bound(deps, channel, destinationKey, id)
  const change = thresholdChange(
    asked,
    found.map(({ threshold }) => threshold)
  )
  if (!('count' in change)) return change
  for (const one of found) {
    const changed = await deps.subscriptions.change(one.id, (present) =>
      numbered(present, change.kind, asked.value)
    )
    // Another change came first: the number is judged again.
    if (changed === null || 'ok' in changed)
      return changeThreshold(deps, { channel, destinationKey, id }, asked)
    if (changed.state === 'active') await evaluateSubscription(deps, changed)
  }
  return change
}

async function takeBack(
  deps: Alerts,
  { channel, destinationKey, id }: { channel: string; destinationKey: string; id: string | null }
): Promise<readonly ConversationSubscription[]> {
  const now = deps.now()
  const key = deps.keys.hash(destinationKey)
  const found = await deps.subscriptions.byDestinationKey(channel, key, now - takeBackMs)
  const ended = found.filter((one) => takenBackUntil(one, now) !== null)
  const lastAt = Math.max(...ended.map(({ endedAt }) => endedAt ?? 0))
  const isMeant = (one: Subscription): boolean => (id === null ? one.endedAt === lastAt : one.id === id)
  const back: Subscription[] = []
  for (const one of ended.filter(isMeant)) if (await takeBackEnd(deps, one)) back.push(one)
  return back.map((one) => shown(deps, { ...one, state: 'active' }))
}

function shown(deps: Alerts, subscription: Subscription): ConversationSubscription {
  const { id, threshold, crop, stage, state, language } = subscription
  const { label, labelIsOthers } = shownLabel(subscription.label, subscription.labelIsOwn)
  const requesterWrote = labelIsOthers ? label : null
  const placeName = placeNameOf(deps, subscription)
  return { subscriptionId: id, placeName, requesterWrote, threshold, crop, stage, status: state, language }
}

/** Refused where the threshold has changed between score and degrees, or the alert has ended. */
function numbered(
  { threshold: present, endedAt }: Subscription,
  kind: 'score' | 'degrees',
  value: number
): SubscriptionChange | ChangeRefusal {
  if (endedAt !== null || (typeof present === 'number') !== (kind === 'score')) return { ok: false }
  const threshold = withNumber(present, value)
  return { threshold: { threshold, ...comparedThreshold(threshold) } }
}

async function bound(
  deps: Alerts,
  channel: string,
  destinationKey: string,
  id: string | null
): Promise<readonly Subscription[]> {
  const found = await deps.subscriptions.byDestinationKey(channel, deps.keys.hash(destinationKey))
  return id === null ? found : found.filter((one) => one.id === id)
}

async function confirm(
  deps: Alerts,
  channel: string,
  { token, destination, destinationKey, language }: Parameters<ConversationApi['confirm']>[0]
): Promise<'confirmed' | 'expired' | 'unknown'> {
  const id = idOfToken(deps.keys, 'conversation', token)
  const subscription = id === null ? null : await deps.subscriptions.byId(id)
  if (subscription === null || subscription.channel !== channel) return 'unknown'
  const binding = { destination, destinationKey: deps.keys.hash(destinationKey), language, now: deps.now() }
  const outcome = await bind(deps, subscription, binding)
  // Also where the chat was already bound: the evaluation may be what failed then, and repeating it changes nothing.
  if (outcome === 'confirmed') await evaluateSubscription(deps, { ...subscription, state: 'active' })
  return outcome
}

async function bind(
  deps: Alerts,
  subscription: Subscription,
  binding: Binding
): Promise<'confirmed' | 'expired' | 'unknown'> {
  const { id, state, destinationKey, confirmUntil } = subscription
  // The answer to a binding can be lost: the same chat asks again and gets the present state.
  if (state === 'active' && destinationKey === binding.destinationKey) return 'confirmed'
  const isExpired = state === 'expired' || (confirmUntil !== null && confirmUntil <= binding.now)
  if (state !== 'pending_confirmation') return isExpired ? 'expired' : 'unknown'
  if (await deps.subscriptions.confirm(id, binding)) return 'confirmed'
  // In a chat with a newer subscription, its list is more useful than the news that the time to confirm is over.
  return (await deps.subscriptions.byId(id))?.reason === 'replaced' ? 'unknown' : 'expired'
}
