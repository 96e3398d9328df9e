/** Counts what is watched, for the pace and for the operator. */
import { hourMs, minuteMs } from '../../common/time.ts'
import { takeTurn } from '../../common/turns.ts'
import { isComingNightUnknown } from '../../forecasts/snapshot.ts'
import { isFieldLocation } from '../../weather/field.ts'
import type { Place } from '../../weather/point.ts'
import type { WatchedPlace } from '../store-ports.ts'
import type { PlaceRecord, RunDoubt } from './place-records.ts'

/** A watched place with all that its turn depends on. */
export interface Candidate {
  readonly place: Place
  readonly watched: WatchedPlace
  readonly record: PlaceRecord
}

/** How much is watched. */
export interface Tally {
  readonly watched: number
  /** How many of them are fields, and how many points a refresh of all costs upstream. */
  readonly fields: number
  readonly cells: number
  /** How many of those points have a place at risk. */
  readonly riskyCells: number
  /** How many seasons are asked for each day: one for the places of a cell whose stages are estimated. */
  readonly seasons: number
}

/** What is not known of watched places. */
export interface Lacks {
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

/** Places of one cell of the source's grid share a request. */
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

/** @param isLeft whether old data of a place are nothing to report, because others come first */
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

/** The first round of thousands of places takes minutes: what it has not come to yet lacks nothing. */
const firstRoundMs = 30 * minuteMs

function isAwaited({ askAgainAt, awaitedSince }: PlaceRecord, now: number): boolean {
  const awaitedMs = now - (awaitedSince ?? Number.NEGATIVE_INFINITY)
  return askAgainAt === 0 && awaitedMs >= 0 && awaitedMs < firstRoundMs
}

/** No source is waited for longer than this. */
const longestWaitMs = 12 * hourMs

/** Left by a clock that was ahead. */
export function isAhead({ askAgainAt, confirmedAt }: PlaceRecord, now: number): boolean {
  return askAgainAt > now + longestWaitMs || (confirmedAt ?? 0) > now
}
