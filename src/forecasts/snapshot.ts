/** One fetch of one source for one point. Every answer is a function of it, the request and the step. */

import { hourMs, secondMs } from '../common/time.ts'
import type { BlendedHours } from '../frost/blend/blend-hours.ts'
import type { EarlierRun } from '../frost/earlier-runs.ts'
import type { GridCell, SourceCredit, Validators } from '../sources/source.ts'
import type { HourSetAside } from '../weather/absurd-hours.ts'
import type { Point } from '../weather/point.ts'
import type { HourlySeries, SeriesVariable } from '../weather/series.ts'
import { slotSeconds, slotStart } from '../weather/spans.ts'
import { zoneClock } from '../weather/zone-clock.ts'
import type { NightLack } from './night-lacks.ts'
import type { Contradiction } from './plausible/evidence.ts'
import type { Overruling, Shape } from './plausible/finding.ts'

/** Hour by hour in whole hundredths of a degree, the spread −1 where it is unknown. */
export interface StoredSpread {
  readonly startHour: number
  readonly hundredthsC: readonly number[]
  /** Meaningless where the spread is unknown; absent in snapshots of versions that did not store it. */
  readonly meanHundredthsC?: readonly number[]
  readonly members: number
}

export interface StoredModels extends Pick<BlendedHours, 'firstShare' | 'names' | 'left'> {
  readonly startHour: number
  /** Their mean and the spread between all models, hour by hour (packed-models.ts). */
  readonly packed: string
  /** [ms since epoch] */
  readonly fetchedAt: number
}

/** Hours of one column that an answer has lost, kept from an earlier one of the same source; both ends included. */
export interface CarriedHours {
  readonly variable: SeriesVariable
  readonly firstHour: number
  readonly lastHour: number
  /** When the source last confirmed the answer that had them [ms since epoch]. */
  readonly confirmedAt: number
}

export interface LackingNight {
  /** The coming night from this hour on, until the other [hours since the epoch]. */
  readonly fromHour: number
  readonly overHour: number
  /** What is missing in spite of the kept hours; `temperature`: the night is unknown. */
  readonly lacks: readonly NightLack[]
  /** When the night was last confirmed, or for an unknown night last known [ms since epoch]; null: never. */
  readonly confirmedAt: number | null
}

/** Instants are ms since epoch. */
export interface SnapshotMeta {
  readonly source: SourceCredit
  readonly synthetic: boolean
  /** Distinguishes one run from the next: a hash of the series. */
  readonly run: string
  /** The run time if the source gives it, else when this series was first seen. */
  readonly issuedAt: number
  /** When the source last said that this is its current forecast. */
  readonly confirmedAt: number
  /** The earliest time of the next request. */
  readonly askAgainAt: number
  /** No source answered, so visitors wait until then; absent where one did. Watched places do not wait. */
  readonly visitorsWaitUntil?: number
  readonly updatePeriodSeconds: number
  readonly isFallback: boolean
  readonly validators: Validators
  readonly grid: GridCell
  readonly model: string | null
  /** The spread of ensemble members, where they were requested; else null. */
  readonly ensemble: StoredSpread | null
  /** The blended models; absent: the source's first model alone. */
  readonly models?: StoredModels | null
  /** Single hours whose temperature was absurd and counts as missing; absent: none. */
  readonly hoursSetAside?: readonly HourSetAside[]
  /** Other columns in which impossible values count as missing; absent: none. */
  readonly variablesLeftOut?: readonly SeriesVariable[]
  /** Absent in rows of earlier versions. */
  readonly check?: 'unchecked' | 'agrees' | 'disagrees'
  /** While two runs disagree: the one before; absent: there is none. */
  readonly beside?:
    | (Pick<SnapshotMeta, 'run' | 'issuedAt' | 'confirmedAt'> & {
        /** The newest run looks like a fault: a later run that agrees with it does not decide. */
        readonly isOdd: boolean
        /** The hours of that run (plausible/beside-run.ts). */
        readonly packed: string
      })
    | null
  /** What a thermometer, the sun or the climate says against it; absent: nothing. */
  readonly contradicted?: Contradiction | null
  /** A newer run that was refused as impossible; absent: there is none. */
  readonly setAside?: {
    /** When the refused run came [ms since epoch]. */
    readonly at: number
    /** Why it is refused: its own shape, or what has overruled it. */
    readonly shape: Shape | Overruling
  } | null
  /** Hours kept from earlier answers; absent: the latest answer has all that the earlier one had. */
  readonly carried?: readonly CarriedHours[]
  /** The next nights that are unknown or consist of kept hours in part; absent: none. */
  readonly lackingNights?: readonly LackingNight[]
  /** What earlier runs of the same source said of the nights, newest first; absent where there was none. */
  readonly earlierRuns?: readonly EarlierRun[]
  readonly point: Point
}

export interface Snapshot extends SnapshotMeta {
  readonly series: HourlySeries
}

export type FreshnessStatus = 'fresh' | 'aging' | 'stale'

/** Data beyond this age are not used: a forecast of the day before yesterday is not honest. */
export const hardLimitMs = 36 * hourMs

/** What its latest answer lacks of the coming night; null: nothing that a score needs. */
export function lackOfComingNight(
  { lackingNights = [] }: Pick<SnapshotMeta, 'lackingNights'>,
  nowAt: number
): LackingNight | null {
  const hour = Math.floor(nowAt / hourMs)
  return lackingNights.find(({ fromHour, overHour }) => fromHour <= hour && hour < overHour) ?? null
}

export function isComingNightUnknown(meta: Pick<SnapshotMeta, 'lackingNights'>, nowAt: number): boolean {
  return lackOfComingNight(meta, nowAt)?.lacks.includes('temperature') ?? false
}

/** When a source last confirmed what is known about the coming night; null: no source has ever had it. */
export function nightConfirmedAt(meta: SnapshotMeta, nowAt: number): number | null {
  const lack = lackOfComingNight(meta, nowAt)
  return lack === null ? meta.confirmedAt : lack.confirmedAt
}

/** For the coming night: `fresh` one update period from its confirmation, `aging` two; else, or unknown, `stale`. */
export function freshnessOf(meta: SnapshotMeta, nowAt: number): FreshnessStatus {
  const confirmedAt = nightConfirmedAt(meta, nowAt) ?? Number.NEGATIVE_INFINITY
  const periods = (nowAt - confirmedAt) / (meta.updatePeriodSeconds * secondMs)
  // What is unknown now is not fresh, however lately it was known.
  if (periods <= 1) return isComingNightUnknown(meta, nowAt) ? 'aging' : 'fresh'
  return periods <= 2 ? 'aging' : 'stale'
}

/** When a visitor's request may refresh the data [ms since epoch]. */
export function dueAt({ askAgainAt, visitorsWaitUntil }: SnapshotMeta): number {
  return Math.max(askAgainAt, visitorsWaitUntil ?? 0)
}

/** Whether the data may still be shown: no hour that is kept of the coming night is older than the limit either. */
export function isUsable(meta: SnapshotMeta, nowAt: number): boolean {
  return nowAt - shownSince(meta, nowAt) <= hardLimitMs
}

function shownSince(meta: SnapshotMeta, nowAt: number): number {
  const carried = isComingNightUnknown(meta, nowAt) ? null : nightConfirmedAt(meta, nowAt)
  return carried ?? meta.confirmedAt
}

interface Step {
  /** The instant of the answer [ms since epoch]. */
  readonly at: number
  /** When the next step begins [ms since epoch]. */
  readonly until: number
}

/** The current hour, or the later instant in it when slot, date or freshness changed; nights end on whole hours. */
export function stepOf(meta: SnapshotMeta, nowAt: number): Step {
  const clock = zoneClock(meta.point.timezone)
  const nowSecond = Math.floor(nowAt / secondMs)
  const slot = slotStart(clock, nowSecond)
  const period = meta.updatePeriodSeconds * secondMs
  const hour = Math.floor(nowAt / hourMs) * hourMs
  const confirmedAt = nightConfirmedAt(meta, nowAt) ?? meta.confirmedAt
  const changes = [
    hour,
    hour + hourMs,
    slot * secondMs,
    nextMidnightOrSlot(clock, nowSecond, slot) * secondMs,
    // One millisecond later, because a status lasts up to and including its last instant.
    confirmedAt + period + 1,
    confirmedAt + 2 * period + 1,
    confirmedAt + hardLimitMs + 1,
    meta.confirmedAt + hardLimitMs + 1
  ]
  let at = hour
  let until = hour + hourMs
  for (const change of changes) {
    if (change <= nowAt && change > at) at = change
    if (change > nowAt && change < until) until = change
  }
  return { at, until }
}

function nextMidnightOrSlot(clock: ReturnType<typeof zoneClock>, nowSecond: number, slot: number): number {
  const next = slot + slotSeconds
  // On a day whose length is not a multiple of three hours, midnight comes before the slot's end.
  return clock.dateAt(next - 1) === clock.dateAt(nowSecond) ? next : clock.startOfDate(clock.dateAt(next - 1))
}
