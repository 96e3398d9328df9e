import { portionsOf } from '../../common/portions-of.ts'
import { reportedError } from '../../common/reported-error.ts'
import { dayMs, hourMs, minuteMs } from '../../common/time.ts'
import { takeTurn } from '../../common/turns.ts'
import type { Seasons } from '../../forecasts/seasons.ts'
import { autoStage } from '../../frost/scoring-profile.ts'
import { type Place, type Point, pointOf } from '../../weather/point.ts'
import type { Alerts } from '../alerts.ts'
import { alertRules } from '../rules.ts'
import type { WatchedPlace } from '../store-ports.ts'
import {
  createPlaceJudging,
  type Fault,
  type JudgingDeps,
  judgeInHalves,
  judgeMeanwhile
} from './place-judging.ts'
import { type Candidate, createPlaceRecords } from './place-records.ts'
import { fetchedChannelsOf } from './place-shares.ts'
import { createWatchPacing, type PacingDeps } from './watch-pacing.ts'

/** Seasons of a round: at midnight UTC all are due at once, and alerts wait for them. */
const maxPerRound = 20
const listEveryMs = hourMs / 6
const retrySeasonMs = 10 * minuteMs

/**
 * Refreshes due seasons of estimated stages, so that no evaluation waits for a source; returns their places. Never
 * throws for a source's fault.
 * @param beyond slugs of places beyond their network's share: not asked for
 */
type RefreshSeasons = (
  places: ReadonlyMap<string, Place>,
  beyond?: ReadonlySet<string>
) => Promise<readonly string[]>

interface Seasonal {
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
      notBefore.set(place.slug, Math.max(lack.askAgainAt, clock() + retrySeasonMs))
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
      if (due.push(place) === maxPerRound) break
    }
    return (await Promise.all(due.map(refresh))).flat()
  }
}

/** Places of one request where the source takes many: about 1 MB of answer. */
const batch = 20
/** With this many places of a cell, other cells get their turn. */
const maxOfCell = 200
/** Places that are not due, evaluated between two checks whether the process ends. */
const maxJudged = 1000
/** A place that no source answered for is requested in the next round. */
const retryMs = 30_000
/** How often the order is computed anew; new places come first meanwhile. */
const orderEveryMs = hourMs / 6
/** A raised night is cleared at most this far below its threshold: until then it counts as risky. */
const scoreMargin = 20
const readWithinMs = 72 * hourMs
const nearMs = 36 * hourMs

export function watchPlaces(deps: JudgingDeps & Pick<PacingDeps, 'operators'>) {
  const { alerts, weather, clock } = deps
  const records = createPlaceRecords(weather, clock)
  const judging = createPlaceJudging(deps, records)
  const pacing = createWatchPacing(deps)
  const order = createOrder(deps)
  const refreshSeasons = createWatchedSeasons(deps)
  let places: ReadonlyMap<string, Place> = new Map()

  const refreshBatch = async (
    { candidates, skipsFirst }: Batch,
    periodSeconds: number,
    signal: AbortSignal
  ): Promise<void> => {
    const points = candidates.map(({ place }) => pointOf(place))
    const slugs = new Map(candidates.map(({ place }, at) => [points[at]?.key, place.slug]))
    const deciding = new Set(points.flatMap(({ key }, at) => (candidates[at]?.watched.isRisky ? [key] : [])))
    const meanwhile = judgeMeanwhile(judging.judge)
    const ended = ({ key }: Point): void => {
      const slug = slugs.get(key)
      if (slug === undefined) return
      // Other places may push it out of memory before its turn: without a record it would always be due.
      records.of(slug)
      meanwhile.add(slug)
    }
    const terms = { periodSeconds, skipsFirst, deciding, ended }
    await weather.forecasts.refreshWatched(points, signal, terms)
    await meanwhile.settled()
    for (const { place } of candidates) records.asked(place.slug, clock() + retryMs)
  }

  const candidatesOf = async (watched: readonly string[]): Promise<readonly Candidate[]> => {
    const placeOrder = await order(watched)
    const candidates: Candidate[] = []
    for (const [location, place] of places) {
      const record = records.of(location)
      candidates.push({ place, record, watched: placeOrder.get(location) ?? unseen(location) })
      await takeTurn()
    }
    return candidates
  }

  return {
    lastEvaluation: judging.last,
    /** After the last round; null before the first. */
    pace: pacing.state,
    /** Another process watches now: this one's observations are out of date. */
    lost: pacing.clear,
    /**
     * What is due, and evaluates every place with something new; `mayGoOn` is called between batches. A few places that
     * cannot be evaluated are reported and hold nothing back.
     * @throws what evaluation failed of, after all else, where it is not because of a few places
     */
    async refresh(signal: AbortSignal, mayGoOn: () => Promise<boolean>): Promise<void> {
      const watched = await alerts.subscriptions.watchedPlaces()
      places = await placesOf(deps, watched, places)
      judging.watch(places)
      await records.watch(places)
      const { due, leftOut, periodSeconds } = await pacing.choose(await candidatesOf(watched))
      const batches = [...(await inBatches(due, false)), ...(await inBatches(leftOut, true))]
      const judgeAll = (locations: readonly string[]): Promise<Fault | null> =>
        judgeInHalves(judging.judge, portionsOf(locations, maxJudged), {
          mayGoOn: (error) => !signal.aborted && !deps.isUnavailable(error)
        })
      // First what is there, also what a process stored that ended before it was evaluated. Where that fails, places
      // are refreshed anyway.
      let fault = await judgeAll(await outside(batches, watched))
      for (const [index, some] of batches.entries()) {
        if (signal.aborted || (index > 0 && !(await mayGoOn()))) return
        await refreshBatch(some, periodSeconds, signal)
        fault = (await judgeAll(some.candidates.map(({ place }) => place.slug))) ?? fault
      }
      if (signal.aborted || !(await mayGoOn())) return
      try {
        const beyond = pacing.state()?.beyond
        // With a new day of its season a place is evaluated in the next round.
        for (const location of await refreshSeasons(places, beyond)) judging.forget(location)
      } finally {
        judging.conclude(fault)
      }
    }
  }
}

async function outside(batches: readonly Batch[], watched: readonly string[]): Promise<readonly string[]> {
  const inBatch = new Set<string>()
  for (const { candidates } of batches) {
    for (const { place } of candidates) inBatch.add(place.slug)
    await takeTurn()
  }
  return watched.filter((location) => !inBatch.has(location))
}

interface Batch {
  readonly candidates: readonly Candidate[]
  readonly skipsFirst: boolean
}

/** Candidates in turn; places of one cell go together: one request is for all of them. */
async function inBatches(candidates: readonly Candidate[], skipsFirst: boolean): Promise<readonly Batch[]> {
  const byCell = new Map<string, Candidate[]>()
  for (const candidate of candidates) {
    byCell.getOrInsert(candidate.record.cell ?? candidate.place.slug, []).push(candidate)
    await takeTurn()
  }
  const cells: (readonly Candidate[])[] = []
  for (const some of byCell.values()) {
    cells.push(...portionsOf(some, maxOfCell))
    await takeTurn()
  }
  return portionsOf(cells, batch).map((some) => ({ candidates: some.flat(), skipsFirst }))
}

/** @param known of the last round: a slug stands for the same place as long as the process runs */
async function placesOf(
  { alerts }: JudgingDeps,
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

function unseen(location: string): WatchedPlace {
  return { location, isRead: true, isRisky: true, isEstimated: false, coldestAt: null }
}

/** Read every ten minutes and for new places; unread, the last stays and evaluation says what is wrong. */
function createOrder({
  alerts,
  clock,
  report
}: JudgingDeps): (watched: readonly string[]) => Promise<ReadonlyMap<string, WatchedPlace>> {
  let known: ReadonlyMap<string, WatchedPlace> = new Map()
  let readAt = Number.NEGATIVE_INFINITY
  return async (watched) => {
    const now = clock()
    const isOld = now - readAt >= orderEveryMs || now < readAt
    if (!isOld && watched.every((location) => known.has(location))) return known
    const fetchedChannels = fetchedChannelsOf(alerts.channels)
    try {
      const found = await alerts.subscriptions.watchOrder({
        now,
        nearUntil: now + nearMs,
        scoreMargin,
        p10Tenths: alertRules.dataGapP10Tenths,
        fetchedChannels,
        estimatedStage: autoStage,
        readSince: now - readWithinMs
      })
      known = new Map(found.map((one) => [one.location, one]))
      readAt = now
    } catch (error) {
      report('store_failed', reportedError(error))
    }
    return known
  }
}
