/** Refreshes the forecasts of watched places, and has each new run evaluated. */

import { hourMs } from '../../common/time.ts'
import { takeTurn } from '../../common/turns.ts'
import type { Report } from '../../forecasts/ports.ts'
import { autoStage } from '../../frost/scoring-profile.ts'
import { type Place, type Point, pointOf } from '../../weather/point.ts'
import type { Alerts } from '../alerts.ts'
import { evaluatePlaces } from '../evaluate.ts'
import { alertRules } from '../rules.ts'
import type { WatchedPlace } from '../store-ports.ts'
import { type Fault, judgeInHalves, mostFaults } from './judge-in-halves.ts'
import { missedPlaces } from './missed-places.ts'
import { createPlaceRecords, type PlaceRecord } from './place-records.ts'
import { type Candidate, createWatchPacing, type PaceState } from './watch-pacing.ts'
import { createWatchedSeasons } from './watched-seasons.ts'
import type { WatchedWeather } from './weather.ts'

export interface WatchDeps {
  readonly alerts: Alerts
  readonly weather: WatchedWeather
  readonly clock: () => number
  readonly report: Report
  /** Whether an error says that the database is away: then no place has anything to do with it. */
  readonly isUnavailable: (error: unknown) => boolean
  /** Called with the slugs of places that were evaluated. */
  readonly evaluated?: (locations: readonly string[]) => void
  /**
   * Called at the end of a round with what evaluation failed of, or null: `places` where it is because of a few
   * places, `evaluate` where it is not.
   */
  readonly ended?: (work: 'evaluate' | 'places', failure: unknown) => void
}

/** The last evaluation, for the status page and the metrics. */
export interface LastEvaluation {
  readonly at: number
  readonly places: number
  readonly milliseconds: number
}

export interface WatchedPlaces {
  /**
   * Refreshes what is due and evaluates every place with something new; calls `mayGoOn` between batches. A few
   * places that cannot be evaluated are reported, and hold nothing else back.
   * @throws what evaluation failed of, after all else, where it is not because of a few places
   */
  readonly refresh: (signal: AbortSignal, mayGoOn: () => Promise<boolean>) => Promise<void>
  readonly lastEvaluation: () => LastEvaluation | null
  /** The pace of the last round; null before the first. */
  readonly pace: () => PaceState | null
  /** Another process watches now: what was seen here is no longer how things are. */
  readonly lost: () => void
}

/** Points in one request where the source takes many: about 1 MB of answer. */
const batch = 20
/** So many places of one cell are evaluated before others get their turn. */
const mostOfCell = 200
/** So many places that are not due are evaluated between two looks at whether the process ends. */
const mostJudged = 1000
/** A place that no source answered for is requested again in the next round. */
const retryMs = 30_000
/** How often the order of the places is read again; new places come first meanwhile. */
const orderEveryMs = hourMs / 6
/** A raised night is cleared at most so far below its threshold: until then it counts as risky. */
const scoreMargin = 20
/** A feed that was fetched within this time counts as read. */
const readWithinMs = 72 * hourMs
const nearMs = 36 * hourMs

export function watchPlaces(deps: WatchDeps): WatchedPlaces {
  const { alerts, weather, clock } = deps
  const judged = new Map<string, string>()
  /** Whose last evaluation has failed. */
  const missed = new Set<string>()
  const records = createPlaceRecords(weather, clock)
  const pacing = createWatchPacing(deps)
  const order = createOrder(deps)
  const refreshSeasons = createWatchedSeasons(deps)
  let last: LastEvaluation | null = null
  let places: ReadonlyMap<string, Place> = new Map()
  const state = (location: string) => stateOf(deps, records.of(location), places.get(location))

  const judge = async (locations: readonly string[]): Promise<void> => {
    const states = new Map<string, string>()
    for (const location of locations) {
      const now = state(location)
      if (judged.get(location) !== now) states.set(location, now)
      await takeTurn()
    }
    if (states.size === 0) return
    const fresh = [...states.keys()]
    const at = clock()
    const began = performance.now()
    for (const location of fresh) missed.add(location)
    await evaluatePlaces(alerts, fresh)
    for (const [location, before] of states) {
      judged.set(location, before)
      missed.delete(location)
    }
    deps.evaluated?.(fresh)
    last = { at, places: fresh.length, milliseconds: Math.round(performance.now() - began) }
  }

  const conclude = (fault: Fault | null): void => {
    const isOfPlaces =
      fault === null ||
      (missed.size < Math.min(places.size / 2, mostFaults) && !deps.isUnavailable(fault.error))
    deps.ended?.(isOfPlaces ? 'places' : 'evaluate', fault?.error ?? null)
    if (fault === null) return
    if (!isOfPlaces) throw fault.error
    deps.report('places_not_evaluated', missedPlaces(missed, fault.error))
  }

  return {
    lastEvaluation: () => last,
    pace: pacing.state,
    lost: pacing.clear,
    async refresh(signal, mayGoOn) {
      const watched = await alerts.subscriptions.watchedPlaces()
      places = await placesOf(deps, watched, places)
      for (const known of [judged, missed])
        for (const location of known.keys()) if (!places.has(location)) known.delete(location)
      await records.watch(places)
      const placeOrder = await order(watched)
      const candidates: Candidate[] = []
      for (const [location, place] of places) {
        const record = records.of(location)
        candidates.push({ place, record, watched: placeOrder.get(location) ?? unseen(location) })
        await takeTurn()
      }
      const { due, leftOut, periodSeconds } = await pacing.choose(candidates)
      const batches = [...(await inBatches(due, false)), ...(await inBatches(leftOut, true))]
      const asked = new Set<string>()
      for (const { candidates: some } of batches) {
        for (const { place } of some) asked.add(place.slug)
        await takeTurn()
      }
      // First what is there: also what a process stored that ended before it was evaluated. Where that fails, places
      // are refreshed all the same.
      const undecided = watched.filter((location) => !asked.has(location))
      const judgeAll = (locations: readonly string[]): Promise<Fault | null> =>
        judgeInHalves(judge, portionsOf(locations, mostJudged), {
          mayGoOn: (error) => !signal.aborted && !deps.isUnavailable(error)
        })
      let fault = await judgeAll(undecided)
      for (const [index, { candidates: some, skipsFirst }] of batches.entries()) {
        if (signal.aborted || (index > 0 && !(await mayGoOn()))) return
        const points = some.map(({ place }) => pointOf(place))
        const slugs = new Map(some.map(({ place }, at) => [points[at]?.key, place.slug]))
        const deciding = new Set(points.flatMap(({ key }, at) => (some[at]?.watched.isRisky ? [key] : [])))
        const judging = judgeMeanwhile(judge)
        const ended = ({ key }: Point): void => judging.add(slugs.get(key))
        const terms = { periodSeconds, skipsFirst, deciding, ended }
        await weather.forecasts.refreshWatched(points, signal, terms)
        await judging.settled()
        for (const { place } of some) records.asked(place.slug, clock() + retryMs)
        fault = (await judgeAll(some.map(({ place }) => place.slug))) ?? fault
      }
      if (signal.aborted || !(await mayGoOn())) return
      try {
        // With a new day of its season a place is evaluated in the next round.
        for (const location of await refreshSeasons(places)) judged.delete(location)
      } finally {
        conclude(fault)
      }
    }
  }
}

/**
 * Evaluates places of a batch while others are still under way, all that have ended since the last time together. What
 * fails is repeated with the whole batch.
 */
function judgeMeanwhile(judge: (locations: readonly string[]) => Promise<void>) {
  let waiting: string[] = []
  let running: Promise<void> | null = null
  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const some = waiting
      waiting = []
      await judge(some).catch(() => undefined)
    }
    running = null
  }
  return {
    add(location: string | undefined): void {
      if (location === undefined) return
      waiting.push(location)
      running ??= Promise.resolve().then(run)
    },
    settled: async (): Promise<void> => running ?? undefined
  }
}

interface Batch {
  readonly candidates: readonly Candidate[]
  readonly skipsFirst: boolean
}

/** By the order of their turns; places of one cell go together, because one request is for all of them. */
async function inBatches(candidates: readonly Candidate[], skipsFirst: boolean): Promise<readonly Batch[]> {
  const byCell = new Map<string, Candidate[]>()
  for (const candidate of candidates) {
    const cell = candidate.record.cell ?? candidate.place.slug
    const together = byCell.get(cell)
    if (together === undefined) byCell.set(cell, [candidate])
    else together.push(candidate)
    await takeTurn()
  }
  const cells: (readonly Candidate[])[] = []
  for (const some of byCell.values()) {
    cells.push(...portionsOf(some, mostOfCell))
    await takeTurn()
  }
  return portionsOf(cells, batch).map((some) => ({ candidates: some.flat(), skipsFirst }))
}

function portionsOf<One>(all: readonly One[], size: number): readonly (readonly One[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size)
  )
}

/** @param known Of the last round: a slug stands for the same place as long as the process runs. */
async function placesOf(
  { alerts }: WatchDeps,
  watched: readonly string[],
  known: ReadonlyMap<string, Place>
): Promise<ReadonlyMap<string, Place>> {
  const places = new Map<string, Place>()
  for (const location of watched) {
    const place = known.get(location) ?? alerts.places.find(location)
    if (place?.slug === location) places.set(location, place)
    await takeTurn()
  }
  return places
}

/** A place with a new subscription, of which nothing is known yet. */
function unseen(location: string): WatchedPlace {
  return { location, isRead: true, isRisky: true, isEstimated: false, coldestAt: null }
}

/**
 * The order of places from the store, read every ten minutes and when a place is new. Where it cannot be read,
 * the last one stays: places are refreshed all the same, and evaluation says what is wrong.
 */
function createOrder({
  alerts,
  clock,
  report
}: WatchDeps): (watched: readonly string[]) => Promise<ReadonlyMap<string, WatchedPlace>> {
  let known: ReadonlyMap<string, WatchedPlace> = new Map()
  let readAt = Number.NEGATIVE_INFINITY
  return async (watched) => {
    const now = clock()
    const isOld = now - readAt >= orderEveryMs || now < readAt
    if (!isOld && watched.every((location) => known.has(location))) return known
    const fetchedChannels = [...alerts.channels.values()].filter(({ pushes }) => !pushes).map(({ id }) => id)
    try {
      const found = await alerts.subscriptions.watchOrder({
        ...{ now, nearUntil: now + nearMs, scoreMargin, p10Tenths: alertRules.dataGapP10Tenths },
        ...{ fetchedChannels, estimatedStage: autoStage, readSince: now - readWithinMs }
      })
      known = new Map(found.map((one) => [one.location, one]))
      readAt = now
    } catch (error) {
      report('store_failed', { message: error instanceof Error ? error.message : String(error) })
    }
    return known
  }
}

/**
 * Changes with a new run, with a confirmation, with what was learned or measured nearby, and with the hour: by then
 * another night may be near enough to be watched.
 */
function stateOf({ clock, weather }: WatchDeps, record: PlaceRecord, place: Place | undefined): string {
  const { run, confirmedAt } = record
  const known = place === undefined ? 0 : weather.learning.version(place)
  const own = place === undefined ? '' : weather.learning.ownState(pointOf(place))
  return `${run} ${confirmedAt} ${known} ${own} ${Math.floor(clock() / hourMs)}`
}
