/** A few numbers about each watched place's forecast, which remain when its series leaves memory. */

import { hourMs, minuteMs } from '../../common/time.ts'
import { takeTurn } from '../../common/turns.ts'
import type { Budget } from '../../forecasts/budget.ts'
import type { ForecastCache } from '../../forecasts/forecast-cache.ts'
import type { Forecasts } from '../../forecasts/forecasts.ts'
import { sharedCell } from '../../forecasts/shared-cells.ts'
import { isComingNightUnknown, type LackingNight, type SnapshotMeta } from '../../forecasts/snapshot.ts'
import type { Gazetteer } from '../../places/gazetteer.ts'
import type { Source } from '../../sources/source.ts'
import { isFieldLocation } from '../../weather/field.ts'
import { type Place, type Point, pointOf } from '../../weather/point.ts'
import type { WatchedPlace } from '../store-ports.ts'

export type RunDoubt = 'set_aside' | 'disagrees'

/** Instants are ms since epoch. */
export interface PlaceRecord {
  readonly run: string | null
  /** Null: nothing that may still be shown was ever confirmed. */
  readonly confirmedAt: number | null
  /** 0: never. */
  readonly askAgainAt: number
  readonly awaitedSince?: number
  /** Nights to come of which the latest answer has not everything. */
  readonly lackingNights?: readonly LackingNight[]
  /** Two runs disagree, or a newer one was set aside; absent: neither. */
  readonly doubt?: RunDoubt
  /** The cell of the source's grid; null or absent: not known, or not shared. */
  readonly cell?: string | null
  /** The cell for past hours, shared also where the forecast has own members. */
  readonly pastCell?: string | null
}

interface PlaceRecords {
  readonly of: (location: string) => PlaceRecord
  /** From memory and disk for new places; drops those no longer watched. */
  readonly watch: (places: ReadonlyMap<string, Place>) => Promise<void>
  readonly asked: (location: string, retryAt: number) => void
}

const unknown: PlaceRecord = { run: null, confirmedAt: null, askAgainAt: 0 }

export function createPlaceRecords(
  { cache, forecasts }: Pick<WatchedWeather, 'cache' | 'forecasts'>,
  clock: () => number
): PlaceRecords {
  const records = new Map<string, PlaceRecord>()
  let places: ReadonlyMap<string, Place> = new Map()
  const latest = (location: string): PlaceRecord => {
    const known = records.get(location) ?? unknown
    const place = places.get(location)
    const meta = place === undefined ? null : cache.get(pointOf(place).key)
    const confirmedAt = known.confirmedAt ?? 0
    // What a clock that was ahead has left is not newer than what is confirmed now.
    if (meta === null || (meta.confirmedAt < confirmedAt && confirmedAt <= clock())) return known
    const record = recordOf(meta)
    records.set(location, record)
    return record
  }
  return {
    of: latest,
    async watch(watched) {
      places = watched
      for (const location of records.keys()) {
        await takeTurn()
        if (!watched.has(location)) records.delete(location)
      }
      for (const [location, place] of watched) {
        await takeTurn()
        if (records.has(location)) continue
        const forecast = await forecasts.latest(pointOf(place))
        records.set(location, forecast === null ? { ...unknown, awaitedSince: clock() } : recordOf(forecast))
      }
    },
    asked(location, retryAt) {
      const record = latest(location)
      if (record.askAgainAt < retryAt) records.set(location, { ...record, askAgainAt: retryAt })
    }
  }
}

export function doubtOf(meta: Pick<SnapshotMeta, 'check' | 'setAside'>): Pick<PlaceRecord, 'doubt'> {
  if (meta.setAside != null) return { doubt: 'set_aside' }
  return meta.check === 'disagrees' ? { doubt: 'disagrees' } : {}
}

function recordOf(meta: SnapshotMeta): PlaceRecord {
  const { run, confirmedAt, askAgainAt } = meta
  return {
    run,
    confirmedAt,
    askAgainAt,
    lackingNights: meta.lackingNights ?? [],
    ...doubtOf(meta),
    cell: sharedCell(meta),
    pastCell: sharedCell({ ...meta, ensemble: null })
  }
}

export interface Candidate {
  readonly place: Place
  readonly watched: WatchedPlace
  readonly record: PlaceRecord
}

export interface Tally {
  readonly watched: number
  /** Fields among these; and points that a refresh of all costs upstream. */
  readonly fields: number
  readonly cells: number
  readonly riskyCells: number
  readonly seasons: number
}

export interface Lacks {
  readonly oldestConfirmedAt: number | null
  /** Places without data, except those about to be asked for, as all are after the first start. */
  readonly withoutData: number
  readonly nightsUnknown: number
  readonly doubts: Readonly<Record<RunDoubt, number>>
  /** Places with at most one look a day, because messages go unread: their old data are not reported. */
  readonly unread: ReadonlySet<string>
}

/** Places of a cell share a request. */
export async function tallyOf(candidates: readonly Candidate[]): Promise<Tally> {
  const [cells, riskyCells, seasons] = [new Set<unknown>(), new Set<unknown>(), new Set<unknown>()]
  let fields = 0
  for (const candidate of candidates) {
    const { place, watched, record } = candidate
    const cell = record.cell ?? candidate
    cells.add(cell)
    if (watched.isRisky) riskyCells.add(cell)
    if (watched.isEstimated) seasons.add(record.pastCell ?? candidate)
    if (isFieldLocation(place.slug)) fields += 1
    await takeTurn()
  }
  return {
    watched: candidates.length,
    fields,
    cells: cells.size,
    riskyCells: riskyCells.size,
    seasons: seasons.size
  }
}

/** @param isLeft old data are nothing to report, because others come first */
export async function lacksOf(
  candidates: readonly Candidate[],
  isLeft: (candidate: Candidate) => boolean,
  now: number
): Promise<Lacks> {
  const unread = new Set<string>()
  const doubts = { set_aside: 0, disagrees: 0 }
  let [withoutData, nightsUnknown, oldestAt] = [0, 0, Number.POSITIVE_INFINITY]
  for (const candidate of candidates) {
    const { place, watched, record } = candidate
    if (!watched.isRead) unread.add(place.slug)
    if (record.doubt !== undefined) doubts[record.doubt] += 1
    await takeTurn()
    if (isLeft(candidate)) continue
    if (record.confirmedAt !== null) oldestAt = Math.min(oldestAt, record.confirmedAt)
    else if (!isAwaited(record, now)) withoutData += 1
    if (isComingNightUnknown(record, now)) nightsUnknown += 1
  }
  const oldestConfirmedAt = oldestAt === Number.POSITIVE_INFINITY ? null : oldestAt
  return { oldestConfirmedAt, withoutData, nightsUnknown, doubts, unread }
}

/** The first round takes minutes for thousands of places: until then nothing lacks data. */
const firstRoundMs = 30 * minuteMs

function isAwaited({ askAgainAt, awaitedSince }: PlaceRecord, now: number): boolean {
  const awaitedMs = now - (awaitedSince ?? Number.NEGATIVE_INFINITY)
  return askAgainAt === 0 && awaitedMs >= 0 && awaitedMs < firstRoundMs
}

const longestWaitMs = 12 * hourMs

/** Whether instants lie in the future, left by a clock that was ahead. */
export function isAhead({ askAgainAt, confirmedAt }: PlaceRecord, now: number): boolean {
  return askAgainAt > now + longestWaitMs || (confirmedAt ?? 0) > now
}

export interface WatchedWeather {
  readonly forecasts: Pick<Forecasts, 'latest' | 'refreshWatched' | 'isDemo' | 'watchedCost' | 'seasons'>
  readonly cache: Pick<ForecastCache, 'get'>
  readonly gazetteer: Pick<Gazetteer, 'provinces'>
  readonly budget: Pick<Budget, 'spending' | 'watchedNow' | 'reserve'>
  /** Sources in the order in which they are asked. */
  readonly sources: readonly Source[]
  /** Grows with what was learned or measured near a point. */
  readonly learning: {
    readonly version: (point: Place) => number
    /** Changes with what thermometers nearby measure for their owners alone. */
    readonly ownState: (at: Point) => string
  }
}
