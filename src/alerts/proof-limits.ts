/** How often unconfirmed destinations may be asked for a proof: this service must not flood others. */

import { dayMs, hourMs, secondMs } from '../common/time.ts'
import type { Alerts } from './alerts.ts'
import type { Channel, DeliveryOutcome } from './ports.ts'
import { type Allowances, type AllowanceUse, windowEndsInSeconds } from './reservations.ts'
import type { Subscription } from './subscription.ts'

export const tooManyProofs = 'too_many_proofs'

export const answerWindowMs = hourMs

/**
 * Proofs in an hour. Clients share hosts, so each client and URL has a limit; networks and hosts too: many clients
 * cannot flood a host, and those of a few networks cannot block it.
 */
export const answerLimits = {
  perClientAndUrl: 5,
  perNearNetwork: 50,
  perWideNetwork: 200,
  perHost: 1000
} as const

/** Messages to one mailbox or telephone in a day, from all clients. */
const linkLimit = { limit: 3, windowMs: dayMs } as const

/** The allowances that a proof uses, the narrowest first; empty where it has no limit. */
export async function proofUses(
  deps: Pick<Alerts, 'subscriptions' | 'now'>,
  { id, rateLimitKey }: Pick<Subscription, 'id' | 'rateLimitKey'>,
  channel: Pick<Channel, 'kind' | 'confirmation'>
): Promise<readonly AllowanceUse[]> {
  if (rateLimitKey === null) return []
  const scope = `proof:${channel.kind}`
  const now = deps.now()
  if (channel.confirmation !== 'answer') return [{ scope, key: rateLimitKey, ...linkLimit, now }]
  const subscription = await deps.subscriptions.byId(id)
  const { client = '', destinationKey = null, networks = null } = subscription ?? {}
  const use = (name: string, key: string, limit: number): AllowanceUse => {
    return { scope: `${scope}${name}`, key, limit, windowMs: answerWindowMs, now }
  }
  const perNetwork =
    networks === null
      ? []
      : [
          use(':near', `${networks.near} ${rateLimitKey}`, answerLimits.perNearNetwork),
          use(':wide', `${networks.wide} ${rateLimitKey}`, answerLimits.perWideNetwork)
        ]
  return [
    use(':url', `${client} ${destinationKey ?? rateLimitKey}`, answerLimits.perClientAndUrl),
    ...perNetwork,
    use('', rateLimitKey, answerLimits.perHost)
  ]
}

/** Takes one use of each allowance, or none; returns the allowance that was used up. */
export async function takeAll(
  allowances: Allowances,
  uses: readonly AllowanceUse[]
): Promise<AllowanceUse | null> {
  for (const [index, use] of uses.entries()) {
    if (await allowances.take(use)) continue
    await giveAllBack(allowances, uses.slice(0, index))
    return use
  }
  return null
}

/** Returns the uses after an attempt that did not happen. */
export async function giveAllBack(allowances: Allowances, uses: readonly AllowanceUse[]): Promise<void> {
  for (const use of uses) await allowances.giveBack(use)
}

export function heldBack(use: AllowanceUse): Extract<DeliveryOutcome, { outcome: 'retry' }> {
  return { outcome: 'retry', afterSeconds: windowEndsInSeconds(use), reason: tooManyProofs }
}

/** When a receiver that was asked too often is asked; null: it was, or will be at once. */
export async function proofDelayedUntil(
  deps: Pick<Alerts, 'subscriptions' | 'allowances' | 'deliveryLog' | 'now'>,
  channel: Pick<Channel, 'kind' | 'confirmation'>,
  subscription: Subscription
): Promise<number | null> {
  if (subscription.state !== 'pending_confirmation') return null
  const [proof] = await deps.deliveryLog.of(subscription.id, 1, null)
  if (proof === undefined) return null
  if (proof.reason === tooManyProofs) return proof.nextAttemptAt
  if (proof.state !== 'queued' || proof.attempts > 0) return null
  // A round sends it: its limits are read now.
  const uses = await proofUses(deps, subscription, channel)
  const usedUp = await takeAll(deps.allowances, uses)
  if (usedUp !== null) return deps.now() + windowEndsInSeconds(usedUp) * secondMs
  await giveAllBack(deps.allowances, uses)
  return null
}
