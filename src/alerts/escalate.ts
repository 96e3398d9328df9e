/** One round of escalation: the steps that are due are queued, and nights that no one has answered are reported. */
import type { Alerts } from './alerts.ts'
import { advance } from './escalation.ts'
import { alertRules } from './rules.ts'

/** The log names no more subscriptions. */
const mostNamed = 50

export async function escalateRound(
  deps: Pick<Alerts, 'episodes' | 'report' | 'now'>
): Promise<readonly string[]> {
  const now = deps.now()
  const unanswered = await deps.episodes.escalate(
    now,
    ({ facts, run, escalation, lastReportAt, ...steps }) => {
      const mayReport = lastReportAt <= now - alertRules.unansweredApartMs
      return advance({ facts, run, now }, { ...escalation, ...steps, mayReport })
    }
  )
  const ids = [...new Set(unanswered.map(({ subscriptionId }) => subscriptionId))]
  if (ids.length > 0)
    deps.report('nights_unanswered', { count: ids.length, subscriptions: ids.slice(0, mostNamed) })
  return ids
}
