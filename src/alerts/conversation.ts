/** What a bot may do for the person who talks to it. */
import type { Alerts } from './alerts.ts'
import { clearBelow } from './decisions.ts'
import { evaluateSubscription } from './evaluate.ts'
import { end } from './manage.ts'
import type { ConversationDoor } from './ports.ts'
import type { Binding } from './store-ports.ts'
import type { Subscription } from './subscription.ts'
import { idOfToken } from './tokens.ts'

/** The door of one channel; it sees only subscriptions of that channel. */
export function conversationDoor(house: Alerts, channel: string): ConversationDoor {
  return {
    confirm: (input) => confirm(house, channel, input),
    list: async (sameAs) => {
      const found = await bound(house, channel, sameAs, null)
      return found.map(({ id, location, threshold, crop, state, language }) => ({
        subscriptionId: id,
        placeName: house.places.find(location)?.name ?? location,
        threshold,
        crop,
        status: state,
        language
      }))
    },
    stop: async (sameAs, id) => {
      let ended = 0
      for (const one of await bound(house, channel, sameAs, id)) if (await end(house, one.id)) ended += 1
      return ended
    },
    changeThreshold: async (sameAs, id, threshold) => {
      const found = await bound(house, channel, sameAs, id)
      for (const one of found) {
        const change = { threshold, clearBelow: clearBelow(threshold) }
        const changed = await house.subscriptions.change(one.id, change)
        if (changed?.state === 'active') await evaluateSubscription(house, changed)
      }
      return found.length
    },
    rebind: async ({ from, destination, sameAs }) => {
      const { hash } = house.keys
      return house.subscriptions.rebind({ channel, from: hash(from), destination, sameAs: hash(sameAs) })
    }
  }
}

async function bound(
  house: Alerts,
  channel: string,
  sameAs: string,
  id: string | null
): Promise<readonly Subscription[]> {
  const found = await house.subscriptions.bySameAs(channel, house.keys.hash(sameAs))
  return id === null ? found : found.filter((one) => one.id === id)
}

async function confirm(
  house: Alerts,
  channel: string,
  { token, destination, sameAs, language }: Parameters<ConversationDoor['confirm']>[0]
): Promise<'confirmed' | 'expired' | 'unknown'> {
  const id = idOfToken(house.keys, 'conversation', token)
  const subscription = id === null ? null : await house.subscriptions.byId(id)
  if (subscription === null || subscription.channel !== channel) return 'unknown'
  const binding = { destination, sameAs: house.keys.hash(sameAs), language, now: house.now() }
  const outcome = await bind(house, subscription, binding)
  // Also where it was bound before: this may be what failed then, and repeating it changes nothing.
  if (outcome === 'confirmed') await evaluateSubscription(house, { ...subscription, state: 'active' })
  return outcome
}

async function bind(
  house: Alerts,
  subscription: Subscription,
  binding: Binding
): Promise<'confirmed' | 'expired' | 'unknown'> {
  const { id, state, sameAs, confirmUntil } = subscription
  // The answer to a binding can get lost on its way; the same talk then asks again, and hears what stands.
  if (state === 'active' && sameAs === binding.sameAs) return 'confirmed'
  const isExpired = state === 'expired' || (confirmUntil !== null && confirmUntil <= binding.now)
  if (state !== 'pending_confirmation') return isExpired ? 'expired' : 'unknown'
  if (await house.subscriptions.confirm(id, binding)) return 'confirmed'
  // In a talk where a newer one stands, the list of what is bound says more than that the time is over.
  return (await house.subscriptions.byId(id))?.reason === 'replaced' ? 'unknown' : 'expired'
}
