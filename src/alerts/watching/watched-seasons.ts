/** Refreshes the seasons of places where a stage is estimated, so that no evaluation waits for a source. */
import { dayMs, hourMs, minuteMs } from '../../common/time.ts'
import { takeTurn } from '../../common/turns.ts'
import type { Seasons } from '../../forecasts/seasons.ts'
import { autoStage } from '../../frost/scoring-profile.ts'
import { type Place, pointOf } from '../../weather/point.ts'
import type { Alerts } from '../alerts.ts'

/** At midnight UTC all are due at once: so many are requested in a round, in which alerts wait for them. */
const mostARound = 20
/** How often it is read which places have such a subscription. */
const listEveryMs = hourMs / 6
const retryMs = 10 * minuteMs

/**
 * Refreshes some of the seasons that are due, and answers whose; never throws for a source's fault.
 * @param beyond Slugs of places that are not asked for, because they are more than the share of their network
 */
type RefreshSeasons = (
  places: ReadonlyMap<string, Place>,
  beyond?: ReadonlySet<string>
) => Promise<readonly string[]>

/** What refreshing takes. */
export interface Seasonal {
  readonly clock: () => number
  readonly alerts: { readonly subscriptions: Pick<Alerts['subscriptions'], 'profiles'> }
  readonly weather: { readonly forecasts: { readonly seasons: Pick<Seasons, 'isDue' | 'refresh'> } }
}

export function createWatchedSeasons({ alerts, weather, clock }: Seasonal): RefreshSeasons {
  const { seasons } = weather.forecasts
  const notBefore = new Map<string, number>()
  let estimated: ReadonlySet<string> = new Set()
  let readAt = Number.NEGATIVE_INFINITY

  const refresh = async (place: Place): Promise<readonly string[]> => {
    const lack = await seasons.refresh(pointOf(place), { kind: 'watch' })
    if (lack !== null) {
      notBefore.set(place.slug, Math.max(lack.askAgainAt, clock() + retryMs))
      return []
    }
    // Memory may lose it before a new day begins; evaluation then finds it in the store.
    notBefore.set(place.slug, (Math.floor(clock() / dayMs) + 1) * dayMs)
    return [place.slug]
  }

  return async (places, beyond) => {
    const now = clock()
    if (now - readAt >= listEveryMs || now < readAt) {
      const profiles = await alerts.subscriptions.profiles(null)
      estimated = new Set(profiles.flatMap(({ stage, location }) => (stage === autoStage ? [location] : [])))
      for (const slug of notBefore.keys()) if (!estimated.has(slug)) notBefore.delete(slug)
      readAt = now
    }
    const due: Place[] = []
    for (const slug of estimated) {
      await takeTurn()
      const place = beyond?.has(slug) === true ? undefined : places.get(slug)
      if (place === undefined || (notBefore.get(slug) ?? 0) > now || !seasons.isDue(pointOf(place))) continue
      if (due.push(place) === mostARound) break
    }
    return (await Promise.all(due.map(refresh))).flat()
  }
}
