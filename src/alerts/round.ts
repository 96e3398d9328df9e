/** What time alone triggers, checked once a minute: dusk reminders, escalation and data gaps; and maintenance. */
import type { Alerts } from './alerts.ts'
import { advance } from './escalation.ts'
import { type Evaluator, evaluatePlaces, evaluateProfiles } from './evaluate.ts'
import { type OpenGap, openGaps } from './heartbeat.ts'
import { endPreviews } from './previews.ts'
import { alertRules, nightConfirmedAt } from './rules.ts'
import type { ProfileVisibility } from './store-ports.ts'
import { judgeInHalves, missedPlaces } from './watching/place-judging.ts'

const maxNamed = 50

/** Queues the steps that are due, and reports nights that no one has answered. */
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
    deps.report('nights_unanswered', { count: ids.length, subscriptions: ids.slice(0, maxNamed) })
  return ids
}

type Watcher = Evaluator & Pick<Alerts, 'channels' | 'isDemo' | 'report'>

type IsUnavailable = (error: unknown) => boolean

interface Round {
  readonly at: number
  readonly reminded: number
  readonly lostData: number
  /** The first fault of looking again at places in a data gap. */
  readonly error: unknown
}

/**
 * Each step is a transaction and harmless to repeat.
 * @param unread slugs of places whose data may be old on purpose: their messages go unread
 * @param isUnavailable whether an error says that the database is away: no place has anything to do with it
 */
export async function watchRound(
  deps: Watcher,
  unread: ReadonlySet<string> = new Set(),
  isUnavailable: IsUnavailable = () => false
): Promise<Round> {
  const at = deps.now()
  await deps.maintenance.hastenFuture(at)
  const reminded = await deps.episodes.remindAtDusk(at, at - alertRules.duskQuietMs)
  const { gaps, error } = await stillUnseen({ ...deps, isUnavailable }, unread, at)
  const lostData = await deps.episodes.loseData(
    gaps.map(({ affected }) => affected),
    at
  )
  return { at, reminded, lostData, error }
}

/** Reads the forecasts again before a gap is announced; a forecast that cannot be evaluated counts as missing. */
async function stillUnseen(
  deps: Watcher & { readonly isUnavailable: IsUnavailable },
  unread: ReadonlySet<string>,
  now: number
): Promise<{ readonly gaps: readonly OpenGap[]; readonly error: unknown }> {
  const gaps = await openGaps(deps, unread, now)
  const seenAfterAll: ProfileVisibility[] = []
  const missed = new Map<string, unknown>()
  const miss = (location: string, error: unknown): void => {
    if (deps.isUnavailable(error)) throw error
    missed.set(location, error)
  }
  for (const { profile } of gaps) {
    const { location } = profile
    const place = deps.places.find(location)
    const reading = place === null ? null : deps.forecasts.stored(place, profile)
    const stored = await reading?.catch((error: unknown) => miss(location, error))
    const seenAt = stored ? nightConfirmedAt(stored, now) : null
    if (seenAt !== null && seenAt > now - alertRules.dataGapAfterMs) seenAfterAll.push(profile)
  }
  const judge = async (some: readonly ProfileVisibility[]): Promise<void> => {
    try {
      await evaluateProfiles(deps, some)
    } catch (error) {
      const [only, ...others] = some
      if (only !== undefined && others.length === 0) miss(only.location, error)
      throw error
    }
  }
  await judgeInHalves(judge, seenAfterAll.length > 0 ? [seenAfterAll] : [], {
    mayGoOn: (error) => !deps.isUnavailable(error)
  })
  const [error = null] = missed.values()
  if (missed.size > 0) deps.report('gaps_not_looked_at', missedPlaces(missed, error))
  return { gaps: seenAfterAll.length > 0 ? await openGaps(deps, unread, now) : gaps, error }
}

/** Hourly work: old stages, expiry, long silence, and deletion. */
export async function maintain(deps: Watcher): Promise<void> {
  const now = deps.now()
  if (!deps.isDemo()) await endPreviews(deps)
  const aged = await deps.maintenance.ageStages(now - alertRules.stageAgeMs)
  await evaluatePlaces(deps, aged)
  const readChannels = [...deps.channels.values()].filter((channel) => !channel.pushes).map(({ id }) => id)
  await deps.maintenance.expire({ now, unreadSince: now - alertRules.unreadMs, readChannels })
  await deps.maintenance.queueStillWatching(now - alertRules.stillWatchingAfterMs, now)
  await deps.maintenance.forget({ endedBefore: now - alertRules.scrubMs, now })
}
