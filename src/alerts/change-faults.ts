/** Why a change of a subscription is refused because of its contacts, or of the one that it follows. */
import type { Alerts } from './alerts.ts'
import { unanswerable } from './channel-choice.ts'
import { type AlertProblem, memberProblem } from './problems.ts'
import type { PatchBody } from './subscribe-body.ts'
import type { Subscription } from './subscription.ts'

export async function escalationFault(
  deps: Pick<Alerts, 'subscriptions' | 'channels'>,
  { escalation }: PatchBody,
  found: Subscription
): Promise<AlertProblem | null> {
  if (escalation == null) return null
  const contacts = await deps.subscriptions.contacts(found.id)
  return unanswerable(deps, [found.channel, ...contacts.map(({ channel }) => channel)])
}

export function contactFault(
  { threshold, planting, escalation, quietHours }: PatchBody,
  { follows }: Subscription
): AlertProblem | null {
  if (follows === null) return null
  const detail = 'A contact follows another subscription: change this member there.'
  if (threshold !== undefined) return memberProblem('not_allowed', '/threshold', detail)
  if (planting !== undefined) return memberProblem('not_allowed', `/${Object.keys(planting)[0]}`, detail)
  if (quietHours !== undefined) return memberProblem('not_allowed', '/quiet_hours', detail)
  return escalation === undefined ? null : memberProblem('not_allowed', '/escalation', detail)
}
