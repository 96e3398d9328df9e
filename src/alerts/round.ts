/** What time alone triggers, checked once a minute: dusk reminders and data gaps; and maintenance. */
import type { Alerts } from './alerts.ts'
import { type Evaluator, evaluatePlaces, evaluateProfiles } from './evaluate.ts'
import { type OpenGap, openGaps } from './open-gaps.ts'
import { alertRules } from './rules.ts'
import type { ProfileVisibility } from './store-ports.ts'
import { judgeInHalves } from './watching/judge-in-halves.ts'

export type Watcher = Evaluator & Pick<Alerts, 'channels' | 'isDemo'>

type IsUnavailable = (error: unknown) => boolean

/** What a round did, for metrics and the status page. */
export interface Round {
  readonly at: number
  readonly reminded: number
  readonly lostData: number
}

/**
 * One round. Each of its steps is a transaction of its own and harmless to repeat.
 * @param unread Slugs of places whose data may be old on purpose, because their messages go unread
 * @param isUnavailable Whether an error says that the database is away: then no place has anything to do with it.
 */
export async function watchRound(
  deps: Watcher,
  unread: ReadonlySet<string> = new Set(),
  isUnavailable: IsUnavailable = () => false
): Promise<Round> {
  const at = deps.now()
  await deps.maintenance.hastenFuture(at)
  const reminded = await deps.episodes.remindAtDusk(at, at - alertRules.duskQuietMs)
  const gaps = await stillUnseen({ ...deps, isUnavailable }, unread, at)
  const lostData = await deps.episodes.loseData(
    gaps.map(({ affected }) => affected),
    at
  )
  return { at, reminded, lostData }
}

/**
 * Before anyone is notified of a data gap, the cached forecast is read once more. One that cannot be read or evaluated is not seen.
 */
async function stillUnseen(
  deps: Watcher & { readonly isUnavailable: IsUnavailable },
  unread: ReadonlySet<string>,
  now: number
): Promise<readonly OpenGap[]> {
  const gaps = await openGaps(deps, unread, now)
  const seenAfterAll: ProfileVisibility[] = []
  const unlessAway = (error: unknown): null => {
    if (deps.isUnavailable(error)) throw error
    return null
  }
  for (const { profile } of gaps) {
    const place = deps.places.find(profile.location)
    const stored = place === null ? null : await deps.forecasts.stored(place, profile).catch(unlessAway)
    if (stored !== null && stored.confirmedAt > now - alertRules.dataGapAfterMs) seenAfterAll.push(profile)
  }
  if (seenAfterAll.length === 0) return gaps
  await judgeInHalves((some) => evaluateProfiles(deps, some), [seenAfterAll], {
    mayGoOn: (error) => !deps.isUnavailable(error)
  })
  return openGaps(deps, unread, now)
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
