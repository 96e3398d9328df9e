/**
 * Chooses which watched places are asked for now, out of what the first source's budget allows, and says how far it
 * stretches.
 */

import { dayMs, hourMs, minuteMs, secondMs } from '../../common/time.ts'
import { takeTurn } from '../../common/turns.ts'
import { modelsRefreshMs } from '../../forecasts/models.ts'
import { carriedPlaces, type PacedPlace, paceOf } from '../../forecasts/pace.ts'
import type { Report } from '../../forecasts/ports.ts'
import { isComingNightUnknown } from '../../forecasts/snapshot.ts'
import { nightWindows } from '../../frost/night-window.ts'
import { isFieldLocation } from '../../weather/field.ts'
import { type Place, pointOf } from '../../weather/point.ts'
import type { WatchedPlace } from '../store-ports.ts'
import type { PlaceRecord, RunDoubt } from './place-records.ts'
import type { WatchedWeather } from './weather.ts'

export interface PacingDeps {
  readonly weather: Pick<WatchedWeather, 'budget' | 'sources' | 'gazetteer'> & {
    readonly forecasts: Omit<WatchedWeather['forecasts'], 'seasons'>
  }
  readonly clock: () => number
  readonly report: Report
}

/** A watched place with all that its turn depends on. */
export interface Candidate {
  readonly place: Place
  readonly watched: WatchedPlace
  readonly record: PlaceRecord
}

/** The state of the last round, for metrics and the operator. */
export interface PaceState {
  readonly at: number
  readonly watched: number
  /** How many of them are fields, and how many points a refresh of all costs upstream. */
  readonly fields: number
  readonly cells: number
  /** How many seasons are asked for each day: one for the places of a cell whose stages are estimated. */
  readonly seasons: number
  /** [ms]; null: only the three looks before the coldest hour. */
  readonly periodMs: number | null
  /** Looks before a night that today's budget cannot pay for. */
  readonly missing: number
  readonly oldestConfirmedAt: number | null
  /** Without those that are about to be asked for, as all are after the first start. */
  readonly withoutData: number
  /** Places whose coming night has no score. */
  readonly nightsUnknown: number
  /** Places by what is doubted of their newest run. */
  readonly doubts: Readonly<Record<RunDoubt, number>>
  /**
   * Slugs of places that get a look a day at most, since their messages go unread: old data of theirs are nothing to
   * report.
   */
  readonly unread: ReadonlySet<string>
}

export interface Choice {
  readonly due: readonly Candidate[]
  /** What the first source's budget does not carry today: other sources are asked for it. */
  readonly leftOut: readonly Candidate[]
  /** How often the chosen are refreshed [s]: their data count as fresh for so long. */
  readonly periodSeconds: number
}

export interface WatchPacing {
  readonly choose: (candidates: readonly Candidate[]) => Promise<Choice>
  readonly state: () => PaceState | null
  /** Forgets the last round. */
  readonly clear: () => void
}

/** No source is waited for longer than this. */
const longestWaitMs = 12 * hourMs
/** The map asks for every province four times a day. */
const mapRoundsADay = 4
/** Older data never count as fresh, however long the period; from here on the operator is warned. */
const longestFreshMs = 3 * hourMs
/** When the day's budget is first checked, in UTC: eight o'clock in Türkiye. */
const morningHour = 5
/** Later the period depends on what happens to be left of the day: then only missing looks are reported. */
const noonHour = 12

/** How many places the first source's budget pays for besides the map; null where it has no budget. */
export function budgetReach({
  sources,
  gazetteer,
  forecasts
}: {
  readonly sources: WatchedWeather['sources']
  readonly gazetteer: Pick<WatchedWeather['gazetteer'], 'provinces'>
  readonly forecasts: Pick<WatchedWeather['forecasts'], 'watchedCost'>
}): (ReturnType<typeof carriedPlaces> & { readonly source: string }) | null {
  const [source] = sources
  const [place] = gazetteer.provinces()
  if (source === undefined || place === undefined || source.limits.dailyBudget === null) return null
  const cost = forecasts.watchedCost(source, pointOf(place))
  const { dailyBudget, updatePeriodSeconds } = source.limits
  const units = dailyBudget - mapUnits(gazetteer, cost)
  return { source: source.credit.id, ...carriedPlaces(units, cost, updatePeriodSeconds * secondMs) }
}

export function createWatchPacing(deps: PacingDeps): WatchPacing {
  const coldest = createColdestHours(deps.clock)
  let state: PaceState | null = null
  let warnedOn = -1
  return {
    state: () => state,
    clear: () => {
      state = null
    },
    async choose(candidates) {
      const { clock } = deps
      const { budget, sources, forecasts } = deps.weather
      const [source] = sources
      const now = clock()
      // What a clock that was ahead has left is due at once.
      const isDue = ({ record }: Candidate): boolean => record.askAgainAt <= now || isAhead(record, now)
      const [first] = candidates
      const usualMs = (source?.limits.updatePeriodSeconds ?? 0) * secondMs
      const { riskyCells, unread, ...seen } = await tallyOf(candidates, now)
      if (
        source === undefined ||
        first === undefined ||
        source.limits.dailyBudget === null ||
        forecasts.isDemo()
      ) {
        state = { ...seen, periodMs: usualMs, missing: 0, unread: new Set() }
        const due: Candidate[] = []
        for (const candidate of candidates) {
          if (isDue(candidate)) due.push(candidate)
          await takeTurn()
        }
        due.sort((a, b) => a.record.askAgainAt - b.record.askAgainAt)
        return { due, leftOut: [], periodSeconds: usualMs / secondMs }
      }
      const cost = forecasts.watchedCost(source, pointOf(first.place)) * (seen.cells / candidates.length)
      const dayEndsAt = (Math.floor(now / dayMs) + 1) * dayMs
      const { spentToday, dailyBudget } = await budget.spending(source)
      const forMap =
        (mapUnits(deps.weather.gazetteer, forecasts.watchedCost(source, pointOf(first.place))) *
          (dayEndsAt - now)) /
        dayMs
      const left = Math.max(0, (dailyBudget ?? 0) - spentToday - forMap)
      const paced: (PacedPlace & { readonly candidate: Candidate })[] = []
      for (const candidate of candidates) {
        const { record, watched } = candidate
        const confirmedAt = isAhead(record, now) ? null : record.confirmedAt
        const { isRisky, isRead } = watched
        paced.push({ candidate, confirmedAt, coldestAt: coldest(candidate), isRisky, isRead })
        await takeTurn()
      }
      const pace = paceOf(paced, { now, dayEndsAt, left, cost, updatePeriodMs: usualMs })
      const modelRefreshes = Math.ceil((dayEndsAt - now) / modelsRefreshMs)
      await budget.reserve(source, pace.needed * cost + forMap, {
        refreshes: pace.wantedUnits + forMap,
        models: riskyCells * modelRefreshes * (source.models?.costUnits ?? 0)
      })
      const isStretched = Number.isFinite(pace.periodMs)
      state = { ...seen, periodMs: isStretched ? pace.periodMs : null, missing: pace.missing, unread }
      warnedOn = warnInTheMorning(deps, state, warnedOn)
      const free = Math.max(0, Math.floor(budget.watchedNow(source) / cost))
      const due = pace.due
        .map(({ candidate }) => candidate)
        .filter(isDue)
        .slice(0, free)
      const leftOut = sources.length < 2 ? [] : pace.leftOut.map(({ candidate }) => candidate).filter(isDue)
      return {
        due: [...due, ...companionsOf(due, candidates)],
        leftOut,
        periodSeconds: Math.min(Math.max(pace.periodMs, usualMs), longestFreshMs) / secondMs
      }
    }
  }
}

/** The other places of the same cells: where their turns are near, they go along (`refreshWatched`). */
function companionsOf(due: readonly Candidate[], candidates: readonly Candidate[]): readonly Candidate[] {
  const cells = new Set(due.flatMap(({ record }) => record.cell ?? []))
  if (cells.size === 0) return []
  const isDue = new Set(due)
  return candidates.filter((one) => !isDue.has(one) && cells.has(one.record.cell ?? ''))
}

/** The first round of thousands of places takes minutes: what it has not come to yet lacks nothing. */
const firstRoundMs = 30 * minuteMs

function isAwaited({ askAgainAt, awaitedSince }: PlaceRecord, now: number): boolean {
  const awaitedMs = now - (awaitedSince ?? Number.NEGATIVE_INFINITY)
  return askAgainAt === 0 && awaitedMs >= 0 && awaitedMs < firstRoundMs
}

/** Left by a clock that was ahead. */
function isAhead({ askAgainAt, confirmedAt }: PlaceRecord, now: number): boolean {
  return askAgainAt > now + longestWaitMs || (confirmedAt ?? 0) > now
}

function mapUnits(gazetteer: Pick<WatchedWeather['gazetteer'], 'provinces'>, cost: number): number {
  return gazetteer.provinces().length * mapRoundsADay * cost
}

interface Tally
  extends Pick<
    PaceState,
    | 'at'
    | 'watched'
    | 'fields'
    | 'cells'
    | 'seasons'
    | 'oldestConfirmedAt'
    | 'withoutData'
    | 'unread'
    | 'nightsUnknown'
    | 'doubts'
  > {
  readonly riskyCells: number
}

/** Places of one cell of the source's grid share a request. */
async function tallyOf(candidates: readonly Candidate[], now: number): Promise<Tally> {
  const [cells, riskyCells, seasons] = [new Set<unknown>(), new Set<unknown>(), new Set<unknown>()]
  const unread = new Set<string>()
  const doubts = { set_aside: 0, disagrees: 0 }
  let [fields, withoutData, nightsUnknown, oldestAt] = [0, 0, 0, Number.POSITIVE_INFINITY]
  for (const candidate of candidates) {
    const { place, watched, record } = candidate
    const cell = record.cell ?? candidate
    cells.add(cell)
    if (watched.isRisky) riskyCells.add(cell)
    if (watched.isEstimated) seasons.add(record.pastCell ?? candidate)
    if (!watched.isRead) unread.add(place.slug)
    if (isFieldLocation(place.slug)) fields += 1
    if (record.confirmedAt !== null) oldestAt = Math.min(oldestAt, record.confirmedAt)
    else if (!isAwaited(record, now)) withoutData += 1
    if (isComingNightUnknown(record, now)) nightsUnknown += 1
    if (record.doubt !== undefined) doubts[record.doubt] += 1
    await takeTurn()
  }
  return {
    at: now,
    watched: candidates.length,
    fields,
    cells: cells.size,
    riskyCells: riskyCells.size,
    seasons: seasons.size,
    withoutData,
    nightsUnknown,
    doubts,
    unread,
    oldestConfirmedAt: oldestAt === Number.POSITIVE_INFINITY ? null : oldestAt
  }
}

/**
 * Once a UTC day, before anything is missed, so that the operator can act before subscribers are affected.
 * Returns the day of the last warning.
 */
function warnInTheMorning({ report, weather }: PacingDeps, state: PaceState, warnedOn: number): number {
  const day = Math.floor(state.at / dayMs)
  const hour = (state.at - day * dayMs) / hourMs
  const isLong = hour < noonHour && (state.periodMs === null || state.periodMs > longestFreshMs)
  const isFar = state.missing > 0 || isLong
  if (day === warnedOn || hour < morningHour || !isFar) return warnedOn
  report('budget_stretched', {
    ...budgetReach(weather),
    watched: state.watched,
    periodMinutes: state.periodMs === null ? null : Math.round(state.periodMs / minuteMs),
    missingRefreshes: state.missing,
    message:
      'The budget of the first source does not refresh every watched place as often as it should. Use a server of your own (OPEN_METEO_URL) or watch fewer places.'
  })
  return day
}

/**
 * The coldest hour of each place's current or next night: the forecast's own while it lies ahead, else about
 * sunrise.
 */
function createColdestHours(clock: () => number): (candidate: Candidate) => number {
  const bySun = new Map<string, { readonly coldestAt: number; readonly overAt: number }>()
  return ({ place, watched }) => {
    const now = clock()
    if (watched.coldestAt !== null && watched.coldestAt > now) return watched.coldestAt
    const known = bySun.get(place.slug)
    if (known !== undefined && known.overAt > now && known.overAt < now + 2 * dayMs) return known.coldestAt
    const hour = Math.floor(now / hourMs)
    // Nights leave no gap: this one, or the next, which begins within a day.
    const window = nightWindows(place, hour, hour + 26).find(({ overHour }) => overHour > hour)
    if (window === undefined) return now
    const { lastDarkHour, firstHour, lastHour, overHour } = window
    const coldestHour = lastDarkHour ?? Math.floor((firstHour + lastHour) / 2)
    const night = { coldestAt: coldestHour * hourMs, overAt: overHour * hourMs }
    bySun.set(place.slug, night)
    return night.coldestAt
  }
}
