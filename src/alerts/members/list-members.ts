/** Subscriptions that an API key made, page by page, with what became of tonight's warning. */
import { plainLetters } from '../../common/near-name.ts'
import type { AlertNight } from '../alert-night.ts'
import type { Alerts } from '../alerts.ts'
import { isSeen } from '../open-nights.ts'
import { tonightMs } from '../seen.ts'
import type { SubscriptionState } from '../subscription.ts'
import { type SubscriptionView, subscriptionView } from '../subscription-answer.ts'
import type { Member, MemberNight } from './member-ports.ts'

export interface MemberFilter {
  /** A part of the label, without regard to case and accents. */
  readonly label: string | null
  readonly location: string | null
  readonly state: SubscriptionState | null
  readonly tag: string | null
  readonly tonight: 'raised' | 'unanswered' | null
}

export interface MemberView {
  readonly subscription: SubscriptionView
  /** Null: no raised night is over within 28 hours. */
  readonly tonight: MemberTonight | null
}

export interface MemberTonight {
  readonly date: string
  readonly standing: 'raised' | 'cleared'
  readonly notifiedAt: number | null
  readonly receipt: MemberNight['receipt']
  readonly seenAt: number | null
  /** The night in the present run; null where the run does not have it. */
  readonly night: AlertNight | null
  /** Reported as raised, and not seen as reported last. */
  readonly isUnanswered: boolean
}

export interface MemberPage {
  readonly members: readonly MemberView[]
  /** Id of the last row looked at; null on the last page. */
  readonly next: string | null
}

/** Rows read at a time where a filter decides by more than the database knows. */
const rowsAtOnce = 500
/** Most rows read for one page, found or not: about 0.2 s. */
const maxRead = 2000

/**
 * Newest first; null for a cursor that is not a subscription of the client.
 * @param client as limits identify it
 * @param cursor `next` of the page before
 */
export async function listMembers(
  deps: Pick<Alerts, 'members' | 'subscriptions' | 'channels' | 'keys' | 'now'>,
  client: string,
  page: { readonly filter: MemberFilter; readonly limit: number; readonly cursor: string | null }
): Promise<MemberPage | null> {
  const { filter, limit, cursor } = page
  const owner = deps.keys.hash(client)
  const last = cursor === null ? null : await deps.subscriptions.byId(cursor)
  if (cursor !== null && last?.client !== owner) return null
  const now = deps.now()
  const isExact = filter.label === null && filter.tonight !== 'unanswered'
  const atOnce = isExact ? limit + 1 : rowsAtOnce
  const nightsUntil = now + tonightMs
  const { state, location, tag } = filter
  const asked = { client: owner, state, location, tag, limit: atOnce, now, nightsUntil }
  const raisedUntil = filter.tonight === null ? null : nightsUntil
  const members: MemberView[] = []
  let read = last
  for (let count = 0; count < maxRead; count += atOnce) {
    const rows = await deps.members.list({ ...asked, raisedUntil, before: read?.seq ?? null })
    for (const [index, row] of rows.entries()) {
      const view = viewOf(deps, row, now)
      if (isWanted(filter, view)) members.push(view)
      read = row.subscription
      if (members.length < limit) continue
      const isLast = index === rows.length - 1 && rows.length < atOnce
      return { members, next: isLast ? null : read.id }
    }
    if (rows.length < atOnce) return { members, next: null }
  }
  return { members, next: read?.id ?? null }
}

function viewOf({ channels }: Pick<Alerts, 'channels'>, { subscription, night }: Member, now: number) {
  const channel = channels.get(subscription.channel) ?? { pushes: false }
  return {
    subscription: subscriptionView(channel, subscription, now),
    tonight: night === null ? null : tonightOf(night, now)
  }
}

export function tonightOf({ episode, receipt, run }: MemberNight, now: number): MemberTonight {
  const { date, state, notifiedAt, notifiedState, seenAt = null } = episode
  const isAnnounced = state === 'raised' && notifiedState === 'raised'
  return {
    date,
    standing: state,
    notifiedAt,
    receipt,
    seenAt,
    night: run,
    isUnanswered: isAnnounced && !isSeen(episode, now)
  }
}

function isWanted({ label, tonight }: MemberFilter, member: MemberView): boolean {
  if (tonight === 'unanswered' && member.tonight?.isUnanswered !== true) return false
  return label === null || plainLetters(member.subscription.label ?? '').includes(plainLetters(label))
}
