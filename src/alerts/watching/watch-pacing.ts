/** Chooses watched places to ask for now, out of what the first source's budget allows, and how far it stretches. */

import { dayMs, hourMs, minuteMs, secondMs } from '../../common/time.ts'
import { takeTurn } from '../../common/turns.ts'
import { fairPaceOf, type SharingPlace } from '../../forecasts/fair-pace.ts'
import { modelsRefreshMs } from '../../forecasts/models.ts'
import { carriedPlaces } from '../../forecasts/pace.ts'
import { nightWindows } from '../../frost/night-window.ts'
import { pointOf } from '../../weather/point.ts'
import {
  type Candidate,
  isAhead,
  type Lacks,
  lacksOf,
  type Tally,
  tallyOf,
  type WatchedWeather
} from './place-records.ts'
import { createPlaceShares, type SharesDeps, shareOfItsOwn } from './place-shares.ts'

export interface PacingDeps extends SharesDeps {
  readonly weather: Pick<WatchedWeather, 'budget' | 'sources' | 'gazetteer'> & {
    readonly forecasts: Omit<WatchedWeather['forecasts'], 'seasons'>
  }
}

export interface PaceState extends Omit<Tally, 'riskyCells'>, Lacks {
  readonly at: number
  /** Period of places within their network's share; null: only the three looks before the coldest hour. */
  readonly periodMs: number | null
  /** Looks before a night that today's budget cannot pay for. */
  readonly missing: number
  /** Beyond their network's share: they come last, and old data of theirs are nothing to report. */
  readonly beyond: ReadonlySet<string>
}

interface Choice {
  readonly due: readonly Candidate[]
  /** Beyond the first source's budget of today: other sources are asked. */
  readonly leftOut: readonly Candidate[]
  /** How often the chosen are refreshed: for that time their data count as fresh. */
  readonly periodSeconds: number
}

/** Refreshes of every province for the map. */
const mapRoundsADay = 4
/** However long the period; from here on the operator is warned. */
const longestFreshMs = 3 * hourMs
/** UTC: eight o'clock in Türkiye, when the day's budget is first checked. */
const morningHour = 5
/** Later the period depends on what happens to be left: only missing looks are reported. */
const noonHour = 12

/** Places that the first source's budget pays for beyond the map; null: no budget. */
export function budgetReach({
  sources,
  gazetteer,
  forecasts
}: {
  sources: WatchedWeather['sources']
  gazetteer: Pick<WatchedWeather['gazetteer'], 'provinces'>
  forecasts: Pick<WatchedWeather['forecasts'], 'watchedCost'>
}): (ReturnType<typeof carriedPlaces> & { readonly source: string }) | null {
  const [source] = sources
  const [place] = gazetteer.provinces()
  if (source === undefined || place === undefined || source.limits.dailyBudget === null) return null
  const cost = forecasts.watchedCost(source, pointOf(place))
  const { dailyBudget, updatePeriodSeconds } = source.limits
  const units = dailyBudget - mapUnits(gazetteer, cost)
  return { source: source.credit.id, ...carriedPlaces(units, cost, updatePeriodSeconds * secondMs) }
}

export function createWatchPacing(deps: PacingDeps) {
  const coldest = createColdestHours(deps.clock)
  const sharesOfPlaces = createPlaceShares(deps)
  const pacedPlaces = async (
    candidates: readonly Candidate[],
    isShort: boolean
  ): Promise<readonly (SharingPlace & { readonly candidate: Candidate })[]> => {
    const now = deps.clock()
    const slugs = candidates.map(({ place }) => place.slug)
    const shareOf = isShort ? await sharesOfPlaces(slugs) : () => shareOfItsOwn
    const paced: (SharingPlace & { readonly candidate: Candidate })[] = []
    for (const candidate of candidates) {
      const { record, watched, place } = candidate
      const confirmedAt = isAhead(record, now) ? null : record.confirmedAt
      const { isRisky, isRead } = watched
      const turn = { confirmedAt, coldestAt: coldest(candidate), isRisky, isRead }
      paced.push({ candidate, ...turn, ...shareOf(place.slug) })
      await takeTurn()
    }
    return paced
  }
  let state: PaceState | null = null
  let warnedOn = -1
  return {
    state: (): PaceState | null => state,
    clear: (): void => {
      state = null
    },
    async choose(candidates: readonly Candidate[]): Promise<Choice> {
      const { clock } = deps
      const { budget, sources, forecasts } = deps.weather
      const [source] = sources
      const now = clock()
      // What a clock that was ahead has left is due at once.
      const isDue = ({ record }: Candidate): boolean => record.askAgainAt <= now || isAhead(record, now)
      const [first] = candidates
      const usualMs = (source?.limits.updatePeriodSeconds ?? 0) * secondMs
      const { riskyCells, ...seen } = await tallyOf(candidates)
      if (
        source === undefined ||
        first === undefined ||
        source.limits.dailyBudget === null ||
        forecasts.isDemo()
      ) {
        const lacks = await lacksOf(candidates, () => false, now)
        const everything = {
          periodMs: usualMs,
          missing: 0,
          unread: new Set<string>(),
          beyond: new Set<string>()
        }
        state = { at: now, ...seen, ...lacks, ...everything }
        const due: Candidate[] = []
        for (const candidate of candidates) {
          if (isDue(candidate)) due.push(candidate)
          await takeTurn()
        }
        due.sort((a, b) => a.record.askAgainAt - b.record.askAgainAt)
        return { due, leftOut: [], periodSeconds: usualMs / secondMs }
      }
      const whole = forecasts.watchedCost(source, pointOf(first.place))
      const cost = whole * (seen.cells / candidates.length)
      const dayEndsAt = (Math.floor(now / dayMs) + 1) * dayMs
      const { spentToday } = await budget.spending(source)
      const forMapADay = mapUnits(deps.weather.gazetteer, whole)
      const forMap = (forMapADay * (dayEndsAt - now)) / dayMs
      const left = Math.max(0, source.limits.dailyBudget - spentToday - forMap)
      const carried = ((source.limits.dailyBudget - forMapADay) / cost) * (usualMs / dayMs)
      const paced = await pacedPlaces(candidates, candidates.length > carried)
      const pace = fairPaceOf(paced, { now, dayEndsAt, left, cost, updatePeriodMs: usualMs }, carried)
      const modelRefreshes = Math.ceil((dayEndsAt - now) / modelsRefreshMs)
      await budget.reserve(source, pace.needed * cost + forMap, {
        refreshes: pace.wantedUnits + forMap,
        models: riskyCells * modelRefreshes * (source.models?.costUnits ?? 0)
      })
      const periodMs = Number.isFinite(pace.periodMs) ? pace.periodMs : null
      const beyond = new Set(pace.beyond.map(({ candidate }) => candidate.place.slug))
      const lacks = await lacksOf(candidates, ({ place }) => beyond.has(place.slug), now)
      state = { at: now, ...seen, ...lacks, periodMs, missing: pace.missing, beyond }
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

/** Other places of the same cells are included if their turns are near (`refreshWatched`). */
function companionsOf(due: readonly Candidate[], candidates: readonly Candidate[]): readonly Candidate[] {
  const cells = new Set(due.flatMap(({ record }) => record.cell ?? []))
  if (cells.size === 0) return []
  const isDue = new Set(due)
  return candidates.filter((one) => !isDue.has(one) && cells.has(one.record.cell ?? ''))
}

function mapUnits(gazetteer: Pick<WatchedWeather['gazetteer'], 'provinces'>, cost: number): number {
  return gazetteer.provinces().length * mapRoundsADay * cost
}

/** Once a UTC day, before subscribers are affected: the operator can act. Returns the day of the last warning. */
function warnInTheMorning({ report, weather }: PacingDeps, state: PaceState, warnedOn: number): number {
  const day = Math.floor(state.at / dayMs)
  const hour = (state.at - day * dayMs) / hourMs
  const isLong = hour < noonHour && (state.periodMs === null || state.periodMs > longestFreshMs)
  const isFar = state.missing > 0 || isLong
  if (day === warnedOn || hour < morningHour || !isFar) return warnedOn
  report('budget_stretched', {
    ...budgetReach(weather),
    watched: state.watched,
    beyondShares: state.beyond.size,
    periodMinutes: state.periodMs === null ? null : Math.round(state.periodMs / minuteMs),
    missingRefreshes: state.missing,
    message:
      'The budget of the first source does not refresh every watched place as often as it should. Use a server ' +
      'of your own (OPEN_METEO_URL) or watch fewer places.'
  })
  return day
}

/** Coldest hour of the current or next night: the forecast's own while it is ahead, else about sunrise. */
function createColdestHours(clock: () => number): (candidate: Candidate) => number {
  const bySun = new Map<string, { readonly coldestAt: number; readonly overAt: number }>()
  return ({ place, watched }) => {
    const now = clock()
    if (watched.coldestAt !== null && watched.coldestAt > now) return watched.coldestAt
    const known = bySun.get(place.slug)
    if (known !== undefined && known.overAt > now && known.overAt < now + 2 * dayMs) return known.coldestAt
    const hour = Math.floor(now / hourMs)
    const window = nightWindows(place, hour, hour + 26).find(({ overHour }) => overHour > hour)
    if (window === undefined) return now
    const { lastDarkHour, firstHour, lastHour, overHour } = window
    const coldestHour = lastDarkHour ?? Math.floor((firstHour + lastHour) / 2)
    const night = { coldestAt: coldestHour * hourMs, overAt: overHour * hourMs }
    bySun.set(place.slug, night)
    return night.coldestAt
  }
}
