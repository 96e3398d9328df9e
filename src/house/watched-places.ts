/** Keeps the forecasts of watched places fresh, and has each new run judged. */

import type { Alerts } from '../alerts/alerts.ts'
import { evaluatePlaces } from '../alerts/evaluate.ts'
import { hourMs, pointKey } from '../forecast/point.ts'
import type { Weather } from './weather.ts'

export interface WatchNeeds {
  readonly alerts: Alerts
  readonly weather: Pick<Weather, 'outlook' | 'kept' | 'gazetteer'>
  readonly clock: () => number
}

/** What the last judging looked at, for the status page and the metrics. */
export interface LastEvaluation {
  readonly at: number
  readonly places: number
  readonly milliseconds: number
}

export interface WatchedPlaces {
  /** Asks for what is due and judges every place with something new; `mayGoOn` is asked between batches. */
  readonly refresh: (signal: AbortSignal, mayGoOn: () => Promise<boolean>) => Promise<void>
  readonly lastEvaluation: () => LastEvaluation | null
}

/** Places asked for at a time: one upstream request where the source takes many points, about 1 MB of answer. */
const batch = 20

export function watchPlaces(needs: WatchNeeds): WatchedPlaces {
  const { alerts, weather, clock } = needs
  const judged = new Map<string, string>()
  let last: LastEvaluation | null = null

  const judge = async (locations: readonly string[]): Promise<void> => {
    const fresh = locations.filter((location) => judged.get(location) !== stateOf(needs, location))
    if (fresh.length === 0) return
    const at = clock()
    const began = performance.now()
    const states = fresh.map((location) => [location, stateOf(needs, location)] as const)
    await evaluatePlaces(alerts, fresh)
    for (const [location, state] of states) judged.set(location, state)
    last = { at, places: fresh.length, milliseconds: Math.round(performance.now() - began) }
  }

  return {
    lastEvaluation: () => last,
    async refresh(signal, mayGoOn) {
      const watched = [...(await alerts.subscriptions.watchedPlaces())]
      for (const location of judged.keys()) if (!watched.includes(location)) judged.delete(location)
      const due = byUrgency(needs, watched)
      for (let from = 0; from < due.length && !signal.aborted; from += batch) {
        const some = due.slice(from, from + batch)
        await weather.outlook.renewWatched(
          some.flatMap((location) => weather.gazetteer.bySlug(location) ?? []),
          signal
        )
        await judge(some)
        if (from + batch < due.length && !(await mayGoOn())) return
      }
      if (!signal.aborted) await judge(watched.filter((location) => !due.includes(location)))
    }
  }
}

/** Whoever must be asked for again, longest overdue first; the outlook spreads the instants itself. */
function byUrgency({ weather, clock }: WatchNeeds, watched: readonly string[]): readonly string[] {
  const now = clock()
  return watched
    .map((location) => {
      const place = weather.gazetteer.bySlug(location)
      const meta = place === null ? null : weather.kept.get(pointKey(place))
      // What a clock that was ahead has left is due at once.
      return { location, askAgainAt: meta === null || meta.confirmedAt > now ? 0 : meta.askAgainAt }
    })
    .filter(({ askAgainAt }) => askAgainAt <= now)
    .toSorted((one, other) => one.askAgainAt - other.askAgainAt)
    .map(({ location }) => location)
}

/** Changes with a new run, with a confirmation, and with the hour: by then another night may be near enough to be watched. */
function stateOf({ weather, clock }: WatchNeeds, location: string): string {
  const place = weather.gazetteer.bySlug(location)
  const meta = place === null ? null : weather.kept.get(pointKey(place))
  return `${meta?.run} ${meta?.confirmedAt} ${Math.floor(clock() / hourMs)}`
}
