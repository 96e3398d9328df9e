/** What time alone triggers, checked once a minute: dusk reminders and data gaps; and maintenance. */
import type { Alerts } from './alerts.ts'
import { readDataGap } from './decisions.ts'
import { type Evaluator, evaluatePlaces, evaluateProfiles } from './evaluate.ts'
import { alertRules } from './rules.ts'
import type { ProfileVisibility, UnseenProfile } from './store-ports.ts'

export type Watcher = Evaluator & Pick<Alerts, 'channels' | 'isDemo'>

/** What a round did, for metrics and the status page. */
export interface Round {
  readonly at: number
  readonly reminded: number
  readonly lostData: number
}

/** One round. Each step is its own transaction and harmless to repeat. */
export async function watchRound(deps: Watcher): Promise<Round> {
  const at = deps.now()
  const reminded = await deps.episodes.remindAtDusk(at, at - alertRules.duskQuietMs)
  const unseen = await stillUnseen(deps, at)
  const dataGap = unseen.flatMap((gap) => unseenProfile(deps, gap, at))
  const lostData = await deps.episodes.loseData(dataGap, at)
  return { at, reminded, lostData }
}

/** Before anyone is notified of a data gap, the stored forecasts are checked once more. */
async function stillUnseen(deps: Watcher, now: number): Promise<readonly ProfileVisibility[]> {
  const since = now - alertRules.dataGapAfterMs
  const unseen = await deps.episodes.unseen(since, now)
  const seenAfterAll: ProfileVisibility[] = []
  for (const gap of unseen) {
    const stored = await deps.forecasts.stored(gap)
    if (stored !== null && stored.confirmedAt > since) seenAfterAll.push(gap)
  }
  if (seenAfterAll.length === 0) return unseen
  await evaluateProfiles(deps, seenAfterAll, null)
  return deps.episodes.unseen(since, now)
}

function unseenProfile(deps: Watcher, gap: ProfileVisibility, now: number): readonly UnseenProfile[] {
  const seen = gap.nights.find((night) => night.overAt > now)
  const expected = seen ?? deps.forecasts.tonight(gap.location, now)
  if (expected === null) return []
  const night = {
    p10Tenths: seen?.p10Tenths ?? null,
    coldestAt: expected.coldestAt,
    seen: seen !== undefined
  }
  const notified = readDataGap(night, gap.confirmedAt, now)
  return notified === 'nobody'
    ? []
    : [{ profileSeq: gap.seq, date: expected.date, raisedOnly: notified === 'raised' }]
}

/** Maintenance, once an hour: old stages, expiry, long silence, and what can be deleted. */
export async function maintain(deps: Watcher): Promise<void> {
  const now = deps.now()
  if (!deps.isDemo()) await deps.maintenance.endPreviews(now)
  const aged = await deps.maintenance.ageStages(now - alertRules.stageAgeMs)
  await evaluatePlaces(deps, aged)
  const readChannels = [...deps.channels.values()].filter((channel) => !channel.pushes).map(({ id }) => id)
  await deps.maintenance.expire({ now, unreadSince: now - alertRules.unreadMs, readChannels })
  await deps.maintenance.endSilence(now - alertRules.silenceMs, now)
  await deps.maintenance.forget({ endedBefore: now - alertRules.scrubMs, now })
}
