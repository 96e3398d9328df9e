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

/**
 * One round. Each of its steps is a transaction of its own and harmless to repeat.
 * @param unread Slugs of places whose data may be old on purpose, because their messages go unread
 */
export async function watchRound(deps: Watcher, unread: ReadonlySet<string> = new Set()): Promise<Round> {
  const at = deps.now()
  await deps.maintenance.hastenFuture(at)
  const reminded = await deps.episodes.remindAtDusk(at, at - alertRules.duskQuietMs)
  const unseen = await stillUnseen(deps, unread, at)
  const dataGap = unseen.flatMap((gap) => unseenProfile(deps, gap, at))
  const lostData = await deps.episodes.loseData(dataGap, at)
  return { at, reminded, lostData }
}

/** Before anyone is told that nothing can be seen, what the outlook keeps is looked at once more. */
async function stillUnseen(
  deps: Watcher,
  unread: ReadonlySet<string>,
  now: number
): Promise<readonly ProfileVisibility[]> {
  const since = now - alertRules.dataGapAfterMs
  const find = async (): Promise<readonly ProfileVisibility[]> =>
    (await deps.episodes.unseen(since, now)).filter(({ location }) => !unread.has(location))
  const unseen = await find()
  const seenAfterAll: ProfileVisibility[] = []
  for (const gap of unseen) {
    const place = deps.places.find(gap.location)
    const stored = place === null ? null : await deps.forecasts.stored(place, gap)
    if (stored !== null && stored.confirmedAt > since) seenAfterAll.push(gap)
  }
  if (seenAfterAll.length === 0) return unseen
  await evaluateProfiles(deps, seenAfterAll)
  return find()
}

function unseenProfile(deps: Watcher, gap: ProfileVisibility, now: number): readonly UnseenProfile[] {
  const seen = gap.nights.find((night) => night.overAt > now)
  const place = seen === undefined ? deps.places.find(gap.location) : null
  const expected = seen ?? (place === null ? null : deps.forecasts.tonight(place, now))
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
