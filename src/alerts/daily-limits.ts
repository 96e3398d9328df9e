/** How many subscriptions a client may make in 24 hours: few that burden others, more that people confirm. */
import { dayMs } from '../common/time.ts'
import type { Alerts } from './alerts.ts'
import type { CountedCreations } from './insertion-ports.ts'
import type { Channel } from './ports.ts'

/** Confirmed subscriptions of one destination in a day, by all clients without a key. */
export const perDestination = 20

interface Requester {
  readonly tier?: string
  readonly isOperator: boolean
}

export interface DailyLimit {
  readonly most: number
  readonly counted: CountedCreations
  /** The setting with which the operator changes the limit. */
  readonly setting: 'SUBSCRIPTIONS_PER_DAY' | 'UNPROVEN_PER_DAY' | 'TIERS'
}

/** Null: no limit. What a person proves counts until proven (a hall has one address); all else always counts. */
export function dailyLimit(
  deps: Pick<Alerts, 'channels' | 'isDemo' | 'now' | 'subscriptionsPerDay' | 'unprovenPerDay' | 'tierLimits'>,
  { isOperator, tier }: Requester,
  channel: Pick<Channel, 'id'>
): DailyLimit | null {
  if (isOperator) return null
  const since = deps.now() - dayMs
  const ofTier = tier === undefined ? undefined : deps.tierLimits(tier).subscriptionsPerDay
  if (ofTier !== undefined) {
    const counted = { since, channels: null, unprovenOnly: false }
    return ofTier === 0 ? null : { most: ofTier, counted, setting: 'TIERS' }
  }
  const people = deps.isDemo() ? [] : [...deps.channels.values()].filter(isProvenByPerson).map(({ id }) => id)
  const isPersons = people.includes(channel.id)
  const most = isPersons ? deps.unprovenPerDay : deps.subscriptionsPerDay
  if (most === null) return null
  const others = [...deps.channels.keys()].filter((id) => !people.includes(id))
  const channels = isPersons ? people : others
  const setting = isPersons ? 'UNPROVEN_PER_DAY' : 'SUBSCRIPTIONS_PER_DAY'
  return { most, counted: { since, channels, unprovenOnly: isPersons }, setting }
}

/** How many living subscriptions a key may have; null: no limit. */
export function livingLimit(
  { tierLimits }: Pick<Alerts, 'tierLimits'>,
  { isOperator, tier }: Requester
): number | null {
  return isOperator || tier === undefined ? null : tierLimits(tier).subscriptions || null
}

function isProvenByPerson({ confirmation, confirmsAtOnce }: Channel): boolean {
  return confirmation !== 'none' && (confirmation !== 'answer' || confirmsAtOnce)
}
