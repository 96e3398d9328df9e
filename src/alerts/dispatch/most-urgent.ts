/** Which of the messages that wait for one server leave first: what breaks silence, and of that the soonest harm. */
import { messageUrgencies } from '../message-ports.ts'
import type { ClaimedMessage } from '../outbox-ports.ts'
import { urgencyOf } from '../urgency.ts'

/** The most urgent first; of equals the order that they have. A proof is waited for by a person. */
export function mostUrgentFirst(messages: ClaimedMessage[]): void {
  const ranks = new Map(messages.map((message) => [message, rankOf(message)]))
  const of = (message: ClaimedMessage) => ranks.get(message) ?? last
  messages.sort((one, other) => {
    const [first, second] = [of(one), of(other)]
    return first.urgency - second.urgency || first.harmAt - second.harmAt
  })
}

interface Rank {
  readonly urgency: number
  /** [ms since epoch] */
  readonly harmAt: number
}

const last: Rank = { urgency: messageUrgencies.length, harmAt: Number.MAX_SAFE_INTEGER }
const awaited: Rank = { urgency: -1, harmAt: 0 }

function rankOf({ due: { subscription }, message, run }: ClaimedMessage): Rank {
  const { kind, madeAt } = message
  if (kind === 'confirm' || kind === 'verify' || kind === 'test') return awaited
  const nights = message.nights.flatMap(({ date, before = null, ...said }) => {
    const night = run?.nights.find((one) => one.date === date)
    return night === undefined ? [] : [{ ...night, ...said, before }]
  })
  const urgency = urgencyOf({ kind, threshold: subscription.threshold, madeAt, nights })
  const harms = nights.map((night) => night.lastPreparationAt ?? night.frostFromAt ?? night.coldestAt)
  return { urgency: messageUrgencies.indexOf(urgency), harmAt: Math.min(last.harmAt, ...harms) }
}
