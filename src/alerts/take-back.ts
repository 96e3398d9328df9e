import { minuteMs } from '../common/time.ts'
import type { Alerts } from './alerts.ts'
import { evaluateSubscription } from './evaluate.ts'
import type { Subscription } from './subscription.ts'

export const takeBackMs = 10 * minuteMs

/** Until when an end can be taken back; null: it cannot. */
export function takenBackUntil(
  { endedAt, reason }: Pick<Subscription, 'endedAt' | 'reason'>,
  now: number
): number | null {
  const until = endedAt === null || reason !== 'by_subscriber' ? null : endedAt + takeBackMs
  return until !== null && until > now ? until : null
}

/** Restores the subscription and evaluates it. False: too late, replaced, or a key asks for what a person stopped. */
export async function takeBackEnd(deps: Alerts, ended: Subscription, isByKey = false): Promise<boolean> {
  const now = deps.now()
  const channel = deps.channels.get(ended.channel)
  if (channel === undefined || takenBackUntil(ended, now) === null || (await isTaken(deps, ended)))
    return false
  if (isByKey && (await isStopped(deps, ended))) return false
  const waits = !ended.preview && channel.confirmation !== 'none' && ended.confirmedAt === null
  const state = waits ? 'pending_confirmation' : 'active'
  const isBack = await deps.subscriptions.move(ended.id, ['unsubscribed'], { state, reason: null, now })
  if (isBack && !waits) await evaluateSubscription(deps, { ...ended, state })
  return isBack
}

async function isStopped({ members }: Alerts, { channel, destinationKey }: Subscription): Promise<boolean> {
  return destinationKey !== null && (await members.stoppedAt(channel, destinationKey)) !== null
}

/** Whether a living subscription that `counts` accepts has the same destination, place and crop. */
export async function isTaken(
  deps: Alerts,
  { channel, destinationKey, location, crop }: Subscription,
  counts: (other: Subscription) => boolean = () => true
): Promise<boolean> {
  if (destinationKey === null) return false
  const living = await deps.subscriptions.byDestinationKey(channel, destinationKey)
  return living.some((one) => one.location === location && one.crop === crop && counts(one))
}
