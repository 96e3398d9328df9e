/** What a message of an escalation says: to who got the warning, or to a contact of one or of many. */
import type { ContentDeps, MessageContent, Skip } from './content-parts.ts'
import { isNear } from './decisions.ts'
import { ownLabel } from './label.ts'
import { nightsOf } from './named-nights.ts'
import { isAnswered } from './open-nights.ts'
import type { DueMessage, EscalatedNight } from './outbox-ports.ts'

/** As if it were of the subscription whose nights the message names. */
export function leadOf(due: DueMessage, { listed }: MessageContent): DueMessage {
  const lead = due.about?.find(({ subscription }) => subscription.seq === listed?.lead)
  if (lead === undefined) return due
  const { location } = lead.subscription
  return { ...due, currentRun: lead.run, subscription: { ...due.subscription, location } }
}

/** Nights of tonight that are raised and that no one has answered; else those of which the risk is over. */
export function decideEscalated(
  due: DueMessage,
  now: number,
  { nameOf, isCalled }: Pick<ContentDeps, 'nameOf' | 'isCalled'>
): MessageContent | Skip {
  const about = due.about ?? []
  const waiting = about.filter((one) => !one.isTakenBack && one.isActive && isWaiting(one, now))
  const cleared = about.filter(
    (one) => one.isTakenBack && one.episode.state === 'cleared' && nightIn(one) !== null
  )
  if (waiting.length === 0 && isCalled(due.subscription.channel)) return { skip: 'never_by_a_call' }
  const [meant, kind] = waiting.length > 0 ? [waiting, 'escalated' as const] : [cleared, 'cleared' as const]
  const [lead] = meant
  if (lead === undefined) return { skip: 'acknowledged' }
  const isOfLead = ({ subscription }: EscalatedNight): boolean => subscription.seq === lead.subscription.seq
  const named = meant.filter(isOfLead).map(({ episode }) => episode)
  // Who was notified got up for it.
  const back = named.map((episode) => ({ ...episode, isAwake: true as const }))
  const nights = kind === 'escalated' ? nightsOf(named, []) : nightsOf([], back)
  if (lead.subscription.seq === due.subscription.seq) return { kind, nights, counted: false }
  const others = new Map(
    meant
      .filter((one) => !isOfLead(one))
      .map(({ subscription: { seq, label, location } }) => [seq, ownLabel(label, true) ?? nameOf(location)])
  )
  const listed = { lead: lead.subscription.seq, others: [...others.values()] }
  return { kind, nights, counted: false, listed }
}

function nightIn({ run, episode }: EscalatedNight) {
  return run?.nights.find(({ date }) => date === episode.date) ?? null
}

/** A raised night of tonight that no one has answered. */
export function isWaiting(one: EscalatedNight, now: number): boolean {
  const night = nightIn(one)
  const { episode } = one
  return (
    episode.state === 'raised' && night !== null && isNear(night, now) && !isAnswered(episode, night, now)
  )
}
