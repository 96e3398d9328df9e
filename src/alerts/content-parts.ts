import { BoundedMap } from '../common/bounded-map.ts'
import type { SentBefore } from './alert-night.ts'
import { isNear } from './decisions.ts'
import { ownLabel } from './label.ts'
import { isAnswered, type Naming } from './open-nights.ts'
import type { DueMessage, EscalatedNight, FixedMessage } from './outbox-ports.ts'

export interface ContentDeps extends Naming {
  /** Cannot be guessed, never repeated. */
  readonly messageId: () => string
  /** Null for a field. */
  readonly nameOf: (location: string) => string | null
  readonly isCalled: (channel: string) => boolean
}

export type MessageContent = Pick<FixedMessage, 'kind' | 'nights' | 'counted' | 'listed'>

export type Skip = { readonly skip: string }

const maxLists = 1000
/** Thousands of messages name the same few nights: each list of them is created once and shared. */
const lists = new BoundedMap<string, FixedMessage['nights']>(maxLists)

export function nightsOf(
  raised: readonly { readonly date: string; readonly before?: SentBefore | null; readonly isNew?: boolean }[],
  cleared: readonly { readonly date: string; readonly isAwake?: true }[],
  seen: string | null = null
): FixedMessage['nights'] {
  let key = seen ?? ''
  for (const { date, before, isNew } of raised)
    key += ` ${isNew ? '*' : '+'}${date}${before == null ? '' : JSON.stringify(before)}`
  for (const { date, isAwake } of cleared) key += ` ${isAwake ? '!' : '-'}${date}`
  const known = lists.get(key)
  if (known !== undefined) return known
  const nights: FixedMessage['nights'] = [
    ...(seen === null ? [] : [{ date: seen, standing: 'seen' as const }]),
    ...raised.map(({ date, before, isNew }) => ({
      date,
      standing: 'raised' as const,
      ...(before != null && { before }),
      ...(isNew && { isNew })
    })),
    ...cleared.map(({ date, isAwake }) => ({
      date,
      standing: 'cleared' as const,
      ...(isAwake && { rings: isAwake })
    }))
  ].toSorted((one, other) => (one.date < other.date ? -1 : 1))
  lists.set(key, nights)
  return nights
}

/** The message to the person who was warned, or to a contact, by the settings of the subscription it is about. */
export function leadOf(due: DueMessage, { listed }: MessageContent): DueMessage {
  const lead = due.about?.find(({ subscription }) => subscription.seq === listed?.lead)
  if (lead === undefined) return due
  const { location } = lead.subscription
  return { ...due, currentRun: lead.run, subscription: { ...due.subscription, location } }
}

/** Tonight's raised nights that no one has answered; otherwise the nights whose risk is over. */
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
  // A contact who was notified may be awake because of the night.
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

/** Raised, tonight, and answered by no one. */
export function isWaiting(one: EscalatedNight, now: number): boolean {
  const night = nightIn(one)
  const { episode } = one
  return (
    episode.state === 'raised' && night !== null && isNear(night, now) && !isAnswered(episode, night, now)
  )
}
