/** A point's forecast whose parts are derived at their first use: most answers need the days alone, not the hours. */
import { endHour, type HourlySeries } from '../forecast/series.ts'
import type { NightWindow } from '../frost/frost-night.ts'
import { nightWindows } from '../frost/night-window.ts'
import type { EnsembleSpread } from '../frost/spread.ts'
import { type DayTable, deriveDays } from './day-table.ts'
import { type NightScores, scoreNights } from './night-scores.ts'
import type { OpenPoint } from './open-point.ts'
import { openSpread } from './open-spread.ts'
import type { LearnedSite } from './ports.ts'
import type { Snapshot, SnapshotMeta } from './snapshot.ts'

/** What follows from a series, kept beside it from its first use on. */
export interface Derived {
  windows: readonly NightWindow[] | null
  days: DayTable | null
  /** With what was learned when they were made. */
  scores: { readonly learned: LearnedSite | null; readonly scores: NightScores } | null
}

export function nothingDerived(): Derived {
  return { windows: null, days: null, scores: null }
}

/** A snapshot that is kept nowhere, opened. */
export function openSnapshot({ series, ...meta }: Snapshot, learned: LearnedSite | null = null): OpenPoint {
  return derivedPoint(meta, { unpack: () => series, learned, derived: nothingDerived() })
}

/** Opens a forecast whose series is unpacked when it is first needed. */
export function derivedPoint(
  meta: SnapshotMeta,
  parts: {
    readonly unpack: () => HourlySeries
    readonly learned: LearnedSite | null
    readonly derived: Derived
  }
): OpenPoint {
  const { unpack, learned, derived } = parts
  let series: HourlySeries | null = null
  let spread: EnsembleSpread | null = null
  return {
    ...meta,
    learned,
    get series() {
      series ??= unpack()
      return series
    },
    get spread() {
      spread ??= openSpread(meta.ensemble)
      return spread
    },
    get windows() {
      derived.windows ??= nightWindows(meta.point, this.series.startHour, endHour(this.series))
      return derived.windows
    },
    get days() {
      derived.days ??= deriveDays(meta.point, this)
      return derived.days
    },
    get nightScores() {
      if (derived.scores?.learned !== learned) derived.scores = { learned, scores: scoreNights(this) }
      return derived.scores.scores
    }
  }
}
